#include "tread/profile/rigid_contact.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "profile/sample_profiles.hpp"
#include "tread/core/errors.hpp"

namespace tread::profile::test {
namespace {

RigidWheelset benchmark_wheelset() { return RigidWheelset(ContactSearch(benchmark_pair())); }

RigidWheelset conical_wheelset(double slope) {
  WheelRailPair pair = benchmark_pair();
  pair.wheel = cone_wheel({.slope = slope});
  return RigidWheelset(ContactSearch(pair));
}

/// S1002 on UIC60 1:40, gauge 1435 mm at 14 mm, backs of flanges 1360 mm apart: lateral position,
/// rolling radius right less left, height of the wheelset, mm. Computed beforehand from points of
/// the two profiles with straight lines between those of the rail, which places the gauge face
/// 0.0012 mm nearer to the rail's middle than a smooth curve does.
struct Sample {
  double lateral, difference, height;
};
constexpr Sample k_samples[] = {
    {0.0, 0.000000, 0.182102},   {0.5, 0.552473, 0.174990},   {1.0, 0.636646, 0.161705},
    {1.5, 0.719606, 0.146579},   {2.0, 0.804568, 0.129678},   {2.5, 0.895238, 0.110982},
    {3.0, 0.994109, 0.090406},   {3.5, 1.105381, 0.067791},   {4.0, 1.235085, 0.042874},
    {4.5, 1.394739, 0.015209},   {5.0, 3.694704, -0.031919},  {5.5, 4.039310, -0.124254},
    {6.0, 4.679692, -0.237591},  {6.5, 16.871778, -2.982271}, {7.0, 18.820174, -4.622702},
    {7.5, 19.973625, -5.590883}, {8.0, 20.857200, -6.332472}, {8.5, 21.590231, -6.946839},
    {9.0, 22.222927, -7.476257}, {9.5, 22.779773, -7.943438}, {10.0, 23.282297, -8.362269}};

TEST(rigid_contact, radius_difference_is_that_of_the_reference_geometry) {
  const RigidWheelset wheelset = benchmark_wheelset();
  for (const Sample& sample : k_samples) {
    const RigidContact contact = wheelset.at(1e-3 * sample.lateral);
    // At 6.5 mm, a quarter millimetre behind a jump, it still rises by 8 mm per mm: 0.0012 mm of
    // gauge make 0.01 mm.
    const double tolerance = sample.lateral == 6.5 ? 0.02 : 0.01;
    EXPECT_NEAR(1e3 * contact.radius_difference(), sample.difference, tolerance) << sample.lateral;
    EXPECT_NEAR(1e3 * contact.pose.vertical, sample.height, 0.01) << sample.lateral;
  }
}

/// The right wheel's contact without yaw from densely sampled curves: lateral position in the
/// profile. Roll by bisection.
double sampled_contact(const ContactSearch& search, double lateral) {
  const WheelRailPair& pair = search.pair();
  const auto deepest = [&](double y, double roll) {
    std::array<double, 2> best{-1, 0};
    for (double yw = -0.045; yw < 0.03; yw += 0.02e-3) {
      const double lever = pair.wheelset.tape_circle_half_spacing() + yw;
      const double radius = pair.wheelset.nominal_radius + pair.wheel.height(yw);
      const double place = y + std::cos(roll) * lever - std::sin(roll) * radius;
      const double depth = std::sin(roll) * lever + std::cos(roll) * radius -
                           pair.wheelset.nominal_radius -
                           pair.rail.height(place - search.rail_offset());
      if (depth > best[0]) best = {depth, yw};
    }
    return best;
  };
  double low = -0.02;
  double high = 0.02;
  for (int i = 0; i < 40; ++i) {
    const double roll = (low + high) / 2;
    (deepest(lateral, roll)[0] > deepest(-lateral, -roll)[0] ? high : low) = roll;
  }
  return deepest(lateral, (low + high) / 2)[1];
}

TEST(rigid_contact, jumps_are_where_sampled_curves_jump) {
  const RigidWheelset wheelset = benchmark_wheelset();
  // Jumps of 2 mm and more: the formula of S1002 has a step of 0.12 micrometres 35 mm from the tape
  // circle, over which the contact jumps once more, by 1 mm.
  const auto jumps = wheelset.jumps(0, 0.010, 0, 0.1e-3, 2e-3);
  ASSERT_EQ(jumps.size(), 3u);
  // The reference geometry jumps between 0 and 0.5, 4.5 and 5, 6 and 6.5 mm.
  EXPECT_GT(jumps[0].lateral, 0.0);
  EXPECT_LT(jumps[0].lateral, 0.5e-3);
  EXPECT_GT(jumps[1].lateral, 4.5e-3);
  EXPECT_LT(jumps[1].lateral, 5.0e-3);
  EXPECT_GT(jumps[2].lateral, 6.0e-3);
  EXPECT_LT(jumps[2].lateral, 6.5e-3);
  for (const ContactJump& jump : jumps) {
    EXPECT_EQ(jump.side, Side::right);
    const double middle = (jump.wheel_y_before + jump.wheel_y_after) / 2;
    EXPECT_GT(sampled_contact(wheelset.right(), jump.lateral - 0.05e-3), middle);
    EXPECT_LT(sampled_contact(wheelset.right(), jump.lateral + 0.05e-3), middle);
  }
}

TEST(rigid_contact, both_wheels_touch_and_do_not_overlap) {
  const RigidWheelset wheelset = benchmark_wheelset();
  for (const double yaw : {0.0, 0.02}) {
    const RigidContact contact = wheelset.at(3e-3, yaw);
    std::vector<ContactPoint> points;
    wheelset.right().find(contact.pose, 1e-3, points);
    EXPECT_NEAR(points.front().penetration, 0, 1e-14);
    wheelset.left().find(mirrored(contact.pose), 1e-3, points);
    EXPECT_NEAR(points.front().penetration, 0, 1e-14);
  }
}

TEST(rigid_contact, equal_sides_give_odd_functions) {
  const RigidWheelset wheelset = benchmark_wheelset();
  for (const double lateral : {0.3e-3, 2e-3, 4.2e-3, 5.5e-3, 8e-3}) {
    const RigidContact right = wheelset.at(lateral, 0.01);
    const RigidContact left = wheelset.at(-lateral, -0.01);
    EXPECT_NEAR(right.radius_difference(), -left.radius_difference(), 1e-12);
    EXPECT_NEAR(right.pose.roll, -left.pose.roll, 1e-14);
    EXPECT_NEAR(right.pose.vertical, left.pose.vertical, 1e-14);
    EXPECT_NEAR(right.right.angle, left.left.angle, 1e-11);
  }
}

TEST(rigid_contact, a_cone_that_stays_level_is_its_own_equivalent) {
  // The spline through the root of the flange sways along the cone by some 1e-8.
  for (const double slope : {0.01, 0.05}) {
    const RadiusDifference table = radius_difference(conical_wheelset(slope), -6e-3, 6e-3);
    for (const double amplitude : {0.5e-3, 3e-3, 5e-3}) {
      EXPECT_NEAR(equivalent_conicity(table, amplitude).by_integration, slope, 1e-7);
      EXPECT_NEAR(equivalent_conicity(table, amplitude).by_regression, slope, 1e-7);
    }
  }
}

TEST(rigid_contact, a_cone_on_rails_moves_as_a_cone_that_rolls_sideways) {
  // Half the difference over y at the axle is tan γ but for the roll φ = -γ y / l: it moves the
  // wheel's bottom by r φ and the rail's point of slope γ by R φ, which makes
  // γ / (1 - γ (r + R) / l). At the height of the contact, where the motion is without sliding,
  // r φ is part of y. Terms with γ^2 are left out.
  for (const double slope : {0.01, 0.05}) {
    const RigidWheelset wheelset = conical_wheelset(slope);
    const double half_distance = wheelset.at(0).right.position.y();
    EXPECT_NEAR(wheelset.at(3e-3).radius_difference() / 6e-3,
                slope / (1 - slope * (0.46 + 0.3) / half_distance), slope * slope * slope);
    const RadiusDifference table =
        radius_difference(wheelset, -6e-3, 6e-3, 0.05e-3, Roll::followed);
    const double expected = slope / (1 - slope * 0.3 / half_distance);
    for (const double amplitude : {0.5e-3, 3e-3, 5e-3}) {
      const EquivalentConicity conicity = equivalent_conicity(table, amplitude);
      EXPECT_NEAR(conicity.by_integration, expected, slope * slope * slope);
      EXPECT_NEAR(conicity.by_regression, expected, slope * slope * slope);
    }
  }
}

TEST(rigid_contact, a_straight_difference_is_a_cone_at_every_amplitude) {
  const double slope = 0.05;
  RadiusDifference straight;
  for (int i = -10; i <= 10; ++i) {
    straight.lateral.push_back(1e-3 * i);
    straight.difference.push_back(2 * slope * 1e-3 * i);
  }
  for (const double amplitude : {0.5e-3, 3e-3, 7.3e-3}) {
    const EquivalentConicity conicity = equivalent_conicity(straight, amplitude);
    EXPECT_NEAR(conicity.by_integration, slope, 1e-12);
    EXPECT_NEAR(conicity.by_regression, slope, 1e-12);
    EXPECT_NEAR(conicity.wavelength,
                2 * M_PI * std::sqrt(straight.spacing * straight.nominal_radius / (2 * slope)),
                1e-9);
  }
}

TEST(rigid_contact, wavelength_of_a_cubic_difference_is_the_elliptic_integral) {
  // y'' = -c y^3: the period of Duffing's oscillator without linear spring is
  // 7.416298709205487 / (sqrt(c) amplitude).
  RadiusDifference table;
  const double cubic = 100;  // 1/m^2
  for (int i = -1000; i <= 1000; ++i) {
    const double y = 1e-5 * i;
    table.lateral.push_back(y);
    table.difference.push_back(cubic * y * y * y);
  }
  const double c = cubic / (table.spacing * table.nominal_radius);
  const double amplitude = 8e-3;
  // Straight pieces of 0.01 mm are off by 1e-6 of the cubic's amplitude, more near its middle.
  EXPECT_NEAR(equivalent_conicity(table, amplitude).wavelength * std::sqrt(c) * amplitude,
              7.416298709205487, 1e-4);
}

TEST(rigid_contact, motion_that_is_not_turned_back_is_refused) {
  RadiusDifference table;
  for (int i = -10; i <= 10; ++i) {
    table.lateral.push_back(1e-3 * i);
    table.difference.push_back(-1e-4 * i);
  }
  EXPECT_THROW(equivalent_conicity(table, 3e-3), ModelError);
  EXPECT_THROW(equivalent_conicity(table, 30e-3), ModelError);
}

std::string message(double lateral) {
  try {
    benchmark_wheelset().at(lateral);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "stands";
}

TEST(rigid_contact, derailed_wheels_are_named) {
  EXPECT_EQ(message(5e-3), "stands");
  EXPECT_EQ(message(0.050),
            "wheelset at y = 50 mm, yaw 0 mrad: the right wheel stands on the tip of its flange, "
            "-5.738 mm from the middle of its rail: derailed");
  EXPECT_EQ(message(-0.100),
            "wheelset at y = -100 mm, yaw 0 mrad: the right wheel has no rail below it: derailed");
  EXPECT_NE(message(0.070).find("the left wheel touches where a profile ends"), std::string::npos);
}

}  // namespace
}  // namespace tread::profile::test
