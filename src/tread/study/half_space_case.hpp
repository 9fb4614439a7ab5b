#pragma once

#include <optional>

#include "tread/contact/frictional.hpp"
#include "tread/result/result.hpp"
#include "tread/study/case_history.hpp"
#include "tread/study/case_run.hpp"
#include "tread/study/normal_case.hpp"

namespace tread::study {

/// What cases of a sequence share: the state that one leaves for the next, and memory.
struct SequenceMemory {
  contact::FrictionalWorkspace workspace;
  std::optional<contact::RollingContact> rolling;  // of the last case that was a step
  CaseHistory history;
};

/// Friction on the elastic half-space: a shift, steady rolling, or one step that goes on from the
/// case before (CONTACT's T = 1, 2, 3). Leaves its end in the history.
contact::FrictionalSolution solve_half_space_case(const CaseRun& run, const SolvedNormal& normal,
                                                  SequenceMemory& memory);

/// The same solve from scratch, which a transient and a creep table begin with too.
contact::FrictionalSolution solve_from_scratch(const CaseRun& run,
                                               const contact::FrictionalProblem& problem,
                                               contact::FrictionalWorkspace& workspace);

}  // namespace tread::study
