#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "fast_models/samples.hpp"
#include "tread/contact/fast_models.hpp"
#include "tread/reference/kalker_coefficients.hpp"

namespace tread::contact {
namespace {

/// Values that an independent program gave for round_contact(), rounded to 1 N.
struct CreepCheck {
  Creepage creepage;
  CreepForces linear, she, polach;
};
const CreepCheck k_checks[] = {
    {{1e-3, 0, 0}, {-8240, 0}, {-7333, 0}, {-7865, 0}},
    {{3e-3, 0, 0}, {-24720, 0}, {-17204, 0}, {-17863, 0}},
    {{0, 1e-3, 0}, {0, -7340}, {0, -6617}, {0, -7072}},
    {{1e-3, 1e-3, 0.3}, {-8240, -11750}, {-6707, -9564}, {-6067, -9950}},
};

void expect_forces(const CreepForces& actual, const CreepForces& expected, double tolerance) {
  EXPECT_NEAR(actual.longitudinal, expected.longitudinal, tolerance);
  EXPECT_NEAR(actual.lateral, expected.lateral, tolerance);
}

TEST(CreepForces, AgreeWithAnIndependentProgramToTheNewton) {
  for (const CreepCheck& check : k_checks) {
    SCOPED_TRACE(check.creepage.longitudinal);
    expect_forces(linear_creep_forces(round_contact(), check.creepage), check.linear, 0.51);
    expect_forces(shen_hedrick_elkins_forces(round_contact(), check.creepage), check.she, 0.51);
    expect_forces(polach_1999_forces(round_contact(), check.creepage), check.polach, 0.51);
  }
}

TEST(CreepForces, LinearMomentHasTheTablesCoefficients) {
  const double G = 80e9;
  const double c = 5e-3;
  const CreepForces of_creep = linear_creep_forces(round_contact(), {0, 1e-4, 0});
  const CreepForces of_spin = linear_creep_forces(round_contact(), {0, 0, 0.01});
  EXPECT_NEAR(of_creep.spin_moment, G * std::pow(c, 3) * 1.47 * 1e-4, 1e-12);
  EXPECT_NEAR(of_spin.spin_moment, -G * std::pow(c, 4) * 1.19 * 0.01, 1e-12);
  EXPECT_NEAR(of_spin.lateral, -G * std::pow(c, 3) * 1.47 * 0.01, 1e-9);
}

TEST(CreepForces, AreThoseOfLinearTheoryAtSmallCreepage) {
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    Sample s = random_sample(random);
    const double small = 1e-7;
    s.creepage = {small * s.creepage.longitudinal, small * s.creepage.lateral, 0};
    const CreepForces linear = linear_creep_forces(s.contact, s.creepage);
    const CreepForces she = shen_hedrick_elkins_forces(s.contact, s.creepage);
    const double scale = tangential(linear);
    EXPECT_NEAR(she.longitudinal, linear.longitudinal, 1e-5 * scale);
    EXPECT_NEAR(she.lateral, linear.lateral, 1e-5 * scale);
    EXPECT_NEAR(she.spin_moment, linear.spin_moment, 1e-5 * std::abs(linear.spin_moment));
    // Polach takes one stiffness for both directions; along an axis it is the linear one.
    const Creepage along{s.creepage.longitudinal, 0, 0};
    const Creepage across{0, s.creepage.lateral, 0};
    const Creepage spinning{0, 0, 1e-6};
    EXPECT_NEAR(polach_1999_forces(s.contact, along).longitudinal,
                linear_creep_forces(s.contact, along).longitudinal, 1e-5 * scale);
    EXPECT_NEAR(polach_1999_forces(s.contact, across).lateral,
                linear_creep_forces(s.contact, across).lateral, 1e-5 * scale);
    const double spin_force = linear_creep_forces(s.contact, spinning).lateral;
    EXPECT_NEAR(polach_1999_forces(s.contact, spinning).lateral, spin_force,
                1e-3 * std::abs(spin_force));
  }
}

using Model = CreepForces (*)(const EllipticContact&, const Creepage&);

TEST(CreepForces, NeverPassTheFrictionLimitAndAreOdd) {
  std::mt19937 random(11);
  for (int i = 0; i < 5000; ++i) {
    const Sample s = random_sample(random);
    const Creepage& c = s.creepage;
    const double limit = friction_coefficient(s.contact, c) * s.contact.normal_force;
    for (const Model model : {Model{shen_hedrick_elkins_forces}, Model{polach_1999_forces}}) {
      const CreepForces f = model(s.contact, c);
      const CreepForces back = model(s.contact, {-c.longitudinal, -c.lateral, -c.spin});
      EXPECT_LE(tangential(f), limit * (1 + 1e-12));
      EXPECT_EQ(back.longitudinal, -f.longitudinal);
      EXPECT_EQ(back.lateral, -f.lateral);
      EXPECT_EQ(back.spin_moment, -f.spin_moment);
    }
  }
}

TEST(CreepForces, SlideAtTheLimitAgainstALargeCreepage) {
  const Creepage c{0.3, -0.4, 0};
  for (const Model model : {Model{shen_hedrick_elkins_forces}, Model{polach_1999_forces}}) {
    const CreepForces f = model(round_contact(), c);
    EXPECT_NEAR(tangential(f), 24e3, 1e-3 * 24e3);
    EXPECT_LT(f.longitudinal, 0);
    EXPECT_GT(f.lateral, 0);
  }
}

TEST(CreepForces, AreZeroWithoutCreepageOrFriction) {
  for (const Model model :
       {Model{linear_creep_forces}, Model{shen_hedrick_elkins_forces}, Model{polach_1999_forces}}) {
    const CreepForces f = model(round_contact(), {});
    EXPECT_EQ(tangential(f), 0);
    EXPECT_EQ(f.spin_moment, 0);
  }
  EllipticContact ice = round_contact();
  ice.friction = coulomb(0);
  EXPECT_EQ(tangential(shen_hedrick_elkins_forces(ice, {1e-3, 1e-3, 0.1})), 0);
  EXPECT_EQ(tangential(polach_1999_forces(ice, {1e-3, 1e-3, 0.1})), 0);
}

TEST(CreepForces, RollingBackwardsIsRollingForwardsSeenFromTheOtherSide) {
  // Half a turn about z: vectors change sign, spin and moment do not.
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    Sample s = random_sample(random);
    s.contact.direction = RollingDirection::plus_x;
    EllipticContact turned = s.contact;
    turned.direction = RollingDirection::minus_x;
    const Creepage c = s.creepage;
    for (const Model model : {Model{linear_creep_forces}, Model{shen_hedrick_elkins_forces},
                              Model{polach_1999_forces}}) {
      const CreepForces f = model(s.contact, c);
      const CreepForces g = model(turned, {-c.longitudinal, -c.lateral, c.spin});
      EXPECT_DOUBLE_EQ(g.longitudinal, -f.longitudinal);
      EXPECT_DOUBLE_EQ(g.lateral, -f.lateral);
      EXPECT_DOUBLE_EQ(g.spin_moment, f.spin_moment);
    }
  }
}

TEST(Polach2005, IsPolach1999WithoutReduction) {
  const Creepage c{1e-3, 1e-3, 0.3};
  expect_forces(polach_2005_forces(round_contact(), c, {1, 1}),
                polach_1999_forces(round_contact(), c), 0);
}

TEST(Polach2005, ReducesTheSlopeAtRestToTheMeanOfItsFactors) {
  const Creepage small{1e-9, 0, 0};
  const double full = linear_creep_forces(round_contact(), small).longitudinal;
  const double wet = polach_2005_forces(round_contact(), small, {0.3, 0.1}).longitudinal;
  EXPECT_NEAR(wet / full, 0.2, 1e-6);
}

TEST(Polach2005, NeverPassesTheFrictionLimitHoweverReduced) {
  std::mt19937 random(19);
  for (int i = 0; i < 5000; ++i) {
    const Sample s = random_sample(random);
    const double limit = friction_coefficient(s.contact, s.creepage) * s.contact.normal_force;
    const CreepForces f = polach_2005_forces(s.contact, s.creepage, {0.1, 0.05});
    EXPECT_LE(tangential(f), limit * (1 + 1e-12));
  }
  // long contact, spin against lateral creepage: cut off
  EllipticContact contact = round_contact();
  contact.semi_axis_x = 15e-3;
  contact.semi_axis_y = 1.7e-3;
  double most = 0;
  for (double eta = 1e-4; eta < 1e-2; eta *= 1.05) {
    const Creepage against{0, eta, -1.9 * eta / contact.semi_axis_x};
    most = std::max(most, tangential(polach_2005_forces(contact, against, {0.1, 0.05})));
  }
  EXPECT_NEAR(most, 24e3, 1e-6);
}

TEST(Polach2005, FrictionFallsFromItsValueAtRestToItsLimit) {
  const FallingFriction law = polach_friction(0.55, 0.4, 0.6);
  EXPECT_DOUBLE_EQ(coefficient(law, 0), 0.55);
  EXPECT_NEAR(coefficient(law, 1e3), 0.4 * 0.55, 1e-15);
  EXPECT_DOUBLE_EQ(coefficient(law, 2), 0.55 * (0.6 * std::exp(-1.2) + 0.4));
}

TEST(Polach2005, ADryRailHasItsPeakAtAFewPercentAndFallsBeyond) {
  const PolachRail dry = polach_dry_rail();
  EllipticContact contact = round_contact();
  contact.friction = dry.friction;
  contact.rolling_speed = 10;
  const auto force = [&](double xi) {
    return -polach_2005_forces(contact, {xi, 0, 0}, dry.reduction).longitudinal;
  };
  double peak = 0;
  double at = 0;
  for (double xi = 1e-3; xi < 0.3; xi *= 1.02) {
    if (force(xi) > peak) {
      peak = force(xi);
      at = xi;
    }
  }
  EXPECT_GT(at, 0.01);
  EXPECT_LT(at, 0.06);
  EXPECT_LT(force(0.25), 0.8 * peak);
  // The law as published, once more by hand at one point.
  const double xi = 0.02;
  const double mu = 0.55 * (0.6 * std::exp(-0.6 * 10 * xi) + 0.4);
  const double eps = 3.14159265358979 * 80e9 * 25e-6 * 4.12 * xi / (4 * 80e3 * mu);
  const double f =
      2 * 80e3 * mu / 3.14159265358979 * (eps / (1 + eps * eps) + std::atan(0.4 * eps));
  EXPECT_NEAR(force(xi), f, 1e-9 * f);
}

}  // namespace
}  // namespace tread::contact
