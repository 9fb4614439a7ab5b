#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Scenario `vehicle_run`: the run with its histories and extremes, and what [analysis] asks for.
/// @pre file.vehicle_run
/// @param n_threads 0: what the case says
result::CaseResult solve_vehicle_run(const casefile::CaseFile& file, int n_threads,
                                     Observer& observer);

/// Throws CaseError if the case cannot be run.
void check_vehicle_run(const casefile::CaseFile& file);

}  // namespace tread::study
