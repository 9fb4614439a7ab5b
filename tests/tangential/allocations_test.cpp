#include <gtest/gtest.h>

#include "support/counted_allocations.hpp"
#include "tangential/friction_problems.hpp"

namespace tread::contact::test {
namespace {

/// Rolls a ball by one cell per step, its creepage going to and fro, as a simulation does.
class RollingBall {
 public:
  RollingBall(int n, const Given& x) {
    const Grid grid = centred_grid(n, n, 6e-3, 6e-3);
    problem_ = like_bodies(
        with_force(problem_on(grid, steel_on_steel(),
                              [](double x_, double y) { return (x_ * x_ + y * y) / 0.6; }),
                   1e4),
        0.3, Motion::steady_rolling);
    problem_.kinematics.x = x;
    problem_.kinematics.spin = 0.1;
    history_.displacement.assign(grid.n_cells(), 0);
  }

  void step(int k) {
    const Grid& grid = problem_.normal.grid;
    problem_.kinematics.y = given_creepage(k % 2 == 0 ? 1e-4 : 2e-4);
    solve_step(problem_, {grid.dx, 0.5, 0}, history_, {}, workspace_, solution_,
               Start::from_solution);
    EXPECT_EQ(solution_.status, SolveStatus::converged);
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i + 1 < grid.nx; ++i) {
        history_.displacement.x[grid.index(i, j)] = solution_.displacement.x[grid.index(i + 1, j)];
        history_.displacement.y[grid.index(i, j)] = solution_.displacement.y[grid.index(i + 1, j)];
      }
    }
  }

 private:
  FrictionalProblem problem_;
  FrictionalWorkspace workspace_;
  FrictionalSolution solution_;
  History history_;
};

long allocations_while_rolling(RollingBall ball) {
  for (int k = 0; k < 30; ++k) ball.step(k);
  const long before = n_allocations;
  for (int k = 0; k < 20; ++k) ball.step(k);
  return n_allocations - before;
}

TEST(FrictionAllocations, steps_of_rolling_in_a_used_workspace_allocate_nothing) {
  EXPECT_EQ(allocations_while_rolling(RollingBall(25, given_creepage(5e-4))), 0);
  EXPECT_EQ(allocations_while_rolling(RollingBall(25, given_force(-1000))), 0);
  EXPECT_EQ(allocations_while_rolling(RollingBall(60, given_creepage(5e-4))), 0);
}

TEST(FrictionAllocations, steady_rolling_from_the_solution_before_allocates_nothing) {
  TangentialProblem problem;
  problem.grid = centred_grid(25, 25, 6e-3, 6e-3);
  problem.bodies = steel_on_steel();
  problem.motion = Motion::steady_rolling;
  problem.step = {1, 0};
  problem.bound.assign(problem.grid.n_cells(), 0);
  problem.rigid.resize(problem.grid.n_cells());
  for (int j = 0; j < 25; ++j) {
    for (int i = 0; i < 25; ++i) {
      const double x = problem.grid.x(i) / 2.3e-3;
      const double y = problem.grid.y(j) / 2.3e-3;
      problem.bound[problem.grid.index(i, j)] = 3e8 * std::sqrt(std::max(0.0, 1 - x * x - y * y));
    }
  }
  TangentialWorkspace workspace;
  TangentialSolution solution;
  const auto solve_at = [&](double creepage) {
    problem.rigid.x.assign(problem.grid.n_cells(), creepage * problem.grid.dx);
    problem.rigid.y.assign(problem.grid.n_cells(), -0.5 * creepage * problem.grid.dx);
    solve_tangential(problem, {}, workspace, solution, Start::from_solution);
    EXPECT_EQ(solution.status, SolveStatus::converged);
  };
  for (int k = 0; k < 4; ++k) solve_at(k % 2 == 0 ? 1e-3 : 1.02e-3);
  const long before = n_allocations;
  for (int k = 0; k < 6; ++k) solve_at(k % 2 == 0 ? 1e-3 : 1.02e-3);
  EXPECT_EQ(n_allocations - before, 0);
}

TEST(FrictionAllocations, the_counter_counts) {
  const long before = n_allocations;
  const std::vector<double> some(100);
  EXPECT_EQ(n_allocations - before, 1);
}

}  // namespace
}  // namespace tread::contact::test
