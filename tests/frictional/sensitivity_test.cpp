#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "contact/report.hpp"
#include "frictional/problems.hpp"

/// Derivatives of forces and spin moment against central differences.
///
/// Forces are smooth between the points at which a cell changes from stick to slip; the steps are
/// so small that none does, and the problems are solved so well that differences mean something.
/// What remains is the accuracy to which the linear systems of the derivatives are solved, 1e-5.
namespace tread::contact::test {
namespace {

constexpr double k_same_sensitivity = 1e-4;

std::array<double, 4> forces_of(const FrictionalSolution& s) {
  return {s.normal.force, s.forces.longitudinal, s.forces.lateral, s.forces.spin_moment};
}

class Sensitivities : public testing::Test {
 protected:
  FrictionalSolution solved(const FrictionalProblem& problem, Sensitivity sensitivity) {
    FrictionalOptions options = frictional_tolerance(1e-12);
    options.max_iterations = 400;
    options.sensitivity = sensitivity;
    FrictionalSolution s = solve_frictional(problem, options, workspace_);
    EXPECT_EQ(s.status, SolveStatus::converged) << s.residual;
    return s;
  }

  void expect_differences(const std::string& name, const FrictionalProblem& problem) {
    SCOPED_TRACE(name);
    const FrictionalSolution here = solved(problem, Sensitivity::forces);
    const bool shift = problem.motion == Motion::shift;
    const double creep = shift ? 5e-6 : 1e-3;
    const double width = 5e-3;
    const std::array<double, 4> scale = {here.normal.approach, creep, creep, creep / width};
    const double force = 0.3 * here.normal.force;
    const std::array<double, 4> force_scale = {here.normal.force, force, force, force * width};
    double worst = 0;
    for (std::size_t column = 0; column < 4; ++column) {
      const bool given_force = (column == 1 && problem.kinematics.x.kind == Given::Kind::force) ||
                               (column == 2 && problem.kinematics.y.kind == Given::Kind::force);
      const double h = 1e-6 * scale[column];
      const auto moved = [&](double step) {
        FrictionalProblem p = problem;
        if (column == 0) p.normal = with_approach(p.normal, here.normal.approach + step);
        if (column == 1) p.kinematics.x.value += step;
        if (column == 2) p.kinematics.y.value += step;
        if (column == 3) p.kinematics.spin += step;
        return solved(p, Sensitivity::none);
      };
      if (given_force) {
        for (std::size_t row = 0; row < 4; ++row) EXPECT_EQ(here.sensitivity[row][column], 0);
        continue;
      }
      const FrictionalSolution up = moved(h);
      const FrictionalSolution down = moved(-h);
      ASSERT_EQ(up.cells, down.cells) << "a cell changes its state; take another problem";
      for (std::size_t row = 0; row < 4; ++row) {
        const double expected = (forces_of(up)[row] - forces_of(down)[row]) / (2 * h);
        const double difference =
            std::abs(here.sensitivity[row][column] - expected) * scale[column] / force_scale[row];
        EXPECT_LT(difference, k_same_sensitivity)
            << "row " << row << ", column " << column << ": " << here.sensitivity[row][column]
            << " and by differences " << expected;
        worst = std::max(worst, difference);
      }
    }
    report_row("friction-sensitivity", name, digits(worst, 2));
  }

  static FrictionalProblem ellipse(Motion motion, const BodyPair& bodies) {
    FrictionalProblem problem =
        pressed(centred_grid(23, 21, 13e-3, 10e-3), bodies, 0.9, 1.7, 60000, coulomb(0.3));
    // a little aside, so that nothing is zero by symmetry
    problem.normal.grid.x0 += 0.21e-3;
    problem.normal.grid.y0 -= 0.13e-3;
    problem.normal = with_approach(problem.normal, 0.075e-3);
    problem.motion = motion;
    const double size = motion == Motion::shift ? 5e-3 : 1;
    problem.kinematics.x = given_creepage(1.2e-3 * size);
    problem.kinematics.y = given_creepage(-0.7e-3 * size);
    problem.kinematics.spin = 0.25 * size;
    return problem;
  }

  FrictionalWorkspace workspace_;
};

TEST_F(Sensitivities, with_creepages_given_are_those_by_differences) {
  const BodyPair like = alike(82e9, 0.28);
  expect_differences("rolling, creepages given", ellipse(Motion::steady_rolling, like));
  expect_differences("shift, shifts given", ellipse(Motion::shift, like));
}

TEST_F(Sensitivities, with_forces_given_are_those_by_differences) {
  for (const Motion motion : {Motion::steady_rolling, Motion::shift}) {
    const std::string name = motion == Motion::shift ? "shift" : "rolling";
    FrictionalProblem problem = ellipse(motion, alike(82e9, 0.28));
    problem.kinematics.x = given_force(-8000);
    expect_differences(name + ", force along x given", problem);
    problem.kinematics.y = given_force(5000);
    expect_differences(name + ", both forces given", problem);
    problem.kinematics.x = given_creepage(motion == Motion::shift ? 5e-6 : 1e-3);
    expect_differences(name + ", force along y given", problem);
  }
}

TEST_F(Sensitivities, where_all_slides_are_those_by_differences) {
  FrictionalProblem problem = ellipse(Motion::steady_rolling, alike(82e9, 0.28));
  problem.kinematics.x = given_creepage(0.02);
  expect_differences("rolling, all slides", problem);
}

TEST_F(Sensitivities, of_unlike_bodies_are_those_by_differences) {
  const BodyPair unlike{{82e9, 0.28}, {25e9, 0.2}};
  expect_differences("rolling, unlike bodies", ellipse(Motion::steady_rolling, unlike));
}

TEST_F(Sensitivities, with_falling_friction_are_those_by_differences) {
  FrictionalProblem problem = ellipse(Motion::steady_rolling, alike(82e9, 0.28));
  FallingFriction law;
  law.kinetic_coefficient = 0.15;
  law.terms[0] = {0.2, 0.05};
  problem.friction.law = law;
  problem.rolling.speed = 10;
  expect_differences("rolling, falling friction", problem);
}

/// What a Newton solver around it gets without asking for more.
TEST_F(Sensitivities, with_the_default_tolerance_are_good_to_a_thousandth) {
  FallingFriction law;
  law.kinetic_coefficient = 0.15;
  law.terms[0] = {0.2, 0.05};
  FrictionalProblem falling = ellipse(Motion::steady_rolling, alike(82e9, 0.28));
  falling.friction.law = law;
  falling.rolling.speed = 10;
  const BodyPair unlike{{82e9, 0.28}, {25e9, 0.2}};
  for (const FrictionalProblem& problem :
       {ellipse(Motion::steady_rolling, alike(82e9, 0.28)), ellipse(Motion::shift, unlike),
        ellipse(Motion::steady_rolling, unlike), falling}) {
    FrictionalOptions options;
    options.sensitivity = Sensitivity::forces;
    const FrictionalSolution quick = solve_frictional(problem, options, workspace_);
    const FrictionalSolution good = solved(problem, Sensitivity::forces);
    for (std::size_t column = 0; column < 4; ++column) {
      double force = 0;
      double difference = 0;
      for (std::size_t row = 0; row < 3; ++row) {
        force = std::max(force, std::abs(good.sensitivity[row][column]));
        difference = std::max(
            difference, std::abs(quick.sensitivity[row][column] - good.sensitivity[row][column]));
      }
      EXPECT_LT(difference, 1e-3 * force) << "column " << column;
      EXPECT_NEAR(quick.sensitivity[3][column], good.sensitivity[3][column], 1e-3 * force * 5e-3)
          << "column " << column;
    }
  }
}

}  // namespace
}  // namespace tread::contact::test
