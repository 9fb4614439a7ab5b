#include "tread/vehicle/rail_vehicle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::vehicle {
namespace {

constexpr double k_value_rounding = 1e-9;  // m, and relative: values that mean the same

/// Checks one vehicle; messages name it.
class Inspection {
 public:
  explicit Inspection(const RailVehicle& vehicle) : vehicle_(vehicle) {
    for (const RailBody& body : vehicle.bodies) names_.push_back(body.name);
  }

  void check_all() const {
    if (vehicle_.bodies.empty()) refuse("it has no bodies: give at least one");
    if (!std::isfinite(vehicle_.gravity) || vehicle_.gravity < 0) {
      refuse(fmt::format("gravity = {} m/s2 must be >= 0", vehicle_.gravity));
    }
    for (std::size_t i = 0; i < names_.size(); ++i) check_body(i);
    std::vector<std::string> joints;
    for (const Bushing& bushing : vehicle_.bushings) {
      check_joint_name(bushing.name, joints);
      check_bushing(bushing);
    }
    for (const Rod& rod : vehicle_.rods) {
      check_joint_name(rod.name, joints);
      check_rod(rod);
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    throw ModelError(fmt::format("vehicle '{}': {}", vehicle_.name, reason));
  }

  void positive(const std::string& what, double value, const char* unit) const {
    if (!(value > 0) || !std::isfinite(value)) {
      refuse(fmt::format("{} = {} {} must be > 0", what, value, unit));
    }
  }

  void not_negative(const std::string& what, double value) const {
    if (!(value >= 0) || !std::isfinite(value)) {
      refuse(fmt::format("{} = {} must be >= 0", what, value));
    }
  }

  void check_place(const std::string& what, const ReferencePlace& place) const {
    if (!std::isfinite(place.x) || !std::isfinite(place.y) || !std::isfinite(place.height)) {
      refuse(fmt::format("{} is at ({}, {}, {}): must be finite", what, place.x, place.y,
                         place.height));
    }
  }

  void check_body(std::size_t i) const {
    const RailBody& body = vehicle_.bodies[i];
    if (body.name.empty()) refuse("a body has no name: give each one");
    if (std::count(names_.begin(), names_.end(), body.name) > 1) {
      refuse(fmt::format("two bodies are called '{}': give each a name of its own", body.name));
    }
    positive(fmt::format("mass of '{}'", body.name), body.mass, "kg");
    check_place(fmt::format("'{}'", body.name), body.centre);
    check_inertia(body);
    if (body.wheel_radius) check_wheelset(body);
  }

  void check_inertia(const RailBody& body) const {
    constexpr std::array<const char*, 3> axes = {"Ixx", "Iyy", "Izz"};
    const Eigen::Vector3d& inertia = body.inertia;
    for (int k = 0; k < 3; ++k) {
      positive(fmt::format("{} of '{}'", axes[static_cast<std::size_t>(k)], body.name), inertia[k],
               "kg m2");
    }
    for (int k = 0; k < 3; ++k) {
      const double others = inertia.sum() - inertia[k];
      if (inertia[k] > others * (1 + k_value_rounding)) {
        refuse(
            fmt::format("{} of '{}' is {} kg m2, more than both others together ({}): no body "
                        "has that; check which axis is which",
                        axes[static_cast<std::size_t>(k)], body.name, inertia[k], others));
      }
    }
  }

  void check_wheelset(const RailBody& body) const {
    positive(fmt::format("wheel radius of '{}'", body.name), *body.wheel_radius, "m");
    const double x = body.inertia.x(), z = body.inertia.z();
    if (std::abs(x - z) > k_value_rounding * std::max(x, z)) {
      refuse(
          fmt::format("wheelset '{}' has Ixx = {} and Izz = {} kg m2: it spins, both must be "
                      "the same",
                      body.name, x, z));
    }
  }

  void check_joint_name(const std::string& name, std::vector<std::string>& joints) const {
    if (name.empty()) refuse("a joint has no name: give each one");
    if (std::find(joints.begin(), joints.end(), name) != joints.end()) {
      refuse(fmt::format("two joints are called '{}': give each a name of its own", name));
    }
    joints.push_back(name);
  }

  const RailBody& body(const std::string& joint, const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) {
      return vehicle_.bodies[static_cast<std::size_t>(found - names_.begin())];
    }
    const std::string near = nearest(name, names_);
    refuse(fmt::format("joint '{}': there is no body '{}'{}; there are: {}", joint, name,
                       near.empty() ? "" : fmt::format(", is '{}' meant?", near),
                       fmt::join(names_, ", ")));
  }

  template <class Joint>
  void check_ends(const Joint& joint) const {
    const RailBody& first = body(joint.name, joint.first);
    const RailBody& second = body(joint.name, joint.second);
    if (joint.first == joint.second) {
      refuse(fmt::format("joint '{}' joins '{}' with itself: name two bodies", joint.name,
                         joint.first));
    }
    check_place(fmt::format("joint '{}' on '{}'", joint.name, joint.first), joint.place_on_first);
    check_place(fmt::format("joint '{}' on '{}'", joint.name, joint.second), joint.place_on_second);
    check_on_axle(joint.name, first, joint.place_on_first);
    check_on_axle(joint.name, second, joint.place_on_second);
  }

  void check_on_axle(const std::string& joint, const RailBody& wheelset,
                     const ReferencePlace& place) const {
    if (!wheelset.wheel_radius) return;
    const double off =
        std::hypot(place.x - wheelset.centre.x, place.height - wheelset.centre.height);
    if (off > k_value_rounding) {
      refuse(
          fmt::format("joint '{}' acts on wheelset '{}' {} m beside its axle: bearings hold no "
                      "moment about it; put the place at x = {}, height = {}",
                      joint, wheelset.name, off, wheelset.centre.x, wheelset.centre.height));
    }
  }

  void check_bushing(const Bushing& bushing) const {
    check_ends(bushing);
    check_direction(bushing.name, "x", bushing.x);
    check_direction(bushing.name, "y", bushing.y);
    check_direction(bushing.name, "z", bushing.z);
    check_direction(bushing.name, "roll", bushing.roll);
    check_direction(bushing.name, "pitch", bushing.pitch);
    check_direction(bushing.name, "yaw", bushing.yaw);

    const bool is_first_wheelset = body(bushing.name, bushing.first).wheel_radius.has_value();
    const bool is_second_wheelset = body(bushing.name, bushing.second).wheel_radius.has_value();
    if (!is_first_wheelset && !is_second_wheelset) return;
    if (is_first_wheelset && is_second_wheelset) {
      refuse(
          fmt::format("joint '{}' joins two wheelsets: its force would act beside an axle; use "
                      "a rod",
                      bushing.name));
    }
    for (const JointDirection* turn : {&bushing.roll, &bushing.pitch, &bushing.yaw}) {
      if (has_anything(*turn)) {
        refuse(
            fmt::format("joint '{}' would turn the wheelset '{}': bearings hold no moment about "
                        "the axle; use two joints along the axle",
                        bushing.name, is_first_wheelset ? bushing.first : bushing.second));
      }
    }
    const JointAxes needed = is_first_wheelset ? JointAxes::second : JointAxes::first;
    if (bushing.axes != needed) {
      refuse(
          fmt::format("joint '{}' must have its directions in axes of '{}', so that its force "
                      "acts at the axle of the wheelset",
                      bushing.name, is_first_wheelset ? bushing.second : bushing.first));
    }
  }

  void check_rod(const Rod& rod) const {
    check_ends(rod);
    check_direction(rod.name, "along", rod.along);
    const ReferencePlace &a = rod.place_on_first, &b = rod.place_on_second;
    const double length = std::hypot(a.x - b.x, a.y - b.y, a.height - b.height);
    if (length < 1e-3) {
      refuse(
          fmt::format("rod '{}' is {} m long: its direction is not known; move an end, or use "
                      "a bushing",
                      rod.name, length));
    }
  }

  static bool has_anything(const JointDirection& d) {
    return d.stiffness != 0 || d.damping != 0 || d.preload != 0 || d.spring_law || d.damper_law ||
           d.series_stiffness;
  }

  void check_direction(const std::string& joint, const char* direction,
                       const JointDirection& d) const {
    const std::string what = fmt::format("joint '{}', {}", joint, direction);
    not_negative(what + ": stiffness", d.stiffness);
    not_negative(what + ": damping", d.damping);
    if (!std::isfinite(d.preload)) refuse(fmt::format("{}: preload = {}", what, d.preload));
    if (d.spring_law) check_not_falling(what + ": spring law", *d.spring_law, -d.stiffness);
    if (d.damper_law) {
      check_not_falling(what + ": damper law", *d.damper_law, -d.damping);
      if (d.damper_law->at(0).value != 0) {
        refuse(fmt::format("{}: the damper law is {} at rest: must be 0 there", what,
                           d.damper_law->at(0).value));
      }
    }
    if (d.series_stiffness) check_series(what, d);
  }

  void check_series(const std::string& what, const JointDirection& d) const {
    if (!(*d.series_stiffness > 0) || !std::isfinite(*d.series_stiffness)) {
      refuse(
          fmt::format("{}: series stiffness = {} must be > 0; leave it out for a damper without "
                      "one",
                      what, *d.series_stiffness));
    }
    if (d.damping == 0 && !d.damper_law) {
      refuse(fmt::format("{}: series stiffness = {} without a damper; give damping or a damper law",
                         what, *d.series_stiffness));
    }
    if (d.damper_law && least_slope(*d.damper_law) + d.damping <= 0) {
      refuse(
          fmt::format("{}: the damper in series has no speed for a force where its law is "
                      "level; give it a slope or damping",
                      what));
    }
  }

  static double least_slope(const PiecewiseLinear& law) {
    const std::vector<double>&x = law.places(), &f = law.values();
    if (x.size() < 2) return 0;
    double least = (f[1] - f[0]) / (x[1] - x[0]);
    for (std::size_t i = 2; i < x.size(); ++i) {
      least = std::min(least, (f[i] - f[i - 1]) / (x[i] - x[i - 1]));
    }
    return least;
  }

  /// A law may fall as far as what acts beside it makes up for it.
  void check_not_falling(const std::string& what, const PiecewiseLinear& law, double limit) const {
    const double slope = least_slope(law);
    if (slope < limit) {
      refuse(
          fmt::format("{} falls with {}: it would feed energy in; let it rise (force over "
                      "elongation, both with their sign)",
                      what, slope));
    }
  }

  const RailVehicle& vehicle_;
  std::vector<std::string> names_;
};

bool has_spring(const JointDirection& direction) {
  return direction.stiffness > 0 || direction.spring_law.has_value();
}

/// A rod across the track holds nothing along it, unless it is drawn tight and swings back.
bool holds_along_track(const Rod& rod) {
  if (rod.along.preload != 0) return true;
  const double along = std::abs(rod.place_on_second.x - rod.place_on_first.x);
  return has_spring(rod.along) && along > k_value_rounding;
}

/// For each body a number that all bodies have that springs join to it along the track.
std::vector<std::size_t> groups_along_track(const RailVehicle& vehicle) {
  std::vector<std::size_t> groups(vehicle.bodies.size());
  std::iota(groups.begin(), groups.end(), std::size_t{0});
  const auto join = [&](const std::string& first, const std::string& second) {
    const auto one = std::ranges::find(vehicle.bodies, first, &RailBody::name);
    const auto other = std::ranges::find(vehicle.bodies, second, &RailBody::name);
    if (one == vehicle.bodies.end() || other == vehicle.bodies.end()) return;  // check() tells
    const std::size_t kept = groups[static_cast<std::size_t>(one - vehicle.bodies.begin())];
    const std::size_t gone = groups[static_cast<std::size_t>(other - vehicle.bodies.begin())];
    std::ranges::replace(groups, gone, kept);
  };
  for (const Bushing& bushing : vehicle.bushings) {
    if (has_spring(bushing.x)) join(bushing.first, bushing.second);
  }
  for (const Rod& rod : vehicle.rods) {
    if (holds_along_track(rod)) join(rod.first, rod.second);
  }
  return groups;
}

}  // namespace

std::vector<std::size_t> bodies_to_pull(const RailVehicle& vehicle) {
  const std::vector<std::size_t> groups = groups_along_track(vehicle);
  const auto pulls_before = [](const RailBody& one, const RailBody& other) {
    if (one.wheel_radius.has_value() != other.wheel_radius.has_value()) return !one.wheel_radius;
    return one.mass > other.mass;
  };
  std::vector<std::size_t> bodies;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    std::optional<std::size_t> pulled;
    bool is_held = false;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (groups[i] != group) continue;
      is_held = is_held || !vehicle.bodies[i].free.x;
      if (!pulled || pulls_before(vehicle.bodies[i], vehicle.bodies[*pulled])) pulled = i;
    }
    if (pulled && !is_held) bodies.push_back(*pulled);
  }
  return bodies;
}

void keep_at_speed(RailVehicle& vehicle) {
  for (const std::size_t i : bodies_to_pull(vehicle)) vehicle.bodies[i].free.x = false;
}

Bushing roll_bar(std::string name, std::string first, std::string second, double stiffness) {
  Bushing bar;
  bar.name = std::move(name);
  bar.first = std::move(first);
  bar.second = std::move(second);
  bar.roll.stiffness = stiffness;
  return bar;
}

PiecewiseLinear both_ways(const std::vector<double>& places, const std::vector<double>& values) {
  if (places.empty() || places.size() != values.size() || places.front() < 0 ||
      values.front() != 0) {
    throw ModelError(
        fmt::format("a law for both ways begins with a clearance >= 0 and force 0; got {} places "
                    "from {} and {} values from {}",
                    places.size(), places.empty() ? 0 : places.front(), values.size(),
                    values.empty() ? 0 : values.front()));
  }
  std::vector<double> x, f;
  for (std::size_t i = places.size(); i-- > 0;) {
    x.push_back(-places[i]);
    f.push_back(-values[i]);
  }
  const std::size_t shared = places.front() == 0 ? 1 : 0;
  x.insert(x.end(), places.begin() + static_cast<std::ptrdiff_t>(shared), places.end());
  f.insert(f.end(), values.begin() + static_cast<std::ptrdiff_t>(shared), values.end());
  return {x, f};
}

void check(const RailVehicle& vehicle) { Inspection(vehicle).check_all(); }

}  // namespace tread::vehicle
