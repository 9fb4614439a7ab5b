#pragma once

#include <optional>

#include "tread/profile/rigid_contact.hpp"
#include "tread/wheel_rail/pair_model.hpp"

namespace tread::wheel_rail {

/// Positions that follow from loads: contact models give forces for a pose, here the pose is looked
/// for. Newton's method on (Q / load)^(2/3), which grows nearly straight with the height of a
/// wheel; where a wheel is up its gap takes over.

struct LoadOptions {
  double tolerance = 1e-6;  // of forces over the load, of the moment over load times radius
  int max_iterations = 60;
};

/// Lowers or lifts the wheelset, its motion unchanged otherwise, until the wheel presses on its
/// rail with a load.
/// @param load Q, N, vertical, > 0
/// @param motion where to start; its pose.vertical is what is found
/// @param forces at the end; their status tells if it was not found
/// Throws ModelError if there is no rail below the wheel.
void settle_wheel(PairModel& model, double load, const LoadOptions& options,
                  profile::WheelsetMotion& motion, PairForces& forces);

/// A wheelset that is held at a lateral position and yaw and rolls along the track.
struct HeldWheelset {
  double lateral = 0;  // m
  double yaw = 0;      // rad
  double speed = 0;    // m/s, along the track
  double load = 0;     // N, vertical, of EACH wheel
  /// rad/s, turning about the axle, negative forward; none: free, no moment about the axle is left
  std::optional<double> pitch_rate = std::nullopt;
};

struct SettledWheelset {
  SolveStatus status = SolveStatus::stopped;
  int evaluations = 0;  // of each wheel's model
  profile::WheelsetMotion motion;
  double pitch_rate = 0;  // rad/s, turning about the axle, negative forward
  PairForces left;
  PairForces right;
};

/// Height, roll and turning speed for which both wheels carry their load and no moment about the
/// axle is left, as a wheelset without drive and brake has it: the Manchester contact benchmark's
/// wheelset (Shackleton and Iwnicki, Vehicle System Dynamics 46 (2008) 129-149) as CONTACT solved
/// it. Starts from the rigid geometry. Throws ModelError where the rigid wheelset cannot stand.
SettledWheelset settle_wheelset(PairModel& left, PairModel& right,
                                const profile::RigidWheelset& rigid, const HeldWheelset& held,
                                const LoadOptions& options = {});

}  // namespace tread::wheel_rail
