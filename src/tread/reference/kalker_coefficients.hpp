#pragma once

namespace tread::reference {

/// Kalker's creepage coefficients: how stiffly an elliptic contact that sticks everywhere resists
/// creepage and spin in steady rolling.
///
///   F_x = -G a b C11 xi
///   F_y = -G a b C22 eta - G (ab)^(3/2) C23 phi
///   M_z =  G (ab)^(3/2) C23 eta - G (ab)^2 C33 phi
///
/// a is the semi-axis along the rolling direction +x, b the one across; G and nu are the combined
/// constants of the bodies, 1/G = (1/G1 + 1/G2)/2 and nu/G = (nu1/G1 + nu2/G2)/2; forces act on the
/// body whose creepages xi, eta and spin phi are counted (docs/conventions.md#creepage).
///
/// From table E.3 of J. J. Kalker, Three-Dimensional Elastic Bodies in Rolling Contact (1990),
/// which has three digits: linear in g = min(a/b, b/a), and in nu the parabola through 1/C at 0,
/// 1/4 and 1/2.
///
/// Below g = 0.1, where the table ends, its asymptotes for slender contacts are used, each times a
/// factor that runs linearly in g from 1 at g = 0 to what meets the table at g = 0.1. The
/// asymptotes alone miss the table there by up to 7 %; with the factor nothing jumps. With L =
/// ln(16/g^2), D = (1-nu) L - 2 + 4 nu, E = (1-nu) L + 2 nu:
///
///   a << b   C11 = pi^2/(4(1-nu))   C22 = pi^2/4   C23 = pi sqrt(g)/(3(1-nu)) (1 + nu (ln(16/g) -
///   5))
///            C33 = pi^2/(16(1-nu) g)
///   a >> b   C11 = 2 pi/(g (L-2nu)) (1 + (3-ln 4)/(L-2nu))   C22 = 2 pi/(g E) (1 + (1-nu)(3-ln
///   4)/E)
///            C23 = 2 pi/(3 g^(3/2) D)   C33 = pi/4 (1 - nu (L-4)/D)^2
///
/// C33 for a << b sums the moments of strips that roll as Carter's; for a >> b it is slender-body
/// theory, in which spin makes a lateral traction, and both components act on each other.
struct KalkerCoefficients {
  double c11 = 0;
  double c22 = 0;
  double c23 = 0;
  double c33 = 0;
};

/// @param axis_ratio a/b, any positive number
/// @param poisson_ratio combined, 0 to 0.5
/// Throws ModelError outside these ranges.
KalkerCoefficients kalker_coefficients(double axis_ratio, double poisson_ratio);

}  // namespace tread::reference
