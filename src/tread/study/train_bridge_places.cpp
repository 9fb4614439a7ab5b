#include "tread/study/train_bridge_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/bridge_model.hpp"

namespace tread::study {
namespace {

using casefile::TrainBridgeCase;
using interaction::CrossingOptions;
using interaction::Probe;

constexpr std::size_t k_line_places_a_span = 24;
constexpr std::size_t k_most_line_places = 480;

/// The slope of a line just before or behind x.
Probe slope_probe(const structure::LoadLine& line, double x) {
  const structure::LineWeights at = line.at(x);
  Probe probe{line.segments()[as_size(at.segment)].dofs, {}};
  probe.weights.assign(at.slope.begin(), at.slope.end());
  return probe;
}

/// -EI w'': where elements meet, the mean of both sides.
Probe moment_probe(const structure::LoadLine& line, double x, double bending_stiffness) {
  const double aside = 1e-9 * (line.end() - line.start());
  Probe probe;
  for (const double side : {-aside, aside}) {
    const structure::LineWeights at = line.at(std::clamp(x + side, line.start(), line.end()));
    const std::vector<int>& dofs = line.segments()[as_size(at.segment)].dofs;
    for (std::size_t k = 0; k < dofs.size(); ++k) {
      probe.dofs.push_back(dofs[k]);
      probe.weights.push_back(-bending_stiffness / 2 * at.curvature(static_cast<Eigen::Index>(k)));
    }
  }
  return probe;
}

/// What beam elements know besides: rotations of the ends, moments at the sections.
void look_at_beams(const casefile::BridgeInput& bridge, TrainBridgeModel& model) {
  const structure::LoadLine& line = model.structure->deck;
  const double aside = 1e-9 * (line.end() - line.start());
  const std::vector<double>& ends = model.structure->spans;
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const bool is_apart = bridge.joints == "separate";
    if (i == 1 || is_apart) model.rotation_places.push_back(ends[i - 1] + aside);
    if (i + 1 == ends.size() || is_apart) model.rotation_places.push_back(ends[i] - aside);
  }
  for (const double x : model.rotation_places) {
    model.options.probes.push_back(slope_probe(line, x));
  }
  const bool has_shear = bridge.shear_stiffness ||
                         (!bridge.sections.empty() && bridge.sections.front().shear_stiffness);
  if (has_shear) return;  // the line bends less than it turns
  model.moment_places = model.options.sections;
  model.moment_places.resize(model.n_sections());
  for (const double x : model.moment_places) {
    model.options.probes.push_back(moment_probe(line, x, bending_stiffness_at(bridge, x)));
  }
}

}  // namespace

Probe deflection_probe(const structure::LoadLine& line, double x) {
  const structure::LineWeights at = line.at(x);
  Probe probe{line.segments()[as_size(at.segment)].dofs, {}};
  probe.weights.assign(at.shape.begin(), at.shape.end());
  return probe;
}

std::vector<double> chosen_sections(const TrainBridgeCase& input, const TrainBridgeModel& model) {
  if (!input.output.sections.empty()) return input.output.sections;
  if (model.structure && model.structure->deck.is_empty()) return model.structure->middles;
  if (!model.structure && !input.bridge) return {};
  const double end = model.structure ? model.structure->deck.end() : model.problem.bridge->length();
  std::vector<double> places =
      span_tenths(model.structure ? model.structure->spans : span_ends(*input.bridge));
  for (double& x : places) x = std::min(x, end);
  return places;
}

std::vector<std::size_t> shown_sections(const TrainBridgeCase& input,
                                        const TrainBridgeModel& model) {
  const std::vector<double>& sections = model.options.sections;
  std::vector<double> middles;
  if (model.structure) middles = model.structure->middles;
  if (!model.structure && input.bridge) middles = span_middles(*input.bridge);
  const auto is_middle = [&](double x) {
    const double rounding = 1e-9 * (1 + std::abs(x));
    return std::ranges::any_of(middles, [&](double m) { return std::abs(x - m) < rounding; });
  };
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!input.output.sections.empty() || is_middle(sections[i])) shown.push_back(i);
  }
  return shown;
}

void look_along_line(const TrainBridgeCase& input, Detail detail, TrainBridgeModel& model) {
  const structure::LoadLine& line = model.structure->shown_line();
  const auto n_spans = std::max<std::size_t>(1, model.structure->middles.size());
  const std::size_t n = std::min(k_most_line_places, k_line_places_a_span * n_spans);
  for (std::size_t i = 0; i <= n; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(n);
    // not line.end() itself, which rounding may leave beyond it
    model.line_places.push_back(line.start() + part * (line.end() - line.start()) * (1 - 1e-14));
  }
  CrossingOptions& options = model.options;
  if (model.structure->is_deck_apart()) {
    for (const double x : options.sections) options.probes.push_back(deflection_probe(line, x));
    for (const double x : model.line_places) options.probes.push_back(deflection_probe(line, x));
  } else {
    options.sections.insert(options.sections.end(), model.line_places.begin(),
                            model.line_places.end());
  }
  if (input.bridge) look_at_beams(*input.bridge, model);
  // springs come last: their forces follow from their elongations
  for (const structure::LawSpring& spring : model.structure->structure->springs) {
    options.probes.push_back({spring.dofs, spring.weights});
  }
  options.record_reactions = detail == Detail::everything && !model.structure->reactions.empty() &&
                             !model.structure->modal;
}

void check_sections(const TrainBridgeModel& model) {
  if (model.structure) {
    const structure::LoadLine& line = model.structure->shown_line();
    for (const double x : model.options.sections) {
      if (line.covers(x)) continue;
      throw ModelError(fmt::format(
          "the section at {} m lies beyond the bridge, which is from {:.6g} to {:.6g} m", x,
          line.start(), line.end()));
    }
    return;
  }
  for (const double x : model.options.sections) {
    if (x >= 0 && x <= model.problem.bridge->length()) continue;
    throw ModelError(fmt::format("the section at {} m lies beyond the end of the bridge at {} m", x,
                                 x < 0 ? 0 : model.problem.bridge->length()));
  }
}

std::size_t TrainBridgeModel::n_sections() const {
  const bool are_places_behind = structure && !structure->is_deck_apart();
  return options.sections.size() - (are_places_behind ? line_places.size() : 0);
}

std::size_t TrainBridgeModel::first_moment_probe() const {
  const std::size_t n_deck =
      structure && structure->is_deck_apart() ? n_sections() + line_places.size() : 0;
  return n_deck + rotation_places.size();
}

}  // namespace tread::study
