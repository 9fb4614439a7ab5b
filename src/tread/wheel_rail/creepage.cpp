#include "tread/wheel_rail/creepage.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::wheel_rail {
namespace {

/// Of a point of the wheelset that does not turn about its axle, as its pose changes.
Eigen::Vector3d velocity_of_pose(const profile::WheelsetMotion& motion,
                                 const Eigen::Vector3d& lever) {
  const profile::WheelsetPose& rate = motion.pose_rate;
  const double yaw = motion.pose.yaw;
  const Eigen::Vector3d turning(rate.roll * std::cos(yaw), rate.roll * std::sin(yaw), rate.yaw);
  return Eigen::Vector3d(0, rate.lateral, rate.vertical) + turning.cross(lever);
}

}  // namespace

ContactFrame ContactFrame::at(double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {{1, 0, 0}, {0, -c, -s}, {0, s, -c}};
}

Eigen::Vector3d wheelset_centre(const profile::WheelsetPose& pose, double nominal_radius) {
  return {0, pose.lateral, pose.vertical - nominal_radius};
}

Eigen::Vector3d axle_direction(const profile::WheelsetPose& pose) {
  const double c = std::cos(pose.roll);
  return {-std::sin(pose.yaw) * c, std::cos(pose.yaw) * c, std::sin(pose.roll)};
}

ContactMotion contact_motion(const profile::WheelsetMotion& motion, double nominal_radius,
                             const profile::ContactPoint& point, const ContactFrame& frame,
                             const CreepageSettings& settings) {
  ContactMotion result;
  const Eigen::Vector3d on_wheel = point.position - point.penetration * frame.z;
  result.lever = on_wheel - wheelset_centre(motion.pose, nominal_radius);

  const Eigen::Vector3d velocity = motion.velocity + motion.angular_velocity.cross(result.lever);
  const Eigen::Vector3d axle = axle_direction(motion.pose);
  const double turning = motion.angular_velocity.dot(axle);
  const double over_wheel = turning * axle.cross(result.lever).x();  // c
  const double over_rail = velocity.x() - over_wheel;                // u

  // Backwards is what the faster of both says, as in CONTACT: a wheel may spin on the spot.
  const bool rail_leads = std::abs(over_rail) >= std::abs(over_wheel);
  const bool forward = rail_leads ? over_rail >= 0 : over_wheel <= 0;
  result.direction =
      forward ? contact::RollingDirection::plus_x : contact::RollingDirection::minus_x;

  const double speed = settings.reference_speed == ReferenceSpeed::mean_of_surfaces
                           ? (std::abs(over_rail) + std::abs(over_wheel)) / 2
                           : std::abs(motion.velocity.x());
  result.speed = std::max(speed, settings.slowest_speed);
  result.creepage = {velocity.dot(frame.x) / result.speed, velocity.dot(frame.y) / result.speed,
                     motion.angular_velocity.dot(frame.z) / result.speed};
  result.approach_speed = -velocity.dot(frame.z);
  result.penetration_rate = -velocity_of_pose(motion, result.lever).dot(frame.z);
  return result;
}

void check(const CreepageSettings& settings) {
  if (settings.slowest_speed > 0 && std::isfinite(settings.slowest_speed)) return;
  throw ModelError(fmt::format(
      "the slowest rolling speed that creepages are made with must be > 0 m/s, got {}; 0.1 m/s "
      "disturbs no vehicle that runs",
      settings.slowest_speed));
}

}  // namespace tread::wheel_rail
