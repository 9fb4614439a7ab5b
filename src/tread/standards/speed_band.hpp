#pragma once

#include <array>
#include <cstddef>

namespace tread::standards {

/// One of `values` by speed: values[i] up to and with upper_ends_km_h[i], the last one above all. A
/// speed that was read from km/h counts as that many km/h.
template <std::size_t n>
constexpr double by_speed(double speed, const std::array<double, n>& upper_ends_km_h,
                          const std::array<double, n + 1>& values) {
  constexpr double k_hair = 1 + 1e-12;
  for (std::size_t i = 0; i < n; ++i) {
    if (speed * 3.6 <= upper_ends_km_h[i] * k_hair) return values[i];
  }
  return values[n];
}

}  // namespace tread::standards
