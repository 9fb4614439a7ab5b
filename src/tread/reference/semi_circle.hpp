#pragma once

#include <cmath>

namespace tread::reference {

/// sqrt(1 - (x/a)^2), zero outside |x| < a: the shape of Hertz' pressure along a line. Private to
/// this room.
inline double semi_circle(double x, double half_width) {
  if (std::abs(x) >= half_width) return 0;
  const double s = x / half_width;
  return std::sqrt((1 - s) * (1 + s));
}

}  // namespace tread::reference
