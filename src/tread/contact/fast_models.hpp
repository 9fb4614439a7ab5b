#pragma once

#include "tread/contact/creepage.hpp"
#include "tread/contact/friction.hpp"

namespace tread::contact {

/// Creep forces of an elliptic contact in steady rolling from formulas: microseconds where a
/// contact solver needs milliseconds. All are approximations; fastsim.hpp has the one that also
/// tells where the contact slips.
///
/// Forces act on body 1 and creepages are those of body 1 relative to body 2
/// (docs/conventions.md#creepage). Zero creepage gives zero force, opposite creepages opposite
/// forces.

enum class RollingDirection { plus_x, minus_x };

/// Hertz' ellipse with what passes it. G and nu are the combined constants of both bodies:
/// 1/G = (1/G1 + 1/G2)/2, nu/G = (nu1/G1 + nu2/G2)/2.
struct EllipticContact {
  double semi_axis_x = 0;     // a, m, along rolling
  double semi_axis_y = 0;     // b, m
  double normal_force = 0;    // N
  double shear_modulus = 0;   // G, Pa
  double poisson_ratio = 0;   // nu
  FrictionLaw friction = {};  // Coulomb: static and kinetic coefficients must be equal
  double rolling_speed = 0;   // V, m/s; used, and then needed, by a falling friction law only
  RollingDirection direction = RollingDirection::plus_x;
};

/// The one coefficient a fast model works with: that of the law at the slip velocity
/// V sqrt(xi^2 + eta^2) of the rigid bodies, spin left out.
double friction_coefficient(const EllipticContact& contact, const Creepage& creepage);

/// Throws ModelError on anything that is not finite, on a size, force or modulus that is not
/// positive, on a friction law that the fast models do not know.
void check(const EllipticContact& contact, const Creepage& creepage);

/// Kalker's linear theory (reference/kalker_coefficients.hpp): the whole contact sticks. It knows
/// no friction limit and is the slope at small creepage only.
CreepForces linear_creep_forces(const EllipticContact& contact, const Creepage& creepage);

/// Shen, Hedrick and Elkins: linear theory, its force (F_x, F_y) reduced to what the cubic law of
/// Vermeulen and Johnson lets pass (reference/vermeulen_johnson.hpp). For little spin. The moment,
/// which the authors leave out, is reduced by the same factor.
/// Z. Y. Shen, J. K. Hedrick, J. A. Elkins, 8th IAVSD Symposium (1983).
CreepForces shen_hedrick_elkins_forces(const EllipticContact& contact, const Creepage& creepage);

/// Polach: force along the creepage from a linear spring with Kalker's stiffness under a
/// semi-ellipsoid of friction bounds, and a lateral force of spin fitted to the exact theory.
///
///   eps = pi G a b C_j s_C/(4 N mu)          f = (2 mu/pi) (eps/(1+eps^2) + atan eps)
///   s_C = sqrt(xi^2 + eta_C^2), eta_C = eta + phi a if that is larger than eta in size, else eta
///   C_j = sqrt((C11 xi/s)^2 + (C22 eta/s)^2), s = sqrt(xi^2 + eta^2)
///   F_x = -N f xi/s_C      F_y = -N (f eta + f_S phi)/s_C
///
/// f_S is the force of pure spin with C23. No moment.
/// O. Polach, Vehicle System Dynamics Supplement 33 (1999) 728-739.
CreepForces polach_1999_forces(const EllipticContact& contact, const Creepage& creepage);

/// Polach for large creepage and dirty rails: the spring is weaker where it sticks (k_A) and where
/// it slips (k_S),
///
///   f = (2 mu/pi) (k_A eps/(1 + (k_A eps)^2) + atan(k_S eps))      0 < k_S <= k_A <= 1
///
/// together with a friction coefficient that falls with the slip velocity, polach_friction(). The
/// force of spin is that of 1999 and not reduced: where it works against lateral creepage on a
/// slippery rail the formulas can pass the friction limit, and are cut off there. With k_A = k_S =
/// 1 the two models are one. O. Polach, Wear 258 (2005) 992-1000.
struct PolachReduction {
  double adhesion = 1;  // k_A
  double slip = 1;      // k_S
};
CreepForces polach_2005_forces(const EllipticContact& contact, const Creepage& creepage,
                               const PolachReduction& reduction);

/// mu(v) = mu_0 ((1 - A) exp(-B v) + A).
/// @param static_coefficient mu_0
/// @param limit_ratio A, coefficient at infinite slip velocity over mu_0, 0 to 1
/// @param decay B, s/m, positive
FallingFriction polach_friction(double static_coefficient, double limit_ratio, double decay);

/// Polach's typical values for dry and wet rails.
struct PolachRail {
  PolachReduction reduction;
  FallingFriction friction;
};
PolachRail polach_dry_rail();
PolachRail polach_wet_rail();

}  // namespace tread::contact
