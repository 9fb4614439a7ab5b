#include "tread/reference/cattaneo_mindlin.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/reference/checks.hpp"
#include "tread/reference/semi_circle.hpp"

namespace tread::reference {
namespace {

double sheared_profile(double x, double a, double c) {
  return semi_circle(x, a) - c / a * semi_circle(x, c);
}

/// The shift at which the last of the contact begins to slip.
double sliding_shift(const HertzCircle& normal, double friction, double shear_modulus,
                     double poisson_ratio) {
  return 3 * friction * normal.force * (2 - poisson_ratio) /
         (8 * normal.contact_radius * shear_modulus);
}

void check_input(const HertzCircle& normal, double friction, double shear_modulus,
                 double poisson_ratio) {
  require_positive("normal force", normal.force, "N");
  require_friction(friction);
  require_positive("shear modulus", shear_modulus, "Pa");
  require_poisson_ratio(poisson_ratio);
}

}  // namespace

double CattaneoSphere::traction(double r) const {
  return -std::copysign(
      friction * normal.peak_pressure * sheared_profile(r, normal.contact_radius, stick_radius),
      shift);
}

CattaneoSphere cattaneo_sphere_from_force(const HertzCircle& normal, double friction, double force,
                                          double shear_modulus, double poisson_ratio) {
  check_input(normal, friction, shear_modulus, poisson_ratio);
  require_transmissible(force, friction * normal.force, "N");
  const double ratio = force == 0 ? 0 : std::abs(force) / (friction * normal.force);
  const double c_over_a = std::cbrt(1 - ratio);
  const double shift =
      sliding_shift(normal, friction, shear_modulus, poisson_ratio) * (1 - c_over_a * c_over_a);
  return {normal, friction, force, -std::copysign(shift, force), c_over_a * normal.contact_radius};
}

CattaneoSphere cattaneo_sphere_from_shift(const HertzCircle& normal, double friction, double shift,
                                          double shear_modulus, double poisson_ratio) {
  check_input(normal, friction, shear_modulus, poisson_ratio);
  require_finite("shift", shift, "m");
  const double limit = sliding_shift(normal, friction, shear_modulus, poisson_ratio);
  const double c_over_a = std::abs(shift) < limit ? std::sqrt(1 - std::abs(shift) / limit) : 0;
  const double force = friction * normal.force * (1 - std::pow(c_over_a, 3));
  return {normal, friction, -std::copysign(force, shift), shift, c_over_a * normal.contact_radius};
}

double CattaneoLine::traction(double x) const {
  return std::copysign(
      friction * normal.peak_pressure * sheared_profile(x, normal.half_width, stick_half_length),
      force_per_length);
}

double CattaneoLine::shift(double datum_distance) const {
  require_positive("datum distance", datum_distance, "m");
  const auto displacement = [&](double force, double half_width) {
    return force == 0 ? 0
                      : 2 * force / (std::numbers::pi * normal.contact_modulus) *
                            (std::log(2 * datum_distance / half_width) + 0.5);
  };
  const double limit = friction * normal.force_per_length;
  const double size = displacement(limit, normal.half_width) -
                      displacement(limit - std::abs(force_per_length), stick_half_length);
  return -std::copysign(size, force_per_length);
}

CattaneoLine cattaneo_line_from_force(const HertzLine& normal, double friction,
                                      double force_per_length) {
  require_positive("normal force", normal.force_per_length, "N/m");
  require_friction(friction);
  const double limit = friction * normal.force_per_length;
  require_transmissible(force_per_length, limit, "N/m");
  const double ratio = force_per_length == 0 ? 0 : std::abs(force_per_length) / limit;
  return {normal, friction, force_per_length, normal.half_width * std::sqrt(1 - ratio)};
}

}  // namespace tread::reference
