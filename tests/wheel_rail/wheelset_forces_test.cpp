#include "tread/wheel_rail/wheelset_forces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "wheel_rail/manchester_rows.hpp"
#include "wheel_rail/sample_motions.hpp"

namespace tread::wheel_rail {
namespace {

using profile::WheelsetMotion;

TEST(wheelset_forces, centred_wheelset_has_equal_wheels_and_no_force_to_the_side) {
  WheelsetContact contact(profile::test::benchmark_pair(), hertz_fastsim());
  WheelsetForces forces;
  contact.evaluate(test::rolling(0, 0.22e-3), forces);
  EXPECT_GT(forces.left.q, 1e3);
  EXPECT_EQ(forces.left.q, forces.right.q);
  EXPECT_EQ(forces.left.y, forces.right.y);
  EXPECT_EQ(forces.sum_y(), 0);
  EXPECT_EQ(forces.force.y(), 0);
  EXPECT_EQ(forces.left.wheel_y, forces.right.wheel_y);
}

TEST(wheelset_forces, totals_are_the_sums_of_both_wheels) {
  WheelsetContact contact(profile::test::benchmark_pair(), semi_elastic());
  WheelsetForces forces;
  std::mt19937 random(6);
  for (int i = 0; i < 20; ++i) {
    contact.evaluate(test::random_motion(random), forces);
    EXPECT_EQ(forces.force, forces.left.pair.force + forces.right.pair.force);
    EXPECT_EQ(forces.moment, forces.left.pair.moment + forces.right.pair.moment);
    EXPECT_NEAR(forces.left.q + forces.right.q, -forces.force.z(), 1e-9 * forces.force.norm());
    EXPECT_NEAR(forces.sum_y(), -forces.force.y(), 1e-9 * forces.force.norm());
    EXPECT_GT(forces.dissipation(), 0);
  }
}

TEST(wheelset_forces, a_flange_that_presses_has_a_positive_lateral_force_on_either_side) {
  WheelsetContact contact(profile::test::benchmark_pair(), hertz_fastsim());
  WheelsetForces right_flange;
  contact.evaluate(test::rolling(6.6e-3, -0.2e-3), right_flange);
  EXPECT_GT(right_flange.right.y, 0);
  EXPECT_GT(right_flange.right.y_over_q(), 0.3);
  EXPECT_LT(right_flange.right.wheel_y, -0.03);
  EXPECT_GT(right_flange.sum_y(), 0);

  WheelsetForces left_flange;
  contact.evaluate(mirrored(test::rolling(6.6e-3, -0.2e-3)), left_flange);
  EXPECT_EQ(left_flange.left.y, right_flange.right.y);
  EXPECT_EQ(left_flange.left.q, right_flange.right.q);
  EXPECT_EQ(left_flange.sum_y(), -right_flange.sum_y());
  EXPECT_EQ(left_flange.left.rail_y, right_flange.right.rail_y);
}

TEST(wheelset_forces, wheels_that_are_up_have_no_forces_and_no_contact_position) {
  WheelsetContact contact(profile::test::benchmark_pair(), hertz_fastsim());
  WheelsetForces forces;
  contact.evaluate(test::rolling(0, 0.22e-3), forces);
  contact.evaluate(test::rolling(0, -5e-3), forces);
  EXPECT_EQ(forces.force.norm(), 0);
  EXPECT_EQ(forces.right.y_over_q(), 0);
  EXPECT_TRUE(std::isnan(forces.right.wheel_y));
  EXPECT_EQ(forces.dissipation(), 0);
}

TEST(wheelset_forces, wheels_may_have_different_profiles_and_models) {
  const profile::WheelRailPair worn = profile::test::benchmark_pair();
  profile::WheelRailPair cone = worn;
  cone.wheel = profile::cone_wheel({.slope = 0.05});
  WheelsetContact contact(make_pair_model(cone, profile::Side::left, hertz_linear()),
                          make_pair_model(worn, profile::Side::right, hertz_polach()));
  WheelsetContact same(worn, hertz_polach());
  WheelsetForces forces;
  WheelsetForces of_same;
  contact.evaluate(test::rolling(1e-3, 0.22e-3), forces);
  same.evaluate(test::rolling(1e-3, 0.22e-3), of_same);
  EXPECT_EQ(forces.right.q, of_same.right.q);
  EXPECT_NE(forces.left.q, of_same.left.q);
}

/// Where the contact is far from an ellipse: two humps in one patch (centred, 5 mm), edges of arcs.
bool hertzian(const test::ManchesterRow& row) {
  if (row.side == profile::Side::left) return row.y_ws > 0;
  return row.y_ws > 1 && row.y_ws != 5 && row.y_ws != 6;
}

TEST(wheelset_forces, fastsim_has_the_forces_of_CONTACT_in_the_manchester_benchmark) {
  HertzModelSettings settings = hertz_fastsim();
  settings.bodies = {{82e9, 0.28}, {82e9, 0.28}};
  WheelsetContact contact(profile::test::benchmark_pair(), settings);
  WheelsetForces forces;
  for (const test::ManchesterRow& row : test::k_manchester_rows) {
    if (!hertzian(row)) continue;
    SCOPED_TRACE(row.y_ws);
    const WheelForces& wheel = row.side == profile::Side::left ? forces.left : forces.right;
    WheelsetMotion motion = test::motion_of(row);
    double high = motion.pose.vertical - 1e-5;
    double low = motion.pose.vertical + 1e-5;
    while (low - high > 1e-12) {
      motion.pose.vertical = (low + high) / 2;
      contact.evaluate(motion, forces);
      (wheel.q > 10e3 ? low : high) = motion.pose.vertical;
    }
    // Along the normal, as bodies overlap: on the flange a micrometre of it is two of height.
    EXPECT_NEAR(1e3 * motion.pose.vertical * std::cos(row.angle), row.z_ws * std::cos(row.angle),
                2e-3);
    // Of the friction limit, 3 kN: Hertz' ellipse for the real patch, FASTSIM for the exact theory.
    EXPECT_NEAR(-wheel.pair.force.x(), row.force_x, 0.01 * 3e3);
    EXPECT_NEAR(-wheel.pair.force.y(), row.force_y, 0.015 * 3e3);
  }
}

TEST(wheelset_forces, a_conical_wheelset_off_centre_is_steered_back) {
  // Shifted to the right the right wheel runs on the larger radius and its surface slips
  // backwards: its rail pushes it forward, the left one does not, and the wheelset turns left.
  profile::WheelRailPair pair = profile::test::benchmark_pair();
  pair.wheel = profile::cone_wheel({.slope = 0.05});
  WheelsetContact contact(pair, hertz_linear());
  WheelsetForces forces;
  contact.evaluate(test::rolling(2e-3, 0.6e-3), forces);
  ASSERT_GT(forces.left.q, 1e3);
  EXPECT_GT(forces.right.pair.force.x(), forces.left.pair.force.x());
  EXPECT_LT(forces.moment.z(), 0);
}

}  // namespace
}  // namespace tread::wheel_rail
