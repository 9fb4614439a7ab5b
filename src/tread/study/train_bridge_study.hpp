#pragma once

#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"
#include "tread/study/kept_work.hpp"

namespace tread::study {

/// Scenario `train_bridge`: the crossing with its histories and extremes; with contact on a grid
/// also the contact of the first wheel at the instants asked for, a case each.
/// @pre file.train_bridge
std::vector<result::CaseResult> solve_train_bridge(const casefile::CaseFile& file,
                                                   Observer& observer);

/// The numbers of the crossing alone, for studies (measure_case.hpp): sections are tenths of the
/// spans unless told. What carries the train is kept for cases on the same bridge: beam modes or
/// structure, its factors and responses, modes in their place; the same bits come out of a case
/// whatever was measured before.
/// @pre file.train_bridge
result::CaseResult measure_train_bridge(const casefile::CaseFile& file, KeptWork& kept,
                                        Observer& observer);

/// Throws CaseError if the case cannot be run.
void check_train_bridge(const casefile::CaseFile& file);

}  // namespace tread::study
