#pragma once

#include "tread/core/material.hpp"

namespace tread::halfspace {

/// Influence of a uniformly loaded surface rectangle on the surface displacement of an elastic
/// half-space.
///
/// The point-force kernels (Boussinesq, Cerruti) on the surface are built from five functions of
/// the offset (x, y) from load to field point, r^2 = x^2 + y^2. These are their integrals over a
/// rectangle dx by dy centred at the origin, each with the unit of a length:
///
///   inv_r = ∫∫ 1/r    xx_r3 = ∫∫ x²/r³    xy_r3 = ∫∫ x y/r³    x_r2 = ∫∫ x/r²    y_r2 = ∫∫ y/r²
///
/// Near the rectangle they are sums over its corners, written so that nothing cancels; far away,
/// where a corner sum loses digits, the integral is exact along one side and Gauss-Legendre along
/// the other. Relative accuracy about 1e-14 of inv_r, at any distance and for any aspect ratio of
/// the rectangle.
struct CellIntegrals {
  double inv_r;
  double xx_r3;
  double xy_r3;
  double x_r2;
  double y_r2;
};
CellIntegrals cell_integrals(double x, double y, double dx, double dy);

/// The member inv_r alone: all that a frictionless problem needs.
double inverse_distance_integral(double x, double y, double dx, double dy);

/// u_i = A_ij p_j: displacement in direction i at (x, y) by a unit traction in direction j on the
/// rectangle, m/Pa.
///
/// For one body z points into the body and p_z > 0 presses in; for two bodies u is the difference
/// u1 - u2 and the tractions act on body 1 (docs/conventions.md#tractions). Kalker (1990),
/// section 4.2.
struct InfluenceCoefficients {
  double xx, xy, xz;
  double yx, yy, yz;
  double zx, zy, zz;
};
InfluenceCoefficients influence(double x, double y, double dx, double dy,
                                const Compliance& compliance);

/// The same for plane strain: a strip of width dx, endless along y. Displacements grow without
/// bound far away; they are relative to a surface point at the distance `datum`, m, which moves xx,
/// yy and zz by a constant and leaves xz and zx alone.
InfluenceCoefficients strip_influence(double x, double dx, double datum,
                                      const Compliance& compliance);

/// Plane strain: ∫ ln(datum/|x - ξ|) dξ over a strip of width dx around the origin, in m. Twice the
/// normal compliance times this is the displacement by unit pressure, relative to a surface point
/// at the distance `datum`.
double strip_log_integral(double x, double dx, double datum);

}  // namespace tread::halfspace
