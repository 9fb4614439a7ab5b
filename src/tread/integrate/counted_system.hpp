#pragma once

#include "tread/integrate/stepper.hpp"

namespace tread::integrate {

/// A system whose force evaluations are counted: the one way by which schemes reach it.
class CountedSystem {
 public:
  explicit CountedSystem(EquationOfMotion& system)
      : system_(&system), internal_(system.size()), force_(system.size()) {}

  int size() const { return static_cast<int>(internal_.size()); }
  EquationOfMotion& system() { return *system_; }
  StepCounts& counts() { return counts_; }

  void internal_force(double time, const Vector& position, const Vector& velocity, Vector& force) {
    ++counts_.force_evaluations;
    system_->internal_force(time, position, velocity, force);
  }

  /// a = M(x)^-1 (F(t) - P(t, x, v)).
  void acceleration(double time, const Vector& position, const Vector& velocity, Vector& a) {
    internal_force(time, position, velocity, internal_);
    system_->external_force(time, force_);
    force_ -= internal_;
    a.resize(size());
    system_->solve_mass(position, force_, a);
  }

  /// Fills in the acceleration of a state that has none.
  void complete(State& state) {
    if (state.acceleration.size() == size()) return;
    acceleration(state.time, state.position, state.velocity, state.acceleration);
  }

 private:
  EquationOfMotion* system_;
  StepCounts counts_;
  Vector internal_;
  Vector force_;
};

inline bool is_finite(const State& state) {
  return state.position.allFinite() && state.velocity.allFinite() && state.acceleration.allFinite();
}

}  // namespace tread::integrate
