#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/report.hpp"
#include "elastodynamics/impacts.hpp"
#include "tread/elastodynamics/static_contact.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::elastodynamics::test {
namespace {

/// Until the cylinder has left the ground again.
constexpr double k_steel_contact = 3e-4;  // s
constexpr double k_steel_step = 1e-6;     // s

double young_modulus_of(int i) {
  return std::vector{2e5, 2e7, 2e9, 2e11}[static_cast<std::size_t>(i)];
}

/// Impact of the thesis on ground of any stiffness; the step follows the speed of the waves.
ImpactRun impact_on(double young_modulus, Scheme scheme, OuterBoundary outer) {
  ImpactProblem problem = touching(young_modulus);
  problem.block.outer = outer;
  const double slower = std::sqrt(k_steel / young_modulus);
  return run_impact(problem, marching(k_steel_step * slower, k_steel_contact * slower, scheme));
}

class EveryStiffness : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(From2e5To2e11, EveryStiffness, testing::Values(0, 1, 2, 3));

TEST_P(EveryStiffness, ImpactConvergesAtEveryStepAndRebounds) {
  const ImpactRun run =
      impact_on(young_modulus_of(GetParam()), Scheme::midpoint, OuterBoundary::fixed);
  EXPECT_EQ(run.status, SolveStatus::converged);
  EXPECT_EQ(run.n_halvings, 0);
  EXPECT_EQ(run.n_factorisations, 1);
  const auto leaves = [](const ImpactStep& step) { return step.velocity > 0 && step.force == 0; };
  EXPECT_TRUE(std::any_of(run.steps.begin(), run.steps.end(), leaves));
}

TEST_P(EveryStiffness, NoGapOpensBelowTheCylinderAndNothingOverlaps) {
  for (const Scheme scheme : {Scheme::midpoint, Scheme::backward_euler}) {
    const ImpactRun run = impact_on(young_modulus_of(GetParam()), scheme, OuterBoundary::fixed);
    double deepest = 0;
    for (const ImpactStep& step : run.steps) deepest = std::max(deepest, -step.height);
    ASSERT_GT(deepest, 0);
    for (const ImpactStep& step : run.steps) {
      EXPECT_LE(step.widest_gap, 1e-12 * deepest) << "at " << step.time;
      EXPECT_LE(step.deepest_overlap, 1e-12 * deepest) << "at " << step.time;
    }
  }
}

TEST_P(EveryStiffness, TotalEnergyNeverGrows) {
  for (const Scheme scheme : {Scheme::midpoint, Scheme::backward_euler}) {
    for (const OuterBoundary outer : {OuterBoundary::fixed, OuterBoundary::absorbing}) {
      const ImpactRun run = impact_on(young_modulus_of(GetParam()), scheme, outer);
      const double start = run.steps.front().energy.total();
      double before = start;
      for (const ImpactStep& step : run.steps) {
        // round-off of sums over some thousand points
        EXPECT_LE(step.energy.total(), before + 1e-13 * start) << "at " << step.time;
        before = step.energy.total();
      }
      EXPECT_LT(before, start) << "a finite step loses some";
    }
  }
}

TEST(Contact, EnergyLostByTheMidpointRuleFallsWithTheStep) {
  const auto loss = [](double step) {
    const ImpactRun run = run_impact(touching(k_steel), marching(step, k_steel_contact));
    return 1 - run.steps.back().energy.total() / run.steps.front().energy.total();
  };
  const double coarse = loss(2e-6);
  const double fine = loss(0.5e-6);
  // contact forces act at the end of a step: first order, each quarter of the step a quarter
  EXPECT_NEAR(std::log(coarse / fine) / std::log(4.0), 1, 0.3) << coarse << " " << fine;
  EXPECT_LT(fine, 0.01);
}

TEST(Contact, AfterLiftOffMidpointAndLeapfrogKeepTheirEnergyToRoundOff) {
  for (const Scheme scheme : {Scheme::midpoint, Scheme::leapfrog}) {
    ImpactProblem problem = touching(k_steel);
    ImpactOptions options = marching(k_steel_step, 1, scheme);
    if (scheme == Scheme::leapfrog) options.step = 0.9 * 6.5e-7;
    ImpactMarch march(problem, options);
    while (march.state().velocity < 0 || march.state().force > 0) march.advance(options.step);
    const double start = march.record().energy.total();
    int n_free = 0;
    while (march.state().force == 0 && n_free < 300) {
      march.advance(options.step);
      if (march.state().force == 0) {
        ++n_free;
        ASSERT_NEAR(march.record().energy.total(), start, 1e-12 * start);
      }
    }
    EXPECT_GT(n_free, 100);
    EXPECT_GT(march.record().energy.kinetic, 1e-6 * start) << "waves are still running";
  }
}

TEST(Contact, ActionIsReactionAndMomentumIsKeptUntilWavesReachTheSides) {
  ImpactProblem problem = touching(k_steel, 82, 41);
  problem.gravity = 0;
  ImpactOptions options = marching(1, 1, Scheme::leapfrog);
  options.step = 3e-7;
  ImpactMarch march(problem, options);
  const double start = problem.mass * problem.velocity;
  // an explicit scheme carries news by one cell a step: none has met a side after 35 steps
  for (int k = 0; k < 35; ++k) {
    march.advance(options.step);
    const ImpactState& state = march.state();
    double momentum = problem.mass * state.velocity;
    for (Eigen::Index i = 0; i < state.v.size(); ++i) {
      const DofPlace& place = march.ground().places[static_cast<std::size_t>(i)];
      if (place.direction == DofPlace::Direction::z)
        momentum += march.ground().mass[i] * state.v[i];
    }
    EXPECT_NEAR(momentum, start, 1e-12 * std::abs(start));
    EXPECT_EQ(march.record().force, march.record().surface_force);
  }
  EXPECT_GT(march.state().force, 0);
}

TEST(Contact, PressureAndSurfaceAreSymmetric) {
  ImpactMarch march(touching(k_steel), marching(k_steel_step, 1));
  for (int k = 0; k < 100; ++k) march.advance(k_steel_step);
  const Vector surface = march.surface();
  const Vector force = march.state().surface_force;
  ASSERT_GT(force.sum(), 0);
  EXPECT_LT((surface - surface.reverse()).cwiseAbs().maxCoeff(),
            1e-11 * surface.cwiseAbs().maxCoeff());
  EXPECT_LT((force - force.reverse()).cwiseAbs().maxCoeff(), 1e-10 * force.maxCoeff());
}

TEST(Contact, ForceOfAFastImpactIsThatOfPlaneWaves) {
  // While the edge of the contact runs faster than any wave, t < R v/(2 c_p²), every point below
  // the cylinder sends a plane wave down: p = rho c_p v, F = 2 rho c_p v sqrt(2 R v t - (v t)²).
  const auto worst = [](int n) {
    ImpactProblem problem = touching(k_steel, 200 * n + 1, 40 * n + 1);
    problem.block.width = 0.08;
    problem.block.height = 0.016;
    problem.gravity = 0;
    problem.mass = 1e9;  // keeps its speed
    const double c_p = wave_speeds(problem.block.solid).p;
    const double v = 0.1 * c_p;
    problem.velocity = -v;
    ImpactOptions options = marching(2e-8 / n, 1, Scheme::leapfrog);
    ImpactMarch march(problem, options);
    const double supersonic = problem.radius * v / (2 * c_p * c_p);
    double largest = 0;
    while (march.state().time < supersonic) {
      march.advance(options.step);
      const double t = march.state().time;
      if (t < supersonic / 2) continue;  // later: enough points touch
      const double half_width = std::sqrt(2 * problem.radius * v * t - v * v * t * t);
      const double expected = 2 * problem.block.solid.density * c_p * v * half_width;
      largest = std::max(largest, std::abs(march.state().force / expected - 1));
    }
    return largest;
  };
  const double coarse = worst(1);
  const double fine = worst(2);
  EXPECT_LT(fine, 0.005);
  EXPECT_LT(fine, coarse);
}

TEST(Contact, StaticContactInALargeBlockIsHertzLineContact) {
  ImpactProblem problem = touching(k_steel, 402, 101);
  problem.block.width = 0.04;
  problem.block.height = 0.01;
  const StaticContact contact = solve_static_contact(problem.block, problem.radius, -8e-6);
  ASSERT_EQ(contact.status, SolveStatus::converged);
  const auto hertz = reference::hertz_line_from_force(
      contact.force, problem.radius,
      contact_modulus({Material::rigid(), problem.block.solid.material}));
  const double dx = problem.block.dx();
  const double peak = contact.surface_force.maxCoeff() / dx;
  const double half_width =
      dx / 2 * static_cast<double>((contact.surface_force.array() > 0).count());
  // the contact is 10 cells wide and a tenth of the block's height: a few per cent
  EXPECT_GT(half_width, 5 * dx);
  EXPECT_NEAR(half_width, hertz.half_width, dx);
  EXPECT_NEAR(peak, hertz.peak_pressure, 0.03 * hertz.peak_pressure);
}

TEST(Contact, TheSlowerTheFallTheNearerTheSurfaceIsToTheStaticSolution) {
  // The same energy in a heavier and slower cylinder: as deep, but with time for waves to pass.
  const auto distance = [](double slower) {
    ImpactProblem problem = touching(k_steel, 61, 21);
    problem.gravity = 0;
    problem.mass *= slower * slower;
    problem.velocity /= slower;
    const ImpactOptions options = marching(k_steel_step, 1);
    ImpactMarch march(problem, options);
    while (march.state().velocity < 0) march.advance(options.step);
    const StaticContact at_rest =
        solve_static_contact(problem.block, problem.radius, march.state().height);
    return (march.surface() - at_rest.surface).cwiseAbs().maxCoeff() /
           at_rest.surface.cwiseAbs().maxCoeff();
  };
  const std::vector<double> distances = {distance(1), distance(2), distance(4), distance(16)};
  EXPECT_GT(distances[0], 0.02) << "a fast fall is far from static";
  for (std::size_t i = 1; i < distances.size(); ++i) EXPECT_LT(distances[i], distances[i - 1]);
  EXPECT_LT(distances.back(), distances.front() / 8);
  contact::test::report_row(
      "impact-static", contact::test::percent(distances[0]), contact::test::percent(distances[1]),
      contact::test::percent(distances[2]), contact::test::percent(distances[3]));
}

TEST(Impact, OnlyUnilateralContactKeepsTheEnergyThatTheCylinderBrought) {
  ImpactProblem problem = touching(2e7, 41, 21);
  problem.block.width = 0.6;
  problem.block.height = 0.3;
  problem.radius = 0.05;
  problem.mass /= 4;
  ImpactOptions options = marching(4e-5, 6e-3);
  const ImpactRun kept = run_impact(problem, options);
  EXPECT_LE(kept.energy_gain, 1e-12);
  EXPECT_GE(kept.energy_brought, 0.5 * problem.mass * k_fall_speed * k_fall_speed);
  options.largest_energy_gain = 0.05;
  EXPECT_EQ(run_impact(problem, options).status, SolveStatus::converged);
  problem.surface = SurfaceCondition::hertz_line;
  const ImpactRun ended = run_impact(problem, options);
  EXPECT_EQ(ended.status, SolveStatus::blew_up);
  EXPECT_GT(ended.energy_gain, 0.05);
  EXPECT_NE(ended.message.find("the energy has grown by"), std::string::npos) << ended.message;
  // All steps but the last stayed below.
  const double start = ended.steps.front().energy.total();
  for (std::size_t i = 0; i + 1 < ended.steps.size(); ++i) {
    EXPECT_LE(ended.steps[i].energy.total() - start, 0.05 * ended.energy_brought);
  }
}

}  // namespace
}  // namespace tread::elastodynamics::test
