#include "tread/core/material.hpp"

#include <fmt/format.h>

#include <numbers>

#include "tread/core/errors.hpp"

namespace tread {

Compliance compliance_of(const Material& body) {
  const double per_shear = body.is_rigid() ? 0 : 1 / (2 * std::numbers::pi * body.shear_modulus);
  return {per_shear, body.poisson_ratio * per_shear,
          0.5 * (1 - 2 * body.poisson_ratio) * per_shear};
}

Compliance compliance_of(const BodyPair& bodies) {
  const Compliance upper = compliance_of(bodies.upper);
  const Compliance lower = compliance_of(bodies.lower);
  return {upper.shear + lower.shear, upper.poisson + lower.poisson,
          upper.coupling - lower.coupling};
}

double contact_modulus(const BodyPair& bodies) {
  return 1 / (std::numbers::pi * compliance_of(bodies).normal());
}

void check(const Material& body) {
  if (!(body.shear_modulus > 0)) {
    throw ModelError(fmt::format("the shear modulus must be > 0 Pa, got {}", body.shear_modulus));
  }
  if (!(body.poisson_ratio >= 0 && body.poisson_ratio <= 0.5)) {
    throw ModelError(
        fmt::format("the Poisson ratio must lie in [0, 0.5], got {}", body.poisson_ratio));
  }
}

void check(const BodyPair& bodies) {
  check(bodies.upper);
  check(bodies.lower);
  if (bodies.upper.is_rigid() && bodies.lower.is_rigid()) {
    throw ModelError("both bodies are rigid: at least one must be elastic");
  }
}

}  // namespace tread
