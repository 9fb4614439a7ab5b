#include "tread/wheel_rail/hertz_overlap.hpp"

#include <algorithm>
#include <cmath>

namespace tread::wheel_rail {
namespace {

constexpr double k_sample_step = 0.1e-3;       // m along the wheel's profile
constexpr double k_rail_step = 0.025e-3;       // m, of the rail's heights: gauge faces are steep
constexpr double k_strips = 6;                 // at least, over half the width of an overlap
constexpr std::size_t k_largest_stride = 4;    // samples of a strip
constexpr double k_parabola = 16.0 / 15;       // integral of (1 - x^2)^2 over -1 to 1
constexpr double k_most_slender = 1e5;         // B/A

}  // namespace

HertzOverlap::HertzOverlap(const profile::ContactSearch& search, const HertzTable& table,
                           double contact_modulus, double least, double curvature_width)
    : wheelset_(search.pair().wheelset),
      table_(table),
      contact_modulus_(contact_modulus),
      least_(least),
      rail_offset_(search.rail_offset()),
      rail_(search.pair().rail, k_rail_step) {
  const profile::Profile& wheel = search.pair().wheel;
  const double length = wheel.length();
  const auto n = static_cast<std::size_t>(std::ceil(length / k_sample_step));
  for (std::size_t i = 0; i <= n; ++i) {
    const double place = length * static_cast<double>(i) / static_cast<double>(n);
    const profile::ProfileSample at = wheel.at(place);
    const double half = std::max(curvature_width, k_sample_step) / 2;
    const double low = std::max(0.0, place - half);
    const double high = std::min(length, place + half);
    const profile::ProfileSample before = wheel.at(low);
    const profile::ProfileSample after = wheel.at(high);
    // The mean of a curvature is the turn of the tangent over the length.
    const double turn =
        std::atan2(before.slope_y * after.slope_z - before.slope_z * after.slope_y,
                   before.slope_y * after.slope_y + before.slope_z * after.slope_z);
    samples_.push_back({at.y, at.z, at.slope_z / at.slope_y, -turn / (high - low)});
  }
}

void HertzOverlap::Weights::add(double weight, const Strip& strip) {
  force += weight;
  y += weight * strip.y;
  z += weight * strip.z;
  wheel_y += weight * strip.wheel->y;
  wheel_z += weight * strip.wheel->z;
  steepness += weight * strip.wheel->steepness;
  normal_y += weight * strip.sine;
  normal_z -= weight * strip.cosine;
  moment -= weight * (strip.y * strip.cosine + strip.z * strip.sine);
}

void HertzOverlap::Weights::add(double factor, const Weights& other) {
  force += factor * other.force;
  y += factor * other.y;
  z += factor * other.z;
  wheel_y += factor * other.wheel_y;
  wheel_z += factor * other.wheel_z;
  steepness += factor * other.steepness;
  normal_y += factor * other.normal_y;
  normal_z += factor * other.normal_z;
  moment += factor * other.moment;
}

HertzOverlap::Strip HertzOverlap::strip_at(const profile::PosedWheel& wheel,
                                           std::size_t sample) const {
  Strip strip;
  const WheelSample& at = samples_[sample];
  strip.wheel = &at;
  const profile::OutlinePoint outline = wheel.outline(at.y, at.z, at.steepness);
  const double rail_y = outline.y - rail_offset_;
  strip.exists =
      outline.visible && rail_y >= rail_.lowest_y() && rail_y <= rail_.highest_y();
  if (!strip.exists) return strip;
  const profile::HeightTable::Height below = rail_.at(rail_y);
  const double depth = outline.z - below.z;
  const double cosine2 = 1 / (1 + below.slope * below.slope);
  strip.y = outline.y;
  strip.z = below.z;
  strip.cosine = std::sqrt(cosine2);
  strip.sine = below.slope * strip.cosine;
  strip.overlap = depth * strip.cosine;
  strip.rise = (outline.slope - below.slope) * strip.cosine -
               depth * strip.sine * below.bend * cosine2;
  // The wheel's circles are turned against the track by the yaw, in the plane of contact.
  const double turned = yaw_squared_ / cosine2;
  strip.curvature_x = (strip.cosine / (wheelset_.nominal_radius + at.z) + at.curvature * turned) /
                      (2 * (1 + turned));
  return strip;
}

std::size_t HertzOverlap::sample_of(double wheel_y) const {
  const auto next = std::upper_bound(
      samples_.begin(), samples_.end(), wheel_y,
      [](double y, const WheelSample& sample) { return y < sample.y; });
  return next == samples_.begin() ? 0 : static_cast<std::size_t>(next - samples_.begin()) - 1;
}

/// Strips are a power of two of samples wide and begin at multiples of it: they stay where they are
/// on the wheel while it moves.
std::size_t HertzOverlap::stride_for(const profile::ContactPoint& point) const {
  const double half_width =
      std::sqrt(std::max(point.penetration, 0.0) / std::max(point.curvature_y, least_));
  std::size_t stride = k_largest_stride;
  while (stride > 1 && static_cast<double>(stride) * k_sample_step * k_strips > half_width) {
    stride /= 2;
  }
  return stride;
}

/// All strips of the overlap around a sample, with one beyond it on either side if there is one.
void HertzOverlap::take_strips(const profile::PosedWheel& wheel, std::size_t sample,
                               std::size_t stride) {
  strips_.clear();
  sample -= sample % stride;
  for (std::size_t i = sample;; i -= stride) {
    const Strip strip = strip_at(wheel, i);
    if (!strip.exists) break;
    strips_.push_back(strip);
    if (!(strip.overlap > 0) || i < stride) break;
  }
  std::reverse(strips_.begin(), strips_.end());
  for (std::size_t i = sample + stride; i < samples_.size(); i += stride) {
    const Strip strip = strip_at(wheel, i);
    if (!strip.exists) break;
    strips_.push_back(strip);
    if (!(strip.overlap > 0)) break;
  }
  const std::size_t n = strips_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double low = i > 0 ? strips_[i - 1].y : strips_[i].y;
    const double high = i + 1 < n ? strips_[i + 1].y : strips_[i].y;
    strips_[i].width = (high - low) / (2 * strips_[i].cosine);
  }
}

bool HertzOverlap::covers(const profile::ContactPoint& point) const {
  return !strips_.empty() && point.wheel_y >= strips_.front().wheel->y &&
         point.wheel_y <= strips_.back().wheel->y;
}

/// The extreme of the cubic through overlaps and rises of a strip and the next; sign 1: a maximum.
void HertzOverlap::add_extreme(std::size_t before, double sign) {
  const Strip& low = strips_[before];
  const Strip& high = strips_[before + 1];
  const double dy = high.y - low.y;
  const double change = high.overlap - low.overlap;
  const double first = low.rise * dy;
  const double second = 3 * change - 2 * first - high.rise * dy;
  const double third = first + high.rise * dy - 2 * change;
  const double root = std::sqrt(std::max(0.0, second * second - 3 * third * first));
  const double divisor = root - sign * second;
  const double t = divisor > 0 ? std::clamp(sign * first / divisor, 0.0, 1.0) : 0.5;
  const double ds = dy / low.cosine;
  const Extreme extreme{before, t, low.overlap + t * (first + t * (second + t * third)),
                        -(second + 3 * t * third) / (ds * ds)};
  if (sign < 0) {
    minima_.push_back(extreme);
  } else {
    maxima_.push_back(extreme);
  }
}

void HertzOverlap::find_extremes() {
  maxima_.clear();
  minima_.clear();
  const std::size_t n = strips_.size();
  if (n == 0) return;
  // A profile that ends inside the overlap may be deepest there.
  if (strips_[0].overlap > 0 && strips_[0].rise <= 0) {
    maxima_.push_back({0, 0, strips_[0].overlap, least_});
  }
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const bool rises = strips_[i].rise > 0;
    if (rises == (strips_[i + 1].rise > 0)) continue;
    if (rises) {
      add_extreme(i, 1);
    } else if (!maxima_.empty()) {
      add_extreme(i, -1);
    }
  }
  if (strips_[n - 1].overlap > 0 && strips_[n - 1].rise > 0) {
    maxima_.push_back({n - 1, 0, strips_[n - 1].overlap, least_});
  }
  if (!maxima_.empty() && minima_.size() >= maxima_.size()) minima_.pop_back();
  // Beyond the ends of the overlap there may be maxima of the gap.
  while (!maxima_.empty() && !(maxima_.back().overlap > 0)) {
    maxima_.pop_back();
    if (!minima_.empty()) minima_.pop_back();
  }
  while (!maxima_.empty() && !(maxima_.front().overlap > 0)) {
    maxima_.erase(maxima_.begin());
    if (!minima_.empty()) minima_.erase(minima_.begin());
  }
}

/// The least overlap on the way from a place, to one side.
void HertzOverlap::look(const Extreme& from, std::ptrdiff_t step) {
  const auto n = static_cast<std::ptrdiff_t>(strips_.size());
  const auto before = static_cast<std::ptrdiff_t>(from.before);
  double level = from.overlap;
  const Extreme* source = &from;
  for (std::ptrdiff_t i = step > 0 ? before + 1 : before; i >= 0 && i < n; i += step) {
    const double overlap = strips_[static_cast<std::size_t>(i)].overlap;
    if (!(overlap > 0)) break;
    if (overlap < level) {
      level = overlap;
      source = nullptr;
    }
    levels_[static_cast<std::size_t>(i)] = {level, source};
    for (const Extreme& minimum : minima_) {
      const auto at = static_cast<std::ptrdiff_t>(minimum.before);
      if (at == (step > 0 ? i : i - 1) && minimum.overlap < level) {
        level = minimum.overlap;
        source = &minimum;
      }
    }
    if (!(level > 0)) break;
  }
}

void HertzOverlap::add_at(const Extreme& extreme, double weight, Weights& weights) const {
  weights.add(weight * (1 - extreme.part), strips_[extreme.before]);
  if (extreme.part > 0) weights.add(weight * extreme.part, strips_[extreme.before + 1]);
}

HertzOverlap::Seen HertzOverlap::seen_from(const Extreme& extreme) {
  if (!(extreme.overlap > 0)) return {};  // the surfaces part there
  levels_.assign(strips_.size(), {});
  look(extreme, -1);
  look(extreme, 1);
  double squares = 0;
  double curvatures = 0;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    const double square = levels_[i].overlap * levels_[i].overlap * strips_[i].width;
    squares += square;
    curvatures += square * strips_[i].curvature_x;
  }
  const double depth = extreme.overlap;
  Seen seen;
  if (squares > 0) {
    const double root = k_parabola * depth * depth * std::sqrt(depth) / squares;
    seen.curvature_x = curvatures / squares;
    seen.curvature_y = std::min(root * root, k_most_slender * seen.curvature_x);
  } else {  // narrower than a strip
    seen.curvature_x = strips_[extreme.before].curvature_x;
    seen.curvature_y = extreme.curvature;
  }
  const double along = std::max(seen.curvature_x, least_);
  const double across = std::max(seen.curvature_y, least_);
  const auto hertz = table_.from_approach(depth, {along, across}, contact_modulus_);
  seen.force = hertz.force;
  seen.energy = 0.4 * hertz.force * depth;
  // How the energy changes with the curvatures follows from the semi-axes: dK/K is -rho/2 dB/B, and
  // the same with A and the semi-axis along the track.
  const bool has_width = squares > 0 && seen.curvature_y > least_;
  const double spread = has_width ? across * hertz.semi_axes.y * hertz.semi_axes.y / depth : 0;
  const double of_along = seen.curvature_x > least_ && squares > 0
                              ? along * hertz.semi_axes.x * hertz.semi_axes.x / (2 * depth)
                              : 0;
  add_at(extreme, (1 - spread) * hertz.force, seen.weights);
  if (!(squares > 0)) return seen;
  const double scale = 2 * seen.energy / squares;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (!(levels_[i].overlap > 0)) continue;
    const double weight = scale * levels_[i].overlap * strips_[i].width *
                          (spread - of_along * (strips_[i].curvature_x / along - 1));
    if (levels_[i].source == nullptr) {
      seen.weights.add(weight, strips_[i]);
    } else {
      add_at(*levels_[i].source, weight, seen.weights);
    }
  }
  return seen;
}

/// Takes away what minima do, from the highest down: as the surfaces come together the maxima on
/// either side of it are joined already.
void HertzOverlap::share_forces() {
  const std::size_t n = maxima_.size();
  forces_.resize(n);
  joined_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    forces_[i] = seen_[i].weights.force;
    joined_[i] = i;
  }
  for (std::size_t turn = 0; turn < minima_.size(); ++turn) {
    std::size_t k = minima_.size();
    for (std::size_t i = 0; i < minima_.size(); ++i) {
      const bool is_open = joined_[i] != joined_[i + 1];
      if (is_open && (k == minima_.size() || minima_[i].overlap > minima_[k].overlap)) k = i;
    }
    const double level = minima_[k].overlap;
    if (!(level > 0)) return;
    const std::size_t left = joined_[k];
    const std::size_t right = joined_[k + 1];
    // Of those joined already: their forces, and the part of the deepest above the minimum.
    const auto of = [&](std::size_t group, double& sum, double& above) {
      sum = 0;
      double deepest = 0;
      for (std::size_t i = 0; i < n; ++i) {
        if (joined_[i] != group) continue;
        sum += forces_[i];
        if (maxima_[i].overlap < deepest) continue;
        deepest = maxima_[i].overlap;
        above = seen_[i].weights.force * (1 - level / deepest);
      }
    };
    double left_sum = 0;
    double right_sum = 0;
    double left_above = 0;
    double right_above = 0;
    of(left, left_sum, left_above);
    of(right, right_sum, right_above);
    const double all = left_above + right_above;
    const double right_part = all > 0 ? left_above / all : 0.5;
    const double taken = saddles_[k].weights.force;
    for (std::size_t i = 0; i < n; ++i) {
      const bool is_right = joined_[i] == right;
      const double sum = is_right ? right_sum : left_sum;
      if ((!is_right && joined_[i] != left) || !(sum > 0)) continue;
      const double part = is_right ? right_part : 1 - right_part;
      forces_[i] *= std::max(0.0, 1 - part * taken / sum);
    }
    for (std::size_t& group : joined_) {
      if (group == right) group = left;
    }
  }
}

PressedPoint HertzOverlap::pressed_point(const profile::PosedWheel& wheel, std::size_t maximum,
                                         const Weights& normal) const {
  const Seen& seen = seen_[maximum];
  const Weights& mean = seen.weights;
  PressedPoint pressed;
  profile::ContactPoint& point = pressed.point;
  const double force = std::hypot(normal.normal_y, normal.normal_z);
  point.angle = std::atan2(normal.normal_y, -normal.normal_z);
  // On the line of action, across from the mean place.
  double y = mean.y / mean.force;
  double z = mean.z / mean.force;
  const double off = (normal.moment - (y * normal.normal_z - z * normal.normal_y)) / force;
  y -= off * std::cos(point.angle);
  z -= off * std::sin(point.angle);
  const double steepness = mean.steepness / mean.force;
  const double cosine = 1 / std::sqrt(1 + steepness * steepness);
  point.wheel_y = mean.wheel_y / mean.force;
  const profile::LocusPoint locus = wheel.locus(
      {point.wheel_y, mean.wheel_z / mean.force, cosine, steepness * cosine, 0});
  point.position = {locus.visible ? locus.position.x() : 0, y, z};
  point.rail_y = y - rail_offset_;
  point.rolling_radius = wheelset_.nominal_radius + mean.wheel_z / mean.force;
  point.penetration = maxima_[maximum].overlap;
  point.curvature_x = seen.curvature_x;
  point.curvature_y = seen.curvature_y;
  if (maximum > 0) point.saddle = minima_[maximum - 1].overlap;
  point.at_profile_end = strips_.front().overlap > 0 || strips_.back().overlap > 0;
  pressed.share = force / seen.force;
  pressed.start = {strips_.front().y, strips_.front().z};
  pressed.end = {strips_.back().y, strips_.back().z};
  return pressed;
}

void HertzOverlap::add_pressed(const profile::PosedWheel& wheel, ContactPoints which,
                               std::vector<PressedPoint>& pressed) {
  seen_.clear();
  saddles_.clear();
  for (const Extreme& maximum : maxima_) seen_.push_back(seen_from(maximum));
  if (which == ContactPoints::deepest) {
    std::size_t deepest = 0;
    for (std::size_t i = 1; i < maxima_.size(); ++i) {
      if (maxima_[i].overlap > maxima_[deepest].overlap) deepest = i;
    }
    energy_ += seen_[deepest].energy;
    pressed.push_back(pressed_point(wheel, deepest, seen_[deepest].weights));
    return;
  }
  for (const Extreme& minimum : minima_) saddles_.push_back(seen_from(minimum));
  share_forces();
  // The rest makes the sum of the forces and moments what the energy's slope is.
  Weights rest;
  double sum = 0;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    energy_ += seen_[i].energy;
    sum += forces_[i];
    rest.add(1 - forces_[i] / seen_[i].weights.force, seen_[i].weights);
  }
  for (const Seen& saddle : saddles_) {
    energy_ -= saddle.energy;
    rest.add(-1, saddle.weights);
  }
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (!(forces_[i] > 0)) continue;
    Weights normal;
    normal.add(forces_[i] / seen_[i].weights.force, seen_[i].weights);
    normal.add(forces_[i] / sum, rest);
    pressed.push_back(pressed_point(wheel, i, normal));
  }
}

void HertzOverlap::find(const profile::WheelsetPose& pose,
                        std::span<const profile::ContactPoint> points, ContactPoints which,
                        std::vector<PressedPoint>& pressed) {
  pressed.clear();
  energy_ = 0;
  const profile::PosedWheel wheel(wheelset_, pose);
  const double tangent = std::tan(pose.yaw);
  yaw_squared_ = tangent * tangent;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!(points[i].penetration > 0)) break;
    const bool is_known = std::any_of(pressed.begin(), pressed.end(), [&](const PressedPoint& one) {
      const double y = points[i].position.y();
      return y >= one.start.x() && y <= one.end.x();
    });
    if (is_known) continue;
    const std::size_t sample = sample_of(points[i].wheel_y);
    std::size_t stride = stride_for(points[i]);
    take_strips(wheel, sample, stride);
    std::size_t finest = stride;
    for (const profile::ContactPoint& other : points) {
      if (covers(other)) finest = std::min(finest, stride_for(other));
    }
    if (finest < stride) take_strips(wheel, sample, finest);
    find_extremes();
    if (!maxima_.empty()) add_pressed(wheel, which, pressed);
    if (which == ContactPoints::deepest) break;
  }
  std::sort(pressed.begin(), pressed.end(), [](const PressedPoint& a, const PressedPoint& b) {
    return a.point.penetration > b.point.penetration;
  });
}

}  // namespace tread::wheel_rail
