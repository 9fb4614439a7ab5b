#include "tread/integrate/stepper.hpp"

#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "tread/core/errors.hpp"
#include "tread/integrate/explicit_schemes.hpp"
#include "tread/integrate/implicit_schemes.hpp"

namespace tread::integrate {
namespace {

using AnyScheme = std::variant<ExplicitRungeKutta, Verlet, AdamsBashforth, ImplicitRungeKutta,
                               AlphaScheme, ImplicitMultistep>;

AnyScheme make_scheme(const SchemeSettings& settings) {
  const std::string_view name = settings.name;
  const int order = find_scheme(name).order;
  const NonlinearSettings& nonlinear = settings.nonlinear;
  using Family = MultistepPast::Family;
  if (name == "position_verlet") return Verlet(Verlet::Spelling::position);
  if (name == "velocity_verlet") return Verlet(Verlet::Spelling::velocity);
  if (name == "leapfrog") return Verlet(Verlet::Spelling::leapfrog);
  if (name == "newmark" || name == "hht_alpha" || name == "generalised_alpha") {
    return AlphaScheme(alpha_numbers(settings), nonlinear);
  }
  if (name == "backward_euler" || name.starts_with("bdf_")) {
    return ImplicitMultistep(Family::bdf, order, nonlinear);
  }
  if (name.starts_with("adams_moulton_")) {
    return ImplicitMultistep(Family::adams_moulton, order, nonlinear);
  }
  if (name.starts_with("adams_bashforth_")) return AdamsBashforth(order);
  if (name.starts_with("radau_")) return ImplicitRungeKutta(tableau_of(name), nonlinear);
  return ExplicitRungeKutta(tableau_of(name));
}

void check_fits(const SchemeSettings& settings, const EquationOfMotion& system) {
  check(settings);
  const SchemeInfo& info = find_scheme(settings.name);
  if (info.is_adaptive) {
    throw ModelError(
        fmt::format("{} chooses its steps itself: march with it instead of stepping", info.name));
  }
  if (info.needs_equal_steps && system.depends_on_velocity()) {
    throw ModelError(
        fmt::format("{} cannot step forces that depend on velocity (damping, drag): take newmark, "
                    "rk4 or another scheme without that limit",
                    info.name));
  }
}

}  // namespace

struct Stepper::Scheme {
  CountedSystem system;
  AnyScheme scheme;
};

Stepper::Stepper(const SchemeSettings& settings, EquationOfMotion& system) {
  check_fits(settings, system);
  scheme_.reset(new Scheme{CountedSystem(system), make_scheme(settings)});
}

Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

SolveStatus Stepper::step(double step, State& state) {
  if (!(step > 0 && std::isfinite(step))) {
    throw ModelError(fmt::format("the step = {} s must be > 0", step));
  }
  scheme_->system.complete(state);
  State next = state;
  const SolveStatus status = std::visit(
      [&](auto& scheme) { return scheme.step(scheme_->system, step, next); }, scheme_->scheme);
  if (status != SolveStatus::converged) return status;
  ++scheme_->system.counts().steps;
  state = std::move(next);
  return status;
}

void Stepper::restart() {
  std::visit([](auto& scheme) { scheme.restart(); }, scheme_->scheme);
}

const StepCounts& Stepper::counts() const { return scheme_->system.counts(); }

}  // namespace tread::integrate
