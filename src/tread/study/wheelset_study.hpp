#pragma once

#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Scenario `wheelset`: a wheelset on two rails at given positions.
///
/// The first result has the rigid geometry over the lateral position (rolling radius difference,
/// contact angles and places, jumps, equivalent conicity), what each wheel does at each position,
/// all patches, and wheels and rails in place as drawings. Behind it stands one result with fields
/// for every patch of the positions that were chosen. Forces act on the rail where their name says
/// so, else on the wheel in its contact frame (docs/conventions.md).
std::vector<result::CaseResult> solve_wheelset(const casefile::CaseFile& file, Observer& observer);

/// Throws CaseError if no model can be made of the profiles.
void check_wheelset(const casefile::CaseFile& file);

}  // namespace tread::study
