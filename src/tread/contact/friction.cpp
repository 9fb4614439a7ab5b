#include "tread/contact/friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

/// Velocities at which a law is searched for where it falls most, over its half velocities.
constexpr double k_slowest_of_fall = 1e-3;
constexpr double k_fastest_of_fall = 30;
constexpr double k_velocity_ratio = 1.2;

double shape_of(FallingFriction::Shape shape, std::size_t term, double r) {
  switch (shape) {
    case FallingFriction::Shape::linear:
      return std::max(0.0, 1 - r / 2);
    case FallingFriction::Shape::rational:
      return term == 0 ? 1 / (1 + r) : 1 / (1 + r * r);
    case FallingFriction::Shape::exponential:
      return std::exp2(-r);
  }
  return 0;
}

double slope_of(FallingFriction::Shape shape, std::size_t term, double r) {
  switch (shape) {
    case FallingFriction::Shape::linear:
      return r < 2 ? -0.5 : 0.0;
    case FallingFriction::Shape::rational:
      return term == 0 ? -1 / ((1 + r) * (1 + r)) : -2 * r / ((1 + r * r) * (1 + r * r));
    case FallingFriction::Shape::exponential:
      return -std::log(2.0) * std::exp2(-r);
  }
  return 0;
}

void check_coefficient(double value, const char* name) {
  if (!(value >= 0) || !std::isfinite(value)) {
    throw ModelError(
        fmt::format("the {} friction coefficient must be >= 0 and finite, got {}", name, value));
  }
}

}  // namespace

void check(const FrictionLaw& law) {
  if (const auto* coulomb = std::get_if<CoulombFriction>(&law)) {
    check_coefficient(coulomb->static_coefficient, "static");
    check_coefficient(coulomb->kinetic_coefficient, "kinetic");
    if (coulomb->static_coefficient < coulomb->kinetic_coefficient) {
      throw ModelError(fmt::format(
          "the static friction coefficient must not be below the kinetic one, got {} and {}",
          coulomb->static_coefficient, coulomb->kinetic_coefficient));
    }
    return;
  }
  const auto& falling = std::get<FallingFriction>(law);
  check_coefficient(falling.kinetic_coefficient, "kinetic");
  for (const FallingTerm& term : falling.terms) {
    check_coefficient(term.height, "falling part of the");
    if (!(term.half_velocity > 0) || !std::isfinite(term.half_velocity)) {
      throw ModelError(
          fmt::format("the slip velocity at which a part of the friction coefficient "
                      "is halved must be > 0 m/s, got {}",
                      term.half_velocity));
    }
  }
}

void check(const FrictionMemory& memory) {
  if (!(memory.distance >= 0) || !std::isfinite(memory.distance)) {
    throw ModelError(
        fmt::format("the distance of friction memory must be >= 0 m, got {}", memory.distance));
  }
  if (!(memory.velocity >= 0) || !std::isfinite(memory.velocity)) {
    throw ModelError(
        fmt::format("the velocity of friction memory must be >= 0 m/s, got {}", memory.velocity));
  }
}

double coefficient(const FallingFriction& law, double slip_velocity) {
  double mu = law.kinetic_coefficient;
  for (std::size_t i = 0; i < law.terms.size(); ++i) {
    const FallingTerm& term = law.terms[i];
    mu += term.height * shape_of(law.shape, i, slip_velocity / term.half_velocity);
  }
  return mu;
}

double coefficient_slope(const FallingFriction& law, double slip_velocity) {
  double slope = 0;
  for (std::size_t i = 0; i < law.terms.size(); ++i) {
    const FallingTerm& term = law.terms[i];
    slope += term.height / term.half_velocity *
             slope_of(law.shape, i, slip_velocity / term.half_velocity);
  }
  return slope;
}

double steepest_fall(const FallingFriction& law, const FrictionMemory& memory, double duration) {
  const double at_rest = coefficient(law, 0);
  const double least = std::min(law.terms[0].half_velocity, law.terms[1].half_velocity);
  const double most = std::max(law.terms[0].half_velocity, law.terms[1].half_velocity);
  double steepest = -coefficient_slope(law, 0);
  if (memory.distance > 0) steepest = 0;  // what has not slid yet remembers all
  for (double v = k_slowest_of_fall * least; v < k_fastest_of_fall * most; v *= k_velocity_ratio) {
    const double way = duration * std::max(v, memory.velocity);
    const double theta = memory.distance > 0 ? memory.distance / (memory.distance + way) : 0;
    const double forgets = v > memory.velocity ? theta * (1 - theta) / v : 0;  // -dθ/dv
    steepest = std::max(steepest, -(1 - theta) * coefficient_slope(law, v) +
                                      forgets * (at_rest - coefficient(law, v)));
  }
  return steepest;
}

double static_coefficient(const FrictionLaw& law) {
  if (const auto* coulomb = std::get_if<CoulombFriction>(&law)) return coulomb->static_coefficient;
  return coefficient(std::get<FallingFriction>(law), 0);
}

double kinetic_coefficient(const FrictionLaw& law) {
  return std::visit([](const auto& any) { return any.kinetic_coefficient; }, law);
}

double nominal_coefficient(const FrictionLaw& law) {
  if (const auto* coulomb = std::get_if<CoulombFriction>(&law)) return coulomb->kinetic_coefficient;
  return coefficient(std::get<FallingFriction>(law), 0);
}

}  // namespace tread::contact
