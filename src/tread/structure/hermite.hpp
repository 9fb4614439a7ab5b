#pragma once

#include <Eigen/Core>
#include <array>

namespace tread::structure {

/// Cubics in s = 0 to 1 over a length h, coefficients of 1, s, s^2, s^3: with the deflection 1 at
/// the start, the slope 1 (in x) there, and the same at the end; all else zero.
inline std::array<Eigen::RowVector4d, 4> hermite_cubics(double h) {
  return {{{1, 0, -3, 2}, {0, h, -2 * h, h}, {0, 0, 3, -2}, {0, 0, -h, h}}};
}

}  // namespace tread::structure
