#include "tread/contact/fast_models.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/core/material.hpp"
#include "tread/reference/kalker_coefficients.hpp"
#include "tread/reference/vermeulen_johnson.hpp"

namespace tread::contact {
namespace {

void require_positive(const char* name, double value, const char* unit) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format(
      "the {} of an elliptic contact must be positive and finite, got {} {}; a fast model needs a "
      "contact that exists",
      name, value, unit));
}

void require_finite(const char* name, double value) {
  if (std::isfinite(value)) return;
  throw ModelError(fmt::format(
      "the {} must be finite, got {}; look for a rolling speed of zero that it was divided by",
      name, value));
}

void check_friction(const EllipticContact& contact) {
  check(contact.friction);
  if (const auto* coulomb = std::get_if<CoulombFriction>(&contact.friction)) {
    if (coulomb->static_coefficient != coulomb->kinetic_coefficient) {
      throw ModelError(fmt::format(
          "the fast creep-force models know one friction coefficient, got {} (static) and {} "
          "(kinetic); make them equal or use a contact solver",
          coulomb->static_coefficient, coulomb->kinetic_coefficient));
    }
  } else if (!(contact.rolling_speed > 0) || !std::isfinite(contact.rolling_speed)) {
    throw ModelError(fmt::format(
        "a friction coefficient that falls with the slip velocity needs a rolling speed > 0 m/s, "
        "got {}",
        contact.rolling_speed));
  }
}

/// Creepage as seen by somebody who looks along the rolling direction: spin turns the same way, and
/// both vectors change sign, which by odd symmetry is as if spin alone did.
double spin_along_rolling(const EllipticContact& contact, const Creepage& creepage) {
  return contact.direction == RollingDirection::plus_x ? creepage.spin : -creepage.spin;
}

CreepForces scaled(const CreepForces& forces, double factor) {
  return {factor * forces.longitudinal, factor * forces.lateral, factor * forces.spin_moment};
}

double size(const CreepForces& forces) { return std::hypot(forces.longitudinal, forces.lateral); }

reference::KalkerCoefficients coefficients(const EllipticContact& contact) {
  return reference::kalker_coefficients(contact.semi_axis_x / contact.semi_axis_y,
                                        contact.poisson_ratio);
}

/// f_S of Polach (1999), a force of spin over N, times length.
double polach_spin_factor(const EllipticContact& contact, double c23, double mu, double eta_c) {
  const double a = contact.semi_axis_x;
  const double b = contact.semi_axis_y;
  const double k = 1 + 6.3 * (1 - std::exp(-a / b));
  const double eps = 8 * b * std::sqrt(a * b) * contact.shear_modulus * c23 * std::abs(eta_c) /
                     (3 * k * contact.normal_force * mu);
  const double d = 1 - 2 / (eps * eps + 1);
  const double bracket =
      eps * (d * d * (0.5 - d / 3) - 1.0 / 6) +
      std::pow(2 * eps / (eps * eps + 1), 3) / 3;  // sqrt(1-d^2) = 2eps/(eps^2+1)
  return 9.0 / 16 * a * mu * k * bracket;
}

}  // namespace

double friction_coefficient(const EllipticContact& contact, const Creepage& creepage) {
  if (const auto* falling = std::get_if<FallingFriction>(&contact.friction)) {
    return coefficient(*falling,
                       contact.rolling_speed * std::hypot(creepage.longitudinal, creepage.lateral));
  }
  return std::get<CoulombFriction>(contact.friction).kinetic_coefficient;
}

void check(const EllipticContact& contact, const Creepage& creepage) {
  require_positive("semi-axis a", contact.semi_axis_x, "m");
  require_positive("semi-axis b", contact.semi_axis_y, "m");
  require_positive("normal force", contact.normal_force, "N");
  require_positive("shear modulus", contact.shear_modulus, "Pa");
  tread::check(Material{contact.shear_modulus, contact.poisson_ratio});
  check_friction(contact);
  require_finite("longitudinal creepage", creepage.longitudinal);
  require_finite("lateral creepage", creepage.lateral);
  require_finite("spin creepage", creepage.spin);
}

CreepForces linear_creep_forces(const EllipticContact& contact, const Creepage& creepage) {
  check(contact, creepage);
  const auto [c11, c22, c23, c33] = coefficients(contact);
  const double area = contact.semi_axis_x * contact.semi_axis_y;
  const double c = std::sqrt(area);
  const double turn = contact.direction == RollingDirection::plus_x ? 1 : -1;
  const double stiffness = contact.shear_modulus * area;
  return {-stiffness * c11 * creepage.longitudinal,
          -stiffness * (c22 * creepage.lateral + turn * c * c23 * creepage.spin),
          stiffness * c * (turn * c23 * creepage.lateral - c * c33 * creepage.spin)};
}

CreepForces shen_hedrick_elkins_forces(const EllipticContact& contact, const Creepage& creepage) {
  const CreepForces linear = linear_creep_forces(contact, creepage);
  const double limit = friction_coefficient(contact, creepage) * contact.normal_force;
  if (limit == 0) return {};
  const double ratio = size(linear) / limit;
  return ratio == 0 ? linear : scaled(linear, reference::saturated_force_ratio(ratio) / ratio);
}

CreepForces polach_1999_forces(const EllipticContact& contact, const Creepage& creepage) {
  return polach_2005_forces(contact, creepage, {});
}

CreepForces polach_2005_forces(const EllipticContact& contact, const Creepage& creepage,
                               const PolachReduction& reduction) {
  check(contact, creepage);
  if (!(reduction.slip > 0 && reduction.slip <= reduction.adhesion && reduction.adhesion <= 1)) {
    throw ModelError(fmt::format(
        "Polach's reduction factors must obey 0 < k_S <= k_A <= 1, got k_A = {}, k_S = {}",
        reduction.adhesion, reduction.slip));
  }
  const double mu = friction_coefficient(contact, creepage);
  const double a = contact.semi_axis_x;
  const double N = contact.normal_force;
  const double xi = creepage.longitudinal;
  const double eta = creepage.lateral;
  const double phi = spin_along_rolling(contact, creepage);
  const double eta_c = std::abs(eta + phi * a) > std::abs(eta) ? eta + phi * a : eta;
  const double s_c = std::hypot(xi, eta_c);
  if (s_c == 0 || mu == 0) return {};

  const auto kalker = coefficients(contact);
  const double s = std::hypot(xi, eta);
  const double c_j = s == 0 ? 0 : std::hypot(kalker.c11 * xi / s, kalker.c22 * eta / s);
  const double eps =
      std::numbers::pi * contact.shear_modulus * a * contact.semi_axis_y * c_j * s_c / (4 * N * mu);
  const double stick = reduction.adhesion * eps;
  const double f =
      2 * mu / std::numbers::pi * (stick / (1 + stick * stick) + std::atan(reduction.slip * eps));
  const double f_spin = polach_spin_factor(contact, kalker.c23, mu, eta_c);
  const CreepForces forces{-N * f * xi / s_c, -N * (f * eta + f_spin * phi) / s_c, 0};
  return size(forces) > mu * N ? scaled(forces, mu * N / size(forces)) : forces;
}

FallingFriction polach_friction(double static_coefficient, double limit_ratio, double decay) {
  if (!(limit_ratio >= 0 && limit_ratio <= 1)) {
    throw ModelError(fmt::format(
        "the friction coefficient at infinite slip velocity over that at rest must lie in 0 to 1, "
        "got {}",
        limit_ratio));
  }
  if (!(decay > 0) || !std::isfinite(decay)) {
    throw ModelError(fmt::format(
        "the decay of friction with the slip velocity must be > 0 s/m, got {}; for a coefficient "
        "that does not fall use Coulomb's law",
        decay));
  }
  FallingFriction law{.shape = FallingFriction::Shape::exponential,
                      .kinetic_coefficient = limit_ratio * static_coefficient};
  law.terms[0] = {(1 - limit_ratio) * static_coefficient, std::numbers::ln2 / decay};
  check(FrictionLaw{law});
  return law;
}

PolachRail polach_dry_rail() { return {{1, 0.4}, polach_friction(0.55, 0.4, 0.6)}; }

PolachRail polach_wet_rail() { return {{0.3, 0.1}, polach_friction(0.3, 0.4, 0.2)}; }

}  // namespace tread::contact
