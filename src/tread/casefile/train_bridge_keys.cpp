#include "tread/casefile/train_bridge_keys.hpp"

#include <algorithm>
#include <array>

#include "tread/casefile/coach_keys.hpp"
#include "tread/casefile/rail_keys.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::casefile {
namespace {

constexpr double k_wheel_radius = 0.46;
constexpr double k_rail_radius = 0.3;
constexpr long long k_frames = 60;
constexpr long long k_rolling_cells = 64;

// ---- vehicle and train ----

std::vector<Choice> vehicle_types() {
  std::vector<Choice> types{{"wheel", "one mass that rolls"},
                            {"sprung_mass", "a body on a spring over a wheel"},
                            {"quarter", "body, bogie and wheelset: what one axle carries"},
                            {"half", "half a body on a bogie with two wheelsets"},
                            {"full", "a body on two bogies with four wheelsets"},
                            {"assembly", "parts of your own: [[vehicle.mass]] and the like"}};
  for (Choice& known : known_vehicle_choices()) types.push_back(std::move(known));
  return types;
}

void declare_vehicle(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&TrainBridgeInput::vehicle, member); };
  const auto add = [&](KeyInfo key, std::vector<std::string> types, auto member) {
    keys.add(key.only_for("vehicle.type", types).is_required_for(types), to(member));
  };
  const auto add_damping = [&](const char* name, const char* doc, std::vector<std::string> types,
                               auto member) {
    keys.add(number(name, damping, at_least(0), doc)
                 .only_for("vehicle.type", std::move(types))
                 .defaults_to(0.0),
             to(member));
  };
  keys.table({.name = "vehicle",
              .doc = "What crosses: masses, springs and dampers of both sides together."});
  keys.add(choice("type", vehicle_types(),
                  "A model, or a vehicle of the literature; needed unless there are [[coach]] or "
                  "train.type"),
           to(&VehicleInput::type));
  keys.add(choice("part",
                  {{"whole", "all of it"},
                   {"half", "one bogie and half the body"},
                   {"quarter", "what one axle carries"}},
                  "How much of a vehicle of the literature")
               .only_for("vehicle.type", known_vehicle_names())
               .defaults_to(std::string("whole")),
           to(&VehicleInput::part));
  add(number("mass", mass, positive(), "Mass of the wheel"), {"wheel"}, &VehicleInput::mass);
  keys.add(number("load", force, at_least(0), "Load on the wheel that has no inertia")
               .only_for("vehicle.type", {"wheel"})
               .defaults_to(0.0),
           to(&VehicleInput::load));
  add(number("body_mass", mass, positive(),
             "Mass of the body: all of a full vehicle, else the part that is carried"),
      {"sprung_mass", "quarter", "half", "full"}, &VehicleInput::body_mass);
  add(number("body_inertia", inertia, positive(), "Moment of inertia of the body in pitch"),
      {"full"}, &VehicleInput::body_inertia);
  add(number("bogie_mass", mass, positive(), "Mass of a bogie, or of the part that is carried"),
      {"quarter", "half", "full"}, &VehicleInput::bogie_mass);
  add(number("bogie_inertia", inertia, positive(), "Moment of inertia of a bogie in pitch"),
      {"half", "full"}, &VehicleInput::bogie_inertia);
  add(number(
          "wheelset_mass", mass, at_least(0),
          "Mass of a wheelset, or of the wheel. 0, for sprung_mass on a rigid contact alone: the "
          "body stands on spring and damper, whose lower end follows the rail, leaves it when "
          "the spring would pull and lands on it again"),
      {"sprung_mass", "quarter", "half", "full"}, &VehicleInput::wheelset_mass);
  add(number("stiffness", stiffness, positive(), "Spring between body and wheel"), {"sprung_mass"},
      &VehicleInput::stiffness);
  add_damping("damping", "Damper beside it", {"sprung_mass"}, &VehicleInput::damping);
  add(number("primary_stiffness", stiffness, positive(),
             "Spring between bogie and wheelset, each axle"),
      {"quarter", "half", "full"}, &VehicleInput::primary_stiffness);
  add_damping("primary_damping", "Damper beside it", {"quarter", "half", "full"},
              &VehicleInput::primary_damping);
  add(number("secondary_stiffness", stiffness, positive(),
             "Spring between body and bogie, each bogie"),
      {"quarter", "half", "full"}, &VehicleInput::secondary_stiffness);
  add_damping("secondary_damping", "Damper beside it", {"quarter", "half", "full"},
              &VehicleInput::secondary_damping);
  add(number("bogie_distance", length, positive(), "Between the centres of the bogies"), {"full"},
      &VehicleInput::bogie_distance);
  add(number("wheelbase", length, positive(), "Between the axles of a bogie"), {"half", "full"},
      &VehicleInput::wheelbase);
  keys.add(number("wheel_radius", length, positive(), "Rolling radius of the wheels")
               .defaults_to(k_wheel_radius),
           to(&VehicleInput::wheel_radius));
  keys.add(whole_number("count", between(1, 100), "Number of equal vehicles, one after another")
               .defaults_to(1LL),
           to(&VehicleInput::count));
  keys.add(number("pitch", length, positive(),
                  "From the first axle of a vehicle to that of the next; for more than one needed, "
                  "unless the vehicle's source has its length"),
           to(&VehicleInput::pitch));
  keys.add(number("gravity", acceleration, positive(), "Acceleration of free fall")
               .defaults_to(vehicle::k_gravity),
           to(&VehicleInput::gravity));
}

void declare_train_motion(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&TrainBridgeInput::train, member); };
  keys.table({.name = "train", .doc = "How it moves, from left to right."});
  std::vector<Choice> trains;
  for (const vehicle::NamedTrain& known : vehicle::named_trains()) {
    trains.push_back({std::string(known.name), std::string(known.source)});
  }
  keys.add(
      choice("type", std::move(trains), "A whole train, instead of vehicle.type and [[coach]]"),
      to(&TrainMotionInput::type));
  keys.add(number("speed", speed, positive(), "Speed at the start")
               .usually(between(0, 160))
               .is_required()
               .hints("a train that stands or goes left never reaches the bridge"),
           to(&TrainMotionInput::speed));
  keys.add(number("acceleration", acceleration, any_value(), "Along the track; negative: it brakes")
               .defaults_to(0.0),
           to(&TrainMotionInput::acceleration));
  keys.add(number("start_position", length, any_value(),
                  "Where the first wheel is at the start; 0 is the left end of the bridge. Left "
                  "out: there, or where the rail over that joint begins; with [track] 20 m before "
                  "the bridge, as far as there are rails"),
           to(&TrainMotionInput::start_position));
  keys.add(
      number(
          "run_in", length, at_least(0),
          "Distance travelled at the start that extremes of wheel forces and of vehicles "
          "leave out; left out: until the first wheel is 3 m before the bridge, 20 m at most; none "
          "with start = touch or without bridge and track"),
      to(&TrainMotionInput::run_in));
  keys.add(choice("start",
                  {{"static_equilibrium",
                    "under its weight; bridge, track and vehicles move along as it does"},
                   {"touch", "springs unloaded, the weight acts at once (thesis)"}},
                  "State at the start")
               .defaults_to(std::string("static_equilibrium")),
           to(&TrainMotionInput::start));
}

void declare_meeting_train(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&TrainBridgeInput::second_train, member); };
  keys.table({.name = "second_train",
              .presence = TableInfo::Presence::if_written,
              .doc =
                  "A train of the same vehicles on the bridge at the same time, on a track of its "
                  "own. Its axles are counted after those of the first."});
  keys.add(number("speed", speed, positive(),
                  "Its speed; left out: that of the first train at the start"),
           to(&MeetingTrainInput::speed));
  keys.add(choice("direction",
                  {{"left", "from the right, against the first train"},
                   {"right", "from the left, beside it"}},
                  "Where it runs to")
               .defaults_to(std::string("left")),
           to(&MeetingTrainInput::direction));
  keys.add(number("meet_at", length, any_value(),
                  "Where both first wheels are at the same time; left out: the middle of the "
                  "bridge"),
           to(&MeetingTrainInput::meet_at));
}

// ---- contact and wheel ----

void declare_wheel_contact(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&TrainBridgeInput::wheel_contact, member); };
  keys.table({.name = "contact", .doc = "What happens between each wheel and the rail or bridge."});
  keys.add(
      choice("model",
             {{"hertz", "Hertz' formula for the radii below and the materials"},
              {"zhai", "Zhai's formula for a wheel of this radius on a rail, steel"},
              {"linear", "a spring, and a damper if wanted"},
              {"rigid", "the wheel follows the rail exactly, leaves and lands on it"},
              {"grid", "the contact solver in every step, for [shape] or for the radii below"}},
             "How the force follows from the approach")
          .defaults_to(std::string("hertz")),
      to(&WheelContactInput::model));
  keys.add(number("rail_radius", length, positive(), "Radius of the rail head across the rail")
               .only_for("contact.model", {"hertz", "grid"})
               .defaults_to(k_rail_radius),
           to(&WheelContactInput::rail_radius));
  keys.add(
      number("wheel_profile_radius", length, not_zero(),
             "Radius of the wheel profile across the rail; negative: hollow; left out: straight")
          .only_for("contact.model", {"hertz", "grid"}),
      to(&WheelContactInput::wheel_profile_radius));
  keys.add(choice("tread", {{"conical", "new"}, {"worn", "used"}}, "The wheel's profile")
               .only_for("contact.model", {"zhai"})
               .defaults_to(std::string("conical")),
           to(&WheelContactInput::tread));
  keys.add(number("stiffness", stiffness, positive(), "Spring of each axle")
               .only_for("contact.model", {"linear"})
               .is_required_for({"linear"}),
           to(&WheelContactInput::stiffness));
  keys.add(number("damping", damping, at_least(0), "Damper of each axle")
               .only_for("contact.model", {"linear"})
               .defaults_to(0.0),
           to(&WheelContactInput::damping));
  keys.add(number("restitution", none, between(0, 1),
                  "Speed of a wheel after it has hit the rail over that before: 0, it stays; 1, it "
                  "bounces without loss")
               .only_for("contact.model", {"rigid"})
               .defaults_to(0.0),
           to(&WheelContactInput::restitution));
  keys.add(
      choice("constraint",
             {{"acceleration",
               "zero while in contact; leaving and landing are located, landing is an impact"},
              {"displacement",
               "zero at ends of steps, by Lagrange multipliers; no impacts: for massless wheels"}},
             "What of the approach is held; left out: acceleration, but displacement for "
             "wheels without mass")
          .only_for("contact.model", {"rigid"}),
      to(&WheelContactInput::constraint));
  keys.add(whole_number("wheels", between(1, 2),
                        "Wheels side by side that share the force of an axle; left out: 2 where "
                        "the vehicle has wheelsets, 1 for wheel and sprung_mass")
               .only_for("contact.model", {"hertz", "zhai", "grid"}),
           to(&WheelContactInput::wheels));
  keys.add(choice("bridge_load",
                  {{"whole_force", "all of it"},
                   {"middle_row", "of cells, in N per m of width (thesis: a bridge of 1 m width)"}},
                  "What of the pressure bends the bridge")
               .only_for("contact.model", {"grid"})
               .defaults_to(std::string("whole_force")),
           to(&WheelContactInput::bridge_load));
}

void declare_defect(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&TrainBridgeInput::wheel_defect, member); };
  keys.table({.name = "wheel_defect", .doc = "What the wheels lack of a circle."});
  keys.add(choice("type",
                  {{"round", "nothing"},
                   {"flat", "a flat spot, once a turn"},
                   {"out_of_round", "waves around the wheel"}},
                  "The defect")
               .defaults_to(std::string("round")),
           to(&WheelDefectInput::type));
  keys.add(number("length", length, positive(), "Length of the flat")
               .only_for("wheel_defect.type", {"flat"})
               .is_required_for({"flat"}),
           to(&WheelDefectInput::length));
  keys.add(
      choice("edges",
             {{"fresh", "sharp: the wheel turns over them and hits the rail"}, {"rounded", "worn"}},
             "Edges of the flat")
          .only_for("wheel_defect.type", {"flat"})
          .defaults_to(std::string("rounded")),
      to(&WheelDefectInput::edges));
  keys.add(number("place", length, any_value(),
                  "How far the wheel has rolled when the middle of the flat meets the rail first")
               .only_for("wheel_defect.type", {"flat"})
               .defaults_to(0.0),
           to(&WheelDefectInput::place));
  keys.add(number("amplitude", length, positive(), "Half the height of the waves")
               .only_for("wheel_defect.type", {"out_of_round"})
               .is_required_for({"out_of_round"}),
           to(&WheelDefectInput::amplitude));
  keys.add(whole_number("waves", between(1, 1000), "Waves a turn")
               .only_for("wheel_defect.type", {"out_of_round"})
               .defaults_to(1LL),
           to(&WheelDefectInput::waves));
  keys.add(whole_number("wheel", between(1, 1e6),
                        "Which axle has it, 1 is the first of the train; left out: all")
               .only_for("wheel_defect.type", {"flat", "out_of_round"}),
           to(&WheelDefectInput::wheel));
}

void declare_rolling_axle(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&TrainBridgeInput::rolling, member); };
  keys.table({.name = "rolling",
              .presence = TableInfo::Presence::if_written,
              .doc = "An axle that creeps, is driven or braked, with friction in its contact, "
                     "which is taken as a line across the rail. The train keeps its speed."});
  keys.add(whole_number("axle", between(1, 1e6), "Which axle, 1 is the first of the train")
               .defaults_to(1LL),
           to(&RollingAxleInput::axle));
  keys.add(number("creepage", none, between(-1, 1),
                  "Creepage (v - omega R)/v as given; positive: it brakes")
               .excludes({"rolling.drive_torque", "rolling.brake_torque"}),
           to(&RollingAxleInput::creepage));
  keys.add(number("drive_torque", torque, any_value(), "Torque on the axle, positive: forward")
               .needs_one_of({"rolling.moment_of_inertia"}),
           to(&RollingAxleInput::drive_torque));
  keys.add(number("brake_torque", torque, at_least(0), "Torque of a dry brake")
               .needs_one_of({"rolling.moment_of_inertia"}),
           to(&RollingAxleInput::brake_torque));
  keys.add(number("moment_of_inertia", inertia, positive(),
                  "Of the axle with its wheels and its share of the drive")
               .needs_one_of({"rolling.drive_torque", "rolling.brake_torque"}),
           to(&RollingAxleInput::moment_of_inertia));
  keys.add(number("friction", none, above(0, 10), "Coefficient of friction").defaults_to(0.3),
           to(&RollingAxleInput::friction));
  keys.add(number("width", length, positive(), "Width of the contact of one wheel across the rail")
               .is_required(),
           to(&RollingAxleInput::width));
  keys.add(whole_number("cells", between(8, 4096), "Cells along the longest contact")
               .defaults_to(k_rolling_cells),
           to(&RollingAxleInput::cells));
  keys.add(choice("memory",
                  {{"quasi_steady", "steady rolling at every record: for slow changes"},
                   {"transient", "rolled step by step over every cell of way: slower"}},
                  "What the contact remembers of its way")
               .defaults_to(std::string("quasi_steady")),
           to(&RollingAxleInput::memory));
  keys.add(choice("start",
                  {{"steady", "rolled like this for long"},
                   {"free", "without tractions: the brake or drive acts at once"}},
                  "State at the start")
               .defaults_to(std::string("steady")),
           to(&RollingAxleInput::start));
  keys.add(numbers("patch_times", time, at_least(0), "Instants at which tractions are told"),
           to(&RollingAxleInput::patch_times));
}

// ---- time ----

/// Schemes with one implicit stage: what a step of train and bridge together can be solved with.
bool is_usable(std::string_view scheme) {
  constexpr std::array families{"newmark",        "hht_alpha", "generalised_alpha",
                                "backward_euler", "bdf_",      "adams_moulton_"};
  return std::ranges::any_of(families,
                             [&](const char* family) { return scheme.starts_with(family); });
}

std::optional<KeyInfo> for_a_crossing(KeyInfo key) {
  constexpr std::array left_out{"contact_step", "jacobian", "relative_tolerance",
                                "absolute_tolerance"};
  if (std::ranges::count(left_out, key.name) > 0) return std::nullopt;
  if (key.name == "scheme") {
    key.doc = "The scheme; left out with rigid contact: hht_alpha";
    std::erase_if(key.choices, [](const Choice& scheme) { return !is_usable(scheme.name); });
  }
  if (key.condition.key == "time.scheme") {
    std::erase_if(key.condition.values, [](const std::string& s) { return !is_usable(s); });
  }
  if (key.name == "end") {
    key.required_for.clear();
    key.doc =
        "When the run ends; left out: when the last wheel has left the bridge and it has "
        "vibrated freely for a period";
  }
  if (key.name == "step") {
    key.doc =
        "Time step; left out: at most 1 ms, and short enough for the contact, for the rail's "
        "waves, for what counts of the deck's acceleration and for the scheme to be stable";
  }
  if (key.name == "record_interval") {
    key.doc = "Time between records; left out: every step, but 20 000 records at most";
  }
  if (key.name == "iteration") {
    key.choices = {{"quasi_newton", "Newton's method on the approaches, exact for the rest"},
                   {"picard", "forces of the iterate before; for soft contacts only (thesis)"}};
    key.default_value = std::string("quasi_newton");
    key.doc = "How a step is solved";
  }
  if (key.name == "relaxation") key.condition = {"time.iteration", {"picard"}};
  if (key.name == "iteration_tolerance") {
    key.default_value.reset();
    key.doc =
        "quasi_newton: residual of the forces over the largest axle load, left out: 1e-8; picard: "
        "relative change, left out: 1e-4";
  }
  return key;
}

void declare_crossing_time(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  keys.adopt(time_keys(), {"time"}, at(&TrainBridgeInput::time), for_a_crossing);
  keys.add(choice("derivative",
                  {{"consistent", "with the contact's solution"},
                   {"finite_difference", "by a second contact problem (thesis)"}},
                  "How the stiffness of a contact on a grid is found")
               .only_for("time.iteration", {"quasi_newton"})
               .defaults_to(std::string("consistent")),
           at(&TrainBridgeInput::step_solver, &StepSolverInput::derivative));
  keys.add(number("increment", length, positive(), "Increment of the approach")
               .only_for("time.derivative", {"finite_difference"})
               .defaults_to(StepSolverInput{}.increment),
           at(&TrainBridgeInput::step_solver, &StepSolverInput::increment));
}

void declare_crossing_output(KeyList<TrainBridgeInput>& keys) {
  using enum Dimension;
  const auto to = [](auto member) { return at(&TrainBridgeInput::output, member); };
  keys.table({.name = "output", .doc = "What is told."});
  keys.add(numbers("sections", length, any_value(),
                   "Positions on the bridge at which extremes are taken and histories reported; "
                   "left out: extremes at supports and tenths of every span (of a mesh or matrices "
                   "of the load line), histories at its middle and where the extreme is"),
           to(&TrainBridgeOutput::sections));
  keys.add(number("frequency_cut", frequency, positive(),
                  "Up to which the acceleration of the deck counts; left out: the largest of 30 "
                  "Hz, 1.5 times the first and the third frequency of the bridge alone (EN 1990 "
                  "A2.4.4.2.1)"),
           to(&TrainBridgeOutput::frequency_cut));
  keys.add(numbers("patch_times", time, at_least(0),
                   "Instants at which the contact of the first wheel is told; contact on a grid"),
           to(&TrainBridgeOutput::patch_times));
  keys.add(truth("energy", "Balance of the energy, told with its defect").defaults_to(false),
           to(&TrainBridgeOutput::energy));
  keys.add(truth("matrices",
                 "Mass, stiffness and damping matrices (.mtx), nodes and load line of a bridge of "
                 "finite elements as files beside the results, for [structure] type = matrices")
               .defaults_to(false),
           to(&TrainBridgeOutput::matrices));
  keys.add(whole_number("frames", between(2, 1000), "Instants of the moving picture")
               .defaults_to(k_frames),
           to(&TrainBridgeOutput::frames));
}

/// Keys of a contact problem that mean nothing to a wheel on its way, or something else.
std::optional<KeyInfo> contact_for_a_wheel(KeyInfo key) {
  constexpr std::array left_out{"line_contact",  "line_length",    "datum_distance", "meaning",
                                "sensitivities", "max_iterations", "threads"};
  if (std::ranges::count(left_out, key.name) > 0) return std::nullopt;
  if (key.condition.key == "grid.line_contact") key.condition = {};
  if (key.name == "cells_x" || key.name == "cells_y") key.default_value = k_wheel_cells;
  if (key.full_name() == "solver.tolerance") key.default_value = k_wheel_contact_tolerance;
  return key;
}

}  // namespace

KeyList<TrainBridgeInput> train_bridge_keys(std::vector<Choice> scenarios) {
  KeyList<TrainBridgeInput> keys;
  keys.add(choice("scenario", scenarios, "What is computed").is_required(),
           at(&TrainBridgeInput::scenario));
  keys.add(text("title", "A line for the reader, shown with the results"),
           at(&TrainBridgeInput::title));
  constexpr auto k_if_written = TableInfo::Presence::if_written;
  const auto as_it_is = [](const KeyInfo& key) { return std::optional(key); };
  keys.adopt(bridge_keys(), bridge_tables(), at(&TrainBridgeInput::bridge), as_it_is, k_if_written);
  keys.adopt(structure_keys(), structure_tables(), at(&TrainBridgeInput::structure), as_it_is);
  keys.adopt(track_keys(), {"track"}, at(&TrainBridgeInput::track), as_it_is);
  declare_vehicle(keys);
  keys.adopt(vehicle_assembly_keys(), vehicle_assembly_tables(), at(&TrainBridgeInput::assembly),
             as_it_is);
  keys.add_each(coach_keys(), at(&TrainBridgeInput::coaches));
  declare_train_motion(keys);
  declare_meeting_train(keys);
  declare_wheel_contact(keys);
  keys.adopt(contact_keys(std::move(scenarios)), {"upper", "lower", "shape", "grid", "solver"},
             at(&TrainBridgeInput::contact), contact_for_a_wheel, k_if_written);
  keys.adopt(rail_keys(), {"rail"}, at(&TrainBridgeInput::rail), as_it_is);
  declare_defect(keys);
  declare_rolling_axle(keys);
  declare_crossing_time(keys);
  declare_crossing_output(keys);
  return keys;
}

}  // namespace tread::casefile
