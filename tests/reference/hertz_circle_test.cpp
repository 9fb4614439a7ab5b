#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"
#include "tread/core/material.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/reference/point_load.hpp"

namespace tread::reference {
namespace {

HertzCircle ball() { return hertz_circle_from_force(5e4, 0.4, 1.15e11); }

TEST(HertzCircle, RigidSphereOfTheThesisNeeds29814Newton) {
  // Thesis 4.5.3: R = 0.1 m, E = 1.5e8 Pa, nu = 0.5, 5 mm into the half-space.
  const double modulus = contact_modulus({Material::rigid(), Material::from_young(1.5e8, 0.5)});
  EXPECT_NEAR(hertz_circle_from_approach(5e-3, 0.1, modulus).force, 29814, 0.5);
}

TEST(HertzCircle, ForceAndApproachAreInverse) {
  const HertzCircle from_force = ball();
  const HertzCircle from_approach = hertz_circle_from_approach(from_force.approach, 0.4, 1.15e11);
  EXPECT_REL(from_approach.force, 5e4, 2e-15);
  EXPECT_REL(from_approach.contact_radius, from_force.contact_radius, 1e-15);
  EXPECT_REL(from_approach.peak_pressure, from_force.peak_pressure, 1e-15);
  EXPECT_REL(from_force.peak_pressure,
             1.5 * 5e4 / (k_pi * from_force.contact_radius * from_force.contact_radius), 1e-15);
}

TEST(HertzCircle, PressureSumsToTheForceAndEndsAtTheEdge) {
  const HertzCircle contact = ball();
  const double total = integrate([&](double r) { return contact.pressure(r) * 2 * k_pi * r; }, 0,
                                 contact.contact_radius);
  EXPECT_REL(total, contact.force, 1e-12);
  EXPECT_EQ(contact.pressure(0), contact.peak_pressure);
  EXPECT_EQ(contact.pressure(contact.contact_radius), 0);
  EXPECT_EQ(contact.pressure(2 * contact.contact_radius), 0);
}

TEST(HertzCircle, PressureProducesTheDisplacementInAndOutsideTheContact) {
  const HertzCircle contact = ball();
  const double a = contact.contact_radius;
  const auto p = [&](double x, double y) { return contact.pressure(std::hypot(x, y)); };
  for (const double r : {0.0, 0.35, 0.8, 0.99, 1.01, 1.5, 4.0, 100.0}) {
    EXPECT_REL(displacement_by_quadrature(p, a, a, contact.contact_modulus, r * a, 0),
               contact.displacement(r * a), 1e-12)
        << r;
  }
}

TEST(HertzCircle, DisplacementOutsideIsTheArcsineFormNearAndThePointLoadFarAway) {
  const HertzCircle contact = ball();
  const double a = contact.contact_radius;
  for (const double t : {1.01, 1.1, 2.0, 3.0}) {
    const double r = t * a;
    const double arcsine = contact.peak_pressure / (2 * contact.contact_modulus * a) *
                           ((2 * a * a - r * r) * std::asin(a / r) + a * std::sqrt(r * r - a * a));
    EXPECT_REL(contact.displacement(r), arcsine, 5e-15 * t * t);  // its two terms cancel as r grows
  }
  // The next term of the expansion is a^2/(10 r^2).
  const double r = 1e4 * a;
  const double point_load = contact.force / (k_pi * contact.contact_modulus * r);
  EXPECT_REL(contact.displacement(r), point_load * (1 + 0.1e-8), 1e-14);
}

TEST(HertzCircle, StressBelowTheCentreIsTheSumOfPointLoads) {
  const HertzCircle contact = ball();
  const double a = contact.contact_radius;
  for (const double nu : {0.0, 0.3, 0.5}) {
    for (const double depth : {0.05, 0.48, 1.0, 1.5, 6.0}) {
      const auto from_ring = [&](auto&& component) {
        return integrate(
            [&](double r) {
              const double force = contact.pressure(r) * 2 * k_pi * r;
              return component(point_load_stress({0, 0, force}, {r, 0, depth * a}, nu));
            },
            0, a);
      };
      // Around the ring, the radial and circumferential stress of the point loads average.
      const double radial = from_ring([](const StressTensor& s) { return 0.5 * (s.xx + s.yy); });
      const double axial = from_ring([](const StressTensor& s) { return s.zz; });
      const StressTensor stress = contact.stress_on_axis(depth * a, nu);
      EXPECT_NEAR(stress.xx, radial, 1e-11 * contact.peak_pressure) << nu << " " << depth;
      EXPECT_EQ(stress.xx, stress.yy);
      EXPECT_NEAR(stress.zz, axial, 1e-11 * contact.peak_pressure) << nu << " " << depth;
    }
  }
}

TEST(HertzCircle, StressFarBelowIsThatOfAPointLoad) {
  const HertzCircle contact = ball();
  const double depth = 1e5 * contact.contact_radius;
  const StressTensor expected = point_load_stress({0, 0, contact.force}, {0, 0, depth}, 0.3);
  const StressTensor stress = contact.stress_on_axis(depth, 0.3);
  EXPECT_REL(stress.zz, expected.zz, 2e-10);  // the next term is of relative order (a/z)^2 = 1e-10
  EXPECT_REL(stress.xx, expected.xx, 1e-9);
}

TEST(HertzCircle, StressAtTheSurfaceIsThePressureAndItsLateralShare) {
  const StressTensor stress = ball().stress_on_axis(0, 0.3);
  EXPECT_DOUBLE_EQ(stress.zz, -ball().peak_pressure);
  EXPECT_DOUBLE_EQ(stress.xx, -0.8 * ball().peak_pressure);  // 1/2 + nu
}

TEST(HertzCircle, LargestShearAtPoissonRatioThreeTenthsIs031AtDepth048) {
  const HertzCircle contact = ball();
  double largest = 0;
  double where = 0;
  for (int i = 1; i < 2000; ++i) {
    const double depth = 1e-3 * i;
    const StressTensor stress = contact.stress_on_axis(depth * contact.contact_radius, 0.3);
    const double shear = 0.5 * std::abs(stress.xx - stress.zz) / contact.peak_pressure;
    if (shear > largest) {
      largest = shear;
      where = depth;
    }
  }
  EXPECT_NEAR(largest, 0.31, 0.005);
  EXPECT_NEAR(where, 0.48, 0.005);
}

TEST(HertzCircle, TouchingWithoutForceIsAContactOfSizeZero) {
  const HertzCircle contact = hertz_circle_from_force(0, 0.4, 1e11);
  EXPECT_EQ(contact.contact_radius, 0);
  EXPECT_EQ(contact.pressure(0), 0);
  EXPECT_EQ(contact.displacement(0), 0);
  EXPECT_EQ(contact.displacement(0.1), 0);
  EXPECT_EQ(contact.stress_on_axis(0, 0.3).zz, 0);
}

TEST(HertzCircle, ImpossibleContactsAreRefused) {
  expect_model_error(
      [] { hertz_circle_from_force(-2.5, 1, 1); },
      "the force must be finite and not negative, got -2.5 N: it is counted positive "
      "when the bodies are pressed together, and without contact there is nothing to "
      "compute");
  expect_model_error([] { hertz_circle_from_approach(1, 0, 1); },
                     "the radius of curvature must be positive and finite, got 0 m");
  EXPECT_THROW(hertz_circle_from_force(std::nan(""), 1, 1), ModelError);
  EXPECT_THROW(hertz_circle_from_force(1, INFINITY, 1), ModelError);
  EXPECT_THROW(ball().stress_on_axis(-1, 0.3), ModelError);
  expect_model_error([] { ball().stress_on_axis(0.001, 0.75); },
                     "the Poisson ratio must lie in [0, 0.5], got 0.75");
}

}  // namespace
}  // namespace tread::reference
