#pragma once

#include <cmath>
#include <limits>

namespace tread::elastodynamics {

/// The rigid cylinder as the equations see it: per metre of its length.
struct Cylinder {
  double radius = 0;   // m
  double mass = 0;     // kg/m
  double gravity = 0;  // m/s², down
};

/// Height of the cylinder's surface over its lowest point at the distance x from its axis, m;
/// infinite beside it.
inline double rise(double x, double radius) {
  const double under_root = radius * radius - x * x;
  if (under_root < 0) return std::numeric_limits<double>::infinity();
  return x * x / (radius + std::sqrt(under_root));
}

}  // namespace tread::elastodynamics
