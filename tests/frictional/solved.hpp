#pragma once

#include <gtest/gtest.h>

#include "frictional/problems.hpp"

namespace tread::contact::test {

/// The solution of a problem whose iterations must converge.
inline FrictionalSolution solved(const FrictionalProblem& problem, FrictionalWorkspace& workspace,
                                 double tolerance = 1e-9) {
  FrictionalSolution solution =
      solve_frictional(problem, frictional_tolerance(tolerance), workspace);
  EXPECT_EQ(solution.status, SolveStatus::converged) << solution.residual;
  return solution;
}

}  // namespace tread::contact::test
