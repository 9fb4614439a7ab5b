#include "tread/reference/checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/core/material.hpp"

namespace tread::reference {

void require_positive(std::string_view name, double value, std::string_view unit) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("the {} must be positive and finite, got {} {}", name, value, unit));
}

void require_compressive(std::string_view name, double value, std::string_view unit) {
  if (value >= 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format(
      "the {} must be finite and not negative, got {} {}: it is counted positive when "
      "the bodies are pressed together, and without contact there is nothing to compute",
      name, value, unit));
}

void require_inside(double depth) {
  if (depth >= 0 && std::isfinite(depth)) return;
  throw ModelError(fmt::format(
      "the depth must be finite and not negative, got {} m: z points into the body", depth));
}

void require_poisson_ratio(double poisson_ratio) { check(Material{1, poisson_ratio}); }

void require_finite(std::string_view name, double value, std::string_view unit) {
  if (std::isfinite(value)) return;
  throw ModelError(fmt::format("the {} must be finite, got {} {}", name, value, unit));
}

void require_friction(double coefficient) {
  if (coefficient >= 0 && std::isfinite(coefficient)) return;
  throw ModelError(
      fmt::format("the friction coefficient must be >= 0 and finite, got {}", coefficient));
}

void require_transmissible(double force, double limit, std::string_view unit) {
  if (std::abs(force) <= limit) return;
  throw ModelError(fmt::format(
      "a tangential force of {} {} cannot pass the contact: friction holds at most {} {}; lower it "
      "or prescribe the motion instead",
      force, unit, limit, unit));
}

}  // namespace tread::reference
