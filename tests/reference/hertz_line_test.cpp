#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"
#include "tread/core/material.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::reference {
namespace {

HertzLine roller() { return hertz_line_from_force(2e5, 0.4, 1.15e11); }

TEST(HertzLine, CartersRollersOfOneMillimetreHalfWidthCarry178NewtonPerMillimetre) {
  // Carter's problem as CONTACT's carter2d has it: combined R = 500 mm, G = 82000 N/mm^2, nu =
  // 0.28, a = 1 mm.
  const Material steel{8.2e10, 0.28};
  const HertzLine line = hertz_line_from_half_width(1e-3, 0.5, contact_modulus({steel, steel}));
  EXPECT_NEAR(1e-3 * line.force_per_length, 178.90, 0.005);
}

TEST(HertzLine, ForceAndHalfWidthAreInverse) {
  const HertzLine line = roller();
  const HertzLine back = hertz_line_from_half_width(line.half_width, 0.4, 1.15e11);
  EXPECT_REL(back.force_per_length, 2e5, 1e-15);
  EXPECT_REL(line.peak_pressure, 2 * 2e5 / (k_pi * line.half_width), 1e-15);
}

TEST(HertzLine, PressureSumsToTheForce) {
  const HertzLine line = roller();
  const double total =
      integrate([&](double x) { return line.pressure(x); }, -line.half_width, line.half_width);
  EXPECT_REL(total, 2e5, 1e-12);
}

TEST(HertzLine, PressureProducesTheDisplacementInAndOutsideTheContact) {
  const HertzLine line = roller();
  const double a = line.half_width;
  for (const double d : {0.5 * a, 0.02, 3.0}) {
    for (const double x : {0.0, 0.4, -0.95, 1.05, 2.0, -30.0, 1e4}) {
      const auto load = [&](double s) {
        return line.pressure(s * a) * a * std::log(d / (a * std::abs(x - s)));
      };
      const double split = std::abs(x) < 1 ? x : 0;
      const double u = 2 / (k_pi * line.contact_modulus) *
                       (integrate(load, -1, split) + integrate(load, split, 1));
      EXPECT_NEAR(line.displacement(x * a, d), u, 1e-11 * line.approach(3.0)) << d << " " << x;
    }
  }
}

TEST(HertzLine, StressIsTheSumOfLineLoads) {
  const HertzLine line = roller();
  const double a = line.half_width;
  const double nu = 0.28;
  for (const double x : {0.0, 0.3, -0.9, 1.0, 1.7, -4.0}) {
    for (const double z : {0.1, 0.786, 2.0, 20.0}) {
      // Flamant's line load on a half-plane: a radial compression 2 P cos(angle)/(pi distance).
      const auto sum = [&](int power_x, int power_z) {
        const auto load = [&](double s) {
          const double dx = x - s;
          const double distance2 = dx * dx + z * z;
          return -2 / k_pi * line.pressure(s * a) * std::pow(dx, power_x) * std::pow(z, power_z) /
                 (distance2 * distance2);
        };
        const double split = std::clamp(x, -0.999, 0.999);  // the integrand peaks there
        return integrate(load, -1, split) + integrate(load, split, 1);
      };
      const StressTensor stress = line.stress(x * a, z * a, nu);
      const double tolerance = 1e-11 * line.peak_pressure;
      EXPECT_NEAR(stress.xx, sum(2, 1), tolerance) << x << " " << z;
      EXPECT_NEAR(stress.zz, sum(0, 3), tolerance) << x << " " << z;
      EXPECT_NEAR(stress.xz, sum(1, 2), tolerance) << x << " " << z;
      EXPECT_NEAR(stress.yy, nu * (sum(2, 1) + sum(0, 3)), tolerance);
    }
  }
}

TEST(HertzLine, StressOnTheAxisIsMcEwensFormAndKeepsItsDigitsFarBelow) {
  const HertzLine line = roller();
  const double a = line.half_width;
  for (const double t : {0.0, 0.5, 1.0, 2.0}) {
    const double root = std::sqrt(1 + t * t);
    const StressTensor stress = line.stress(0, t * a, 0.3);
    EXPECT_REL(stress.xx, -line.peak_pressure * ((1 + 2 * t * t) / root - 2 * t), 1e-13);
    EXPECT_REL(stress.zz, -line.peak_pressure / root, 1e-15);
    EXPECT_EQ(stress.xz, 0);
  }
  // xx -> -p0 a^3/(4 z^3): printed as McEwen has it, nothing of this is left at z = 1e6 a.
  EXPECT_REL(line.stress(0, 1e6 * a, 0.3).xx, -line.peak_pressure / 4e18, 1e-11);
}

TEST(HertzLine, StressOnTheSurfaceIsThePressureInTheContactAndVanishesBesideIt) {
  const HertzLine line = roller();
  const double a = line.half_width;
  for (const double x : {0.0, 0.6, -0.99}) {
    const StressTensor stress = line.stress(x * a, 0, 0.3);
    EXPECT_REL(stress.zz, -line.pressure(x * a), 1e-14);
    EXPECT_REL(stress.xx, -line.pressure(x * a), 1e-14);
    EXPECT_EQ(stress.xz, 0);
  }
  for (const double x : {1.0, -1.0, 1.5, -8.0}) {
    const StressTensor stress = line.stress(x * a, 0, 0.3);
    EXPECT_NEAR(stress.zz, 0, 1e-16 * line.peak_pressure);
    EXPECT_NEAR(stress.xx, 0, 1e-16 * line.peak_pressure);
  }
}

TEST(HertzLine, LargestShearIs0300AtDepth0786) {
  const HertzLine line = roller();
  double largest = 0;
  double where = 0;
  for (int i = 1; i < 20000; ++i) {
    const double depth = 1e-4 * i;
    const StressTensor stress = line.stress(0, depth * line.half_width, 0.3);
    const double shear = 0.5 * std::abs(stress.xx - stress.zz) / line.peak_pressure;
    if (shear > largest) {
      largest = shear;
      where = depth;
    }
  }
  EXPECT_NEAR(largest, 0.300, 0.0005);
  EXPECT_NEAR(where, std::sqrt((std::sqrt(5.0) - 1) / 2), 1e-4);  // 0.78615, where z/(s(s+z)) peaks
}

TEST(HertzLine, TouchingWithoutForceIsAContactOfSizeZero) {
  const HertzLine line = hertz_line_from_force(0, 0.4, 1e11);
  EXPECT_EQ(line.half_width, 0);
  EXPECT_EQ(line.pressure(0), 0);
  EXPECT_EQ(line.approach(1), 0);
  EXPECT_EQ(line.displacement(0.1, 1), 0);
  EXPECT_EQ(line.stress(0, 0, 0.3).zz, 0);
}

TEST(HertzLine, ImpossibleContactsAreRefused) {
  expect_model_error(
      [] { hertz_line_from_force(-2.5, 1, 1); },
      "the force per length must be finite and not negative, got -2.5 N/m: it is counted "
      "positive when the bodies are pressed together, and without contact there is nothing "
      "to compute");
  expect_model_error([] { roller().approach(0); },
                     "the datum distance must be positive and finite, got 0 m");
  EXPECT_THROW(hertz_line_from_half_width(std::nan(""), 1, 1), ModelError);
  EXPECT_THROW(roller().stress(0, -1, 0.3), ModelError);
  EXPECT_THROW(roller().stress(0, 0.001, -0.1), ModelError);
}

}  // namespace
}  // namespace tread::reference
