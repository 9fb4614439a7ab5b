#pragma once

#include "tread/interaction/motion.hpp"

namespace tread::interaction {

/// Steps with a rigid contact. Wheels in contact follow the surface: the forces are those that make
/// the approach's acceleration zero,
///
///   z'' = w_tt + 2 v w_xt + v^2 w_xx + v' w_x - (v^2 r'' + v' r')
///
/// which is linear in them (wheels x wheels). After the step the wheels are put exactly onto the
/// surface and have its velocity: in contact they have no motion of their own. Where the surface
/// has a kink they hit it: impulses take the relative velocity away, as at landing.
///
/// A wheel leaves at the instant when its force passes through zero, and lands at the instant when
/// its gap closes: both are located inside the step, which then ends there. At landing the impulse
/// J of all wheels in contact takes the relative velocity away, (B' M^-1 B + W' M^-1 W) J = rate,
/// and 1/2 J rate is lost. With a restitution e the wheel that lands rebounds with e times its rate
/// (and less is lost), unless it would be back within this step.
///
/// A structure with all its unknowns keeps the factors of its regular step: a part of a step, up to
/// an event or from there to the end, is interpolated between the ends of a regular one.
class RigidStep {
 public:
  RigidStep(const CoupledSystem& system, const CrossingOptions& options);

  void start(Motion& motion);
  /// Moves on by the step or until an event, whichever comes first.
  StepOutcome step(double step, Motion& motion);

  std::vector<Impact>& impacts() { return impacts_; }
  std::vector<ContactChange>& changes() { return changes_; }

 private:
  Motion trial(double step, const Motion& from);
  bool is_interpolated(double step) const;
  Motion whole_trial(double step, const Motion& from);
  Motion part_trial(double step, const Motion& from, const Motion& to);
  Motion end_of_trial(const OneStage& stage);
  void solve_forces(const WheelPlaces& places, WheelForces& forces) const;
  std::vector<int> wheels_in_contact() const;
  std::optional<int> violated(const Motion& motion) const;
  double margin(const Motion& motion, int wheel) const;
  double locate(int wheel, double step, const Motion& from);
  void put_on_surface(double step, const Motion& from, Motion& motion, StepOutcome& outcome);
  bool passes_kink(int wheel, const Motion& from, const Motion& to) const;
  void strike(double step, Motion& motion, StepOutcome& outcome,
              std::optional<int> rebounding = {});
  Vector response_to(const Vector& forces, const Motion& motion) const;
  void settle(Motion& motion);
  void settle_at_instant(Motion& motion);
  void settle_anew(Motion& motion);
  void review_gaps(Motion& motion, StepOutcome& outcome);
  void land(int wheel, Motion& motion, StepOutcome& outcome);
  bool rebounds(int wheel, const Motion& motion) const;
  double kinetic_energy(const Motion& motion) const;
  void lose(int wheel, double time);
  void find(int wheel, double time);

  const CoupledSystem& system_;
  integrate::OneStageScheme scheme_;
  integrate::OneStageScheme next_scheme_;  // of the trial
  std::optional<Motion> regular_;          // end of a regular step, if parts of it are asked for
  StageSystem stage_;
  std::vector<bool> in_contact_;
  std::vector<bool> has_gap_;  // of those in the air: came off since they were let go
  double restitution_ = 0;
  double nominal_step_ = 0;
  double force_scale_ = 0;
  std::vector<Impact> impacts_;
  std::vector<ContactChange> changes_;
};

}  // namespace tread::interaction
