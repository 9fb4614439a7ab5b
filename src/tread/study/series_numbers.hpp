#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tread::study {

/// Numbers of values one after another.

inline double peak_of(const std::vector<double>& values) {
  return *std::ranges::max_element(values);
}

/// The largest distance of two series as far as both go.
inline double largest_deviation(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

}  // namespace tread::study
