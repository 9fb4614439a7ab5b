#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/differential/elastic_contact.hpp"

namespace tread::differential {
namespace {

void check_newton(const NewtonSettings& newton) {
  if (!(newton.tolerance > 0 && newton.tolerance < 1e-4)) {
    throw ModelError(fmt::format(
        "the tolerance of elastic contact, a norm of displacements, is {} m: it must be above 0 "
        "and below 1e-4 m, which is more than bodies approach; 1e-8 m is usual",
        newton.tolerance));
  }
  if (newton.max_iterations < 1 || newton.max_linear_iterations < 1 || newton.max_backtracks < 0) {
    throw ModelError(fmt::format(
        "elastic contact may iterate {} times with {} linear iterations and {} backtracks each: at "
        "least 1, 1 and 0 are needed; 20, 20 and 10 are usual",
        newton.max_iterations, newton.max_linear_iterations, newton.max_backtracks));
  }
  if (!(newton.forcing > 0 && newton.forcing <= 0.5)) {
    throw ModelError(fmt::format(
        "the forcing term of elastic contact is {}: it must be above 0 and at most 0.5; 0.01 is "
        "usual",
        newton.forcing));
  }
}

}  // namespace

void check(const ElasticContactSettings& settings) {
  contact::check(settings.friction);
  check_newton(settings.newton);
  if (!(settings.penalty > 0 && std::isfinite(settings.penalty))) {
    throw ModelError(fmt::format(
        "the penalty of elastic contact is {} N/m3: it must be positive and finite; 1e15 lets "
        "steel overlap by 1 um at 1 GPa",
        settings.penalty));
  }
  if (!(settings.regularisation > 0 && settings.regularisation < 1)) {
    throw ModelError(fmt::format(
        "the slip up to which friction is regularised is {} of the rolling speed: it must be "
        "between 0 and 1; 1e-6 is usual, and the stick/slip law is exact",
        settings.regularisation));
  }
  if (!(settings.speed_reduction >= 0 && std::isfinite(settings.speed_reduction))) {
    throw ModelError(fmt::format(
        "the reduction of friction with the rolling speed is {} s/m: it must not be negative",
        settings.speed_reduction));
  }
  if (settings.friction_kind == FrictionKind::stick_slip &&
      settings.newton.method != NewtonMethod::tractions) {
    throw ModelError(
        "stick and slip without regularisation need tractions for unknowns: take the method that "
        "solves for tractions, or regularised friction");
  }
  if (!(settings.slowest_speed > 0 && std::isfinite(settings.slowest_speed))) {
    throw ModelError(
        fmt::format("the slowest rolling speed is {} m/s: it must be positive; 0.1 is usual",
                    settings.slowest_speed));
  }
  if (!(settings.largest_penetration > 0)) {
    throw ModelError(fmt::format("the largest share of penetration is {}: it must be positive",
                                 settings.largest_penetration));
  }
}

}  // namespace tread::differential
