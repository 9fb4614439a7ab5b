#include "tread/study/bridge_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/errors.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/structure/finite_elements.hpp"
#include "tread/structure/mode_count.hpp"
#include "tread/structure/structures_in_a_row.hpp"

namespace tread::study {
namespace {

using casefile::BridgeInput;
using structure::Beam;
using structure::BeamModes;
using structure::ModeMethod;

structure::BeamSection section_of(const BridgeInput& bridge) {
  structure::BeamSection section;
  section.bending_stiffness = bending_stiffness_of(bridge);
  section.mass_per_length = bridge.mass_per_length;
  section.shear_stiffness =
      bridge.shear_stiffness.value_or(std::numeric_limits<double>::infinity());
  section.rotary_inertia = bridge.rotary_inertia;
  return section;
}

structure::Damping damping_of(const BridgeInput& bridge) {
  if (bridge.rayleigh.size() == 2)
    return structure::RayleighDamping{bridge.rayleigh[0], bridge.rayleigh[1]};
  return structure::ModalDamping{{bridge.damping_ratio}};
}

/// One beam over all the spans given.
Beam beam_over(const BridgeInput& bridge, const std::vector<double>& spans) {
  Beam beam{0, {section_of(bridge)}, {}, damping_of(bridge)};
  const bool is_elastic = bridge.supports == "elastic";
  const auto support = [&](double x, bool is_clamped) {
    if (is_elastic) {
      return structure::Support{x, bridge.support_stiffness.value_or(0),
                                bridge.support_rotational_stiffness};
    }
    return is_clamped ? structure::clamped_at(x) : structure::pinned_at(x);
  };
  const bool is_clamped_right = bridge.supports == "clamped";
  const bool is_clamped_left =
      is_clamped_right || bridge.supports == "clamped_pinned" || bridge.supports == "cantilever";
  beam.supports.push_back(support(0, is_clamped_left));
  for (std::size_t i = 0; i < spans.size(); ++i) {
    beam.length += spans[i];
    const bool is_end = i + 1 == spans.size();
    if (is_end && bridge.supports == "cantilever") continue;
    beam.supports.push_back(support(beam.length, is_end && is_clamped_right));
  }
  return beam;
}

ModeMethod method_of(const BridgeInput& bridge) {
  if (bridge.mode_method == "finite_elements") return ModeMethod::finite_elements;
  if (bridge.mode_method == "finite_differences") return ModeMethod::finite_differences;
  return ModeMethod::automatic;
}

int mode_count(const BridgeInput& bridge, const Beam& beam, double longest_span,
               const BridgeModeNeeds& needs) {
  if (bridge.modes) return *bridge.modes;
  if (!bridge.target_error) return modes_for_span(beam, longest_span);
  constexpr int k_most = 2000;  // as of the key bridge.modes
  const int n = modes_for_point_force(beam, needs.heaviest_load, *bridge.target_error);
  if (n <= k_most) return n;
  throw ModelError(
      fmt::format("the target error of {:.4g} m needs {} modes, more than {}: give a "
                  "larger one, or the number of modes",
                  *bridge.target_error, n, k_most));
}

/// Beams of which each goes over its spans without a joint.
std::vector<std::vector<double>> beams_of(const BridgeInput& bridge) {
  const std::vector<double> spans = bridge.span_lengths();
  if (bridge.joints != "separate") return {spans};
  std::vector<std::vector<double>> beams;
  for (const double span : spans) beams.push_back({span});
  return beams;
}

}  // namespace

BeamModes bridge_modes(const BridgeInput& bridge, const BridgeModeNeeds& needs,
                       Observer* observer) {
  std::vector<Beam> beams;
  std::vector<structure::ModeOptions> options;
  int n_modes = 0;
  for (const std::vector<double>& spans : beams_of(bridge)) {
    beams.push_back(beam_over(bridge, spans));
    check(beams.back());
    const double longest = *std::max_element(spans.begin(), spans.end());
    options.push_back({mode_count(bridge, beams.back(), longest, needs), method_of(bridge),
                       bridge.elements.value_or(0), observer});
    n_modes += options.back().n_modes;
  }
  const bool is_told = bridge.modes || bridge.target_error;
  std::vector<BeamModes> modes;
  for (std::size_t i = 0; i < beams.size(); ++i) {
    if (!is_told && n_modes < needs.least_modes) options[i].n_modes = needs.least_modes;
    modes.push_back(beam_modes(beams[i], options[i]));
  }
  return modes.size() == 1 ? std::move(modes.front()) : in_a_row(modes);
}

result::CaseResult stopped_before_the_run(const std::string& title,
                                          const structure::ModesStopped& stopped) {
  result::CaseResult out;
  out.title = title;
  out.status = to_string(SolveStatus::stopped);
  out.notes.push_back(fmt::format("Not run: {}.", stopped.what()));
  return out;
}

structure::ElasticStructure bridge_elements(const BridgeInput& bridge) {
  constexpr int k_elements_a_span = 20;
  std::vector<structure::ElasticStructure> structures;
  for (const std::vector<double>& spans : beams_of(bridge)) {
    Beam beam = beam_over(bridge, spans);
    // ratios are those of modes, if there are any: see ReductionOptions
    if (std::holds_alternative<structure::ModalDamping>(beam.damping))
      beam.damping = structure::RayleighDamping{};
    check(beam);
    structures.push_back(elastic_structure(
        beam, bridge.elements.value_or(k_elements_a_span) * static_cast<int>(spans.size())));
  }
  return in_a_row(structures);
}

double bending_stiffness_of(const BridgeInput& bridge) {
  return bridge.bending_stiffness.value_or(bridge.young_modulus.value_or(0) *
                                           bridge.second_moment.value_or(0));
}

std::vector<double> span_tenths(const std::vector<double>& ends) {
  constexpr double k_before = 1e-4;  // of a span
  std::vector<double> places{ends.front()};
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const double begin = ends[i - 1];
    const double span = ends[i] - begin;
    for (int k = 1; k < 10; ++k) places.push_back(begin + span * k / 10);
    if (i + 1 < ends.size()) places.push_back(ends[i] - k_before * span);
    places.push_back(ends[i]);
  }
  return places;
}

std::vector<double> span_tenths(const BridgeInput& bridge) {
  return span_tenths(span_ends(bridge));
}

std::vector<double> span_middles(const BridgeInput& bridge) {
  const std::vector<double> ends = span_ends(bridge);
  std::vector<double> middles;
  for (std::size_t i = 1; i < ends.size(); ++i) middles.push_back((ends[i - 1] + ends[i]) / 2);
  return middles;
}

std::vector<double> span_ends(const BridgeInput& bridge) {
  std::vector<double> ends{0};
  for (const double span : bridge.span_lengths()) ends.push_back(ends.back() + span);
  return ends;
}

}  // namespace tread::study
