#pragma once

namespace tread::reference {

/// Carlson's symmetric elliptic integrals of the first and second kind.
///
///   R_F(x, y, z) = 1/2 int_0^inf dt / sqrt((t+x)(t+y)(t+z))
///   R_D(x, y, z) = 3/2 int_0^inf dt / ((t+z) sqrt((t+x)(t+y)(t+z)))
///
/// In Legendre's terms K(e) = R_F(0, 1-e^2, 1) and (K - E)/e^2 = R_D(0, 1-e^2, 1)/3: what is a
/// difference of nearly equal numbers for a small eccentricity e is one positive integral here, so
/// Hertz contact needs no case distinction between circle and line. Relative error about 1e-15.
/// B. C. Carlson, Numer. Algorithms 10 (1995) 13-26.
///
/// @pre x, y >= 0, at most one of the arguments is zero; z > 0 for R_D.
double carlson_rf(double x, double y, double z);
double carlson_rd(double x, double y, double z);

}  // namespace tread::reference
