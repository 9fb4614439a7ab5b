#include "tread/integrate/implicit_schemes.hpp"

namespace tread::integrate {
namespace {

StageEquations equations_of(const OneStage& stage) {
  StageEquations equations;
  equations.times = {stage.time};
  equations.positions = stage.position;
  equations.velocities = stage.velocity;
  equations.position_weights = Matrix::Constant(1, 1, stage.position_weight);
  equations.velocity_weights = Matrix::Constant(1, 1, stage.velocity_weight);
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

ImplicitMultistep::ImplicitMultistep(MultistepPast::Family family, int order,
                                     const NonlinearSettings& settings)
    : past_(family, order), settings_(settings), starter_(starter_of(order, settings)) {}

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
  const double alpha_m = numbers_.alpha_m;
  const double alpha_f = numbers_.alpha_f;
  StageEquations equations = equations_of(alpha_stage(numbers_, h, state));
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
  equations.old_acceleration = alpha_m * state.acceleration;
  equations.right_hand_side = right;
  return solve_one_stage(equations, settings_, system, state);
}

SolveStatus ImplicitMultistep::step(CountedSystem& system, double h, State& state) {
  const std::optional<OneStage> stage = past_.begin(h, state);
  if (!stage) {
    const SolveStatus status =
        std::visit([&](auto& starter) { return starter.step(system, h, state); }, starter_);
    if (status != SolveStatus::converged) past_.drop_last();
    return status;
  }
  StageEquations equations = equations_of(*stage);
  Vector force(system.size());
  system.system().external_force(stage->time, force);
  equations.right_hand_side = force;
  const SolveStatus status = solve_one_stage(equations, settings_, system, state);
  if (status != SolveStatus::converged) restart();
  return status;
}

}  // namespace tread::integrate
