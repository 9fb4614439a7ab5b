#pragma once

#include <limits>

#include "tread/elastodynamics/semi_discrete.hpp"

namespace tread::elastodynamics {

enum class LimitBasis {
  none,          // unconditionally stable
  never_stable,  // no step is small enough
  row_sums,      // 2/sqrt of the largest row sum of |M^-1 K|: never above the true limit
};

/// The largest stable step (Courant-Friedrichs-Lewy) of the leapfrog scheme. Inside a staggered
/// grid it is 1/(c_p sqrt(1/dx² + 1/dz²)). On the collocated grid there is none: M^-1 K has
/// eigenvalues off the real axis, whose modes grow in every scheme that does not damp.
struct StabilityLimit {
  LimitBasis basis = LimitBasis::none;
  double largest_step = std::numeric_limits<double>::infinity();  // s
};

/// What the cylinder adds while all points below it touch.
struct TouchingCylinder {
  double radius = 0;  // m
  double mass = 0;    // kg/m
};

StabilityLimit leapfrog_limit(const SemiDiscrete& semi, const TouchingCylinder& cylinder);

/// 2/omega of the fastest mode of the free block, omega² being the spectral radius of M^-1 K
/// (points without mass eliminated), by power iteration.
double spectral_step_limit(const SemiDiscrete& semi, int n_iterations = 2000);

}  // namespace tread::elastodynamics
