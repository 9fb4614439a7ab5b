#pragma once

#include "tread/contact/frictional.hpp"
#include "tread/result/result.hpp"
#include "tread/study/case_run.hpp"
#include "tread/study/normal_case.hpp"

namespace tread::study {

/// Forces for every combination of creepages, shared among n_threads workers: one row a point, the
/// longitudinal creepage fastest, then the lateral one, then spin. Every point is solved from
/// scratch, so that the numbers do not depend on the number of workers. Points that were not
/// reached before a stop are left out.
result::CaseResult creep_table_result(const CaseRun& run, const SolvedNormal& normal);

}  // namespace tread::study
