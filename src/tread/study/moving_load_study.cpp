#include "tread/study/moving_load_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "tread/core/errors.hpp"
#include "tread/structure/speed_sweep.hpp"
#include "tread/study/bridge_model.hpp"
#include "tread/study/model_refusal.hpp"

namespace tread::study {
namespace {

using namespace structure;
using casefile::CaseFile;
using casefile::MovingLoadCase;

constexpr double k_fewest_instants = 50;
constexpr double k_most_values = 5e7;  // 400 MB
constexpr double k_most_instants_of_a_speed = 1e7;

CaseError refused(const CaseFile& file, const ModelError& error) {
  constexpr std::array k_clues{
      Clue{"never reaches", "train.front"},  Clue{"the sweep", "train.speed_range"},
      Clue{"for a sweep", "train.speeds"},   Clue{"Rayleigh", "bridge.rayleigh"},
      Clue{"all forces", "train.forces"},    Clue{"step", "time.step"},
      Clue{"section at", "output.sections"}, Clue{"target error", "bridge.target_error"},
      Clue{"modes", "bridge.modes"},         Clue{"finite differences", "bridge.mode_method"},
      Clue{"axle", "train.distances"}};
  return refusal(file.path, file.moving_load->places, error, k_clues, "bridge");
}

AxleTrain train_of(const MovingLoadCase& input) {
  constexpr std::string_view k_hslm = "HSLM-A";
  if (input.train.type.starts_with(k_hslm)) {
    return hslm_a(std::stoi(input.train.type.substr(k_hslm.size())));
  }
  AxleTrain train{"axles", {}};
  for (std::size_t i = 0; i < input.train.distances.size(); ++i) {
    const std::size_t i_force = input.train.forces.size() == 1 ? 0 : i;
    train.axles.push_back({input.train.distances[i], input.train.forces[i_force]});
  }
  return train;
}

struct Model {
  AxleTrain train;
  BeamModes modes;
  std::vector<double> sections;  // m
  std::vector<double> speeds;    // m/s; empty: one crossing
};

std::vector<double> sweep_speeds_of(const MovingLoadCase& input) {
  if (!input.train.speeds.empty() || input.train.speed_range.empty()) return input.train.speeds;
  const double first = input.train.speed_range[0];
  const double step = input.train.speed_range[2];
  const double n_given = std::floor((input.train.speed_range[1] - first) / step + 1e-9);
  constexpr int k_most = 100'000;
  if (n_given >= k_most) {
    throw ModelError(fmt::format("the sweep has {} speeds, more than {}: give a larger step",
                                 n_given + 1, k_most));
  }
  std::vector<double> speeds;
  for (int i = 0; i <= static_cast<int>(n_given); ++i) speeds.push_back(first + i * step);
  return speeds;
}

Model build(const MovingLoadCase& input) {
  AxleTrain train = train_of(input);
  double heaviest = 0;
  for (const Axle& axle : train.axles) heaviest = std::max(heaviest, std::abs(axle.force));
  if (heaviest == 0)
    throw ModelError("all forces of the train are zero: give at least one axle a load");
  BeamModes modes = bridge_modes(input.bridge, heaviest);
  std::vector<double> sections =
      input.output.sections.empty() ? span_middles(input.bridge) : input.output.sections;
  Model model{std::move(train), std::move(modes), std::move(sections), sweep_speeds_of(input)};
  for (const double speed : model.speeds) {
    const double n_steps =
        (model.modes.length() + model.train.length()) / speed / time_step_for(model.modes, speed);
    if (n_steps > k_most_instants_of_a_speed) {
      throw ModelError(fmt::format(
          "a crossing at {:.4g} m/s takes {:.3g} steps, too many for a sweep: leave it out", speed,
          n_steps));
    }
  }
  return model;
}

Crossing crossing_of(const MovingLoadCase& input) {
  Crossing crossing;
  crossing.speed = input.train.speed.value_or(0);
  crossing.time_step = input.time.step.value_or(0);
  crossing.front = input.train.front;
  crossing.free_vibration = input.time.free_vibration;
  crossing.end_time = input.time.end.value_or(0);
  return crossing;
}

/// Extremes are taken from the instants, and all of them are kept.
void check_instants(const Model& model, const Crossing& crossing) {
  const double end = end_time_of(model.modes, model.train, crossing);
  const double step =
      crossing.time_step > 0 ? crossing.time_step : time_step_for(model.modes, crossing.speed);
  if (crossing.time_step > 0 && end / step < k_fewest_instants) {
    throw ModelError(
        fmt::format("a step of {:.4g} s is too long for a run of {:.4g} s, whose "
                    "extremes are taken from its instants: take {:.2g} s or less",
                    step, end, end / k_fewest_instants));
  }
  const auto values =
      static_cast<double>(model.modes.n_modes()) + 6 * static_cast<double>(model.sections.size());
  if (end / step * values > k_most_values) {
    throw ModelError(fmt::format(
        "{:.3g} steps of {:.3g} s with {} modes are too many to keep: take longer ones, fewer "
        "modes, or an earlier time.end",
        end / step, step, model.modes.n_modes()));
  }
}

result::Table modes_table(const BeamModes& modes) {
  result::Table table{"modes", "Modes of the bridge", {}};
  result::Column number{"mode", "", {}};
  result::Column frequency{"frequency", "Hz", {}};
  result::Column damping{"damping_ratio", "", modes.damping_ratio()};
  for (std::size_t i = 0; i < modes.omega().size(); ++i) {
    number.values.push_back(static_cast<double>(i + 1));
    frequency.values.push_back(modes.omega()[i] / (2 * std::numbers::pi));
  }
  table.columns = {number, frequency, damping};
  table.look = result::Table::Look::rows;
  return table;
}

struct Peak {
  double value = 0;
  double at = 0;    // x of the section, m
  double when = 0;  // s, or m/s
};

struct Quantity {
  const char* name;
  const char* title;
  const char* unit;
  std::vector<double> SectionHistory::*history;
};

constexpr std::array k_quantities{
    Quantity{"deflection", "Deflection, downwards", "m", &SectionHistory::deflection},
    Quantity{"velocity", "Velocity, downwards", "m/s", &SectionHistory::velocity},
    Quantity{"acceleration", "Acceleration, downwards", "m/s2", &SectionHistory::acceleration},
    Quantity{"moment", "Bending moment, sagging", "N m", &SectionHistory::moment},
    Quantity{"shear", "Shear force", "N", &SectionHistory::shear},
};

void add_crossing(const MovingLoadCase& input, const Model& model, Observer& observer,
                  result::CaseResult& out) {
  const Crossing crossing = crossing_of(input);
  check_instants(model, crossing);
  const CrossingHistory history =
      simulate_crossing(model.modes, model.train, crossing, model.sections, {}, &observer);
  out.ok = history.status == SolveStatus::converged;
  out.status = to_string(history.status);
  for (const Quantity& quantity : k_quantities) {
    result::Table table{quantity.name, quantity.title, {{"time", "s", history.time}}};
    Peak peak;
    for (const SectionHistory& section : history.sections) {
      const std::vector<double>& values = section.*(quantity.history);
      table.columns.push_back(
          {fmt::format("{}_at_{:g}_m", quantity.name, section.x), quantity.unit, values});
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (std::abs(values[k]) <= std::abs(peak.value)) continue;
        peak = {values[k], section.x, history.time[k]};
      }
    }
    out.scalars.push_back(
        {fmt::format("max_{}", quantity.name), peak.value, quantity.unit,
         fmt::format("largest {}, at x = {:g} m and {:.4g} s", quantity.name, peak.at, peak.when)});
    out.tables.push_back(std::move(table));
  }
}

void add_sweep(const MovingLoadCase& input, const Model& model, Observer& observer,
               result::CaseResult& out) {
  SweepOptions options;
  options.speeds = model.speeds;
  options.sections = model.sections;
  options.free_vibration = input.time.free_vibration;
  const SweepResult sweep = sweep_speeds(model.modes, model.train, options, &observer);
  out.ok = sweep.status == SolveStatus::converged;
  out.status = to_string(sweep.status);
  result::Table table{"speed_sweep", "Largest values over all sections", {}};
  table.columns = {{"speed", "m/s", {}},
                   {"deflection", "m", {}},
                   {"acceleration", "m/s2", {}},
                   {"moment", "N m", {}}};
  Peak deflection;
  Peak acceleration;
  for (std::size_t i = 0; i < sweep.extremes.size(); ++i) {
    const SweepExtreme largest = sweep.largest_at(i);
    table.columns[0].values.push_back(sweep.speeds[i]);
    table.columns[1].values.push_back(largest.deflection);
    table.columns[2].values.push_back(largest.acceleration);
    table.columns[3].values.push_back(largest.moment);
    if (largest.deflection > deflection.value)
      deflection = {largest.deflection, 0, sweep.speeds[i]};
    if (largest.acceleration > acceleration.value) {
      acceleration = {largest.acceleration, 0, sweep.speeds[i]};
    }
  }
  out.tables.push_back(std::move(table));
  out.scalars.push_back(
      {"max_deflection", deflection.value, "m", "largest deflection of all speeds"});
  out.scalars.push_back(
      {"speed_of_max_deflection", deflection.when, "m/s", "speed of the largest deflection"});
  out.scalars.push_back(
      {"max_acceleration", acceleration.value, "m/s2", "largest acceleration of all speeds"});
  out.scalars.push_back(
      {"speed_of_max_acceleration", acceleration.when, "m/s", "speed of the largest acceleration"});
}

/// Speeds at which resonance is expected, told where the sweep covers them.
void add_critical(const Model& model, result::CaseResult& out) {
  const std::vector<CriticalSpeed> critical = critical_speeds(model.modes, model.train);
  if (critical.empty()) return;
  result::Vector all{"critical_speeds", {}, "critical speeds"};
  for (const CriticalSpeed& speed : critical) {
    all.components.push_back({speed.what, speed.speed, "m/s"});
  }
  out.vectors.push_back(std::move(all));
  if (model.speeds.empty()) return;
  result::Table& sweep = out.tables.front();
  const auto [low, high] = std::minmax_element(model.speeds.begin(), model.speeds.end());
  for (const CriticalSpeed& speed : critical) {
    if (speed.speed < *low || speed.speed > *high) continue;
    out.notes.push_back(fmt::format("Critical speed in the sweep: {:.2f} m/s ({:.1f} km/h), {}.",
                                    speed.speed, 3.6 * speed.speed, speed.what));
    sweep.marks.push_back({speed.speed, speed.what});
  }
}

}  // namespace

void check_moving_load(const CaseFile& file) {
  const MovingLoadCase& input = *file.moving_load;
  try {
    const Model model = build(input);
    if (!model.speeds.empty()) return;
    // A run of no steps checks what a crossing asks for.
    Crossing crossing = crossing_of(input);
    check_instants(model, crossing);
    crossing.time_step = end_time_of(model.modes, model.train, crossing);
    simulate_crossing(model.modes, model.train, crossing, model.sections);
  } catch (const ModelError& error) {
    throw refused(file, error);
  }
}

result::CaseResult solve_moving_load(const CaseFile& file, Observer& observer) {
  const MovingLoadCase& input = *file.moving_load;
  result::CaseResult out;
  out.title = input.title;
  try {
    const Model model = build(input);
    out.scalars.push_back({"first_frequency", model.modes.omega().front() / (2 * std::numbers::pi),
                           "Hz", "first frequency of the bridge"});
    out.scalars.push_back(
        {"modes", static_cast<double>(model.modes.n_modes()), "", "number of modes"});
    if (model.speeds.empty()) {
      add_crossing(input, model, observer, out);
    } else {
      add_sweep(input, model, observer, out);
    }
    add_critical(model, out);
    out.tables.push_back(modes_table(model.modes));
  } catch (const ModelError& error) {
    throw refused(file, error);
  }
  return out;
}

}  // namespace tread::study
