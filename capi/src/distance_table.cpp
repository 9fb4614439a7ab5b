#include "distance_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tread::capi {
namespace {

/// Positions that are this close to a centre, in cells, are the centre.
constexpr double k_same_place = 1e-9;

/// Value at a position counted in cells, from a function that gives the values at 0 to n - 1.
template <class Values>
double interpolated(int n, double position, const Values& values) {
  const double nearest = std::round(position);
  const int centre = static_cast<int>(std::clamp(nearest, 0.0, n - 1.0));
  if (n == 1 || std::abs(position - centre) < k_same_place) return values(centre);
  const int left = static_cast<int>(std::clamp(std::floor(position), 0.0, n - 2.0));
  const double t = position - left;
  // One value beyond each end, on the parabola through the last three (or the line through two).
  const auto with_ends = [&](int i) {
    if (i >= 0 && i < n) return values(i);
    const int step = i < 0 ? 1 : -1;
    const int end = i < 0 ? 0 : n - 1;
    if (n == 2) return 2 * values(end) - values(end + step);
    return 3 * values(end) - 3 * values(end + step) + values(end + 2 * step);
  };
  const std::array<double, 4> v{with_ends(left - 1), with_ends(left), with_ends(left + 1),
                                with_ends(left + 2)};
  const double slope_left = 0.5 * (v[2] - v[0]);
  const double slope_right = 0.5 * (v[3] - v[1]);
  const double rise = v[2] - v[1];
  const double value = v[1] + t * (slope_left + t * (3 * rise - 2 * slope_left - slope_right +
                                                     t * (slope_left + slope_right - 2 * rise)));
  return std::isfinite(value) ? value : values(centre);
}

}  // namespace

DistanceTable::DistanceTable(const Grid& grid, std::vector<double> values)
    : grid_(grid), values_(std::move(values)) {}

double DistanceTable::along_x(double position, int j) const {
  return interpolated(grid_.nx, position, [&](int i) { return at(i, j); });
}

double DistanceTable::operator()(double x, double y) const {
  const double i = (x - grid_.x0) / grid_.dx;
  const double j = (y - grid_.y0) / grid_.dy;
  return interpolated(grid_.ny, j, [&](int row) { return along_x(i, row); });
}

}  // namespace tread::capi
