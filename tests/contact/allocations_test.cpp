#include <gtest/gtest.h>

#include "contact/problems.hpp"
#include "support/counted_allocations.hpp"

namespace tread::contact::test {
namespace {

/// Calls from a simulation in time: the approach goes to and fro by one percent.
long allocations_of_warm_solves(const NormalProblem& problem, const NormalOptions& options) {
  const std::vector<NormalProblem> steps = {with_approach(problem, problem.value),
                                            with_approach(problem, 1.01 * problem.value)};
  NormalWorkspace workspace;
  NormalSolution solution;
  for (const NormalProblem& step : steps) {
    solve_normal(step, options, workspace, solution, Start::from_solution);
  }
  const long before = n_allocations;
  for (int repetition = 0; repetition < 5; ++repetition) {
    for (const NormalProblem& step : steps) {
      solve_normal(step, options, workspace, solution, Start::from_solution);
    }
  }
  return n_allocations - before;
}

TEST(Allocations, solves_in_a_used_workspace_allocate_nothing) {
  const auto ball = [](const Grid& grid) {
    return with_approach(problem_on(grid, steel_on_steel(),
                                    [](double x, double y) { return (x * x + y * y) / 0.8; }),
                         2e-5);
  };
  for (const Derivative derivative : {Derivative::none, Derivative::approach}) {
    const NormalOptions options = to_tolerance(1e-6, derivative);
    EXPECT_EQ(allocations_of_warm_solves(ball(centred_grid(25, 25, 12e-3, 12e-3)), options), 0);
    EXPECT_EQ(allocations_of_warm_solves(ball(centred_grid(25, 11, 12e-3, 0.5)), options), 0);
    EXPECT_EQ(allocations_of_warm_solves(ball(centred_grid(120, 120, 30e-3, 30e-3)), options), 0);
  }
}

TEST(Allocations, the_counter_counts) {
  const long before = n_allocations;
  const std::vector<double> some(100);
  EXPECT_EQ(n_allocations - before, 1);
}

}  // namespace
}  // namespace tread::contact::test
