#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/integrate/march.hpp"
#include "tread/running/running_vehicle.hpp"
#include "tread/wheel_rail/wheelset_forces.hpp"

namespace tread::running {

/// A vehicle's way along its track, step by step, and what is kept of it.

struct WheelsetRecord {
  profile::WheelsetPose pose;
  double spin = 0;  // rad/s about the axle
  wheel_rail::WheelForces left;
  wheel_rail::WheelForces right;
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
  /// J; > 0: the run ends as unstable when the scheme has made most of the energy that there is, if
  /// that is more than this (integrate::SchemeEnergy).
  double growth_floor = 0;
  /// The step is known to be too long for the scheme: whatever the run comes to is instability, not
  /// derailment, nor what a contact cannot do.
  bool is_beyond_limit = false;
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
  bool is_unstable = false;  // it ended because the scheme made it grow; status: blew_up
  std::string message;       // empty if it came to the end
  std::optional<Derailment> derailment;  // the run ends there; none if it is unstable
  std::vector<RunRecord> records;
  integrate::StepCounts counts;
  double shortest_step = 0;  // s
  double longest_step = 0;
  long long n_contact_problems = 0;  // all wheels together, without those for records
  long long n_unconverged = 0;       // of them
};

/// When a wheel has left its rail: it has climbed once the tip of its flange stands on it, and
/// fallen once its tread is that far below the rail's top.
struct DerailmentLimits {
  double flange_height = 0.028;  // m, below the tape circle
  double fallen = 0.02;          // m
  double half_spacing = 0.75;    // m, of the tape circles
};
DerailmentLimits derailment_limits(const profile::WheelRailPair& pair);
/// Of wheels that differ: the lower flange is over its rail first.
DerailmentLimits derailment_limits(const profile::WheelRailPair& left,
                                   const profile::WheelRailPair& right);

/// From a start state to options.end_time, or to where a wheel leaves its rail.
VehicleRun run_vehicle(RunningVehicle& vehicle, const State& start, const DerailmentLimits& limits,
                       const RunOptions& options);

/// The vehicle's contacts and motion at a state.
RunRecord record_of(RunningVehicle& vehicle, const State& state);

}  // namespace tread::running
