#include "tread/standards/running_limits.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "standards/km_h.hpp"

namespace tread::standards {
namespace {

TEST(running_limits, prudhomme_is_ten_kilonewtons_and_a_third_of_the_axle_load) {
  EXPECT_DOUBLE_EQ(sum_of_lateral_forces_limit(180e3, VehicleKind::passenger_or_locomotive).value,
                   70e3);
  EXPECT_DOUBLE_EQ(sum_of_lateral_forces_limit(180e3, VehicleKind::freight).value, 59.5e3);
}

TEST(running_limits, nadal_of_a_70_degree_flange_is_1_20) {
  EXPECT_NEAR(nadal_limit(70 * std::numbers::pi / 180, 0.36), 1.20, 0.005);
  // without friction the flange climbs at its own slope
  EXPECT_NEAR(nadal_limit(std::numbers::pi / 4, 0), 1, 1e-15);
}

TEST(running_limits, wheel_force_is_capped_by_speed) {
  const double heavy = 125e3;
  EXPECT_EQ(wheel_force_limit(heavy, km_h(160)).value, 200e3);
  EXPECT_EQ(wheel_force_limit(heavy, km_h(160.01)).value, 190e3);
  EXPECT_EQ(wheel_force_limit(heavy, km_h(200)).value, 190e3);
  EXPECT_EQ(wheel_force_limit(heavy, km_h(200.01)).value, 180e3);
  EXPECT_EQ(wheel_force_limit(heavy, km_h(250)).value, 180e3);
  EXPECT_EQ(wheel_force_limit(heavy, km_h(250.01)).value, 170e3);
  EXPECT_EQ(wheel_force_limit(heavy, km_h(300)).value, 170e3);
  EXPECT_EQ(wheel_force_limit(heavy, km_h(300.01)).value, 160e3);
}

TEST(running_limits, light_wheels_may_gain_ninety_kilonewtons) {
  EXPECT_EQ(wheel_force_limit(60e3, km_h(300)).value, 150e3);
  EXPECT_EQ(wheel_force_limit(80e3, km_h(300)).value, 170e3);
  EXPECT_EQ(wheel_force_limit(80.1e3, km_h(300)).value, 170e3);
}

TEST(running_limits, constants_are_those_of_the_norm) {
  EXPECT_EQ(k_derailment_quotient_limit.value, 0.8);
  EXPECT_EQ(k_twisted_track_quotient_limit.value, 1.2);
  EXPECT_EQ(k_unloading_limit.value, 0.6);
}

}  // namespace
}  // namespace tread::standards
