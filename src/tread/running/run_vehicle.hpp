#pragma once

#include <array>
#include <string>
#include <vector>

#include "tread/integrate/march.hpp"
#include "tread/running/running_vehicle.hpp"

namespace tread::running {

/// A vehicle's way along its track, step by step, and what is kept of it.

/// One wheel at an instant. Forces of the wheel ON THE RAIL in axes of the track frame: X forward,
/// Y to the right, Q down.
struct WheelRecord {
  double longitudinal = 0;  // X, N
  double lateral = 0;       // Y, N
  double vertical = 0;      // Q, N
  double dissipation = 0;   // T gamma, J/m, all patches
  double gap = 0;           // m; the wheel is up where it is positive
  std::vector<wheel_rail::PatchForces> patches;
};

struct WheelsetRecord {
  profile::WheelsetPose pose;
  double spin = 0;                    // rad/s about the axle
  std::array<WheelRecord, 2> wheels;  // left, right
};

struct RunRecord {
  double time = 0;      // s
  double distance = 0;  // s of the vehicle's reference point, m
  Vector position;      // coordinates of the vehicle's model
  Vector velocity;
  Vector acceleration;
  std::vector<WheelsetRecord> wheelsets;
};

struct RunOptions {
  integrate::SchemeSettings scheme;
  double step = 1e-3;             // s; adaptive: the longest
  double end_time = 0;            // s
  double record_interval = 5e-3;  // s; at the ends of the steps that come next
  Observer* observer = nullptr;
};

/// A wheel that has climbed its rail or fallen beside it.
struct Derailment {
  double time = 0;      // s
  double distance = 0;  // m, of the wheelset
  int wheelset = 0;     // from 0
  profile::Side side = profile::Side::left;
  double lift = 0;  // m, of the tape circle above the rail; negative: below
};

struct VehicleRun {
  SolveStatus status = SolveStatus::stopped;
  std::string message;                   // empty if it came to the end
  std::optional<Derailment> derailment;  // the run ends there
  std::vector<RunRecord> records;
  integrate::StepCounts counts;
  double shortest_step = 0;  // s
  double longest_step = 0;
  long long n_contact_problems = 0;
  long long n_unconverged = 0;  // of them
};

/// A wheel has climbed once its flange's tip stands on the rail, and has fallen once its tread is
/// this far below the rail's top.
inline constexpr double k_fallen = 0.02;  // m

/// @param flange_height m, of the wheels' flanges below the tape circle: where a wheel has climbed
VehicleRun run_vehicle(RunningVehicle& vehicle, const State& start, double flange_height,
                       const RunOptions& options);

/// The vehicle's contacts and motion at a state.
RunRecord record_of(RunningVehicle& vehicle, const State& state);

}  // namespace tread::running
