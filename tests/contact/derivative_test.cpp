#include <gtest/gtest.h>

#include "contact/balance.hpp"
#include "contact/dense_solver.hpp"
#include "contact/problems.hpp"
#include "contact/report.hpp"

/// dF/dδ and dp/dδ. On a contact that does not change, the pressure is linear in the approach: a
/// central difference is then exact but for the solver's tolerance over the step.
namespace tread::contact::test {
namespace {

constexpr double k_derivative_tolerance = 1e-11;

bool same_contact(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] > 0) != (b[i] > 0)) return false;
  }
  return true;
}

TEST(Derivatives, stiffness_and_pressure_derivative_equal_central_differences) {
  int n_compared = 0;
  double worst_stiffness = 0;
  double worst_pressure = 0;
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const NormalSolution middle =
        solve(named.problem, to_tolerance(k_derivative_tolerance, Derivative::approach));
    const double u = *std::max_element(middle.displacement.begin(), middle.displacement.end());
    // small enough to keep the contact in most problems, large enough for the tolerance
    const double step = 2e-4 * u;
    const auto at = [&](double approach) {
      return solve(with_approach(named.problem, approach), to_tolerance(k_derivative_tolerance));
    };
    const NormalSolution below = at(named.problem.value - step);
    const NormalSolution above = at(named.problem.value + step);
    if (!same_contact(below.pressure, above.pressure)) continue;
    ++n_compared;
    const double stiffness = (above.force - below.force) / (2 * step);
    worst_stiffness = std::max(worst_stiffness, std::abs(middle.stiffness / stiffness - 1));
    EXPECT_NEAR(middle.stiffness / stiffness, 1, 1e-6);
    std::vector<double> derivative(middle.pressure.size());
    for (std::size_t i = 0; i < derivative.size(); ++i) {
      derivative[i] = (above.pressure[i] - below.pressure[i]) / (2 * step);
    }
    ASSERT_EQ(middle.pressure_derivative.size(), derivative.size());
    const double error = difference(middle.pressure_derivative, derivative);
    worst_pressure = std::max(worst_pressure, error);
    EXPECT_LT(error, 1e-4);
  }
  EXPECT_GE(n_compared, 15);
  report_row("derivatives", "dF/dδ against central differences", n_compared,
             digits(worst_stiffness, 2));
  report_row("derivatives", "dp/dδ against central differences, of its largest value", n_compared,
             digits(worst_pressure, 2));
}

TEST(Derivatives, stiffness_equals_that_of_the_dense_solver) {
  double worst = 0;
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const NormalSolution ours =
        solve(named.problem, to_tolerance(k_derivative_tolerance, Derivative::approach));
    if (ours.n_contact > 200) continue;
    const DenseSolution theirs = solve_dense(named.problem);
    if (!same_contact(ours.pressure, theirs.pressure)) continue;
    worst = std::max(worst, std::abs(ours.stiffness / theirs.stiffness - 1));
    EXPECT_NEAR(ours.stiffness / theirs.stiffness, 1, 1e-8);
  }
  report_row("derivatives", "dF/dδ against the dense solver", "", digits(worst, 2));
}

TEST(Derivatives, where_the_contact_grows_the_stiffness_lies_between_the_slopes) {
  const Grid grid = centred_grid(30, 30, 12e-3, 12e-3);
  const NormalProblem ball = problem_on(
      grid, steel_on_steel(), [](double x, double y) { return (x * x + y * y) / (2 * 0.4); });
  const auto at = [&](double approach) {
    return solve(with_approach(ball, approach), to_tolerance(1e-10, Derivative::approach));
  };
  const NormalSolution below = at(1.8e-5);
  const NormalSolution middle = at(2.0e-5);
  const NormalSolution above = at(2.2e-5);
  ASSERT_GT(middle.n_contact, below.n_contact);
  ASSERT_GT(above.n_contact, middle.n_contact);
  EXPECT_GT(middle.stiffness, (middle.force - below.force) / 2e-6);
  EXPECT_LT(middle.stiffness, (above.force - middle.force) / 2e-6);
}

TEST(Derivatives, are_the_same_whether_force_or_approach_was_prescribed) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const NormalSolution by_approach =
        solve(named.problem, to_tolerance(k_derivative_tolerance, Derivative::approach));
    const NormalSolution by_force =
        solve(with_force(named.problem, by_approach.force),
              to_tolerance(k_derivative_tolerance, Derivative::approach));
    if (!same_contact(by_approach.pressure, by_force.pressure)) continue;
    EXPECT_NEAR(by_force.stiffness / by_approach.stiffness, 1, 1e-8);
  }
}

TEST(Derivatives, are_not_computed_unasked) {
  const NormalSolution solution = solve(many_kinds().front().problem);
  EXPECT_EQ(solution.stiffness, 0);
  EXPECT_TRUE(solution.pressure_derivative.empty());
}

}  // namespace
}  // namespace tread::contact::test
