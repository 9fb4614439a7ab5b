#pragma once

#include "tread/core/shape.hpp"

namespace tread::halfspace {

/// Derivatives of the three harmonic potentials that generate every elastic state of the half-space
/// z >= 0. For a unit point force at the origin, with rho = sqrt(x^2 + y^2 + z^2):
///
///   phi0 = 1/rho         phi1 = ln(rho + z)      phi2 = z ln(rho + z) - rho
///   d(phi1)/dz = phi0    d(phi2)/dz = phi1       all three harmonic for z > 0              (1)
///
/// For a loaded area they are integrated over the area, for a loaded strip along y as well.
/// Displacement and stress are sums of the derivatives below times the tractions, the same sums for
/// a point, a rectangle and a strip (subsurface.hpp). Subscripts are derivatives with respect to
/// the point of observation; phi0_zz = -phi0_xx - phi0_yy and its like follow from (1).
///
/// A rectangle in closed form: with X, Y the distances to its corners, R = sqrt(X^2 + Y^2 + z^2)
/// and [f] the sum over the corners with signs + - - +, any phi integrates to [Phi] with
/// d2(Phi)/dXdY = phi, so that
///
///   phi0    = [X ln(R+Y) + Y ln(R+X) - z atan(XY/(zR))]
///   phi0_x  = [ln(R+Y)]                     phi0_z  = [-atan(XY/(zR))]
///   phi1_xx = [-2 atan(X/(R+Y+z))]          phi1_xy = [ln(R+z)]
///   phi1_x  = [Y ln(R+z) + z ln(R+Y) - 2 X atan(X/(R+Y+z))]
///   phi2_xx = [-X ln(R+Y) - 2 z atan(X/(R+Y+z))]                                           (2)
///
/// and the rest by differentiation or x <-> y. On the surface, values on an edge are the mean of
/// both sides where the limit depends on the side, and infinite where both sides are.
///
/// A. E. H. Love, Phil. Trans. R. Soc. A 228 (1929) 377; K. L. Johnson, Contact Mechanics (1985),
/// section 3.2.
struct Potentials {
  double phi0 = 0;
  double phi0_x = 0, phi0_y = 0, phi0_z = 0;
  double phi0_xx = 0, phi0_yy = 0, phi0_xy = 0, phi0_xz = 0, phi0_yz = 0;
  double phi1_x = 0, phi1_y = 0;
  double phi1_xx = 0, phi1_yy = 0, phi1_xy = 0;
  double phi1_xxy = 0, phi1_xyy = 0;
  double phi2_xx = 0, phi2_yy = 0, phi2_xy = 0;
  double phi2_xxy = 0, phi2_xyy = 0;

  void add(double weight, const Potentials& other);
};

/// factor * potential, where 0 times the infinite logarithm of an edge is 0: the limit of s ln s.
inline double limit_product(double factor, double potential) {
  return factor == 0 ? 0 : factor * potential;
}

/// Unit point force at the origin, seen from (x, y, z) != 0, z >= 0.
Potentials point_potentials(double x, double y, double z);

/// Unit traction on a rectangle, by the corner sums (2): exact, but loses about (distance / shorter
/// side)^2 in relative precision far away.
Potentials rectangle_potentials_closed_form(const Rectangle& loaded, double x, double y, double z);

/// Unit traction on a rectangle, at every distance and for sides of any ratio up to 1:1000 accurate
/// to about 2e-13 of what displacement and stress of such a load are there (components that vanish
/// by symmetry are small to that, not exactly zero).
///
/// Near the rectangle (within 6.5 sides of a square, 80 shorter sides of a long one) the closed
/// form. Farther off the point force, integrated by Gauss rules with as many nodes as the distance
/// asks for; a longer side that is still too long for that is halved until it is not.
Potentials rectangle_potentials(const Rectangle& loaded, double x, double y, double z);

/// Unit traction on the strip x_low < x < x_high, endless in y. phi0 is defined up to a constant
/// only: it is chosen so that the phi0 of a line load vanishes at the distance `datum` (m) from it.
Potentials strip_potentials(double x_low, double x_high, double x, double z, double datum);

}  // namespace tread::halfspace
