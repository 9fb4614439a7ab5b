#pragma once

#include <string>

#include "tread/casefile/study_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/sweep/finished_cases.hpp"
#include "tread/sweep/ranks.hpp"

namespace tread::sweep {

/// The cases of a study, shared among the threads of this process and of all others of the job.
///
/// The first process has the list of cases and the disk. The others ask it for cases and send
/// records back; they need the study's files, but no place to write to.

/// For the first process: until every case is finished, or the observer stops it. Throws IoError
/// when the disk is full; ModelError when another process cannot take part.
SolveStatus lead(const casefile::StudyFile& study, FinishedCases& finished, Ranks& ranks,
                 int n_workers, Observer& observer);

/// For all others.
void follow(const casefile::StudyFile& study, Ranks& ranks, int n_workers, Observer& observer);

/// Instead of lead() or follow(), when a process cannot begin: lets the others go home.
void dismiss_all(Ranks& ranks);
void excuse(Ranks& ranks, const std::string& why);

}  // namespace tread::sweep
