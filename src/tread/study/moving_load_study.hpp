#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Scenario `moving_load`: one crossing with histories, or a sweep of speeds with its extremes and
/// critical speeds.
/// @pre file.moving_load
result::CaseResult solve_moving_load(const casefile::CaseFile& file, Observer& observer);

/// Throws CaseError if the case cannot be run.
void check_moving_load(const casefile::CaseFile& file);

}  // namespace tread::study
