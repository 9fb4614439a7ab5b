#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Runs the drop of a file. Throws CaseError, with the place in the file, for what cannot be run at
/// all; a march that did not converge is in the result, marked, with everything until then.
/// threads: 0: as the file says. @pre the file holds a drop.
result::CaseResult solve_drop(const casefile::CaseFile& file, int threads, Observer& observer);

/// Builds its model but does not march it.
void check_drop(const casefile::CaseFile& file);

}  // namespace tread::study
