#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace tread::contact {

using Matrix2 = std::array<std::array<double, 2>, 2>;

/// Of the directions that are asked for, those whose block of a positive matrix can be inverted.
inline std::array<bool, 2> well_posed(const Matrix2& m, const std::array<bool, 2>& asked) {
  constexpr double k_singular = 1e-9;
  const double largest = std::max(std::abs(m[0][0]), std::abs(m[1][1]));
  std::array<bool, 2> in_use{asked[0] && std::abs(m[0][0]) > k_singular * largest,
                             asked[1] && std::abs(m[1][1]) > k_singular * largest};
  const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  if (in_use[0] && in_use[1] && !(std::abs(determinant) > k_singular * largest * largest)) {
    in_use = {m[0][0] >= m[1][1], m[0][0] < m[1][1]};
  }
  return in_use;
}

/// Inverse of the block of a two by two matrix that belongs to the directions in use.
inline Matrix2 block_inverse(const Matrix2& m, const std::array<bool, 2>& in_use) {
  Matrix2 inverse{};
  if (in_use[0] && in_use[1]) {
    const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    inverse = {{{m[1][1] / determinant, -m[0][1] / determinant},
                {-m[1][0] / determinant, m[0][0] / determinant}}};
  } else if (in_use[0]) {
    inverse[0][0] = 1 / m[0][0];
  } else if (in_use[1]) {
    inverse[1][1] = 1 / m[1][1];
  }
  return inverse;
}

}  // namespace tread::contact
