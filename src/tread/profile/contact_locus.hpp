#pragma once

#include <Eigen/Core>
#include <cmath>

#include "tread/profile/profile.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::profile {

/// The contact locus: on every circle of a turned wheel, the point whose normal has no component
/// along the track. Seen along x these points make the wheel's outline.
///
/// In the wheelset's axes the circle of the profile's point y_w has the radius r = r0 + z_w, its
/// points are (r sin θ, b + y_w, r cos θ) and the outward normals (t_y sin θ, -t_z, t_y cos θ),
/// with (t_y, t_z) the profile's tangent. With R = Rz(yaw) Rx(roll) the condition n_x = 0 reads
///
///   cos ψ sin θ + sin ψ sin φ cos θ = -sin ψ cos φ t_z / t_y
///
/// which has a solution near the lowest point unless the profile is so steep that the yaw hides it.
/// K. Wang, 1984, calls it the trace method; W. Li, 2002, carries the roll along.
struct LocusPoint {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // track frame, m
  double slope = 0;                                    // dz/dy of the outline there
  double sin_angle = 0;                                // of θ, positive forward of the axle
  double cos_angle = 1;
  bool visible = false;  // false: no point of this circle has such a normal
};

/// What is seen of it along x.
struct OutlinePoint {
  double y = 0;  // track frame, m
  double z = 0;
  double slope = 0;  // dz/dy
  bool visible = false;
};

/// A right wheel where its wheelset is.
class PosedWheel {
 public:
  PosedWheel(const WheelsetGeometry& geometry, const WheelsetPose& pose);

  LocusPoint locus(const ProfileSample& wheel) const;

  /// The same for loops: from a point of the wheel's profile and its slope dz/dy.
  OutlinePoint outline(double y, double z, double steepness) const;

  /// From the track frame to the wheelset's axes through the axle's centre, and back.
  Eigen::Vector3d to_wheelset(const Eigen::Vector3d& position) const {
    return rotation_.transpose() * (position - centre_);
  }
  Eigen::Vector3d to_track(const Eigen::Vector3d& in_wheelset) const {
    return centre_ + rotation_ * in_wheelset;
  }
  const Eigen::Matrix3d& rotation() const { return rotation_; }
  const Eigen::Vector3d& centre() const { return centre_; }
  double nominal_radius() const { return nominal_radius_; }
  double half_spacing() const { return half_spacing_; }

  /// cos² of the angle, in the tangent plane, between the circle through a locus point and the
  /// track.
  double heading_squared(const LocusPoint& point) const;

 private:
  Eigen::Matrix3d rotation_;
  Eigen::Vector3d centre_;
  double nominal_radius_;
  double half_spacing_;
  double steepness_;  // -sin ψ cos φ over the amplitude of the left side
  double sin_phase_;
  double cos_phase_;
};

inline LocusPoint PosedWheel::locus(const ProfileSample& wheel) const {
  LocusPoint point;
  const double sine = steepness_ * wheel.slope_z / wheel.slope_y;
  if (!(sine * sine < 1)) return point;
  const double cosine = std::sqrt(1 - sine * sine);
  point.sin_angle = sine * cos_phase_ - cosine * sin_phase_;
  point.cos_angle = cosine * cos_phase_ + sine * sin_phase_;
  const double radius = nominal_radius_ + wheel.z;
  point.position =
      centre_ + rotation_ * Eigen::Vector3d(radius * point.sin_angle, half_spacing_ + wheel.y,
                                            radius * point.cos_angle);
  const Eigen::Vector3d normal(wheel.slope_y * point.sin_angle, -wheel.slope_z,
                               wheel.slope_y * point.cos_angle);
  point.slope = -rotation_.row(1).dot(normal) / rotation_.row(2).dot(normal);
  point.visible = true;
  return point;
}

inline OutlinePoint PosedWheel::outline(double y, double z, double steepness) const {
  OutlinePoint point;
  const double sine = steepness_ * steepness;
  if (!(sine * sine < 1)) return point;
  const double cosine = std::sqrt(1 - sine * sine);
  const double sin_angle = sine * cos_phase_ - cosine * sin_phase_;
  const double cos_angle = cosine * cos_phase_ + sine * sin_phase_;
  const double radius = nominal_radius_ + z;
  const double lever = half_spacing_ + y;
  point.y = centre_.y() + rotation_(1, 0) * radius * sin_angle + rotation_(1, 1) * lever +
            rotation_(1, 2) * radius * cos_angle;
  point.z = centre_.z() + rotation_(2, 1) * lever + rotation_(2, 2) * radius * cos_angle;
  point.slope =
      -(rotation_(1, 0) * sin_angle - rotation_(1, 1) * steepness + rotation_(1, 2) * cos_angle) /
      (rotation_(2, 2) * cos_angle - rotation_(2, 1) * steepness);
  point.visible = true;
  return point;
}

}  // namespace tread::profile
