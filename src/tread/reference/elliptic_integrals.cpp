#include "tread/reference/elliptic_integrals.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tread::reference {
namespace {

// The series below are cut after the fifth degree in the spread of the arguments, which leaves
// (2e-3)^6 < 1e-16.
constexpr double k_spread = 2e-3;

double duplication(double x, double y, double z) {
  const double rx = std::sqrt(x);
  const double ry = std::sqrt(y);
  const double rz = std::sqrt(z);
  return rx * ry + ry * rz + rz * rx;
}

double largest(double x, double y, double z) {
  return std::max({std::abs(x), std::abs(y), std::abs(z)});
}

}  // namespace

double carlson_rf(double x, double y, double z) {
  assert(!(x < 0 || y < 0 || z < 0) && (x == 0) + (y == 0) + (z == 0) <= 1);
  double mean = (x + y + z) / 3;
  while (largest(mean - x, mean - y, mean - z) > k_spread * mean) {
    const double lambda = duplication(x, y, z);
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
    mean = (x + y + z) / 3;
  }
  const double dx = (mean - x) / mean;
  const double dy = (mean - y) / mean;
  const double dz = -dx - dy;
  const double e2 = dx * dy - dz * dz;
  const double e3 = dx * dy * dz;
  return (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / std::sqrt(mean);
}

double carlson_rd(double x, double y, double z) {
  assert(!(x < 0 || y < 0 || z <= 0) && !(x == 0 && y == 0));
  double mean = (x + y + 3 * z) / 5;
  double sum = 0;
  double weight = 1;
  while (largest(mean - x, mean - y, mean - z) > k_spread * mean) {
    const double lambda = duplication(x, y, z);
    sum += weight / (std::sqrt(z) * (z + lambda));
    weight *= 0.25;
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
    mean = (x + y + 3 * z) / 5;
  }
  const double dx = (mean - x) / mean;
  const double dy = (mean - y) / mean;
  const double dz = -(dx + dy) / 3;
  const double xy = dx * dy;
  const double zz = dz * dz;
  const double e2 = xy - 6 * zz;
  const double e3 = (3 * xy - 8 * zz) * dz;
  const double e4 = 3 * (xy - zz) * zz;
  const double e5 = xy * dz * zz;
  const double series =
      1 - 3 * e2 / 14 + e3 / 6 + 9 * e2 * e2 / 88 - 3 * e4 / 22 - 9 * e2 * e3 / 52 + 3 * e5 / 26;
  return 3 * sum + weight * series / (mean * std::sqrt(mean));
}

}  // namespace tread::reference
