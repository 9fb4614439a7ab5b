#pragma once

#include <cmath>

namespace tread::halfspace {

/// factor * asinh(numerator / |denominator|), and its limit 0 where the factor vanishes.
inline double times_asinh(double factor, double numerator, double denominator) {
  return factor == 0 ? 0 : factor * std::asinh(numerator / std::abs(denominator));
}

}  // namespace tread::halfspace
