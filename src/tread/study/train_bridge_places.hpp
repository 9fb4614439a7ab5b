#pragma once

#include "tread/study/train_bridge_model.hpp"

namespace tread::study {

/// Where the bridge is looked at during a crossing: sections, places all along it, and what is read
/// off a structure's displacements there (probes).

/// The deflection of a line at x as a sum of displacements.
interaction::Probe deflection_probe(const structure::LoadLine& line, double x);

/// Those that the case names, or supports and tenths of all spans (span_tenths).
std::vector<double> chosen_sections(const casefile::TrainBridgeCase& input,
                                    const TrainBridgeModel& model);

/// Which of them have their histories reported: those that the case names, or the middles of all
/// spans.
std::vector<std::size_t> shown_sections(const casefile::TrainBridgeCase& input,
                                        const TrainBridgeModel& model);

/// Throws ModelError for a section beyond the bridge.
void check_sections(const TrainBridgeModel& model);

/// Adds what is looked at all along a structure to the options.
/// @pre model.structure
void look_along_line(const casefile::TrainBridgeCase& input, Detail detail,
                     TrainBridgeModel& model);

}  // namespace tread::study
