#include "tread/core/read_number.hpp"

#include <charconv>
#include <cmath>

#include "tread/core/problem_text.hpp"

namespace tread {
namespace {

/// Empty where a second sign follows.
std::string_view without_plus(std::string_view item) {
  if (!item.starts_with('+')) return item;
  item.remove_prefix(1);
  return item.starts_with('-') ? std::string_view{} : item;
}

}  // namespace

NumberRead read_number(std::string_view item) {
  const std::string_view digits = without_plus(item);
  double value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure == std::errc::result_out_of_range) return {0, NumberFault::out_of_range};
  if (failure != std::errc{} || end != digits.data() + digits.size()) {
    return {0, NumberFault::not_a_number};
  }
  return {value, std::isfinite(value) ? NumberFault::none : NumberFault::not_finite};
}

std::optional<long long> read_integer(std::string_view item) {
  const std::string_view digits = without_plus(item);
  long long value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string wanted(NumberFault fault) {
  switch (fault) {
    case NumberFault::out_of_range:
      return "must be a number between 1e-308 and 1e308";
    case NumberFault::not_finite:
      return "must be a finite number";
    default:
      return "must be a number";
  }
}

std::string shown(NumberFault fault, std::string_view item) {
  return fault == NumberFault::not_a_number ? quoted(item) : one_line(item);
}

}  // namespace tread
