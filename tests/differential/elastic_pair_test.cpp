#include <gtest/gtest.h>

#include "differential/ball_pieces.hpp"
#include "tread/wheel_rail/pair_models.hpp"

namespace tread::differential {
namespace {

using namespace cases;

wheel_rail::DifferentialModelSettings ball_model(ElementOrder order, double fine_size) {
  wheel_rail::DifferentialModelSettings settings;
  settings.bodies = ball_pieces(order, fine_size);
  settings.contact.penalty = 1e17;
  settings.contact.newton.tolerance = 1e-11;
  settings.contact.friction_kind = FrictionKind::stick_slip;
  return settings;
}

TEST(DifferentialModel, a_left_wheel_is_the_mirror_image_of_a_right_one_to_the_last_bit) {
  const auto pair = ball_pair(k_ball_radius);
  const auto settings = ball_model(ElementOrder::linear, 2e-3);
  const auto right = wheel_rail::make_pair_model(pair, profile::Side::right, settings);
  const auto left = wheel_rail::make_pair_model(pair, profile::Side::left, settings);
  profile::WheelsetMotion motion = rolling(k_ball_radius, k_ball_approach);
  motion.pose.lateral = 0.2e-3;
  motion.pose.yaw = 3e-3;
  motion.velocity.y() = 4e-3;
  motion.angular_velocity.y() *= 1 + 2e-4;
  wheel_rail::PairForces of_right;
  wheel_rail::PairForces of_left;
  right->evaluate(motion, of_right);
  left->evaluate(profile::mirrored(motion), of_left);
  ASSERT_EQ(of_right.patches.size(), 1u);
  ASSERT_EQ(of_left.patches.size(), 1u);
  EXPECT_EQ(of_left.force,
            Eigen::Vector3d(of_right.force.x(), -of_right.force.y(), of_right.force.z()));
  EXPECT_EQ(of_left.moment,
            Eigen::Vector3d(-of_right.moment.x(), of_right.moment.y(), -of_right.moment.z()));
  EXPECT_EQ(of_left.patches[0].tangential.lateral, -of_right.patches[0].tangential.lateral);
  EXPECT_GE(of_right.patches[0].dissipation, 0);
}

/// Under the same load. Tractions grow from the leading edge, which is known to an element: at 1.2
/// mm, a third of the radius, 10 % and falling (docs/verification.md).
TEST(DifferentialModel, small_creepages_give_the_forces_of_half_spaces) {
  const auto pair = ball_pair(k_ball_radius);
  const auto elastic = wheel_rail::make_pair_model(pair, profile::Side::right,
                                                   ball_model(ElementOrder::linear, 1.2e-3));
  wheel_rail::HalfSpaceModelSettings half_space;
  half_space.grid.cells = 60;
  const auto reference = wheel_rail::make_pair_model(pair, profile::Side::right, half_space);
  wheel_rail::PairForces forces;
  profile::WheelsetMotion motion = rolling(k_ball_radius, 0.8 * k_ball_approach);
  const auto creep = [&](double longitudinal, double lateral) {
    motion.velocity.y() = 10 * lateral;
    motion.angular_velocity.y() = -10 / k_ball_radius * (1 - longitudinal);
  };
  elastic->evaluate(motion, forces);
  const double load = -forces.force.z();
  profile::WheelsetMotion pressed = motion;
  pressed.pose.vertical = root(
      [&](double vertical) {
        pressed.pose.vertical = vertical;
        reference->evaluate(pressed, forces);
        return -forces.force.z() - load;
      },
      0.8 * k_ball_approach, 1.4 * k_ball_approach);
  for (const auto& [longitudinal, lateral] : {std::pair{1e-4, 0.0}, std::pair{0.0, 1e-4}}) {
    creep(longitudinal, lateral);
    elastic->evaluate(motion, forces);
    const Eigen::Vector3d found = forces.force;
    pressed.velocity = motion.velocity;
    pressed.angular_velocity = motion.angular_velocity;
    reference->evaluate(pressed, forces);
    const int k = longitudinal > 0 ? 0 : 1;
    std::printf("creep force %g of %g: %g\n", found[k], forces.force[k],
                found[k] / forces.force[k]);
    EXPECT_LT(found[k] / forces.force[k], 1.12);
    EXPECT_GT(found[k] / forces.force[k], 0.95);
  }
}

}  // namespace
}  // namespace tread::differential
