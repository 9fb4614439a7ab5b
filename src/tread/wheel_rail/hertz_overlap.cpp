#include "tread/wheel_rail/hertz_overlap.hpp"

#include <algorithm>
#include <cmath>

namespace tread::wheel_rail {
namespace {

constexpr double k_sample_step = 0.05e-3;    // m along the wheel's profile
constexpr double k_rail_step = 0.025e-3;     // m, of the rail's heights: gauge faces are steep
constexpr double k_strips = 6;               // at least, over half the width of an overlap
constexpr std::size_t k_largest_stride = 8;  // samples of a strip
constexpr double k_w3 = 32.0 / 35;           // integrals of (1 - x^2)^n over -1 to 1
constexpr double k_w8 = 65536.0 / 109395;
constexpr double k_most_slender = 1e5;  // B/A
constexpr double k_no_weight = 1e-7;    // of a patch: not worth its creep forces

double cube(double x) { return x * x * x; }

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
    const double turn = std::atan2(before.slope_y * after.slope_z - before.slope_z * after.slope_y,
                                   before.slope_y * after.slope_y + before.slope_z * after.slope_z);
    samples_.push_back({at.y, at.z, at.slope_z / at.slope_y, -turn / (high - low)});
  }
}

HertzOverlap::Strip HertzOverlap::strip_at(const profile::PosedWheel& wheel,
                                           std::size_t sample) const {
  Strip strip;
  const WheelSample& at = samples_[sample];
  strip.wheel = &at;
  const profile::OutlinePoint outline = wheel.outline(at.y, at.z, at.steepness);
  const double rail_y = outline.y - rail_offset_;
  strip.exists = outline.visible && rail_y >= rail_.lowest_y() && rail_y <= rail_.highest_y();
  if (!strip.exists) return strip;
  const profile::HeightTable::Height below = rail_.at(rail_y);
  const double depth = outline.z - below.z;
  const double cosine2 = 1 / (1 + below.slope * below.slope);
  const double cosine = std::sqrt(cosine2);
  const double sine = below.slope * cosine;
  // From the place below the outline to the nearest one: on a gauge corner the rail turns by
  // several mrad in between.
  const double way = depth * sine;
  const double turn = below.bend * cosine2 * cosine * way;
  strip.overlap = depth * cosine - turn * way / 2;
  strip.sine = sine + cosine * turn;
  strip.cosine = cosine - sine * turn;
  strip.y = outline.y + strip.overlap * strip.sine;
  strip.z = outline.z - strip.overlap * strip.cosine;
  strip.rise = strip.cosine * outline.slope - strip.sine;
  // The wheel's circles are turned against the track by the yaw, in the plane of contact.
  const double turned = yaw_squared_ / cosine2;
  strip.curvature_x = (strip.cosine / (wheelset_.nominal_radius + at.z) + at.curvature * turned) /
                      (2 * (1 + turned));
  return strip;
}

std::size_t HertzOverlap::sample_of(double wheel_y) const {
  const auto next =
      std::upper_bound(samples_.begin(), samples_.end(), wheel_y,
                       [](double y, const WheelSample& sample) { return y < sample.y; });
  return next == samples_.begin() ? 0 : static_cast<std::size_t>(next - samples_.begin()) - 1;
}

double HertzOverlap::radius_at(double wheel_y) const {
  const std::size_t i = std::min(sample_of(wheel_y), samples_.size() - 2);
  const double part = (wheel_y - samples_[i].y) / (samples_[i + 1].y - samples_[i].y);
  return wheelset_.nominal_radius + samples_[i].z + part * (samples_[i + 1].z - samples_[i].z);
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
HertzOverlap::Extreme HertzOverlap::extreme_in(std::size_t before, double sign) const {
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
  return {before, t, low.overlap + t * (first + t * (second + t * third))};
}

void HertzOverlap::find_extremes() {
  maxima_.clear();
  minima_.clear();
  const std::size_t n = strips_.size();
  if (n == 0) return;
  // A profile that ends inside the overlap may be deepest there.
  if (strips_[0].overlap > 0 && strips_[0].rise <= 0) maxima_.push_back({0, 0, strips_[0].overlap});
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const bool rises = strips_[i].rise > 0;
    if (rises == (strips_[i + 1].rise > 0)) continue;
    if (rises) {
      maxima_.push_back(extreme_in(i, 1));
    } else if (!maxima_.empty()) {
      minima_.push_back(extreme_in(i, -1));
    }
  }
  if (n > 1 && strips_[n - 1].overlap > 0 && strips_[n - 1].rise > 0) {
    maxima_.push_back({n - 1, 0, strips_[n - 1].overlap});
  }
  if (minima_.size() >= maxima_.size() && !minima_.empty()) minima_.pop_back();
  // The strips beyond the overlap may have maxima of the gap.
  while (!maxima_.empty() && !(maxima_.back().overlap > 0)) {
    maxima_.pop_back();
    if (!minima_.empty()) minima_.pop_back();
  }
  while (!maxima_.empty() && !(maxima_.front().overlap > 0)) {
    maxima_.erase(maxima_.begin());
    if (!minima_.empty()) minima_.erase(minima_.begin());
  }
}

/// Levels from a strip on, to one side.
/// @param minimum that hides what is more than `overlap` already; -1: none
void HertzOverlap::look(std::size_t first, std::ptrdiff_t step, double overlap, int minimum) {
  for (std::size_t i = first; i < strips_.size(); i += static_cast<std::size_t>(step)) {
    const double here = strips_[i].overlap;
    if (!(here > 0)) return;
    if (minimum < 0 || here < overlap) {
      overlap = here;
      minimum = -1;
    }
    levels_[i] = {overlap, minimum};
    for (std::size_t k = 0; k < minima_.size(); ++k) {
      const bool is_next = step > 0 ? minima_[k].before == i : minima_[k].before + 1 == i;
      if (is_next && minima_[k].overlap < overlap) {
        overlap = minima_[k].overlap;
        minimum = static_cast<int>(k);
      }
    }
    if (!(overlap > 0)) return;
  }
}

HertzOverlap::Paraboloid HertzOverlap::paraboloid(std::size_t first, std::size_t last) const {
  Paraboloid like;
  double curvatures = 0;
  for (std::size_t i = first; i <= last; ++i) {
    const double e = levels_[i].overlap;
    const double e3 = cube(e) * strips_[i].width;
    like.integral_3 += e3;
    like.integral_8 += e3 * e * e * cube(e);
    curvatures += e3 * strips_[i].curvature_x;
  }
  if (!(like.integral_8 > 0)) return {};
  like.depth = std::pow(k_w3 / k_w8 * like.integral_8 / like.integral_3, 0.2);
  const double root = k_w3 * cube(like.depth) * std::sqrt(like.depth) / like.integral_3;
  like.curvature_x = curvatures / like.integral_3;
  like.curvature_y = std::min(root * root, k_most_slender * like.curvature_x);
  like.hertz = table_.from_approach(
      like.depth, {std::max(like.curvature_x, least_), std::max(like.curvature_y, least_)},
      contact_modulus_);
  return like;
}

/// Adds a factor times the energy of the overlap at the levels, and its slope.
void HertzOverlap::add_energy(double factor) {
  const Paraboloid like = paraboloid(0, strips_.size() - 1);
  if (!(like.depth > 0)) return;
  const double energy = 0.4 * like.hertz.force * like.depth;
  energy_ += factor * energy;
  // Hertz' stiffness falls with either curvature as the square of that semi-axis says.
  const auto& axes = like.hertz.semi_axes;
  const bool is_flat = like.curvature_y < least_;
  const double rho = is_flat ? 0 : like.curvature_y * axes.y * axes.y / like.depth;
  const double along =
      like.curvature_x < least_ ? 0 : like.curvature_x * axes.x * axes.x / (2 * like.depth);
  const double of_8 = factor * energy * (0.5 - 0.7 * rho) * 8 / like.integral_8;
  const double of_3 = factor * energy * (1.7 * rho - 0.5) * 3 / like.integral_3;
  const double of_curvature = factor * energy * along * 3 / like.integral_3;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    const double e = levels_[i].overlap;
    if (!(e > 0)) continue;
    const double e2 = e * e;
    const double weight = e2 * strips_[i].width *
                          (of_3 + of_8 * e2 * cube(e) -
                           of_curvature * (strips_[i].curvature_x / like.curvature_x - 1));
    if (levels_[i].minimum < 0) {
      weights_[i] += weight;
    } else {
      minima_weights_[static_cast<std::size_t>(levels_[i].minimum)] += weight;
    }
  }
}

void HertzOverlap::weigh_strips(ContactPoints which) {
  weights_.assign(strips_.size(), 0);
  minima_weights_.assign(minima_.size(), 0);
  const auto see = [&](const Extreme& from, int minimum, double factor) {
    levels_.assign(strips_.size(), {});
    look(from.before, -1, from.overlap, minimum);
    look(from.before + 1, 1, from.overlap, minimum);
    add_energy(factor);
  };
  if (which == ContactPoints::deepest) {
    see(*std::max_element(maxima_.begin(), maxima_.end(),
                          [](const Extreme& a, const Extreme& b) { return a.overlap < b.overlap; }),
        -1, 1);
    return;
  }
  for (const Extreme& maximum : maxima_) see(maximum, -1, 1);
  for (std::size_t k = 0; k < minima_.size(); ++k) {
    if (minima_[k].overlap > 0) see(minima_[k], static_cast<int>(k), -1);
  }
}

/// How far a minimum parts patches: 0 to 1.
double HertzOverlap::parting(std::size_t minimum) const {
  const double lower = std::min(maxima_[minimum].overlap, maxima_[minimum + 1].overlap);
  const double u = std::clamp(1 - minima_[minimum].overlap / lower, 0.0, 1.0);
  return u * u * (3 - 2 * u);
}

/// One patch from the first to the last of some neighbouring maxima.
void HertzOverlap::add_pressed(const profile::PosedWheel& wheel, std::size_t first_maximum,
                               std::size_t last_maximum, double weight,
                               std::vector<PressedPoint>& pressed) {
  const bool is_last = last_maximum + 1 == maxima_.size();
  const std::size_t first = first_maximum == 0 ? 0 : minima_[first_maximum - 1].before + 1;
  const std::size_t last = is_last ? strips_.size() - 1 : minima_[last_maximum].before;
  const Paraboloid like = paraboloid(first, last);
  if (!(like.depth > 0)) return;

  double force_y = 0;
  double force_z = 0;
  double moment = 0;  // about x through the track's origin
  const auto add = [&](double push, const Strip& strip) {
    force_y += push * strip.sine;
    force_z -= push * strip.cosine;
    moment -= push * (strip.y * strip.cosine + strip.z * strip.sine);
  };
  double y = 0;
  double z = 0;
  double wheel_y = 0;
  double wheel_z = 0;
  double steepness = 0;
  for (std::size_t i = first; i <= last; ++i) {
    const Strip& strip = strips_[i];
    add(weights_[i], strip);
    const double part = cube(std::max(strip.overlap, 0.0)) * strip.width / like.integral_3;
    y += part * strip.y;
    z += part * strip.z;
    wheel_y += part * strip.wheel->y;
    wheel_z += part * strip.wheel->z;
    steepness += part * strip.wheel->steepness;
  }
  // Minima belong to both sides.
  for (std::size_t k = 0; k < minima_.size(); ++k) {
    if (k + 1 < first_maximum || k > last_maximum) continue;
    const bool is_inside = k >= first_maximum && k < last_maximum;
    const double push = (is_inside ? 1 : 0.5) * minima_weights_[k];
    add(push * (1 - minima_[k].part), strips_[minima_[k].before]);
    add(push * minima_[k].part, strips_[minima_[k].before + 1]);
  }
  const double force = std::hypot(force_y, force_z);
  if (!(force_z < 0) || !(force > 0)) return;

  PressedPoint one;
  profile::ContactPoint& point = one.point;
  point.angle = std::atan2(force_y, -force_z);
  // On the line of action, across from the mean place.
  const double off = (moment - (y * force_z - z * force_y)) / force;
  const double sine = std::sin(point.angle);
  const double cosine = std::cos(point.angle);
  y -= off * cosine;
  z -= off * sine;
  // The rail is convex, so that a mean place lies inside: out along the normal.
  const double rail_y = std::clamp(y - rail_offset_, rail_.lowest_y(), rail_.highest_y());
  const double inside = z - rail_.at(rail_y).z;
  y += inside * cosine * sine;
  z -= inside * cosine * cosine;
  const double flatness = 1 / std::sqrt(1 + steepness * steepness);
  const profile::LocusPoint locus =
      wheel.locus({wheel_y, wheel_z, flatness, steepness * flatness, 0});
  point.position = {locus.visible ? locus.position.x() : 0, y, z};
  point.penetration = like.depth;
  point.wheel_y = wheel_y;
  point.rail_y = y - rail_offset_;
  point.rolling_radius = radius_at(wheel_y);
  point.curvature_x = like.curvature_x;
  point.curvature_y = like.curvature_y;
  if (first_maximum > 0) point.saddle = minima_[first_maximum - 1].overlap;
  point.at_profile_end = strips_.front().overlap > 0 || strips_.back().overlap > 0;
  one.share = force / like.hertz.force;
  one.weight = weight;
  one.start = {strips_.front().y, strips_.front().z};
  one.end = {strips_.back().y, strips_.back().z};
  pressed.push_back(one);
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
    if (maxima_.empty()) continue;
    weigh_strips(which);
    for (std::size_t k = 0; k < strips_.size(); ++k) {
      levels_[k] = {std::max(strips_[k].overlap, 0.0), -1};
    }
    if (which == ContactPoints::deepest) {
      add_pressed(wheel, 0, maxima_.size() - 1, 1, pressed);
      break;
    }
    // All ways to part the maxima, each in as far as its minima part and those inside do not.
    for (std::size_t first = 0; first < maxima_.size(); ++first) {
      double weight = first == 0 ? 1 : parting(first - 1);
      for (std::size_t last = first; last < maxima_.size(); ++last) {
        const bool ends = last + 1 == maxima_.size();
        const double parted = ends ? 1 : parting(last);
        if (weight * parted > k_no_weight)
          add_pressed(wheel, first, last, weight * parted, pressed);
        weight *= 1 - parted;
      }
    }
  }
  std::sort(pressed.begin(), pressed.end(), [](const PressedPoint& a, const PressedPoint& b) {
    return a.point.penetration > b.point.penetration;
  });
}

}  // namespace tread::wheel_rail
