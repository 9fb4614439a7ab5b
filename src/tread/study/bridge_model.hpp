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

double bending_stiffness_at(const casefile::BridgeInput& bridge, double x);  // EI, N m2

/// Damping ratio of all modes of a beam, and what it consists of.
struct DampingRatio {
  double structural = 0;
  double additional = 0;

  double total() const { return structural + additional; }
};
/// As given, or by EN 1991-2; without Rayleigh damping.
/// @param spans of the beam, m
DampingRatio damping_ratio_of(const casefile::BridgeInput& bridge,
                              const std::vector<double>& spans);

/// At midspan of the longest beam under its own weight, m. @pre is_on_two_supports()
double deflection_of_own_weight(const casefile::BridgeInput& bridge);

/// The tenths of every span with both ends, m; at piers a trace before them too, where shear forces
/// jump.
std::vector<double> span_tenths(const casefile::BridgeInput& bridge);
std::vector<double> span_tenths(const std::vector<double>& ends);  // of all spans, rising

/// The middle of every span, m.
std::vector<double> span_middles(const casefile::BridgeInput& bridge);

/// Where spans begin and end, m.
std::vector<double> span_ends(const casefile::BridgeInput& bridge);

/// The deflection that is largest for the span it is in.
struct SpanDeflection {
  double to_span = 0;   // its size over the length of the span
  double position = 0;  // m
};
/// @param sizes of the deflections at positions on the bridge, m
SpanDeflection largest_for_its_span(const casefile::BridgeInput& bridge,
                                    const std::vector<double>& positions,
                                    const std::vector<double>& sizes);

/// The numbers of study/measure_case.hpp that say so.
void add_span_deflection(const SpanDeflection& deflection, result::CaseResult& out);
/// "position_of_max_moment", m.
void add_position(const std::string& of_number, double position, result::CaseResult& out);

}  // namespace tread::study
