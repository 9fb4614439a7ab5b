#include "tread/result/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/result/units.hpp"

namespace tread::result {
namespace {

constexpr int k_digits = 4;

/// Two digits, and no power of ten for percentages above 99.
std::string percent(double share) {
  const double size = 100 * std::abs(share);
  if (!std::isfinite(size)) return "infinitely";
  return size < 9.95 ? fmt::format("{:.2g} %", size) : fmt::format("{:.0f} %", size);
}

auto count(const std::vector<Check>& checks, Check::Verdict verdict) {
  return std::ranges::count(checks, verdict, &Check::verdict);
}

}  // namespace

std::string_view word_of(Check::Verdict verdict) {
  switch (verdict) {
    case Check::Verdict::pass:
      return "pass";
    case Check::Verdict::fail:
      return "FAIL";
    case Check::Verdict::not_applicable:
      break;
  }
  return "n/a";
}

std::string title_of(const Check& check) {
  return check.title.empty() ? in_words(check.name) : check.title;
}

CheckNumbers numbers_of(const Check& check) {
  if (check.verdict == Check::Verdict::not_applicable) return {};
  const ScaledUnit unit = scaled_unit(check.limit, check.unit);
  return {format_number(check.value / unit.size, k_digits),
          fmt::format("{}{}{}{}", check.bound == Check::Bound::at_least ? "at least " : "",
                      format_number(check.limit / unit.size, k_digits),
                      unit.symbol.empty() ? "" : " ", unit.symbol)};
}

std::string margin_text(const Check& check) {
  if (check.verdict == Check::Verdict::not_applicable) return "";
  if (check.verdict == Check::Verdict::pass) return percent(check.margin()) + " left";
  return percent(check.margin()) +
         (check.bound == Check::Bound::at_most ? " too much" : " too little");
}

std::string tally(const std::vector<Check>& checks) {
  const auto failed = count(checks, Check::Verdict::fail);
  const auto passed = count(checks, Check::Verdict::pass);
  const auto others = count(checks, Check::Verdict::not_applicable);
  return fmt::format("{} fail{}, {} pass{}, {} do{} not apply", failed, failed == 1 ? "s" : "",
                     passed, passed == 1 ? "es" : "", others, others == 1 ? "es" : "");
}

}  // namespace tread::result
