#pragma once

#include <memory>

#include "tread/core/solve_status.hpp"
#include "tread/integrate/equation_of_motion.hpp"
#include "tread/integrate/scheme.hpp"

namespace tread::integrate {

/// What the work so far has cost.
struct StepCounts {
  long long steps = 0;              // that were solved
  long long iterations = 0;         // of the nonlinear solver, over all steps
  long long force_evaluations = 0;  // of P, those for finite differences included
  long long jacobians = 0;          // matrices made, or solves handed to the system
};

/// A scheme of fixed step at work on one system: for those who march by themselves. march() does
/// the rest (end time, smaller steps, retries, records).
///
/// Steps may have any length, but a multistep scheme starts anew whenever the length changes, and
/// schemes that need equal steps refuse (ModelError).
class Stepper {
 public:
  /// Throws ModelError if the settings are wrong, adaptive, or do not fit the system. The system
  /// must outlive the stepper.
  Stepper(const SchemeSettings& settings, EquationOfMotion& system);
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  /// Advances state by step > 0, the acceleration filled in. Anything but converged leaves state as
  /// it was: blew_up if the new state is not finite, max_iterations if the equations were not
  /// solved.
  SolveStatus step(double step, State& state);

  /// Forgets the steps before: the state was changed from outside.
  void restart();

  const StepCounts& counts() const;

  struct Scheme;

 private:
  std::unique_ptr<Scheme> scheme_;
};

}  // namespace tread::integrate
