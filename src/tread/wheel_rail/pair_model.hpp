#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "tread/contact/creepage.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/profile/contact_search.hpp"
#include "tread/profile/wheelset.hpp"

namespace tread::wheel_rail {

/// What one wheel and one rail do to each other when the wheelset moves in a given way.
///
/// Forces act on the wheel, in axes of the track frame (x forward, y right, z down); the rail
/// receives the opposite. Models are objects because they keep first guesses and memory from call
/// to call. A left wheel is computed as its mirror image: mirrored motions give mirrored forces to
/// the last bit.

/// One patch of contact. Contact frame as everywhere: x forward, z along the normal into the
/// wheel, y to the left along the plane of contact (docs/conventions.md#wheel-rail).
struct PatchForces {
  profile::ContactPoint place;  // for a left wheel: of its mirror image
  contact::Creepage creepage;
  double normal_force = 0;          // N
  contact::CreepForces tangential;  // on the wheel, in the contact frame
  double semi_axis_x = 0;           // m; of the ellipse, or half the patch's extent
  double semi_axis_y = 0;
  double area = 0;           // m2
  double peak_pressure = 0;  // Pa
  double dissipation = 0;    // J/m: frictional work per metre rolled (T gamma), >= 0
  bool conformal = false;    // the surfaces fit each other too closely for the model's theory

  /// What the creep forces take out of the motion, J/m: with it the energy balance of the pair
  /// closes.
  double work_per_metre() const {
    return -(tangential.longitudinal * creepage.longitudinal +
             tangential.lateral * creepage.lateral + tangential.spin_moment * creepage.spin);
  }
};

struct PairForces {
  SolveStatus status = SolveStatus::converged;
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   // on the wheel, track axes, N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  // about the wheelset's centre, N m
  std::vector<PatchForces> patches;                  // those that press; none: the wheel is up
  double gap = 0;  // m, least distance between the surfaces; negative where they overlap
};

/// Users plug in their own.
class PairModel {
 public:
  virtual ~PairModel() = default;

  /// Depends on the motion (and on what was accepted before, in models with a memory) alone: may
  /// be asked about trial motions in any order. `forces` keeps its memory between calls.
  virtual void evaluate(const profile::WheelsetMotion& motion, PairForces& forces) = 0;

  /// The normal forces alone, where they are cheaper to have than all: for those who look for the
  /// height at which a wheel carries its load. A model that has no cheaper way evaluates all.
  virtual void evaluate_normal(const profile::WheelsetMotion& motion, PairForces& forces) {
    evaluate(motion, forces);
  }

  /// Largest vertical overlap of the undeformed surfaces, m; negative: a gap. None: not known
  /// without evaluating the model.
  virtual std::optional<double> vertical_overlap(const profile::WheelsetPose& pose) {
    (void)pose;
    return std::nullopt;
  }

  /// The motion has really happened, at this time: a model with a memory commits it.
  virtual void accept(double time, const profile::WheelsetMotion& motion) {
    (void)time;
    (void)motion;
  }
};

}  // namespace tread::wheel_rail
