#pragma once

#include <optional>
#include <vector>

#include "tread/casefile/train_bridge_case.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/result/result.hpp"
#include "tread/study/train_bridge_model.hpp"

namespace tread::study {

/// Numbers by which norms judge a bridge under a train.

/// Frequencies of the bridge alone (without track and train) that move its load line, different
/// ones, rising, Hz: three if there are so many.
std::vector<double> bridge_frequencies(const TrainBridgeModel& model);

/// How far from the end of a run the filtered acceleration of a deck of finite elements counts, s.
/// @param cut Hz, up to which accelerations count
double deck_settling_time(double cut);

/// The largest acceleration of the deck that counts, m/s2; none: there is no deck, or the run is
/// too short for the filter.
std::optional<double> largest_deck_acceleration(const casefile::TrainBridgeCase& input,
                                                const TrainBridgeModel& model,
                                                const interaction::Crossing& crossing);

/// first_frequency to third_frequency, max_deck_acceleration and max_end_rotation, as far as the
/// model has them: of beams the modes up to the cut, of finite elements the history without what is
/// faster (low_pass), without its ends.
void add_bridge_numbers(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model,
                        const interaction::Crossing& crossing, result::CaseResult& out);

}  // namespace tread::study
