#include "tread/profile/contact_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/profile/highest_point.hpp"

namespace tread::profile {
namespace {

constexpr double k_rail_table_step = 0.1e-3;  // m: cubics through values and slopes of the rail
constexpr std::size_t k_block = 8;            // samples of the wheel that are looked at together
constexpr double k_bin = 1e-3;                // m, of the rail's highest points
constexpr double k_slack = 1e-6;              // m: bounds are rounded, tables not exact
constexpr double k_steep = 1.7;               // slope of a gauge face, about 60 degrees

/// y of the gauge face in the rail's profile: where the profile is gauge_height below the top, or
/// its end if that is steep and not as deep (sides that lean back are cut off there).
double gauge_face_on_curve(const Profile& rail, double gauge_height) {
  const auto points = rail.points();
  const ProfilePoint top = highest_point(rail);  // not the origin, where a file's own is kept
  if (points.front().z - top.z < gauge_height) {
    const ProfileSample end = rail.at(0);
    if (-end.slope_z > k_steep * end.slope_y) return points.front().y;
    throw ModelError(fmt::format(
        "rail {}: its gauge side ends {:.3g} mm below the top, but the gauge is taken {:.3g} mm "
        "below it; give more of the profile's gauge face, or a smaller gauge height",
        rail.name(), 1e3 * (points.front().z - top.z), 1e3 * gauge_height));
  }
  double low = 0;
  double high = rail.place_of(top.y);
  while (high - low > 1e-15) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (rail.at(middle).z - top.z > gauge_height ? low : high) = middle;
  }
  return rail.at(high).y;
}

void check_search(const WheelRailPair& pair, const SearchOptions& options) {
  if (pair.wheel.kind() != ProfileKind::wheel) {
    throw ModelError(
        fmt::format("profile {} is given for a wheel but is that of a rail", pair.wheel.name()));
  }
  if (pair.rail.kind() != ProfileKind::rail) {
    throw ModelError(
        fmt::format("profile {} is given for a rail but is that of a wheel", pair.rail.name()));
  }
  if (!(pair.rail.lowest_y() < 0 && pair.rail.highest_y() > 0)) {
    throw ModelError(
        fmt::format("rail {} lies between y = {:.4g} and {:.4g} mm: its top, y = 0, "
                    "is not on it",
                    pair.rail.name(), 1e3 * pair.rail.lowest_y(), 1e3 * pair.rail.highest_y()));
  }
  if (!(pair.wheelset.nominal_radius > 0)) {
    throw ModelError(fmt::format("the wheels' nominal radius is {:.4g} m: it must be positive",
                                 pair.wheelset.nominal_radius));
  }
  if (!(options.step > 0) || !(options.curvature_width >= 0)) {
    throw ModelError(
        fmt::format("contact search: step {:.4g} m must be positive and the width of "
                    "curvatures {:.4g} m not negative",
                    options.step, options.curvature_width));
  }
}

double slope_of(const ProfileSample& sample) { return sample.slope_z / sample.slope_y; }

}  // namespace

ContactSearch::ContactSearch(WheelRailPair pair, SearchOptions options)
    : pair_(std::move(pair)), options_(options), rail_(pair_.rail, k_rail_table_step) {
  check_search(pair_, options_);
  rail_offset_ = pair_.track.gauge / 2 - gauge_face_on_curve(pair_.rail, pair_.track.gauge_height);
  sample_wheel();
  bound_blocks();
}

void ContactSearch::sample_wheel() {
  const double length = pair_.wheel.length();
  const auto n = static_cast<std::size_t>(std::ceil(length / options_.step));
  for (std::size_t i = 0; i <= n; ++i) {
    const double place = length * static_cast<double>(i) / static_cast<double>(n);
    const ProfileSample at = pair_.wheel.at(place);
    samples_.push_back({place, at.y, at.z, slope_of(at)});
  }
}

Overlap ContactSearch::overlap(const PosedWheel& wheel, double place) const {
  const LocusPoint locus = wheel.locus(pair_.wheel.at(place));
  const double y = locus.position.y() - rail_offset_;
  const Profile& rail = pair_.rail;
  if (!locus.visible || y < rail.lowest_y() || y > rail.highest_y()) return {};
  const ProfileSample below = rail.at(rail.place_of(y));
  return {locus.position.z() - below.z,
          locus.slope - slope_of(below),
          locus.position.x(),
          locus.position.y(),
          below.z,
          std::atan2(below.slope_z, below.slope_y),
          true};
}

/// Root of the difference of slopes: regula falsi that halves an end it keeps twice (Illinois),
/// which needs no derivative of the curvature and cannot leave the bracket.
double ContactSearch::refined_place(const PosedWheel& wheel, double low, double high) const {
  Overlap at_low = overlap(wheel, low);
  Overlap at_high = overlap(wheel, high);
  // The table that found the bracket is not exact: the maximum may lie just beyond it.
  if (at_low.exists && at_low.rise <= 0) {
    high = low;
    at_high = at_low;
    low = std::max(0.0, low - options_.step);
    at_low = overlap(wheel, low);
  } else if (at_high.exists && at_high.rise > 0) {
    low = high;
    at_low = at_high;
    high = std::min(pair_.wheel.length(), high + options_.step);
    at_high = overlap(wheel, high);
  }
  if (!at_low.exists || !(at_low.rise > 0)) return high;
  if (!at_high.exists || !(at_high.rise <= 0)) return low;
  double before = low;
  int kept = 0;
  for (int iteration = 0; iteration < 100; ++iteration) {
    double place = (low * at_high.rise - high * at_low.rise) / (at_high.rise - at_low.rise);
    if (!(place > low && place < high)) place = (low + high) / 2;
    if (std::abs(place - before) < 1e-16) break;
    before = place;
    const Overlap here = overlap(wheel, place);
    if (here.rise > 0) {
      low = place;
      at_low = here;
      if (kept == 1) at_high.rise /= 2;
      kept = 1;
    } else {
      high = place;
      at_high = here;
      if (kept == -1) at_low.rise /= 2;
      kept = -1;
    }
  }
  return before;
}

double ContactSearch::curvature_of(const Profile& profile, double place) const {
  const double half = options_.curvature_width / 2;
  if (half <= 0) return profile.at(place).curvature;
  const double low = std::max(0.0, place - half);
  const double high = std::min(profile.length(), place + half);
  const ProfileSample before = profile.at(low);
  const ProfileSample after = profile.at(high);
  // The mean of a curvature is the turn of the tangent over the length.
  const double sine = before.slope_y * after.slope_z - before.slope_z * after.slope_y;
  const double cosine = before.slope_y * after.slope_y + before.slope_z * after.slope_z;
  return std::atan2(sine, cosine) / (high - low);
}

ContactPoint ContactSearch::contact_point(const PosedWheel& wheel, double place) const {
  const ProfileSample on_wheel = pair_.wheel.at(place);
  const LocusPoint locus = wheel.locus(on_wheel);
  const double rail_y = locus.position.y() - rail_offset_;
  const double rail_place = pair_.rail.place_of(rail_y);
  const ProfileSample on_rail = pair_.rail.at(rail_place);
  ContactPoint point;
  point.position = {locus.position.x(), locus.position.y(), on_rail.z};
  point.angle = std::atan2(on_rail.slope_z, on_rail.slope_y);
  point.penetration = (locus.position.z() - on_rail.z) * on_rail.slope_y;
  point.wheel_y = on_wheel.y;
  point.rail_y = rail_y;
  point.rolling_radius = wheel.nominal_radius() + on_wheel.z;
  // Principal curvatures of the wheel, convex positive: of its circle (Meusnier) and its profile.
  const double round = on_wheel.slope_y / point.rolling_radius;
  const double across = -curvature_of(pair_.wheel, place);
  const double along = wheel.heading_squared(locus);
  point.curvature_x = (round * along + across * (1 - along)) / 2;
  point.curvature_y =
      (round * (1 - along) + across * along + curvature_of(pair_.rail, rail_place)) / 2;
  return point;
}

void ContactSearch::bound_blocks() {
  for (std::size_t first = 0; first + 1 < samples_.size(); first += k_block) {
    WheelBlock block{first, std::min(first + k_block, samples_.size() - 1), 0, 0, 0, 1};
    const double low = samples_[block.first].y;
    const double high = samples_[block.last].y;
    block.y_middle = (low + high) / 2;
    block.y_half = (high - low) / 2;
    block.highest_z = -std::numeric_limits<double>::infinity();
    double curvature = 0;
    for (std::size_t i = block.first; i <= block.last; ++i) {
      block.highest_z = std::max(block.highest_z, samples_[i].z);
      curvature = std::max(curvature, std::abs(pair_.wheel.at(samples_[i].place).curvature));
      block.steepness =
          std::max(block.steepness, std::min(std::hypot(1.0, samples_[i].steepness), 1e3));
    }
    // The curve rises above its chords by no more than an arc of its largest curvature does.
    const double chord = (samples_[block.last].place - samples_[block.first].place) /
                         static_cast<double>(block.last - block.first);
    block.highest_z += chord * chord / 4 * curvature;
    blocks_.push_back(block);
  }
  const double width = rail_.highest_y() - rail_.lowest_y();
  rail_tops_.assign(static_cast<std::size_t>(std::ceil(width / k_bin)),
                    std::numeric_limits<double>::infinity());
  const auto n = static_cast<int>(std::ceil(width / k_rail_table_step));
  for (int i = 0; i <= n; ++i) {
    const double along = width * i / n;
    const double z = rail_.at(rail_.lowest_y() + along).z;
    // A point on the seam belongs to both bins.
    for (const double nudge : {-k_rail_table_step, k_rail_table_step}) {
      const double bin =
          std::clamp((along + nudge) / k_bin, 0.0, static_cast<double>(rail_tops_.size() - 1));
      double& top = rail_tops_[static_cast<std::size_t>(bin)];
      top = std::min(top, z);
    }
  }
}

/// A circle of the wheel reaches down to its radius at most, whatever the yaw; its outline is at
/// the circle's own y, but for what roll and yaw move it along.
double ContactSearch::depth_bound(const PosedWheel& wheel, const WheelBlock& block) const {
  const Eigen::Matrix3d& turn = wheel.rotation();
  const double radius = wheel.nominal_radius() + block.highest_z;
  const double reach = wheel.half_spacing() + block.y_middle;
  // (x, z) on the circle: |sin| and |cos| of its angle are at most 1.
  const double y_middle = wheel.centre().y() + turn(1, 1) * reach + turn(1, 2) * radius;
  const double y_half = std::abs(turn(1, 1)) * block.y_half +
                        std::abs(turn(1, 0)) * radius * block.steepness * std::abs(turn(0, 1)) +
                        std::abs(turn(1, 2)) * radius;
  const double deepest = wheel.centre().z() + turn(2, 1) * reach +
                         std::abs(turn(2, 1)) * block.y_half + turn(2, 2) * radius;
  const double start = (y_middle - y_half - rail_offset_ - rail_.lowest_y()) / k_bin;
  const double end = (y_middle + y_half - rail_offset_ - rail_.lowest_y()) / k_bin;
  const auto n = static_cast<double>(rail_tops_.size());
  if (end < 0 || start >= n) return -std::numeric_limits<double>::infinity();
  const auto first = static_cast<std::size_t>(std::max(start, 0.0));
  const auto last = static_cast<std::size_t>(std::min(end, n - 1));
  double top = std::numeric_limits<double>::infinity();
  for (std::size_t i = first; i <= last; ++i) top = std::min(top, rail_tops_[i]);
  return deepest - top + k_slack;
}

Overlap ContactSearch::sampled_overlap(const PosedWheel& wheel, std::size_t i) const {
  const WheelSample& sample = samples_[i];
  const OutlinePoint outline = wheel.outline(sample.y, sample.z, sample.steepness);
  const double y = outline.y - rail_offset_;
  Overlap here;
  here.y = outline.y;
  here.exists = outline.visible && y >= rail_.lowest_y() && y <= rail_.highest_y();
  if (here.exists) {
    const HeightTable::Height below = rail_.at(y);
    here.depth = outline.z - below.z;
    here.rise = outline.slope - below.slope;
  }
  return here;
}

void ContactSearch::add_point(const PosedWheel& wheel, double place, bool at_end,
                              Progress& progress) const {
  ContactPoint point = contact_point(wheel, place);
  point.at_profile_end = at_end;
  if (!(point.penetration > -progress.margin)) return;
  if (!progress.points.empty()) point.saddle = std::min(progress.saddle, point.penetration);
  progress.points.push_back(point);
  progress.saddle = point.penetration;
}

void ContactSearch::search_block(const PosedWheel& wheel, const WheelBlock& block,
                                 Progress& progress) const {
  const auto pass = [&](const Overlap& here) {
    const double depth =
        here.exists ? here.depth / block.steepness : -std::numeric_limits<double>::infinity();
    progress.saddle = std::min(progress.saddle, depth);
  };
  Overlap before = sampled_overlap(wheel, block.first);
  pass(before);
  if (block.first == 0 && before.exists && before.rise <= 0) {
    add_point(wheel, samples_[0].place, true, progress);
  }
  for (std::size_t i = block.first + 1; i <= block.last; ++i) {
    const Overlap here = sampled_overlap(wheel, i);
    if (!here.exists) {
      if (before.exists && before.rise > 0) {
        add_point(wheel, samples_[i - 1].place, true, progress);
      }
    } else if (!before.exists) {
      if (here.rise <= 0) add_point(wheel, samples_[i].place, true, progress);
    } else if (here.y > before.y && before.rise > 0 && here.rise <= 0) {
      // The depth between two samples is at most what the slope at either end allows, measured
      // along the normal, which is shorter still.
      const double most = std::min(before.depth + before.rise * (here.y - before.y),
                                   here.depth - here.rise * (here.y - before.y));
      if (most > -progress.margin * block.steepness - k_slack) {
        add_point(wheel, refined_place(wheel, samples_[i - 1].place, samples_[i].place), false,
                  progress);
      }
    }
    pass(here);
    before = here;
  }
  const bool is_last = block.last + 1 == samples_.size();
  if (is_last && before.exists && before.rise > 0) {
    add_point(wheel, samples_.back().place, true, progress);
  }
}

void ContactSearch::find_ranges(const PosedWheel& wheel, std::vector<PlaceRange>& ranges) const {
  ranges.clear();
  bool goes_on = false;
  for (const WheelBlock& block : blocks_) {
    const bool may_touch = depth_bound(wheel, block) >= 0;
    if (may_touch && !goes_on) ranges.push_back({samples_[block.first].place, 0});
    if (may_touch) ranges.back().last = samples_[block.last].place;
    goes_on = may_touch;
  }
}

void ContactSearch::find(const WheelsetPose& pose, double margin,
                         std::vector<ContactPoint>& points) const {
  points.clear();
  const PosedWheel wheel(pair_.wheelset, pose);
  constexpr double apart = -std::numeric_limits<double>::infinity();
  Progress progress{margin, apart, points};
  for (const WheelBlock& block : blocks_) {
    if (depth_bound(wheel, block) < -margin * block.steepness) {
      progress.saddle = apart;
    } else {
      search_block(wheel, block, progress);
    }
  }
  std::sort(points.begin(), points.end(), [](const ContactPoint& a, const ContactPoint& b) {
    return a.penetration > b.penetration;
  });
}

double ContactSearch::vertical_overlap(const WheelsetPose& pose,
                                       std::vector<ContactPoint>& points) const {
  find(pose, std::numeric_limits<double>::infinity(), points);
  double deepest = -std::numeric_limits<double>::infinity();
  for (const ContactPoint& point : points) {
    deepest = std::max(deepest, point.penetration / std::cos(point.angle));
  }
  return deepest;
}

}  // namespace tread::profile
