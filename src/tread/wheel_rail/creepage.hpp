#pragma once

#include <Eigen/Core>

#include "tread/contact/creepage.hpp"
#include "tread/contact/fast_models.hpp"
#include "tread/profile/contact_search.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::wheel_rail {

/// How the wheel's material moves against the rail where they touch, for a RIGHT wheel; a left one
/// is its mirror image.
///
///   Q = P + penetration times the normal into the rail
///   v = v0 + omega x (Q - centre)
///   xi = v.x/V      eta = v.y/V      phi = omega.z/V      in axes of the contact frame
///
/// P is the contact point on the rail, Q the one on the undeformed wheel below it: there the
/// velocity is taken and there the forces act, so that their power is exact. Between P and Q xi
/// differs by penetration/radius, 1e-4 under a heavy wheel: as much as on straight track it is.
///
/// The contact stays with the wheelset: it moves along the rail with the part u of v.x that is not
/// due to the turning Omega about the axle, and along the wheel's surface with c, the rest. The
/// rolling speed is the mean of both, V = (|u| + |c|)/2.
///
/// CONTACT (module 1) does the same and has the same numbers, but its body 1 is the rail, its s
/// points to the right, its n down. So our xi is minus its CKSI, eta its CETA and phi its CPHI; our
/// forces, on the wheel: minus FX, FS, and the moment MN.

/// Axes of the contact frame as vectors in the track frame: x forward, y to the left along the
/// plane of contact, z along the normal into the wheel.
struct ContactFrame {
  Eigen::Vector3d x;
  Eigen::Vector3d y;
  Eigen::Vector3d z;

  /// @param angle contact angle as in ContactPoint, rad
  static ContactFrame at(double angle);
};

enum class ReferenceSpeed {
  mean_of_surfaces,  ///< V as above
  forward,           ///< |v0.x|: forward speed of the wheelset's centre
};

struct CreepageSettings {
  ReferenceSpeed reference_speed = ReferenceSpeed::mean_of_surfaces;
  double slowest_speed = 0.1;  // m/s: V is not taken smaller. Steady rolling knows no standstill;
                               // below it creep forces are those of a damper
};

/// The wheel's motion at one contact point.
struct ContactMotion {
  Eigen::Vector3d lever = Eigen::Vector3d::Zero();  // Q - centre, track axes, m
  contact::Creepage creepage;
  double speed = 0;  // V, m/s, > 0
  contact::RollingDirection direction = contact::RollingDirection::plus_x;
  double approach_speed = 0;  // m/s, of the wheel's material into the rail: what pressure works on
  double penetration_rate = 0;  // m/s, by which the change of the pose makes the penetration grow.
                                // The same but for what turning about the axle and the track's own
                                // turning in a curve leave where P is not quite the deepest point
};

/// From the track's origin to the wheelset's centre, track axes, m.
Eigen::Vector3d wheelset_centre(const profile::WheelsetPose& pose, double nominal_radius);

/// Direction of the axle, from the left to the right wheel, track axes.
Eigen::Vector3d axle_direction(const profile::WheelsetPose& pose);

ContactMotion contact_motion(const profile::WheelsetMotion& motion, double nominal_radius,
                             const profile::ContactPoint& point, const ContactFrame& frame,
                             const CreepageSettings& settings = {});

/// Throws ModelError on a slowest speed that is not positive and finite.
void check(const CreepageSettings& settings);

}  // namespace tread::wheel_rail
