#include "tread/profile/contact_locus.hpp"

#include <cmath>

namespace tread::profile {
namespace {

Eigen::Matrix3d rotation_of(const WheelsetPose& pose) {
  const double sin_yaw = std::sin(pose.yaw);
  const double cos_yaw = std::cos(pose.yaw);
  const double sin_roll = std::sin(pose.roll);
  const double cos_roll = std::cos(pose.roll);
  Eigen::Matrix3d rotation;
  rotation << cos_yaw, -sin_yaw * cos_roll, sin_yaw * sin_roll,  //
      sin_yaw, cos_yaw * cos_roll, -cos_yaw * sin_roll,          //
      0, sin_roll, cos_roll;
  return rotation;
}

}  // namespace

PosedWheel::PosedWheel(const WheelsetGeometry& geometry, const WheelsetPose& pose)
    : rotation_(rotation_of(pose)),
      centre_(0, pose.lateral, pose.vertical - geometry.nominal_radius),
      nominal_radius_(geometry.nominal_radius),
      half_spacing_(geometry.tape_circle_half_spacing()) {
  const double amplitude = std::hypot(rotation_(0, 0), rotation_(0, 2));
  steepness_ = rotation_(0, 1) / amplitude;
  sin_phase_ = rotation_(0, 2) / amplitude;
  cos_phase_ = rotation_(0, 0) / amplitude;
}

double PosedWheel::heading_squared(const LocusPoint& point) const {
  const double cosine = rotation_(0, 0) * point.cos_angle - rotation_(0, 2) * point.sin_angle;
  return cosine * cosine;
}

}  // namespace tread::profile
