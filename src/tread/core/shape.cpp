#include "tread/core/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
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

double distance(const QuadricWithSines& s, double x, double y) {
  const auto& b = s.b;
  return b[0] * std::sin(b[1] * (x - b[2])) - b[3] * std::sin(b[4] * (x - b[5])) + x * x / b[6] +
         y * y / b[7];
}

double distance(const CircleAlongX& s, double x, double y) {
  const double last_interval = static_cast<double>(s.heights.size() - 2);
  const double steps = (y - s.y_first) / s.y_step;
  const double interval = std::clamp(std::floor(steps), 0.0, last_interval);
  const auto k = static_cast<std::size_t>(interval);
  const double profile = s.heights[k] + (steps - interval) * (s.heights[k + 1] - s.heights[k]);
  return profile + (x - s.x_centre) * (x - s.x_centre) / (2 * s.radius);
}

bool contains(const Everywhere&, double, double) { return true; }

bool contains(const QuadraticRegion& region, double x, double y) {
  return quadric(region.b, x, y) < 0;
}

bool contains(const Rectangle& r, double x, double y) {
  return r.x_low <= x && x <= r.x_high && r.y_low <= y && y <= r.y_high;
}

bool contains(const TwoRectangles& pair, double x, double y) {
  return contains(pair.rectangles[0], x, y) || contains(pair.rectangles[1], x, y);
}

template <class Shape>
void check_numbers(const Shape&) {}

void check_numbers(const QuadricWithSines& s) {
  if (s.b[6] == 0 || s.b[7] == 0) {
    throw ModelError(
        fmt::format("a quadric with sines divides by b7 and b8, which must not be 0, got {} and {}",
                    s.b[6], s.b[7]));
  }
}

void check_numbers(const CircleAlongX& s) {
  if (s.heights.size() < 2 || !(s.y_step > 0) || s.radius == 0) {
    throw ModelError(fmt::format(
        "a tabulated profile needs two heights or more, a step > 0 and a radius other than 0, got "
        "{} heights, step {} m, radius {} m",
        s.heights.size(), s.y_step, s.radius));
  }
}

template <class Value, class Function>
std::vector<Value> at_cells(const Grid& grid, Function&& function) {
  std::vector<Value> values(grid.n_cells());
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      values[grid.index(i, j)] = function(grid.x(i), grid.y(j));
    }
  }
  return values;
}

template <class Simple>
std::vector<double> on_grid(const Simple& shape, const Grid& grid) {
  check_numbers(shape);
  return at_cells<double>(grid, [&](double x, double y) { return distance(shape, x, y); });
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

std::vector<unsigned char> allowed_cells(const Planform& planform, const Grid& grid) {
  const auto is_allowed = [&](const auto& region) {
    return at_cells<unsigned char>(
        grid, [&](double x, double y) -> unsigned char { return contains(region, x, y) ? 1 : 0; });
  };
  return std::visit(is_allowed, planform);
}

}  // namespace tread
