#pragma once

#include "tread/elastodynamics/cylinder.hpp"
#include "tread/elastodynamics/impact.hpp"

namespace tread::elastodynamics {

/// Energies of a state, in the form that the scheme keeps. Leapfrog knows velocities half a step
/// before and after; the product of the two is its kinetic energy.
/// @param step the last one taken
ImpactEnergy energy_of(const SemiDiscrete& semi, const Cylinder& cylinder, Scheme scheme,
                       double step, const ImpactState& state);

}  // namespace tread::elastodynamics
