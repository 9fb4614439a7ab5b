#pragma once

#include "tread/contact/frictional.hpp"
#include "tread/result/result.hpp"
#include "tread/study/case_run.hpp"
#include "tread/study/normal_case.hpp"

namespace tread::study {

/// Whether a case is rolled step by step with a table of its history; a single step of a sequence
/// (CONTACT's T = 2) is not.
bool has_transient(const casefile::ContactCase& contact_case);

/// Cells that the area of a transient must have around the contact, with the largest load of the
/// schedule: a window that moves over the rail needs some.
Spare spare_of_transient(const casefile::ContactCase& contact_case);

/// The case with the largest load of its schedule: its area holds the contact all the way.
casefile::ContactCase with_largest_load(const casefile::ContactCase& contact_case);

/// Rolls it. What was reached is kept if a step does not converge or the observer stops it.
result::CaseResult transient_result(const CaseRun& run, const SolvedNormal& largest,
                                    contact::FrictionalWorkspace& workspace);

}  // namespace tread::study
