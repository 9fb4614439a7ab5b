#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "profile/sample_profiles.hpp"
#include "tread/wheel_rail/creepage.hpp"

namespace tread::wheel_rail::test {

/// Rolling freely at 20 m/s.
inline profile::WheelsetMotion rolling(double lateral, double vertical = 0) {
  return {{lateral, vertical, 0, 0}, {20, 0, 0}, {0, -20 / 0.46, 0}};
}

/// Of a wheelset that moves so on straight track. R = Rz(yaw) Rx(roll): angular velocity is yaw
/// rate about the vertical, roll rate about the turned x, and the rest about the axle.
inline profile::WheelsetPose pose_rate_on_straight_track(const profile::WheelsetMotion& motion) {
  const Eigen::Vector3d& omega = motion.angular_velocity;
  const double yaw = motion.pose.yaw;
  const double across = -omega.x() * std::sin(yaw) + omega.y() * std::cos(yaw);
  return {motion.velocity.y(), motion.velocity.z(),
          omega.x() * std::cos(yaw) + omega.y() * std::sin(yaw),
          omega.z() - across * std::tan(motion.pose.roll)};
}

/// A wheelset at 30 m/s or so whose right wheel presses on its rail, anywhere from tread to flange;
/// the left one may be up.
inline profile::WheelsetMotion random_motion(std::mt19937& random) {
  static const profile::ContactSearch search(profile::test::benchmark_pair());
  const auto any = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  profile::WheelsetMotion motion;
  motion.pose = {any(-4e-3, 6.5e-3), 0, any(-1e-4, 1e-4), any(-5e-3, 5e-3)};
  std::vector<profile::ContactPoint> points;
  search.find(motion.pose, 1, points);
  motion.pose.vertical =
      (any(2e-5, 1e-4) - points.at(0).penetration) / std::cos(points.at(0).angle);
  motion.velocity = {any(20, 40), any(-0.1, 0.1), any(-0.05, 0.05)};
  motion.angular_velocity =
      -motion.velocity.x() / 0.46 * any(0.995, 1.005) * axle_direction(motion.pose) +
      Eigen::Vector3d(any(-0.05, 0.05), 0, any(-0.05, 0.05));
  motion.pose_rate = pose_rate_on_straight_track(motion);
  return motion;
}

}  // namespace tread::wheel_rail::test
