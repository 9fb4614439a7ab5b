#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/balance.hpp"
#include "contact/problems.hpp"

/// A solve that starts from the solution before must end where a solve from scratch ends.
namespace tread::contact::test {
namespace {

constexpr double k_warm_start_tolerance = 1e-10;

/// Solves problems one after the other, each from the solution before, and compares with cold
/// starts.
class Sequence {
 public:
  void expect_as_cold(const NormalProblem& problem) {
    const NormalOptions options = to_tolerance(k_warm_start_tolerance, Derivative::approach);
    solve_normal(problem, options, workspace_, solution_, Start::from_solution);
    const NormalSolution cold = solve(problem, options);
    ASSERT_EQ(solution_.status, SolveStatus::converged) << solution_.residual;
    EXPECT_LE(solution_.residual, k_warm_start_tolerance);
    if (cold.force == 0) {
      EXPECT_EQ(solution_.force, 0);
      EXPECT_EQ(solution_.pressure, cold.pressure);
      return;
    }
    const double u = *std::max_element(cold.displacement.begin(), cold.displacement.end());
    EXPECT_NEAR(solution_.force / cold.force, 1, 1e-8);
    EXPECT_NEAR((solution_.approach - cold.approach) / u, 0, 1e-8);
    EXPECT_LT(difference(solution_.pressure, cold.pressure), 1e-6);
    EXPECT_LT(difference(solution_.displacement, cold.displacement), 1e-8);
    if (solution_.n_contact == cold.n_contact) {
      EXPECT_NEAR(solution_.stiffness / cold.stiffness, 1, 1e-7);
    }
  }

 private:
  NormalWorkspace workspace_;
  NormalSolution solution_;
};

/// The approach at a part of the overlap of the problem as it is.
NormalProblem pressed(const NormalProblem& problem, double part) {
  const double lowest = *std::min_element(problem.distance.begin(), problem.distance.end());
  return with_approach(problem, lowest + part * (problem.value - lowest));
}

TEST(WarmStart, ends_where_a_cold_start_ends_after_small_and_large_changes_of_the_approach) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    Sequence sequence;
    for (const double part : {1.0, 1.01, 1.0, 0.5, 1.5, 0.01, 1.0}) {
      SCOPED_TRACE(part);
      sequence.expect_as_cold(pressed(named.problem, part));
    }
  }
}

TEST(WarmStart, ends_where_a_cold_start_ends_after_changes_of_the_force) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const double force = solve(named.problem, to_tolerance(k_warm_start_tolerance)).force;
    Sequence sequence;
    for (const double part : {1.0, 1.01, 0.5, 3.0, 1e-3, 0.0, 1.0}) {
      SCOPED_TRACE(part);
      sequence.expect_as_cold(with_force(named.problem, part * force));
    }
  }
}

TEST(WarmStart, survives_lift_off_and_contact_again) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    Sequence sequence;
    for (const double part : {1.0, -1.0, 0.7, 0.0, 1e-3, 1.0}) {
      SCOPED_TRACE(part);
      sequence.expect_as_cold(pressed(named.problem, part));
    }
  }
}

TEST(WarmStart, survives_another_surface_other_bodies_and_the_other_prescription) {
  const Grid grid = centred_grid(70, 66, 7e-3, 6.6e-3);
  const auto ball_at = [&](double x0, double y0) {
    return with_approach(problem_on(grid, steel_on_steel(),
                                    [&](double x, double y) {
                                      return ((x - x0) * (x - x0) + (y - y0) * (y - y0)) / 0.4;
                                    }),
                         5e-6);
  };
  Sequence sequence;
  sequence.expect_as_cold(ball_at(0, 0));
  sequence.expect_as_cold(ball_at(1e-4, 0));
  sequence.expect_as_cold(ball_at(-2e-3, -2e-3));  // no cell in common with the contact before
  sequence.expect_as_cold(with_force(ball_at(2e-3, 2e-3), 500));
  NormalProblem softer = ball_at(2e-3, 2e-3);
  softer.bodies = rigid_on(Material::from_young(3e10, 0.4));
  sequence.expect_as_cold(softer);
  sequence.expect_as_cold(with_force(softer, 100));
  NormalProblem forbidden = ball_at(0, 0);
  forbidden.distance[grid.index(35, 33)] = std::numeric_limits<double>::infinity();
  sequence.expect_as_cold(forbidden);
}

TEST(WarmStart, carries_the_force_on_to_larger_cells_of_the_same_number) {
  const auto punch = [](double scale) {
    return with_force(
        problem_on(centred_grid(60, 60, scale * 10e-3, scale * 10e-3), steel_on_steel(),
                   [&](double x, double y) {
                     return std::hypot(x, y) < scale * 3e-3
                                ? 0.0
                                : std::numeric_limits<double>::infinity();
                   }),
        1000);
  };
  Sequence sequence;
  sequence.expect_as_cold(punch(1));
  sequence.expect_as_cold(punch(2));
  sequence.expect_as_cold(punch(0.5));
}

TEST(WarmStart, carries_the_force_on_when_a_loaded_cell_must_no_longer_touch) {
  NormalProblem two_pins =
      problem_on(centred_grid(3, 3, 3e-3, 3e-3), steel_on_steel(),
                 [](double, double) { return std::numeric_limits<double>::infinity(); });
  two_pins.distance[0] = two_pins.distance[8] = 0;
  two_pins = with_force(two_pins, 1000);
  Sequence sequence;
  sequence.expect_as_cold(two_pins);
  two_pins.distance[8] = std::numeric_limits<double>::infinity();
  sequence.expect_as_cold(two_pins);
}

TEST(WarmStart, never_returns_a_pull_however_small_the_steps) {
  NormalProblem ball = problem_on(centred_grid(60, 60, 12e-3, 12e-3), steel_on_steel(),
                                  [](double x, double y) { return (x * x + y * y) / 0.8; });
  for (const double step : {1e-5, 1e-4, 1e-3}) {
    for (const bool force_given : {true, false}) {
      ball = force_given ? with_force(ball, 5000) : with_approach(ball, 2e-5);
      NormalWorkspace workspace;
      NormalSolution solution;
      for (int k = 0; k < 300; ++k) {
        ball.value *= k % 100 < 50 ? 1 + step : 1 / (1 + step);
        solve_normal(ball, to_tolerance(1e-6), workspace, solution, Start::from_solution);
        ASSERT_EQ(solution.status, SolveStatus::converged);
        ASSERT_GE(*std::min_element(solution.pressure.begin(), solution.pressure.end()), 0);
        if (force_given) {
          ASSERT_NEAR(solution.force / ball.value, 1, 1e-9);
        }
      }
    }
  }
}

TEST(WarmStart, on_another_grid_is_a_cold_start) {
  const auto all = many_kinds();
  Sequence sequence;
  for (const NamedProblem& named : all) {
    SCOPED_TRACE(named.name);
    sequence.expect_as_cold(named.problem);
  }
}

}  // namespace
}  // namespace tread::contact::test
