#pragma once

#include <optional>

#include "tread/integrate/stability.hpp"
#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {

/// Rates of small motions of bridge and train, contacts as springs with the stiffness that they
/// have under the loads at rest: of each kind of vehicle alone, and together with the bridge's
/// modes where its middle is above the middle and the quarter of the bridge. Other vehicles on the
/// bridge and the terms of speed are left out; with many modes so is the coupling. None: a
/// structure with all its unknowns, whose rates are not known.
std::optional<integrate::Rates> crossing_rates(const TrainBridgeProblem& problem);

/// How far the crossing is from growing by its scheme. Structures with all their unknowns count as
/// having motions of every frequency, undamped.
integrate::StepStability crossing_stability(const TrainBridgeProblem& problem,
                                            const integrate::SchemeSettings& scheme, double step);

}  // namespace tread::interaction
