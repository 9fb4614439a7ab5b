#include "tread/elastodynamics/step_energy.hpp"

namespace tread::elastodynamics {

ImpactEnergy energy_of(const SemiDiscrete& semi, const Cylinder& cylinder, Scheme scheme,
                       double step, const ImpactState& state) {
  ImpactEnergy energy;
  energy.kinetic = 0.5 * state.v.dot(semi.energy_mass.cwiseProduct(state.v));
  energy.cylinder = 0.5 * cylinder.mass * state.velocity * state.velocity;
  if (scheme == Scheme::leapfrog) {
    const double eighth = step * step / 8;
    energy.kinetic -= eighth * state.a.dot(semi.energy_mass.cwiseProduct(state.a));
    energy.cylinder -= eighth * cylinder.mass * state.acceleration * state.acceleration;
  }
  energy.elastic =
      0.5 * state.u.dot(semi.energy_stiffness * state.u) +
      0.5 * state.surface_force.dot(semi.flexibility.cwiseProduct(state.surface_force));
  energy.gravity = cylinder.mass * cylinder.gravity * state.height;
  energy.absorbed = state.absorbed;
  return energy;
}

}  // namespace tread::elastodynamics
