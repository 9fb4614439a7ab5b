#include "tread/reference/flat_punch.hpp"

#include <cmath>
#include <numbers>

#include "tread/reference/checks.hpp"

namespace tread::reference {
namespace {

using std::numbers::pi;

void require_punch(double half_size, double contact_modulus) {
  require_positive("radius or half width of the punch", half_size, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
}

/// sqrt(a^2 - r^2) without cancellation near the edge.
double edge_root(double a, double r) { return std::sqrt((a - r) * (a + r)); }

}  // namespace

double FlatPunchCircle::pressure(double r) const {
  const double distance = std::abs(r);
  if (distance > radius || force == 0) return 0;
  return force / (2 * pi * radius * edge_root(radius, distance));
}

double FlatPunchCircle::displacement(double r) const {
  const double distance = std::abs(r);
  if (distance <= radius) return approach;
  return 2 / pi * approach * std::asin(radius / distance);
}

FlatPunchCircle flat_punch_circle_from_force(double force, double radius, double contact_modulus) {
  require_compressive("force", force, "N");
  require_punch(radius, contact_modulus);
  return {radius, contact_modulus, force, force / (2 * radius * contact_modulus)};
}

FlatPunchCircle flat_punch_circle_from_approach(double approach, double radius,
                                                double contact_modulus) {
  require_compressive("approach", approach, "m");
  require_punch(radius, contact_modulus);
  return {radius, contact_modulus, 2 * radius * contact_modulus * approach, approach};
}

double FlatPunchLine::pressure(double x) const {
  const double distance = std::abs(x);
  if (distance > half_width || force_per_length == 0) return 0;
  return force_per_length / (pi * edge_root(half_width, distance));
}

double FlatPunchLine::approach(double datum_distance) const {
  require_positive("datum distance", datum_distance, "m");
  return 2 * force_per_length / (pi * contact_modulus) * std::log(2 * datum_distance / half_width);
}

double FlatPunchLine::displacement(double x, double datum_distance) const {
  const double distance = std::abs(x);
  if (distance <= half_width) return approach(datum_distance);
  return approach(datum_distance) -
         2 * force_per_length / (pi * contact_modulus) * std::acosh(distance / half_width);
}

FlatPunchLine flat_punch_line(double force_per_length, double half_width, double contact_modulus) {
  require_compressive("force per length", force_per_length, "N/m");
  require_punch(half_width, contact_modulus);
  return {half_width, contact_modulus, force_per_length};
}

}  // namespace tread::reference
