#pragma once

#include <limits>

namespace tread {

/// Linear elastic, homogeneous, isotropic material. An infinite shear modulus means a rigid body.
struct Material {
  double shear_modulus = 0;  // G, Pa
  double poisson_ratio = 0;  // nu, 0 to 0.5

  static Material from_young(double young_modulus, double poisson_ratio) {
    return {young_modulus / (2 * (1 + poisson_ratio)), poisson_ratio};
  }
  static Material rigid() { return {std::numeric_limits<double>::infinity(), 0.5}; }

  bool is_rigid() const { return shear_modulus == std::numeric_limits<double>::infinity(); }
  double young_modulus() const { return 2 * shear_modulus * (1 + poisson_ratio); }
};

/// The two bodies in contact: the upper one (CONTACT's body 1, the wheel) and the lower one (body
/// 2, the rail or bridge).
struct BodyPair {
  Material upper;
  Material lower;
};

/// What the half-space kernels need of the bodies: sums of compliances, so that a rigid body simply
/// adds nothing.
///
///   shear    = sum 1/(2 pi G)     poisson = sum nu/(2 pi G)      coupling = [(1-2nu1)/G1 -
///   (1-2nu2)/G2]/(4 pi)      [1/Pa]
///
/// For two bodies these describe the displacement difference u1 - u2 (Kalker's combined G, nu, K:
/// shear = 1/(pi G), poisson = nu/(pi G), coupling = K/(pi G)); for one body the displacement of
/// that body itself.
struct Compliance {
  double shear = 0;
  double poisson = 0;
  double coupling = 0;

  double normal() const { return shear - poisson; }  // (1-nu)/(2 pi G) summed = 1/(pi E*)

  bool operator==(const Compliance&) const = default;
};

Compliance compliance_of(const Material& body);
Compliance compliance_of(const BodyPair& bodies);

/// E* = [(1-nu1^2)/E1 + (1-nu2^2)/E2]^-1, Pa (thesis (4.22)).
double contact_modulus(const BodyPair& bodies);

/// Throws ModelError unless G > 0 (infinite allowed) and 0 <= nu <= 0.5, and for a pair unless at
/// least one body is elastic.
void check(const Material& body);
void check(const BodyPair& bodies);

}  // namespace tread
