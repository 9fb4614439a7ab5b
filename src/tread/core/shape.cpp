#include "tread/core/shape.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

double quadric(const std::array<double, 6>& b, double x, double y) {
  return b[0] * x * x + b[1] * x * y + b[2] * y * y + b[3] * x + b[4] * y + b[5];
}

/// Height of a circular arc of radius R over its lowest point: R - sqrt(R^2 - s^2) without the
/// cancellation.
double arc_height(double radius, double s_squared) {
  const double root_squared = radius * radius - s_squared;
  if (root_squared < 0) return k_infinity;
  return s_squared / (radius + std::sqrt(root_squared));
}

double distance(const Sphere& s, double x, double y) { return arc_height(s.radius, x * x + y * y); }

double distance(const Paraboloid& s, double x, double y) {
  return 0.5 * (x * x / s.radius_x + y * y / s.radius_y);
}

double distance(const Ellipsoid& s, double x, double y) {
  const double u = x / s.semi_axis_x;
  const double v = y / s.semi_axis_y;
  return s.semi_axis_z * arc_height(1, u * u + v * v);
}

double distance(const Cylinder& s, double x, double y) {
  const double across = s.axis == Axis::x ? y : x;
  const double along = s.axis == Axis::x ? x : y;
  if (2 * std::abs(along) > s.length) return k_infinity;
  return arc_height(s.radius, across * across);
}

double distance(const Quadric& s, double x, double y) { return quadric(s.b, x, y); }

double distance(const WheelOnRail& s, double x, double y) {
  const double curvature_y = 1 / s.wheel_profile_radius + 1 / s.rail_profile_radius;
  return 0.5 * (x * x / s.wheel_rolling_radius + curvature_y * y * y);
}

double distance(const CircularPunch& s, double x, double y) {
  return std::hypot(x, y) <= s.radius ? 0 : k_infinity;
}

double distance(const RectangularPunch& s, double x, double y) {
  return 2 * std::abs(x) <= s.length_x && 2 * std::abs(y) <= s.width_y ? 0 : k_infinity;
}

template <class Function>
std::vector<double> at_cells(const Grid& grid, Function&& function) {
  std::vector<double> values(grid.n_cells());
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      values[grid.index(i, j)] = function(grid.x(i), grid.y(j));
    }
  }
  return values;
}

template <class Simple>
std::vector<double> on_grid(const Simple& shape, const Grid& grid) {
  return at_cells(grid, [&](double x, double y) { return distance(shape, x, y); });
}

std::vector<double> on_grid(const QuadricWithSines&, const Grid&) {
  throw ModelError("a quadric with sines is not available yet");
}

std::vector<double> on_grid(const CircleAlongX&, const Grid&) {
  throw ModelError("a circle along x is not available yet");
}

std::vector<double> on_grid(const HeightField& shape, const Grid& grid) {
  if (!(shape.grid == grid) || shape.heights.size() != grid.n_cells()) {
    throw ModelError(fmt::format(
        "heights are given on {} x {} cells ({} values) and cannot be used on {} x {} cells",
        shape.grid.nx, shape.grid.ny, shape.heights.size(), grid.nx, grid.ny));
  }
  return shape.heights;
}

}  // namespace

std::vector<double> undeformed_distance(const Shape& shape, const Grid& grid) {
  return std::visit([&](const auto& s) { return on_grid(s, grid); }, shape);
}

std::vector<unsigned char> allowed_cells(const Planform&, const Grid& grid) {
  return std::vector<unsigned char>(grid.n_cells(), 1);
}

}  // namespace tread
