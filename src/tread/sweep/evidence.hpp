#pragma once

#include <vector>

#include "tread/casefile/study_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::sweep {

/// A case of a study beside the same case with finer numerics. Empty if the observer stops it.
/// @param measured the case as the study has it
std::vector<result::Evidence> evidence_for(const casefile::StudyFile& study, std::size_t i_case,
                                           const result::CaseResult& measured, Observer& observer);

}  // namespace tread::sweep
