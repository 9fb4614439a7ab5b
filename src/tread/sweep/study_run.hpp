#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tread/casefile/study_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/result/result.hpp"
#include "tread/sweep/case_table.hpp"
#include "tread/sweep/finished_cases.hpp"
#include "tread/sweep/ranks.hpp"

namespace tread::sweep {

/// A study from its file to its results.

struct StudyOptions {
  std::filesystem::path folder;
  int workers = 0;  // threads of each process; 0: all cores, or one each where there are several
                    // processes
  FinishedCases::Start start = FinishedCases::Start::resume;
  Observer* observer = nullptr;
};

struct StudyOutcome {
  SolveStatus status = SolveStatus::stopped;
  std::size_t n_cases = 0;
  std::size_t n_before = 0;   // finished by an earlier run
  std::size_t n_damaged = 0;  // lines of an earlier run that could not be used
  std::size_t n_missing = 0;
  std::size_t n_failed = 0;
  result::Result result;  // empty as long as cases are missing

  bool ok() const { return status == SolveStatus::converged && n_failed == 0; }
};

/// Runs what is not finished yet, and makes envelopes, checks and evidence when all is. Throws
/// IoError (finished_cases.hpp), CaseError for a study none of whose cases can be built.
StudyOutcome run_study(const casefile::StudyFile& study, Ranks& ranks, const StudyOptions& options);

/// For every process but the first.
void help_with_study(const casefile::StudyFile& study, Ranks& ranks, const StudyOptions& options);

/// How long a study takes with so many workers, s, judged by a few of its cases.
double estimated_seconds(const casefile::StudyFile& study, int n_workers);

/// The workers that options mean.
int n_workers_of(const StudyOptions& options, const Ranks& ranks);

/// The finished cases as a table.
CaseTable table_of(const casefile::StudyFile& study, const std::vector<CaseRecord>& records);

}  // namespace tread::sweep
