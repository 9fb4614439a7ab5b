#include "tread/contact/fastsim.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "fast_models/samples.hpp"
#include "tread/reference/kalker_coefficients.hpp"

namespace tread::contact {
namespace {

using State = FastsimFields::State;
using Kalker = reference::KalkerCoefficients;

/// The algorithm of 1982 in its plainest form: whole steps from the edge, spin where the step
/// starts, bound in its middle. First order in the number n of slices.
CreepForces plain_fastsim(const EllipticContact& k, const Kalker& c, const Creepage& creep, int n) {
  const double a = k.semi_axis_x;
  const double b = k.semi_axis_y;
  const double L1 = 8 * a / (3 * k.shear_modulus * c.c11);
  const double L2 = 8 * a / (3 * k.shear_modulus * c.c22);
  const double L3 = std::numbers::pi * a * std::sqrt(a / b) / (4 * k.shear_modulus * c.c23);
  const double peak = 2 * k.normal_force / (std::numbers::pi * a * b);
  CreepForces force;
  for (int j = 0; j < n; ++j) {
    const double y = b * ((2 * j + 1.0) / n - 1);
    const double end = a * std::sqrt(1 - y * y / (b * b));
    const double dx = 2 * end / n;
    double px = 0;
    double py = 0;
    for (int i = 0; i < n; ++i) {
      const double x = end - i * dx;
      px -= dx * (creep.longitudinal / L1 - creep.spin * y / L3);
      py -= dx * (creep.lateral / L2 + creep.spin * x / L3);
      const double middle = x - dx / 2;
      const double bound = 0.3 * peak * (1 - middle * middle / (a * a) - y * y / (b * b));
      const double shrink = std::min(1.0, bound / std::hypot(px, py));
      px *= shrink;
      py *= shrink;
      force.longitudinal += px * dx * 2 * b / n;
      force.lateral += py * dx * 2 * b / n;
    }
  }
  return force;
}

/// Extrapolated to cells of no size; under spin fastsim() is of first order.
CreepForces converged(const EllipticContact& contact, const Creepage& creepage) {
  const CreepForces h = fastsim(contact, creepage, {.n_strips = 200, .n_slices = 200}).forces;
  const CreepForces half = fastsim(contact, creepage, {.n_strips = 400, .n_slices = 400}).forces;
  return {2 * half.longitudinal - h.longitudinal, 2 * half.lateral - h.lateral,
          2 * half.spin_moment - h.spin_moment};
}

TEST(Fastsim, AgreesWithAnotherImplementationAsItsCellsShrink) {
  // The forces are another program's on 200 x 200 cells, rounded to 1 N. They carry the 0.5 % of
  // its first-order march, which the plain one here repeats to the newton; extrapolated to n =
  // infinity it meets ours.
  struct Check {
    Creepage creepage;
    double fx, fy;
  };
  const Check checks[] = {{{1e-3, 0, 0}, -7337, 0},
                          {{3e-3, 0, 0}, -17097, 0},
                          {{0, 1e-3, 0}, 0, -6624},
                          {{1e-3, 1e-3, 0.3}, -6435, -10325}};
  const Kalker kalker = reference::kalker_coefficients(1, 0.25);
  for (const auto& [creepage, fx, fy] : checks) {
    const CreepForces coarse = plain_fastsim(round_contact(), kalker, creepage, 200);
    const CreepForces fine = plain_fastsim(round_contact(), kalker, creepage, 400);
    EXPECT_NEAR(coarse.longitudinal, fx, 0.51);
    EXPECT_NEAR(coarse.lateral, fy, 0.51);
    const CreepForces ours = converged(round_contact(), creepage);
    const double scale = std::hypot(fx, fy);
    EXPECT_NEAR(ours.longitudinal, 2 * fine.longitudinal - coarse.longitudinal, 3e-5 * scale);
    EXPECT_NEAR(ours.lateral, 2 * fine.lateral - coarse.lateral, 3e-5 * scale);
    const CreepForces usual = fastsim(round_contact(), creepage).forces;
    EXPECT_NEAR(usual.longitudinal, fx, 0.01 * scale);
    EXPECT_NEAR(usual.lateral, fy, 0.01 * scale);
  }
}

TEST(Fastsim, AgreesWithAnotherImplementationUnderSpinAgainstLateralCreepage) {
  // CONTACT's example of a long contact, unblended: the other program has -15.96 kN.
  EllipticContact contact = round_contact();
  contact.semi_axis_x = 8e-3;
  contact.semi_axis_y = 4e-3;
  contact.normal_force = 82e3;
  contact.shear_modulus = 82e9;
  contact.poisson_ratio = 0.28;
  const Creepage creepage{0, -6.25e-4, 0.625};
  const Kalker kalker = reference::kalker_coefficients(2, 0.28);
  const double coarse = plain_fastsim(contact, kalker, creepage, 200).lateral;
  const double fine = plain_fastsim(contact, kalker, creepage, 400).lateral;
  EXPECT_NEAR(converged(contact, creepage).lateral, 2 * fine - coarse, 1e-4 * 15960);
  EXPECT_NEAR(fastsim(contact, creepage).forces.lateral, -15960, 0.005 * 15960);
}

/// Pure longitudinal creepage under a paraboloid has a closed form. On a strip with a(y)^2 =
/// a^2 (1 - t^2), traction grows as tau (a(y) - x) from the leading edge until the bound
/// g0 (a(y)^2 - x^2) is met, at a(y) + x = tau/g0: stick length d = 2 a(y) - tau/g0.
double paraboloid_force(const EllipticContact& contact, double c11, double xi) {
  const double a = contact.semi_axis_x;
  const double b = contact.semi_axis_y;
  const double tau = xi * 3 * contact.shear_modulus * c11 / (8 * a);
  const double g0 = 0.3 * 2 * contact.normal_force / (std::numbers::pi * a * b) / (a * a);
  const int n = 200'000;
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    const double h = a * std::sqrt(1 - std::pow((2 * j + 1.0) / n - 1, 2));
    const double x = std::clamp(tau / g0 - h, -h, h);  // slips behind it
    const double stick = tau * (h - x) * (h - x) / 2;
    const double slip = g0 * (h * h * (x + h) - (x * x * x + h * h * h) / 3);
    sum += (stick + slip) * 2 * b / n;
  }
  return -sum;
}

TEST(Fastsim, ConvergesToTheClosedFormOfPureCreepAtSecondOrder) {
  for (const double xi : {5e-4, 2e-3, 5e-3}) {
    const double exact = paraboloid_force(round_contact(), 4.12, xi);
    const auto error = [&](int n) {
      const auto s = fastsim(round_contact(), {xi, 0, 0}, {.n_strips = n, .n_slices = n});
      return std::abs(s.forces.longitudinal - exact) / std::abs(exact);
    };
    EXPECT_LT(error(41), 1e-3) << xi;
    // Where slip begins jumps from cell to cell, so the order is taken over a wide range.
    const double order = std::log(error(20) / error(320)) / std::log(16.0);
    EXPECT_GT(order, 1.6) << xi;
    EXPECT_LT(order, 2.6) << xi;
  }
}

TEST(Fastsim, IsLinearTheoryAtSmallCreepage) {
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    Sample s = random_sample(random);
    const double small = 1e-6;
    const Creepage parts[] = {{small * s.creepage.longitudinal, 0, 0},
                              {0, small * s.creepage.lateral, 0},
                              {0, 0, small * s.creepage.spin}};
    for (const Creepage& c : parts) {
      const CreepForces linear = linear_creep_forces(s.contact, c);
      const CreepForces f = fastsim(s.contact, c, {.n_strips = 100, .n_slices = 100}).forces;
      // midpoint rule across the strips: 1/(2 n^2) and less
      EXPECT_NEAR(f.longitudinal, linear.longitudinal, 3e-4 * tangential(linear));
      EXPECT_NEAR(f.lateral, linear.lateral, 3e-4 * tangential(linear));
    }
  }
}

TEST(Fastsim, NeverPassesTheFrictionLimitAndIsOdd) {
  std::mt19937 random(13);
  for (int i = 0; i < 1000; ++i) {
    const Sample s = random_sample(random);
    const Creepage& c = s.creepage;
    const double limit = friction_coefficient(s.contact, c) * s.contact.normal_force;
    for (const PressureShape shape : {PressureShape::parabolic, PressureShape::elliptic}) {
      for (const FlexibilityRule rule :
           {FlexibilityRule::three, FlexibilityRule::one, FlexibilityRule::blended}) {
        const FastsimOptions options{
            .flexibility = rule, .pressure = shape, .n_strips = 15, .n_slices = 14};
        const auto f = fastsim(s.contact, c, options);
        const auto back = fastsim(s.contact, {-c.longitudinal, -c.lateral, -c.spin}, options);
        EXPECT_LE(tangential(f.forces), limit * (1 + 1e-12));
        EXPECT_EQ(back.forces.longitudinal, -f.forces.longitudinal);
        EXPECT_EQ(back.forces.lateral, -f.forces.lateral);
        EXPECT_EQ(back.forces.spin_moment, -f.forces.spin_moment);
        EXPECT_GE(f.dissipation, 0);
        EXPECT_EQ(f.n_stick + f.n_slip, 15 * 14);
      }
    }
  }
}

TEST(Fastsim, RollingBackwardsIsRollingForwardsSeenFromTheOtherSide) {
  std::mt19937 random(17);
  for (int i = 0; i < 100; ++i) {
    Sample s = random_sample(random);
    s.contact.direction = RollingDirection::plus_x;
    EllipticContact turned = s.contact;
    turned.direction = RollingDirection::minus_x;
    const Creepage c = s.creepage;
    const FastsimOptions options{.reduction = {0.6, 0.1, 0.5}, .n_strips = 16, .n_slices = 16};
    const auto f = fastsim(s.contact, c, options);
    const auto g = fastsim(turned, {-c.longitudinal, -c.lateral, c.spin}, options);
    const double scale = tangential(f.forces);
    EXPECT_NEAR(g.forces.longitudinal, -f.forces.longitudinal, 1e-12 * scale);
    EXPECT_NEAR(g.forces.lateral, -f.forces.lateral, 1e-12 * scale);
    EXPECT_NEAR(g.forces.spin_moment, f.forces.spin_moment, 1e-12 * scale * s.contact.semi_axis_x);
  }
}

TEST(Fastsim, SlidesAtExactlyTheLimitAndDissipatesForceTimesCreepage) {
  const Creepage c{0.3, -0.4, 0};
  for (const PressureShape shape : {PressureShape::parabolic, PressureShape::elliptic}) {
    const auto s =
        fastsim(round_contact(), c, {.flexibility = FlexibilityRule::one, .pressure = shape});
    EXPECT_NEAR(s.forces.longitudinal, -0.6 * 24e3, 1e-8 * 24e3);
    EXPECT_NEAR(s.forces.lateral, 0.8 * 24e3, 1e-8 * 24e3);
    EXPECT_EQ(s.n_stick, 0);
    // All that is not stored: traction is zero at both edges, so nothing is.
    EXPECT_NEAR(s.dissipation, 0.5 * 24e3, 2e-3 * 0.5 * 24e3);
  }
}

TEST(Fastsim, TheWorkOfTheCreepForcesIsWhatSlipDissipates) {
  // In steady rolling springs under the paraboloid enter and leave the contact unloaded. It holds
  // for true slip, that is for one flexibility, and to first order in the cells.
  for (const Creepage& c : {Creepage{2e-3, 0, 0}, Creepage{1e-3, 1e-3, 0.5}, Creepage{0, 0, 1}}) {
    const auto loss = [&](int n) {
      const auto s = fastsim(round_contact(), c,
                             {.flexibility = FlexibilityRule::one, .n_strips = n, .n_slices = n});
      const double work = -(s.forces.longitudinal * c.longitudinal + s.forces.lateral * c.lateral +
                            s.forces.spin_moment * c.spin);
      return s.dissipation / work;
    };
    EXPECT_NEAR(loss(200), 1, 0.03);
    EXPECT_NEAR(2 * loss(400) - loss(200), 1, 1e-3);
  }
}

TEST(Fastsim, IsZeroWithoutCreepageOrFriction) {
  const auto still = fastsim(round_contact(), {});
  EXPECT_EQ(tangential(still.forces), 0);
  EXPECT_EQ(still.forces.spin_moment, 0);
  EXPECT_EQ(still.n_slip, 0);
  EllipticContact ice = round_contact();
  ice.friction = coulomb(0);
  const FastsimOptions options{.flexibility = FlexibilityRule::blended, .reduction = {0.5, 0.1, 1}};
  const auto slid = fastsim(ice, {1e-3, 1e-3, 0.1}, options);
  EXPECT_EQ(tangential(slid.forces), 0);
  EXPECT_EQ(slid.n_stick, 0);
}

TEST(Fastsim, FieldsSumToTheForcesAndObeyFriction) {
  EllipticContact contact = round_contact();
  const Grid grid = centred_grid(31, 25, 11e-3, 10.5e-3);
  FastsimFields fields;
  const FastsimOptions options{.flexibility = FlexibilityRule::one};
  const auto s = fastsim(contact, {1e-3, 5e-4, 0.4}, grid, options, &fields);
  double fx = 0;
  double fy = 0;
  double mz = 0;
  double heat = 0;
  int n_slip = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t k = grid.index(i, j);
      const double px = fields.traction_x[k];
      const double py = fields.traction_y[k];
      fx += px * grid.cell_area();
      fy += py * grid.cell_area();
      mz += (grid.x(i) * py - grid.y(j) * px) * grid.cell_area();
      heat += fields.dissipation[k] * grid.cell_area();
      const double bound = 0.3 * fields.pressure[k];
      const double size = std::hypot(px, py);
      const double slip = std::hypot(fields.slip_x[k], fields.slip_y[k]);
      EXPECT_LE(size, bound * (1 + 1e-14));
      if (fields.state[k] == State::outside) {
        EXPECT_GE(std::hypot(grid.x(i), grid.y(j)), 5e-3);
      } else if (fields.state[k] == State::stick) {
        EXPECT_EQ(slip, 0);
      } else {
        ++n_slip;
        EXPECT_NEAR(size, bound, 1e-12 * bound);
        // one flexibility: slip exactly against the traction
        EXPECT_NEAR(px * fields.slip_x[k] + py * fields.slip_y[k], -size * slip,
                    1e-12 * size * slip);
      }
    }
  }
  EXPECT_NEAR(fx, s.forces.longitudinal, 1e-9);
  EXPECT_NEAR(fy, s.forces.lateral, 1e-9);
  EXPECT_NEAR(mz, s.forces.spin_moment, 1e-12);
  EXPECT_NEAR(heat, s.dissipation, 1e-12);
  EXPECT_EQ(n_slip, s.n_slip);
  EXPECT_GT(s.n_slip, 0);
  EXPECT_GT(s.n_stick, 0);
}

TEST(Fastsim, AGivenPressureThatIsTheParaboloidChangesNothing) {
  const Grid grid = centred_grid(41, 41, 11e-3, 11e-3);
  const Creepage c{1e-3, 1e-3, 0.3};
  const FastsimOptions options{.reduction = {0.6, 0.2, 0.5}};
  FastsimFields fields;
  const auto by_shape = fastsim(round_contact(), c, grid, options, &fields);
  const std::vector<double> pressure = fields.pressure;
  const auto by_field = fastsim(round_contact(), c, grid, pressure, options);
  EXPECT_EQ(by_field.forces.longitudinal, by_shape.forces.longitudinal);
  EXPECT_EQ(by_field.forces.lateral, by_shape.forces.lateral);
  const reference::SemiAxes axes = equivalent_ellipse(grid, pressure);
  EXPECT_NEAR(axes.x, 5e-3, 0.01 * 5e-3);  // one cell in forty
  EXPECT_NEAR(axes.y, 5e-3, 0.01 * 5e-3);
}

TEST(Fastsim, GridAndStripsMeetAsTheCellsShrink) {
  const Creepage c{1e-3, 5e-4, 0.3};
  const auto fine = fastsim(round_contact(), c, {.n_strips = 800, .n_slices = 800});
  const auto distance = [&](int n) {
    const auto s = fastsim(round_contact(), c, centred_grid(n, n, 10e-3, 10e-3));
    return std::hypot(s.forces.longitudinal - fine.forces.longitudinal,
                      s.forces.lateral - fine.forces.lateral);
  };
  EXPECT_LT(distance(400), 0.005 * tangential(fine.forces));
  EXPECT_NEAR(distance(100) / distance(400), 4, 1.2);  // first order
}

TEST(Fastsim, AGivenFlexibilityIsTheRuleOfOneWhenItIsItsValue) {
  const EllipticContact contact = round_contact();
  const double l1 = 8 * 5e-3 / (3 * 80e9 * 4.12);
  const Creepage c{1e-3, 0, 0};
  const auto one = fastsim(contact, c, {.flexibility = FlexibilityRule::one});
  const auto given = fastsim(contact, c, {.flexibility = GivenFlexibility{l1}});
  EXPECT_NEAR(given.forces.longitudinal / one.forces.longitudinal, 1, 1e-14);
}

TEST(Fastsim, FallingFrictionTakesTheSpeedOfTheRigidBodies) {
  EllipticContact contact = round_contact();
  contact.friction = polach_friction(0.4, 0.5, 1);
  contact.rolling_speed = 20;
  const Creepage c{0.03, 0.04, 0.1};
  EllipticContact constant = contact;
  constant.friction = coulomb(0.4 * (0.5 * std::exp(-1.0) + 0.5));
  EXPECT_NEAR(fastsim(contact, c).forces.longitudinal / fastsim(constant, c).forces.longitudinal, 1,
              1e-14);
}

TEST(Fastsim, IsNearTheCubicLawInPureCreep) {
  // Both approximate the same curve; SHE and FASTSIM are known to lie within 2 % of the limit.
  for (double xi = 2e-4; xi < 1e-2; xi *= 1.5) {
    const double f = fastsim(round_contact(), {xi, 0, 0}).forces.longitudinal;
    const double she = shen_hedrick_elkins_forces(round_contact(), {xi, 0, 0}).longitudinal;
    EXPECT_NEAR(f / 24e3, she / 24e3, 0.02) << xi;
  }
}

}  // namespace
}  // namespace tread::contact
