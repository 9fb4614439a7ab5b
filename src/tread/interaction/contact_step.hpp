#pragma once

#include "tread/interaction/motion.hpp"

namespace tread::interaction {

/// Steps with an elastic contact: finds the approaches at the end of a step.
///
///   delta = delta_free - C_w F(delta) - C_b Q(delta)            n equations for n wheels
///
/// Newton: (1 + C_w dF + C_b dQ) change = - residual. This is what Woodbury's formula leaves of the
/// Newton step on all modes and displacements; nothing is neglected.
class ContactStep {
 public:
  ContactStep(const CoupledSystem& system, const CrossingOptions& options);

  /// Accelerations and forces at the start.
  void start(Motion& motion);
  /// Moves on by a step; leaves the motion as it was unless that converged.
  StepOutcome step(double step, Motion& motion);
  long long n_contact_solves() const;
  std::vector<ContactPoint>& points() { return points_; }

 private:
  /// Forces at given approaches.
  struct Responses {
    WheelForces forces;
    Vector wheel_stiffness;
    Vector bridge_stiffness;
    SolveStatus status = SolveStatus::converged;
  };
  Responses respond(const Vector& approach);
  void add_damping(const Vector& approach, const Vector& free_rate, const Matrix& compliance,
                   Responses& responses, Matrix& wheel_tangent) const;
  StepOutcome newton(const WheelPlaces& places, Vector& approach, WheelForces& forces);
  StepOutcome picard(const Picard& settings, const WheelPlaces& places, const State& old,
                     Vector& approach, WheelForces& forces, State& state);
  Vector first_guess(const Motion& motion, double step) const;
  double change_of(const State& from, const State& to) const;
  bool is_linear(const Vector& approach, const Vector& change, const Vector& force,
                 const Vector& force_change, double tolerance) const;
  void press_only(WheelForces& forces) const;
  bool is_damped() const { return damping_ > 0; }

  const CoupledSystem& system_;
  CrossingOptions options_;
  integrate::OneStageScheme scheme_;
  StageSystem stage_;
  std::vector<ContactPoint> points_;
  double damping_ = 0;      // of a linear contact
  double force_scale_ = 0;  // N
  Vector before_;           // approaches one step before, for a first guess
  double step_before_ = 0;
};

}  // namespace tread::interaction
