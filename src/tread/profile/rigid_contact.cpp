#include "tread/profile/rigid_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
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

RigidContact RigidWheelset::at(double lateral, double yaw) const {
  WheelsetPose pose{lateral, 0, 0, yaw};
  double low = -0.1;  // rad: bounds of the root once both signs were seen
  double high = 0.1;
  for (int step = 0;; ++step) {
    const Touch left = touch(Side::left, pose);
    const Touch right = touch(Side::right, pose);
    const double miss = right.depth - left.depth;
    const double change = right.roll_change - left.roll_change;
    (miss > 0 ? high : low) = pose.roll;
    double roll = pose.roll - miss / change;
    if (!(roll > low && roll < high)) roll = (low + high) / 2;
    if (std::abs(miss) < 1e-15 || std::abs(roll - pose.roll) < 1e-16 || step == k_most_steps) {
      pose.vertical = -(right.depth + left.depth) / 2;
      check_standing(Side::left, pose, left_, left.point);
      check_standing(Side::right, pose, right_, right.point);
      RigidContact contact{pose, left.point, right.point};
      contact.left.penetration = 0;
      contact.right.penetration = 0;
      return contact;
    }
    pose.roll = roll;
  }
}

void RigidWheelset::follow_jump(const RigidContact& before, const RigidContact& after, Side side,
                                double least_jump, std::vector<ContactJump>& jumps) const {
  const auto place = [side](const RigidContact& contact) {
    return side == Side::left ? contact.left.wheel_y : contact.right.wheel_y;
  };
  if (std::abs(place(after) - place(before)) < least_jump) return;
  if (after.pose.lateral - before.pose.lateral < 1e-9) {
    jumps.push_back(
        {(before.pose.lateral + after.pose.lateral) / 2, side, place(before), place(after)});
    return;
  }
  const RigidContact middle = at((before.pose.lateral + after.pose.lateral) / 2, before.pose.yaw);
  follow_jump(before, middle, side, least_jump, jumps);
  follow_jump(middle, after, side, least_jump, jumps);
}

std::vector<ContactJump> RigidWheelset::jumps(double from, double to, double yaw, double step,
                                              double least_jump) const {
  std::vector<ContactJump> found;
  const auto n = std::max(1, static_cast<int>(std::ceil((to - from) / step)));
  RigidContact before = at(from, yaw);
  for (int i = 1; i <= n; ++i) {
    const RigidContact after = at(from + (to - from) * i / n, yaw);
    follow_jump(before, after, Side::left, least_jump, found);
    follow_jump(before, after, Side::right, least_jump, found);
    before = after;
  }
  return found;
}

RadiusDifference radius_difference(const RigidWheelset& wheelset, double from, double to,
                                   double step) {
  const WheelsetGeometry& geometry = wheelset.right().pair().wheelset;
  RadiusDifference table;
  table.spacing = 2 * geometry.tape_circle_half_spacing();
  table.nominal_radius = geometry.nominal_radius;
  const auto n = std::max(1, static_cast<int>(std::ceil((to - from) / step)));
  const auto add = [&table](const RigidContact& contact) {
    table.lateral.push_back(contact.pose.lateral);
    table.difference.push_back(contact.radius_difference());
  };
  double last = from;
  add(wheelset.at(from));
  for (int i = 1; i <= n; ++i) {
    const double next = from + (to - from) * i / n;
    for (const ContactJump& jump : wheelset.jumps(last, next, 0, next - last)) {
      add(wheelset.at(jump.lateral - 2e-9));
      add(wheelset.at(jump.lateral + 2e-9));
    }
    add(wheelset.at(next));
    last = next;
  }
  return table;
}

namespace {

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

 private:
  const RadiusDifference& table_;
  std::vector<double> sums_;
};

/// Middle of the two positions, two amplitudes apart, at which the potential is the same.
double middle_of_motion(const RadiusDifference& table, const Potential& potential,
                        double amplitude) {
  double low = table.lateral.front() + amplitude;
  double high = table.lateral.back() - amplitude;
  const auto climb = [&](double middle) {
    return potential.at(middle + amplitude) - potential.at(middle - amplitude);
  };
  if (!(low < high) || !(climb(low) < 0) || !(climb(high) > 0)) {
    throw ModelError(fmt::format(
        "equivalent conicity: no motion with an amplitude of {:.4g} mm between y = {:.4g} and "
        "{:.4g} mm: the radius difference does not turn it back there; give a wider range or a "
        "smaller amplitude",
        1e3 * amplitude, 1e3 * table.lateral.front(), 1e3 * table.lateral.back()));
  }
  const double centre = (low + high) / 2;
  if (climb(centre) == 0) return centre;
  while (high - low > 1e-15) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (climb(middle) > 0 ? high : low) = middle;
  }
  return (low + high) / 2;
}

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
  EquivalentConicity result;
  result.middle = middle_of_motion(table, potential, amplitude);
  const double low = result.middle - amplitude;
  const double high = result.middle + amplitude;
  const double top = (potential.at(low) + potential.at(high)) / 2;
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
    const double from = angle_of(start);
    const double to = angle_of(end);
    for (std::size_t k = 0; k < k_gauss_place.size(); ++k) {
      const double angle = (from + to) / 2 + (to - from) / 2 * k_gauss_place[k];
      const double weight = (to - from) / 2 * k_gauss_weight[k];
      const double y = result.middle + amplitude * std::sin(angle);
      const double left = top - potential.at(y);
      if (!(left > 0)) {
        throw ModelError(
            fmt::format("equivalent conicity: at y = {:.4g} mm the radius difference does not "
                        "steer back to the "
                        "middle; a motion with an amplitude of {:.4g} mm does not pass there",
                        1e3 * y, 1e3 * amplitude));
      }
      const double slope = std::sqrt(2 * left / (table.spacing * table.nominal_radius));  // |dy/dx|
      half_wave += weight * amplitude * std::cos(angle) / slope;
    }
    moment += first_moment(table, potential, i, start, end, result.middle);
  }
  result.wavelength = 2 * half_wave;
  result.by_integration = 2 * std::numbers::pi * std::numbers::pi * table.spacing *
                          table.nominal_radius / (result.wavelength * result.wavelength);
  result.by_regression = moment / (2 * amplitude * amplitude * amplitude / 3) / 2;
  return result;
}

}  // namespace tread::profile
