#include <gtest/gtest.h>

#include "tangential/friction_problems.hpp"

/// Same input, same bits, with whatever number of threads.
namespace tread::contact::test {
namespace {

void expect_same_bits(const FrictionalSolution& a, const FrictionalSolution& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.residual, b.residual);
  EXPECT_TRUE(a.traction == b.traction);
  EXPECT_TRUE(a.slip == b.slip);
  EXPECT_TRUE(a.cells == b.cells);
  EXPECT_TRUE(a.displacement == b.displacement);
  EXPECT_EQ(a.forces.longitudinal, b.forces.longitudinal);
  EXPECT_EQ(a.forces.lateral, b.forces.lateral);
  EXPECT_EQ(a.creepage.longitudinal, b.creepage.longitudinal);
}

FrictionalSolution solve_with(const FrictionTrial& trial, int n_threads) {
  FrictionalOptions options;
  options.n_threads = n_threads;
  FrictionalWorkspace workspace;
  return solve(trial, options, workspace);
}

TEST(FrictionThreads, one_two_and_three_threads_give_the_same_bits) {
  Random random(77);
  for (int k = 0; k < 15; ++k) {
    const FrictionTrial trial = random_trial(random);
    SCOPED_TRACE(trial.name);
    const FrictionalSolution one = solve_with(trial, 1);
    expect_same_bits(solve_with(trial, 2), one);
    expect_same_bits(solve_with(trial, 3), one);
  }
}

TEST(FrictionThreads, a_used_workspace_gives_the_same_bits_as_a_new_one) {
  Random random(78);
  FrictionalWorkspace used;
  for (int k = 0; k < 15; ++k) {
    const FrictionTrial trial = random_trial(random);
    SCOPED_TRACE(trial.name);
    expect_same_bits(solve(trial, {}, used), solve_with(trial, 1));
  }
}

}  // namespace
}  // namespace tread::contact::test
