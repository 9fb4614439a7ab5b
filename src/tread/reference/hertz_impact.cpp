#include "tread/reference/hertz_impact.hpp"

#include <cmath>
#include <numbers>

#include "tread/reference/checks.hpp"

namespace tread::reference {

HertzImpact hertz_impact(double mass, double speed, double curvature_radius,
                         double contact_modulus) {
  require_positive("mass", mass, "kg");
  require_positive("speed", speed, "m/s");
  require_positive("radius", curvature_radius, "m");
  require_positive("contact modulus", contact_modulus, "Pa");
  const double k = 4.0 / 3 * contact_modulus * std::sqrt(curvature_radius);
  const double approach = std::pow(5 * mass * speed * speed / (4 * k), 0.4);
  const double duration =
      0.8 * std::sqrt(std::numbers::pi) * std::tgamma(0.4) / std::tgamma(0.9) * approach / speed;
  return {mass,    speed, curvature_radius, contact_modulus, approach, k * std::pow(approach, 1.5),
          duration};
}

}  // namespace tread::reference
