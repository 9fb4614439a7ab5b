#include "tread/structure/speed_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

/// Modal forces with the front of the train at 0, step, 2 step, ..., [position][mode].
struct ForceTable {
  double step = 0;
  std::size_t n_positions = 0;
  std::vector<double> force;
};

double default_position_step(const BeamModes& modes) {
  double step = modes.length();
  for (const auto& part : modes.parts()) {
    // Three modes at least: forces have kinks where axles come and go.
    const auto n_waves = static_cast<double>(std::max<std::size_t>(part.omega.size(), 3));
    step = std::min(step, part.beam.length / (250.0 * n_waves));
  }
  return step;
}

ForceTable tabulate(const BeamModes& modes, const AxleTrain& train, double position_step) {
  const std::size_t n_modes = modes.omega().size();
  const double way = modes.length() + train.length();
  ForceTable table;
  table.step = position_step;
  table.n_positions = static_cast<std::size_t>(std::ceil(way / position_step)) + 2;
  table.force.assign(table.n_positions * n_modes, 0.0);
  std::vector<double> shape(n_modes);
  // Axle by axle: each one touches only the positions that have it on the bridge.
  for (const Axle& axle : train.axles) {
    const double last = (axle.behind + modes.length()) / position_step;
    auto k = static_cast<std::size_t>(std::ceil(axle.behind / position_step));
    for (; static_cast<double>(k) <= last; ++k) {
      modes.shape(static_cast<double>(k) * position_step - axle.behind, shape);
      double* row = table.force.data() + k * n_modes;
      for (std::size_t i = 0; i < n_modes; ++i) row[i] += axle.force * shape[i];
    }
  }
  if (train.lines.empty()) return table;
  const BeamLoad lines{{}, train.lines};
  for (std::size_t k = 0; k < table.n_positions; ++k) {
    add_modal_force(modes, lines, static_cast<double>(k) * position_step,
                    {table.force.data() + k * n_modes, n_modes}, shape);
  }
  return table;
}

struct SectionRows {
  std::vector<double> shape;   // [section][mode]
  std::vector<double> moment;  // [section][mode]
};

SectionRows section_rows(const BeamModes& modes, const std::vector<double>& sections) {
  const std::size_t n_modes = modes.omega().size();
  SectionRows rows{std::vector<double>(sections.size() * n_modes),
                   std::vector<double>(sections.size() * n_modes)};
  for (std::size_t s = 0; s < sections.size(); ++s) {
    modes.shape(sections[s], {rows.shape.data() + s * n_modes, n_modes});
    modes.moment(sections[s], {rows.moment.data() + s * n_modes, n_modes});
  }
  return rows;
}

/// One speed through the table.
class Runner {
 public:
  Runner(const BeamModes& modes, const SectionRows& rows, std::size_t n_sections)
      : modes_(modes), rows_(rows), n_modes_(modes.omega().size()), extremes_(n_sections) {}

  std::vector<SweepExtreme> run(const ForceTable& table, double speed,
                                const SweepOptions& options) {
    std::fill(extremes_.begin(), extremes_.end(), SweepExtreme{});
    const double omega = *std::max_element(modes_.omega().begin(), modes_.omega().end());
    const double interval = table.step / speed;
    const int n_parts =
        std::max(1, static_cast<int>(std::ceil(omega * interval / options.largest_phase)));
    ModalOscillators oscillators(modes_, interval / n_parts);
    std::vector<double> begin(n_modes_);
    std::vector<double> end(n_modes_);
    for (std::size_t k = 0; k + 1 < table.n_positions; ++k) {
      const double* row = table.force.data() + k * n_modes_;
      if (n_parts == 1) {
        oscillators.step({row, n_modes_}, {row + n_modes_, n_modes_});
        record(oscillators, {row + n_modes_, n_modes_});
        continue;
      }
      for (int part = 1; part <= n_parts; ++part) {
        for (std::size_t i = 0; i < n_modes_; ++i) {
          const double rise = (row[n_modes_ + i] - row[i]) / n_parts;
          begin[i] = row[i] + (part - 1) * rise;
          end[i] = row[i] + part * rise;
        }
        oscillators.step(begin, end);
        record(oscillators, end);
      }
    }
    std::fill(begin.begin(), begin.end(), 0.0);
    const auto n_free = static_cast<long>(std::ceil(options.free_vibration * n_parts / interval));
    for (long k = 0; k < n_free; ++k) {
      oscillators.step(begin, begin);
      record(oscillators, begin);
    }
    return extremes_;
  }

 private:
  void record(const ModalOscillators& oscillators, std::span<const double> force) {
    const double* q = oscillators.q().data();
    const double* v = oscillators.v().data();
    const double* omega = modes_.omega().data();
    const double* rate = modes_.damping_rate().data();
    for (std::size_t s = 0; s < extremes_.size(); ++s) {
      const double* shape = rows_.shape.data() + s * n_modes_;
      const double* moments = rows_.moment.data() + s * n_modes_;
      double deflection = 0;
      double acceleration = 0;
      double moment = 0;
      for (std::size_t i = 0; i < n_modes_; ++i) {
        deflection += shape[i] * q[i];
        acceleration += shape[i] * (force[i] - rate[i] * v[i] - omega[i] * omega[i] * q[i]);
        moment += moments[i] * q[i];
      }
      SweepExtreme& extreme = extremes_[s];
      extreme.deflection = std::max(extreme.deflection, std::abs(deflection));
      extreme.acceleration = std::max(extreme.acceleration, std::abs(acceleration));
      extreme.moment = std::max(extreme.moment, std::abs(moment));
    }
  }

  const BeamModes& modes_;
  const SectionRows& rows_;
  std::size_t n_modes_;
  std::vector<SweepExtreme> extremes_;
};

void check_options(const BeamModes& modes, const SweepOptions& options) {
  if (options.speeds.empty()) {
    throw ModelError("the sweep has no speeds: give at least one");
  }
  for (const double speed : options.speeds) {
    if (speed > 0 && std::isfinite(speed)) continue;
    throw ModelError(fmt::format(
        "the speeds of a sweep must be positive, got {} m/s: the train never reaches the bridge",
        speed));
  }
  if (options.sections.empty()) {
    throw ModelError("the sweep looks at no section of the bridge: give at least one place");
  }
  for (const double x : options.sections) {
    if (x >= 0 && x <= modes.length()) continue;
    throw ModelError(
        fmt::format("the section at x = {} m is not on the bridge of {} m", x, modes.length()));
  }
  if (!(options.position_step >= 0) || !(options.free_vibration >= 0) ||
      !(options.largest_phase > 0)) {
    throw ModelError(fmt::format(
        "a sweep needs a step along the way >= 0 (got {} m), a free vibration >= 0 (got {} s) and "
        "a largest phase > 0 (got {} rad)",
        options.position_step, options.free_vibration, options.largest_phase));
  }
}

}  // namespace

SweepExtreme SweepResult::largest_at(std::size_t i_speed) const {
  SweepExtreme largest;
  for (const SweepExtreme& extreme : extremes[i_speed]) {
    largest.deflection = std::max(largest.deflection, extreme.deflection);
    largest.acceleration = std::max(largest.acceleration, extreme.acceleration);
    largest.moment = std::max(largest.moment, extreme.moment);
  }
  return largest;
}

SweepResult sweep_speeds(const BeamModes& modes, const AxleTrain& train,
                         const SweepOptions& options, Observer* observer) {
  check(train);
  check_options(modes, options);
  const double position_step =
      options.position_step > 0 ? options.position_step : default_position_step(modes);
  const ForceTable table = tabulate(modes, train, position_step);
  const SectionRows rows = section_rows(modes, options.sections);
  Runner runner(modes, rows, options.sections.size());
  SweepResult result{options.speeds, options.sections, {}};
  for (const double speed : options.speeds) {
    if (observer != nullptr) {
      observer->on_progress(
          static_cast<double>(result.extremes.size()) / static_cast<double>(options.speeds.size()),
          train.name);
      if (observer->stop_requested()) {
        result.status = SolveStatus::stopped;
        return result;
      }
    }
    result.extremes.push_back(runner.run(table, speed, options));
  }
  return result;
}

std::vector<CriticalSpeed> critical_speeds(const BeamModes& modes, const AxleTrain& train,
                                           int n_modes, int n_divisors) {
  std::vector<CriticalSpeed> speeds;
  // Separate beams may differ: those of the first.
  const auto& part = modes.parts().front();
  int mode = 0;
  for (const double omega : part.omega) {
    if (omega == 0) continue;
    if (++mode > n_modes) break;
    const double frequency = omega / (2 * std::numbers::pi);
    for (const double pitch : train.pitches) {
      for (int i = 1; i <= n_divisors; ++i) {
        speeds.push_back({frequency * pitch / i, mode, i, pitch,
                          fmt::format("n{} D/{}, D = {:g} m", mode, i, pitch)});
      }
    }
    const double speed = omega * part.beam.length / (mode * std::numbers::pi);
    speeds.push_back({speed, mode, 0, 0, fmt::format("single force, mode {}", mode)});
  }
  std::sort(speeds.begin(), speeds.end(),
            [](const CriticalSpeed& a, const CriticalSpeed& b) { return a.speed < b.speed; });
  return speeds;
}

}  // namespace tread::structure
