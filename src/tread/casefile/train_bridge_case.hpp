#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/bridge_keys.hpp"
#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/drop_case.hpp"
#include "tread/casefile/place.hpp"
#include "tread/casefile/structure_keys.hpp"
#include "tread/casefile/track_keys.hpp"
#include "tread/vehicle/assembly.hpp"

namespace tread::casefile {

/// A train of vehicles that crosses a bridge: what scenario `train_bridge` reads. SI; choices as
/// their words.

struct VehicleInput {
  std::string type;  // wheel, sprung_mass, quarter, half, full, assembly, or a known vehicle
  std::string part;  // of a known one: whole, half, quarter
  std::optional<double> mass;  // kg; wheel
  double load = 0;             // N on top of it
  std::optional<double> body_mass;
  std::optional<double> body_inertia;  // kg m2
  std::optional<double> bogie_mass;
  std::optional<double> bogie_inertia;
  std::optional<double> wheelset_mass;
  std::optional<double> stiffness;  // N/m; sprung_mass
  double damping = 0;               // N s/m
  std::optional<double> primary_stiffness;
  double primary_damping = 0;
  std::optional<double> secondary_stiffness;
  double secondary_damping = 0;
  std::optional<double> bogie_distance;  // m
  std::optional<double> wheelbase;       // m
  double wheel_radius = 0;               // m
  int count = 1;
  std::optional<double> pitch;                       // m
  double gravity = 0;                                // m/s2
  std::optional<vehicle::VehicleAssembly> assembly;  // of that type

  /// A body on spring and damper with nothing below: the spring's end is the wheel.
  bool has_massless_wheel() const {
    return type == "sprung_mass" && wheelset_mass && *wheelset_mass == 0;
  }
};

struct TrainMotionInput {
  double speed = 0;           // m/s
  double acceleration = 0;    // m/s2
  double start_position = 0;  // m
  std::string start;          // static_equilibrium, touch
};

struct WheelContactInput {
  std::string model;  // rigid, hertz, zhai, linear, grid
  double rail_radius = 0;
  std::optional<double> wheel_profile_radius;  // m
  std::string tread;                           // conical, worn
  std::optional<double> stiffness;             // N/m
  double damping = 0;                          // N s/m
  double restitution = 0;                      // of rigid
  std::optional<int> wheels;                   // side by side on an axle
  std::string bridge_load;                     // whole_force, middle_row
};

struct RailInput {
  std::string type;                  // level, sine, bump, ramp, file
  std::optional<double> amplitude;   // m
  std::optional<double> wavelength;  // m
  std::optional<double> height;      // m
  std::optional<double> length;      // m
  std::optional<double> start;       // m
  std::optional<double> end;         // m
  std::string file;
  std::string height_unit;
};

struct WheelDefectInput {
  std::string type;                 // round, flat, out_of_round
  std::optional<double> length;     // m
  std::string edges;                // fresh, rounded
  double place = 0;                 // m
  std::optional<double> amplitude;  // m
  int waves = 1;
  std::optional<int> wheel;  // 1: the first of the train; none: all
};

struct StepSolverInput {
  std::string derivative;   // consistent, finite_difference
  double increment = 1e-7;  // m
};

/// Driven, braked or creeping wheels of one axle; their contact with the rail as a line.
struct RollingAxleInput {
  int axle = 1;  // of the train, from 1
  std::optional<double> creepage;
  std::optional<double> drive_torque;       // N m
  std::optional<double> brake_torque;       // N m
  std::optional<double> moment_of_inertia;  // kg m2
  double friction = 0;
  double width = 0;  // m, of one wheel's contact
  int cells = 0;
  std::string memory;               // quasi_steady, transient
  std::string start;                // steady, free
  std::vector<double> patch_times;  // s
};

struct TrainBridgeOutput {
  std::vector<double> sections;         // m
  std::optional<double> frequency_cut;  // Hz
  std::vector<double> patch_times;      // s
  bool energy = false;
  bool matrices = false;
  int frames = 0;
};

/// Complete: what is not here follows from the model.
struct TrainBridgeCase {
  std::string title;
  std::optional<BridgeInput> bridge;        // neither this nor a structure: rigid ground
  std::optional<StructureInput> structure;  // instead of it
  std::optional<TrackInput> track;          // over either, if that is of elements
  VehicleInput vehicle;
  TrainMotionInput train;
  WheelContactInput contact;
  ContactCase surfaces;  // bodies, and for a grid shape, area and solver; nothing else of it
  RailInput rail;
  std::vector<double> rail_places;   // m; of a file
  std::vector<double> rail_heights;  // m
  WheelDefectInput wheel_defect;
  std::optional<RollingAxleInput> rolling;    // none: wheels roll freely
  TimeSettings time;                          // end and step 0: left out
  std::optional<double> iteration_tolerance;  // as given
  StepSolverInput step_solver;
  TrainBridgeOutput output;
  std::map<std::string, Place> places;  // key -> where it was written
};

}  // namespace tread::casefile
