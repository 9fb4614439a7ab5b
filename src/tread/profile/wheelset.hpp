#pragma once

#include <Eigen/Core>
#include <cmath>

namespace tread::profile {

/// Where a wheelset is, and how it moves, seen from the track.
///
/// Track frame: origin on the centre line in the plane of the rail tops, x forward along the track,
/// y to the right, z down; it is canted with the track. docs/conventions.md#wheel-rail.

enum class Side { left, right };

struct TrackGeometry {
  double gauge = 1.435;         // m, between the rails' gauge faces
  double gauge_height = 0.014;  // m below the rails' tops: where, or above it, the gauge is taken
};

struct WheelsetGeometry {
  double nominal_radius = 0.46;         // r0, m, at the tape circle
  double flange_back_distance = 1.36;   // m, between the backs of the flanges
  double flange_back_position = -0.07;  // m, their y in the wheel's profile

  /// From the wheelset's centre to the tape circle, m.
  double tape_circle_half_spacing() const {
    return flange_back_distance / 2 - flange_back_position;
  }
};

/// A turn by yaw about z, then by roll about the turned x: R = Rz(yaw) Rx(roll). A positive yaw
/// steers to the right, a positive roll lowers the right wheel. At zero the axle's centre is
/// nominal_radius above the plane of the rail tops, in the middle of the track.
struct WheelsetPose {
  double lateral = 0;   // m, to the right
  double vertical = 0;  // m, down
  double roll = 0;      // rad
  double yaw = 0;       // rad
};

/// Velocities are those against the rails, in axes of the track frame. Rolling forward at speed V
/// without creepage is velocity (V, 0, 0), angular velocity (0, -V/r, 0).
struct WheelsetMotion {
  WheelsetPose pose;
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();          // of the centre, m/s
  Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  // spin included, rad/s
  /// How fast the pose changes, m/s and rad/s: what damping of the contact feels. All zero in
  /// steady running, also in a curve, where the velocities above are not.
  WheelsetPose pose_rate = {};
};

/// The same seen in a mirror that swaps left and right.
inline WheelsetPose mirrored(const WheelsetPose& pose) {
  return {-pose.lateral, pose.vertical, -pose.roll, -pose.yaw};
}
inline WheelsetMotion mirrored(const WheelsetMotion& motion) {
  return {mirrored(motion.pose),
          {motion.velocity.x(), -motion.velocity.y(), motion.velocity.z()},
          {-motion.angular_velocity.x(), motion.angular_velocity.y(), -motion.angular_velocity.z()},
          mirrored(motion.pose_rate)};
}

/// Our angles of a wheelset that was turned the other way round: by roll about the track's x, then
/// by yaw about its own, rolled z, R = Rx(roll) Rz(yaw), as CONTACT counts them. Both turns have
/// the same axle and differ by one about it, which a round wheel does not notice. At a yaw of 24
/// mrad and a roll of 11 mrad a wheel stands 2.4 um higher or lower if the order is mistaken.
inline WheelsetPose from_roll_before_yaw(const WheelsetPose& pose) {
  const double ahead = std::sin(pose.yaw);
  const double across = std::cos(pose.yaw);
  return {pose.lateral, pose.vertical, std::asin(across * std::sin(pose.roll)),
          std::atan2(ahead, across * std::cos(pose.roll))};
}

}  // namespace tread::profile
