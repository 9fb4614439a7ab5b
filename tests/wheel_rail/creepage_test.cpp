#include "tread/wheel_rail/creepage.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>

#include "tread/core/errors.hpp"
#include "wheel_rail/manchester_rows.hpp"

namespace tread::wheel_rail {
namespace {

using profile::ContactPoint;
using profile::Side;
using profile::WheelsetMotion;
using test::k_manchester_rows;
using test::ManchesterRow;

constexpr double k_manchester_radius = 0.46;

/// What a number that was printed with this many digits may be off.
double half_a_digit(double value, int digits) {
  return value == 0 ? 0 : 0.5 * std::pow(10, std::floor(std::log10(std::abs(value))) - digits + 1);
}

ContactPoint point_of(const ManchesterRow& row) {
  ContactPoint point;
  point.position = {1e-3 * row.x, 1e-3 * row.y, 1e-3 * row.z};
  point.angle = row.angle;
  point.penetration = 1e-3 * row.approach;
  return point;
}

contact::Creepage creepage_of(const ManchesterRow& row) {
  WheelsetMotion motion = test::motion_of(row);
  ContactPoint point = point_of(row);
  const double side = row.side == Side::left ? -1 : 1;
  if (row.side == Side::left) {
    motion = mirrored(motion);
    point.position.y() = -point.position.y();
    point.angle = -point.angle;
  }
  const contact::Creepage creepage =
      contact_motion(motion, k_manchester_radius, point, ContactFrame::at(point.angle)).creepage;
  return {creepage.longitudinal, side * creepage.lateral, side * creepage.spin};
}

TEST(creepage, is_that_of_CONTACT_on_both_wheels_of_the_manchester_benchmark) {
  for (const ManchesterRow& row : k_manchester_rows) {
    SCOPED_TRACE(testing::Message()
                 << (row.side == Side::left ? "left" : "right") << " y = " << row.y_ws << " mm");
    const contact::Creepage ours = creepage_of(row);
    // Besides the rounding of the results that of what they are made from: heights to 1e-4 mm and
    // the roll to four digits change the rolling radius, the angle to 1e-4 changes the spin.
    const double height = 2 * 0.5e-4 + half_a_digit(row.approach, 4);
    const double radius = (height + half_a_digit(row.roll, 4) * std::abs(row.y)) / 460;
    EXPECT_NEAR(ours.longitudinal, -row.cksi, half_a_digit(row.cksi, 4) + radius);
    EXPECT_NEAR(ours.lateral, row.ceta, half_a_digit(row.ceta, 4) + radius);
    EXPECT_NEAR(1e-3 * ours.spin, row.cphi, half_a_digit(row.cphi, 4) + 0.5e-4 / 460);
  }
}

/// Right wheel that touches straight below its tape circle.
ContactPoint point_below(double angle = 0, double penetration = 0) {
  ContactPoint point;
  point.position = {0, 0.75, 0};
  point.angle = angle;
  point.penetration = penetration;
  return point;
}

ContactMotion at_point(const WheelsetMotion& motion, const ContactPoint& point,
                       const CreepageSettings& settings = {}) {
  return contact_motion(motion, k_manchester_radius, point, ContactFrame::at(point.angle),
                        settings);
}

TEST(creepage, pure_rolling_has_none_but_spin_by_the_contact_angle) {
  const double angle = -0.05;
  const WheelsetMotion motion{{}, {20, 0, 0}, {0, -20 / k_manchester_radius, 0}};
  const ContactMotion rolling = at_point(motion, point_below(angle));
  EXPECT_NEAR(rolling.creepage.longitudinal, 0, 1e-15);
  EXPECT_NEAR(rolling.creepage.lateral, 0, 1e-15);
  // The normal into the wheel leans to the left, against the axle's turn.
  EXPECT_NEAR(rolling.creepage.spin, -std::sin(angle) / k_manchester_radius, 1e-12);
  EXPECT_DOUBLE_EQ(rolling.speed, 20);
}

TEST(creepage, the_axes_of_the_contact_are_right_handed_and_lean_with_the_flange) {
  for (const double angle : {-1.1, -0.3, 0.0, 0.2}) {
    const ContactFrame frame = ContactFrame::at(angle);
    EXPECT_NEAR((frame.x.cross(frame.y) - frame.z).norm(), 0, 1e-15);
    EXPECT_LT(frame.y.y(), 0);              // to the left
    EXPECT_LT(frame.z.z(), 0);              // up
    EXPECT_EQ(frame.z.y() < 0, angle < 0);  // away from a right rail's gauge face
  }
}

TEST(creepage, the_reference_speed_is_the_mean_of_both_surfaces_unless_told) {
  const WheelsetMotion motion{{}, {10, 0, 0}, {0, -8 / k_manchester_radius, 0}};
  EXPECT_DOUBLE_EQ(at_point(motion, point_below()).speed, 9);
  EXPECT_NEAR(at_point(motion, point_below()).creepage.longitudinal, 2.0 / 9, 1e-15);
  const CreepageSettings forward{.reference_speed = ReferenceSpeed::forward};
  EXPECT_DOUBLE_EQ(at_point(motion, point_below(), forward).speed, 10);
  EXPECT_NEAR(at_point(motion, point_below(), forward).creepage.longitudinal, 0.2, 1e-15);
}

TEST(creepage, the_yaw_rate_moves_the_contact_along_the_rail_and_is_no_rolling_of_the_wheel) {
  const WheelsetMotion motion{{}, {10, 0, 0}, {0, -10 / k_manchester_radius, 1}};
  const ContactMotion at = at_point(motion, point_below());
  EXPECT_NEAR(at.speed, (9.25 + 10) / 2, 1e-12);
  EXPECT_NEAR(at.creepage.longitudinal, -0.75 / at.speed, 1e-15);
  EXPECT_NEAR(at.creepage.spin, -1 / at.speed, 1e-15);
}

TEST(creepage, backwards_is_told_and_creepages_keep_the_forward_axis) {
  const WheelsetMotion motion{{}, {-10, 0.1, 0}, {0, 9.9 / k_manchester_radius, 0}};
  const ContactMotion at = at_point(motion, point_below());
  EXPECT_EQ(at.direction, contact::RollingDirection::minus_x);
  EXPECT_NEAR(at.creepage.longitudinal, -0.1 / 9.95, 1e-15);
  EXPECT_NEAR(at.creepage.lateral, -0.1 / 9.95, 1e-15);
}

TEST(creepage, a_wheel_that_spins_on_the_spot_rolls_forward_where_its_surface_says_so) {
  const WheelsetMotion motion{{}, {0, 0, 0}, {0, -4 / k_manchester_radius, 0}};
  const ContactMotion at = at_point(motion, point_below());
  EXPECT_EQ(at.direction, contact::RollingDirection::plus_x);
  EXPECT_NEAR(at.creepage.longitudinal, -2, 1e-12);
}

TEST(creepage, standstill_has_finite_creepage_by_the_slowest_speed) {
  const WheelsetMotion motion{{}, {0, 1e-3, 0}, {0, 0, 0}};
  const ContactMotion at = at_point(motion, point_below());
  EXPECT_DOUBLE_EQ(at.speed, 0.1);
  EXPECT_DOUBLE_EQ(at.creepage.lateral, -0.01);
  EXPECT_DOUBLE_EQ(at_point({}, point_below()).creepage.lateral, 0);
}

TEST(creepage, penetration_grows_as_the_wheel_goes_down_and_lets_it_roll_on_a_larger_radius) {
  const WheelsetMotion motion{{}, {20, 0, 0.3}, {0, -20 / k_manchester_radius, 0}, {0, 0.3, 0, 0}};
  const ContactMotion at = at_point(motion, point_below(0, 1e-4));
  EXPECT_DOUBLE_EQ(at.approach_speed, 0.3);
  EXPECT_DOUBLE_EQ(at.penetration_rate, 0.3);
  EXPECT_NEAR(at.creepage.longitudinal, -1e-4 / k_manchester_radius, 1e-7);
  EXPECT_NEAR(at.lever.z(), k_manchester_radius + 1e-4, 1e-15);
}

TEST(creepage, a_slowest_speed_of_zero_is_refused) {
  try {
    check(CreepageSettings{.slowest_speed = 0});
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("must be > 0 m/s, got 0"), std::string::npos);
  }
}

}  // namespace
}  // namespace tread::wheel_rail
