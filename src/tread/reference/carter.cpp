#include "tread/reference/carter.hpp"

#include <algorithm>
#include <cmath>

#include "tread/reference/checks.hpp"
#include "tread/reference/semi_circle.hpp"

namespace tread::reference {

double CarterRolling::traction(double x) const {
  const double a = normal.half_width;
  const double c = stick_half_length;
  const double profile = semi_circle(x, a) - c / a * semi_circle(x - (a - c), c);
  return std::copysign(friction * normal.peak_pressure * profile, force_per_length);
}

CarterRolling carter_from_creepage(const HertzLine& normal, double friction, double creepage) {
  require_positive("normal force", normal.force_per_length, "N/m");
  require_friction(friction);
  require_finite("creepage", creepage, "m/m");
  const double a = normal.half_width;
  const double slip_length =
      creepage == 0 ? 0 : std::abs(creepage) * normal.curvature_radius / friction;  // a - c
  const double c = std::max(0.0, a - slip_length);
  const double force = friction * normal.force_per_length * (1 - (c / a) * (c / a));
  return {normal, friction, creepage, -std::copysign(force, creepage), c};
}

CarterRolling carter_from_force(const HertzLine& normal, double friction, double force_per_length) {
  require_positive("normal force", normal.force_per_length, "N/m");
  require_friction(friction);
  const double limit = friction * normal.force_per_length;
  require_transmissible(force_per_length, limit, "N/m");
  const double ratio = force_per_length == 0 ? 0 : std::abs(force_per_length) / limit;
  const double root = std::sqrt(1 - ratio);
  const double a = normal.half_width;
  // a (1 - root), without cancellation for small forces
  const double creepage = friction * a * ratio / (1 + root) / normal.curvature_radius;
  return {normal, friction, -std::copysign(creepage, force_per_length), force_per_length, a * root};
}

}  // namespace tread::reference
