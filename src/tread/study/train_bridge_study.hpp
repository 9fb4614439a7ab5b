#pragma once

#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Scenario `train_bridge`: the crossing with its histories and extremes; with contact on a grid
/// also the contact of the first wheel at the instants asked for, a case each.
/// @pre file.train_bridge
std::vector<result::CaseResult> solve_train_bridge(const casefile::CaseFile& file,
                                                   Observer& observer);

/// Throws CaseError if the case cannot be run.
void check_train_bridge(const casefile::CaseFile& file);

}  // namespace tread::study
