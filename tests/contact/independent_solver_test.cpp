#include <gtest/gtest.h>

#include "contact/balance.hpp"
#include "contact/dense_solver.hpp"
#include "contact/problems.hpp"
#include "contact/report.hpp"

/// The same discrete problems by a solver of another kind (dense_solver.hpp): no transforms, no
/// single precision, no nested grids.
namespace tread::contact::test {
namespace {

/// Full contact of the rough kinds with hundreds of cells costs the dense solver seconds.
constexpr std::size_t k_most_cells = 300;

TEST(IndependentSolver, agrees_on_pressures_to_1e_6_of_the_peak_for_both_prescriptions) {
  double worst_approach = 0;
  double worst_force = 0;
  int n_problems = 0;
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const NormalSolution ours = solve(named.problem, to_tolerance(1e-11));
    if (ours.n_contact > k_most_cells) continue;
    ++n_problems;
    ASSERT_EQ(ours.status, SolveStatus::converged) << ours.residual;
    const DenseSolution theirs = solve_dense(named.problem);
    EXPECT_NEAR(ours.force / theirs.force, 1, 1e-8);
    const double by_approach = difference(ours.pressure, theirs.pressure);
    EXPECT_LT(by_approach, 1e-6);
    worst_approach = std::max(worst_approach, by_approach);

    const NormalProblem pressed = with_force(named.problem, theirs.force);
    const NormalSolution ours_by_force = solve(pressed, to_tolerance(1e-11));
    EXPECT_EQ(ours_by_force.status, SolveStatus::converged) << ours_by_force.residual;
    const double by_force = difference(ours_by_force.pressure, theirs.pressure);
    EXPECT_LT(by_force, 1e-6);
    worst_force = std::max(worst_force, by_force);
  }
  ASSERT_GT(n_problems, 20);
  report_row("independent", "approach prescribed", n_problems, digits(worst_approach, 2));
  report_row("independent", "force prescribed", n_problems, digits(worst_force, 2));
}

TEST(IndependentSolver, finds_the_same_approach_for_a_prescribed_force) {
  Random random(11);
  double worst = 0;
  for (int k = 0; k < 30; ++k) {
    const Grid grid = centred_grid(random.integer(1, 11), random.integer(1, 11), 1e-3,
                                   1e-3 * random.magnitude(0.05, 20));
    NormalProblem problem = problem_on(grid, steel_on_steel(), [&](double, double) { return 0.0; });
    const std::vector<double> heights = rough_heights(grid, random.uniform(0.3, 0.9), random);
    for (std::size_t i = 0; i < heights.size(); ++i) problem.distance[i] = 1e-6 * heights[i];
    const double scale =
        contact_modulus(problem.bodies) * 1e-6 * std::sqrt(grid.width() * grid.height());
    problem = with_force(problem, scale * random.magnitude(0.01, 10));
    SCOPED_TRACE(k);
    const NormalSolution ours = solve(problem, to_tolerance(1e-11));
    ASSERT_EQ(ours.status, SolveStatus::converged) << ours.residual;
    const DenseSolution theirs = solve_dense(problem);
    ASSERT_NEAR(theirs.force / problem.value, 1, 1e-12);
    const double error = std::abs(ours.approach - theirs.approach) /
                         *std::max_element(ours.displacement.begin(), ours.displacement.end());
    worst = std::max(worst, error);
    // the approach balances gaps of at most the tolerance
    EXPECT_LT(error, 1e-9);
    EXPECT_LT(difference(ours.pressure, theirs.pressure), 1e-6);
  }
  report_row("independent", "force prescribed, small rough ones: approach", 30, digits(worst, 2));
}

}  // namespace
}  // namespace tread::contact::test
