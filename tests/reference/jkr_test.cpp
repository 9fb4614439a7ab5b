#include "tread/reference/jkr.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::reference {
namespace {

/// A rubber ball of 20 mm radius, the size of the original experiments.
JkrSphere rubber_ball() { return jkr_sphere(0.02, 1.1e6, 0.07); }

TEST(Jkr, ForceAndContactRadiusAreInverse) {
  const JkrSphere ball = rubber_ball();
  for (const double force : {-0.0065, -0.003, 0.0, 0.02, 5.0}) {
    EXPECT_NEAR(ball.force(ball.contact_radius(force)), force, 1e-15 * (1 + force)) << force;
  }
}

TEST(Jkr, WithoutAdhesionItIsHertz) {
  const JkrSphere ball = jkr_sphere(0.02, 1.1e6, 0);
  const HertzCircle hertz = hertz_circle_from_force(0.3, 0.02, 1.1e6);
  const double a = ball.contact_radius(0.3);
  EXPECT_REL(a, hertz.contact_radius, 1e-15);
  EXPECT_REL(ball.approach(a), hertz.approach, 1e-15);
  EXPECT_REL(ball.pressure(0.4 * a, a), hertz.pressure(0.4 * a), 1e-14);
  EXPECT_EQ(ball.pull_off_force(), 0);
}

TEST(Jkr, PullOffIsTheLeastForceOverAllRadii) {
  const JkrSphere ball = rubber_ball();
  const double a = ball.radius_at_pull_off();
  EXPECT_REL(ball.pull_off_force(), -1.5 * k_pi * 0.07 * 0.02, 4e-16);
  EXPECT_REL(a, std::cbrt(9 * k_pi * 0.07 * 0.02 * 0.02 / (8 * 1.1e6)), 1e-15);
  EXPECT_REL(ball.force(a), ball.pull_off_force(), 1e-14);
  for (const double factor : {0.1, 0.9, 0.999, 1.001, 1.1, 3.0}) {
    EXPECT_GT(ball.force(factor * a), ball.pull_off_force()) << factor;
  }
}

TEST(Jkr, AdhesionAloneHoldsAContactOfFiniteRadius) {
  const JkrSphere ball = rubber_ball();
  const double a = ball.radius_at_zero_load();
  EXPECT_REL(a, std::cbrt(9 * k_pi * 0.07 * 0.02 * 0.02 / (2 * 1.1e6)), 1e-15);
  EXPECT_REL(a / ball.radius_at_pull_off(), std::cbrt(4.0), 1e-15);
}

TEST(Jkr, PressureSumsToTheForceAndItsDisplacementIsApproachMinusGap) {
  const JkrSphere ball = rubber_ball();
  const double a = ball.contact_radius(0.004);
  const double total = integrate_smooth(
      [&](double angle) {
        const double r = a * std::sin(angle);
        return ball.pressure(r, a) * 2 * k_pi * r * a * std::cos(angle);
      },
      0, 0.5 * k_pi);
  EXPECT_REL(total, 0.004, 1e-11);
  const auto p = [&](double x, double y) { return ball.pressure(std::hypot(x, y), a); };
  for (const double r : {0.0, 0.3 * a, 0.9 * a}) {
    EXPECT_NEAR(displacement_by_quadrature(p, a, a, 1.1e6, r, 0),
                ball.approach(a) - r * r / (2 * 0.02), 1e-11 * a * a / 0.02)
        << r;
  }
}

TEST(Jkr, StoredEnergyIsTheWorkOfForceAndAdhesion) {
  // Loaded like Hertz to radius a, then pulled back by c like a punch of that radius, the bodies
  // store
  //   U = E* (8 a^5/(15 R^2) - 4/3 c a^3/R + c^2 a),  c = sqrt(2 pi w a/E*)
  // Along the equilibria from a = 0 this is what force and adhesion put in: int F d(delta) + w pi
  // a^2.
  const JkrSphere ball = rubber_ball();
  const double R = 0.02;
  const double E = 1.1e6;
  const double w = 0.07;
  const double a_end = 2 * ball.radius_at_zero_load();
  const double work = integrate(
      [&](double a) {
        const double slope = 2 * a / R - 0.5 * std::sqrt(2 * k_pi * w / (E * a));
        return ball.force(a) * slope;
      },
      0, a_end);
  const double c = std::sqrt(2 * k_pi * w * a_end / E);
  const double stored = E * (8 * std::pow(a_end, 5) / (15 * R * R) -
                             4.0 / 3 * c * std::pow(a_end, 3) / R + c * c * a_end);
  EXPECT_REL(work + w * k_pi * a_end * a_end, stored, 1e-11);
}

TEST(Jkr, ForcesBelowPullOffAndImpossibleSpheresAreRefused) {
  const JkrSphere ball = jkr_sphere(1, 1, 1);
  expect_model_error([&] { ball.contact_radius(-5); },
                     "a force of -5 N leaves no contact: adhesion holds the sphere down to the "
                     "pull-off force of -4.71238898038469 N (compression is positive)");
  expect_model_error([] { jkr_sphere(1, 1, -0.5); },
                     "the work of adhesion must be finite and not negative, got -0.5 J/m^2 (0: no "
                     "adhesion, Hertz)");
  expect_model_error([] { jkr_sphere(0, 1, 1); },
                     "the radius of curvature must be positive and finite, got 0 m");
  expect_model_error([&] { ball.force(-0.5); },
                     "the contact radius must be finite and not negative, got -0.5 m");
  EXPECT_THROW(ball.contact_radius(std::nan("")), ModelError);
}

}  // namespace
}  // namespace tread::reference
