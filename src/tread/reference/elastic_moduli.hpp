#pragma once

#include "tread/core/material.hpp"

namespace tread::reference {

/// The six usual constants of an isotropic elastic solid. Any two of them fix the others.
///
///   E = 2G(1+nu)     K = E/(3(1-2nu))     lambda = 2G nu/(1-2nu)     M = lambda + 2G
///
/// A solid is stable for G > 0 and -1 < nu <= 1/2. At nu = 1/2 it is incompressible: K, lambda and
/// M are infinite.
struct ElasticModuli {
  double young = 0;    // E, Pa
  double poisson = 0;  // nu
  double shear = 0;    // G, Pa; Lame's second constant
  double bulk = 0;     // K, Pa
  double lame = 0;     // lambda, Pa; Lame's first constant, negative for nu < 0
  double p_wave = 0;   // M, Pa; stiffness in uniaxial strain
};

enum class Modulus { young, poisson, shear, bulk, lame, p_wave };

struct KnownModulus {
  Modulus which;
  double value;  // Pa, or the Poisson ratio; K, lambda and M may be infinite
};

/// All constants from two different ones, in any order; the given two come back unchanged.
///
/// E and M admit two solids, one with nu >= 0 and one with nu <= 0: the first is returned.
/// Throws ModelError for two constants that no stable solid has or that leave the solid
/// undetermined.
ElasticModuli elastic_moduli(KnownModulus first, KnownModulus second);

/// Throws ModelError for a negative Poisson ratio, which Material excludes.
Material material_from(const ElasticModuli& moduli);

}  // namespace tread::reference
