#pragma once

#include "tread/interaction/motion.hpp"

namespace tread::interaction {

/// Steps with a rigid contact whose forces are the Lagrange multipliers of displacements
/// (Montenegro et al. 2013, equation 39): at the end of each step
///
///   0 <= F,   delta <= 0,   F delta = 0,     delta = delta_free - C F
///
/// wheels x wheels, what block elimination (their equation 57) leaves. C is symmetric and positive
/// definite, so there is one solution. A wheel that would be pulled is let go, one that would be
/// inside is held, until none is; nothing is located inside the step, and there are no impacts.
///
/// A wheel without mass has no momentum: it takes velocity and acceleration of the surface, and in
/// the air those of the end of its spring.
class MultiplierStep {
 public:
  MultiplierStep(const CoupledSystem& system, const CrossingOptions& options);

  void start(Motion& motion);
  StepOutcome step(double step, Motion& motion);

  std::vector<ContactChange>& changes() { return changes_; }

 private:
  bool find_forces(const WheelPlaces& places, Motion& motion, StepOutcome& outcome);
  bool change_held(const Vector& forces, const Vector& approach, bool one_only);
  std::vector<int> wheels_held() const;
  void move_massless(Motion& motion) const;

  const CoupledSystem& system_;
  integrate::OneStageScheme scheme_;
  StageSystem stage_;
  std::vector<bool> is_held_;
  int max_iterations_ = 0;
  double force_scale_ = 0;
  std::vector<ContactChange> changes_;
};

}  // namespace tread::interaction
