#include "tread/wheel_rail/creepage.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "tread/core/errors.hpp"

namespace tread::wheel_rail {
namespace {

using profile::ContactPoint;
using profile::Side;
using profile::WheelsetMotion;

constexpr double k_radius = 0.46;

/// One wheel of the Manchester contact benchmark, case, as CONTACT prints it (module 1,
/// example mbench_a22, open-source release of Vtech CMCC): lengths in mm, rolling at 2 m/s.
struct BenchmarkRow {
  Side side;
  double y_ws, z_ws, roll, yaw, pitch_rate;
  double x, y, z, angle, approach;  // contact reference point in the track frame
  double cksi, ceta, cphi;
};
const BenchmarkRow k_rows[] = {
    {Side::left, 0.0, 0.1981, 0.0, 0.0, -4.3481181, 0.0, -751.8726, 0.1252, 0.029, 0.01596,
     -5.665e-05, 0.0, -6.302e-05},
    {Side::left, 1.0, 0.184, -5.049e-05, 0.0024, -4.3465752, 1.7955, -755.244, 0.0467, 0.0176,
     0.01946, -0.0006297, 0.0024, -3.848e-05},
    {Side::left, 2.0, 0.153, -0.0001128, 0.0048, -4.3459197, 3.6112, -756.5056, 0.0271, 0.0134,
     0.02054, -0.0008651, 0.004798, -2.947e-05},
    {Side::left, 3.0, 0.1145, -0.0001803, 0.0072, -4.3451503, 5.4373, -757.2358, 0.0182, 0.011,
     0.02128, -0.001103, 0.007197, -2.432e-05},
    {Side::left, 4.0, 0.068, -0.0002557, 0.0096, -4.344093, 7.2699, -757.6645, 0.0138, 0.0096,
     0.02185, -0.001399, 0.009594, -2.138e-05},
    {Side::left, 5.0, 0.0019, -0.0003554, 0.012, -4.3353637, 9.1066, -757.8958, 0.0116, 0.0088,
     0.02232, -0.003462, 0.01198, -1.99e-05},
    {Side::left, 6.0, -0.1957, -0.0006272, 0.0144, -4.3293718, 10.9471, -758.021, 0.0106, 0.0084,
     0.02278, -0.004901, 0.01437, -1.957e-05},
    {Side::left, 7.0, -4.5803, -0.006393, 0.0168, -4.2635629, 12.814, -758.6092, 0.0062, 0.0064,
     0.02412, -0.02035, 0.01663, -2.761e-05},
    {Side::left, 8.0, -6.2606, -0.008606, 0.0192, -4.2534857, 14.6457, -758.2223, 0.0089, 0.0077,
     0.02458, -0.02281, 0.01899, -3.511e-05},
    {Side::left, 9.0, -7.3913, -0.0101, 0.0216, -4.2477561, 16.4697, -757.6922, 0.0135, 0.0095,
     0.02489, -0.02425, 0.02135, -4.21e-05},
    {Side::left, 10.0, -8.2662, -0.01126, 0.024, -4.2436375, 18.2884, -757.0975, 0.0197, 0.0115,
     0.02511, -0.02532, 0.02371, -4.883e-05},
    {Side::right, 0.0, 0.1981, 0.0, 0.0, -4.3481181, 0.0, 751.8726, 0.1252, -0.029, 0.01596,
     -5.665e-05, 0.0, 6.302e-05},
    {Side::right, 1.0, 0.1839, -5.049e-05, 0.0024, -4.3465752, -1.7013, 741.9908, 0.5753, -0.0696,
     0.02448, 0.0006943, 0.002407, 0.000151},
    {Side::right, 2.0, 0.1529, -0.0001128, 0.0048, -4.3459197, -3.3682, 740.9147, 0.6548, -0.0806,
     0.0248, 0.0008752, 0.004818, 0.0001746},
    {Side::right, 3.0, 0.1143, -0.0001803, 0.0072, -4.3451503, -4.999, 739.9698, 0.7367, -0.0923,
     0.02439, 0.001052, 0.007235, 0.0001998},
    {Side::right, 4.0, 0.0676, -0.0002557, 0.0096, -4.344093, -6.5746, 738.7381, 0.8604, -0.1078,
     0.0237, 0.001276, 0.009662, 0.000233},
    {Side::right, 5.0, 0.0015, -0.0003554, 0.012, -4.3353637, -6.9999, 727.0855, 3.0041, -0.2905,
     0.02719, 0.004174, 0.01255, 0.0006188},
    {Side::right, 6.0, -0.1961, -0.0006272, 0.0144, -4.3293718, -7.3822, 725.1371, 3.6882, -0.4176,
     0.02728, 0.005077, 0.0158, 0.0008744},
    {Side::right, 7.0, -4.5809, -0.006393, 0.0168, -4.2635629, 2.3584, 719.0445, 9.2525, -1.0634,
     0.03563, 0.01949, 0.03457, 0.001838},
    {Side::right, 8.0, -6.2615, -0.008606, 0.0192, -4.2534857, -0.9036, 719.8316, 8.0092, -0.9501,
     0.03494, 0.02127, 0.033, 0.001701},
    {Side::right, 9.0, -7.3919, -0.0101, 0.0216, -4.2477561, -3.2265, 720.4903, 7.1643, -0.8676,
     0.03447, 0.02266, 0.03341, 0.001588},
    {Side::right, 10.0, -8.2668, -0.01126, 0.024, -4.2436375, -5.2821, 721.088, 6.5066, -0.7992,
     0.03411, 0.02378, 0.03445, 0.001486},
};

/// What a number that was printed with this many digits may be off.
double half_a_digit(double value, int digits) {
  return value == 0 ? 0 : 0.5 * std::pow(10, std::floor(std::log10(std::abs(value))) - digits + 1);
}

WheelsetMotion motion_of(const BenchmarkRow& row) {
  WheelsetMotion motion;
  motion.pose = {1e-3 * row.y_ws, 1e-3 * row.z_ws, row.roll, row.yaw};
  motion.velocity = {2, 0, 0};
  motion.angular_velocity = row.pitch_rate * axle_direction(motion.pose);
  return motion;
}

ContactPoint point_of(const BenchmarkRow& row) {
  ContactPoint point;
  point.position = {1e-3 * row.x, 1e-3 * row.y, 1e-3 * row.z};
  point.angle = row.angle;
  point.penetration = 1e-3 * row.approach;
  return point;
}

contact::Creepage creepage_of(const BenchmarkRow& row) {
  WheelsetMotion motion = motion_of(row);
  ContactPoint point = point_of(row);
  const double side = row.side == Side::left ? -1 : 1;
  if (row.side == Side::left) {
    motion = mirrored(motion);
    point.position.y() = -point.position.y();
    point.angle = -point.angle;
  }
  const contact::Creepage creepage =
      contact_motion(motion, k_radius, point, ContactFrame::at(point.angle)).creepage;
  return {creepage.longitudinal, side * creepage.lateral, side * creepage.spin};
}

TEST(creepage, is_that_of_CONTACT_on_both_wheels_of_the_manchester_benchmark) {
  for (const BenchmarkRow& row : k_rows) {
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
  return contact_motion(motion, k_radius, point, ContactFrame::at(point.angle), settings);
}

TEST(creepage, pure_rolling_has_none_but_spin_by_the_contact_angle) {
  const double angle = -0.05;
  const WheelsetMotion motion{{}, {20, 0, 0}, {0, -20 / k_radius, 0}};
  const ContactMotion rolling = at_point(motion, point_below(angle));
  EXPECT_NEAR(rolling.creepage.longitudinal, 0, 1e-15);
  EXPECT_NEAR(rolling.creepage.lateral, 0, 1e-15);
  // The normal into the wheel leans to the left, against the axle's turn.
  EXPECT_NEAR(rolling.creepage.spin, -std::sin(angle) / k_radius, 1e-12);
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
  const WheelsetMotion motion{{}, {10, 0, 0}, {0, -8 / k_radius, 0}};
  EXPECT_DOUBLE_EQ(at_point(motion, point_below()).speed, 9);
  EXPECT_NEAR(at_point(motion, point_below()).creepage.longitudinal, 2.0 / 9, 1e-15);
  const CreepageSettings forward{.reference_speed = ReferenceSpeed::forward};
  EXPECT_DOUBLE_EQ(at_point(motion, point_below(), forward).speed, 10);
  EXPECT_NEAR(at_point(motion, point_below(), forward).creepage.longitudinal, 0.2, 1e-15);
}

TEST(creepage, the_yaw_rate_moves_the_contact_along_the_rail_and_is_no_rolling_of_the_wheel) {
  const WheelsetMotion motion{{}, {10, 0, 0}, {0, -10 / k_radius, 1}};
  const ContactMotion at = at_point(motion, point_below());
  EXPECT_NEAR(at.speed, (9.25 + 10) / 2, 1e-12);
  EXPECT_NEAR(at.creepage.longitudinal, -0.75 / at.speed, 1e-15);
  EXPECT_NEAR(at.creepage.spin, -1 / at.speed, 1e-15);
}

TEST(creepage, backwards_is_told_and_creepages_keep_the_forward_axis) {
  const WheelsetMotion motion{{}, {-10, 0.1, 0}, {0, 9.9 / k_radius, 0}};
  const ContactMotion at = at_point(motion, point_below());
  EXPECT_EQ(at.direction, contact::RollingDirection::minus_x);
  EXPECT_NEAR(at.creepage.longitudinal, -0.1 / 9.95, 1e-15);
  EXPECT_NEAR(at.creepage.lateral, -0.1 / 9.95, 1e-15);
}

TEST(creepage, a_wheel_that_spins_on_the_spot_rolls_forward_where_its_surface_says_so) {
  const WheelsetMotion motion{{}, {0, 0, 0}, {0, -4 / k_radius, 0}};
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
  const WheelsetMotion motion{{}, {20, 0, 0.3}, {0, -20 / k_radius, 0}};
  const ContactMotion at = at_point(motion, point_below(0, 1e-4));
  EXPECT_DOUBLE_EQ(at.approach_speed, 0.3);
  EXPECT_NEAR(at.creepage.longitudinal, -1e-4 / k_radius, 1e-7);
  EXPECT_NEAR(at.lever.z(), k_radius + 1e-4, 1e-15);
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
