#include "tread/casefile/train_bridge_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tread/casefile/coach_keys.hpp"
#include "tread/casefile/contact_builder.hpp"
#include "tread/casefile/structure_builder.hpp"
#include "tread/casefile/vehicle_assembly_builder.hpp"
#include "tread/vehicle/vehicle_data.hpp"

namespace tread::casefile {
namespace {

constexpr double k_wheel_margin = 1.2;

class TrainBridgeBuilder {
 public:
  TrainBridgeBuilder(TrainBridgeInput input, const std::filesystem::path& base_dir,
                     Reading& reading, ProblemList& problems)
      : input_(std::move(input)), base_dir_(base_dir), reading_(reading), problems_(problems) {}

  TrainBridgeCase build() {
    TrainBridgeCase result;
    result.title = input_.title;
    build_bridge(result);
    choose_train();
    check_train();
    build_vehicle();
    build_rail(input_.rail, base_dir_, reading_, problems_);
    check_contact();
    result.vehicle = input_.vehicle;
    result.coaches = input_.coaches;
    result.train = input_.train;
    if (reading_.has_table("second_train")) result.second_train = input_.second_train;
    result.contact = input_.wheel_contact;
    result.rail = input_.rail;
    result.wheel_defect = input_.wheel_defect;
    result.step_solver = input_.step_solver;
    result.output = input_.output;
    // Rigid contact hands the fastest modes on to the wheels: a scheme that damps them is wanted.
    if (is_model("rigid") && !is_given("time.scheme")) {
      input_.time.scheme = "hht_alpha";
      reading_.use("time.scheme", input_.time.scheme);
    }
    result.time = build_time(input_.time, reading_, problems_, StepRule::left_to_the_case);
    if (input_.time.iteration_tolerance > 0) {
      result.iteration_tolerance = input_.time.iteration_tolerance;
    }
    if (reading_.has_table("rolling")) {
      check_rolling();
      result.rolling = input_.rolling;
    }
    if (is_model("hertz") || is_model("grid") || result.rolling) result.surfaces = surfaces();
    result.surfaces.places = reading_.places();
    result.places = reading_.places();
    return result;
  }

 private:
  bool is_model(std::string_view model) const { return input_.wheel_contact.model == model; }
  bool is_given(std::string_view key) const { return reading_.given(key) != nullptr; }
  void complain(std::string_view key, std::string reason, std::string hint = "") {
    problems_.add(reading_.problem(key, std::move(reason), std::move(hint)));
  }

  bool is_too_hollow() const {
    const auto& profile = input_.wheel_contact.wheel_profile_radius;
    return profile && *profile < 0 && -*profile <= input_.wheel_contact.rail_radius;
  }

  void build_bridge(TrainBridgeCase& result) {
    const bool has_bridge = reading_.has_table("bridge");
    const bool has_structure = reading_.has_table("structure");
    if (has_bridge) {
      check_bridge(input_.bridge, reading_, problems_);
      if (input_.bridge.additional_damping) {
        complain("bridge.additional_damping",
                 "would count twice: the vehicles take that energy out of the bridge themselves",
                 "leave it out; it is for trains of forces, scenario moving_load (EN 1991-2 "
                 "6.4.6.4)");
      }
      if (!input_.bridge.sections.empty() && input_.bridge.model != "elements") {
        complain("bridge.section[1]", "modes have the moments of uniform beams only",
                 "set bridge.model = \"elements\"");
      }
      result.bridge = input_.bridge;
    }
    if (has_structure && has_bridge) {
      complain("structure",
               fmt::format("conflicts with [bridge] of line {}", reading_.table_line("bridge")),
               "the train runs on one of them: leave the other out");
    } else if (has_structure) {
      const bool has_kinks =
          is_model("rigid") && !input_.vehicle.has_massless_wheel();  // that wheels with mass feel
      build_structure(input_.structure, has_kinks ? LineNeed::smooth : LineNeed::any, base_dir_,
                      reading_, problems_);
      result.structure = input_.structure;
    }
    if (reading_.has_table("track")) {
      check_track();
      result.track = input_.track;
    }
    const bool has_elements =
        has_structure || reading_.has_table("track") || input_.bridge.model == "elements";
    if (input_.output.matrices && !has_elements) {
      complain("output.matrices", "needs a bridge of finite elements",
               "give [structure], [track], or [bridge] with model = \"elements\"");
    }
    if (!has_bridge && !has_structure && !reading_.has_table("track")) check_without_bridge();
  }

  void check_track() {
    if (reading_.has_table("bridge") && input_.bridge.model != "elements") {
      complain("track", "lies on a bridge of finite elements", "set bridge.model = \"elements\"");
    }
    if (is_given("rail.over_joints")) {
      complain("rail.over_joints", "the rails of [track] go over the joints", "leave it out");
    }
    if (is_given("structure.beyond")) {
      complain("structure.beyond", "wheels run on the rails of [track]",
               "say it there: track.beyond");
    }
    const char* const reason = "a ratio for all modes would take the place of the track's dampers";
    const bool has_type = !input_.bridge.damping_type.empty();
    const bool has_ratio = input_.bridge.damping_ratio > 0 || has_type;
    if (input_.bridge.solution == "modal" && has_ratio) {
      complain(has_type ? "bridge.damping_type" : "bridge.damping_ratio", reason,
               "give bridge.rayleigh");
    }
    if (input_.structure.damping_ratio && input_.structure.damping_frequencies.empty()) {
      complain("structure.damping_ratio", reason, "give rayleigh, or damping_frequencies too");
    }
    if (input_.track.first_sleeper.value_or(0) > input_.track.sleeper_spacing) {
      complain("track.first_sleeper", fmt::format("must be no farther than the spacing, {} m",
                                                  input_.track.sleeper_spacing));
    }
  }

  void check_without_bridge() {
    if (!is_given("time.end")) {
      complain("time.end", "is missing: without a bridge the run has no end of its own",
               "give it, or a table [bridge]");
    }
    if (is_given("output.sections")) {
      complain("output.sections", "needs a table [bridge]");
    }
    if (reading_.has_table("second_train")) {
      complain("second_train", "needs a bridge", "trains on rigid ground do not feel each other");
    }
  }

  void check_wheelset_mass() {
    const VehicleInput& vehicle = input_.vehicle;
    if (!vehicle.wheelset_mass || *vehicle.wheelset_mass > 0) return;
    if (vehicle.type != "sprung_mass") {
      complain("vehicle.wheelset_mass", "must be > 0", "only a sprung_mass can do without");
    } else if (!is_model("rigid")) {
      complain("vehicle.wheelset_mass",
               fmt::format("must be > 0 with contact.model = {}", input_.wheel_contact.model),
               "a wheel without mass follows the rail: set contact.model = \"rigid\"");
    }
  }

  bool is_composed() const { return !input_.coaches.empty() || !input_.train.type.empty(); }

  /// One of vehicle.type, [[coach]] and train.type.
  void choose_train() {
    const bool has_coaches = !input_.coaches.empty();
    const bool has_train = !input_.train.type.empty();
    build_coaches(input_.coaches, reading_, problems_);
    if (has_coaches && has_train) {
      complain("train.type",
               fmt::format("conflicts with [[coach]] of line {}", reading_.table_line("coach[1]")),
               "the train is made of one of them: leave the other out");
    }
    if (!is_composed()) {
      if (!is_given("vehicle.type")) {
        complain("vehicle.type", "is missing",
                 "a train needs it, or tables [[coach]], or train.type");
      }
      return;
    }
    for (const auto& [key, place] : reading_.places()) {
      const bool is_shared = key == "vehicle.wheel_radius" || key == "vehicle.gravity";
      if (!key.starts_with("vehicle.") || is_shared || key.find('[') != std::string::npos) continue;
      complain(key,
               has_coaches ? fmt::format("conflicts with [[coach]] of line {}",
                                         reading_.table_line("coach[1]"))
                           : fmt::format("conflicts with train.type = {}", input_.train.type),
               "leave one of them out; [vehicle] may hold wheel_radius and gravity beside them");
    }
  }

  void check_train() {
    check_wheelset_mass();
    if (is_composed()) return;
    if (input_.vehicle.count > 1 && !is_given("vehicle.pitch") && !take_known_pitch()) {
      complain("vehicle.pitch", fmt::format("is missing for {} vehicles", input_.vehicle.count),
               "it is the length of a vehicle over its couplers");
    }
  }

  /// Equal vehicles follow each other by their length, where the vehicle's source has it.
  bool take_known_pitch() {
    const bool is_known = std::ranges::count(known_vehicle_names(), input_.vehicle.type) > 0;
    if (!is_known || input_.vehicle.part != "whole") return false;
    const double length = vehicle::find_vehicle(input_.vehicle.type).length;
    if (length == 0) return false;
    input_.vehicle.pitch = length;
    reading_.use("vehicle.pitch", length);
    return true;
  }

  void build_vehicle() {
    VehicleInput& vehicle = input_.vehicle;
    if (vehicle.type == "assembly") {
      vehicle.assembly =
          build_vehicle_assembly(input_.assembly, vehicle.gravity, reading_, problems_);
    } else if (!vehicle.type.empty() || is_composed()) {
      refuse_vehicle_assembly(vehicle.type.empty() ? "left out" : vehicle.type, reading_,
                              problems_);
    }
  }

  void check_contact() {
    for (const char* table : {"shape", "grid", "solver"}) {
      if (reading_.has_table(table) && !is_model("grid")) {
        complain(table, "counts only for contact.model = grid", "leave it out, or set the model");
      }
    }
    for (const char* table : {"upper", "lower"}) {
      if (reading_.has_table(table) && !is_model("grid") && !is_model("hertz")) {
        complain(table, "counts only for contact.model = hertz or grid",
                 "leave it out, or set the model");
      }
    }
    if (is_given("output.patch_times") && !is_model("grid")) {
      complain("output.patch_times", "needs contact.model = \"grid\"",
               "the other models know a force and no pressure");
    }
    if (reading_.has_table("shape")) {
      for (const char* key : {"contact.rail_radius", "contact.wheel_profile_radius"}) {
        if (is_given(key)) complain(key, "conflicts with table [shape]", "give only one of them");
      }
    }
    if (is_too_hollow()) {
      complain("contact.wheel_profile_radius",
               fmt::format("a hollow wheel must be flatter than the rail head of {} m",
                           input_.wheel_contact.rail_radius),
               "its radius is negative and larger in size than rail_radius");
    }
    if (is_model("rigid")) check_constraint();
    if (is_model("rigid") && input_.time.iteration == "picard") {
      complain("time.iteration", "a rigid contact is solved exactly in every step",
               "picard is for the other models");
    }
  }

  void check_constraint() {
    WheelContactInput& contact = input_.wheel_contact;
    const bool is_massless = input_.vehicle.has_massless_wheel();
    if (contact.constraint.empty()) {
      contact.constraint = is_massless ? "displacement" : "acceleration";
      reading_.use("contact.constraint", contact.constraint);
    }
    if (is_massless && contact.constraint == "acceleration") {
      complain("contact.constraint", "a wheel without mass has no acceleration to constrain",
               "leave it out, or give vehicle.wheelset_mass");
    }
    if (contact.constraint == "displacement" && contact.restitution > 0) {
      complain("contact.restitution",
               "belongs to impacts, which a constraint of displacements has "
               "not",
               "set contact.constraint = \"acceleration\", or leave it out");
    }
  }

  void check_rolling() {
    if (!is_given("rolling.creepage") && !is_given("rolling.drive_torque") &&
        !is_given("rolling.brake_torque")) {
      complain("rolling.creepage", "is missing", "give creepage, drive_torque or brake_torque");
    }
  }

  /// Bodies, shape and area; tables that were not written are filled in.
  ContactCase surfaces() {
    ContactInput& contact = input_.contact;
    for (const auto& [name, body] :
         {std::pair{"upper", &contact.upper}, std::pair{"lower", &contact.lower}}) {
      if (!reading_.has_table(name)) body->material = "steel";
    }
    if (!reading_.has_table("shape")) {
      contact.shape.type = "wheel_on_rail";
      contact.shape.wheel_radius = input_.vehicle.wheel_radius;
      if (!is_too_hollow()) {
        contact.shape.wheel_profile_radius = input_.wheel_contact.wheel_profile_radius;
      }
      contact.shape.rail_radius = input_.wheel_contact.rail_radius;
    }
    if (!reading_.has_table("grid")) {
      contact.grid.cells_x = contact.grid.cells_y = k_wheel_cells;
      contact.grid.margin = k_wheel_margin;
    }
    if (!reading_.has_table("solver")) contact.solver.tolerance = k_wheel_contact_tolerance;
    return build_contact_surfaces(contact, base_dir_, reading_, problems_);
  }

  TrainBridgeInput input_;
  const std::filesystem::path& base_dir_;
  Reading& reading_;
  ProblemList& problems_;
};

}  // namespace

TrainBridgeCase build_train_bridge_case(TrainBridgeInput input,
                                        const std::filesystem::path& base_dir, Reading& reading,
                                        ProblemList& problems) {
  return TrainBridgeBuilder(std::move(input), base_dir, reading, problems).build();
}

}  // namespace tread::casefile
