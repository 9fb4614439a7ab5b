#pragma once

#include "tread/reference/hertz.hpp"

namespace tread::reference {

/// Two bodies pressed together, then shifted against each other without rolling: Cattaneo's and
/// Mindlin's closed form. The middle of the contact sticks, a ring around it slips.
///
///   q = mu p0 [sqrt(1 - r^2/a^2) - (c/a) sqrt(1 - r^2/c^2)]     the second root only for r < c
///
/// Signs: shift is how far body 1 was moved along x relative to body 2; force and traction act on
/// body 1 and point against it. Elastically similar bodies, or rigid and incompressible: otherwise
/// the pressure would change with the shear. Load first, then shift.
/// K. L. Johnson, Contact Mechanics (1985), section 7.2.

/// Ball on flat.
///
///   c/a = (1 - |Q|/(mu P))^(1/3)     |shift| = (3 mu P/(8 a)) (2 - nu)/G (1 - (c/a)^2)
///
/// with the combined G and nu (1/G = (1/G1 + 1/G2)/2, nu/G = (nu1/G1 + nu2/G2)/2). Traction across
/// the shift is left out, which is exact for nu = 0 only.
struct CattaneoSphere {
  HertzCircle normal;
  double friction = 0;      // mu
  double force = 0;         // Q, N
  double shift = 0;         // m
  double stick_radius = 0;  // c, m; 0 when all slips

  /// Along x, at distance r from the centre, Pa.
  double traction(double r) const;
};

/// Throws ModelError for |force| > mu P, which no shift can bring about.
CattaneoSphere cattaneo_sphere_from_force(const HertzCircle& normal, double friction, double force,
                                          double shear_modulus, double poisson_ratio);
/// Beyond 3 mu P (2 - nu)/(8 a G) the bodies slide, and the force stays mu P.
CattaneoSphere cattaneo_sphere_from_shift(const HertzCircle& normal, double friction, double shift,
                                          double shear_modulus, double poisson_ratio);

/// Roller on flat, plane strain, sheared across its axis; forces per metre of length.
///
///   c/a = (1 - |Q|/(mu P))^(1/2)
///
/// Exact for any nu. The shift is known up to a constant only, as the approach of HertzLine, and
/// fixed like that by a datum distance.
struct CattaneoLine {
  HertzLine normal;
  double friction = 0;           // mu
  double force_per_length = 0;   // Q, N/m
  double stick_half_length = 0;  // c, m

  double traction(double x) const;

  /// Of body 1 relative to body 2, m, where a line load Q gives the displacement
  /// (2Q/(pi E*)) ln(d/|x|).
  double shift(double datum_distance) const;
};

CattaneoLine cattaneo_line_from_force(const HertzLine& normal, double friction,
                                      double force_per_length);

}  // namespace tread::reference
