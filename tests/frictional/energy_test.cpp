#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "contact/orders.hpp"
#include "contact/report.hpp"
#include "frictional/problems.hpp"
#include "tread/reference/cattaneo_mindlin.hpp"
#include "tread/reference/hertz.hpp"

/// What a force puts in is stored or turned into heat.
namespace tread::contact::test {
namespace {

constexpr double k_cycle_mu = 0.3;

class ShiftedBall {
 public:
  explicit ShiftedBall(int n) {
    const double side = 2.4 * normal.contact_radius;
    const double h = 1 / (2 * normal.curvature_radius);
    problem_ =
        pressed(centred_grid(n, n, side, side), bodies, h, h, normal.force, coulomb(k_cycle_mu));
    problem_.motion = Motion::shift;
    history_.displacement.assign(problem_.normal.grid.n_cells(), 0);
  }

  /// To this tangential force on body 1. Adds up the work that was put in by the force, by the
  /// trapezoidal rule, and what friction took out.
  void go_to(double force) {
    const double before = solution.forces.longitudinal;
    problem_.kinematics.x = given_force(force);
    problem_.kinematics.y = given_force(0);
    solve_step(problem_, {}, history_, frictional_tolerance(1e-10), workspace_, solution,
               Start::cold);
    ASSERT_EQ(solution.status, SolveStatus::converged);
    history_.displacement = solution.displacement;
    history_.cells = solution.cells;
    shift += solution.creepage.longitudinal;
    work -= 0.5 * (before + solution.forces.longitudinal) * solution.creepage.longitudinal;
    heat -= solution.frictional_power;
  }

  void sweep(double from, double to, int n_steps) {
    for (int k = 1; k <= n_steps; ++k) go_to(from + (to - from) * k / n_steps);
  }

  /// ½ Σ p·u dA of the tangential tractions.
  double stored() const {
    double sum = 0;
    for (std::size_t i = 0; i < solution.cells.size(); ++i) {
      sum += solution.traction.x[i] * solution.displacement.x[i] +
             solution.traction.y[i] * solution.displacement.y[i];
    }
    return sum * problem_.normal.grid.cell_area() / 2;
  }

  BodyPair bodies = alike(80e9, 0);
  reference::HertzCircle normal =
      reference::hertz_circle_from_force(1000, 0.1, contact_modulus(bodies));
  FrictionalSolution solution;
  double shift = 0;
  double work = 0;
  double heat = 0;

 private:
  FrictionalProblem problem_;
  FrictionalWorkspace workspace_;
  History history_;
};

/// The force goes to Q, -Q and back to Q. By Masing's rule the branches of the loop are the first
/// loading, twice as large, and its area is 8 (∫ Q dδ - Q δ/2) over the first loading: with q =
/// Q/(μP) and δ₀ the shift that starts sliding,
///   heat = (24/5) μ P δ₀ {1 - (1-q)^(5/3) - (5q/6) [1 + (1-q)^(2/3)]}.
/// Mindlin and Deresiewicz (1953). In a cell that slips the traction is at its bound from the first
/// slip on, so that a single step over a branch gives all of the heat.
TEST(ShiftCycle, heat_is_that_of_mindlin_and_deresiewicz) {
  for (const double q : {0.3, 0.6, 0.9}) {
    ShiftedBall ball(96);
    const double limit = k_cycle_mu * ball.normal.force;
    const double slide =
        reference::cattaneo_sphere_from_force(ball.normal, k_cycle_mu, -limit, 80e9, 0).shift;
    const double expected =
        4.8 * limit * slide *
        (1 - std::pow(1 - q, 5.0 / 3) - 5 * q / 6 * (1 + std::pow(1 - q, 2.0 / 3)));
    ball.go_to(-q * limit);
    const double shift = ball.shift;
    const double heat = ball.heat;
    const VectorField<double> traction = ball.solution.traction;
    ball.go_to(q * limit);
    EXPECT_NEAR(ball.shift / shift, -1, 1e-6);
    ball.go_to(-q * limit);
    EXPECT_NEAR(ball.shift / shift, 1, 1e-6);
    EXPECT_LT(difference(ball.solution.traction, traction), 1e-6);
    const double error = (ball.heat - heat) / expected - 1;
    // as the shift: second order and better, with 40 cells in the radius
    EXPECT_LT(std::abs(error), 5e-4) << q;
    report_row("friction-energy", fmt::format("heat of a cycle, Q = {} mu P, closed form", q),
               percent(std::abs(error)));
  }
}

TEST(ShiftCycle, work_of_the_force_is_the_heat) {
  ShiftedBall ball(32);
  const double q = 0.8 * k_cycle_mu * ball.normal.force;
  std::vector<double> error;
  for (const int n_steps : {8, 16, 32}) {
    ball.go_to(-q);
    ball.work = ball.heat = 0;
    ball.sweep(-q, q, n_steps);
    ball.sweep(q, -q, n_steps);
    error.push_back(std::abs(ball.work / ball.heat - 1));
  }
  report_row("friction-energy", "work over heat of a cycle - 1, 2 x 8 steps", percent(error[0]));
  report_row("friction-energy", "work over heat of a cycle - 1, 2 x 32 steps", percent(error[2]));
  // trapezoidal rule: second order
  EXPECT_GT(std::log2(error[0] / error[2]) / 2, 1.5);
  EXPECT_LT(error[2], 2e-3);
}

/// Σ p·s dA = F w + E - E' + ½ Σ Δp·AΔp dA holds to rounding for every step, whatever its size:
/// with the tractions at its end the heat is never more than what was put in.
TEST(ShiftStep, heat_and_stored_energy_never_exceed_the_work) {
  ShiftedBall ball(32);
  const double limit = k_cycle_mu * ball.normal.force;
  double stored = 0;
  for (const double q : {-0.5, -0.9, 0.2, 0.1, 0.95, -0.99, 0.0, 0.4}) {
    const double heat = ball.heat;
    ball.go_to(q * limit);
    const double put_in = -ball.solution.forces.longitudinal * ball.solution.creepage.longitudinal;
    EXPECT_GE(ball.heat, heat);
    EXPECT_LE(ball.heat - heat + ball.stored() - stored, put_in + 1e-9 * std::abs(put_in));
    stored = ball.stored();
  }
}

double put_in(const FrictionalProblem& problem, const FrictionalSolution& s) {
  return problem.rolling.speed *
         (s.forces.longitudinal * s.creepage.longitudinal + s.forces.lateral * s.creepage.lateral +
          s.forces.spin_moment * s.creepage.spin);
}

TEST(FrictionalPower, is_never_positive_and_never_more_than_the_forces_put_in) {
  FrictionalWorkspace workspace;
  Random random(7);
  for (int k = 0; k < 60; ++k) {
    FrictionalProblem problem =
        pressed(centred_grid(32, 28, 12e-3, 9e-3), alike(82e9, random.uniform(0, 0.5)), 1, 1.8,
                60000, coulomb(random.uniform(0.1, 0.6)));
    problem.rolling.speed = random.magnitude(1, 100);
    problem.kinematics.x = given_creepage(random.uniform(-4e-3, 4e-3));
    problem.kinematics.y = given_creepage(random.uniform(-4e-3, 4e-3));
    const FrictionalSolution s = solve_frictional(problem, frictional_tolerance(1e-8), workspace);
    ASSERT_EQ(s.status, SolveStatus::converged);
    EXPECT_LT(s.frictional_power, 0);
    // p·(A - A')p = ½ (p - p')·A (p - p') > 0 with p' the tractions moved by a cell
    EXPECT_GE(s.frictional_power, put_in(problem, s) * (1 + 1e-6));
  }
}

/// The stored energy of steady rolling does not change, so that friction takes out all that forces
/// and moment put in. A step over a cell loses ½ Δp·AΔp, as above: first order, with a logarithm
/// since the tractions rise steeply at the edge of the stick area.
TEST(FrictionalPower, of_steady_rolling_tends_to_what_the_forces_put_in) {
  FrictionalWorkspace workspace;
  const std::array levels = {32, 45, 64, 90, 128};
  expect_orders("friction-orders", "ellipse, rolling with spin", levels, 4, [&](int n) {
    FrictionalProblem problem =
        pressed(centred_grid(n, n, 12e-3, 9e-3), alike(82e9, 0.28), 1, 1.8, 60000, coulomb(0.3));
    problem.kinematics.x = given_creepage(2e-3);
    problem.kinematics.y = given_creepage(1e-3);
    problem.kinematics.spin = 0.3;
    const FrictionalSolution s = solve_frictional(problem, frictional_tolerance(1e-8), workspace);
    EXPECT_EQ(s.status, SolveStatus::converged);
    return std::vector<Error>{{"power of friction over that of the forces, - 1",
                               s.frictional_power / put_in(problem, s) - 1,
                               {0.75, 1.2}}};
  });
}

}  // namespace
}  // namespace tread::contact::test
