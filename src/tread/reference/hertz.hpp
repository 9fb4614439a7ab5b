#pragma once

#include "tread/core/stress_tensor.hpp"

namespace tread::reference {

/// Frictionless contact of two elastic bodies with smooth, gently curved surfaces: Hertz' closed
/// forms.
///
/// Both bodies deform as half-spaces; only the contact modulus E* matters (tread::contact_modulus).
/// Forces, approach and pressure are positive when the bodies are pressed together. Displacements
/// are those of both bodies towards each other, u = u1 + u2; in the contact u = approach - gap.
/// A zero load is a contact of size zero, a negative one throws ModelError.
/// K. L. Johnson, Contact Mechanics (1985), chapters 3, 4 and appendix 3.

/// Ball on flat, gap r^2/(2R) with 1/R = 1/R1 + 1/R2 (thesis (4.10)-(4.22)).
///
///   a^2 = R delta     F = 4/3 E* sqrt(R) delta^(3/2)
///   p = p0 sqrt(1 - r^2/a^2)     p0 = 2 E* a/(pi R) = 3F/(2 pi a^2)
struct HertzCircle {
  double curvature_radius = 0;  // R, m
  double contact_modulus = 0;   // E*, Pa
  double force = 0;             // F, N
  double approach = 0;          // delta, m
  double contact_radius = 0;    // a, m
  double peak_pressure = 0;     // p0, Pa

  /// At distance r from the centre; zero outside the contact.
  double pressure(double r) const;

  /// u(r), m: delta - r^2/(2R) in the contact, F/(pi E* r) far away.
  double displacement(double r) const;

  /// Below the centre of the contact, in a body with this Poisson ratio; xx = yy is the radial
  /// stress.
  StressTensor stress_on_axis(double depth, double poisson_ratio) const;
};

HertzCircle hertz_circle_from_force(double force, double curvature_radius, double contact_modulus);
HertzCircle hertz_circle_from_approach(double approach, double curvature_radius,
                                       double contact_modulus);

/// Gap A x^2 + B y^2 between two surfaces; A and B (1/m) are half the sums of their curvatures.
struct GapCurvatures {
  double x = 0;  // A
  double y = 0;  // B
};

/// Half lengths of the contact ellipse along x and y, m.
struct SemiAxes {
  double x = 0;
  double y = 0;
};

/// Contact of general curved surfaces: an ellipse with semi-axes a (along x) and b (along y).
///
///   p = p0 sqrt(1 - x^2/a^2 - y^2/b^2)       p0 = 3F/(2 pi a b)        c = p0 a b / E*
///   delta = c R_F(0, a^2, b^2)       A = c/3 R_D(0, b^2, a^2)       B = c/3 R_D(0, a^2, b^2)
///
/// with Carlson's integrals. The longer axis lies along the smaller curvature. For a > b, with
/// e^2 = 1 - (b/a)^2, they are the usual
///
///   delta = (p0 b/E*) K
///   A = p0 b/(E* e^2 a^2) (K - E)     B = p0 b/(E* e^2 a^2) ((a/b)^2 E - K)
struct HertzEllipse {
  GapCurvatures curvatures;
  SemiAxes semi_axes;
  double contact_modulus = 0;  // E*, Pa
  double force = 0;            // F, N
  double approach = 0;         // delta, m
  double peak_pressure = 0;    // p0, Pa

  double pressure(double x, double y) const;

  /// u(x, y), m, in and outside the contact.
  double displacement(double x, double y) const;
};

HertzEllipse hertz_ellipse_from_force(double force, GapCurvatures curvatures,
                                      double contact_modulus);
HertzEllipse hertz_ellipse_from_approach(double approach, GapCurvatures curvatures,
                                         double contact_modulus);

/// The curvatures are those which the given ellipse needs. A zero load throws: it leaves them
/// undetermined.
HertzEllipse hertz_ellipse_from_axes_and_force(SemiAxes semi_axes, double force,
                                               double contact_modulus);
HertzEllipse hertz_ellipse_from_axes_and_approach(SemiAxes semi_axes, double approach,
                                                  double contact_modulus);

/// a/b, semi-axis along x over that along y: it depends on the curvatures alone.
double hertz_axis_ratio(GapCurvatures curvatures);

/// The curvatures of a gap with the given curvature A along x whose contact ellipse has the ratio
/// a/b (x over y).
GapCurvatures gap_curvatures_from_axis_ratio(double curvature_x, double axis_ratio);

/// Roller on flat, gap x^2/(2R), infinitely long in y, plane strain; all forces are per metre of
/// length.
///
///   a^2 = 4 P R/(pi E*)     p0 = 2P/(pi a) = E* a/(2R)     p = p0 sqrt(1 - x^2/a^2)
///
/// The displacement of a line load has no limit far away: it is known up to a constant only, fixed
/// here by a datum distance d at which a line load gives zero, u = (2P/(pi E*)) ln(d/|x|). Then the
/// approach is
///
///   delta(d) = (2P/(pi E*)) (ln(2d/a) + 1/2)
///
/// The "approach" a^2/R that some authors take over from the sphere, with P = pi/4 E* a^2/R, is
/// none of these.
struct HertzLine {
  double curvature_radius = 0;  // R, m
  double contact_modulus = 0;   // E*, Pa
  double force_per_length = 0;  // P, N/m
  double half_width = 0;        // a, m
  double peak_pressure = 0;     // p0, Pa

  double pressure(double x) const;
  double approach(double datum_distance) const;
  double displacement(double x, double datum_distance) const;

  /// At (x, depth) in a body with this Poisson ratio, plane strain.
  /// E. McEwen, Phil. Mag. 40 (1949) 454-459.
  StressTensor stress(double x, double depth, double poisson_ratio) const;
};

HertzLine hertz_line_from_force(double force_per_length, double curvature_radius,
                                double contact_modulus);
HertzLine hertz_line_from_half_width(double half_width, double curvature_radius,
                                     double contact_modulus);

}  // namespace tread::reference
