#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

namespace tread::study {

/// What remarks of reproductions say of numbers, decided by the numbers themselves: none is written
/// from memory. tests/study/check_remarks.py looks for digits in their texts.

/// A claim of a document, and whether it holds here.
inline std::string checked(std::string_view claim, bool holds) {
  return fmt::format("{}; {}", claim, holds ? "so it is" : "it is not so here");
}

/// "2.1 % more" than something, or less.
inline std::string more_or_less(double value, double than) {
  const double change = value / than - 1;
  return fmt::format("{:.2g} % {}", 100 * std::abs(change), change < 0 ? "less" : "more");
}

/// Whether a number is another one that was printed with so many digits and rounded.
inline bool rounds_to(double value, double printed, int digits) {
  const double unit = std::pow(10, std::floor(std::log10(std::abs(printed))) - digits + 1);
  return std::abs(value - printed) <= 0.5 * unit * (1 + 1e-9);
}

}  // namespace tread::study
