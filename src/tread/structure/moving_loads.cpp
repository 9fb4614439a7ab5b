#include "tread/structure/moving_loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/standards/bridge_dynamics.hpp"
#include "tread/structure/static_remainder.hpp"

namespace tread::structure {
namespace {

void check_crossing(const BeamModes& modes, const AxleTrain& train, const Crossing& crossing,
                    const std::vector<double>& sections, const InitialState& initial) {
  const std::vector<RunningLoad> loads = running_loads(train, crossing.second);
  if (!(crossing.speed > 0 && std::isfinite(crossing.speed))) {
    throw ModelError(fmt::format(
        "the speed of the train must be positive, got {} m/s: it never reaches the bridge; for a "
        "train at rest ask for the static deflection",
        crossing.speed));
  }
  if (crossing.front >= way_over(modes.length(), loads).end) {
    throw ModelError(fmt::format(
        "the train never reaches the bridge: its last load starts at x = {} m, beyond the end at "
        "{} m; start its front at or before 0 m",
        crossing.front - train.length(), modes.length()));
  }
  const double reach = crossing.front + crossing.speed * end_time_of(modes, train, crossing);
  if (reach <= 0 && !crossing.second) {
    throw ModelError(fmt::format(
        "the train never reaches the bridge: its front starts at x = {} m and is at {} m at the "
        "end; start it nearer or go on longer",
        crossing.front, reach));
  }
  for (const double value : {crossing.time_step, crossing.free_vibration, crossing.end_time,
                             crossing.largest_deck_frequency}) {
    if (value >= 0 && std::isfinite(value)) continue;
    throw ModelError(
        fmt::format("times and frequencies must be finite and not negative, got {}", value));
  }
  if (crossing.steps_per_record < 1) {
    throw ModelError(
        fmt::format("the steps per record must be at least 1, got {}", crossing.steps_per_record));
  }
  for (const double x : sections) {
    if (x >= 0 && x <= modes.length()) continue;
    throw ModelError(
        fmt::format("the section at x = {} m is not on the bridge of {} m", x, modes.length()));
  }
  for (const auto* values : {&initial.q, &initial.v}) {
    if (values->empty() || values->size() == modes.omega().size()) continue;
    throw ModelError(fmt::format("the initial state has {} modes, the beam {}", values->size(),
                                 modes.n_modes()));
  }
}

/// Modal values of what is recorded at one place.
struct SectionReader {
  SectionReader(const BeamModes& modes, double x, double deck_omega)
      : shape(modes.omega().size()), deck(shape.size()), moment(shape.size()), shear(shape.size()) {
    modes.shape(x, shape);
    modes.moment(x, moment);
    modes.shear(x, shear);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      deck[i] = modes.omega()[i] <= deck_omega ? shape[i] : 0;
    }
  }
  std::vector<double> shape;
  std::vector<double> deck;  // the low modes of shape
  std::vector<double> moment;
  std::vector<double> shear;
};

}  // namespace

double deck_frequency(const BeamModes& modes) {
  double largest = standards::k_least_deck_frequency;
  for (const auto& part : modes.parts()) {
    std::vector<double> frequencies;
    for (const double omega : part.omega) {
      if (omega > 0) frequencies.push_back(omega / (2 * std::numbers::pi));
    }
    largest = std::max(largest, standards::deck_acceleration_frequency(frequencies));
  }
  return largest;
}

double time_step_for(const BeamModes& modes, double speed) {
  const double omega = *std::max_element(modes.omega().begin(), modes.omega().end());
  double step = std::numeric_limits<double>::infinity();
  for (const auto& part : modes.parts()) {
    step =
        std::min(step, part.beam.length / (100.0 * static_cast<double>(part.omega.size())) / speed);
  }
  return omega > 0 ? std::min(step, 2 * std::numbers::pi / omega / 40) : step;
}

double time_to_leave(const BeamModes& modes, const AxleTrain& train, const Crossing& crossing) {
  const Way way = way_over(modes.length(), running_loads(train, crossing.second));
  return (way.end - crossing.front) / crossing.speed;
}

double end_time_of(const BeamModes& modes, const AxleTrain& train, const Crossing& crossing) {
  if (crossing.end_time > 0) return crossing.end_time;
  return time_to_leave(modes, train, crossing) + crossing.free_vibration;
}

CrossingHistory simulate_crossing(const BeamModes& modes, const AxleTrain& train,
                                  const Crossing& crossing, const std::vector<double>& sections,
                                  const InitialState& initial, Observer* observer) {
  check_crossing(modes, train, crossing, sections, initial);
  const double step =
      crossing.time_step > 0 ? crossing.time_step : time_step_for(modes, crossing.speed);
  const double end_time = end_time_of(modes, train, crossing);
  const auto n_steps = static_cast<std::size_t>(std::ceil(end_time / step - 1e-9));
  const std::vector<RunningLoad> loads = running_loads(train, crossing.second);
  const std::size_t n_modes = modes.omega().size();

  ModalOscillators oscillators(modes, step);
  if (!initial.q.empty()) oscillators.q() = initial.q;
  if (!initial.v.empty()) oscillators.v() = initial.v;
  const double deck =
      crossing.largest_deck_frequency > 0 ? crossing.largest_deck_frequency : deck_frequency(modes);
  const double deck_omega = 2 * std::numbers::pi * deck * (1 + 1e-9);
  std::vector<SectionReader> readers;
  CrossingHistory history;
  history.n_modes = modes.n_modes();
  for (const double x : sections) {
    readers.emplace_back(modes, x, deck_omega);
    history.sections.push_back({x, {}, {}, {}, {}, {}, {}});
  }
  std::vector<std::vector<double>> slopes;
  for (const double x : end_places(modes)) {
    modes.slope(x, slopes.emplace_back(n_modes));
    history.rotations.push_back({x, {}});
  }
  std::optional<RunningRemainder> remainder;
  if (crossing.section_forces == SectionForces::with_remainder) {
    remainder.emplace(modes, sections, end_places(modes));
  }
  std::vector<double> before(n_modes);
  std::vector<double> now(n_modes);
  std::vector<double> scratch(n_modes);
  const auto record = [&](double time, double front) {
    oscillators.acceleration(now, scratch);
    if (remainder) remainder->update(loads, front, now);
    history.time.push_back(time);
    history.front.push_back(front);
    history.q.insert(history.q.end(), oscillators.q().begin(), oscillators.q().end());
    for (std::size_t s = 0; s < readers.size(); ++s) {
      SectionHistory& section = history.sections[s];
      section.deflection.push_back(superpose(oscillators.q(), readers[s].shape));
      section.velocity.push_back(superpose(oscillators.v(), readers[s].shape));
      section.acceleration.push_back(superpose(scratch, readers[s].shape));
      section.deck_acceleration.push_back(superpose(scratch, readers[s].deck));
      section.moment.push_back(superpose(oscillators.q(), readers[s].moment));
      section.shear.push_back(superpose(oscillators.q(), readers[s].shear));
      if (!remainder) continue;
      section.deflection.back() += remainder->deflection(s);
      section.moment.back() += remainder->moment(s);
      section.shear.back() += remainder->shear(s);
    }
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      history.rotations[i].slope.push_back(superpose(oscillators.q(), slopes[i]));
      if (remainder) history.rotations[i].slope.back() += remainder->slope(i);
    }
  };
  const auto steps_per_record = static_cast<std::size_t>(crossing.steps_per_record);
  for (std::size_t k = 0; k <= n_steps; ++k) {
    const double time = static_cast<double>(k) * step;
    const double front = crossing.front + crossing.speed * time;
    std::fill(now.begin(), now.end(), 0.0);
    for (const RunningLoad& running : loads) {
      add_modal_force(modes, running.load, running.front(front), now, scratch);
    }
    if (k > 0) oscillators.step(before, now);
    if (k % steps_per_record == 0 || k == n_steps) record(time, front);
    std::swap(before, now);
    if (observer == nullptr || k % 256 != 0) continue;
    observer->on_progress(static_cast<double>(k) / static_cast<double>(n_steps), "crossing");
    if (observer->stop_requested()) {
      history.status = SolveStatus::stopped;
      break;
    }
  }
  return history;
}

}  // namespace tread::structure
