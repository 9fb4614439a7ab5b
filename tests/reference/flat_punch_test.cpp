#include "tread/reference/flat_punch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"

namespace tread::reference {
namespace {

TEST(FlatPunchCircle, PressureGivesAFlatContactAndTheArcsineBesideIt) {
  const FlatPunchCircle punch = flat_punch_circle_from_force(1000, 0.01, 2e9);
  const auto p = [&](double x, double y) { return punch.pressure(std::hypot(x, y)); };
  for (const double r : {0.0, 0.004, 0.009, 0.012, 0.05, 1.0}) {
    EXPECT_REL(displacement_by_quadrature(p, 0.01, 0.01, 2e9, r, 0), punch.displacement(r), 2e-12)
        << r;
  }
}

TEST(FlatPunchCircle, ForceAndApproachAreInverseAndPressureSumsToTheForce) {
  const FlatPunchCircle punch = flat_punch_circle_from_force(1000, 0.01, 2e9);
  EXPECT_REL(flat_punch_circle_from_approach(punch.approach, 0.01, 2e9).force, 1000, 4e-16);
  const double total = integrate_smooth(
      [&](double angle) {
        const double r = 0.01 * std::sin(angle);
        return punch.pressure(r) * 2 * k_pi * r * 0.01 * std::cos(angle);
      },
      0, 0.5 * k_pi);
  EXPECT_REL(total, 1000, 1e-12);
}

TEST(FlatPunchCircle, PressureIsInfiniteAtTheEdgeAndZeroBeyond) {
  const FlatPunchCircle punch = flat_punch_circle_from_force(1000, 0.01, 2e9);
  EXPECT_TRUE(std::isinf(punch.pressure(0.01)));
  EXPECT_EQ(punch.pressure(0.0100001), 0);
  EXPECT_EQ(flat_punch_circle_from_force(0, 0.01, 2e9).pressure(0.01), 0);
}

TEST(FlatPunchLine, PressureGivesTheDisplacementOfItsLineLoads) {
  const double a = 0.01;
  const double d = 0.7;
  const double modulus = 2e9;
  const FlatPunchLine punch = flat_punch_line(1e5, a, modulus);
  for (const double x : {0.0, 0.003, -0.009, 0.0101, 0.05, -3.0}) {
    // Loads at s = a sin(angle). The logarithm is singular at s = x: there the difference of the
    // two sines is taken as a product, which vanishes at no other angle.
    const double split = std::abs(x) < a ? std::asin(x / a) : 0;
    const auto distance = [&](double angle) {
      if (std::abs(x) >= a) return std::abs(x - a * std::sin(angle));
      return 2 * a * std::abs(std::cos(0.5 * (angle + split)) * std::sin(0.5 * (angle - split)));
    };
    const auto load = [&](double angle) {
      return punch.pressure(a * std::sin(angle)) * a * std::cos(angle) *
             std::log(d / distance(angle));
    };
    const double left = 0.5 * (split - 0.5 * k_pi);
    const double right = 0.5 * (split + 0.5 * k_pi);
    const double u = 2 / (k_pi * modulus) *
                     (integrate_smooth(load, -0.5 * k_pi, left) + integrate(load, left, split) +
                      integrate(load, split, right) + integrate_smooth(load, right, 0.5 * k_pi));
    EXPECT_NEAR(u, punch.displacement(x, d), 1e-11 * punch.approach(d)) << x;
  }
}

TEST(FlatPunch, ImpossiblePunchesAreRefused) {
  expect_model_error(
      [] { flat_punch_circle_from_force(1, -2.5, 1); },
      "the radius or half width of the punch must be positive and finite, got -2.5 m");
  expect_model_error([] { flat_punch_line(1, 1, 0); },
                     "the contact modulus must be positive and finite, got 0 Pa");
  expect_model_error(
      [] { flat_punch_circle_from_approach(-0.5, 1, 1); },
      "the approach must be finite and not negative, got -0.5 m: it is counted positive "
      "when the bodies are pressed together, and without contact there is nothing to "
      "compute");
}

}  // namespace
}  // namespace tread::reference
