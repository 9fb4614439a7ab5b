#pragma once

#include <array>

#include "tread/core/material.hpp"
#include "tread/core/stress_tensor.hpp"

namespace tread::reference {

/// Force on one point of the surface of an elastic half-space: Boussinesq (normal) and Cerruti
/// (tangential).
///
/// The half-space is z >= 0, z points into it; the force acts on the body at the origin, so a
/// positive z component presses on it. With r = |(x, y, z)|, s = 1 - 2 nu and the factor 1/(4 pi G)
/// left out, a unit force gives
///
///   along z   ux = x z/r^3 - s x/(r(r+z))        uy alike       uz = z^2/r^3 + 2(1-nu)/r
///
///   along x   ux = 1/r + x^2/r^3 + s [1/(r+z) - x^2/(r(r+z)^2)]
///             uy = x y/r^3 - s x y/(r(r+z)^2)    uz = x z/r^3 + s x/(r(r+z))
///
/// The first row is thesis (4.2)-(4.4), where (4.4) has the wrong sign before z^2/r^3.
/// K. L. Johnson, Contact Mechanics (1985), sections 3.2 and 3.6.
using Vector3 = std::array<double, 3>;  // x, y, z components

/// Displacement of the body in m at `point` (m) due to `force` (N). Zero in a rigid body.
/// Throws ModelError at the origin, where it is infinite, and above the surface.
Vector3 point_load_displacement(const Vector3& force, const Vector3& point, const Material& body);

/// Stress due to the same force; of the material only the Poisson ratio matters.
StressTensor point_load_stress(const Vector3& force, const Vector3& point, double poisson_ratio);

}  // namespace tread::reference
