#include "tread/profile/check_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/profile/profile_shape.hpp"
#include "tread/profile/raw_profile.hpp"

namespace tread::profile {
namespace {

constexpr std::size_t k_most_told = 3;  // of one sort
constexpr std::size_t k_loop_points = 50;

std::string place_text(const ProfilePoint& point) {
  return fmt::format("y = {} mm, z = {} mm", mm_text(point.y), mm_text(point.z));
}

double cross(const ProfilePoint& o, const ProfilePoint& a, const ProfilePoint& b) {
  return (a.y - o.y) * (b.z - o.z) - (a.z - o.z) * (b.y - o.y);
}

bool segments_cross(const ProfilePoint& a, const ProfilePoint& b, const ProfilePoint& c,
                    const ProfilePoint& d) {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

class Checker {
 public:
  Checker(ProfileKind kind, std::span<const ProfilePoint> points, const ProfileLimits& limits)
      : kind_(kind), points_(points), limits_(limits) {}

  ProfileFindings check() && {
    if (check_numbers() && check_width()) {
      check_sides_up();
      if (check_order()) {
        check_turns();
        if (kind_ == ProfileKind::wheel) {
          check_wheel();
        } else {
          check_rail();
        }
      }
    }
    return std::move(findings_);
  }

 private:
  void error(std::string text, std::size_t point) {
    findings_.errors.push_back({std::move(text), point});
  }
  void warn(std::string text, std::size_t point) {
    findings_.warnings.push_back({std::move(text), point});
  }
  std::size_t whole() const { return points_.size(); }

  bool check_numbers() {
    if (points_.size() < Profile::k_least_points) {
      error(fmt::format("has {} points: at least {} are needed", points_.size(),
                        Profile::k_least_points),
            whole());
      return false;
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (std::isfinite(points_[i].y) && std::isfinite(points_[i].z)) continue;
      error(fmt::format("point {} is not a number", i + 1), i);
      return false;
    }
    return true;
  }

  bool check_width() {
    const auto [low, high] = std::ranges::minmax(points_, {}, &ProfilePoint::y);
    const double width = high.y - low.y;
    if (width >= limits_.least_width && width <= limits_.most_width) return true;
    error(fmt::format("is {} mm wide: a {} has {} to {} mm", mm_text(width), to_string(kind_),
                      mm_text(limits_.least_width), mm_text(limits_.most_width)),
          whole());
    return false;
  }

  void check_sides_up() {
    const ShapeSenses senses = senses_of_shape(kind_, points_);
    if (senses.z == AxisSense::mirrored && senses.z_is_certain) {
      error(kind_ == ProfileKind::wheel
                ? "is upside down: its flange points to the axle (z must point down)"
                : "is upside down: the rail's sides go up from its head (z must point down)",
            whole());
    } else if (senses.y == AxisSense::mirrored) {
      error(kind_ == ProfileKind::wheel
                ? "has its flange on the field side: it must lie at negative y"
                : "has its gauge face on the field side: the one side it has must lie at "
                  "negative y",
            whole());
    }
  }

  bool check_order() {
    std::size_t n_found = 0;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      if (points_[i].y > points_[i - 1].y) continue;
      if (++n_found > k_most_told) continue;
      const double fall = points_[i - 1].y - points_[i].y;
      error(fmt::format(
                "y {} at {}: {}",
                fall > 0 ? fmt::format("falls back by {} mm", mm_text(fall)) : "does not rise",
                place_text(points_[i]), sort_of_fall(i)),
            i);
    }
    if (n_found > k_most_told) {
      error(fmt::format("and {} more places where y falls back", n_found - k_most_told), whole());
    }
    return n_found == 0;
  }

  std::string sort_of_fall(std::size_t i) const {
    const ProfilePoint& a = points_[i - 1];
    const ProfilePoint& b = points_[i];
    if (a.y == b.y && a.z == b.z) return "two points in one place";
    if (a.y == b.y) return "a vertical side, which no wheel or rail can be seen to have";
    const std::size_t begin = i > k_loop_points ? i - k_loop_points : 0;
    const std::size_t end = std::min(points_.size() - 1, i + k_loop_points);
    for (std::size_t j = begin; j < end; ++j) {
      for (std::size_t k = j + 2; k < end; ++k) {
        if (segments_cross(points_[j], points_[j + 1], points_[k], points_[k + 1])) {
          return fmt::format("a loop, the curve crosses itself between points {} and {}", j + 1,
                             k + 2);
        }
      }
    }
    return "a zig-zag, or points in the wrong order";
  }

  /// Turn at a point, rad, from -pi to pi.
  double turn_at(std::size_t i) const {
    const ProfilePoint& a = points_[i - 1];
    const ProfilePoint& b = points_[i];
    const ProfilePoint& c = points_[i + 1];
    return std::atan2(cross(a, b, c), (b.y - a.y) * (c.y - b.y) + (b.z - a.z) * (c.z - b.z));
  }

  void check_turns() {
    constexpr double k_degree = std::numbers::pi / 180;
    std::size_t n_kinks = 0;
    std::size_t sharpest = 0;
    std::size_t n_swings = 0;
    double before = 0;
    for (std::size_t i = 1; i + 1 < points_.size(); ++i) {
      const double turn = turn_at(i);
      if (std::abs(turn) > limits_.spike) {
        error(fmt::format("turns by {:.0f} degrees at {}: a spike", std::abs(turn) / k_degree,
                          place_text(points_[i])),
              i);
      } else if (std::abs(turn) > limits_.kink) {
        ++n_kinks;
        if (sharpest == 0 || std::abs(turn) > std::abs(turn_at(sharpest))) sharpest = i;
        n_swings += before * turn < 0 ? 1 : 0;
      }
      before = std::abs(turn) > limits_.kink ? turn : 0;
    }
    if (n_kinks == 0) return;
    warn(fmt::format("has {}, the sharpest of {:.0f} degrees at {}",
                     n_kinks == 1 ? "a kink" : fmt::format("{} kinks", n_kinks),
                     std::abs(turn_at(sharpest)) / k_degree, place_text(points_[sharpest])),
         sharpest);
    if (n_swings >= 2) {
      warn(fmt::format("turns to and fro {} times from point to point (a zig-zag): smooth it",
                       n_swings),
           sharpest);
    }
  }

  void check_wheel() {
    if (senses_of_shape(kind_, points_).z == AxisSense::unknown) {
      warn("has no flange: which way is up, and which side is which, cannot be checked", whole());
      return;
    }
    const auto tip = std::ranges::max_element(points_, {}, &ProfilePoint::z);
    const double fall = tip->z - points_.front().z;
    if (fall >= 0.002) return;
    warn(fmt::format("has no flange back: it begins at {}, {} mm from the tip of the flange",
                     place_text(points_.front()), mm_text(fall)),
         0);
  }

  void check_rail() {
    if (senses_of_shape(kind_, points_).z == AxisSense::unknown) {
      warn("is flat: which way is up cannot be checked", whole());
    }
    const auto top = std::ranges::min_element(points_, {}, &ProfilePoint::z);
    const double gauge_depth = points_.front().z - top->z;
    if (gauge_depth < limits_.gauge_height) {
      warn(fmt::format(
               "ends {} mm below its top on the gauge side, at {}: the gauge is taken {} mm "
               "below it",
               mm_text(gauge_depth), place_text(points_.front()), mm_text(limits_.gauge_height)),
           0);
      return;
    }
    if (points_.back().z - top->z < limits_.gauge_height) return;
    const auto is_deep = [&](const ProfilePoint& point) {
      return point.z - top->z >= limits_.gauge_height;
    };
    const auto gauge_face = std::find_if(std::make_reverse_iterator(top), points_.rend(), is_deep);
    const auto field_face = std::find_if(top, points_.end(), is_deep);
    const double excess = (field_face->y - middle_of_top()) - (middle_of_top() - gauge_face->y);
    if (excess > 0.002) {
      warn(fmt::format("has its top {} mm nearer to the gauge face than to the field side: a rail "
                       "that leans inwards has it the other way round (is it a left one?)",
                       mm_text(excess)),
           whole());
    }
  }

  /// A worn top is flat: its highest point alone says little.
  double middle_of_top() const {
    constexpr double k_flat = 2e-5;  // m
    const double top = std::ranges::min(points_, {}, &ProfilePoint::z).z;
    const auto is_top = [&](const ProfilePoint& point) { return point.z < top + k_flat; };
    const auto first = std::find_if(points_.begin(), points_.end(), is_top);
    const auto last = std::find_if(points_.rbegin(), points_.rend(), is_top);
    return (first->y + last->y) / 2;
  }

  ProfileKind kind_;
  std::span<const ProfilePoint> points_;
  ProfileLimits limits_;
  ProfileFindings findings_;
};

}  // namespace

ProfileFindings check_profile(ProfileKind kind, std::span<const ProfilePoint> points,
                              const ProfileLimits& limits) {
  return Checker(kind, points, limits).check();
}

}  // namespace tread::profile
