#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "contact/problems.hpp"
#include "tread/core/errors.hpp"

/// Impossible problems are refused with a text that holds the value and the reason.
namespace tread::contact::test {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

NormalProblem good() {
  return with_force(problem_on(centred_grid(6, 4, 6e-3, 4e-3), steel_on_steel(),
                               [](double x, double y) { return x * x + y * y; }),
                    100);
}

std::string refusal(const NormalProblem& problem) {
  try {
    solve(problem);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "not refused";
}

void expect_refused(const NormalProblem& problem, const std::string& part_of_text) {
  const std::string text = refusal(problem);
  EXPECT_NE(text.find(part_of_text), std::string::npos) << text;
}

TEST(BadProblems, a_good_problem_is_not_refused) { EXPECT_EQ(refusal(good()), "not refused"); }

TEST(BadProblems, nan_and_minus_infinity_in_the_distance_are_named_with_their_cell) {
  NormalProblem problem = good();
  problem.distance[problem.grid.index(4, 1)] = k_nan;
  expect_refused(problem, "undeformed distance of cell (4, 1) is nan");
  problem.distance[problem.grid.index(4, 1)] = -k_infinite;
  expect_refused(problem, "undeformed distance of cell (4, 1) is -inf");
}

TEST(BadProblems, a_distance_that_is_infinite_everywhere_leaves_nothing_to_touch) {
  NormalProblem problem = good();
  problem.distance.assign(problem.grid.n_cells(), k_infinite);
  expect_refused(problem, "infinite everywhere: there is nothing to touch");
}

TEST(BadProblems, a_distance_of_the_wrong_size_is_told_with_both_sizes) {
  NormalProblem problem = good();
  problem.distance.pop_back();
  expect_refused(problem, "23 values for a grid of 6 x 4 cells");
}

TEST(BadProblems, the_force_must_not_be_negative_and_values_must_be_finite) {
  expect_refused(with_force(good(), -5), "normal force must be >= 0 N, got -5");
  expect_refused(with_force(good(), k_nan), "prescribed force must be finite, got nan");
  expect_refused(with_approach(good(), k_infinite), "prescribed approach must be finite, got inf");
}

TEST(BadProblems, one_body_must_be_elastic) {
  NormalProblem problem = good();
  problem.bodies = {Material::rigid(), Material::rigid()};
  expect_refused(problem, "rigid");
}

TEST(BadProblems, moduli_and_poisson_ratios_must_be_possible) {
  NormalProblem problem = good();
  problem.bodies.upper.shear_modulus = -1;
  expect_refused(problem, "-1");
  problem = good();
  problem.bodies.lower.poisson_ratio = 0.6;
  expect_refused(problem, "0.6");
  problem = good();
  problem.bodies.lower.shear_modulus = k_nan;
  expect_refused(problem, "nan");
}

TEST(BadProblems, grids_need_cells_of_a_size) {
  NormalProblem problem = good();
  problem.grid.nx = 0;
  expect_refused(problem, "0");
  problem = good();
  problem.grid.dx = -1e-3;
  expect_refused(problem, "-0.001");
}

TEST(BadProblems, a_line_contact_has_one_row_and_a_datum_beyond_its_grid) {
  NormalProblem problem = good();
  problem.line_datum = 1;
  expect_refused(problem, "one row of cells, got 4");
  problem.grid.ny = 1;
  problem.distance.resize(6);
  EXPECT_EQ(refusal(problem), "not refused");
  problem.line_datum = 5e-3;
  expect_refused(problem, "at least the width of its grid, 0.006 m, got 0.005 m");
  problem.line_datum = -1;
  expect_refused(problem, "got -1 m");
  problem.line_datum = k_nan;
  expect_refused(problem, "got nan m");
}

TEST(BadProblems, a_pressure_to_start_from_without_its_displacement_is_no_reason_to_crash) {
  NormalWorkspace workspace;
  NormalSolution guess = solve_normal(good(), {}, workspace);
  const NormalSolution cold = guess;
  guess.displacement = std::vector<double>();  // gives its memory back
  solve_normal(good(), {}, workspace, guess, Start::from_solution);
  EXPECT_EQ(guess.status, SolveStatus::converged);
  EXPECT_NEAR(guess.approach / cold.approach, 1, 1e-5);
}

class StopAtOnce : public Observer {
 public:
  bool stop_requested() override { return true; }
};

TEST(Stopping, an_observer_ends_the_solve_and_the_status_tells) {
  StopAtOnce stop;
  NormalOptions options;
  options.observer = &stop;
  EXPECT_EQ(solve(good(), options).status, SolveStatus::stopped);
}

TEST(Stopping, too_few_iterations_are_told_and_the_last_iterate_is_kept) {
  const NormalProblem ball =
      with_approach(problem_on(centred_grid(60, 60, 12e-3, 12e-3), steel_on_steel(),
                               [](double x, double y) { return (x * x + y * y) / 0.8; }),
                    2e-5);
  NormalOptions options = to_tolerance(1e-12);
  options.max_iterations = 1;
  const NormalSolution solution = solve(ball, options);
  if (solution.residual > options.tolerance) {
    EXPECT_NE(solution.status, SolveStatus::converged);
  }
  EXPECT_GT(solution.force, 0);
}

}  // namespace
}  // namespace tread::contact::test
