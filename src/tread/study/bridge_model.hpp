#pragma once

#include "tread/casefile/bridge_keys.hpp"
#include "tread/result/result.hpp"
#include "tread/structure/beam_modes.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::study {

/// What the number of modes goes by where none is given.
struct BridgeModeNeeds {
  double heaviest_load = 0;  // N, of one axle, for bridge.target_error
  int least_modes = 1;       // of all beams together, unless told
};

/// The modes of the bridge that table [bridge] describes. Throws ModelError; ModesStopped.
structure::BeamModes bridge_modes(const casefile::BridgeInput& bridge, const BridgeModeNeeds& needs,
                                  Observer* observer);

/// What is told of a case whose modes were not waited for.
result::CaseResult stopped_before_the_run(const std::string& title,
                                          const structure::ModesStopped& stopped);

/// The same bridge in beam elements, damped by Rayleigh's matrix alone. Throws ModelError.
structure::ElasticStructure bridge_elements(const casefile::BridgeInput& bridge);

double bending_stiffness_of(const casefile::BridgeInput& bridge);  // EI, N m2

/// The tenths of every span with both ends, m; at piers a trace before them too, where shear forces
/// jump.
std::vector<double> span_tenths(const casefile::BridgeInput& bridge);
std::vector<double> span_tenths(const std::vector<double>& ends);  // of all spans, rising

/// The middle of every span, m.
std::vector<double> span_middles(const casefile::BridgeInput& bridge);

/// Where spans begin and end, m.
std::vector<double> span_ends(const casefile::BridgeInput& bridge);

}  // namespace tread::study
