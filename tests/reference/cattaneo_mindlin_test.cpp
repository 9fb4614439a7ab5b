#include "tread/reference/cattaneo_mindlin.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"

namespace tread::reference {
namespace {

TEST(CattaneoSphere, TractionSumsToTheForce) {
  const HertzCircle ball = hertz_circle_from_force(100, 0.05, 1e9);
  for (const double ratio : {-0.2, 0.5, 0.875, 1.0}) {
    const CattaneoSphere shear = cattaneo_sphere_from_force(ball, 0.4, ratio * 40, 8e8, 0.2);
    const auto ring = [&](double r) { return 2 * k_pi * r * shear.traction(r); };
    const double total = integrate(ring, 0, shear.stick_radius) +
                         integrate(ring, shear.stick_radius, ball.contact_radius);
    EXPECT_REL(total, ratio * 40, 1e-11);
  }
}

TEST(CattaneoSphere, WithoutPoissonEffectTheStickZoneMovesAsOneAndTheRingLagsBehind) {
  // For nu = 0 a tangential force displaces the surface as a normal one does, G in place of E*.
  const double G = 8e8;
  const HertzCircle ball = hertz_circle_from_force(100, 0.05, G);
  const CattaneoSphere shear = cattaneo_sphere_from_force(ball, 0.4, -0.875 * 40, G, 0);
  const double a = ball.contact_radius;
  const double c = shear.stick_radius;
  EXPECT_REL(c, 0.5 * a, 1e-15);
  // The two smooth parts of the traction one by one, each over its own circle.
  const double p0 = 0.4 * ball.peak_pressure;
  const auto moved = [&](double r) {
    const auto hertz = [&](double radius, double peak) {
      return displacement_by_quadrature(
          [&](double x, double y) {
            const double s = std::hypot(x, y) / radius;
            return s < 1 ? peak * std::sqrt(1 - s * s) : 0;
          },
          radius, radius, G, r, 0);
    };
    return hertz(a, p0) - hertz(c, p0 * c / a);
  };
  EXPECT_REL(shear.traction(0.7 * a), -p0 * std::sqrt(1 - 0.49), 1e-12);
  EXPECT_REL(shear.traction(0.1 * a), -p0 * (std::sqrt(0.99) - 0.5 * std::sqrt(0.96)), 1e-12);
  for (const double r : {0.0, 0.2, 0.499}) EXPECT_REL(moved(r * a), std::abs(shear.shift), 1e-9);
  for (const double r : {0.6, 0.8, 0.99}) EXPECT_LT(moved(r * a), std::abs(shear.shift) * 0.999);
}

TEST(CattaneoSphere, ForceAndShiftAreInverseAndOpposite) {
  const HertzCircle ball = hertz_circle_from_force(100, 0.05, 1e9);
  for (const double force : {-39.0, -10.0, 0.0, 1e-6, 25.0, 40.0}) {
    const CattaneoSphere by_force = cattaneo_sphere_from_force(ball, 0.4, force, 8e8, 0.3);
    const CattaneoSphere by_shift = cattaneo_sphere_from_shift(ball, 0.4, by_force.shift, 8e8, 0.3);
    EXPECT_NEAR(by_shift.force, force, 1e-7);
    EXPECT_NEAR(by_shift.stick_radius, by_force.stick_radius, 1e-7 * ball.contact_radius);
    EXPECT_LE(by_force.shift * force, 0);
  }
}

TEST(CattaneoSphere, IsTheExampleOfContactsManual) {
  // G = 200, nu = 0.42, R = 50, a = 1 (mm, N), mu = 0.4, Q = 7/8 mu P: FN = 9.1954, shift 0.00817.
  const double E = 200e6 / (1 - 0.42);
  const HertzCircle ball = hertz_circle_from_approach(1e-3 * 1e-3 / 50e-3, 50e-3, E);
  EXPECT_REL(ball.force, 9.1954, 1e-5);
  const CattaneoSphere shear =
      cattaneo_sphere_from_force(ball, 0.4, -0.875 * 0.4 * ball.force, 200e6, 0.42);
  EXPECT_REL(shear.shift, 0.00817e-3, 1e-3);
  EXPECT_REL(shear.stick_radius, 0.5e-3, 1e-12);
}

TEST(CattaneoSphere, SlidesBeyondTheShiftThatLetsTheCentreGo) {
  const HertzCircle ball = hertz_circle_from_force(100, 0.05, 1e9);
  const double limit = cattaneo_sphere_from_force(ball, 0.4, -40, 8e8, 0.3).shift;
  const CattaneoSphere sliding = cattaneo_sphere_from_shift(ball, 0.4, 3 * limit, 8e8, 0.3);
  EXPECT_EQ(sliding.stick_radius, 0);
  EXPECT_EQ(sliding.force, -40);
  EXPECT_EQ(sliding.shift, 3 * limit);
  EXPECT_REL(sliding.traction(0.3 * ball.contact_radius),
             -0.4 * ball.pressure(0.3 * ball.contact_radius), 1e-14);
}

TEST(CattaneoSphere, RefusesMoreThanFrictionHolds) {
  const HertzCircle ball = hertz_circle_from_force(100, 0.05, 1e9);
  expect_model_error(
      [&] { cattaneo_sphere_from_force(ball, 0.4, 41, 8e8, 0.3); },
      "a tangential force of 41 N cannot pass the contact: friction holds at most 40 "
      "N; lower it or prescribe the motion instead");
  expect_model_error([&] { cattaneo_sphere_from_force(ball, -0.4, 1, 8e8, 0.3); },
                     "the friction coefficient must be >= 0 and finite, got -0.4");
  EXPECT_THROW(cattaneo_sphere_from_force(ball, 0.4, k_nan, 8e8, 0.3), ModelError);
  EXPECT_THROW(cattaneo_sphere_from_shift(ball, 0.4, k_nan, 8e8, 0.3), ModelError);
  EXPECT_THROW(cattaneo_sphere_from_shift(ball, 0.4, 1e-6, 0, 0.3), ModelError);
}

TEST(CattaneoLine, TractionSumsToTheForceAndMovesTheStickZoneAsOne) {
  const HertzLine roller = hertz_line_from_force(1e5, 0.2, 1e11);
  const double a = roller.half_width;
  for (const double ratio : {-0.3, 0.75, 1.0}) {
    const CattaneoLine shear = cattaneo_line_from_force(roller, 0.3, ratio * 3e4);
    const double c = shear.stick_half_length;
    EXPECT_NEAR(c * c, a * a * (1 - std::abs(ratio)), 1e-14 * a * a);
    const auto q = [&](double x) { return shear.traction(x); };
    const double total = 2 * (integrate(q, 0, c) + integrate(q, c, a));
    EXPECT_REL(total, ratio * 3e4, 1e-11);
    // u(x) = (2/(pi E*)) int q ln(d/|x - s|) ds, the logarithm at an end of each piece
    const double datum = 1;
    const auto moved = [&](double x) {
      const auto f = [&](double s) { return q(s) * std::log(datum / std::abs(x - s)); };
      return 2 / (k_pi * 1e11) *
             (integrate(f, -a, -c) + integrate(f, -c, x) + integrate(f, x, c) + integrate(f, c, a));
    };
    if (c == 0) continue;
    for (const double x : {0.0, 0.3, -0.8}) {
      EXPECT_REL(moved(x * c), -shear.shift(datum), 1e-9) << x;
    }
  }
  EXPECT_THROW(cattaneo_line_from_force(roller, 0.3, 3.1e4), ModelError);
}

}  // namespace
}  // namespace tread::reference
