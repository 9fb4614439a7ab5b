#include "tread/integrate/implicit_schemes.hpp"

#include <algorithm>

#include "tread/core/as_size.hpp"

namespace tread::integrate {
namespace {

/// The equations of a scheme with one stage at the end of the step:
/// x = x~ + c_x a, v = v~ + c_v a.
StageEquations one_stage(double time, const Vector& position, const Vector& velocity, double c_x,
                         double c_v) {
  StageEquations equations;
  equations.times = {time};
  equations.positions = position;
  equations.velocities = velocity;
  equations.position_weights = Matrix::Constant(1, 1, c_x);
  equations.velocity_weights = Matrix::Constant(1, 1, c_v);
  return equations;
}

SolveStatus solve_one_stage(const StageEquations& equations, const NonlinearSettings& settings,
                            CountedSystem& system, State& state) {
  Matrix a = state.acceleration;
  const SolveStatus status = solve_stages(equations, settings, system, a);
  if (status != SolveStatus::converged) return status;
  state.time = equations.times.front();
  state.acceleration = a.col(0);
  state.position =
      equations.positions.col(0) + equations.position_weights(0, 0) * state.acceleration;
  state.velocity =
      equations.velocities.col(0) + equations.velocity_weights(0, 0) * state.acceleration;
  return is_finite(state) ? SolveStatus::converged : SolveStatus::blew_up;
}

std::variant<AlphaScheme, ImplicitRungeKutta> starter_of(int order,
                                                         const NonlinearSettings& settings) {
  if (order <= 2) return AlphaScheme(AlphaNumbers{}, settings);
  return ImplicitRungeKutta(tableau_of(order <= 5 ? "radau_iia_5" : "gauss_6"), settings);
}

}  // namespace

SolveStatus ImplicitRungeKutta::step(CountedSystem& system, double h, State& state) {
  const int s = tableau_.n_stages();
  const int n = system.size();
  StageEquations equations;
  equations.positions.resize(n, s);
  equations.velocities = state.velocity.replicate(1, s);
  equations.right_hand_side.resize(n, s);
  equations.velocity_weights = h * tableau_.stages;
  equations.position_weights = equations.velocity_weights * equations.velocity_weights;
  Vector force(n);
  for (int i = 0; i < s; ++i) {
    equations.times.push_back(state.time + h * tableau_.nodes(i));
    equations.positions.col(i) = state.position + h * tableau_.nodes(i) * state.velocity;
    system.system().external_force(equations.times.back(), force);
    equations.right_hand_side.col(i) = force;
  }
  Matrix a = state.acceleration.replicate(1, s);
  const SolveStatus status = solve_stages(equations, settings_, system, a);
  if (status != SolveStatus::converged) return status;
  const Vector weights = h * tableau_.weights;
  state.position += h * state.velocity + a * (equations.velocity_weights.transpose() * weights);
  state.velocity += a * weights;
  state.time += h;
  if (tableau_.is_stiffly_accurate()) {
    state.acceleration = a.col(s - 1);
  } else {
    system.acceleration(state.time, state.position, state.velocity, state.acceleration);
  }
  return is_finite(state) ? SolveStatus::converged : SolveStatus::blew_up;
}

SolveStatus AlphaScheme::step(CountedSystem& system, double h, State& state) {
  const auto [alpha_m, alpha_f, beta, gamma] = numbers_;
  const Vector& a = state.acceleration;
  StageEquations equations =
      one_stage(state.time + h, state.position + h * state.velocity + h * h * (0.5 - beta) * a,
                state.velocity + h * (1 - gamma) * a, beta * h * h, gamma * h);
  equations.mass_weight = 1 - alpha_m;
  equations.force_weight = 1 - alpha_f;
  // With the mass at the new position, as the thesis writes it, a mass that changes would cost one
  // order: the scheme balances forces between the ends of the step, so the mass belongs there too.
  equations.mass_blend = alpha_f;
  equations.old_position = state.position;
  Vector right(system.size());
  Vector old(system.size());
  system.system().external_force(state.time + (1 - alpha_f) * h, right);
  if (alpha_f != 0) {
    system.internal_force(state.time, state.position, state.velocity, old);
    right -= alpha_f * old;
  }
  equations.old_acceleration = alpha_m * a;
  equations.right_hand_side = right;
  return solve_one_stage(equations, settings_, system, state);
}

ImplicitMultistep::ImplicitMultistep(Family family, int order, const NonlinearSettings& settings)
    : family_(family), settings_(settings), starter_(starter_of(order, settings)) {
  if (family == Family::bdf) {
    const BdfWeights weights = bdf_weights(order);
    past_weights_ = weights.states;
    new_weight_ = weights.derivative;
  } else {
    const Vector weights = adams_moulton_weights(order);
    past_weights_ = weights.tail(weights.size() - 1);
    new_weight_ = weights(0);
  }
}

/// What the past contributes to the new position and velocity.
State ImplicitMultistep::known_part(double h) const {
  State known = past_.front();
  if (family_ == Family::bdf) {
    known.position.setZero();
    known.velocity.setZero();
  }
  for (Eigen::Index i = 0; i < past_weights_.size(); ++i) {
    const State& past = past_[static_cast<std::size_t>(i)];
    const bool is_bdf = family_ == Family::bdf;
    const double weight = past_weights_(i) * (is_bdf ? 1 : h);
    known.position += weight * (is_bdf ? past.position : past.velocity);
    known.velocity += weight * (is_bdf ? past.velocity : past.acceleration);
  }
  return known;
}

SolveStatus ImplicitMultistep::step(CountedSystem& system, double h, State& state) {
  if (h != step_) restart();
  step_ = h;
  const auto n_past = std::max<std::size_t>(1, static_cast<std::size_t>(past_weights_.size()));
  past_.push_front(state);
  if (past_.size() < n_past) {
    const SolveStatus status =
        std::visit([&](auto& starter) { return starter.step(system, h, state); }, starter_);
    if (status != SolveStatus::converged) past_.pop_front();
    return status;
  }
  past_.resize(n_past);
  const State known = known_part(h);
  const double b = new_weight_ * h;
  StageEquations equations =
      one_stage(state.time + h, known.position + b * known.velocity, known.velocity, b * b, b);
  Vector force(system.size());
  system.system().external_force(equations.times.front(), force);
  equations.right_hand_side = force;
  const SolveStatus status = solve_one_stage(equations, settings_, system, state);
  if (status != SolveStatus::converged) restart();
  return status;
}

}  // namespace tread::integrate
