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

/// Whether there is a deck whose acceleration is told.
bool has_deck(const TrainBridgeModel& model);

/// Up to which the acceleration of the deck counts, Hz: as told, else as EN 1990 A2.4.4.2.1 says.
double deck_frequency(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model);

/// A note if the largest acceleration of the sections, which counts all frequencies, is made of
/// what the step does not follow: it is another one with another step. So is the deck's where a
/// filter has to find it below such ringing (of finite elements; modes are told apart exactly).
/// @pre add_bridge_numbers() was called
void add_note_on_ringing(const TrainBridgeModel& model, const interaction::Crossing& crossing,
                         result::CaseResult& out);

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
