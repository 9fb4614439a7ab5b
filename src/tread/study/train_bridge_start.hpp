#pragma once

#include <optional>

#include "tread/casefile/train_bridge_case.hpp"
#include "tread/interaction/train_bridge.hpp"

namespace tread::study {

/// How a crossing starts, and what of its start extremes leave out.

struct TrainBridgeModel;

/// How far rails that are not modelled reach over joints, m: 1/beta of a rail of 60 kg/m on its
/// pads and ballast is 0.7 to 1 m.
inline constexpr double k_joint_rail = 1;
inline double joint_rail_reach(const casefile::RailInput& rail) {
  return rail.over_joints.value_or(k_joint_rail);
}

/// A wheel on a track needs so far until what the start has left of vibrations has gone, m.
inline constexpr double k_longest_run_in = 20;

/// So far before a bridge rails feel it: what wheels do there counts, m.
inline constexpr double k_bridge_ahead = 3;

/// The part of a run that extremes of wheel forces and vehicles leave out.
struct RunIn {
  double distance = 0;  // m, that the first wheel travels
  double time = 0;      // s
};

/// When the first wheel has travelled so far, s; nothing: it never does.
std::optional<double> time_for(const interaction::TrainBridgeProblem& problem, double way);

/// Where the first wheel starts unless the case says so: at the left end of the bridge or where the
/// rail over it begins; on a track so far before that there is a run-in, and rail below all wheels.
double chosen_start(const TrainBridgeModel& model);

/// As the case says; else until the first wheel of a train is k_bridge_ahead before the bridge,
/// k_longest_run_in at most. None where the start is what is looked at (touch), or nothing elastic
/// is below the wheels.
RunIn run_in_of(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model);

}  // namespace tread::study
