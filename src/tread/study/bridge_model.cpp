#include "tread/study/bridge_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tread/core/errors.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/standards/bridge_dynamics.hpp"
#include "tread/structure/beam_load.hpp"
#include "tread/structure/finite_elements.hpp"
#include "tread/structure/mode_count.hpp"
#include "tread/structure/structures_in_a_row.hpp"

namespace tread::study {
namespace {

using casefile::BridgeInput;
using structure::Beam;
using structure::BeamModes;
using structure::ModeMethod;

constexpr double k_same_section_place = 1e-9;  // of a beam's length
constexpr double k_rigid_in_shear = std::numeric_limits<double>::infinity();

/// All cross-sections of the bridge, x from its left end.
std::vector<structure::BeamSection> sections_of_bridge(const BridgeInput& bridge) {
  if (bridge.sections.empty()) {
    return {{0,
             bridge.bending_stiffness.value_or(bridge.young_modulus.value_or(0) *
                                               bridge.second_moment.value_or(0)),
             bridge.mass_per_length, bridge.shear_stiffness.value_or(k_rigid_in_shear),
             bridge.rotary_inertia}};
  }
  std::vector<structure::BeamSection> sections;
  for (const casefile::BridgeSectionInput& section : bridge.sections) {
    sections.push_back({section.x, section.bending_stiffness, section.mass_per_length,
                        section.shear_stiffness.value_or(k_rigid_in_shear),
                        section.rotary_inertia});
  }
  return sections;
}

/// Those of a beam that is part of the bridge, x from its own left end. A jump at one of its ends
/// belongs to its neighbour.
std::vector<structure::BeamSection> sections_between(const BridgeInput& bridge, double begin,
                                                     double end) {
  Beam all{end, sections_of_bridge(bridge), {}, {}};
  for (structure::BeamSection& section : all.sections) {
    for (const double place : {begin, end}) {  // lengths of spans were added up
      if (std::abs(section.x - place) <= k_same_section_place * (end - begin)) section.x = place;
    }
  }
  std::vector<structure::BeamSection> sections{section_at(all, begin)};
  for (const structure::BeamSection& section : all.sections) {
    if (section.x > begin && section.x < end) sections.push_back(section);
  }
  if (all.sections.size() > 1) {
    const auto before_jump = std::ranges::find(all.sections, end, &structure::BeamSection::x);
    sections.push_back(before_jump == all.sections.end() ? section_at(all, end) : *before_jump);
    sections.back().x = end;
  }
  sections.front().x = begin;
  for (structure::BeamSection& section : sections) section.x -= begin;
  return sections;
}

structure::Damping damping_of(const BridgeInput& bridge, const std::vector<double>& spans) {
  if (bridge.rayleigh.size() == 2)
    return structure::RayleighDamping{bridge.rayleigh[0], bridge.rayleigh[1]};
  return structure::ModalDamping{{damping_ratio_of(bridge, spans).total()}};
}

/// One beam over all the spans given. @param begin m, its left end
Beam beam_over(const BridgeInput& bridge, const std::vector<double>& spans, double begin) {
  const double end = std::accumulate(spans.begin(), spans.end(), begin);
  Beam beam{0, sections_between(bridge, begin, end), {}, damping_of(bridge, spans)};
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
  double begin = 0;
  for (const std::vector<double>& spans : beams_of(bridge)) {
    beams.push_back(beam_over(bridge, spans, begin));
    begin += beams.back().length;
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
  double begin = 0;
  for (const std::vector<double>& spans : beams_of(bridge)) {
    Beam beam = beam_over(bridge, spans, begin);
    begin += beam.length;
    // ratios are those of modes, if there are any: see ReductionOptions
    if (std::holds_alternative<structure::ModalDamping>(beam.damping))
      beam.damping = structure::RayleighDamping{};
    check(beam);
    structures.push_back(elastic_structure(
        beam, bridge.elements.value_or(k_elements_a_span) * static_cast<int>(spans.size())));
  }
  return in_a_row(structures);
}

double bending_stiffness_at(const BridgeInput& bridge, double x) {
  const Beam beam{span_ends(bridge).back(), sections_of_bridge(bridge), {}, {}};
  return section_at(beam, x).bending_stiffness;
}

DampingRatio damping_ratio_of(const BridgeInput& bridge, const std::vector<double>& spans) {
  DampingRatio ratio{bridge.damping_ratio, 0};
  if (const auto kind = casefile::damping_kind(bridge)) {
    ratio.structural = standards::structural_damping(*kind, std::ranges::max(spans));
  }
  if (bridge.additional_damping) {
    ratio.additional = std::numeric_limits<double>::infinity();
    for (const double span : spans) {
      ratio.additional = std::min(ratio.additional, standards::additional_damping(span));
    }
  }
  return ratio;
}

double deflection_of_own_weight(const BridgeInput& bridge) {
  constexpr double k_gravity = 9.81;
  constexpr int k_modes = 40;  // what is left out falls with the fifth power of their number
  const std::vector<std::vector<double>> beams = beams_of(bridge);
  double begin = 0;
  double deflection = 0;
  for (const std::vector<double>& spans : beams) {
    const Beam beam = beam_over(bridge, spans, begin);
    begin += beam.length;
    const BeamModes modes = beam_modes(beam, {.n_modes = k_modes});
    structure::BeamLoad weight;
    for (std::size_t i = 1; i < beam.sections.size(); ++i) {
      const structure::BeamSection& left = beam.sections[i - 1];
      const structure::BeamSection& right = beam.sections[i];
      if (right.x > left.x) {
        weight.lines.push_back(
            {left.x, right.x, k_gravity * left.mass_per_length, k_gravity * right.mass_per_length});
      }
    }
    if (beam.sections.size() == 1) {
      const double intensity = k_gravity * beam.sections.front().mass_per_length;
      weight.lines.push_back({0, beam.length, intensity, intensity});
    }
    deflection =
        std::max(deflection,
                 values_at(modes, static_coordinates(modes, weight), beam.length / 2).deflection);
  }
  return deflection;
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

SpanDeflection largest_for_its_span(const BridgeInput& bridge, const std::vector<double>& positions,
                                    const std::vector<double>& sizes) {
  const std::vector<double> ends = span_ends(bridge);
  SpanDeflection largest;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto end = std::ranges::lower_bound(ends.begin() + 1, ends.end() - 1, positions[i]);
    const double to_span = sizes[i] / (*end - *(end - 1));
    if (to_span > largest.to_span) largest = {to_span, positions[i]};
  }
  return largest;
}

void add_span_deflection(const SpanDeflection& deflection, result::CaseResult& out) {
  out.scalars.push_back({"max_deflection_to_span", deflection.to_span, "",
                         "largest deflection over the length of its span"});
  add_position("max_deflection_to_span", deflection.position, out);
}

void add_position(const std::string& of_number, double position, result::CaseResult& out) {
  out.scalars.push_back({"position_of_" + of_number, position, "m",
                         fmt::format("position of the {}", result::in_words(of_number))});
}

}  // namespace tread::study
