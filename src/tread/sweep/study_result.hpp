#pragma once

#include "tread/casefile/study_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"
#include "tread/sweep/case_table.hpp"

namespace tread::sweep {

/// What a study tells: all cases as a table, envelopes, checks against norms, failed cases, and
/// evidence that the numbers which decide do not hang on modes, steps and meshes.
result::Result study_result(const casefile::StudyFile& study, const CaseTable& table,
                            Observer& observer);

}  // namespace tread::sweep
