#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/study_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::sweep {

/// Whether numbers hang on the numerics: a case run again with twice the modes, half the step and
/// elements of half the size, as far as it has such.

struct Refinement {
  std::string name;   // more_modes
  std::string title;  // "6 instead of 3 modes"
  std::vector<casefile::CaseSetting> settings;
};

/// What can be refined in a case.
/// @param measured the case as the study has it
std::vector<Refinement> refinements_of(const casefile::CaseFile& file,
                                       const result::CaseResult& measured);

/// A refined case beside the case itself.
struct Evidence {
  Refinement refinement;
  std::string failure;  // why there is none; empty: there is
  struct Change {
    std::string name;  // max_deflection
    double relative = 0;
  };
  std::vector<Change> changes;  // of the numbers that envelopes know
};

/// Empty if the observer stops it.
std::vector<Evidence> evidence_for(const casefile::StudyFile& study, std::size_t i_case,
                                   const result::CaseResult& measured, Observer& observer);

}  // namespace tread::sweep
