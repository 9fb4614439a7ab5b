#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "contact/orders.hpp"
#include "contact/report.hpp"
#include "frictional/problems.hpp"
#include "frictional/solved.hpp"
#include "tread/reference/carter.hpp"
#include "tread/reference/cattaneo_mindlin.hpp"
#include "tread/reference/hertz.hpp"

/// Convergence to the closed forms of Cattaneo and Mindlin (shift) and Carter (rolling).
///
/// What to expect of tractions that are constant over a cell. In a shift, force and shift belong to
/// the difference of two tractions like Hertz' pressure, each with an error of second order. (For a
/// ball the order found is higher. Errors k h²/R of contact and stick area that cancel would
/// explain that; the band is what was measured.) Where stick ends is known to a cell: first order.
/// The mean error of a traction with vertical tangents at the edges of contact and stick area is of
/// order one and a half. In steady rolling the slip is a difference of displacements over one cell
/// but opposes the traction at its trailing side: everything is of first order.
namespace tread::contact::test {
namespace {

using std::numbers::pi;

constexpr double k_scale = 1.2;  // grid over contact
constexpr double k_mu = 0.3;
constexpr Order k_first{0.85, 1.2};
constexpr Order k_between{1.35, 1.65};
constexpr Order k_second{1.85, 2.15};
constexpr Order k_beyond_second{2.3, 3.2};

/// Mean over the contact of |p - closed form|, over the largest bound.
template <class Traction>
double traction_error(const Grid& grid, const FrictionalSolution& solution, double largest,
                      Traction&& exact) {
  double sum = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t cell = grid.index(i, j);
      if (solution.cells[cell] == CellState::outside) continue;
      sum += std::hypot(solution.traction.x[cell] - exact(grid.x(i), grid.y(j)),
                        solution.traction.y[cell]);
    }
  }
  return sum / (largest * static_cast<double>(solution.normal.n_contact));
}

/// Ball on flat, nu = 0, where tractions across the shift vanish and the closed form is exact.
struct Ball {
  BodyPair bodies = alike(80e9, 0);
  reference::HertzCircle normal =
      reference::hertz_circle_from_force(1000, 0.1, contact_modulus(bodies));

  FrictionalProblem problem(int n) const {
    const double side = 2 * k_scale * normal.contact_radius;
    const double h = 1 / (2 * normal.curvature_radius);
    FrictionalProblem p =
        pressed(centred_grid(n, n, side, side), bodies, h, h, normal.force, coulomb(k_mu));
    p.motion = Motion::shift;
    return p;
  }
};

TEST(CattaneoBall, shift_force_stick_radius_and_traction_converge_with_the_order_expected) {
  const Ball ball;
  FrictionalWorkspace workspace;
  const double force = 0.7 * k_mu * ball.normal.force;
  const reference::CattaneoSphere exact =
      reference::cattaneo_sphere_from_force(ball.normal, k_mu, -force, 80e9, 0);
  const std::array levels = {34, 48, 68, 96, 136};
  expect_orders("friction-orders", "Cattaneo, ball", levels, 8, [&](int n) {
    FrictionalProblem problem = ball.problem(n);
    const Grid& grid = problem.normal.grid;
    problem.kinematics.x = given_force(-force);
    problem.kinematics.y = given_force(0);
    const FrictionalSolution by_force = solved(problem, workspace);
    problem.kinematics.x = given_creepage(exact.shift);
    problem.kinematics.y = given_creepage(0);
    const FrictionalSolution by_shift = solved(problem, workspace);
    const double stick =
        std::sqrt(static_cast<double>(by_force.n_adhesion) * grid.cell_area() / pi);
    return std::vector<Error>{
        {"shift for given force", by_force.creepage.longitudinal / exact.shift - 1,
         k_beyond_second},
        {"force for given shift", by_shift.forces.longitudinal / -force - 1, k_beyond_second},
        {"stick radius by count, over a", (stick - exact.stick_radius) / ball.normal.contact_radius,
         k_first},
        {"mean error of the traction",
         traction_error(grid, by_force, k_mu * ball.normal.peak_pressure,
                        [&](double x, double y) { return exact.traction(std::hypot(x, y)); }),
         k_between},
    };
  });
}

/// Roller on flat, plane strain.
struct Roller {
  double length = 0.25;  // dy, any
  double datum = 0.7;
  BodyPair bodies = alike(82e9, 0.28);
  reference::HertzLine normal =
      reference::hertz_line_from_force(3e5, 0.46, contact_modulus(bodies));

  FrictionalProblem problem(int n, double scale = k_scale) const {
    FrictionalProblem p = pressed(centred_grid(n, 1, 2 * scale * normal.half_width, length), bodies,
                                  1 / (2 * normal.curvature_radius), 0,
                                  normal.force_per_length * length, coulomb(k_mu));
    p.normal.line_datum = datum;
    return p;
  }
};

TEST(CattaneoRoller, shift_stick_length_and_traction_converge_with_the_order_expected) {
  const Roller roller;
  FrictionalWorkspace workspace;
  const double force = 0.7 * k_mu * roller.normal.force_per_length;
  const reference::CattaneoLine exact =
      reference::cattaneo_line_from_force(roller.normal, k_mu, -force);
  const std::array levels = {34, 68, 136, 272, 544};
  expect_orders("friction-orders", "Cattaneo, roller", levels, 16, [&](int n) {
    FrictionalProblem problem = roller.problem(n);
    const Grid& grid = problem.normal.grid;
    problem.motion = Motion::shift;
    problem.kinematics.x = given_force(-force * roller.length);
    const FrictionalSolution s = solved(problem, workspace);
    const double stick = static_cast<double>(s.n_adhesion) * grid.dx / 2;
    return std::vector<Error>{
        {"shift for given force", s.creepage.longitudinal / exact.shift(roller.datum) - 1,
         k_second},
        {"stick half length by count, over a",
         (stick - exact.stick_half_length) / roller.normal.half_width, k_first},
        {"mean error of the traction",
         traction_error(grid, s, k_mu * roller.normal.peak_pressure,
                        [&](double x, double) { return exact.traction(x); }),
         k_between},
    };
  });
}

TEST(Carter, force_creepage_stick_length_and_traction_converge_with_the_order_expected) {
  const Roller roller;
  FrictionalWorkspace workspace;
  const double creepage = 0.4 * k_mu * roller.normal.half_width / roller.normal.curvature_radius;
  const reference::CarterRolling exact =
      reference::carter_from_creepage(roller.normal, k_mu, creepage);
  const double full = k_mu * roller.normal.force_per_length * roller.length;
  const std::array levels = {34, 68, 136, 272, 544};
  expect_orders("friction-orders", "Carter", levels, 16, [&](int n) {
    FrictionalProblem problem = roller.problem(n);
    const Grid& grid = problem.normal.grid;
    problem.kinematics.x = given_creepage(creepage);
    const FrictionalSolution by_creepage = solved(problem, workspace);
    problem.kinematics.x = given_force(exact.force_per_length * roller.length);
    const FrictionalSolution by_force = solved(problem, workspace);
    const double stick = static_cast<double>(by_creepage.n_adhesion) * grid.dx / 2;
    return std::vector<Error>{
        {"force for given creepage, over mu Fn",
         by_creepage.forces.longitudinal / full - exact.force_per_length * roller.length / full,
         k_first},
        {"creepage for given force", by_force.creepage.longitudinal / creepage - 1, k_first},
        {"stick half length by count, over a",
         (stick - exact.stick_half_length) / roller.normal.half_width, k_first},
        {"mean error of the traction",
         traction_error(grid, by_creepage, k_mu * roller.normal.peak_pressure,
                        [&](double x, double) { return exact.traction(x); }),
         k_first},
    };
  });
}

TEST(Carter, force_is_within_half_a_percent_with_128_elements_across) {
  const Roller roller;
  FrictionalWorkspace workspace;
  // 128 cells across the contact and four more on each side
  FrictionalProblem problem = roller.problem(136, 136.0 / 128);
  const double full = k_mu * roller.normal.force_per_length * roller.length;
  for (const double part : {0.1, 0.2, 0.4, 0.6, 0.8, 0.95}) {
    const double creepage = part * k_mu * roller.normal.half_width / roller.normal.curvature_radius;
    const reference::CarterRolling exact =
        reference::carter_from_creepage(roller.normal, k_mu, creepage);
    problem.kinematics.x = given_creepage(creepage);
    const FrictionalSolution s = solved(problem, workspace);
    const double error = (s.forces.longitudinal - exact.force_per_length * roller.length) / full;
    EXPECT_EQ(s.normal.n_contact, 128u);
    EXPECT_LT(std::abs(error), 5e-3) << part;
    report_row("carter-128", digits(part), digits(exact.force_per_length * roller.length / full, 4),
               digits(s.forces.longitudinal / full, 4), percent(std::abs(error)), "0.5 %");
  }
}

/// Ellipse with like bodies, for the tests that need no closed form.
FrictionalProblem ellipse(int n) {
  FrictionalProblem problem =
      pressed(centred_grid(n, n, 16e-3, 10e-3), alike(82e9, 0.28), 0.6, 1.3, 80000, coulomb(k_mu));
  problem.rolling.speed = 20;
  return problem;
}

TEST(Sliding, force_is_the_friction_coefficient_times_the_normal_force) {
  FrictionalWorkspace workspace;
  for (const Motion motion : {Motion::shift, Motion::steady_rolling}) {
    FrictionalProblem problem = ellipse(40);
    problem.motion = motion;
    const double angle = 0.7;
    const double much = motion == Motion::shift ? 1e-2 : 1;
    problem.kinematics.x = given_creepage(much * std::cos(angle));
    problem.kinematics.y = given_creepage(much * std::sin(angle));
    const FrictionalSolution s = solved(problem, workspace);
    EXPECT_EQ(s.n_adhesion, 0u);
    EXPECT_EQ(s.n_slip, s.normal.n_contact);
    const double force = std::hypot(s.forces.longitudinal, s.forces.lateral);
    // the slip turns a little with the elastic displacements, of the order 1e-3 of the rigid slip
    EXPECT_NEAR(force / (k_mu * 80000), 1, 1e-6);
    EXPECT_NEAR(s.forces.longitudinal / (-k_mu * 80000 * std::cos(angle)), 1, 1e-2);
    for (std::size_t i = 0; i < s.cells.size(); ++i) {
      const double p = std::hypot(s.traction.x[i], s.traction.y[i]);
      EXPECT_NEAR(p, k_mu * s.normal.pressure[i], 1e-12 * s.normal.peak_pressure);
    }
  }
}

TEST(NoCreepage, gives_no_traction_at_all) {
  FrictionalWorkspace workspace;
  for (const Motion motion : {Motion::shift, Motion::steady_rolling}) {
    for (const Given given : {given_creepage(0), given_force(0)}) {
      FrictionalProblem problem = ellipse(30);
      problem.motion = motion;
      problem.kinematics.x = given;
      problem.kinematics.y = given;
      const FrictionalSolution s = solved(problem, workspace);
      EXPECT_EQ(s.n_adhesion, s.normal.n_contact);
      EXPECT_EQ(s.frictional_power, 0);
      EXPECT_EQ(s.creepage.longitudinal, 0);
      EXPECT_EQ(s.creepage.lateral, 0);
      for (std::size_t i = 0; i < s.cells.size(); ++i) {
        ASSERT_EQ(s.traction.x[i], 0);
        ASSERT_EQ(s.traction.y[i], 0);
        ASSERT_EQ(s.slip.x[i], 0);
        ASSERT_EQ(s.slip.y[i], 0);
      }
    }
  }
}

}  // namespace
}  // namespace tread::contact::test
