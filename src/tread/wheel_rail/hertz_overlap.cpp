#include "tread/wheel_rail/hertz_overlap.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tread::wheel_rail {
namespace {

constexpr double k_nowhere = -std::numeric_limits<double>::infinity();
constexpr double k_wheel_step = 0.1e-3;   // m along the wheel's profile, of its table
constexpr double k_rail_step = 0.025e-3;  // m, of the rail's heights: gauge faces are steep
constexpr double k_walk = 0.5e-3;         // m: a gap that is narrower may be missed
constexpr double k_near = 0.1e-3;         // m: between places further from the rail is no overlap
constexpr double k_root_error = 1e-9;     // of k_walk
constexpr int k_root_iterations = 50;
constexpr int k_end_halvings = 20;
// Panels of the quadrature, in walks: on the tread profiles are smoother.
constexpr double k_steep = 0.12;
constexpr std::size_t k_steep_walks = 2;
constexpr std::size_t k_flat_walks = 5;
constexpr double k_least_ratio = 1.0 / 32;  // B/A, powers of two
constexpr double k_largest_ratio = 32768;
constexpr int k_bits_of_number = 52;  // of a double, behind its exponent
constexpr int k_bits_within = k_bits_of_number - 3;
constexpr double k_flattest = 0.1;  // B/A: phi falls steeply below, for patches of
                                    // this shape that are not there
constexpr double k_w2 = 16.0 / 15;  // integrals of (1 - x^2)^n over -1 to 1
constexpr double k_w4 = 256.0 / 315;
// Of the lower maximum. Half-spaces part as soon as there is a minimum: they touch in the upper
// part of an overlap only. In the curve of the wagon the outer wheel then has two patches from 89
// to 120 m, with half-spaces from 92 to 128 m.
constexpr double k_joined = 1;    // a minimum that leaves one patch
constexpr double k_parted = 0.8;  // and one that leaves two

struct GaussNode {
  double place, weight;  // on -1 to 1
};
constexpr std::array<GaussNode, 3> k_gauss{
    {{-0.77459666924148337704, 5.0 / 9}, {0, 8.0 / 9}, {0.77459666924148337704, 5.0 / 9}}};
double smooth_step(double u) {
  u = std::clamp(u, 0.0, 1.0);
  return u * u * (3 - 2 * u);
}

/// Mean curvature over a width, with weights that fall from 1 in the middle to 1/2 at half the
/// width and 0 at the width to either side: with equal weights its slope would jump half a width
/// before and behind a place where arcs meet.
double mean_curvature(const profile::Profile& profile, double place, double width) {
  constexpr int n = 8;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    // The turn of the tangent over the width, about places all over the width.
    const double middle = std::clamp(place + width * ((i + 0.5) / n - 0.5), 0.0, profile.length());
    const double low = std::max(0.0, middle - width / 2);
    const double high = std::min(profile.length(), middle + width / 2);
    const profile::ProfileSample before = profile.at(low);
    const profile::ProfileSample after = profile.at(high);
    sum += std::atan2(before.slope_y * after.slope_z - before.slope_z * after.slope_y,
                      before.slope_y * after.slope_y + before.slope_z * after.slope_z) /
           (high - low);
  }
  return sum / n;
}

/// Coefficients of the cubic through values and slopes at 0 and 1.
void set_cubic(double value0, double slope0, double value1, double slope1, double (&cubic)[4]) {
  const double rise = value1 - value0;
  cubic[0] = value0;
  cubic[1] = slope0;
  cubic[2] = 3 * rise - 2 * slope0 - slope1;
  cubic[3] = slope0 + slope1 - 2 * rise;
}

}  // namespace

void HertzOverlap::Sums::add(const Sums& other, double factor) {
  energy += factor * other.energy;
  square += factor * other.square;
  fourth += factor * other.fourth;
  force_y += factor * other.force_y;
  force_z += factor * other.force_z;
  moment += factor * other.moment;
  y += factor * other.y;
  z += factor * other.z;
  wheel_y += factor * other.wheel_y;
  wheel_z += factor * other.wheel_z;
  steepness += factor * other.steepness;
  curvature_x += factor * other.curvature_x;
}

HertzOverlap::HertzOverlap(const profile::ContactSearch& search, const HertzTable& table,
                           double contact_modulus, const MergeRule& merge, double least,
                           double curvature_width)
    : search_(search),
      wheelset_(search.pair().wheelset),
      contact_modulus_(contact_modulus),
      merge_(merge),
      least_(least),
      rail_offset_(search.rail_offset()),
      rail_(search.pair().rail, k_rail_step) {
  take_wheel(search.pair().wheel, std::max(curvature_width, k_wheel_step));
  take_rail(search.pair().rail, std::max(curvature_width, k_wheel_step));
  take_stiffness(table);
}

void HertzOverlap::take_wheel(const profile::Profile& wheel, double curvature_width) {
  const auto n_walks = static_cast<std::size_t>(std::ceil(wheel.length() / k_walk));
  walk_ = wheel.length() / static_cast<double>(n_walks);
  const std::size_t n = n_walks * static_cast<std::size_t>(std::ceil(walk_ / k_wheel_step));
  step_ = wheel.length() / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double low = step_ * static_cast<double>(i);
    const profile::ProfileSample before = wheel.at(low);
    const profile::ProfileSample after = wheel.at(low + step_);
    WheelPiece piece;
    set_cubic(before.y, before.slope_y * step_, after.y, after.slope_y * step_, piece.y);
    set_cubic(before.z, before.slope_z * step_, after.z, after.slope_z * step_, piece.z);
    piece.curvature[0] = -mean_curvature(wheel, low, curvature_width);
    piece.curvature[1] = -mean_curvature(wheel, low + step_, curvature_width) - piece.curvature[0];
    wheel_.push_back(piece);
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= n_walks; ++i) {
    lattice_.push_back(wheel_at(walk_ * static_cast<double>(i)));
    const bool is_steep = std::abs(lattice_.back().steepness) > k_steep;
    const std::size_t widest = is_steep ? k_steep_walks : k_flat_walks;
    if (i == 0 || i - begin >= widest || i == n_walks) {
      panels_.push_back(walk_ * static_cast<double>(i));
      begin = i;
    }
    panel_of_.push_back(i == n_walks ? panels_.size() - 2 : panels_.size() - 1);
  }
  for (std::size_t i = 0; i + 1 < panels_.size(); ++i) {
    for (const GaussNode& node : k_gauss) {
      const double half = (panels_[i + 1] - panels_[i]) / 2;
      nodes_.push_back(node_at(panels_[i] + half * (1 + node.place), half * node.weight));
    }
  }
}

void HertzOverlap::take_rail(const profile::Profile& rail, double curvature_width) {
  const double width = rail_.highest_y() - rail_.lowest_y();
  const auto n = static_cast<std::size_t>(std::ceil(width / k_wheel_step));
  rail_step_ = width / static_cast<double>(n);
  std::vector<double> means;
  for (std::size_t i = 0; i <= n; ++i) {
    const double y =
        i < n ? rail_.lowest_y() + rail_step_ * static_cast<double>(i) : rail_.highest_y();
    means.push_back(mean_curvature(rail, rail.place_of(y), curvature_width));
  }
  for (std::size_t i = 0; i <= n; ++i) {
    const std::size_t before = i > 0 ? i - 1 : 0;
    const std::size_t after = std::min(i + 1, n);
    rail_curvature_.push_back(
        {means[i], (means[after] - means[before]) / static_cast<double>(after - before)});
  }
}

/// Eight steps an octave of B/A, of equal length in it: the leading bits of a number tell which.
void HertzOverlap::take_stiffness(const HertzTable& table) {
  const auto phi = [&](double ratio) {
    const reference::GapCurvatures curvatures{1 / std::sqrt(ratio), std::sqrt(ratio)};
    return 0.375 * table.from_approach(1, curvatures, 1).force * std::sqrt(curvatures.y);
  };
  for (double octave = k_least_ratio; octave < 2 * k_largest_ratio; octave *= 2) {
    for (int i = 0; i < 8; ++i) {
      const double ratio = octave * (1 + i / 8.0);
      const double h = 0.01 * ratio;
      const double slope =
          (8 * (phi(ratio + h) - phi(ratio - h)) - (phi(ratio + 2 * h) - phi(ratio - 2 * h))) /
          (12 * h);
      stiffness_.push_back({phi(ratio), slope});
    }
  }
}

HertzOverlap::WheelPlace HertzOverlap::wheel_at(double place) const {
  const double along = std::max(place / step_, 0.0);
  const std::size_t i = std::min(static_cast<std::size_t>(along), wheel_.size() - 1);
  const double t = along - static_cast<double>(i);
  const auto& y = wheel_[i].y;
  const auto& z = wheel_[i].z;
  const double slope_y = y[1] + t * (2 * y[2] + t * 3 * y[3]);
  const double slope_z = z[1] + t * (2 * z[2] + t * 3 * z[3]);
  return {y[0] + t * (y[1] + t * (y[2] + t * y[3])), z[0] + t * (z[1] + t * (z[2] + t * z[3])),
          slope_y / step_, slope_z / slope_y};
}

HertzOverlap::Node HertzOverlap::node_at(double place, double width) const {
  const double along = std::max(place / step_, 0.0);
  const std::size_t i = std::min(static_cast<std::size_t>(along), wheel_.size() - 1);
  const WheelPlace at = wheel_at(place);
  return {place, width, at,
          wheel_[i].curvature[0] + (along - static_cast<double>(i)) * wheel_[i].curvature[1],
          1 / ((wheelset_.nominal_radius + at.z) * std::sqrt(1 + at.steepness * at.steepness))};
}

/// Vertical depth, m; minus infinity where there is no rail.
double HertzOverlap::depth_at(const profile::PosedWheel& wheel, const WheelPlace& at) const {
  const profile::OutlinePoint outline = wheel.outline(at.y, at.z, at.steepness);
  const double y = outline.y - rail_offset_;
  if (!outline.visible || y < rail_.lowest_y() || y > rail_.highest_y()) return k_nowhere;
  return outline.z - rail_.at(y).z;
}

HertzOverlap::Strip HertzOverlap::strip_at(const profile::PosedWheel& wheel, double place,
                                           const WheelPlace& at) const {
  Strip strip;
  strip.place = place;
  const profile::OutlinePoint outline = wheel.outline(at.y, at.z, at.steepness);
  strip.below_y = outline.y - rail_offset_;
  strip.exists =
      outline.visible && strip.below_y >= rail_.lowest_y() && strip.below_y <= rail_.highest_y();
  if (!strip.exists) return strip;
  const profile::HeightTable::Height below = rail_.at(strip.below_y);
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
  strip.rise = (strip.cosine * outline.slope - strip.sine) * at.slope_y;
  return strip;
}

HertzOverlap::Strip HertzOverlap::lattice_strip(const profile::PosedWheel& wheel,
                                                std::size_t i) const {
  return strip_at(wheel, walk_ * static_cast<double>(i), lattice_[i]);
}

HertzOverlap::Cubic::Cubic(const Strip& low, const Strip& high)
    : start(low.place),
      length(high.place - low.place),
      zeroth(low.overlap),
      first(low.rise * length),
      second(3 * (high.overlap - low.overlap) - 2 * first - high.rise * length),
      third(first + high.rise * length - 2 * (high.overlap - low.overlap)) {}

double HertzOverlap::Cubic::value(double t) const {
  return zeroth + t * (first + t * (second + t * third));
}

double HertzOverlap::Cubic::slope(double t) const {
  return first + t * (2 * second + t * 3 * third);
}

double HertzOverlap::Cubic::extreme(double sign) const {
  const double root = std::sqrt(std::max(0.0, second * second - 3 * third * first));
  const double divisor = root - sign * second;
  return divisor > 0 ? std::clamp(sign * first / divisor, 0.0, 1.0) : 0.5;
}

/// Where it changes sign between two t: Newton's method in a bracket.
double HertzOverlap::Cubic::root(double low, double high) const {
  const double low_value = value(low);
  const double high_value = value(high);
  if (!(low_value * high_value < 0)) return low_value == 0 ? low : high;
  double t = low + (high - low) * low_value / (low_value - high_value);
  for (int i = 0; i < k_root_iterations; ++i) {
    const double here = value(t);
    ((here > 0) == (low_value > 0) ? low : high) = t;
    double next = t - here / slope(t);
    if (!(next >= low && next <= high)) next = (low + high) / 2;
    const double change = std::abs(next - t);
    t = next;
    if (change < k_root_error) break;
  }
  return t;
}

/// Where one of the profiles ends between a place inside the overlap and one outside.
HertzOverlap::Strip HertzOverlap::last_that_exists(const profile::PosedWheel& wheel, Strip inside,
                                                   double outside) const {
  for (int i = 0; i < k_end_halvings; ++i) {
    const double middle = (inside.place + outside) / 2;
    const Strip here = strip_at(wheel, middle, wheel_at(middle));
    if (here.exists && here.overlap > 0) {
      inside = here;
    } else {
      outside = middle;
    }
  }
  return inside;
}

/// The end of an overlap between two neighbours of the lattice, either of which may come first.
HertzOverlap::Strip HertzOverlap::end_between(const profile::PosedWheel& wheel, const Strip& inside,
                                              const Strip& outside) const {
  if (!outside.exists || outside.overlap > 0) return last_that_exists(wheel, inside, outside.place);
  const bool is_outside_first = outside.place < inside.place;
  const Cubic cubic(is_outside_first ? outside : inside, is_outside_first ? inside : outside);
  const double t = cubic.root(0, 1);
  Strip edge;
  edge.place = cubic.start + t * cubic.length;
  edge.rise = cubic.slope(t) / cubic.length;
  return edge;
}

/// Puts the end of the overlap before its first place on the lattice.
void HertzOverlap::begin_overlap(const profile::PosedWheel& wheel, std::size_t first) {
  const Strip inside = lattice_strip(wheel, first);
  strips_.clear();
  if (first > 0) strips_.push_back(end_between(wheel, inside, lattice_strip(wheel, first - 1)));
  strips_.push_back(inside);
}

/// Puts its other end, before a place that is not inside, and keeps its regions.
void HertzOverlap::end_overlap(const profile::PosedWheel& wheel, std::size_t next) {
  if (next < lattice_.size()) {
    const Strip inside = strips_.back();
    strips_.push_back(end_between(wheel, inside, lattice_strip(wheel, next)));
  }
  add_regions(wheel);
  strips_.clear();
}

/// An overlap that lies between two places of the lattice.
void HertzOverlap::look_between(const profile::PosedWheel& wheel, std::size_t low) {
  const Strip before = lattice_strip(wheel, low);
  const Strip after = lattice_strip(wheel, low + 1);
  if (!before.exists || !after.exists || !(before.rise > 0) || after.rise > 0) return;
  const Cubic cubic(before, after);
  const double middle = cubic.extreme(1);
  if (!(cubic.value(middle) > 0)) return;
  strips_.clear();
  for (const double t : {cubic.root(0, middle), cubic.root(middle, 1)}) {
    Strip edge;
    edge.place = cubic.start + t * cubic.length;
    edge.rise = cubic.slope(t) / cubic.length;
    strips_.push_back(edge);
  }
  add_regions(wheel);
  strips_.clear();
}

void HertzOverlap::take_overlaps(const profile::PosedWheel& wheel, std::size_t first,
                                 std::size_t last) {
  double before = k_nowhere;
  for (std::size_t i = first; i <= last; ++i) {
    const double depth = depth_at(wheel, lattice_[i]);
    if (depth > 0) {
      if (strips_.empty()) {
        begin_overlap(wheel, i);
      } else {
        strips_.push_back(lattice_strip(wheel, i));
      }
    } else if (!strips_.empty()) {
      end_overlap(wheel, i);
    } else if (before > -k_near && depth > -k_near) {
      look_between(wheel, i - 1);
    }
    before = depth;
  }
  if (!strips_.empty()) end_overlap(wheel, last + 1);
}

void HertzOverlap::set_maximum(const profile::PosedWheel& wheel, double place, double overlap,
                               Region& region) {
  region.maximum = place;
  region.depth = overlap;
  const WheelPlace at = wheel_at(place);
  const double slope_z = at.steepness * at.slope_y;
  region.position = wheel.locus({at.y, at.z, at.slope_y, slope_z, 0}).position;
}

/// Cuts the overlap under way at its minima.
void HertzOverlap::add_regions(const profile::PosedWheel& wheel) {
  if (strips_.size() < 2) return;
  Region region;
  region.first = strips_.front().place;
  region.at_profile_end = strips_.front().overlap > 0 || strips_.back().overlap > 0;
  region.overlap = n_overlaps_++;
  bool has_maximum = false;
  // A profile that ends inside the overlap may be deepest there.
  if (!(strips_.front().rise > 0)) {
    set_maximum(wheel, strips_.front().place, strips_.front().overlap, region);
    has_maximum = true;
  }
  for (std::size_t i = 0; i + 1 < strips_.size(); ++i) {
    const bool rises = strips_[i].rise > 0;
    if (rises == (strips_[i + 1].rise > 0)) continue;
    const Cubic cubic(strips_[i], strips_[i + 1]);
    const double t = cubic.extreme(rises ? 1 : -1);
    const double place = cubic.start + t * cubic.length;
    if (rises) {
      set_maximum(wheel, place, cubic.value(t), region);
      has_maximum = true;
    } else if (has_maximum) {
      region.last = place;
      regions_.push_back(region);
      region.first = place;
      region.saddle = cubic.value(t);
      has_maximum = false;
    }
  }
  if (!has_maximum) set_maximum(wheel, strips_.back().place, strips_.back().overlap, region);
  region.last = strips_.back().place;
  regions_.push_back(region);
}

HertzOverlap::Stiffness HertzOverlap::stiffness(double ratio) const {
  static const auto first = std::bit_cast<std::uint64_t>(k_least_ratio) >> k_bits_within;
  const auto bits = std::bit_cast<std::uint64_t>(std::clamp(ratio, k_least_ratio, k_largest_ratio));
  const std::size_t i = (bits >> k_bits_within) - first;
  const double u = std::ldexp(static_cast<double>(bits & ((std::uint64_t{1} << k_bits_within) - 1)),
                              -k_bits_within);
  // Over the step, which is an eighth of the power of two below.
  const double step = std::bit_cast<double>((bits >> k_bits_of_number) << k_bits_of_number) / 8;
  const auto& [value0, by_ratio0] = stiffness_[i];
  const auto& [value1, by_ratio1] = stiffness_[i + 1];
  const double slope0 = by_ratio0 * step;
  const double slope1 = by_ratio1 * step;
  const double rise = value1 - value0;
  const double second = 3 * rise - 2 * slope0 - slope1;
  const double third = slope0 + slope1 - 2 * rise;
  return {value0 + u * (slope0 + u * (second + u * third)),
          (slope0 + u * (2 * second + u * 3 * third)) / step};
}

HertzOverlap::RailCurvature HertzOverlap::rail_curvature(double y) const {
  const double along = std::max((y - rail_.lowest_y()) / rail_step_, 0.0);
  const std::size_t i = std::min(static_cast<std::size_t>(along), rail_curvature_.size() - 2);
  const double u = along - static_cast<double>(i);
  const auto& [value0, slope0] = rail_curvature_[i];
  const auto& [value1, slope1] = rail_curvature_[i + 1];
  const double rise = value1 - value0;
  const double second = 3 * rise - 2 * slope0 - slope1;
  const double third = slope0 + slope1 - 2 * rise;
  return {value0 + u * (slope0 + u * (second + u * third)),
          (slope0 + u * (2 * second + u * 3 * third)) / rail_step_};
}

void HertzOverlap::add_node(const profile::PosedWheel& wheel, const Node& node, Sums& sums) const {
  const Strip strip = strip_at(wheel, node.place, node.wheel);
  if (!strip.exists || !(strip.overlap > 0)) return;
  const double e = strip.overlap;
  // The wheel's circles are turned against the track by the yaw, in the plane of contact.
  const double turned = yaw_squared_ * (1 + node.wheel.steepness * node.wheel.steepness);
  const double share = 1 / (1 + turned);
  const RailCurvature rail = rail_curvature(strip.below_y);
  const double curvature_x = (node.round + node.across * turned) * share / 2;
  const double curvature_y = ((node.round * turned + node.across) * share + rail.value) / 2;
  // Nearly flat or hollow: not below a least curvature, which is come to with a continuous slope.
  const double along = std::max(curvature_x, least_);
  const double floor = std::max(k_flattest * along, least_);
  const double in_blend = std::clamp(curvature_y / (2 * floor), 0.0, 1.0);
  const double across = curvature_y < 2 * floor ? floor * (1 + in_blend * in_blend) : curvature_y;
  const Stiffness like = stiffness(across / along);

  const double square = e * e * node.width;
  const double push = 2 * contact_modulus_ * like.phi * e * node.width;
  // The rail's curvature changes as the wheel moves aside.
  const double aside = contact_modulus_ * like.slope * square * in_blend * rail.slope / (2 * along);
  const double force_y = push * strip.sine - aside;
  const double force_z = -push * strip.cosine;
  sums.energy += contact_modulus_ * like.phi * square;
  sums.square += square;
  sums.fourth += e * e * square;
  sums.force_y += force_y;
  sums.force_z += force_z;
  sums.moment += strip.y * force_z - strip.z * force_y;
  sums.y += square * strip.y;
  sums.z += square * strip.z;
  sums.wheel_y += square * node.wheel.y;
  sums.wheel_z += square * node.wheel.z;
  sums.steepness += square * node.wheel.steepness;
  sums.curvature_x += square * curvature_x;
}

HertzOverlap::Sums HertzOverlap::integrate(const profile::PosedWheel& wheel, double low,
                                           double high) const {
  Sums sums;
  const double half = (high - low) / 2;
  for (const GaussNode& node : k_gauss) {
    add_node(wheel, node_at(low + half * (1 + node.place), half * node.weight), sums);
  }
  return sums;
}

/// Of a panel's part in an overlap.
HertzOverlap::Sums HertzOverlap::panel_sums(const profile::PosedWheel& wheel, std::size_t panel,
                                            double first, double last) const {
  if (panels_[panel] < first || panels_[panel + 1] > last) {
    return integrate(wheel, std::max(panels_[panel], first), std::min(panels_[panel + 1], last));
  }
  Sums sums;
  for (std::size_t i = 0; i < k_gauss.size(); ++i) {
    add_node(wheel, nodes_[k_gauss.size() * panel + i], sums);
  }
  return sums;
}

/// All regions of the overlap that begins with a region. Panels are fixed on the wheel, so that
/// nodes do not come and go as it moves, and what regions have adds up to what whole panels have:
/// nothing happens to the sum where a region begins to count.
/// @return the first region of the next overlap
std::size_t HertzOverlap::integrate_overlap(const profile::PosedWheel& wheel, std::size_t first) {
  std::size_t end = first + 1;
  while (end < regions_.size() && regions_[end].overlap == regions_[first].overlap) ++end;
  const double start = regions_[first].first;
  const double stop = regions_[end - 1].last;
  std::size_t region = first;
  sums_.resize(end);
  std::size_t panel =
      panel_of_[std::min(static_cast<std::size_t>(start / walk_), panel_of_.size() - 1)];
  for (; panel + 1 < panels_.size() && panels_[panel] < stop; ++panel) {
    Sums rest = panel_sums(wheel, panel, start, stop);
    double low = std::max(panels_[panel], start);
    for (; region + 1 < end && regions_[region].last < panels_[panel + 1]; ++region) {
      const Sums part = integrate(wheel, low, regions_[region].last);
      sums_[region].add(part, 1);
      rest.add(part, -1);
      low = regions_[region].last;
    }
    sums_[region].add(rest, 1);
  }
  return end;
}

/// Leaves the regions of the overlap that is deepest.
void HertzOverlap::leave_deepest() {
  const auto deepest =
      std::max_element(regions_.begin(), regions_.end(),
                       [](const Region& a, const Region& b) { return a.depth < b.depth; });
  const int overlap = deepest->overlap;
  std::erase_if(regions_, [&](const Region& region) { return region.overlap != overlap; });
}

/// How far two neighbours are patches of their own: 0 to 1.
double HertzOverlap::parting(const Region& region, const Region& next) const {
  const double distance = (next.position - region.position).norm();
  if (distance <= merge_.merge_distance) return 0;
  const double by_distance = distance >= merge_.separate_distance
                                 ? 1
                                 : smooth_step((distance - merge_.merge_distance) /
                                               (merge_.separate_distance - merge_.merge_distance));
  if (next.overlap != region.overlap) return by_distance;
  const double left = next.saddle / std::min(region.depth, next.depth);
  return by_distance * smooth_step((k_joined - left) / (k_joined - k_parted));
}

/// Joins regions that do not part: one patch, whatever maxima it has.
void HertzOverlap::join_regions() {
  partings_.clear();
  std::size_t n = 1;
  for (std::size_t i = 1; i < regions_.size(); ++i) {
    Region& before = regions_[n - 1];
    const double parted = parting(regions_[i - 1], regions_[i]);
    if (regions_[i].overlap == before.overlap && !(parted > 0)) {
      before.last = regions_[i].last;
      if (regions_[i].depth > before.depth) before.depth = regions_[i].depth;
    } else {
      partings_.push_back(parted);
      regions_[n++] = regions_[i];
    }
  }
  regions_.resize(n);
}

/// One patch of some neighbouring regions.
void HertzOverlap::add_pressed(const profile::PosedWheel& wheel, std::size_t first,
                               std::size_t last, double weight,
                               std::vector<PressedPoint>& pressed) const {
  Sums sums = sums_[first];
  for (std::size_t i = first + 1; i <= last; ++i) sums.add(sums_[i], 1);
  const double force = std::hypot(sums.force_y, sums.force_z);
  if (!(sums.force_z < 0) || !(sums.fourth > 0)) return;

  PressedPoint one;
  one.force = force;
  one.weight = weight;
  profile::ContactPoint& point = one.point;
  point.angle = std::atan2(sums.force_y, -sums.force_z);
  const double sine = sums.force_y / force;
  const double cosine = -sums.force_z / force;
  double y = sums.y / sums.square;
  double z = sums.z / sums.square;
  // On the line of action, across from the mean place.
  const double off = (sums.moment - (y * sums.force_z - z * sums.force_y)) / force;
  y -= off * cosine;
  z -= off * sine;
  // The rail is convex, so that a mean place lies inside: out along the normal.
  const double rail_y = std::clamp(y - rail_offset_, rail_.lowest_y(), rail_.highest_y());
  const double inside = z - rail_.at(rail_y).z;
  y += inside * cosine * sine;
  z -= inside * cosine * cosine;
  const double wheel_y = sums.wheel_y / sums.square;
  const double wheel_z = sums.wheel_z / sums.square;
  const double steepness = sums.steepness / sums.square;
  const double flatness = 1 / std::sqrt(1 + steepness * steepness);
  const profile::LocusPoint locus =
      wheel.locus({wheel_y, wheel_z, flatness, steepness * flatness, 0});
  point.position = {locus.position.x(), y, z};
  // The paraboloid with the same integrals of e^2 and e^4.
  point.penetration = std::sqrt(k_w2 / k_w4 * sums.fourth / sums.square);
  const double root =
      k_w2 * point.penetration * point.penetration * std::sqrt(point.penetration) / sums.square;
  point.curvature_x = sums.curvature_x / sums.square;
  point.curvature_y = root * root;
  point.wheel_y = wheel_y;
  point.rail_y = y - rail_offset_;
  point.rolling_radius = wheelset_.nominal_radius + wheel_z;
  if (first > 0 && regions_[first - 1].overlap == regions_[first].overlap) {
    point.saddle = regions_[first].saddle;
  }
  for (std::size_t i = first; i <= last; ++i) {
    point.at_profile_end = point.at_profile_end || regions_[i].at_profile_end;
  }
  pressed.push_back(one);
}

void HertzOverlap::find(const profile::WheelsetPose& pose, ContactPoints which,
                        std::vector<PressedPoint>& pressed) {
  pressed.clear();
  regions_.clear();
  sums_.clear();
  n_overlaps_ = 0;
  energy_ = 0;
  depth_ = 0;
  const profile::PosedWheel wheel(wheelset_, pose);
  const double tangent = std::tan(pose.yaw);
  yaw_squared_ = tangent * tangent;
  search_.find_ranges(wheel, ranges_);
  std::size_t next = 0;
  for (const auto& range : ranges_) {
    const auto first = static_cast<std::size_t>(range.first / walk_);
    const auto last = static_cast<std::size_t>(range.last / walk_) + 1;
    take_overlaps(wheel, std::max(first, next), std::min(last, lattice_.size() - 1));
    next = last;
  }
  if (regions_.empty()) return;
  for (const Region& region : regions_) depth_ = std::max(depth_, region.depth);
  if (which == ContactPoints::deepest) {
    leave_deepest();
    regions_.front().last = regions_.back().last;
    regions_.resize(1);
  }
  join_regions();
  const std::size_t n = regions_.size();
  for (std::size_t i = 0; i < n;) i = integrate_overlap(wheel, i);
  for (const Sums& sums : sums_) energy_ += sums.energy;
  // All ways to part the maxima, each in as far as its minima part and those inside do not.
  for (std::size_t first = 0; first < n; ++first) {
    double weight = first == 0 ? 1 : partings_[first - 1];
    for (std::size_t last = first; last < n && weight > 0; ++last) {
      const double parted = last + 1 == n ? 1 : partings_[last];
      if (weight * parted > 0) add_pressed(wheel, first, last, weight * parted, pressed);
      weight *= 1 - parted;
    }
  }
}

}  // namespace tread::wheel_rail
