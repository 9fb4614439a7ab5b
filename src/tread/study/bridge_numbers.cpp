#include "tread/study/bridge_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/standards/bridge_dynamics.hpp"
#include "tread/structure/reduction.hpp"
#include "tread/structure/rigid_motions.hpp"
#include "tread/structure/sparse_modes.hpp"
#include "tread/study/crossing_tables.hpp"
#include "tread/study/low_pass.hpp"
#include "tread/study/structure_tables.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using interaction::Crossing;
using interaction::History;
using structure::BeamModes;

constexpr std::size_t k_frequencies_asked = 3;  // that norms ask for
constexpr int k_modes_tried = 12;               // of a structure: some move the line sideways only
constexpr double k_same_frequency = 1e-6;
constexpr double k_moves_line = 0.05;  // of the mode that moves it most

double hertz(double omega) { return omega / (2 * std::numbers::pi); }

/// Different ones, rising, rigid motions left out.
std::vector<double> first_different(std::vector<double> frequencies) {
  std::ranges::sort(frequencies);
  std::vector<double> different;
  const double none = k_same_frequency * (frequencies.empty() ? 0 : frequencies.back());
  for (const double f : frequencies) {
    const double before = different.empty() ? 0 : different.back();
    if (f <= none || f - before <= k_same_frequency * f) continue;
    if (different.size() < k_frequencies_asked) different.push_back(f);
  }
  return different;
}

std::vector<double> frequencies_of(const structure::ElasticStructure& bridge) {
  structure::SparseModes modes;
  try {
    modes = structure::sparse_modes(structure::stiffness_with_laws(bridge), bridge.mass,
                                    {.n_modes = std::clamp(bridge.n_dofs() / 2, 1, k_modes_tried)});
  } catch (const ModelError&) {
    return {};  // too few displacements have mass: norms' 30 Hz counts
  }
  const Eigen::Index n = modes.omega.size();
  Eigen::VectorXd on_line = Eigen::VectorXd::Zero(n);
  for (const structure::LineSegment& segment : bridge.line.segments()) {
    const structure::LineWeights at = bridge.line.at(segment.start + segment.length / 2);
    Eigen::VectorXd w = Eigen::VectorXd::Zero(n);
    Eigen::Index k = 0;
    for (const int dof : segment.dofs) w += at.shape(k++) * modes.shapes.row(dof).transpose();
    on_line = on_line.cwiseMax(w.cwiseAbs());
  }
  std::vector<double> frequencies;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (on_line(i) >= k_moves_line * on_line.maxCoeff())
      frequencies.push_back(hertz(modes.omega(i)));
  }
  return first_different(frequencies);
}

/// All modes at places, those above a frequency left out: modes x places.
Eigen::MatrixXd slow_shapes_at(const BeamModes& bridge, const std::vector<double>& places,
                               double cut) {
  Eigen::MatrixXd shapes(bridge.n_modes(), static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    bridge.shape(places[i],
                 {shapes.col(static_cast<Eigen::Index>(i)).data(), as_size(bridge.n_modes())});
  }
  for (int i = 0; i < bridge.n_modes(); ++i) {
    if (hertz(bridge.omega()[as_size(i)]) > cut * (1 + k_same_frequency)) shapes.row(i).setZero();
  }
  return shapes;
}

/// The filter's own cut lies so much above that of the norm that a mode at the norm's, its third,
/// keeps 98 % of its part: too much of what is faster is on the safe side, too little of it is not.
constexpr double k_cut_of_filter = 1.457;

/// With fewer points a period Newmark's period is off by more than 3 %, and peaks lie between:
/// after some periods waves add up differently.
constexpr double k_points_to_follow = 10;
constexpr double k_ringing_worth_a_note = 0.2;  // of the largest acceleration

struct PlacedHistory {
  std::vector<double> places;
  History values;
};

/// Of the deck at the sections and all along it; rows from `first` to before `end` count.
struct DeckAcceleration : PlacedHistory {
  Eigen::Index first = 0;
  Eigen::Index end = 0;
};

/// Records are equally far apart but for the last one, which is left out.
void filter(const std::vector<double>& times, double cut, BeforeStart before,
            DeckAcceleration& deck) {
  const Eigen::Index n = deck.values.rows() - 1;
  if (n < 2) return;
  History filtered(n, deck.values.cols());
  for (Eigen::Index i = 0; i < deck.values.cols(); ++i) {
    const Eigen::VectorXd column = deck.values.col(i).head(n);
    const LowPassed slow = low_passed({column.data(), static_cast<std::size_t>(n)},
                                      times[1] - times[0], k_cut_of_filter * cut, before);
    filtered.col(i) = Eigen::Map<const Eigen::VectorXd>(slow.values.data(), n);
    deck.first = static_cast<Eigen::Index>(slow.first);
    deck.end = static_cast<Eigen::Index>(slow.end);
  }
  deck.values = std::move(filtered);
}

/// Whether the wheels stand on the deck at a record.
bool has_wheels_on_deck(const TrainBridgeModel& model, const Crossing& crossing, Eigen::Index row) {
  const structure::LoadLine& deck = model.structure->shown_line();
  const auto x = crossing.positions.row(row).array();
  return (x > deck.start() && x < deck.end()).any();
}

/// A deck that no wheel stands on was at rest before; below rails, if the wheels were, too.
BeforeStart before_start(const TrainBridgeModel& model, const Crossing& crossing) {
  const bool is_calm = model.problem.start == interaction::StartState::static_equilibrium ||
                       !model.structure->has_track;
  return is_calm && !has_wheels_on_deck(model, crossing, 0) ? BeforeStart::at_rest
                                                            : BeforeStart::unknown;
}

DeckAcceleration deck_accelerations(const TrainBridgeModel& model, const Crossing& crossing,
                                    double cut) {
  DeckAcceleration deck;
  deck.places = model.options.sections;
  if (model.problem.bridge) {
    const std::vector<double> line = line_places(*model.problem.bridge);
    deck.places.insert(deck.places.end(), line.begin(), line.end());
    deck.values =
        crossing.mode_accelerations * slow_shapes_at(*model.problem.bridge, deck.places, cut);
    deck.end = deck.values.rows();
    return deck;
  }
  deck.places.resize(model.n_sections());
  deck.places.insert(deck.places.end(), model.line_places.begin(), model.line_places.end());
  const History& all =
      model.structure->is_deck_apart() ? crossing.probe_accelerations : crossing.accelerations;
  deck.values = all.leftCols(static_cast<Eigen::Index>(deck.places.size()));
  filter(crossing.times, cut, before_start(model, crossing), deck);
  return deck;
}

/// Parts of a run that the filter cannot tell, in which wheels were on the deck.
void add_note_on_ends_of_filter(const TrainBridgeModel& model, const Crossing& crossing,
                                const DeckAcceleration& deck, result::CaseResult& out) {
  const auto are_on_deck = [&](Eigen::Index from, Eigen::Index to) {
    for (Eigen::Index row = from; row < to; ++row) {
      if (has_wheels_on_deck(model, crossing, row)) return true;
    }
    return false;
  };
  const auto time = [&](Eigen::Index row) { return crossing.times[static_cast<std::size_t>(row)]; };
  std::vector<std::string> parts;
  if (are_on_deck(0, deck.first)) parts.push_back(fmt::format("before {:.4g} s", time(deck.first)));
  if (are_on_deck(deck.end, crossing.positions.rows())) {
    parts.push_back(fmt::format("after {:.4g} s", time(deck.end - 1)));
  }
  if (parts.empty()) return;
  out.notes.push_back(fmt::format(
      "The largest acceleration of the deck leaves out what happens {}, although wheels are on it: "
      "so near to an end of the run the filter does not know the frequencies. {}",
      listed(parts),
      parts.size() == 1 && deck.first == 0
          ? "End the run later (time.end), or leave its end out."
          : "Start the train before the bridge (train.start_position) and end the run when it has "
            "left."));
}

/// @pre deck.end > deck.first
Extreme largest_of(const DeckAcceleration& deck, const Crossing& crossing) {
  Extreme largest = extreme_of(deck.values.middleRows(deck.first, deck.end - deck.first),
                               crossing.times, deck.places);
  // rows were counted from the first that counts
  largest.time += crossing.times[static_cast<std::size_t>(deck.first)] - crossing.times.front();
  return largest;
}

void add_deck_acceleration(const TrainBridgeModel& model, const Crossing& crossing, double cut,
                           result::CaseResult& out) {
  const DeckAcceleration deck = deck_accelerations(model, crossing, cut);
  if (deck.end <= deck.first) {
    out.notes.push_back(fmt::format(
        "A run of {:.4g} s is too short for the acceleration of the deck up to {:.4g} Hz: {:.2g} s "
        "at its end do not count, and as much at its start if wheels stand on the bridge then.",
        crossing.times.back(), cut, deck_settling_time(cut)));
    return;
  }
  const Extreme largest = largest_of(deck, crossing);
  out.scalars.push_back(
      {"max_deck_acceleration", largest.value, "m/s2",
       fmt::format("largest acceleration of the deck anywhere, {} {:.4g} Hz, at {}",
                   model.problem.bridge ? "of its modes up to" : "filtered at", cut,
                   place_and_time(largest, crossing))});
  if (!model.problem.bridge) add_note_on_ends_of_filter(model, crossing, deck, out);
}

/// Rotations of the ends of each beam, and where these are.
PlacedHistory end_rotations(const TrainBridgeModel& model, const Crossing& crossing) {
  if (model.structure) {
    const auto first = static_cast<Eigen::Index>(model.first_rotation_probe());
    const auto n = static_cast<Eigen::Index>(model.rotation_places.size());
    return {model.rotation_places,
            n > 0 ? History(crossing.probes.middleCols(first, n)) : History()};
  }
  const BeamModes& bridge = *model.problem.bridge;
  PlacedHistory ends;
  for (const BeamModes::Part& part : bridge.parts()) {
    const double aside = 1e-9 * part.beam.length;
    ends.places.push_back(part.start + aside);
    ends.places.push_back(part.start + part.beam.length - aside);
  }
  Eigen::MatrixXd slopes(bridge.n_modes(), static_cast<Eigen::Index>(ends.places.size()));
  for (std::size_t i = 0; i < ends.places.size(); ++i) {
    bridge.slope(ends.places[i],
                 {slopes.col(static_cast<Eigen::Index>(i)).data(), as_size(bridge.n_modes())});
  }
  ends.values = crossing.modes * slopes;
  return ends;
}

}  // namespace

double deck_settling_time(double cut) { return settling_time(k_cut_of_filter * cut); }

std::vector<double> bridge_frequencies(const TrainBridgeModel& model) {
  if (model.problem.bridge) {
    std::vector<double> frequencies;
    for (const double omega : model.problem.bridge->omega()) frequencies.push_back(hertz(omega));
    return first_different(frequencies);
  }
  if (!model.structure || !model.structure->bare) return {};
  std::optional<std::vector<double>>& kept = model.structure->findings->frequencies;
  if (!kept) kept = frequencies_of(*model.structure->bare);
  return *kept;
}

namespace {

/// Wheels without springs above: they shake with the bridge below.
bool has_bare_wheels(const TrainBridgeModel& model) {
  const auto is_bare = [](const vehicle::PlacedVehicle& placed) {
    return placed.vehicle.n_dofs() == placed.vehicle.n_wheels();
  };
  return std::ranges::any_of(model.problem.train.vehicles, is_bare);
}

}  // namespace

bool has_deck(const TrainBridgeModel& model) {
  return model.problem.bridge || (model.structure && model.structure->bare);
}

double deck_frequency(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model) {
  if (input.output.frequency_cut) return *input.output.frequency_cut;
  return standards::deck_acceleration_frequency(bridge_frequencies(model));
}

std::optional<double> largest_deck_acceleration(const casefile::TrainBridgeCase& input,
                                                const TrainBridgeModel& model,
                                                const Crossing& crossing) {
  if (!has_deck(model)) return std::nullopt;
  const DeckAcceleration deck = deck_accelerations(model, crossing, deck_frequency(input, model));
  if (deck.end <= deck.first) return std::nullopt;
  return largest_of(deck, crossing).value;
}

void add_note_on_ringing(const TrainBridgeModel& model, const Crossing& crossing,
                         result::CaseResult& out) {
  if (!has_deck(model)) return;
  const bool is_deck_apart = model.structure && model.structure->is_deck_apart();
  const History accelerations =
      (is_deck_apart ? crossing.probe_accelerations : crossing.accelerations)
          .leftCols(static_cast<Eigen::Index>(model.n_sections()));
  const double largest = accelerations.size() == 0 ? 0 : accelerations.cwiseAbs().maxCoeff();
  if (crossing.times.size() < 3 || !(largest > 0)) return;
  const double interval = crossing.times[1] - crossing.times[0];  // a step, or several
  const double followed = 1 / (k_points_to_follow * interval);
  DeckAcceleration slow;
  slow.values = accelerations;
  filter(crossing.times, followed / k_cut_of_filter, BeforeStart::unknown, slow);
  const Eigen::Index n = slow.end - slow.first;
  if (n <= 0) return;
  const double fast =
      (accelerations.middleRows(slow.first, n) - slow.values.middleRows(slow.first, n))
          .cwiseAbs()
          .maxCoeff();
  if (fast <= k_ringing_worth_a_note * largest) return;
  const auto deck = std::ranges::find(out.scalars, "max_deck_acceleration", &result::Scalar::name);
  const bool has_filter = deck != out.scalars.end() && !model.problem.bridge;
  const bool is_deck_in_doubt = has_filter && fast > std::abs(deck->value);
  out.notes.push_back(fmt::format(
      "max_acceleration{} on the step{}: {:.0f} % of it is faster than {:.3g} Hz, which {} "
      "{:.3g} s do not follow; the bridge rings there. {}",
      !is_deck_in_doubt        ? " depends"
      : has_bare_wheels(model) ? ", max_deck_acceleration and max_body_acceleration depend"
                               : " and max_deck_acceleration depend",
      model.structure ? ", and change with finer elements" : "",
      100 * std::min(1.0, fast / largest), followed,
      interval > 1.5 * crossing.step ? "records every" : "steps of", interval,
      is_deck_in_doubt
          ? "The filter of the deck's acceleration does not get rid of all of it: damping does."
          : "max_deck_acceleration leaves that out."));
}

void add_bridge_numbers(const casefile::TrainBridgeCase& input, const TrainBridgeModel& model,
                        const Crossing& crossing, result::CaseResult& out) {
  if (!has_deck(model)) return;
  const std::vector<double> frequencies = bridge_frequencies(model);
  constexpr std::array k_numbers{"first", "second", "third"};
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    out.scalars.push_back({fmt::format("{}_frequency", k_numbers[i]), frequencies[i], "Hz",
                           fmt::format("{} frequency of the bridge alone", k_numbers[i])});
  }
  add_deck_acceleration(model, crossing, deck_frequency(input, model), out);
  const PlacedHistory ends = end_rotations(model, crossing);
  if (ends.values.size() == 0) return;
  const Extreme rotation = extreme_of(ends.values, crossing.times, ends.places);
  out.scalars.push_back(
      {"max_end_rotation", rotation.value, "rad",
       fmt::format("largest rotation of an end of the bridge, at {}; positive: its right side goes "
                   "down",
                   place_and_time(rotation, crossing))});
}

}  // namespace tread::study
