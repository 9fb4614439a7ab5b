#include "tread/elastodynamics/stability.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "elastodynamics/impacts.hpp"
#include "tread/core/errors.hpp"

namespace tread::elastodynamics::test {
namespace {

/// Whether an impact marched with leapfrog stays bounded for long.
bool is_stable(const ImpactProblem& problem, double step) {
  ImpactOptions options = marching(step, 1500 * step, Scheme::leapfrog);
  options.unstable = UnstableStep::allow;
  const ImpactRun run = run_impact(problem, options);
  return run.status == SolveStatus::converged &&
         run.steps.back().energy.total() < 2 * run.steps.front().energy.total();
}

TEST(Stability, TheBoundIsBelowTheTrueLimitFoundByBisectionAndCloseToIt) {
  for (const OuterBoundary outer : {OuterBoundary::fixed, OuterBoundary::absorbing}) {
    ImpactProblem problem = touching(k_steel, 32, 15);
    problem.block.outer = outer;
    const double bound =
        leapfrog_limit(discretise(problem.block), {problem.radius, problem.mass}).largest_step;
    double stable = bound;
    double unstable = 2 * bound;
    ASSERT_TRUE(is_stable(problem, stable));
    ASSERT_FALSE(is_stable(problem, unstable));
    for (int k = 0; k < 8; ++k) {
      const double middle = 0.5 * (stable + unstable);
      (is_stable(problem, middle) ? stable : unstable) = middle;
    }
    EXPECT_LT(unstable, 1.15 * bound);
  }
}

TEST(Stability, TheFastestModeOfTheFreeBlockIsThatOfVonNeumannAnalysis) {
  const Block block = touching(k_steel, 41, 31).block;
  const double von_neumann =
      1 / (wave_speeds(block.solid).p * std::hypot(1 / block.dx(), 1 / block.dz()));
  const double spectral = spectral_step_limit(discretise(block));
  EXPECT_GE(spectral, von_neumann);  // boundaries only take modes away
  EXPECT_LT(spectral, 1.01 * von_neumann);
}

TEST(Stability, AStepBeyondTheLimitIsRefusedWithTheLargestStep) {
  const ImpactProblem problem = touching(k_steel);
  const double bound =
      leapfrog_limit(discretise(problem.block), {problem.radius, problem.mass}).largest_step;
  EXPECT_NO_THROW(ImpactMarch(problem, marching(bound, 1, Scheme::leapfrog)));
  try {
    ImpactMarch(problem, marching(1e-6, 1, Scheme::leapfrog));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        fmt::format("the step of 1e-06 s is unstable: the largest stable step on this grid is "
                    "{:.6g} s; take that or less, an implicit scheme, or allow_unstable = true",
                    bound));
  }
  ImpactOptions allowed = marching(1e-5, 1, Scheme::leapfrog);
  allowed.unstable = UnstableStep::allow;
  EXPECT_NO_THROW(ImpactMarch(problem, allowed));
}

TEST(Stability, ForwardEulerIsRefusedWhateverTheStep) {
  try {
    ImpactMarch(touching(k_soft), marching(1e-12, 1, Scheme::forward_euler));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "forward Euler lets every undamped wave grow: no step is stable; take leapfrog, "
                 "midpoint or backward_euler, or allow_unstable = true to see it");
  }
}

TEST(Stability, ForwardEulerBlowsUpAndKeepsWhatWasBefore) {
  ImpactProblem problem = touching(k_soft);
  ImpactOptions options = marching(1e-3, 1, Scheme::forward_euler);
  options.unstable = UnstableStep::allow;
  const ImpactRun run = run_impact(problem, options);
  EXPECT_EQ(run.status, SolveStatus::blew_up);
  EXPECT_GT(run.steps.size(), 10U);
  EXPECT_TRUE(std::isfinite(run.steps.back().energy.total()));
}

TEST(Stability, TheCollocatedGridHasModesThatGrowInEverySchemeWithoutDamping) {
  // u'' = -B u: an eigenvalue of B off the positive axis grows in time, whatever the step.
  Block block = touching(k_steel, 13, 9).block;
  const auto largest_angle = [&](Discretisation discretisation) {
    block.discretisation = discretisation;
    const SemiDiscrete semi = discretise(block);
    std::vector<int> massive;
    std::vector<int> massless;
    for (int i = 0; i < semi.n_dofs(); ++i) (semi.mass[i] > 0 ? massive : massless).push_back(i);
    const Eigen::MatrixXd k = semi.stiffness;
    Eigen::MatrixXd condensed = k(massive, massive);
    if (!massless.empty()) {
      const Eigen::MatrixXd inner = k(massless, massless);
      const Eigen::MatrixXd right = k(massless, massive);
      const Eigen::MatrixXd left = k(massive, massless);
      condensed -= left * inner.partialPivLu().solve(right);
    }
    const Vector inverse_mass = semi.mass(massive).cwiseInverse();
    const Eigen::MatrixXd b = inverse_mass.asDiagonal() * condensed;
    const Eigen::VectorXcd values = b.eigenvalues();
    double largest = 0;
    for (const auto& value : values) largest = std::max(largest, std::abs(std::arg(value)));
    return largest;
  };
  EXPECT_LT(largest_angle(Discretisation::staggered), 1e-9);
  EXPECT_GT(largest_angle(Discretisation::collocated), 1e-3);
}

}  // namespace
}  // namespace tread::elastodynamics::test
