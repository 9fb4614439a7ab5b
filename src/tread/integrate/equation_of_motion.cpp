#include "tread/integrate/equation_of_motion.hpp"

#include <fmt/format.h>

#include "tread/core/errors.hpp"

namespace tread::integrate {
namespace {

void check_vector(const Vector& vector, int size, const char* what) {
  if (vector.size() != size) {
    throw ModelError(
        fmt::format("the state has {} {}, the system has {} unknowns", vector.size(), what, size));
  }
  if (!vector.allFinite()) {
    throw ModelError(fmt::format("the state has {} that are not finite", what));
  }
}

}  // namespace

void EquationOfMotion::external_force(double, Vector& force) { force.setZero(); }

void EquationOfMotion::solve_mass(const Vector&, const Vector& force, Vector& acceleration) {
  acceleration = force;
}

void EquationOfMotion::apply_mass(const Vector&, const Vector& acceleration, Vector& force) {
  force = acceleration;
}

bool EquationOfMotion::tangent_stiffness(const State&, Matrix&) { return false; }

bool EquationOfMotion::tangent_damping(const State&, Matrix&) { return !depends_on_velocity(); }

bool EquationOfMotion::solve_effective(const EffectiveFactors&, const State&, const Vector&,
                                       Vector&) {
  return false;
}

std::optional<Energy> EquationOfMotion::energy(const State&) { return std::nullopt; }

void EquationOfMotion::accept(const State&) {}

void check(const EquationOfMotion& system, const State& state) {
  const int size = system.size();
  if (size < 1) throw ModelError(fmt::format("a system needs at least one unknown, got {}", size));
  check_vector(state.position, size, "positions");
  check_vector(state.velocity, size, "velocities");
  if (state.acceleration.size() > 0) check_vector(state.acceleration, size, "accelerations");
}

Vector acceleration_of(EquationOfMotion& system, double time, const Vector& position,
                       const Vector& velocity) {
  Vector internal(system.size());
  Vector force(system.size());
  Vector acceleration(system.size());
  system.internal_force(time, position, velocity, internal);
  system.external_force(time, force);
  force -= internal;
  system.solve_mass(position, force, acceleration);
  return acceleration;
}

}  // namespace tread::integrate
