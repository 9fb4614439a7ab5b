#pragma once

#include <cmath>
#include <random>

#include "tread/contact/fast_models.hpp"

namespace tread::contact {

inline FrictionLaw coulomb(double mu) { return CoulombFriction{mu, mu}; }

/// A steel wheel on a rail with a circular contact, for which Kalker's table gives C11 = 4.12, C22
/// = 3.67, C23 = 1.47, C33 = 1.19 as they stand.
inline EllipticContact round_contact() {
  return {.semi_axis_x = 5e-3,
          .semi_axis_y = 5e-3,
          .normal_force = 80e3,
          .shear_modulus = 80e9,
          .poisson_ratio = 0.25,
          .friction = coulomb(0.3)};
}

struct Sample {
  EllipticContact contact;
  Creepage creepage;
};

/// Axis ratios 0.1 to 10, mu 0.05 to 1, creepages from a tenth to a hundred times what linear
/// theory needs to slide, spin up to pure spin.
inline Sample random_sample(std::mt19937& random) {
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Sample s;
  const double mean = 5e-3;
  const double ratio = std::pow(10, uniform(-1, 1));
  const double mu = uniform(0.05, 1);
  s.contact = {
      .semi_axis_x = mean * std::sqrt(ratio),
      .semi_axis_y = mean / std::sqrt(ratio),
      .normal_force = uniform(1e3, 2e5),
      .shear_modulus = 80e9,
      .poisson_ratio = uniform(0, 0.5),
      .friction = coulomb(mu),
      .direction = uniform(0, 1) < 0.5 ? RollingDirection::plus_x : RollingDirection::minus_x};
  const double size =
      mu * s.contact.normal_force / (80e9 * mean * mean * 4) * std::pow(10, uniform(-1, 2));
  s.creepage = {size * uniform(-1, 1), size * uniform(-1, 1), size * uniform(-1, 1) / mean};
  if (uniform(0, 1) < 0.2) s.creepage.longitudinal = s.creepage.lateral = 0;
  return s;
}

inline double tangential(const CreepForces& f) { return std::hypot(f.longitudinal, f.lateral); }

}  // namespace tread::contact
