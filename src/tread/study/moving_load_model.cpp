#include "tread/study/moving_load_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tread/structure/train_library.hpp"
#include "tread/study/bridge_model.hpp"
#include "tread/study/model_refusal.hpp"

namespace tread::study {
namespace {

using casefile::AxleTrainInput;
using casefile::MovingLoadCase;
using structure::AxleTrain;

constexpr double k_most_periods_of_a_speed = 1e6;

double heaviest_axle(const AxleTrain& train) {
  double heaviest = 0;
  for (const structure::Axle& axle : train.axles)
    heaviest = std::max(heaviest, std::abs(axle.force));
  return heaviest;
}

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

}  // namespace

AxleTrain axle_train_of(const AxleTrainInput& input) {
  if (input.type != "axles") {
    return structure::train_by_name(input.type, {input.n_forces, input.spacing, input.n_wagons});
  }
  AxleTrain train{"axles", {}};
  for (std::size_t i = 0; i < input.distances.size(); ++i) {
    const std::size_t i_force = input.forces.size() == 1 ? 0 : i;
    train.axles.push_back({input.distances[i], input.forces[i_force]});
  }
  return train;
}

MovingLoadModel moving_load_model(const MovingLoadCase& input, Observer* observer) {
  AxleTrain train = axle_train_of(input.train.axles);
  const double heaviest = heaviest_axle(train);
  if (heaviest == 0) {
    throw ModelError("all forces of the train are zero: give at least one axle a load");
  }
  structure::BeamModes modes = bridge_modes(input.bridge, {heaviest, 1}, observer);
  const std::vector<double>& asked = input.output.sections;
  MovingLoadModel model{std::move(train), std::move(modes),
                        asked.empty() ? span_tenths(input.bridge) : asked,
                        asked.empty() ? span_middles(input.bridge) : asked, sweep_speeds_of(input)};
  for (const double speed : model.speeds) check_sweep_speed(model, speed);
  return model;
}

std::optional<structure::SecondTrain> second_train_of(const MovingLoadCase& input,
                                                      const MovingLoadModel& model, double speed) {
  const casefile::SecondTrainInput& second = input.second_train;
  if (second.axles.type.empty()) return std::nullopt;
  structure::SecondTrain out;
  out.train = second.axles.type == "same" ? model.train : axle_train_of(second.axles);
  out.heading = second.direction == "right" ? structure::Heading::right : structure::Heading::left;
  out.speed_ratio = second.speed ? *second.speed / speed : 1;
  out.meet_at = second.meet_at.value_or(model.modes.length() / 2);
  return out;
}

structure::SweepOptions sweep_options(const MovingLoadCase& input, const MovingLoadModel& model,
                                      double speed) {
  structure::SweepOptions options;
  options.sections = model.sections;
  options.free_vibration = input.time.free_vibration;
  options.largest_deck_frequency = input.output.deck_frequency.value_or(0);
  options.second = second_train_of(input, model, speed);
  return options;
}

void check_sweep_speed(const MovingLoadModel& model, double speed) {
  const double slowest = model.modes.omega().front() / (2 * std::numbers::pi);
  const double n_periods = (model.modes.length() + model.train.length()) / speed * slowest;
  if (n_periods <= k_most_periods_of_a_speed) return;
  throw ModelError(fmt::format(
      "a crossing at {:.4g} m/s takes {:.3g} periods of the bridge, too many for a sweep: leave it "
      "out",
      speed, n_periods));
}

std::vector<structure::CriticalSpeed> critical_speeds_of(const MovingLoadCase& input,
                                                         const MovingLoadModel& model) {
  constexpr double k_fastest_train = 150;  // m/s: above 1.2 times the speed of any line
  double fastest = std::max(k_fastest_train, input.train.speed.value_or(0));
  for (const double speed : model.speeds) fastest = std::max(fastest, speed);
  std::vector<structure::CriticalSpeed> speeds =
      critical_speeds(model.modes, model.train, input.output.deck_frequency.value_or(0));
  std::erase_if(speeds, [&](const structure::CriticalSpeed& critical) {
    return critical.divisor > 0 && critical.speed > fastest;
  });
  return speeds;
}

result::Vector critical_speed_vector(const std::vector<structure::CriticalSpeed>& speeds) {
  result::Vector all{"critical_speeds", {}, "critical speeds"};
  for (const structure::CriticalSpeed& speed : speeds) {
    all.components.push_back({speed.what, speed.speed, "m/s"});
  }
  return all;
}

CaseError moving_load_refusal(const casefile::CaseFile& file, const ModelError& error) {
  constexpr std::array k_clues{Clue{"never reaches", "train.front"},
                               Clue{"second train", "second_train.meet_at"},
                               Clue{"the sweep", "train.speed_range"},
                               Clue{"for a sweep", "train.speeds"},
                               Clue{"Rayleigh", "bridge.rayleigh"},
                               Clue{"all forces", "train.forces"},
                               Clue{"step", "time.step"},
                               Clue{"section at", "output.sections"},
                               Clue{"target error", "bridge.target_error"},
                               Clue{"modes", "bridge.modes"},
                               Clue{"finite differences", "bridge.mode_method"},
                               Clue{"axle", "train.distances"}};
  return refusal(file.path, file.moving_load->places, error, k_clues, "bridge");
}

}  // namespace tread::study
