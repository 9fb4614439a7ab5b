#include "tread/reference/hertz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/reference/checks.hpp"
#include "tread/reference/elliptic_integrals.hpp"

namespace tread::reference {
namespace {

using std::numbers::pi;

double square(double x) { return x * x; }

/// p0 sqrt(1 - s) of Hertz' semi-ellipsoid, zero where s >= 1.
double semi_ellipsoid(double peak_pressure, double s) {
  return s < 1 ? peak_pressure * std::sqrt(1 - s) : 0;
}

/// Displacement outside a contact ellipse, from Hertz' pressure in confocal coordinates:
///
///   u = (p0 a b/(2 E*)) int_l^inf (1 - x^2/(a^2+w) - y^2/(b^2+w)) dw / sqrt((a^2+w)(b^2+w) w)
///
/// where l is the confocal ellipse through (x, y): x^2/(a^2+l) + y^2/(b^2+l) = 1.
double displacement_outside(SemiAxes axes, double scale, double x, double y) {
  const double a2 = square(axes.x);
  const double b2 = square(axes.y);
  const double x2 = square(x);
  const double y2 = square(y);
  const double sum = x2 + y2 - a2 - b2;
  const double product = std::max(0.0, x2 * b2 + y2 * a2 - a2 * b2);  // 0 on the edge itself
  const double root = std::sqrt(square(sum) + 4 * product);
  // The larger root of l^2 - sum l - product = 0, in the form that adds numbers of equal sign.
  const double l = sum > 0 ? 0.5 * (sum + root) : 2 * product / (root - sum);
  return scale * (carlson_rf(a2 + l, b2 + l, l) - x2 / 3 * carlson_rd(b2 + l, l, a2 + l) -
                  y2 / 3 * carlson_rd(a2 + l, l, b2 + l));
}

HertzCircle hertz_circle(double contact_radius, double curvature_radius, double contact_modulus) {
  const double a = contact_radius;
  return {.curvature_radius = curvature_radius,
          .contact_modulus = contact_modulus,
          .force = 4 * contact_modulus * a * a * a / (3 * curvature_radius),
          .approach = a * a / curvature_radius,
          .contact_radius = a,
          .peak_pressure = 2 * contact_modulus * a / (pi * curvature_radius)};
}

/// 1 - (z/a) atan(a/z): a difference of nearly equal numbers below the contact, one integral there.
double one_minus_arctangent(double a, double z) {
  if (z < a) return 1 - z / a * std::atan2(a, z);
  const double t2 = square(a / z);
  return t2 / 3 * carlson_rd(1 + t2, 1 + t2, 1);
}

/// Curvature along the major over that along the minor axis of an ellipse with minor/major = k.
double curvature_ratio(double k) { return carlson_rd(0, k * k, 1) / carlson_rd(0, 1, k * k); }

/// Minor over major axis for a ratio of curvatures m, 0 < m <= 1: the inverse of curvature_ratio.
///
/// ln curvature_ratio has a slope between 3/2 (circle) and 2 (line) over ln k, so a secant
/// iteration on the logarithms converges from anywhere; it ends when rounding lets the residual
/// grow again.
double minor_over_major(double m) {
  double k = std::sqrt(m);
  double slope = 1.75;
  double residual = std::log(curvature_ratio(k) / m);
  while (residual != 0) {
    const double next_k = std::min(1.0, k * std::exp(-residual / slope));
    const double next_residual = std::log(curvature_ratio(next_k) / m);
    if (std::abs(next_residual) >= std::abs(residual)) break;
    slope = std::clamp(slope * (1 - next_residual / residual), 1.5, 2.0);
    k = next_k;
    residual = next_residual;
  }
  return k;
}

void require_curvature(char axis, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format(
      "the gap's curvature along {} must be positive and finite, got {} 1/m: with zero "
      "the contact is a line (hertz_line_from_force), below zero the bodies conform and "
      "Hertz theory does not apply",
      axis, value));
}

void require_curvatures(GapCurvatures curvatures) {
  require_curvature('x', curvatures.x);
  require_curvature('y', curvatures.y);
}

// Far beyond anything that is still an ellipse; squares and cubes of it stay within double
// precision.
constexpr double k_slenderest = 1e-50;

void require_ellipse(double axis_ratio) {
  if (std::min(axis_ratio, 1 / axis_ratio) >= k_slenderest) return;
  throw ModelError(
      fmt::format("the semi-axes (x over y) must have a ratio between {} and {}, got {}: this "
                  "contact is a line (hertz_line_from_force)",
                  k_slenderest, 1 / k_slenderest, axis_ratio));
}

void require_semi_axes(SemiAxes semi_axes) {
  require_positive("semi-axis along x", semi_axes.x, "m");
  require_positive("semi-axis along y", semi_axes.y, "m");
  require_ellipse(semi_axes.x / semi_axes.y);
}

/// The contact ellipse scaled to a major semi-axis of 1, and what it gives per unit of p0 a b/E*.
struct UnitEllipse {
  SemiAxes axes;
  double approach;
  double curvature_along_major;
};

UnitEllipse unit_ellipse(GapCurvatures curvatures) {
  const double ratio = hertz_axis_ratio(curvatures);
  const double k = std::min(ratio, 1 / ratio);
  const SemiAxes axes = ratio >= 1 ? SemiAxes{1, k} : SemiAxes{k, 1};
  return {axes, carlson_rf(0, k * k, 1), carlson_rd(0, k * k, 1) / 3};
}

HertzEllipse scaled_ellipse(const UnitEllipse& unit, double major, GapCurvatures curvatures,
                            double contact_modulus) {
  const double least_curvature = std::min(curvatures.x, curvatures.y);
  // c = p0 a b/E* follows from the curvature along the major axis, which scales as 1/length^3.
  const double c = least_curvature * major * major * major / unit.curvature_along_major;
  return {.curvatures = curvatures,
          .semi_axes = {major * unit.axes.x, major * unit.axes.y},
          .contact_modulus = contact_modulus,
          .force = 2 * pi / 3 * contact_modulus * c,
          .approach = major > 0 ? c / major * unit.approach : 0,
          .peak_pressure =
              major > 0 ? contact_modulus * c / (major * major * unit.axes.x * unit.axes.y) : 0};
}

HertzEllipse ellipse_from_axes(SemiAxes semi_axes, double c, double contact_modulus) {
  const double a2 = square(semi_axes.x);
  const double b2 = square(semi_axes.y);
  return {.curvatures = {c / 3 * carlson_rd(0, b2, a2), c / 3 * carlson_rd(0, a2, b2)},
          .semi_axes = semi_axes,
          .contact_modulus = contact_modulus,
          .force = 2 * pi / 3 * contact_modulus * c,
          .approach = c * carlson_rf(0, a2, b2),
          .peak_pressure = contact_modulus * c / (semi_axes.x * semi_axes.y)};
}

HertzLine hertz_line(double half_width, double curvature_radius, double contact_modulus) {
  const double a = half_width;
  return {.curvature_radius = curvature_radius,
          .contact_modulus = contact_modulus,
          .force_per_length = pi * contact_modulus * a * a / (4 * curvature_radius),
          .half_width = a,
          .peak_pressure = contact_modulus * a / (2 * curvature_radius)};
}

}  // namespace

double HertzCircle::pressure(double r) const {
  return semi_ellipsoid(peak_pressure, square(r / contact_radius));
}

double HertzCircle::displacement(double r) const {
  if (std::abs(r) <= contact_radius) return approach - r * r / (2 * curvature_radius);
  const double scale = 3 * force / (2 * pi * contact_modulus);
  return displacement_outside({contact_radius, contact_radius}, scale, r, 0);
}

StressTensor HertzCircle::stress_on_axis(double depth, double poisson_ratio) const {
  require_inside(depth);
  require_poisson_ratio(poisson_ratio);
  if (contact_radius == 0) return {};
  const double axial = 1 / (1 + square(depth / contact_radius));
  const double radial =
      (1 + poisson_ratio) * one_minus_arctangent(contact_radius, depth) - 0.5 * axial;
  return {
      .xx = -peak_pressure * radial, .yy = -peak_pressure * radial, .zz = -peak_pressure * axial};
}

HertzCircle hertz_circle_from_force(double force, double curvature_radius, double contact_modulus) {
  require_compressive("force", force, "N");
  require_positive("radius of curvature", curvature_radius, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  const double a = std::cbrt(3 * force * curvature_radius / (4 * contact_modulus));
  HertzCircle contact = hertz_circle(a, curvature_radius, contact_modulus);
  contact.force = force;  // to the last digit
  return contact;
}

HertzCircle hertz_circle_from_approach(double approach, double curvature_radius,
                                       double contact_modulus) {
  require_compressive("approach", approach, "m");
  require_positive("radius of curvature", curvature_radius, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  HertzCircle contact =
      hertz_circle(std::sqrt(curvature_radius * approach), curvature_radius, contact_modulus);
  contact.approach = approach;
  return contact;
}

double HertzEllipse::pressure(double x, double y) const {
  return semi_ellipsoid(peak_pressure, square(x / semi_axes.x) + square(y / semi_axes.y));
}

double HertzEllipse::displacement(double x, double y) const {
  if (force == 0) return 0;
  const bool inside = square(x / semi_axes.x) + square(y / semi_axes.y) <= 1;
  if (inside) return approach - curvatures.x * x * x - curvatures.y * y * y;
  return displacement_outside(semi_axes, 3 * force / (2 * pi * contact_modulus), x, y);
}

HertzEllipse hertz_ellipse_from_force(double force, GapCurvatures curvatures,
                                      double contact_modulus) {
  require_compressive("force", force, "N");
  require_curvatures(curvatures);
  require_positive("contact modulus", contact_modulus, "Pa");
  const UnitEllipse unit = unit_ellipse(curvatures);
  const double c = 3 * force / (2 * pi * contact_modulus);
  const double major =
      std::cbrt(c * unit.curvature_along_major / std::min(curvatures.x, curvatures.y));
  HertzEllipse contact = scaled_ellipse(unit, major, curvatures, contact_modulus);
  contact.force = force;
  return contact;
}

HertzEllipse hertz_ellipse_from_approach(double approach, GapCurvatures curvatures,
                                         double contact_modulus) {
  require_compressive("approach", approach, "m");
  require_curvatures(curvatures);
  require_positive("contact modulus", contact_modulus, "Pa");
  const UnitEllipse unit = unit_ellipse(curvatures);
  const double major = std::sqrt(approach / unit.approach * unit.curvature_along_major /
                                 std::min(curvatures.x, curvatures.y));
  HertzEllipse contact = scaled_ellipse(unit, major, curvatures, contact_modulus);
  contact.approach = approach;
  return contact;
}

HertzEllipse hertz_ellipse_from_axes_and_force(SemiAxes semi_axes, double force,
                                               double contact_modulus) {
  require_semi_axes(semi_axes);
  require_positive("force", force, "N");
  require_positive("contact modulus", contact_modulus, "Pa");
  HertzEllipse contact =
      ellipse_from_axes(semi_axes, 3 * force / (2 * pi * contact_modulus), contact_modulus);
  contact.force = force;
  return contact;
}

HertzEllipse hertz_ellipse_from_axes_and_approach(SemiAxes semi_axes, double approach,
                                                  double contact_modulus) {
  require_semi_axes(semi_axes);
  require_positive("approach", approach, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  const double c = approach / carlson_rf(0, square(semi_axes.x), square(semi_axes.y));
  HertzEllipse contact = ellipse_from_axes(semi_axes, c, contact_modulus);
  contact.approach = approach;
  return contact;
}

double hertz_axis_ratio(GapCurvatures curvatures) {
  require_curvatures(curvatures);
  // A slenderer ellipse has a yet smaller ratio of curvatures, nearly its square.
  require_ellipse(std::sqrt(curvatures.y / curvatures.x));
  return curvatures.x <= curvatures.y ? 1 / minor_over_major(curvatures.x / curvatures.y)
                                      : minor_over_major(curvatures.y / curvatures.x);
}

GapCurvatures gap_curvatures_from_axis_ratio(double curvature_x, double axis_ratio) {
  require_curvature('x', curvature_x);
  require_ellipse(axis_ratio);
  const double curvature_y = axis_ratio >= 1 ? curvature_x / curvature_ratio(1 / axis_ratio)
                                             : curvature_x * curvature_ratio(axis_ratio);
  return {curvature_x, curvature_y};
}

double HertzLine::pressure(double x) const {
  return semi_ellipsoid(peak_pressure, square(x / half_width));
}

double HertzLine::approach(double datum_distance) const {
  require_positive("datum distance", datum_distance, "m");
  if (force_per_length == 0) return 0;
  return 2 * force_per_length / (pi * contact_modulus) *
         (std::log(2 * datum_distance / half_width) + 0.5);
}

double HertzLine::displacement(double x, double datum_distance) const {
  if (force_per_length == 0) return 0;
  const double distance = std::abs(x);
  const double a = half_width;
  if (distance <= a) return approach(datum_distance) - x * x / (2 * curvature_radius);
  // The slope outside, -(2 p0/(E* a)) (x - sqrt(x^2 - a^2)), integrated from the edge outwards.
  const double root = std::sqrt((distance - a) * (distance + a));
  return approach(datum_distance) - 2 * force_per_length / (pi * contact_modulus) *
                                        (distance / (distance + root) + std::acosh(distance / a));
}

StressTensor HertzLine::stress(double x, double depth, double poisson_ratio) const {
  require_inside(depth);
  require_poisson_ratio(poisson_ratio);
  if (half_width == 0) return {};
  // Westergaard's form of a pressure on a half-plane: Z(x + i z) is analytic in the body, with
  // Re Z = -p on its surface, and
  //   xx = Re Z - z Im Z'     zz = Re Z + z Im Z'     xz = -z Re Z'
  // Here Z = -(p0/a) w, w = s + i t, s = sqrt(a^2 - t^2), t = x + i z; McEwen's m and n are real
  // and imaginary part of s. Far below the contact s + i t and s - z are differences of nearly
  // equal numbers, hence the quotients. The field is symmetric, so x >= 0 settles the root's sign.
  using Complex = std::complex<double>;
  const double a = half_width;
  const double z = depth;
  const double mirrored_x = std::abs(x);
  const Complex s2_minus_z2((a - mirrored_x) * (a + mirrored_x), -2 * mirrored_x * z);
  const Complex s = std::sqrt(s2_minus_z2 + z * z);
  if (s == 0.0) return {};  // the edge of the contact
  const Complex w = a * a / (s + Complex(z, -mirrored_x));
  const Complex s_minus_z = s2_minus_z2 / (s + z);
  const double scale = -peak_pressure / a;
  StressTensor stress;
  stress.xx = scale * (w * s_minus_z / s).real();
  stress.zz = scale * (w * (s + z) / s).real();
  stress.yy = poisson_ratio * (stress.xx + stress.zz);
  stress.xz = (x < 0 ? -1 : 1) * scale * z * (w / s).imag();
  return stress;
}

HertzLine hertz_line_from_force(double force_per_length, double curvature_radius,
                                double contact_modulus) {
  require_compressive("force per length", force_per_length, "N/m");
  require_positive("radius of curvature", curvature_radius, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  const double a = std::sqrt(4 * force_per_length * curvature_radius / (pi * contact_modulus));
  HertzLine contact = hertz_line(a, curvature_radius, contact_modulus);
  contact.force_per_length = force_per_length;
  return contact;
}

HertzLine hertz_line_from_half_width(double half_width, double curvature_radius,
                                     double contact_modulus) {
  require_compressive("half width", half_width, "m");
  require_positive("radius of curvature", curvature_radius, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  return hertz_line(half_width, curvature_radius, contact_modulus);
}

}  // namespace tread::reference
