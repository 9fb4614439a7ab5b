#include "tread/elastodynamics/wave_speeds.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::elastodynamics {
namespace {

/// c_r/c_s from the Rayleigh function, which has one sign change for 0 < q < 1.
double rayleigh_ratio(double s_over_p_squared) {
  // divided by q, which takes the root at q = 0 away
  const auto rayleigh = [&](double q) {
    const double product = std::sqrt((1 - q) * (1 - q * s_over_p_squared));
    return ((2 - q) * (2 - q) - 4 * product) / q;
  };
  double low = 1e-6;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (rayleigh(middle) < 0 ? low : high) = middle;
  }
  return std::sqrt(0.5 * (low + high));
}

}  // namespace

double ElasticSolid::lame() const {
  const double nu = material.poisson_ratio;
  return 2 * material.shear_modulus * nu / (1 - 2 * nu);
}

double ElasticSolid::p_wave_modulus() const { return lame() + 2 * material.shear_modulus; }

WaveSpeeds wave_speeds(const ElasticSolid& solid) {
  check(solid);
  WaveSpeeds speeds;
  speeds.p = std::sqrt(solid.p_wave_modulus() / solid.density);
  speeds.s = std::sqrt(solid.material.shear_modulus / solid.density);
  speeds.rayleigh = speeds.s * rayleigh_ratio(speeds.s * speeds.s / (speeds.p * speeds.p));
  return speeds;
}

void check(const ElasticSolid& solid) {
  check(solid.material);
  if (solid.material.is_rigid()) {
    throw ModelError("the ground is rigid: no wave runs in it, give it a finite modulus");
  }
  if (solid.material.poisson_ratio >= 0.5) {
    throw ModelError(fmt::format(
        "Poisson's ratio {} makes the ground incompressible and its pressure waves infinitely "
        "fast; take one below 0.5",
        solid.material.poisson_ratio));
  }
  if (!(solid.density > 0) || !std::isfinite(solid.density)) {
    throw ModelError(
        fmt::format("the density of the ground must be positive, got {} kg/m3", solid.density));
  }
}

}  // namespace tread::elastodynamics
