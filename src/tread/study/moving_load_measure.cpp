#include "tread/study/moving_load_measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "tread/study/bridge_model.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/study/moving_load_model.hpp"
#include "tread/study/moving_load_study.hpp"

namespace tread::study {
namespace {

using casefile::MovingLoadCase;

/// What cases share that differ in their speed alone.
struct KeptSweep {
  MovingLoadModel model;
  std::optional<structure::SpeedSweep> sweep;  // none: too large
  result::Vector critical;
};

bool is_whole_crossing(const MovingLoadCase& input) {
  return input.train.speed && !input.train.front && !input.time.end && !input.time.step;
}

/// @param speed_ratio of the faster train to the first
bool has_room_for_tables(const MovingLoadModel& model, double speed_ratio) {
  double shortest = model.modes.length();
  std::size_t n_modes = 3;
  for (const auto& part : model.modes.parts()) {
    shortest = std::min(shortest, part.beam.length);
    n_modes = std::max(n_modes, part.omega.size());
  }
  const double n_positions =
      (model.modes.length() + model.train.length()) * 100 * static_cast<double>(n_modes) / shortest;
  const auto n_values =
      static_cast<double>(2 * model.modes.omega().size() + 3 * model.sections.size());
  return n_positions * speed_ratio * n_values <= k_most_values;
}

double speed_ratio(const MovingLoadCase& input) {
  return std::max(1.0, input.second_train.speed.value_or(0) / *input.train.speed);
}

KeptSweep prepare(const MovingLoadCase& input, Observer& observer) {
  KeptSweep kept{moving_load_model(input, &observer), std::nullopt, {}};
  const double ratio = std::max(1.0, input.second_train.speed.value_or(0) / *input.train.speed);
  if (has_room_for_tables(kept.model, ratio)) {
    kept.sweep.emplace(kept.model.modes, kept.model.train,
                       sweep_options(input, kept.model, *input.train.speed));
  }
  kept.critical = critical_speed_vector(critical_speeds_of(input, kept.model));
  return kept;
}

/// All that tables depend on: of the speed, the ratio to that of the second train.
std::string key_of(const casefile::CaseFile& file) {
  const MovingLoadCase& input = *file.moving_load;
  constexpr std::array<std::string_view, 2> k_apart{"title", "train.speed"};
  std::string key = echo_without(file, k_apart);
  if (input.second_train.speed) key += fmt::format("speed = {}", *input.train.speed);
  return key;
}

}  // namespace

result::CaseResult measure_moving_load(const casefile::CaseFile& file, KeptWork& kept,
                                       Observer& observer) {
  const MovingLoadCase& input = *file.moving_load;
  if (!is_whole_crossing(input)) return solve_moving_load(file, observer);
  try {
    const auto work = kept.get<KeptSweep>(key_of(file), [&] { return prepare(input, observer); });
    if (!work->sweep) return solve_moving_load(file, observer);
    check_sweep_speed(work->model, *input.train.speed);
    const structure::SpeedExtremes extremes = work->sweep->run(*input.train.speed);
    result::CaseResult out;
    out.title = input.title;
    out.status = to_string(SolveStatus::converged);
    out.ok = true;
    out.scalars = bridge_scalars(work->model.modes);
    add_extremes(input.bridge, extremes, work->model.sections, work->sweep->static_deflection(),
                 out);
    if (!work->critical.components.empty()) out.vectors.push_back(work->critical);
    return out;
  } catch (const structure::ModesStopped& stopped) {
    return stopped_before_the_run(input.title, stopped);
  } catch (const ModelError& error) {
    throw moving_load_refusal(file, error);
  }
}

void check_measured_moving_load(const casefile::CaseFile& file) {
  const MovingLoadCase& input = *file.moving_load;
  if (!is_whole_crossing(input)) return check_moving_load(file);
  try {
    const MovingLoadModel model = moving_load_model(input, nullptr);
    if (!has_room_for_tables(model, speed_ratio(input))) return check_moving_load(file);
    check_sweep_speed(model, *input.train.speed);
  } catch (const ModelError& error) {
    throw moving_load_refusal(file, error);
  }
}

}  // namespace tread::study
