#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"
#include "tread/structure/speed_sweep.hpp"

namespace tread::study {

/// Scenario `moving_load`: one crossing with histories, or a sweep of speeds with its extremes and
/// critical speeds.
/// @pre file.moving_load
result::CaseResult solve_moving_load(const casefile::CaseFile& file, Observer& observer);

/// What a case tells of its bridge.
std::vector<result::Scalar> bridge_scalars(const structure::BeamModes& modes);

/// Adds the largest values of one speed, with their positions, under the names of
/// measure_case.hpp. @param sections m, of the extremes
void add_extremes(const casefile::BridgeInput& bridge, const structure::SpeedExtremes& extremes,
                  const std::vector<double>& sections, double static_deflection,
                  result::CaseResult& out);

/// Throws CaseError if the case cannot be run.
void check_moving_load(const casefile::CaseFile& file);

}  // namespace tread::study
