#pragma once

#include "tread/casefile/bridge_keys.hpp"
#include "tread/structure/beam_modes.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::study {

/// The modes of the bridge that table [bridge] describes. Throws ModelError.
/// @param heaviest_load N, of one axle: what the number of modes goes by where none is given
structure::BeamModes bridge_modes(const casefile::BridgeInput& bridge, double heaviest_load);

/// The same bridge in beam elements, damped by Rayleigh's matrix alone. Throws ModelError.
structure::ElasticStructure bridge_elements(const casefile::BridgeInput& bridge);

double bending_stiffness_of(const casefile::BridgeInput& bridge);  // EI, N m2

/// The tenths of every span with both ends, m; at piers a trace before them too, where shear forces
/// jump.
std::vector<double> span_tenths(const casefile::BridgeInput& bridge);

/// The middle of every span, m.
std::vector<double> span_middles(const casefile::BridgeInput& bridge);

/// Where spans begin and end, m.
std::vector<double> span_ends(const casefile::BridgeInput& bridge);

}  // namespace tread::study
