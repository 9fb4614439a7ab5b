#include "tread/casefile/rail_vehicle_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tread/casefile/nth_part.hpp"
#include "tread/core/errors.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"

namespace tread::casefile {
namespace {

using vehicle::JointDirection;

/// More bodies are no vehicle of this kind: its matrices are full ones.
constexpr std::size_t k_most_bodies = 100;
constexpr std::size_t k_most_joints = 1000;

vehicle::ReferencePlace place_of(const Triple& triple) {
  return triple.size() == 3 ? vehicle::ReferencePlace{triple[0], triple[1], triple[2]}
                            : vehicle::ReferencePlace{};
}

vehicle::ReferencePlace on_other_side(vehicle::ReferencePlace place) {
  place.y = -place.y;
  return place;
}

Eigen::Vector3d vector_of(const Triple& triple) { return {triple[0], triple[1], triple[2]}; }

class RailVehicleBuilder {
 public:
  RailVehicleBuilder(const RailVehicleInput& input, double wheel_radius, const Reading& reading,
                     ProblemList& problems)
      : input_(input), wheel_radius_(wheel_radius), reading_(reading), problems_(problems) {}

  vehicle::RailVehicle build() {
    const bool is_of_bodies = input_.type == "bodies";
    if (!is_of_bodies) refuse_tables();
    if (is_of_bodies) {
      vehicle_.name = "vehicle";
      vehicle_.gravity = input_.gravity;
      for (std::size_t i = 0; i < input_.bodies.size(); ++i) add_body(i);
      check_wheelsets();
      for (std::size_t i = 0; i < input_.bushings.size(); ++i) add_bushing(i);
      for (std::size_t i = 0; i < input_.rods.size(); ++i) add_rod(i);
      check_sizes();
      keep_at_speed(vehicle_);
    } else if (problems_.empty() && !input_.type.empty()) {
      build_manchester();
    }
    if (problems_.empty()) check_vehicle();
    return std::move(vehicle_);
  }

 private:
  bool is_usable(const std::string& key) const { return reading_.used(key) != nullptr; }
  bool is_given(const std::string& key) const { return reading_.given(key) != nullptr; }
  void complain(std::string_view key, std::string reason, std::string hint = "",
                std::string got = "") {
    Problem problem = reading_.problem(key, std::move(reason), std::move(hint));
    problem.value = std::move(got);
    problems_.add(std::move(problem));
  }

  void refuse_tables() {
    if (input_.type.empty()) return;  // told
    for (const char* table : {"vehicle.body", "vehicle.bushing", "vehicle.rod"}) {
      if (reading_.n_tables(table) == 0) continue;
      complain(nth(table, 0),
               fmt::format("counts only for vehicle.type = bodies, here it is {}", input_.type),
               "leave it out");
    }
  }

  // ---- Manchester ----

  void build_manchester() {
    if (!is_law_right("vehicle.stop_places", input_.stop_places, "vehicle.stop_forces",
                      input_.stop_forces)) {
      return;
    }
    vehicle::ManchesterData data;
    data.gravity = input_.gravity;
    data.wheel_radius = wheel_radius_;
    data.body_mass = *input_.body_mass;
    // The same body, heavier or lighter: its radii of gyration stay.
    data.body_inertia *= data.body_mass / vehicle::ManchesterData{}.body_mass;
    data.body_height = *input_.body_height;
    if (input_.wheelbase) data.half_wheelbase = *input_.wheelbase / 2;
    if (input_.pivot_spacing) data.half_pivot_spacing = *input_.pivot_spacing / 2;
    data.primary_stiffness = vector_of(input_.primary_stiffness);
    data.primary_damping = vector_of(input_.primary_damping);
    data.secondary_stiffness = vector_of(input_.secondary_stiffness);
    data.vertical_damping = *input_.vertical_damping;
    data.lateral_damping = *input_.lateral_damping;
    data.roll_bar_stiffness = *input_.roll_bar_stiffness;
    data.stop_places = input_.stop_places;
    data.stop_forces = input_.stop_forces;
    data.series = input_.series_stiffness == "none" ? vehicle::SeriesStiffness::none
                                                    : vehicle::SeriesStiffness::present;
    data.springs =
        input_.springs == "unloaded" ? vehicle::Springs::unloaded : vehicle::Springs::carry_weight;
    vehicle_ =
        input_.type == "manchester_coach" ? manchester_coach(data) : manchester_wagon_2d(data);
  }

  // ---- bodies ----

  void add_body(std::size_t i) {
    const RailBodyInput& given = input_.bodies[i];
    const std::string table = nth("vehicle.body", i);
    add_name(table, given.name);
    vehicle::RailBody body;
    body.name = given.name;
    body.mass = given.mass;
    if (given.inertia.size() == 3) body.inertia = vector_of(given.inertia);
    body.centre = place_of(given.place);
    if (given.is_wheelset) {
      body.wheel_radius = wheel_radius_;
      check_wheelset(table, given);
    }
    for (const std::string& motion : given.held) hold(body.free, motion);
    vehicle_.bodies.push_back(std::move(body));
  }

  static void hold(vehicle::FreeMotions& free, std::string_view motion) {
    const std::array<bool*, vehicle::k_n_motions> flags{&free.x,    &free.y,     &free.z,
                                                        &free.roll, &free.pitch, &free.yaw};
    const auto found = std::ranges::find(vehicle::k_motion_names, motion);
    if (found != vehicle::k_motion_names.end()) {
      *flags[static_cast<std::size_t>(found - vehicle::k_motion_names.begin())] = false;
    }
  }

  void check_wheelset(const std::string& table, const RailBodyInput& given) {
    if (given.place.size() != 3) return;
    constexpr double k_same = 1e-9;
    if (std::abs(given.place[2] - wheel_radius_) > k_same) {
      complain(table + ".place",
               fmt::format("a wheelset's height must be wheelset.nominal_radius = {} m",
                           number_text(wheel_radius_)),
               "it stands on the rails", number_text(given.place[2]));
    }
    if (given.place[1] != 0) {
      complain(table + ".place", "a wheelset must be in the middle of the track, y = 0", "",
               number_text(given.place[1]));
    }
  }

  void add_name(const std::string& table, const std::string& name) {
    const std::string key = table + ".name";
    if (!is_usable(key)) {
      are_names_known_ = false;
      return;
    }
    if (name.empty()) {
      complain(key, "must not be empty", "others refer to it by name", tread::quoted(name));
    }
    const auto [found, is_new] = body_keys_.insert({name, key});
    if (is_new) return;
    complain(key,
             fmt::format("is taken by {} of line {}", found->second,
                         reading_.given(found->second)->place.line),
             "give each body a name of its own", tread::quoted(name));
  }

  void check_wheelsets() {
    const bool has_wheelset =
        std::ranges::any_of(input_.bodies, [](const RailBodyInput& b) { return b.is_wheelset; });
    if (!has_wheelset) {
      complain("vehicle.type", "the vehicle has no wheelset",
               "give a [[vehicle.body]] with wheelset = true");
    }
  }

  void check_sizes() {
    if (vehicle_.bodies.size() > k_most_bodies) {
      complain("vehicle.type", fmt::format("is of {} bodies, no more than {} are computed with",
                                           vehicle_.bodies.size(), k_most_bodies));
    }
    const std::size_t n_joints = vehicle_.bushings.size() + vehicle_.rods.size();
    if (n_joints > k_most_joints) {
      complain("vehicle.type", fmt::format("has {} joints, no more than {} are computed with",
                                           n_joints, k_most_joints));
    }
  }

  // ---- joints ----

  void check_ends(const std::string& table, const std::string& first, const std::string& second) {
    check_body(table + ".first", first);
    check_body(table + ".second", second);
    if (first != second || !is_usable(table + ".second")) return;
    complain(table + ".second", "must be another body than first",
             "a joint acts between bodies that move against each other", tread::quoted(second));
  }

  void check_body(const std::string& key, const std::string& name) {
    if (!is_usable(key) || !are_names_known_ || body_keys_.contains(name)) return;
    std::vector<std::string> names;
    for (const RailBodyInput& body : input_.bodies) names.push_back(one_line(body.name));
    const std::string close = nearest(name, names);
    complain(key, "names no body",
             !close.empty()  ? fmt::format("did you mean {}?", tread::quoted(close))
             : names.empty() ? "give [[vehicle.body]]"
                             : fmt::format("there are {}", fmt::join(names, ", ")),
             tread::quoted(name));
  }

  void add_bushing(std::size_t i) {
    const BushingInput& given = input_.bushings[i];
    const std::string table = nth("vehicle.bushing", i);
    check_ends(table, given.first, given.second);
    vehicle::Bushing bushing;
    bushing.name = given.name;
    bushing.first = given.first;
    bushing.second = given.second;
    bushing.place_on_first = place_of(given.place);
    bushing.place_on_second =
        given.place_on_second.empty() ? bushing.place_on_first : place_of(given.place_on_second);
    bushing.axes = given.axes == "second" ? vehicle::JointAxes::second
                   : given.axes == "both" ? vehicle::JointAxes::both
                                          : vehicle::JointAxes::first;
    const std::array<JointDirection*, 3> shifts{&bushing.x, &bushing.y, &bushing.z};
    const std::array<JointDirection*, 3> turns{&bushing.roll, &bushing.pitch, &bushing.yaw};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto value = [k](const Triple& triple) { return triple.size() == 3 ? triple[k] : 0; };
      shifts[k]->stiffness = value(given.stiffness);
      shifts[k]->damping = value(given.damping);
      shifts[k]->preload = value(given.preload);
      if (value(given.series_stiffness) > 0) {
        shifts[k]->series_stiffness = value(given.series_stiffness);
      }
      turns[k]->stiffness = value(given.turning_stiffness);
      turns[k]->damping = value(given.turning_damping);
    }
    add_law(table, given.spring_law, Part::spring, shifts);
    add_law(table, given.damper_law, Part::damper, shifts);
    add_both_sides(table, given.has_both_sides, bushing, vehicle_.bushings);
  }

  void add_rod(std::size_t i) {
    const RodInput& given = input_.rods[i];
    const std::string table = nth("vehicle.rod", i);
    check_ends(table, given.first, given.second);
    vehicle::Rod rod;
    rod.name = given.name;
    rod.first = given.first;
    rod.second = given.second;
    rod.place_on_first = place_of(given.place_on_first);
    rod.place_on_second = place_of(given.place_on_second);
    rod.along.stiffness = given.stiffness;
    rod.along.damping = given.damping;
    rod.along.preload = given.preload;
    rod.along.series_stiffness = given.series_stiffness;
    const std::array<JointDirection*, 3> along{&rod.along, &rod.along, &rod.along};
    add_law(table, given.spring_law, Part::spring, along);
    add_law(table, given.damper_law, Part::damper, along);
    add_both_sides(table, given.has_both_sides, rod, vehicle_.rods);
  }

  template <class Joint>
  void add_both_sides(const std::string& table, bool has_both_sides, Joint joint,
                      std::vector<Joint>& joints) {
    if (!has_both_sides) {
      joints.push_back(std::move(joint));
      return;
    }
    if (joint.place_on_first.y == 0 && joint.place_on_second.y == 0 &&
        is_usable(table + ".both_sides")) {
      complain(table + ".both_sides", "it lies in the middle, y = 0: there is no other side");
    }
    const bool is_right = joint.place_on_first.y + joint.place_on_second.y > 0;
    Joint other = joint;
    other.place_on_first = on_other_side(joint.place_on_first);
    other.place_on_second = on_other_side(joint.place_on_second);
    joint.name += is_right ? "_right" : "_left";
    other.name += is_right ? "_left" : "_right";
    joints.push_back(std::move(joint));
    joints.push_back(std::move(other));
  }

  // ---- laws ----

  enum class Part { spring, damper };

  void add_law(const std::string& table, const LawInput& law, Part part,
               const std::array<JointDirection*, 3>& directions) {
    const std::string prefix = table + (part == Part::spring ? ".law_" : ".damper_law_");
    const std::string places = prefix + (part == Part::spring ? "elongations" : "speeds");
    const std::string forces = prefix + "forces";
    if (!is_given(places) && !is_given(forces)) return;
    const bool is_bushing = table.starts_with("vehicle.bushing");
    if (is_bushing && !is_given(prefix + "direction")) {
      complain(forces, "needs " + prefix + "direction as well");
      return;
    }
    if (!is_law_right(places, law.places, forces, law.forces)) return;
    const std::size_t k = law.direction == "y" ? 1 : law.direction == "z" ? 2 : 0;
    std::optional<PiecewiseLinear>& target =
        part == Part::spring ? directions[k]->spring_law : directions[k]->damper_law;
    try {
      target = law.is_odd ? vehicle::both_ways(law.places, law.forces)
                          : PiecewiseLinear(law.places, law.forces);
    } catch (const ModelError& error) {
      complain(places, error.what());
    }
  }

  bool is_law_right(const std::string& places_key, const std::vector<double>& x,
                    const std::string& forces_key, const std::vector<double>& f) {
    if (x.empty() || f.empty()) return false;  // told already
    if (x.size() != f.size()) {
      const std::string name = places_key.substr(places_key.rfind('.') + 1);
      complain(forces_key, fmt::format("must be {} numbers as there are {}", x.size(), name), "",
               fmt::format("{}", f.size()));
      return false;
    }
    const auto step = [](double from, double to) {
      return fmt::format("{} after {}", number_text(to), number_text(from));
    };
    for (std::size_t i = 1; i < x.size(); ++i) {
      if (x[i] <= x[i - 1]) {
        complain(places_key, "must rise", "", step(x[i - 1], x[i]));
        return false;
      }
      if (f[i] < f[i - 1]) {
        complain(forces_key, "must not fall", "", step(f[i - 1], f[i]) + " N");
        return false;
      }
    }
    return true;
  }

  // ---- the whole ----

  void check_vehicle() {
    try {
      check(vehicle_);
    } catch (const ModelError& error) {
      std::string text = error.what();
      const std::string opening = fmt::format("vehicle '{}': ", vehicle_.name);
      if (text.starts_with(opening)) text.erase(0, opening.size());
      complain(rail_vehicle_key(input_, text), text);
    }
  }

  const RailVehicleInput& input_;
  double wheel_radius_;
  const Reading& reading_;
  ProblemList& problems_;
  vehicle::RailVehicle vehicle_;
  std::map<std::string, std::string> body_keys_;  // name -> key that gives it
  bool are_names_known_ = true;
};

}  // namespace

vehicle::RailVehicle build_rail_vehicle(const RailVehicleInput& input, double wheel_radius,
                                        const Reading& reading, ProblemList& problems) {
  return RailVehicleBuilder(input, wheel_radius, reading, problems).build();
}

std::string rail_vehicle_key(const RailVehicleInput& input, const std::string& text) {
  std::string key = "vehicle.type";
  std::size_t first = std::string::npos;
  std::size_t length = 0;
  // The longest of the names that come first: body_2 is not body.
  const auto look_for = [&](const char* table, const auto& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].name.empty()) continue;
      const std::size_t at =
          std::min(text.find("'" + parts[i].name), text.find(parts[i].name + "."));
      if (at == std::string::npos || at > first || (at == first && parts[i].name.size() < length)) {
        continue;
      }
      first = at;
      length = parts[i].name.size();
      key = nth(table, i) + ".name";
    }
  };
  look_for("vehicle.bushing", input.bushings);
  look_for("vehicle.rod", input.rods);
  look_for("vehicle.body", input.bodies);
  return key;
}

}  // namespace tread::casefile
