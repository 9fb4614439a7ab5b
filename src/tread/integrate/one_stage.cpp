#include "tread/integrate/one_stage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tread/core/errors.hpp"
#include "tread/integrate/multistep_weights.hpp"

namespace tread::integrate {
namespace {

std::variant<AlphaNumbers, MultistepPast> one_stage_scheme(const SchemeSettings& settings) {
  check(settings);
  const std::string_view name = settings.name;
  const int order = find_scheme(name).order;
  if (name == "newmark" || name == "hht_alpha" || name == "generalised_alpha") {
    return alpha_numbers(settings);
  }
  if (name == "backward_euler" || name.starts_with("bdf_")) {
    return MultistepPast(MultistepPast::Family::bdf, order);
  }
  if (name.starts_with("adams_moulton_")) {
    return MultistepPast(MultistepPast::Family::adams_moulton, order);
  }
  throw ModelError(
      fmt::format("scheme '{}' has not one implicit stage: take newmark, hht_alpha, "
                  "generalised_alpha, backward_euler, or one of bdf and adams_moulton",
                  name));
}

}  // namespace

OneStage alpha_stage(const AlphaNumbers& numbers, double step, const State& state) {
  const auto [alpha_m, alpha_f, beta, gamma] = numbers;
  const double h = step;
  return {
      .time = state.time + h,
      .position = state.position + h * state.velocity + h * h * (0.5 - beta) * state.acceleration,
      .velocity = state.velocity + h * (1 - gamma) * state.acceleration,
      .position_weight = beta * h * h,
      .velocity_weight = gamma * h,
      .mass_weight = 1 - alpha_m,
      .force_weight = 1 - alpha_f};
}

MultistepPast::MultistepPast(Family family, int order) : family_(family) {
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

std::optional<OneStage> MultistepPast::begin(double step, const State& state) {
  if (step != step_) restart();
  step_ = step;
  const auto n_past = std::max<std::size_t>(1, static_cast<std::size_t>(past_weights_.size()));
  past_.push_front(state);
  if (past_.size() < n_past) return {};
  past_.resize(n_past);
  const bool is_bdf = family_ == Family::bdf;
  const double b = new_weight_ * step;
  OneStage stage{.time = state.time + step,
                 .position = (is_bdf ? 0 : 1) * state.position,
                 .velocity = (is_bdf ? 0 : 1) * state.velocity,
                 .position_weight = b * b,
                 .velocity_weight = b};
  for (Eigen::Index i = 0; i < past_weights_.size(); ++i) {
    const State& past = past_[static_cast<std::size_t>(i)];
    const double weight = past_weights_(i) * (is_bdf ? 1 : step);
    stage.position += weight * (is_bdf ? past.position : past.velocity);
    stage.velocity += weight * (is_bdf ? past.velocity : past.acceleration);
  }
  stage.position += b * stage.velocity;
  return stage;
}

OneStageScheme::OneStageScheme(const SchemeSettings& settings)
    : scheme_(one_stage_scheme(settings)) {}

OneStage OneStageScheme::begin(double step, const State& state) {
  if (const auto* numbers = std::get_if<AlphaNumbers>(&scheme_)) {
    return alpha_stage(*numbers, step, state);
  }
  if (auto stage = std::get<MultistepPast>(scheme_).begin(step, state)) return *std::move(stage);
  return alpha_stage(AlphaNumbers{}, step, state);
}

void OneStageScheme::restart() {
  if (auto* past = std::get_if<MultistepPast>(&scheme_)) past->restart();
}

}  // namespace tread::integrate
