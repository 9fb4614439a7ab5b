#include "tread/study/moving_load_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

#include "tread/core/errors.hpp"
#include "tread/structure/static_remainder.hpp"
#include "tread/study/bridge_model.hpp"
#include "tread/study/moving_load_model.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using casefile::CaseFile;
using casefile::MovingLoadCase;
using structure::BeamModes;
using structure::SectionHistory;
using structure::SweepExtreme;
using structure::SweepResult;

constexpr double k_fewest_instants = 50;

structure::Crossing crossing_of_case(const MovingLoadCase& input, const MovingLoadModel& model) {
  structure::Crossing crossing;
  crossing.speed = input.train.speed.value_or(0);
  crossing.time_step = input.time.step.value_or(0);
  crossing.free_vibration = input.time.free_vibration;
  crossing.end_time = input.time.end.value_or(0);
  crossing.section_forces = structure::SectionForces::with_remainder;
  crossing.largest_deck_frequency = input.output.deck_frequency.value_or(0);
  crossing.second = second_train_of(input, model, crossing.speed);
  const auto loads = running_loads(model.train, crossing.second);
  crossing.front = input.train.front.value_or(way_over(model.modes.length(), loads).begin);
  return crossing;
}

/// Numbers that are kept of an instant.
double values_of_an_instant(const MovingLoadModel& model) {
  return static_cast<double>(model.modes.n_modes()) +
         7 * static_cast<double>(model.sections.size());
}

/// Extremes are taken from the instants, and all of them are kept.
void check_given_step(const MovingLoadModel& model, const structure::Crossing& crossing) {
  const double end = end_time_of(model.modes, model.train, crossing);
  const double step = crossing.time_step;
  if (end / step < k_fewest_instants) {
    throw ModelError(
        fmt::format("a step of {:.4g} s is too long for a run of {:.4g} s, whose "
                    "extremes are taken from its instants: take {:.2g} s or less",
                    step, end, end / k_fewest_instants));
  }
  const double values = values_of_an_instant(model);
  if (end / step * values > k_most_values) {
    throw ModelError(fmt::format(
        "{:.3g} steps of {:.3g} s with {} modes are too many to keep: take {:.2g} s or more, fewer "
        "modes, or an earlier time.end",
        end / step, step, model.modes.n_modes(), end * values / k_most_values));
  }
}

/// The step that shows everything, or the shortest whose instants can all be kept. Modes are
/// stepped exactly whatever the step, if it shows their forces: only peaks between instants are
/// missed.
double chosen_time_step(const MovingLoadModel& model, const structure::Crossing& crossing) {
  constexpr double k_fewest_places_a_half_wave = 10;
  const double finest = time_step_for(model.modes, crossing.speed);
  const double end = end_time_of(model.modes, model.train, crossing);
  const double kept = end * values_of_an_instant(model) / k_most_values;
  if (kept <= finest) return finest;
  double longest = std::numeric_limits<double>::infinity();
  for (const auto& part : model.modes.parts()) {
    const double places = k_fewest_places_a_half_wave * static_cast<double>(part.omega.size());
    longest = std::min(longest, part.beam.length / places / crossing.speed);
  }
  if (kept <= longest) return kept;
  throw ModelError(fmt::format(
      "a run of {:.4g} s with {} modes and {} sections has too many instants to keep: end it "
      "earlier with time.end, or take fewer modes or sections",
      end, model.modes.n_modes(), model.sections.size()));
}

void settle_step(const MovingLoadModel& model, structure::Crossing& crossing) {
  if (crossing.time_step > 0) {
    check_given_step(model, crossing);
  } else {
    crossing.time_step = chosen_time_step(model, crossing);
  }
}

/// A step that had to be longer than the one that shows every peak.
void add_note_on_step(const MovingLoadCase& input, const MovingLoadModel& model,
                      const structure::Crossing& crossing, result::CaseResult& out) {
  if (input.time.step || crossing.time_step <= time_step_for(model.modes, crossing.speed)) return;
  const double fastest = *std::ranges::max_element(model.modes.omega()) / (2 * std::numbers::pi);
  out.notes.push_back(fmt::format(
      "Steps of {:.3g} s: shorter ones would be too many to keep. They show every place of the "
      "train, and {:.2g} points a period of the highest mode ({:.4g} Hz), whose peaks may lie "
      "between.",
      crossing.time_step, 1 / (crossing.time_step * fastest), fastest));
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

struct HistoryQuantity {
  const char* name;
  const char* title;
  const char* unit;
  std::vector<double> SectionHistory::*history;
};

constexpr std::array k_history_quantities{
    HistoryQuantity{"deflection", "Deflection, downwards", "m", &SectionHistory::deflection},
    HistoryQuantity{"velocity", "Velocity, downwards", "m/s", &SectionHistory::velocity},
    HistoryQuantity{"acceleration", "Acceleration, downwards", "m/s2",
                    &SectionHistory::acceleration},
    HistoryQuantity{"deck_acceleration",
                    "Acceleration of the deck, modes up to the frequency of the norm", "m/s2",
                    &SectionHistory::deck_acceleration},
    HistoryQuantity{"moment", "Bending moment, sagging", "N m", &SectionHistory::moment},
    HistoryQuantity{"shear", "Shear force", "N", &SectionHistory::shear},
};

constexpr const char* k_static_meaning =
    "largest deflection of the trains at rest, anywhere on their way";
constexpr const char* k_amplification_meaning = "largest deflection over that at rest";

std::vector<double> all_sections(const MovingLoadModel& model) {
  std::vector<double> all = model.sections;
  for (const double x : model.shown) {
    if (std::ranges::count(all, x) == 0) all.push_back(x);
  }
  return all;
}

/// The largest deflection at the sections, in size, of trains that stand on their way.
double deflection_at_rest(const MovingLoadModel& model, const structure::Crossing& crossing) {
  const BeamModes& modes = model.modes;
  const auto loads = running_loads(model.train, crossing.second);
  const structure::Way way = way_over(modes.length(), loads);
  constexpr int k_positions = 4000;
  std::vector<std::vector<double>> shapes;
  for (const double x : model.sections) modes.shape(x, shapes.emplace_back(modes.omega().size()));
  std::vector<double> force(modes.omega().size());
  std::vector<double> scratch(force.size());
  structure::RunningRemainder left_out(modes, model.sections, {});
  double largest = 0;
  for (int k = 0; k <= k_positions; ++k) {
    const double s = way.begin + (way.end - way.begin) * k / k_positions;
    std::ranges::fill(force, 0.0);
    for (const structure::RunningLoad& load : loads) {
      add_modal_force(modes, load.load, load.front(s), force, scratch);
    }
    left_out.update(loads, s, force);
    for (std::size_t i = 0; i < force.size(); ++i) {
      const double omega = modes.omega()[i];
      force[i] = omega > 0 ? force[i] / (omega * omega) : 0;
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const double deflection = structure::superpose(force, shapes[i]) + left_out.deflection(i);
      largest = std::max(largest, std::abs(deflection));
    }
  }
  return largest;
}

void add_rotations(const structure::CrossingHistory& history, result::CaseResult& out) {
  result::Table table{"end_rotation", "Slope at the ends", {{"time", "s", history.time}}};
  Peak peak;
  for (const structure::RotationHistory& place : history.rotations) {
    table.columns.push_back({fmt::format("slope_at_{:g}_m", place.x), "rad", place.slope});
    for (std::size_t k = 0; k < place.slope.size(); ++k) {
      if (std::abs(place.slope[k]) <= std::abs(peak.value)) continue;
      peak = {place.slope[k], place.x, history.time[k]};
    }
  }
  out.scalars.push_back({"max_end_rotation", peak.value, "rad",
                         fmt::format("largest slope at an end, at x = {:g} m and {:.4g} s{}",
                                     peak.at, peak.when, if_at_an_end(peak.when, history.time))});
  out.tables.push_back(std::move(table));
}

void add_crossing(const MovingLoadCase& input, const MovingLoadModel& model, Observer& observer,
                  result::CaseResult& out) {
  structure::Crossing crossing = crossing_of_case(input, model);
  settle_step(model, crossing);
  add_note_on_step(input, model, crossing, out);
  const structure::CrossingHistory history =
      simulate_crossing(model.modes, model.train, crossing, all_sections(model), {}, &observer);
  out.ok = history.status == SolveStatus::converged;
  out.status = to_string(history.status);
  for (const HistoryQuantity& quantity : k_history_quantities) {
    result::Table table{quantity.name, quantity.title, {{"time", "s", history.time}}};
    Peak peak;
    for (const SectionHistory& section : history.sections) {
      const std::vector<double>& values = section.*(quantity.history);
      if (std::ranges::count(model.shown, section.x) > 0) {
        table.columns.push_back(
            {fmt::format("{}_at_{:g}_m", quantity.name, section.x), quantity.unit, values});
      }
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (std::abs(values[k]) <= std::abs(peak.value)) continue;
        peak = {values[k], section.x, history.time[k]};
      }
    }
    out.scalars.push_back(
        {fmt::format("max_{}", quantity.name), peak.value, quantity.unit,
         fmt::format("largest {}, at x = {:g} m and {:.4g} s{}", result::in_words(quantity.name),
                     peak.at, peak.when, if_at_an_end(peak.when, history.time))});
    out.tables.push_back(std::move(table));
  }
  add_rotations(history, out);
  const double at_rest = deflection_at_rest(model, crossing);
  out.scalars.push_back({"static_deflection", at_rest, "m", k_static_meaning});
  const auto largest = std::ranges::find(out.scalars, "max_deflection", &result::Scalar::name);
  if (at_rest > 0) {
    out.scalars.push_back(
        {"dynamic_amplification", std::abs(largest->value) / at_rest, "", k_amplification_meaning});
  }
}

/// A force that comes onto the bridge sets mode n swinging with an acceleration that falls as 1/n
/// only: those of all modes add up as slowly as the harmonic series.
void add_note_on_modes(const BeamModes& modes, result::CaseResult& out) {
  constexpr double k_fast_part_worth_a_note = 0.02;
  const auto size_of = [&](std::string_view name) {
    const auto found = std::ranges::find(out.scalars, name, &result::Scalar::name);
    return found == out.scalars.end() ? 0 : std::abs(found->value);
  };
  const double all = size_of("max_acceleration");
  const double slow = size_of("max_deck_acceleration");
  if (std::abs(all - slow) <= k_fast_part_worth_a_note * all) return;
  const double fastest = *std::ranges::max_element(modes.omega()) / (2 * std::numbers::pi);
  out.notes.push_back(
      fmt::format("max_acceleration is that of all {} modes, up to {:.4g} Hz, and changes with "
                  "their number; max_deck_acceleration, of the slow ones, does not.",
                  modes.n_modes(), fastest));
}

/// A quantity of a sweep.
struct SweptQuantity {
  const char* name;
  const char* unit;
  double SweepExtreme::*value;
};

constexpr std::array k_swept{
    SweptQuantity{"deflection", "m", &SweepExtreme::deflection},
    SweptQuantity{"acceleration", "m/s2", &SweepExtreme::acceleration},
    SweptQuantity{"deck_acceleration", "m/s2", &SweepExtreme::deck_acceleration},
    SweptQuantity{"moment", "N m", &SweepExtreme::moment},
    SweptQuantity{"shear", "N", &SweepExtreme::shear},
};

/// All speeds by the same tables, unless the second train has a speed of its own.
SweepResult sweep_all_speeds(const MovingLoadCase& input, const MovingLoadModel& model,
                             Observer& observer) {
  structure::SweepOptions options = sweep_options(input, model, model.speeds.front());
  options.speeds = model.speeds;
  if (!input.second_train.speed) {
    return sweep_speeds(model.modes, model.train, options, &observer);
  }
  SweepResult all{model.speeds, model.sections, {}, {}, 0};
  for (const double speed : model.speeds) {
    options = sweep_options(input, model, speed);
    options.speeds = {speed};
    const SweepResult one = sweep_speeds(model.modes, model.train, options, &observer);
    all.status = one.status;
    if (one.status != SolveStatus::converged) return all;
    all.extremes.push_back(one.extremes.front());
    all.end_rotations.push_back(one.end_rotations.front());
    all.static_deflection = std::max(all.static_deflection, one.static_deflection);
  }
  return all;
}

void add_sweep(const MovingLoadCase& input, const MovingLoadModel& model, Observer& observer,
               result::CaseResult& out) {
  const SweepResult swept = sweep_all_speeds(input, model, observer);
  out.ok = swept.status == SolveStatus::converged;
  out.status = to_string(swept.status);
  const std::size_t n_speeds = swept.extremes.size();
  result::Table table{"speed_sweep", "Largest values over all sections", {}};
  table.columns = {
      {"speed",
       "m/s",
       {swept.speeds.begin(), swept.speeds.begin() + static_cast<std::ptrdiff_t>(n_speeds)}}};
  const auto add = [&](const char* name, const char* unit, const std::vector<double>& values) {
    if (values.empty()) return;
    const auto largest = std::ranges::max_element(values);
    const double speed = swept.speeds[static_cast<std::size_t>(largest - values.begin())];
    out.scalars.push_back({fmt::format("max_{}", name), *largest, unit,
                           fmt::format("largest {} of all speeds", result::in_words(name))});
    out.scalars.push_back({fmt::format("speed_of_max_{}", name), speed, "m/s",
                           fmt::format("speed of the largest {}", result::in_words(name))});
    table.columns.push_back({name, unit, values});
  };
  for (const SweptQuantity& quantity : k_swept) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n_speeds; ++i) {
      values.push_back(swept.largest_at(i).*(quantity.value));
    }
    add(quantity.name, quantity.unit, values);
  }
  add("end_rotation", "rad", swept.end_rotations);
  out.scalars.push_back({"static_deflection", swept.static_deflection, "m", k_static_meaning});
  out.tables.push_back(std::move(table));
}

/// Speeds at which resonance is expected, told where the sweep covers them.
void add_critical(const MovingLoadCase& input, const MovingLoadModel& model,
                  result::CaseResult& out) {
  const std::vector<structure::CriticalSpeed> critical = critical_speeds_of(input, model);
  if (!half_wave(model.modes.parts().front().beam)) {
    out.notes.push_back(
        "No critical speed of a single force is told: omega L/pi is that of one span on hinges, or "
        "of equal ones of a continuous beam, which this bridge is not.");
  }
  if (critical.empty()) return;
  out.vectors.push_back(critical_speed_vector(critical));
  if (model.speeds.empty()) return;
  result::Table& sweep = out.tables.front();
  const auto [low, high] = std::minmax_element(model.speeds.begin(), model.speeds.end());
  std::string all;
  for (const structure::CriticalSpeed& speed : critical) {
    if (speed.speed < *low || speed.speed > *high) continue;
    all += fmt::format("{}{:.2f} m/s ({:.1f} km/h), {}", all.empty() ? "" : "; ", speed.speed,
                       3.6 * speed.speed, speed.what);
    sweep.marks.push_back({speed.speed, speed.what});
  }
  if (!all.empty()) out.notes.push_back(fmt::format("Critical speeds in the sweep: {}.", all));
}

}  // namespace

std::vector<result::Scalar> bridge_scalars(const BeamModes& modes) {
  return {{"first_frequency", modes.omega().front() / (2 * std::numbers::pi), "Hz",
           "first frequency of the bridge"},
          {"modes", static_cast<double>(modes.n_modes()), "", "number of modes"}};
}

void add_extremes(const casefile::BridgeInput& bridge, const structure::SpeedExtremes& extremes,
                  const std::vector<double>& sections, double static_deflection,
                  result::CaseResult& out) {
  for (const SweptQuantity& quantity : k_swept) {
    const auto largest = std::ranges::max_element(extremes.sections, {}, quantity.value);
    const std::string name = fmt::format("max_{}", quantity.name);
    out.scalars.push_back({name, *largest.*(quantity.value), quantity.unit,
                           fmt::format("largest {}", result::in_words(quantity.name))});
    add_position(name, sections[static_cast<std::size_t>(largest - extremes.sections.begin())],
                 out);
  }
  out.scalars.push_back(
      {"max_end_rotation", extremes.end_rotation, "rad", "largest slope at an end"});
  add_position("max_end_rotation", extremes.end_rotation_position, out);
  std::vector<double> deflections;
  for (const SweepExtreme& extreme : extremes.sections) deflections.push_back(extreme.deflection);
  add_span_deflection(largest_for_its_span(bridge, sections, deflections), out);
  out.scalars.push_back({"static_deflection", static_deflection, "m", k_static_meaning});
  if (static_deflection > 0) {
    out.scalars.push_back({"dynamic_amplification",
                           std::ranges::max(deflections) / static_deflection, "",
                           k_amplification_meaning});
  }
}

void check_moving_load(const CaseFile& file) {
  const MovingLoadCase& input = *file.moving_load;
  try {
    const MovingLoadModel model = moving_load_model(input, nullptr);
    if (!model.speeds.empty()) return;
    // A run of no steps checks what a crossing asks for.
    structure::Crossing crossing = crossing_of_case(input, model);
    settle_step(model, crossing);
    crossing.time_step = end_time_of(model.modes, model.train, crossing);
    simulate_crossing(model.modes, model.train, crossing, all_sections(model));
  } catch (const ModelError& error) {
    throw moving_load_refusal(file, error);
  }
}

result::CaseResult solve_moving_load(const CaseFile& file, Observer& observer) {
  const MovingLoadCase& input = *file.moving_load;
  result::CaseResult out;
  out.title = input.title;
  try {
    const MovingLoadModel model = moving_load_model(input, &observer);
    out.scalars = bridge_scalars(model.modes);
    if (model.speeds.empty()) {
      add_crossing(input, model, observer, out);
    } else {
      add_sweep(input, model, observer, out);
    }
    add_note_on_modes(model.modes, out);
    add_critical(input, model, out);
    if (!input.bridge.sections.empty()) {
      out.notes.push_back(
          "The cross-sections vary: moments and shear forces are sums over the modes alone, "
          "without "
          "what modes left out have at rest, and need more modes than deflections.");
    }
    out.tables.push_back(modes_table(model.modes));
  } catch (const structure::ModesStopped& stopped) {
    return stopped_before_the_run(input.title, stopped);
  } catch (const ModelError& error) {
    throw moving_load_refusal(file, error);
  }
  return out;
}

}  // namespace tread::study
