#include "tread/reference/jkr.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/reference/checks.hpp"

namespace tread::reference {
namespace {

using std::numbers::pi;

void require_radius(double contact_radius) {
  if (contact_radius >= 0 && std::isfinite(contact_radius)) return;
  throw ModelError(
      fmt::format("the contact radius must be finite and not negative, got {} m", contact_radius));
}

}  // namespace

double JkrSphere::pull_off_force() const { return -1.5 * pi * work_of_adhesion * curvature_radius; }

double JkrSphere::radius_at_pull_off() const { return contact_radius(pull_off_force()); }

double JkrSphere::radius_at_zero_load() const { return contact_radius(0); }

double JkrSphere::contact_radius(double force) const {
  const double pull_off = pull_off_force();
  if (!(force >= pull_off && std::isfinite(force))) {
    throw ModelError(
        fmt::format("a force of {} N leaves no contact: adhesion holds the sphere down to the "
                    "pull-off force of {} N (compression is positive)",
                    force, pull_off));
  }
  // In terms of the pull-off force the root vanishes exactly where the bodies part.
  const double root = std::sqrt(-4 * pull_off * (force - pull_off));
  return std::cbrt(0.75 * curvature_radius / contact_modulus * (force - 2 * pull_off + root));
}

double JkrSphere::force(double contact_radius) const {
  require_radius(contact_radius);
  const double a3 = contact_radius * contact_radius * contact_radius;
  return 4 * contact_modulus * a3 / (3 * curvature_radius) -
         std::sqrt(8 * pi * work_of_adhesion * contact_modulus * a3);
}

double JkrSphere::approach(double contact_radius) const {
  require_radius(contact_radius);
  return contact_radius * contact_radius / curvature_radius -
         std::sqrt(2 * pi * work_of_adhesion * contact_radius / contact_modulus);
}

double JkrSphere::pressure(double r, double contact_radius) const {
  require_radius(contact_radius);
  const double a = contact_radius;
  if (!(std::abs(r) < a)) return 0;
  const double root = std::sqrt((a - r) * (a + r)) / a;
  return 2 * contact_modulus * a / (pi * curvature_radius) * root -
         std::sqrt(2 * work_of_adhesion * contact_modulus / (pi * a)) / root;
}

JkrSphere jkr_sphere(double curvature_radius, double contact_modulus, double work_of_adhesion) {
  require_positive("radius of curvature", curvature_radius, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  if (!(work_of_adhesion >= 0 && std::isfinite(work_of_adhesion))) {
    throw ModelError(
        fmt::format("the work of adhesion must be finite and not negative, got {} J/m^2 (0: no "
                    "adhesion, Hertz)",
                    work_of_adhesion));
  }
  return {curvature_radius, contact_modulus, work_of_adhesion};
}

}  // namespace tread::reference
