#include "tread/reference/carter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"

namespace tread::reference {
namespace {

HertzLine carter_roller() { return hertz_line_from_half_width(1e-3, 0.5, 82e9 / 0.72); }

/// Strain du/dx = -(2/(pi E*)) PV int q(s)/(x - s) ds of both surfaces: the pole is taken out by
/// subtracting q(x), which leaves q(x) ln of the distances to the ends.
double strain(const CarterRolling& rolling, double x) {
  const double a = rolling.normal.half_width;
  const double edge = a - 2 * rolling.stick_half_length;  // where stick meets slip
  const double at_x = rolling.traction(x);
  const auto f = [&](double s) { return (rolling.traction(s) - at_x) / (x - s); };
  const double low = std::min(x, edge);
  const double high = std::max(x, edge);
  const double sum = integrate(f, -a, low) + integrate(f, low, high) + integrate(f, high, a);
  const double pole = at_x * std::log((x + a) / (a - x));
  return -2 / (k_pi * rolling.normal.contact_modulus) * (sum + pole);
}

TEST(Carter, TractionSumsToTheForce) {
  const HertzLine line = carter_roller();
  for (const double ratio : {-0.64, -0.05, 0.3, 1.0}) {
    const double force = ratio * 0.3 * line.force_per_length;
    const CarterRolling rolling = carter_from_force(line, 0.3, force);
    const double edge = line.half_width - 2 * rolling.stick_half_length;
    const auto q = [&](double x) { return rolling.traction(x); };
    const double total = integrate(q, -line.half_width, edge) + integrate(q, edge, line.half_width);
    EXPECT_REL(total, force, 1e-11);
  }
}

TEST(Carter, TheStickZoneIsStrainedByTheCreepageAndSlipOpposesTraction) {
  // No slip: xi - du/dx = 0 (rolling along +x). Behind, s = xi - du/dx points against the traction.
  for (const double xi : {-2.4e-4, 1e-4, 5.5e-4}) {
    const CarterRolling rolling = carter_from_creepage(carter_roller(), 0.3, xi);
    const double a = 1e-3;
    const double c = rolling.stick_half_length;
    for (const double t : {-0.95, -0.3, 0.2, 0.9}) {
      EXPECT_REL(strain(rolling, a - c + t * c), xi, 1e-7) << t;
    }
    for (const double t : {0.05, 0.5, 0.9}) {
      const double x = -a + t * 2 * (a - c);
      EXPECT_LT((xi - strain(rolling, x)) * rolling.traction(x), 0) << t;
    }
  }
}

TEST(Carter, IsTheExampleOfContactsManual) {
  // R = 500, G = 82000, nu = 0.28, a = 1, c = 0.6, mu = 0.3 (mm, N): xi = -2.4e-4, Q = 0.64 mu P.
  const CarterRolling rolling = carter_from_creepage(carter_roller(), 0.3, -2.4e-4);
  EXPECT_REL(rolling.normal.force_per_length, 178.90e3, 3e-5);
  EXPECT_REL(rolling.stick_half_length, 0.6e-3, 1e-14);
  EXPECT_REL(rolling.force_per_length, 0.64 * 0.3 * rolling.normal.force_per_length, 1e-14);
}

TEST(Carter, ForceAndCreepageAreInverseAndOpposite) {
  for (const double xi : {-5.9e-4, -1e-9, 0.0, 3e-4, 6e-4}) {
    const CarterRolling by_creepage = carter_from_creepage(carter_roller(), 0.3, xi);
    const CarterRolling by_force =
        carter_from_force(carter_roller(), 0.3, by_creepage.force_per_length);
    EXPECT_NEAR(by_force.creepage, xi, 1e-11);
    EXPECT_LE(xi * by_creepage.force_per_length, 0);
  }
}

TEST(Carter, SlidesAtTheLimitFromTheCreepageThatEndsStick) {
  const double limit = 0.3 * carter_roller().force_per_length;
  EXPECT_EQ(carter_from_creepage(carter_roller(), 0.3, 0.3 * 1e-3 / 0.5 * 1.001).stick_half_length,
            0);
  const CarterRolling sliding = carter_from_creepage(carter_roller(), 0.3, -0.1);
  EXPECT_EQ(sliding.force_per_length, limit);
  EXPECT_REL(sliding.traction(-0.4e-3), 0.3 * carter_roller().pressure(-0.4e-3), 1e-14);
  EXPECT_REL(carter_from_force(carter_roller(), 0.3, limit).creepage, -6e-4, 1e-12);
}

TEST(Carter, RefusesMoreThanFrictionHoldsAndWhatIsNoNumber) {
  const double limit = 0.3 * carter_roller().force_per_length;
  EXPECT_THROW(carter_from_force(carter_roller(), 0.3, 1.001 * limit), ModelError);
  EXPECT_THROW(carter_from_force(carter_roller(), 0.3, k_nan), ModelError);
  EXPECT_THROW(carter_from_creepage(carter_roller(), k_nan, 1e-4), ModelError);
  expect_model_error([] { carter_from_creepage(carter_roller(), 0.3, k_nan); },
                     "the creepage must be finite, got nan m/m");
}

}  // namespace
}  // namespace tread::reference
