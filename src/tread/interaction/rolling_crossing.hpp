#pragma once

#include <string>
#include <vector>

#include "tread/interaction/rolling_wheel.hpp"
#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {

/// Driven, braked or creeping wheels along a crossing.
///
/// Every wheel rolls with the normal force and the speed that the crossing found, from row to row
/// of its histories; between two rows both change evenly. Nothing goes back: the train keeps its
/// prescribed speed whatever the wheels pull, friction does not act on the vertical motion (the
/// deck's slope and the vehicle's pitching under longitudinal forces are left out), and the deck is
/// rigid along its axis.

struct RollingOptions {
  std::vector<double> patch_times;  // s: the first rows at or after these are kept with tractions
  Observer* observer = nullptr;     // may be null
};

/// A contact patch at an instant.
struct RollingPatch {
  double time = 0;      // s
  double position = 0;  // of the wheel, m
  Grid grid;            // in the contact frame, whose origin is below the axle
  contact::FrictionalSolution solution;
};

struct WheelRun {
  std::vector<RollingInstant> rows;  // one for each row of the crossing
  std::vector<RollingPatch> patches;
};

struct RollingHistory {
  SolveStatus status = SolveStatus::stopped;
  std::string message;             // empty if all wheels came to the end
  std::vector<WheelRun> wheels;    // those up to a failure, the last one as far as it came
  std::vector<double> deck_force;  // along +x, N, on the bridge by the wheels that are on it; one
                                   // for each row that all wheels have
};

/// Wheels: one setup for all, or one for each. Throws ModelError otherwise, or if a setup is wrong.
RollingHistory roll_along(const TrainBridgeProblem& problem, const Crossing& crossing,
                          const std::vector<RollingWheelSetup>& wheels,
                          const RollingOptions& options = {});

/// Line contact (plane strain) of a cylindrical wheel under loads up to a largest one.
struct LineWheel {
  BodyPair bodies;
  double radius = 0;         // m
  double width = 0;          // m, carries the load
  double largest_force = 0;  // N, on the whole width
  double datum = 0;          // m, see NormalProblem::line_datum; 0: the radius
  contact::Friction friction{};
  int n_cells = 128;  // across the contact under the largest force
};

/// With room beside the contact for world-fixed rolling.
contact::RollingSetup line_rolling_setup(const LineWheel& wheel);

}  // namespace tread::interaction
