#pragma once

#include <vector>

#include "tread/casefile/train_bridge_case.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/result/result.hpp"
#include "tread/study/train_bridge_model.hpp"

namespace tread::study {

/// Rolls the axle of table [rolling] along a crossing: creepage, tangential force, areas of stick
/// and slip and friction's work over time, and tractions at chosen instants. Throws ModelError if
/// it cannot roll as it is told to.
/// @pre input.rolling, whose axle the train has
result::CaseResult roll_axle(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model,
                             const interaction::Crossing& crossing, Observer& observer);

}  // namespace tread::study
