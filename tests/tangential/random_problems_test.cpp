#include <gtest/gtest.h>

#include "contact/report.hpp"
#include "tangential/friction_problems.hpp"

/// A thousand problems from a fixed seed, in parts so that they can run side by side.
namespace tread::contact::test {
namespace {

constexpr int k_parts = 8;
constexpr int k_per_part = 125;

std::string describe(const FrictionTrial& trial, const FrictionalSolution& solution,
                     const FrictionBalance& b) {
  return fmt::format(
      "{}\n  {} after {} turns, residual {:.2g}, last change {:.2g}; bound +{:.2g} -{:.2g}, "
      "adhesion {:.2g}, not opposite {:.2g}, slip {:.2g}, force {:.2g}, power {:.2g}, gap {:.2g}, "
      "{} states",
      trial.name, to_string(solution.status), solution.outer_iterations, solution.residual,
      solution.outer_change, b.above_bound, b.below_bound, b.adhesion_slip, b.not_opposite,
      b.slip_error, b.force_error, b.power_error, b.gap_error, b.n_wrong_state);
}

bool is_right(const FrictionalSolution& solution, const FrictionBalance& b) {
  return solution.status == SolveStatus::converged && b.largest() <= k_law &&
         b.gap_error <= k_law && b.n_wrong_state == 0;
}

class RandomFriction : public testing::TestWithParam<int> {};

TEST_P(RandomFriction, all_converge_and_obey_the_law_of_friction) {
  Random random(static_cast<std::uint32_t>(1000 + GetParam()));
  FrictionalWorkspace workspace;
  int n_failed = 0;
  double worst = 0;
  for (int k = 0; k < k_per_part; ++k) {
    const FrictionTrial trial = random_trial(random);
    const FrictionalSolution solution = solve(trial, {}, workspace);
    const FrictionBalance balance = balance_of(trial, solution);
    worst = std::max(worst, balance.largest());
    if (is_right(solution, balance)) continue;
    ++n_failed;
    ADD_FAILURE() << k << ": " << describe(trial, solution, balance);
  }
  EXPECT_EQ(n_failed, 0);
  report_row("friction-random", GetParam(), k_per_part, n_failed, digits(worst));
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomFriction, testing::Range(0, k_parts));

/// Found among some thousand others: cycles of Newton's steps, turns of unlike bodies that did not
/// settle, progress that the largest error hid.
TEST(HardFriction, problems_that_once_defeated_the_solver_converge) {
  struct Place {
    std::uint32_t seed;
    int index;
  };
  for (const Place& place :
       {Place{2001, 34}, Place{2020, 24}, Place{2030, 54}, Place{2032, 25}, Place{2032, 113}}) {
    Random random(place.seed);
    for (int k = 0; k < place.index; ++k) random_trial(random);
    const FrictionTrial trial = random_trial(random);
    FrictionalWorkspace workspace;
    const FrictionalSolution solution = solve(trial, {}, workspace);
    const FrictionBalance balance = balance_of(trial, solution);
    EXPECT_TRUE(is_right(solution, balance)) << describe(trial, solution, balance);
  }
}

}  // namespace
}  // namespace tread::contact::test
