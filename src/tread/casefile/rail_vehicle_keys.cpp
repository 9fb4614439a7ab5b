#include "tread/casefile/rail_vehicle_keys.hpp"

#include "tread/casefile/key_names.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"

namespace tread::casefile {
namespace {

const Names k_manchester{"manchester_coach", "manchester_wagon_2d"};

KeyInfo triple(std::string name, Dimension dimension, Range range, std::string doc) {
  KeyInfo key = numbers(std::move(name), dimension, range, std::move(doc));
  key.count = 3;
  return key;
}

Value triple_value(const Eigen::Vector3d& v) { return std::vector<double>{v.x(), v.y(), v.z()}; }

// ---- Manchester ----

void declare_manchester(KeyList<RailVehicleInput>& keys) {
  using enum Dimension;
  const vehicle::ManchesterData usual;
  const auto add = [&](KeyInfo key, Value fallback, auto member) {
    keys.add(key.only_for("vehicle.type", k_manchester).defaults_to(std::move(fallback)),
             at(member));
  };
  using Input = RailVehicleInput;
  add(number("body_mass", mass, positive(), "Mass of the whole car body")
          .usually(between(500, 2e5)),
      usual.body_mass, &Input::body_mass);
  add(number("body_height", length, positive(), "Its centre of mass above the rails"),
      usual.body_height, &Input::body_height);
  keys.add(number("wheelbase", length, positive(), "Between the wheelsets of a bogie")
               .only_for("vehicle.type", {"manchester_coach"})
               .defaults_to(2 * usual.half_wheelbase),
           at(&Input::wheelbase));
  keys.add(number("pivot_spacing", length, positive(), "Between the middles of the bogies")
               .only_for("vehicle.type", {"manchester_coach"})
               .defaults_to(2 * usual.half_pivot_spacing),
           at(&Input::pivot_spacing));
  add(triple("primary_stiffness", stiffness, at_least(0),
             "Primary suspension, per axle box: x, y, z"),
      triple_value(usual.primary_stiffness), &Input::primary_stiffness);
  add(triple("primary_damping", damping, at_least(0), "Its dampers"),
      triple_value(usual.primary_damping), &Input::primary_damping);
  add(triple("secondary_stiffness", stiffness, at_least(0),
             "Secondary springs, per side of a bogie: x, y, z"),
      triple_value(usual.secondary_stiffness), &Input::secondary_stiffness);
  add(number("vertical_damping", damping, at_least(0), "Vertical secondary damper, per side"),
      usual.vertical_damping, &Input::vertical_damping);
  add(number("lateral_damping", damping, at_least(0), "Lateral secondary damper, per side"),
      usual.lateral_damping, &Input::lateral_damping);
  add(number("roll_bar_stiffness", rotational_stiffness, at_least(0), "Roll bar, per bogie"),
      usual.roll_bar_stiffness, &Input::roll_bar_stiffness);
  add(numbers("stop_places", length, at_least(0),
              "Lateral stop, per bogie: displacements, rising, at which its force is given; it "
              "acts both ways"),
      Value(usual.stop_places), &Input::stop_places);
  add(numbers("stop_forces", force, at_least(0), "The forces there"), Value(usual.stop_forces),
      &Input::stop_forces);
  add(choice("series_stiffness", {{"present", "as the benchmark has it"}, {"none", ""}},
             "Springs in series with the dampers"),
      std::string("present"), &Input::series_stiffness);
  add(choice("springs",
             {{"carry_weight", "heights are those under weight"},
              {"unloaded", "heights are those without weight: the vehicle sinks"}},
             "What the springs carry at the heights of the data"),
      std::string("carry_weight"), &Input::springs);
}

KeyList<RailVehicleInput> vehicle_keys() {
  using enum Dimension;
  KeyList<RailVehicleInput> keys;
  keys.table({.name = "vehicle",
              .doc = "The vehicle: bodies, wheelsets among them, with springs and dampers. x "
                     "forward, y to the right, z down; places are x, y and height above the "
                     "rails, at rest on straight level track."});
  keys.add(
      choice("type",
             {{"manchester_coach", "vehicle 1 of the Manchester benchmarks, two bogies"},
              {"manchester_wagon_2d",
               "its section across the track: car body, bogie, wheelset (Magheri et al. 2010)"},
              {"bodies", "of [[vehicle.body]], [[vehicle.bushing]] and [[vehicle.rod]]"}},
             "What it is")
          .is_required(),
      at(&RailVehicleInput::type));
  keys.add(number("gravity", acceleration, at_least(0), "Gravity")
               .defaults_to(vehicle::ManchesterData{}.gravity),
           at(&RailVehicleInput::gravity));
  declare_manchester(keys);
  return keys;
}

// ---- bodies ----

std::vector<Choice> motions() {
  std::vector<Choice> choices;
  for (const char* name : vehicle::k_motion_names) choices.push_back({name, ""});
  return choices;
}

KeyList<RailBodyInput> body_keys() {
  using enum Dimension;
  KeyList<RailBodyInput> keys;
  keys.table({.name = "vehicle.body",
              .doc = "Rigid bodies of vehicle.type = bodies. Results tell the ride of the first "
                     "that is no wheelset. The vehicle is pulled at the speed of the run: of the "
                     "bodies that springs join along the track, the heaviest that is no wheelset "
                     "keeps its place along it (as if its x were held), unless x of another one "
                     "is held."});
  keys.add(text("name", "Its name, by which others refer to it").is_required(),
           at(&RailBodyInput::name));
  keys.add(number("mass", mass, positive(), "Mass").is_required(), at(&RailBodyInput::mass));
  keys.add(triple("inertia", inertia, positive(),
                  "Moments of inertia about its own axes: roll, pitch, yaw")
               .is_required(),
           at(&RailBodyInput::inertia));
  keys.add(triple("place", length, any_value(), "Centre of mass: x, y, height").is_required(),
           at(&RailBodyInput::place));
  keys.add(truth("wheelset", "A wheelset, with the radius of [wheelset]; its height is that")
               .defaults_to(false),
           at(&RailBodyInput::is_wheelset));
  keys.add(words("held", motions(),
                 "Motions that it does not make relative to the track; left "
                 "out: all are free"),
           at(&RailBodyInput::held));
  return keys;
}

template <class Joint>
void declare_ends(KeyList<Joint>& keys) {
  keys.add(text("name", "Its name").is_required(), at(&Joint::name));
  keys.add(text("first", "Body at one end").is_required(), at(&Joint::first));
  keys.add(text("second", "Body at the other; elongations count its motion relative to the first")
               .is_required(),
           at(&Joint::second));
}

const char* const k_both_sides_doc =
    "The same once more on the other side, y the other way round; names get _right and _left";

/// A law of some direction, under names of its own.
template <class Joint>
void declare_law(KeyList<Joint>& keys, const std::string& table, LawInput Joint::*law,
                 bool is_rod) {
  using enum Dimension;
  const bool is_spring = law == &Joint::spring_law;
  const std::string prefix = is_spring ? "law_" : "damper_law_";
  const std::string places = prefix + (is_spring ? "elongations" : "speeds");
  const std::string forces = prefix + "forces";
  if (!is_rod) {
    keys.add(choice(prefix + "direction", {{"x", ""}, {"y", ""}, {"z", ""}},
                    is_spring ? "Direction in which there is a spring with a law besides"
                              : "Direction in which there is a damper with a law besides")
                 .needs_one_of({table + "." + forces}),
             at(law, &LawInput::direction));
  }
  Names needs{table + "." + forces};
  keys.add(numbers(places, is_spring ? length : speed, any_value(),
                   is_spring ? "Elongations, rising, at which its force is given; straight in "
                               "between and beyond"
                             : "Speeds, rising, at which its force is given")
               .needs_one_of(needs),
           at(law, &LawInput::places));
  keys.add(numbers(forces, force, any_value(), "The forces there, which never fall")
               .needs_one_of({table + "." + places}),
           at(law, &LawInput::forces));
  keys.add(truth(prefix + "both_ways", "Given for one way from 0 on, and the same the other way")
               .defaults_to(false),
           at(law, &LawInput::is_odd));
}

KeyList<BushingInput> bushing_keys() {
  using enum Dimension;
  KeyList<BushingInput> keys;
  const std::string table = "vehicle.bushing";
  keys.table({.name = table,
              .doc = "Springs and dampers side by side in several directions: axle guidance, coil "
                     "springs, stops, roll bars. Lists are x, y, z; of turning ones roll, pitch, "
                     "yaw."});
  declare_ends(keys);
  keys.add(triple("place", length, any_value(), "Where it is fixed: x, y, height").is_required(),
           at(&BushingInput::place));
  keys.add(triple("place_on_second", length, any_value(),
                  "Where it is fixed to the second body; left out: the same"),
           at(&BushingInput::place_on_second));
  keys.add(truth("both_sides", k_both_sides_doc).defaults_to(false),
           at(&BushingInput::has_both_sides));
  keys.add(
      choice("axes", {{"first", "of the first body"}, {"second", ""}, {"both", "half of each"}},
             "Whose axes its directions turn with")
          .defaults_to(std::string("first")),
      at(&BushingInput::axes));
  keys.add(triple("stiffness", stiffness, at_least(0), "Springs"), at(&BushingInput::stiffness));
  keys.add(triple("damping", damping, at_least(0), "Dampers"), at(&BushingInput::damping));
  keys.add(triple("series_stiffness", stiffness, at_least(0),
                  "Springs in series with the dampers; 0: none"),
           at(&BushingInput::series_stiffness));
  keys.add(triple("preload", force, any_value(),
                  "Forces at rest, which pull the ends together: z of a spring that carries the "
                  "second body is positive"),
           at(&BushingInput::preload));
  keys.add(
      triple("turning_stiffness", rotational_stiffness, at_least(0), "Springs that resist turning"),
      at(&BushingInput::turning_stiffness));
  keys.add(
      triple("turning_damping", rotational_damping, at_least(0), "Dampers that resist turning"),
      at(&BushingInput::turning_damping));
  declare_law(keys, table, &BushingInput::spring_law, false);
  declare_law(keys, table, &BushingInput::damper_law, false);
  return keys;
}

KeyList<RodInput> rod_keys() {
  using enum Dimension;
  KeyList<RodInput> keys;
  const std::string table = "vehicle.rod";
  keys.table({.name = table, .doc = "A spring and a damper along the line between two points."});
  declare_ends(keys);
  keys.add(triple("place_on_first", length, any_value(), "One end: x, y, height").is_required(),
           at(&RodInput::place_on_first));
  keys.add(triple("place_on_second", length, any_value(), "The other").is_required(),
           at(&RodInput::place_on_second));
  keys.add(truth("both_sides", k_both_sides_doc).defaults_to(false), at(&RodInput::has_both_sides));
  keys.add(number("stiffness", stiffness, at_least(0), "Spring").defaults_to(0.0),
           at(&RodInput::stiffness));
  keys.add(number("damping", damping, at_least(0), "Damper").defaults_to(0.0),
           at(&RodInput::damping));
  keys.add(number("preload", force, any_value(), "Force at rest, which pulls the ends together")
               .defaults_to(0.0),
           at(&RodInput::preload));
  keys.add(number("series_stiffness", stiffness, positive(), "Spring in series with the damper"),
           at(&RodInput::series_stiffness));
  declare_law(keys, table, &RodInput::spring_law, true);
  declare_law(keys, table, &RodInput::damper_law, true);
  return keys;
}

}  // namespace

std::vector<std::string> rail_vehicle_tables() {
  return {"vehicle", "vehicle.body", "vehicle.bushing", "vehicle.rod"};
}

KeyList<RailVehicleInput> rail_vehicle_keys() {
  KeyList<RailVehicleInput> keys = vehicle_keys();
  keys.add_each(body_keys(), at(&RailVehicleInput::bodies));
  keys.add_each(bushing_keys(), at(&RailVehicleInput::bushings));
  keys.add_each(rod_keys(), at(&RailVehicleInput::rods));
  return keys;
}

}  // namespace tread::casefile
