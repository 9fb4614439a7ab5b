#include "tread/profile/rigid_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "tread/core/errors.hpp"

namespace tread::profile {
namespace {

constexpr double k_far = 0.2;            // m: gaps looked through for the place that touches first
constexpr double k_flange_tip = 1e-3;    // m of height that count as the flange's tip
constexpr double k_high_flange = 10e-3;  // m: a wheel with less has no flange to stand on
constexpr int k_most_steps = 200;

const char* side_name(Side side) { return side == Side::left ? "left" : "right"; }

double tip_height(const Profile& wheel) {
  double highest = 0;
  for (const ProfilePoint& point : wheel.points()) highest = std::max(highest, point.z);
  return highest;
}

std::string where(Side side, const WheelsetPose& pose) {
  return fmt::format("wheelset at y = {:.4g} mm, yaw {:.4g} mrad: the {} wheel", 1e3 * pose.lateral,
                     1e3 * pose.yaw, side_name(side));
}

void check_standing(Side side, const WheelsetPose& pose, const ContactSearch& search,
                    const ContactPoint& point) {
  if (point.at_profile_end) {
    throw ModelError(fmt::format(
        "{} touches where a profile ends ({:.4g} mm in the wheel's profile, {:.4g} mm in the "
        "rail's): derailed, or the profiles are given too short",
        where(side, pose), 1e3 * point.wheel_y, 1e3 * point.rail_y));
  }
  const double tip = tip_height(search.pair().wheel);
  const double height = point.rolling_radius - search.pair().wheelset.nominal_radius;
  if (tip > k_high_flange && height > tip - k_flange_tip) {
    throw ModelError(
        fmt::format("{} stands on the tip of its flange, {:.4g} mm from the middle of "
                    "its rail: derailed",
                    where(side, pose), 1e3 * point.rail_y));
  }
}

}  // namespace

RigidWheelset::RigidWheelset(ContactSearch left, ContactSearch right)
    : left_(std::move(left)), right_(std::move(right)) {}

RigidWheelset::Touch RigidWheelset::touch(Side side, const WheelsetPose& pose) const {
  const ContactSearch& search = side == Side::left ? left_ : right_;
  const WheelsetPose seen = side == Side::left ? mirrored(pose) : pose;
  std::vector<ContactPoint> points;
  search.find(seen, k_far, points);
  if (points.empty()) {
    throw ModelError(fmt::format("{} has no rail below it: derailed", where(side, pose)));
  }
  const auto depth = [](const ContactPoint& point) {
    return point.penetration / std::cos(point.angle);
  };
  const ContactPoint& first =
      *std::max_element(points.begin(), points.end(),
                        [&](const auto& a, const auto& b) { return depth(a) < depth(b); });
  const double height = seen.vertical - search.pair().wheelset.nominal_radius;
  // A roll moves the point down by its lever, and sideways along the rail's slope by its height.
  const double lever =
      first.position.y() - seen.lateral + std::tan(first.angle) * (first.position.z() - height);
  return {first, depth(first), side == Side::left ? -lever : lever};
}

/// @param pose at height 0
RigidContact RigidWheelset::standing(WheelsetPose pose, const Touch& left,
                                     const Touch& right) const {
  pose.vertical = -(right.depth + left.depth) / 2;
  check_standing(Side::left, pose, left_, left.point);
  check_standing(Side::right, pose, right_, right.point);
  RigidContact contact{pose, left.point, right.point};
  contact.left.penetration = 0;
  contact.right.penetration = 0;
  return contact;
}

RigidContact RigidWheelset::at(double lateral, double yaw, Roll roll_is) const {
  WheelsetPose pose{lateral, 0, 0, yaw};
  double low = -0.1;  // rad: bounds of the root once both signs were seen
  double high = 0.1;
  for (int step = 0;; ++step) {
    const Touch left = touch(Side::left, pose);
    const Touch right = touch(Side::right, pose);
    if (roll_is == Roll::left_out) return standing(pose, left, right);
    const double miss = right.depth - left.depth;
    const double change = right.roll_change - left.roll_change;
    (miss > 0 ? high : low) = pose.roll;
    double roll = pose.roll - miss / change;
    if (!(roll > low && roll < high)) roll = (low + high) / 2;
    if (std::abs(miss) < 1e-15 || std::abs(roll - pose.roll) < 1e-16 || step == k_most_steps) {
      return standing(pose, left, right);
    }
    pose.roll = roll;
  }
}

LateralRange RigidWheelset::standing_range(double reach, double step, Roll roll) const {
  at(0, 0, roll);
  LateralRange range;
  const auto n = static_cast<int>(std::ceil(reach / step));
  for (const double way : {-1.0, 1.0}) {
    double& end = way < 0 ? range.from : range.to;
    try {
      for (int i = 1; i <= n; ++i) {
        const double next = way * reach * i / n;
        at(next, 0, roll);
        end = next;
      }
    } catch (const ModelError&) {  // derailed: the range ends before
    }
  }
  return range;
}

void RigidWheelset::follow_jump(const RigidContact& before, const RigidContact& after, Side side,
                                double least_jump, Roll roll,
                                std::vector<ContactJump>& jumps) const {
  const auto place = [side](const RigidContact& contact) {
    return side == Side::left ? contact.left.wheel_y : contact.right.wheel_y;
  };
  if (std::abs(place(after) - place(before)) < least_jump) return;
  if (after.pose.lateral - before.pose.lateral < 1e-9) {
    jumps.push_back(
        {(before.pose.lateral + after.pose.lateral) / 2, side, place(before), place(after)});
    return;
  }
  const RigidContact middle =
      at((before.pose.lateral + after.pose.lateral) / 2, before.pose.yaw, roll);
  follow_jump(before, middle, side, least_jump, roll, jumps);
  follow_jump(middle, after, side, least_jump, roll, jumps);
}

std::vector<ContactJump> RigidWheelset::jumps(double from, double to, double yaw, double step,
                                              double least_jump, Roll roll) const {
  std::vector<ContactJump> found;
  const auto n = std::max(1, static_cast<int>(std::ceil((to - from) / step)));
  RigidContact before = at(from, yaw, roll);
  for (int i = 1; i <= n; ++i) {
    const RigidContact after = at(from + (to - from) * i / n, yaw, roll);
    follow_jump(before, after, Side::left, least_jump, roll, found);
    follow_jump(before, after, Side::right, least_jump, roll, found);
    before = after;
  }
  return found;
}

RadiusDifference radius_difference(const RigidWheelset& wheelset, double from, double to,
                                   double step, Roll roll) {
  const WheelsetGeometry& left = wheelset.left().pair().wheelset;
  const WheelsetGeometry& right = wheelset.right().pair().wheelset;
  RadiusDifference table;
  table.spacing = left.tape_circle_half_spacing() + right.tape_circle_half_spacing();
  table.nominal_radius = right.nominal_radius;
  const auto n = std::max(1, static_cast<int>(std::ceil((to - from) / step)));
  const auto add = [&](double lateral) {
    const RigidContact contact = wheelset.at(lateral, 0, roll);
    // Where both wheels climb at once the roll may run back by rounding.
    const double at_contact = lateral - table.nominal_radius * std::sin(contact.pose.roll);
    const double last = table.lateral.empty() ? at_contact : table.lateral.back();
    table.lateral.push_back(std::max(at_contact, last));
    table.difference.push_back(contact.radius_difference());
  };
  double last = from;
  add(from);
  for (int i = 1; i <= n; ++i) {
    const double next = from + (to - from) * i / n;
    std::vector<ContactJump> jumps = wheelset.jumps(last, next, 0, next - last, 0.5e-3, roll);
    std::ranges::sort(jumps, {}, &ContactJump::lateral);
    for (const ContactJump& jump : jumps) {
      add(jump.lateral - 2e-9);
      add(jump.lateral + 2e-9);
    }
    add(next);
    last = next;
  }
  return table;
}

namespace {

/// A cone of tan γ = 1e-5 is none: digits of profiles in files make as much.
constexpr double k_no_cone = 1e-5;

/// The integral of a table's Δr from its first point on.
class Potential {
 public:
  explicit Potential(const RadiusDifference& table) : table_(table), sums_(table.lateral.size()) {
    for (std::size_t i = 1; i < sums_.size(); ++i) {
      sums_[i] = sums_[i - 1] + (table.lateral[i] - table.lateral[i - 1]) *
                                    (table.difference[i] + table.difference[i - 1]) / 2;
    }
  }

  std::size_t piece_of(double y) const {
    const auto& lateral = table_.lateral;
    const auto above = std::upper_bound(lateral.begin() + 1, lateral.end() - 1, y);
    return static_cast<std::size_t>(above - lateral.begin()) - 1;
  }

  double at(double y) const {
    const std::size_t i = piece_of(y);
    const double u = y - table_.lateral[i];
    return sums_[i] + u * (table_.difference[i] + slope(i) * u / 2);
  }

  double slope(std::size_t i) const {
    const double width = table_.lateral[i + 1] - table_.lateral[i];
    return width > 0 ? (table_.difference[i + 1] - table_.difference[i]) / width : 0;
  }

  struct Height {
    double y, value;
  };
  struct Extremes {
    Height lowest, highest;
  };
  /// Between two positions, ends included.
  Extremes extremes(double from, double to) const {
    const Height start{from, at(from)};
    Extremes found{start, start};
    const auto look = [&](double y) {
      if (!(y > from && y <= to)) return;
      const Height here{y, at(y)};
      if (here.value < found.lowest.value) found.lowest = here;
      if (here.value > found.highest.value) found.highest = here;
    };
    for (std::size_t i = piece_of(from); i <= piece_of(to); ++i) {
      const double before = table_.difference[i];
      if (before * table_.difference[i + 1] < 0) look(table_.lateral[i] - before / slope(i));
      look(std::min(table_.lateral[i + 1], to));
    }
    return found;
  }

 private:
  const RadiusDifference& table_;
  std::vector<double> sums_;
};

/// Motions of one amplitude in the valleys of the potential.
class Motions {
 public:
  struct Motion {
    double middle;  // m
    double top;     // potential at the turning points, m²
    Potential::Extremes between;
    double hill() const { return between.highest.value - top; }
  };

  Motions(const RadiusDifference& table, const Potential& potential, double amplitude)
      : potential_(potential),
        amplitude_(amplitude),
        first_(table.lateral.front()),
        last_(table.lateral.back()),
        tolerance_(k_no_cone * amplitude * amplitude) {
    find(table);
  }

  double tolerance() const { return tolerance_; }

  /// The one in the deepest valley, of equal ones that nearest to the middle of the track.
  const Motion& chosen() const {
    const Motion* best = nullptr;
    for (const Motion& motion : found_) {
      if (motion.hill() > tolerance_) continue;
      const double lower =
          best == nullptr ? -1 : motion.between.lowest.value - best->between.lowest.value;
      if (lower < -tolerance_ ||
          (lower < tolerance_ && std::abs(motion.middle) <= std::abs(best->middle))) {
        best = &motion;
      }
    }
    if (best == nullptr) refuse();
    return *best;
  }

 private:
  double climb(double middle) const {
    return potential_.at(middle + amplitude_) - potential_.at(middle - amplitude_);
  }

  void add(double middle) {
    const double low = middle - amplitude_;
    const double high = middle + amplitude_;
    found_.push_back(
        {middle, (potential_.at(low) + potential_.at(high)) / 2, potential_.extremes(low, high)});
  }

  /// Both ends of a motion are equally high. It is turned back there if, moved to the right, it
  /// would climb, and moved to the left as well.
  void find(const RadiusDifference& table) {
    const double lowest = first_ + amplitude_;
    const double highest = last_ - amplitude_;
    if (!(lowest <= highest)) return;
    std::vector<double> places{lowest, highest};
    for (const double y : table.lateral) {
      for (const double middle : {y - amplitude_, y + amplitude_}) {
        if (middle > lowest && middle < highest) places.push_back(middle);
      }
    }
    std::ranges::sort(places);
    // The ends of the run of places at which nothing climbs, and what was before it.
    std::size_t start = 0;
    double before = -1;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double here = climb(places[i]);
      const bool is_last = i + 1 == places.size();
      if (std::abs(here) <= tolerance_ && !is_last) continue;
      const std::size_t end = here > tolerance_ ? i : i + 1;  // of the run
      const bool turns = before < 0 && (here > tolerance_ || std::abs(here) <= tolerance_);
      if (turns && start < end && places[end - 1] - places[start] > 1e-3 * amplitude_) {
        add((places[start] + places[end - 1]) / 2);
      } else if (turns && start > 0) {
        add(root(places[start - 1], places[i]));
      } else if (turns && start < end) {
        add(places[start]);
      }
      before = here;
      start = i + 1;
    }
  }

  double root(double low, double high) const {
    const double centre = (low + high) / 2;
    if (climb(centre) == 0) return centre;
    while (high - low > 1e-15) {
      const double middle = (low + high) / 2;
      if (middle <= low || middle >= high) break;
      (climb(middle) > 0 ? high : low) = middle;
    }
    return (low + high) / 2;
  }

  [[noreturn]] void refuse() const {
    const std::string motion =
        fmt::format("a motion of the wheelset with an amplitude of {:.4g} mm", 1e3 * amplitude_);
    const std::string range = fmt::format("y = {:.4g} and {:.4g} mm", 1e3 * first_, 1e3 * last_);
    if (!found_.empty()) {
      const Motion& lowest = *std::ranges::min_element(found_, {}, &Motion::hill);
      throw ModelError(fmt::format(
          "{} does not pass y = {:.4g} mm: beside it the radius difference steers away from there, "
          "to either side",
          motion, 1e3 * lowest.between.highest.y));
    }
    const bool fits = first_ + amplitude_ <= last_ - amplitude_;
    if (fits && climb(first_ + amplitude_) > 0 && climb(last_ - amplitude_) < 0) {
      throw ModelError(
          fmt::format("{} does not exist: the radius difference does not steer back between {}",
                      motion, range));
    }
    throw ModelError(fmt::format("{} does not stay between {}", motion, range));
  }

  const Potential& potential_;
  double amplitude_;
  double first_;
  double last_;
  double tolerance_;  // m², of a height: what counts as level
  std::vector<Motion> found_;
};

/// Integral of (y - middle) Δr over a part of a piece, where it is a quadratic: Simpson's rule.
double first_moment(const RadiusDifference& table, const Potential& potential, std::size_t piece,
                    double start, double end, double middle) {
  const auto integrand = [&](double y) {
    return (y - middle) *
           (table.difference[piece] + potential.slope(piece) * (y - table.lateral[piece]));
  };
  return (end - start) / 6 * (integrand(start) + 4 * integrand((start + end) / 2) + integrand(end));
}

constexpr std::array<double, 4> k_gauss_place{-0.8611363115940526, -0.3399810435848563,
                                              0.3399810435848563, 0.8611363115940526};
constexpr std::array<double, 4> k_gauss_weight{0.3478548451374538, 0.6521451548625461,
                                               0.6521451548625461, 0.3478548451374538};

}  // namespace

EquivalentConicity equivalent_conicity(const RadiusDifference& table, double amplitude) {
  if (!(amplitude > 0)) {
    throw ModelError(fmt::format("equivalent conicity: the amplitude {:.4g} mm must be positive",
                                 1e3 * amplitude));
  }
  const Potential potential(table);
  const Motions motions(table, potential, amplitude);
  const Motions::Motion& motion = motions.chosen();
  EquivalentConicity result;
  result.middle = motion.middle;
  const double low = result.middle - amplitude;
  const double high = result.middle + amplitude;
  const bool is_level = motion.top - motion.between.lowest.value <= motions.tolerance();
  // y = middle + amplitude sin θ takes the singularity out of dy / y' at the turning points; piece
  // by piece of the table, on which Δr is smooth.
  double half_wave = 0;
  double moment = 0;
  const auto angle_of = [&](double y) {
    return std::asin(std::clamp((y - result.middle) / amplitude, -1.0, 1.0));
  };
  for (std::size_t i = potential.piece_of(low); i <= potential.piece_of(high); ++i) {
    const double start = std::max(low, table.lateral[i]);
    const double end = std::min(high, table.lateral[i + 1]);
    if (!(end - start > 1e-12 * amplitude)) continue;
    moment += first_moment(table, potential, i, start, end, result.middle);
    const double from = angle_of(start);
    const double to = angle_of(end);
    for (std::size_t k = 0; k < k_gauss_place.size() && !is_level; ++k) {
      const double angle = (from + to) / 2 + (to - from) / 2 * k_gauss_place[k];
      const double weight = (to - from) / 2 * k_gauss_weight[k];
      const double y = result.middle + amplitude * std::sin(angle);
      // A hill that is as high as the turning points is passed slowly, not never.
      const double left = std::max(motion.top - potential.at(y), 1e-6 * motions.tolerance());
      const double slope = std::sqrt(2 * left / (table.spacing * table.nominal_radius));  // |dy/dx|
      half_wave += weight * amplitude * std::cos(angle) / slope;
    }
  }
  result.by_regression = moment / (2 * amplitude * amplitude * amplitude / 3) / 2;
  if (is_level) {
    result.wavelength = std::numeric_limits<double>::infinity();
    return result;
  }
  result.wavelength = 2 * half_wave;
  result.by_integration = 2 * std::numbers::pi * std::numbers::pi * table.spacing *
                          table.nominal_radius / (result.wavelength * result.wavelength);
  return result;
}

}  // namespace tread::profile
