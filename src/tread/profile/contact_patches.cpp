#include "tread/profile/contact_patches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tread/core/errors.hpp"

namespace tread::profile {
namespace {

constexpr int k_samples = 48;                    // over an overlap, dense towards its ends
constexpr double k_edge = 1e-9;                  // m: how exactly the ends of an overlap are found
constexpr double k_wheel_table_step = 0.025e-3;  // m, of the wheel's heights
constexpr double k_deep = 0.1;  // of the deepest overlap: what counts for conformity
constexpr double k_seam_power = 0.8;
constexpr double k_steepest = 0.1;         // cosine of a surface's angle to the plane of contact
constexpr double k_last_move = 1e-8;       // m
constexpr double k_normal_height = 1e-14;  // m

void check_rule(const PatchRule& rule) {
  if (!(rule.combine_distance >= 0) || !(rule.separate_distance >= rule.combine_distance)) {
    throw ModelError(fmt::format(
        "patches are combined up to a distance of {:.4g} mm and separate beyond {:.4g} mm: the "
        "second must not be smaller, nor the first negative",
        1e3 * rule.combine_distance, 1e3 * rule.separate_distance));
  }
  if (!(rule.separate_angle > 0) || !(rule.conformal_angle > 0)) {
    throw ModelError(
        fmt::format("angles at which patches separate ({:.4g} rad) and are conformal "
                    "({:.4g} rad) must be positive",
                    rule.separate_angle, rule.conformal_angle));
  }
}

/// Where an overlap lies along the track, m.
struct AlongTrack {
  double low, high;

  explicit AlongTrack(const ContactPatch& patch) : low(patch.x_low), high(patch.x_high) {}
  void widen(const AlongTrack& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  double gap_to(const AlongTrack& other) const {
    return std::max({0.0, other.low - high, low - other.high});
  }
};

/// Between the overlaps' ends, m: across, and along the track where yaw has moved one ahead of the
/// other.
double distance_between(const ContactPatch& left, const AlongTrack& end_of_left,
                        const ContactPatch& right) {
  return std::hypot((right.start - left.end).norm(), end_of_left.gap_to(AlongTrack(right)));
}

/// Puts the second patch, to the right of the first, into the first: means by their weights. Seams
/// keep their y in the track until the reference is known.
void combine(ContactPatch& left, const ContactPatch& right, double distance,
             const PatchRule& rule) {
  if (distance > rule.combine_distance) {
    const double share =
        (rule.separate_distance - distance) / (rule.separate_distance - rule.combine_distance);
    left.seams.push_back({(left.end.x() + right.start.x()) / 2, std::pow(share, k_seam_power)});
  }
  const double share = right.weight / (left.weight + right.weight);
  const auto mean = [share](double a, double b) { return a + share * (b - a); };
  ContactPoint& to = left.reference;
  const ContactPoint& from = right.reference;
  const double x = mean(to.position.x(), from.position.x());
  const double y = mean(to.position.y(), from.position.y());
  const double angle = mean(to.angle, from.angle);
  if (from.penetration > to.penetration) to = from;
  to.position.x() = x;
  to.position.y() = y;
  to.angle = angle;
  left.x_low = std::min(left.x_low, right.x_low);
  left.x_high = std::max(left.x_high, right.x_high);
  left.end = right.end;
  left.lowest_angle = std::min(left.lowest_angle, right.lowest_angle);
  left.highest_angle = std::max(left.highest_angle, right.highest_angle);
  left.weight += right.weight;
  left.n_overlaps += right.n_overlaps;
  left.at_profile_end = left.at_profile_end || right.at_profile_end;
}

}  // namespace

std::string warning_of(const ContactPatch& patch) {
  const double y = 1e3 * patch.reference.rail_y;
  std::string text;
  if (patch.conformal) {
    text = fmt::format(
        "the patch at y = {:.4g} mm of the rail is conformal: over it the rail turns from {:.3g} "
        "to "
        "{:.3g} rad, but is treated as a plane at {:.3g} rad",
        y, patch.lowest_angle, patch.highest_angle, patch.reference.angle);
  }
  if (patch.at_profile_end) {
    text += fmt::format(
        "{}a profile ends in the patch at y = {:.4g} mm of the rail, {:.4g} mm of the wheel: "
        "beyond "
        "the end there is no contact; give more of the profile",
        text.empty() ? "" : "; ", y, 1e3 * patch.reference.wheel_y);
  }
  return text;
}

PatchSearch::PatchSearch(ContactSearch search, PatchRule rule)
    : search_(std::move(search)),
      rule_(rule),
      wheel_heights_(search_.pair().wheel, k_wheel_table_step) {
  check_rule(rule_);
}

void PatchSearch::set_rule(const PatchRule& rule) {
  check_rule(rule);
  rule_ = rule;
}

double PatchSearch::edge(const PosedWheel& wheel, double inside, double outside) const {
  while (std::abs(outside - inside) > k_edge) {
    const double middle = (inside + outside) / 2;
    const Overlap overlap = search_.overlap(wheel, middle);
    (overlap.exists && overlap.depth > 0 ? inside : outside) = middle;
  }
  return inside;
}

PatchSearch::Extent PatchSearch::extent_of(const PosedWheel& wheel, double place) const {
  const double length = search_.pair().wheel.length();
  Extent extent{place, place, false};
  const auto follow = [&](double direction, double& side) {
    for (;;) {
      const double next = std::clamp(side + direction * search_.options().step, 0.0, length);
      const Overlap overlap = search_.overlap(wheel, next);
      if (overlap.exists && overlap.depth > 0 && next != side) {
        side = next;
        continue;
      }
      extent.ends = extent.ends || !overlap.exists || next == side;
      side = edge(wheel, side, next);
      return;
    }
  };
  follow(-1, extent.low);
  follow(1, extent.high);
  return extent;
}

ContactPatch PatchSearch::patch_of(const PosedWheel& wheel, const Extent& extent,
                                   const ContactPoint& deepest) {
  ContactPatch patch;
  patch.reference = deepest;
  patch.at_profile_end = extent.ends;
  patch.x_low = std::numeric_limits<double>::infinity();
  patch.x_high = -patch.x_low;
  patch.lowest_angle = patch.highest_angle = deepest.angle;
  const double deep = k_deep * deepest.penetration / std::cos(deepest.angle);
  const double radius = wheel.nominal_radius();
  double sum_x = 0;
  double sum_y = 0;
  double sum_angle = 0;
  Overlap before;
  double weight_before = 0;
  for (int i = 0; i <= k_samples; ++i) {
    const double along = std::sin(std::numbers::pi * (static_cast<double>(i) / k_samples - 0.5));
    const Overlap here = search_.overlap(
        wheel, (extent.low + extent.high) / 2 + along * (extent.high - extent.low) / 2);
    const double depth = std::max(0.0, here.depth);
    const double weight = depth * depth * std::sqrt(depth);
    const double reach = std::sqrt(2 * radius * depth);
    patch.x_low = std::min(patch.x_low, here.x - reach);
    patch.x_high = std::max(patch.x_high, here.x + reach);
    if (depth > deep) {
      patch.lowest_angle = std::min(patch.lowest_angle, here.angle);
      patch.highest_angle = std::max(patch.highest_angle, here.angle);
    }
    if (i == 0) {
      patch.start = {here.y, here.z};
    } else {
      const double half = (here.y - before.y) / 2;
      patch.weight += half * (weight_before + weight);
      sum_x += half * (weight_before * before.x + weight * here.x);
      sum_y += half * (weight_before * before.y + weight * here.y);
      sum_angle += half * (weight_before * before.angle + weight * here.angle);
    }
    if (i == k_samples) patch.end = {here.y, here.z};
    before = here;
    weight_before = weight;
  }
  if (patch.weight > 0) {
    patch.reference.position.x() = sum_x / patch.weight;
    patch.reference.position.y() = sum_y / patch.weight;
    patch.reference.angle = sum_angle / patch.weight;
  }
  return patch;
}

void PatchSearch::complete(const PosedWheel& wheel, ContactPatch& patch) const {
  const Profile& rail = search_.pair().rail;
  const Profile& profile = search_.pair().wheel;
  const double offset = search_.rail_offset();
  ContactPoint& reference = patch.reference;
  reference.rail_y = reference.position.y() - offset;
  const double place = rail.place_of(reference.rail_y);
  reference.position.z() = rail.at(place).z;
  patch.s_low = rail.place_of(patch.start.x() - offset) - place;
  patch.s_high = rail.place_of(patch.end.x() - offset) - place;
  reference.wheel_y = std::clamp(wheel.to_wheelset(reference.position).y() - wheel.half_spacing(),
                                 profile.lowest_y(), profile.highest_y());
  reference.rolling_radius = wheel.nominal_radius() + profile.height(reference.wheel_y);
  reference.at_profile_end = patch.at_profile_end;
  for (PatchSeam& seam : patch.seams) {
    seam.s = (seam.s - reference.position.y()) / std::cos(reference.angle);
  }
  patch.conformal = std::max(patch.highest_angle - reference.angle,
                             reference.angle - patch.lowest_angle) > rule_.conformal_angle;
}

/// From left to right, in place.
void PatchSearch::join(std::vector<ContactPatch>& patches) const {
  if (patches.empty()) return;
  std::size_t n = 0;
  AlongTrack last(patches.front());  // of the overlaps since the last seam
  for (std::size_t i = 1; i < patches.size(); ++i) {
    ContactPatch& left = patches[n];
    const ContactPatch& right = patches[i];
    const AlongTrack next(right);
    const double distance = distance_between(left, last, right);
    const bool is_whole = distance <= rule_.combine_distance;
    if (std::abs(left.reference.angle - right.reference.angle) <= rule_.separate_angle &&
        distance <= rule_.separate_distance) {
      combine(left, right, distance, rule_);
      if (is_whole) {
        last.widen(next);
        continue;
      }
    } else {
      patches[++n] = patches[i];
    }
    last = next;
  }
  patches.resize(n + 1);
}

void PatchSearch::find(const WheelsetPose& pose, std::vector<ContactPatch>& patches) {
  patches.clear();
  extents_.clear();
  search_.find(pose, std::numeric_limits<double>::infinity(), points_);
  gap_ = points_.empty() ? std::numeric_limits<double>::infinity() : -points_.front().penetration;
  const PosedWheel wheel(search_.pair().wheelset, pose);
  for (const ContactPoint& point : points_) {
    if (!(point.penetration > 0)) break;
    const double place = search_.pair().wheel.place_of(point.wheel_y);
    const bool known = std::any_of(extents_.begin(), extents_.end(), [place](const Extent& extent) {
      return place >= extent.low && place <= extent.high;
    });
    if (known) continue;
    extents_.push_back(extent_of(wheel, place));
    patches.push_back(patch_of(wheel, extents_.back(), point));
  }
  std::sort(patches.begin(), patches.end(),
            [](const ContactPatch& a, const ContactPatch& b) { return a.start.x() < b.start.x(); });
  join(patches);
  for (ContactPatch& patch : patches) complete(wheel, patch);
}

Grid patch_grid(const ContactPatch& patch, double dx, double dy, int rounding) {
  const auto first = [](double low, double size) {
    return static_cast<int>(std::floor(low / size)) - 1;
  };
  const auto count = [&](double low, double high, double size) {
    const int n = static_cast<int>(std::ceil(high / size)) + 1 - first(low, size) + 1;
    return (n + rounding - 1) / rounding * rounding;
  };
  const double x = patch.reference.position.x();
  Grid grid;
  grid.dx = dx;
  grid.dy = dy;
  grid.nx = count(patch.x_low - x, patch.x_high - x, dx);
  grid.ny = count(-patch.s_high, -patch.s_low, dy);
  grid.x0 = dx * first(patch.x_low - x, dx);
  grid.y0 = dy * first(-patch.s_high, dy);
  return grid;
}

namespace {

constexpr double k_none = std::numeric_limits<double>::infinity();

/// The rail over a patch's plane: its height above the plane at lengths along the plane.
class RailOverPlane {
 public:
  RailOverPlane(const ContactSearch& search, const ContactPoint& reference)
      : rail_(search.pair().rail),
        y_(reference.rail_y),
        z_(reference.position.z()),
        cos_(std::cos(reference.angle)),
        sin_(std::sin(reference.angle)),
        place_(rail_.place_of(reference.rail_y)) {}

  /// @param s m, to the right; infinite: the rail has ended. Calls follow each other closely.
  double height(double s) {
    double place = place_;
    for (int step = 0; step < 50; ++step) {
      const ProfileSample at = rail_.at(place);
      const double miss = cos_ * (at.y - y_) + sin_ * (at.z - z_) - s;
      const double speed = cos_ * at.slope_y + sin_ * at.slope_z;
      if (speed < k_steepest) return k_none;
      const double next = std::clamp(place - miss / speed, 0.0, rail_.length());
      if (std::abs(next - place) < k_normal_height) {
        if (std::abs(miss) > k_edge) return k_none;  // held by the rail's end
        place_ = next;
        return sin_ * (at.y - y_) - cos_ * (at.z - z_);
      }
      place = next;
    }
    return k_none;
  }

 private:
  const Profile& rail_;
  double y_, z_;
  double cos_, sin_;
  double place_;
};

/// Where a line along the plane's normal enters the wheel.
class WheelOverPlane {
 public:
  WheelOverPlane(const PatchSearch& search, const WheelsetPose& pose, const ContactPoint& reference)
      : wheel_(search.search().pair().wheelset, pose),
        profile_(search.wheel_heights()),
        origin_(wheel_.to_wheelset(reference.position)),
        along_(wheel_.rotation().transpose() * Eigen::Vector3d::UnitX()),
        across_(wheel_.rotation().transpose() *
                Eigen::Vector3d(0, std::cos(reference.angle), std::sin(reference.angle))),
        normal_(wheel_.rotation().transpose() *
                Eigen::Vector3d(0, std::sin(reference.angle), -std::cos(reference.angle))) {}

  double height(double x, double s, double guess) const {
    double height = guess;
    const Eigen::Vector3d base = origin_ + x * along_ + s * across_;
    for (int step = 0; step < 50; ++step) {
      const Eigen::Vector3d point = base + height * normal_;
      const double y = point.y() - wheel_.half_spacing();
      if (y < profile_.lowest_y() || y > profile_.highest_y()) return k_none;
      const HeightTable::Height at = profile_.at(y);
      const double radius = std::sqrt(point.x() * point.x() + point.z() * point.z());
      const double outside = radius - wheel_.nominal_radius() - at.z;
      const double change =
          (point.x() * normal_.x() + point.z() * normal_.z()) / radius - at.slope * normal_.y();
      if (!(change < 0)) return k_none;
      const double move = -outside / change;
      height += std::clamp(move, -5e-3, 5e-3);
      // Newton's method: what is left after a step is its square.
      if (std::abs(move) < k_last_move) return height;
    }
    return height;
  }

 private:
  PosedWheel wheel_;
  const HeightTable& profile_;
  Eigen::Vector3d origin_, along_, across_, normal_;
};

}  // namespace

void undeformed_distance(const PatchSearch& search, const WheelsetPose& pose,
                         const ContactPatch& patch, const Grid& grid,
                         std::vector<double>& distance) {
  distance.assign(grid.n_cells(), k_none);
  RailOverPlane rail(search.search(), patch.reference);
  const WheelOverPlane wheel(search, pose, patch.reference);
  double row_guess = 0;
  for (int j = 0; j < grid.ny; ++j) {
    const double s = -grid.y(j);
    const double below = rail.height(s);
    if (below == k_none) continue;
    double guess = row_guess;
    for (int i = 0; i < grid.nx; ++i) {
      const double above = wheel.height(grid.x(i), s, guess);
      if (above == k_none) continue;
      distance[grid.index(i, j)] = above - below;
      guess = above;
      if (i == 0) row_guess = above;
    }
  }
}

}  // namespace tread::profile
