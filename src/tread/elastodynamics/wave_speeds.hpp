#pragma once

#include "tread/core/material.hpp"

namespace tread::elastodynamics {

/// A linear elastic, isotropic solid with inertia.
struct ElasticSolid {
  Material material;
  double density = 0;  // rho, kg/m³

  double lame() const;            // lambda = 2 G nu/(1 - 2 nu), Pa
  double p_wave_modulus() const;  // M = lambda + 2 G, Pa
};

/// Speeds of the plane waves of an elastic solid and of the wave along its free surface, m/s.
///
///   c_p² = (lambda + 2 G)/rho       c_s² = G/rho
///   Rayleigh: (2 - q)² = 4 sqrt(1 - q) sqrt(1 - q c_s²/c_p²),   q = (c_r/c_s)²,  0 < q < 1
///
/// K. F. Graff, Wave Motion in Elastic Solids (1975), chapters 5 and 6.
struct WaveSpeeds {
  double p = 0;
  double s = 0;
  double rayleigh = 0;
};

WaveSpeeds wave_speeds(const ElasticSolid& solid);

/// Throws ModelError unless the density is positive and the material elastic and compressible
/// (0 <= nu < 0.5: at 0.5 pressure waves are infinitely fast).
void check(const ElasticSolid& solid);

}  // namespace tread::elastodynamics
