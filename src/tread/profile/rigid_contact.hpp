#pragma once

#include <vector>

#include "tread/profile/contact_search.hpp"

namespace tread::profile {

/// A wheelset that stands on two rails, all of them rigid.
///
/// For a lateral position and a yaw, height and roll follow from both wheels touching. Going down
/// does not change which points come closest, so that the height at which a wheel touches is known
/// for every roll, and the roll is the root of the difference between the two heights.

/// Whether the wheelset rolls until both wheels touch, or stays level and each wheel is let down
/// on its rail alone. Roll moves the wheels' bottoms sideways by the radius times its angle: in
/// the flange, where the rolling radius grows by 10 mm, that is nearly half a millimetre.
enum class Roll { followed, left_out };

struct RigidContact {
  WheelsetPose pose;
  ContactPoint left;  // of the left wheel's mirror image
  ContactPoint right;

  /// Rolling radius of the right wheel less that of the left one, m: positive, and steering back to
  /// the middle, where the wheelset is to the right of it.
  double radius_difference() const { return right.rolling_radius - left.rolling_radius; }
};

/// A lateral position at which a wheel touches at two places, and its contact jumps.
struct ContactJump {
  double lateral = 0;  // m
  Side side = Side::right;
  double wheel_y_before = 0;  // m, in the wheel's profile, at slightly smaller lateral positions
  double wheel_y_after = 0;
};

struct LateralRange {
  double from = 0;  // m
  double to = 0;
};

class RigidWheelset {
 public:
  /// The left wheel and rail are given as their mirror images, as everywhere.
  RigidWheelset(ContactSearch left, ContactSearch right);
  explicit RigidWheelset(const ContactSearch& both) : RigidWheelset(both, both) {}

  /// Throws ModelError where the wheelset cannot stand: a wheel without a rail below it (fallen
  /// between the rails or beyond one), a wheel on the tip of its flange, a profile that ends at the
  /// contact. The text says which wheel and where.
  RigidContact at(double lateral, double yaw = 0, Roll roll = Roll::followed) const;

  /// The positions around the middle of the track, `step` apart and not beyond `reach`, at all of
  /// which it stands. Throws ModelError if it does not stand in the middle.
  LateralRange standing_range(double reach, double step, Roll roll) const;

  /// All jumps between two lateral positions. Positions `step` apart are compared; a contact that
  /// moves faster than `least_jump` per step is followed until it is seen to jump or not.
  std::vector<ContactJump> jumps(double from, double to, double yaw = 0, double step = 0.1e-3,
                                 double least_jump = 0.5e-3, Roll roll = Roll::followed) const;

  const ContactSearch& left() const { return left_; }
  const ContactSearch& right() const { return right_; }

 private:
  struct Touch {
    ContactPoint point;
    double depth;        // m, vertical, of the deepest point at height 0
    double roll_change;  // m/rad, of the depth
  };
  Touch touch(Side side, const WheelsetPose& pose) const;
  RigidContact standing(WheelsetPose pose, const Touch& left, const Touch& right) const;
  void follow_jump(const RigidContact& before, const RigidContact& after, Side side,
                   double least_jump, Roll roll, std::vector<ContactJump>& jumps) const;

  ContactSearch left_;
  ContactSearch right_;
};

/// Rolling radius difference over lateral position, straight between its points; a jump is two
/// points at one position.
struct RadiusDifference {
  std::vector<double> lateral;     // m, never falling
  std::vector<double> difference;  // m
  double spacing = 1.5;            // e, m, between the contact points: of both tape circles
  double nominal_radius = 0.46;    // m
};

/// The function Δr(y) of EN 15302, whose reference values leave the roll out. Where it is followed,
/// y is counted at the height of the contact, not at the axle: there the wheels roll without
/// sliding sideways, y' = yaw, which is what Klingel's equation says.
RadiusDifference radius_difference(const RigidWheelset& wheelset, double from, double to,
                                   double step = 0.05e-3, Roll roll = Roll::left_out);

/// The cone that would move as the real wheels do, tan γ, for a motion of the wheelset between two
/// lateral positions that are two amplitudes apart.
///
///   y'' = -Δr(y) / (e r0),   tan γ = 2 π² e r0 / λ²
///
/// λ is the wavelength of the motion. The integral of the equation of motion gives
/// y'² = (2 / (e r0)) times the integral of Δr from y to the turning point, hence λ without a step
/// in x. UIC 519 and EN 15302, which integrate the same equation.
///
/// The motion goes to and fro in a valley of that integral, which need not lie in the middle of the
/// track (wheels of different radii, negative conicity there). Of several the deepest is taken.
struct EquivalentConicity {
  double by_integration = 0;  // tan γ; 0 where Δr does not change over the whole motion
  double by_regression = 0;   // half the slope of the straight line nearest to Δr
  double wavelength = 0;      // m; infinite where tan γ is 0
  double middle = 0;          // m: lateral position half-way between the turning points
};

/// Throws ModelError if there is no such motion: it would leave the table, cross a hill on which
/// Δr steers away from the valley, or Δr steers back nowhere. The text says which.
EquivalentConicity equivalent_conicity(const RadiusDifference& table, double amplitude);

}  // namespace tread::profile
