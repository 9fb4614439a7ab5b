#include "tread/fem/gmsh_source.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace tread::fem {

template <class Number>
Number GmshSource::from_bytes(std::string_view what) {
  const std::string_view bytes = text_.next_bytes(sizeof(Number));
  if (bytes.size() < sizeof(Number)) {
    text_.refuse_file(fmt::format("the file ends where {} should be", what), "",
                      "was it written or copied completely?");
  }
  Number number{};
  std::memcpy(&number, bytes.data(), sizeof(Number));
  return number;
}

void GmshSource::refuse(std::string reason, std::string value, std::string hint) const {
  if (mode_ == Mode::text) text_.refuse(std::move(reason), std::move(value), std::move(hint));
  text_.refuse_file(fmt::format("before byte {}: {}", text_.position(), reason), std::move(value),
                    std::move(hint));
}

int GmshSource::integer(std::string_view what, int least) {
  if (mode_ == Mode::text) {
    return static_cast<int>(
        text_.integer(text_.next_word(), what, least, std::numeric_limits<int>::max()));
  }
  const auto value = from_bytes<std::int32_t>(what);
  if (value >= least) return value;
  refuse(fmt::format("{} must be a whole number >= {}", what, least), fmt::format("{}", value));
}

long long GmshSource::size(std::string_view what, long long least) {
  constexpr long long k_most = std::numeric_limits<long long>::max();
  if (mode_ == Mode::text) return text_.integer(text_.next_word(), what, least, k_most);
  const auto value = from_bytes<std::uint64_t>(what);
  if (value >= static_cast<std::uint64_t>(least) && value <= static_cast<std::uint64_t>(k_most)) {
    return static_cast<long long>(value);
  }
  refuse(fmt::format("{} must be a whole number >= {}", what, least), fmt::format("{}", value));
}

double GmshSource::number(std::string_view what) {
  if (mode_ == Mode::text) return text_.number(text_.next_word(), what);
  const auto value = from_bytes<double>(what);
  if (std::isfinite(value)) return value;
  refuse(fmt::format("{} must be a finite number", what), fmt::format("{}", value));
}

long long GmshSource::count(std::string_view what, const Parts& parts) {
  const long long n = size(fmt::format("the number of {}", what), 0);
  const std::size_t bytes_each = mode_ == Mode::binary
                                     ? 4 * parts.ints + 8 * (parts.sizes + parts.numbers)
                                     : 2 * (parts.ints + parts.sizes + parts.numbers);
  const std::size_t left = text_.rest().size();
  if (static_cast<unsigned long long>(n) > left / bytes_each) {
    refuse(fmt::format("announces more {} than the {} bytes after it can hold", what, left),
           fmt::format("{}", n), "was the file written or copied completely?");
  }
  return n;
}

}  // namespace tread::fem
