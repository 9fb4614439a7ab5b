#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/bridge_keys.hpp"
#include "tread/casefile/coach_keys.hpp"
#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/drop_case.hpp"
#include "tread/casefile/place.hpp"
#include "tread/casefile/rail_keys.hpp"
#include "tread/casefile/structure_keys.hpp"
#include "tread/casefile/track_keys.hpp"
#include "tread/casefile/vehicle_input.hpp"

namespace tread::casefile {

/// A train of vehicles that crosses a bridge: what scenario `train_bridge` reads. SI; choices as
/// their words.

struct TrainMotionInput {
  std::string type;                      // of the library; empty: [vehicle] or [[coach]]
  double speed = 0;                      // m/s
  double acceleration = 0;               // m/s2
  std::optional<double> start_position;  // m
  std::optional<double> run_in;          // m
  std::string start;                     // static_equilibrium, touch
};

/// A train of the same vehicles on a track beside the first one's.
struct MeetingTrainInput {
  std::optional<double> speed;    // m/s; none: that of the first
  std::string direction;          // left, right
  std::optional<double> meet_at;  // m; none: the middle of the bridge
};

struct WheelContactInput {
  std::string model;  // rigid, hertz, zhai, linear, grid
  double rail_radius = 0;
  std::optional<double> wheel_profile_radius;  // m
  std::string tread;                           // conical, worn
  std::optional<double> stiffness;             // N/m
  double damping = 0;                          // N s/m
  double restitution = 0;                      // of rigid
  std::string constraint;                      // of rigid: acceleration, displacement
  std::optional<int> wheels;                   // side by side on an axle
  std::string bridge_load;                     // whole_force, middle_row
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
  VehicleInput vehicle;                     // its wheel_radius and gravity count for coaches too
  std::vector<CoachInput> coaches;          // instead of its type
  TrainMotionInput train;
  std::optional<MeetingTrainInput> second_train;
  WheelContactInput contact;
  ContactCase surfaces;  // bodies, and for a grid shape, area and solver; nothing else of it
  RailInput rail;
  WheelDefectInput wheel_defect;
  std::optional<RollingAxleInput> rolling;    // none: wheels roll freely
  TimeSettings time;                          // end and step 0: left out
  std::optional<double> iteration_tolerance;  // as given
  StepSolverInput step_solver;
  TrainBridgeOutput output;
  std::map<std::string, Place> places;  // key -> where it was written

  bool is_composed() const { return !coaches.empty() || !train.type.empty(); }
};

}  // namespace tread::casefile
