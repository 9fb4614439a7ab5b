#include "tread/profile/profile_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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

/// How steeply the profile goes from point i on, towards higher or lower numbers, rad: of a chord
/// of some length, so that noise does not count. Nothing where the profile ends before.
struct Chord {
  double angle;
  std::size_t end;
};
std::optional<Chord> chord_from(std::span<const ProfilePoint> points, std::size_t i,
                                std::ptrdiff_t step, double length) {
  for (auto j = static_cast<std::ptrdiff_t>(i) + step; j >= 0 && j < std::ssize(points);
       j += step) {
    const ProfilePoint& far = points[static_cast<std::size_t>(j)];
    const double dy = std::abs(far.y - points[i].y);
    const double dz = std::abs(far.z - points[i].z);
    if (std::hypot(dy, dz) >= length) return Chord{std::atan2(dz, dy), static_cast<std::size_t>(j)};
  }
  return std::nullopt;
}

/// Whether what sticks out by `height` at one end of a wheel has a flank and flattens towards its
/// tip.
/// @param towards_tread the sign of y from the tip to the tread
bool is_flange(std::span<const ProfilePoint> points, double sign, double height,
               double towards_tread, double length) {
  constexpr double k_flank = 0.61;  // rad
  const auto at_tip = std::ranges::max_element(
      points, {}, [sign](const ProfilePoint& point) { return sign * point.z; });
  const auto tip = static_cast<std::size_t>(at_tip - points.begin());
  const bool rises = points.back().y > points.front().y;
  const std::ptrdiff_t step = (towards_tread > 0) == rises ? 1 : -1;
  const std::optional<Chord> first = chord_from(points, tip, step, length);
  if (!first) return false;
  double steepest = 0;
  for (std::optional<Chord> chord = first; chord;
       chord = chord_from(points, chord->end, step, length)) {
    steepest = std::max(steepest, chord->angle);
    if (sign * (at_tip->z - points[chord->end].z) > height) break;
  }
  return steepest > k_flank && first->angle < steepest / 2;
}

ShapeSenses senses_of_wheel(const Outline& outline, std::span<const ProfilePoint> points) {
  const double middle = outline.level(outline.total_width / 2);
  const double rim = 0.06 * outline.width();
  const double towards_rail = outline.level(outline.total_width - rim) - middle;
  const double towards_axle = middle - outline.level(rim);
  const double height = std::max(towards_rail, towards_axle);
  if (!(height > 0.07 * outline.width()) || !is_clear(towards_rail, towards_axle)) return {};
  const double sign = towards_rail > towards_axle ? 1 : -1;
  double moment = 0;
  double weight = 0;
  for (const Stretch& stretch : outline.stretches) {
    if (sign * (stretch.z - middle) < height / 2) continue;
    moment += stretch.width * stretch.y;
    weight += stretch.width;
  }
  const double offset = moment / weight - (outline.lowest_y + outline.highest_y) / 2;
  if (std::abs(offset) < 0.1 * outline.width() ||
      !is_flange(points, sign, height, -offset, 0.01 * outline.width())) {
    return {};
  }
  return {sense(offset < 0), sense(sign > 0), true};
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
  return {AxisSense::unknown, sense(upper < lower), true};
}

/// Whether an end of a head is a side, and none goes the other way.
bool has_sides(std::span<const ProfilePoint> points, double sign, double length) {
  constexpr double k_side = 0.52;  // rad
  bool falls = false;
  for (const std::ptrdiff_t step : {1, -1}) {
    const std::size_t end = step > 0 ? 0 : points.size() - 1;
    const std::optional<Chord> chord = chord_from(points, end, step, length);
    if (!chord || chord->angle < k_side) continue;
    if (sign * (points[end].z - points[chord->end].z) < 0) return false;
    falls = true;
  }
  return falls;
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
  senses.z_is_certain = has_sides(points, sign, 0.02 * outline.width());
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
  if (has_one_side && senses.z_is_certain) senses.y = sense(left > right);
  return senses;
}

}  // namespace

ShapeSenses senses_of_shape(ProfileKind kind, std::span<const ProfilePoint> points) {
  if (points.size() < 2) return {};
  const auto [low, high] = std::ranges::minmax(points, {}, &ProfilePoint::y);
  if (!(high.y > low.y)) return {};
  const Outline outline = outline_of(points);
  return kind == ProfileKind::wheel ? senses_of_wheel(outline, points)
                                    : senses_of_rail(outline, points);
}

}  // namespace tread::profile
