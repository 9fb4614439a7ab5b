#pragma once

#include <optional>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/result.hpp"
#include "tread/structure/critical_speeds.hpp"
#include "tread/structure/speed_sweep.hpp"

namespace tread::study {

/// What a case of the scenario `moving_load` describes: bridge, trains, and where to look.
struct MovingLoadModel {
  structure::AxleTrain train;
  structure::BeamModes modes;
  std::vector<double> sections;  // m, where extremes are looked for
  std::vector<double> shown;     // m, of these, whose histories are shown
  std::vector<double> speeds;    // m/s; empty: one crossing
};

/// What is kept of a run or prepared for a sweep: at most so many numbers.
inline constexpr double k_most_values = 5e7;  // 400 MB

/// The forces of a train. Throws ModelError.
structure::AxleTrain axle_train_of(const casefile::AxleTrainInput& input);

/// Throws ModelError; structure::ModesStopped.
/// @param observer may be null
MovingLoadModel moving_load_model(const casefile::MovingLoadCase& input, Observer* observer);

/// The train that meets the first one at that speed; none: it is alone.
std::optional<structure::SecondTrain> second_train_of(const casefile::MovingLoadCase& input,
                                                      const MovingLoadModel& model, double speed);

/// Where to look, and how, at that speed of the first train.
structure::SweepOptions sweep_options(const casefile::MovingLoadCase& input,
                                      const MovingLoadModel& model, double speed);

/// Throws ModelError for a train so slow that it stands: more periods of the bridge than a sweep
/// may have steps.
void check_sweep_speed(const MovingLoadModel& model, double speed);

/// Speeds at which resonance is expected, of all modes that count in accelerations of the deck; as
/// far as the case's trains or any other come near them, and that of a single force.
std::vector<structure::CriticalSpeed> critical_speeds_of(const casefile::MovingLoadCase& input,
                                                         const MovingLoadModel& model);
result::Vector critical_speed_vector(const std::vector<structure::CriticalSpeed>& speeds);

/// What a model refuses, told at a key of the case.
CaseError moving_load_refusal(const casefile::CaseFile& file, const ModelError& error);

}  // namespace tread::study
