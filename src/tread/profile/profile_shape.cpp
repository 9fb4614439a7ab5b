#include "tread/profile/profile_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tread::profile {
namespace {

struct Stretch {
  double y, z;   // its middle
  double width;  // along y
};

struct Outline {
  std::vector<Stretch> stretches;  // by rising z
  double lowest_y, highest_y;
  double total_width = 0;

  double width() const { return highest_y - lowest_y; }

  /// The z below which this much of the width lies.
  double level(double width_below) const {
    double sum = 0;
    for (const Stretch& stretch : stretches) {
      sum += stretch.width;
      if (sum >= width_below) return stretch.z;
    }
    return stretches.back().z;
  }
};

Outline outline_of(std::span<const ProfilePoint> points) {
  const auto [low, high] = std::ranges::minmax(points, {}, &ProfilePoint::y);
  Outline outline{{}, low.y, high.y};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ProfilePoint& a = points[i - 1];
    const ProfilePoint& b = points[i];
    const double width = std::abs(b.y - a.y);
    outline.total_width += width;
    // Long stretches in parts: their heights would count as one.
    const int n = 1 + static_cast<int>(std::min(20.0, width / (0.01 * outline.width())));
    for (int k = 0; k < n; ++k) {
      const double t = (k + 0.5) / n;
      outline.stretches.push_back({a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), width / n});
    }
  }
  std::ranges::sort(outline.stretches, {}, &Stretch::z);
  return outline;
}

AxisSense sense(bool is_right) { return is_right ? AxisSense::right : AxisSense::mirrored; }

bool is_clear(double a, double b) { return std::max(a, b) > 1.5 * std::min(a, b); }

ShapeSenses senses_of_wheel(const Outline& outline) {
  const double middle = outline.level(outline.total_width / 2);
  const double rim = 0.06 * outline.width();
  const double towards_rail = outline.level(outline.total_width - rim) - middle;
  const double towards_axle = middle - outline.level(rim);
  const double height = std::max(towards_rail, towards_axle);
  ShapeSenses senses;
  if (!(height > 0.07 * outline.width()) || !is_clear(towards_rail, towards_axle)) return senses;
  const double sign = towards_rail > towards_axle ? 1 : -1;
  senses.z = sense(sign > 0);
  double moment = 0;
  double weight = 0;
  for (const Stretch& stretch : outline.stretches) {
    if (sign * (stretch.z - middle) < height / 2) continue;
    moment += stretch.width * stretch.y;
    weight += stretch.width;
  }
  const double offset = moment / weight - (outline.lowest_y + outline.highest_y) / 2;
  if (std::abs(offset) > 0.1 * outline.width()) senses.y = sense(offset < 0);
  return senses;
}

/// Between the points whose z is from least to most.
double width_between(std::span<const ProfilePoint> points, double least, double most) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const ProfilePoint& point : points) {
    if (point.z < least || point.z > most) continue;
    low = std::min(low, point.y);
    high = std::max(high, point.y);
  }
  return std::max(high - low, 0.0);
}

/// A rail with its web and foot: the foot is wider than the head.
ShapeSenses senses_of_whole_rail(std::span<const ProfilePoint> points, double least, double most) {
  const double third = (most - least) / 3;
  const double upper = width_between(points, least, least + third);
  const double lower = width_between(points, most - third, most);
  if (std::abs(upper - lower) < 0.1 * std::max(upper, lower)) return {};
  return {AxisSense::unknown, sense(upper < lower)};
}

ShapeSenses senses_of_rail(const Outline& outline, std::span<const ProfilePoint> points) {
  const double middle = outline.level(outline.total_width / 2);
  const auto [least, most] = std::ranges::minmax(points, {}, &ProfilePoint::z);
  if (most.z - least.z > 0.8 * outline.width()) {
    return senses_of_whole_rail(points, least.z, most.z);
  }
  const double down = most.z - middle;
  const double up = middle - least.z;
  ShapeSenses senses;
  if (!(std::max(down, up) > 0.004 * outline.width()) || !is_clear(down, up)) return senses;
  const double sign = down > up ? 1 : -1;
  senses.z = sense(sign > 0);
  const ProfilePoint top = sign > 0 ? least : most;
  double left = 0;
  double right = 0;
  for (const ProfilePoint& point : points) {
    double& side = point.y < top.y ? left : right;
    side = std::max(side, sign * (point.z - top.z));
  }
  const double side_depth = 0.1 * outline.width();
  const bool has_one_side =
      std::min(left, right) < side_depth && std::max(left, right) > 2 * side_depth;
  if (has_one_side) senses.y = sense(left > right);
  return senses;
}

}  // namespace

ShapeSenses senses_of_shape(ProfileKind kind, std::span<const ProfilePoint> points) {
  if (points.size() < 2) return {};
  const auto [low, high] = std::ranges::minmax(points, {}, &ProfilePoint::y);
  if (!(high.y > low.y)) return {};
  const Outline outline = outline_of(points);
  return kind == ProfileKind::wheel ? senses_of_wheel(outline) : senses_of_rail(outline, points);
}

}  // namespace tread::profile
