#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/elastodynamics/impact.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Scenario `impact`: from the case to the problem, and from the run to results.
///
/// The first case of the result is the run: numbers, and the table `history` (height, force,
/// energies over time). One case more for each instant that was asked for: the displacement field
/// and the table `surface`.

struct ImpactModel {
  elastodynamics::ImpactProblem problem;
  elastodynamics::ImpactOptions options;
};

/// @pre file.impact
ImpactModel impact_model(const casefile::CaseFile& file);

/// Throws CaseError, with the place in the file, for a case that cannot be marched.
void check_impact(const casefile::CaseFile& file);
std::vector<result::CaseResult> run_impact_case(const casefile::CaseFile& file, Observer* observer);

}  // namespace tread::study
