#pragma once

#include "tread/casefile/train_bridge_case.hpp"
#include "tread/result/result.hpp"
#include "tread/study/crossing_tables.hpp"
#include "tread/study/structure_crossing.hpp"
#include "tread/study/train_bridge_model.hpp"

namespace tread::study {

/// What a crossing leaves of a bridge of finite elements: deflections and accelerations of the
/// sections, reactions, frequencies, the estimated error of modes, its matrices as files if asked.
void add_structure(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model,
                   const StructureCrossing& solved, result::CaseResult& out);

/// The bridge at every record, for the moving picture.
BridgeLines structure_lines(const TrainBridgeModel& model, const interaction::Crossing& crossing);

}  // namespace tread::study
