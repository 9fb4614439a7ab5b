#pragma once

#include <string>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/casefile/tree_setting.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

/// Whether numbers hang on the numerics: a case is run again with twice the modes, half the step
/// and cells or elements of half the size, as far as it has such.

struct Refinement {
  std::string name;   // more_modes
  std::string title;  // "6 instead of 3 modes"
  std::vector<casefile::CaseSetting> settings;
};

/// What can be refined in a case that was read from TOML; nothing in any other.
/// @param found numbers of the case
std::vector<Refinement> refinements_of(const casefile::CaseFile& file,
                                       const result::CaseResult& found);

/// The main numbers of a case beside those of the refined one.
result::Evidence evidence_of(const Refinement& refinement, const result::CaseResult& found,
                             const result::CaseResult& refined);

/// The same where there is no refined case.
result::Evidence no_evidence(const Refinement& refinement, std::string why);

}  // namespace tread::study
