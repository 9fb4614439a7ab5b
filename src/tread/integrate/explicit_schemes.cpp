#include "tread/integrate/explicit_schemes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/multistep_weights.hpp"

namespace tread::integrate {
namespace {

SolveStatus finish(CountedSystem& system, double h, State& state) {
  state.time += h;
  system.acceleration(state.time, state.position, state.velocity, state.acceleration);
  return is_finite(state) ? SolveStatus::converged : SolveStatus::blew_up;
}

std::string_view spelling_name(Verlet::Spelling spelling) {
  switch (spelling) {
    case Verlet::Spelling::position:
      return "position_verlet";
    case Verlet::Spelling::velocity:
      return "velocity_verlet";
    case Verlet::Spelling::leapfrog:
      return "leapfrog";
  }
  return "";
}

}  // namespace

SolveStatus ExplicitRungeKutta::step(CountedSystem& system, double h, State& state) {
  const int s = tableau_.n_stages();
  Matrix velocities(system.size(), s);
  Matrix accelerations(system.size(), s);
  velocities.col(0) = state.velocity;
  accelerations.col(0) = state.acceleration;  // the end of the step before
  Vector position;
  Vector velocity;
  Vector acceleration;
  for (int i = 1; i < s; ++i) {
    const Vector weights = h * tableau_.stages.row(i).head(i);
    position = state.position + velocities.leftCols(i) * weights;
    velocity = state.velocity + accelerations.leftCols(i) * weights;
    system.acceleration(state.time + h * tableau_.nodes(i), position, velocity, acceleration);
    velocities.col(i) = velocity;
    accelerations.col(i) = acceleration;
  }
  state.position += h * velocities * tableau_.weights;
  state.velocity += h * accelerations * tableau_.weights;
  return finish(system, h, state);
}

void Verlet::restart() {
  step_ = 0;
  memory_.resize(0);
}

void Verlet::move(double h, State& state) {
  const bool is_first = memory_.size() == 0;
  if (spelling_ == Spelling::leapfrog) {
    if (is_first) memory_ = state.velocity + h / 2 * state.acceleration;
    state.position += h * memory_;
    return;
  }
  const Vector before = state.position;
  if (is_first || spelling_ == Spelling::velocity) {
    state.position += h * state.velocity + h * h / 2 * state.acceleration;
  } else {
    state.position = 2 * before - memory_ + h * h * state.acceleration;
  }
  memory_ = before;
}

SolveStatus Verlet::step(CountedSystem& system, double h, State& state) {
  if (step_ > 0 && std::abs(h - step_) > 1e-9 * step_) {
    throw ModelError(
        fmt::format("{} takes equal steps only, got {} s after {} s: take another scheme where the "
                    "step changes",
                    spelling_name(spelling_), h, step_));
  }
  step_ = h;
  const Vector a_before = state.acceleration;
  move(h, state);
  const SolveStatus status = finish(system, h, state);
  switch (spelling_) {
    case Spelling::position:
      state.velocity = (state.position - memory_) / h + h / 2 * state.acceleration;
      break;
    case Spelling::velocity:
      state.velocity += h / 2 * (a_before + state.acceleration);
      break;
    case Spelling::leapfrog:
      state.velocity = memory_ + h / 2 * state.acceleration;
      memory_ += h * state.acceleration;
      break;
  }
  return status;
}

AdamsBashforth::AdamsBashforth(int order)
    : weights_(adams_bashforth_weights(order)), starter_(tableau_of("dormand_prince_5")) {}

SolveStatus AdamsBashforth::step(CountedSystem& system, double h, State& state) {
  if (h != step_) restart();
  step_ = h;
  past_.push_front(state);
  const auto n = as_size(static_cast<int>(weights_.size()));
  if (past_.size() < n) return starter_.step(system, h, state);
  past_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double weight = h * weights_(static_cast<Eigen::Index>(i));
    state.position += weight * past_[i].velocity;
    state.velocity += weight * past_[i].acceleration;
  }
  return finish(system, h, state);
}

}  // namespace tread::integrate
