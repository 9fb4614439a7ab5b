#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "frictional/problems.hpp"
#include "tread/core/errors.hpp"

/// Impossible problems are refused with a text that holds the value and the reason.
namespace tread::contact::test {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

FrictionalProblem good() {
  FrictionalProblem problem = pressed(centred_grid(8, 6, 4e-3, 3e-3), alike(82e9, 0.28), 1, 1.2,
                                      500, CoulombFriction{0.4, 0.3});
  problem.kinematics.x = given_creepage(1e-4);
  return problem;
}

template <class Solve>
std::string refusal(Solve&& solve) {
  try {
    solve();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "not refused";
}

std::string refusal_of(const FrictionalProblem& problem) {
  FrictionalWorkspace workspace;
  return refusal([&] { solve_frictional(problem, {}, workspace); });
}

std::string refusal_of(const FrictionalProblem& problem, const Step& step, const History& history) {
  FrictionalWorkspace workspace;
  FrictionalSolution solution;
  return refusal([&] { solve_step(problem, step, history, {}, workspace, solution, Start::cold); });
}

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(BadFriction, a_good_problem_is_not_refused) {
  EXPECT_EQ(refusal_of(good()), "not refused");
  EXPECT_EQ(refusal_of(good(), {}, {}), "not refused");
}

TEST(BadFriction, coefficients_must_be_finite_not_negative_and_static_not_below_kinetic) {
  FrictionalProblem problem = good();
  problem.friction.law = CoulombFriction{-0.3, -0.3};
  expect_in("static friction coefficient must be >= 0 and finite, got -0.3", refusal_of(problem));
  problem.friction.law = CoulombFriction{k_nan, 0.3};
  expect_in("static friction coefficient must be >= 0 and finite, got nan", refusal_of(problem));
  problem.friction.law = CoulombFriction{0.2, 0.3};
  expect_in("must not be below the kinetic one, got 0.2 and 0.3", refusal_of(problem));
  FallingFriction falling;
  falling.terms[0] = {0.1, 0};
  problem.friction.law = falling;
  expect_in("is halved must be > 0 m/s, got 0", refusal_of(problem));
}

TEST(BadFriction, factors_must_fit_the_grid_and_not_be_negative) {
  FrictionalProblem problem = good();
  problem.friction.factor.assign(47, 1);
  expect_in("friction factor has 47 values on a grid of 48 cells", refusal_of(problem));
  problem.friction.factor.assign(48, -1);
  expect_in("friction factor must be >= 0 and finite, got -1", refusal_of(problem));
}

TEST(BadMotion, values_must_be_finite) {
  FrictionalProblem problem = good();
  problem.kinematics.x = given_creepage(k_nan);
  expect_in("longitudinal creepage must be a finite number, got nan", refusal_of(problem));
  problem.kinematics.x = given_force(k_nan);
  expect_in("force along x must be a finite number, got nan N", refusal_of(problem));
  problem = good();
  problem.kinematics.y = given_creepage(k_nan);
  expect_in("lateral creepage must be a finite number, got nan", refusal_of(problem));
  problem = good();
  problem.kinematics.spin = k_nan;
  expect_in("spin creepage must be a finite number, got nan 1/m", refusal_of(problem));
  problem = good();
  problem.rolling.direction = k_nan;
  expect_in("rolling direction must be a finite number, got nan rad", refusal_of(problem));
  problem = good();
  problem.rolling.lead = k_nan;
  expect_in("lead of a step of rolling must be a finite number, got nan", refusal_of(problem));
}

TEST(BadMotion, a_force_that_friction_cannot_carry_is_refused_with_what_it_can) {
  FrictionalProblem problem = good();
  problem.friction.law = coulomb(0.3);
  problem.kinematics.x = given_force(120);
  problem.kinematics.y = given_force(-100);
  expect_in("force of 156.205 N is prescribed but friction can carry no more than 150 N",
            refusal_of(problem));
}

TEST(BadMotion, a_force_between_bodies_that_do_not_touch_is_refused) {
  FrictionalProblem problem = good();
  problem.normal = with_approach(problem.normal, -1e-3);
  EXPECT_EQ(refusal_of(problem), "not refused");
  problem.kinematics.x = given_force(0);
  EXPECT_EQ(refusal_of(problem), "not refused");
  problem.kinematics.x = given_force(5);
  expect_in("force of 5 N is prescribed but friction can carry no more than 0 N",
            refusal_of(problem));
}

TEST(BadMotion, rolling_needs_a_speed_and_to_roll_backwards_a_direction) {
  FrictionalProblem problem = good();
  for (const double speed : {0.0, -3.0, k_nan}) {
    problem.rolling.speed = speed;
    const std::string text = refusal_of(problem);
    expect_in(fmt::format("rolling speed must be > 0 m/s, got {}", speed), text);
    expect_in("to roll backwards turn the rolling direction", text);
  }
}

TEST(BadMotion, a_line_contact_rolls_across_its_axis_only) {
  FrictionalProblem problem =
      pressed(centred_grid(20, 1, 4e-3, 1), alike(82e9, 0.28), 1, 0, 500, coulomb(0.3));
  problem.normal.line_datum = 1;
  problem.rolling.direction = 0.5;
  expect_in("single row of cells can roll along x only (0 or 180 degrees), got 0.5 rad",
            refusal_of(problem));
}

TEST(BadStep, lengths_and_durations_must_not_be_negative) {
  expect_in("a step's length must be >= 0 m, got -0.001", refusal_of(good(), {-1e-3, 0, 0}, {}));
  expect_in("a step's duration must be >= 0 s, got -2", refusal_of(good(), {1e-3, 0, -2}, {}));
  expect_in("lead of a step must be a finite number", refusal_of(good(), {1e-3, k_nan, 0}, {}));
}

TEST(BadStep, friction_that_depends_on_velocity_needs_a_duration) {
  FrictionalProblem problem = good();
  problem.friction.law = FallingFriction{};
  problem.motion = Motion::shift;
  expect_in("needs a step with a duration", refusal_of(problem));
  expect_in("needs a step with a duration", refusal_of(problem, {}, {}));
  EXPECT_EQ(refusal_of(problem, {0, 0, 1e-3}, {}), "not refused");
}

TEST(BadStep, history_of_another_grid_is_refused) {
  History history;
  history.displacement.assign(30, 0);
  expect_in("the history has 30 values on a grid of 48 cells: it belongs to another grid",
            refusal_of(good(), {}, history));
  history.displacement.assign(48, 0);
  history.cells.assign(49, CellState::slip);
  expect_in("the history has 49 values on a grid of 48 cells", refusal_of(good(), {}, history));
}

}  // namespace
}  // namespace tread::contact::test
