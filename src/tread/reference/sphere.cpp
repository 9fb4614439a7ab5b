#include "tread/reference/sphere.hpp"

#include <algorithm>
#include <cmath>

#include "tread/reference/checks.hpp"

namespace tread::reference {
namespace {

/// The root t = artanh(a/R) of t tanh(t) = d.
double artanh_of_contact_size(double d) {
  double t = std::max(d, std::sqrt(d));  // both are below the root, and close to it at one end
  for (int newton = 0; newton < 20; ++newton) {
    const double tanh_t = std::tanh(t);
    const double step = (t * tanh_t - d) / (tanh_t + t * (1 - tanh_t * tanh_t));
    t -= step;
    if (std::abs(step) <= 1e-15 * t) break;
  }
  return t;
}

/// (1 + s^2) artanh(s) - s, which cancels for small s: there as the sum over k of
/// 4k/(4k^2 - 1) s^(2k+1).
double scaled_force(double s, double artanh_s) {
  if (s > 0.5) return (1 + s * s) * artanh_s - s;
  double sum = 0;
  double power = s * s * s;
  for (int k = 1; power > 1e-17 * sum; ++k) {
    sum += 4 * k / (4.0 * k * k - 1) * power;
    power *= s * s;
  }
  return sum;
}

}  // namespace

TrueSphere true_sphere_from_approach(double approach, double radius, double contact_modulus) {
  require_compressive("approach", approach, "m");
  require_positive("radius", radius, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  TrueSphere sphere{radius, contact_modulus, 0, approach, 0};
  if (approach == 0) return sphere;
  const double t = artanh_of_contact_size(approach / radius);
  const double s = std::tanh(t);
  sphere.contact_radius = s * radius;
  sphere.force = contact_modulus * radius * radius * scaled_force(s, t);
  return sphere;
}

}  // namespace tread::reference
