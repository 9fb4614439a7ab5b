#pragma once

#include <deque>
#include <optional>
#include <variant>

#include "tread/integrate/equation_of_motion.hpp"
#include "tread/integrate/scheme.hpp"

namespace tread::integrate {

/// One step of a scheme with a single implicit stage, at the end t1 of the step: what is known, and
/// how position and velocity depend on the acceleration a1 that is asked for,
///
///   x1 = position + position_weight a1,     v1 = velocity + velocity_weight a1
///   mass_weight M a1 + (1 - mass_weight) M a0
///     + force_weight P(t1, x1, v1) + (1 - force_weight) P(t0, x0, v0) = F
///
/// For those who solve this equation in their own way (a coupled system with structure); Stepper
/// does it for all others.
struct OneStage {
  double time = 0;  // t1, s
  Vector position;
  Vector velocity;
  double position_weight = 0;  // s2
  double velocity_weight = 0;  // s
  double mass_weight = 1;
  double force_weight = 1;
};

/// Newmark, HHT and generalised alpha.
OneStage alpha_stage(const AlphaNumbers& numbers, double step, const State& state);

/// Adams-Moulton and BDF: z_{k+1} = known + h b g_{k+1} for z = (x, v), g = (v, a).
class MultistepPast {
 public:
  enum class Family { adams_moulton, bdf };
  MultistepPast(Family family, int order);

  /// The stage of a step from a state, which is remembered; nothing while there are too few equal
  /// steps before: such a step is for a starting scheme.
  std::optional<OneStage> begin(double step, const State& state);
  /// Forgets the state handed in last: the step from it was not taken.
  void drop_last() { past_.pop_front(); }
  void restart() { past_.clear(); }

 private:
  Family family_;
  Vector past_weights_;  // of past states (BDF) or derivatives (Adams-Moulton), newest first
  double new_weight_;    // b
  double step_ = 0;
  std::deque<State> past_;  // newest first
};

/// Any scheme with one implicit stage: newmark, hht_alpha, generalised_alpha, backward_euler, bdf,
/// adams_moulton. Multistep ones start with the average acceleration, and start anew whenever the
/// step changes.
class OneStageScheme {
 public:
  /// Throws ModelError if the settings are wrong or the scheme has not one implicit stage.
  explicit OneStageScheme(const SchemeSettings& settings);
  OneStage begin(double step, const State& state);
  /// The state was changed from outside.
  void restart();

 private:
  std::variant<AlphaNumbers, MultistepPast> scheme_;
};

}  // namespace tread::integrate
