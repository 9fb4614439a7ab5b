#include "tread/fem/track.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/structure/finite_elements.hpp"

namespace tread::fem {
namespace {

using structure::ElasticStructure;
using structure::LoadLine;
using structure::SparseMatrix;

constexpr double k_same_track_place = 1e-6;  // m: sleepers at the ends of rail and deck
constexpr double k_no_weight = 1e-10;        // rounding of places, in weights of order one

void check_track_positive(const char* what, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("track: {} = {} must be > 0", what, value));
}

void check_track_not_negative(const char* what, double value) {
  if (value >= 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("track: {} = {} must be >= 0", what, value));
}

void check_spring(const char* what, const TrackSpring& spring) {
  check_track_positive(fmt::format("stiffness of the {}", what).c_str(), spring.stiffness);
  check_track_not_negative(fmt::format("damping of the {}", what).c_str(), spring.damping);
}

void check_layers(const Track& track) {
  check_spring("pads", track.pads);
  check_track_not_negative("mass of a sleeper", track.sleeper_mass);
  check_track_not_negative("ballast mass of a sleeper", track.ballast_mass);
  if (track.ballast) check_spring("ballast", *track.ballast);
  if (track.subballast) check_spring("sub-ballast", *track.subballast);
  if ((track.sleeper_mass > 0) != track.ballast.has_value()) {
    throw ModelError(fmt::format(
        "track: sleepers of {} kg {} ballast: give both, or none for a rail fastened directly",
        track.sleeper_mass, track.ballast ? "on" : "without"));
  }
  if ((track.ballast_mass > 0) != track.subballast.has_value()) {
    throw ModelError(fmt::format(
        "track: ballast of {} kg {} sub-ballast: give both (three layers), or none (two layers)",
        track.ballast_mass, track.subballast ? "on" : "without"));
  }
  if (track.ballast_mass > 0 && !track.ballast) {
    throw ModelError(
        fmt::format("track: ballast of {} kg has no sleepers on it: give their mass and the "
                    "ballast's stiffness",
                    track.ballast_mass));
  }
}

void check_track(const Track& track) {
  if (!std::isfinite(track.start)) {
    throw ModelError(fmt::format("track: start = {} must be finite", track.start));
  }
  check_track_positive("length", track.length);
  check_track_not_negative("element length", track.element_length);
  check_track_not_negative("first sleeper", track.first_sleeper);
  check_track_positive("sleeper spacing", track.sleeper_spacing);
  check_track_not_negative("spacing of lumped ballast", track.lump_spacing);
  check_layers(track);
  if (track.first_sleeper + track.sleeper_spacing > track.length + k_same_track_place) {
    throw ModelError(
        fmt::format("track: fewer than two sleepers under {} m of rail: it would tip; make it "
                    "longer or the spacing ({} m) less",
                    track.length, track.sleeper_spacing));
  }
}

void check_deck(const LoadLine& deck, const Track& track) {
  if (deck.is_empty()) throw ModelError("track: the deck has no load line: give one to lie on");
  const double end = track.start + track.length;
  if (deck.start() < track.start - k_same_track_place || deck.end() > end + k_same_track_place) {
    throw ModelError(
        fmt::format("track: the deck reaches from {:.6g} to {:.6g} m, the rail from {:.6g} to "
                    "{:.6g} m: let the rail pass over the whole deck",
                    deck.start(), deck.end(), track.start, end));
  }
}

/// Number of equal parts of a length that are no longer than the given one.
int n_parts(double length, double longest) {
  return std::max(1, static_cast<int>(std::ceil(length / longest - k_same_track_place)));
}

/// A deflection as weights on a few displacements; none: the ground.
using Place = std::vector<std::pair<int, double>>;

Place place_on(const LoadLine& line, double x) {
  const double inside = std::clamp(x, line.start(), line.end());
  const structure::LineWeights weights = line.at(inside);
  const structure::LineSegment& segment =
      line.segments()[static_cast<std::size_t>(weights.segment)];
  Place place;
  for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
    const double weight = weights.shape(static_cast<Eigen::Index>(i));
    if (std::abs(weight) > k_no_weight) place.push_back({segment.dofs[i], weight});
  }
  return place;
}

/// Matrices under construction.
class Layers {
 public:
  explicit Layers(const std::optional<ElasticStructure>& deck) {
    if (!deck) return;
    add(*deck, "");
    if (deck->dof_names.empty()) {
      for (int i = 0; i < n_dofs_; ++i)
        names_.push_back(fmt::format("deck displacement {}", i + 1));
    }
  }

  int n_dofs() const { return n_dofs_; }

  /// Returns the number of its first displacement.
  int add(const ElasticStructure& part, const std::string& name) {
    const int first = n_dofs_;
    add_entries(part.mass, mass_);
    add_entries(part.damping, damping_);
    add_entries(part.stiffness, stiffness_);
    for (const std::string& dof_name : part.dof_names) names_.push_back(name + dof_name);
    n_dofs_ += part.n_dofs();
    return first;
  }

  Place add_mass(std::string name, double mass) {
    mass_.emplace_back(n_dofs_, n_dofs_, mass);
    names_.push_back(std::move(name));
    return {{n_dofs_++, 1}};
  }

  void join(const Place& upper, const Place& lower, const TrackSpring& spring) {
    Place pull = upper;
    for (const auto& [dof, weight] : lower) pull.push_back({dof, -weight});
    add_products(pull, spring.stiffness, stiffness_);
    add_products(pull, spring.damping, damping_);
  }

  void add_point_mass(const Place& place, double mass) { add_products(place, mass, mass_); }

  ElasticStructure finish() const {
    ElasticStructure structure;
    structure.mass = matrix(mass_);
    structure.damping = matrix(damping_);
    structure.stiffness = matrix(stiffness_);
    structure.dof_names = names_;
    return structure;
  }

 private:
  using Entries = std::vector<Eigen::Triplet<double>>;

  void add_entries(const SparseMatrix& matrix, Entries& entries) const {
    for (int column = 0; column < matrix.outerSize(); ++column) {
      for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
        entries.emplace_back(n_dofs_ + static_cast<int>(it.row()), n_dofs_ + column, it.value());
      }
    }
  }

  static void add_products(const Place& place, double factor, Entries& entries) {
    if (factor == 0) return;
    for (const auto& [i, weight_i] : place) {
      for (const auto& [j, weight_j] : place) {
        entries.emplace_back(i, j, factor * weight_i * weight_j);
      }
    }
  }

  SparseMatrix matrix(const Entries& entries) const {
    SparseMatrix result(n_dofs_, n_dofs_);
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
  }

  int n_dofs_ = 0;
  Entries mass_;
  Entries damping_;
  Entries stiffness_;
  std::vector<std::string> names_;
};

LoadLine add_rail(const Track& track, Layers& layers) {
  const structure::Beam beam{
      track.length,
      {{0, track.rail.bending_stiffness, track.rail.mass_per_length, track.rail.shear_stiffness}},
      {},
      track.rail.damping};
  const double longest =
      track.element_length > 0 ? track.element_length : track.sleeper_spacing / 2;
  const ElasticStructure rail = elastic_structure(beam, n_parts(track.length, longest));
  const int first = layers.add(rail, "rail: ");
  std::vector<int> numbers;
  for (int i = 0; i < rail.n_dofs(); ++i) numbers.push_back(first + i);
  return rail.line.renumbered(numbers).shifted(track.start);
}

std::vector<double> sleeper_places(const Track& track) {
  std::vector<double> places;
  const double room = track.length - track.first_sleeper + k_same_track_place;
  const int n = static_cast<int>(std::floor(room / track.sleeper_spacing)) + 1;
  for (int i = 0; i < n; ++i) {
    places.push_back(track.start + track.first_sleeper + i * track.sleeper_spacing);
  }
  return places;
}

/// From the rail's place down to what carries the sleeper. Sleepers and ballast stand in rows of
/// their own: the sleepers' displacements first.
struct Sleeper {
  double x = 0;
  bool on_deck = false;
  Place foot;    // sleeper, or rail fastened directly
  Place ground;  // deck or nothing
};

void carry(const Track& track, const Sleeper& sleeper, Layers& layers) {
  if (!track.ballast) {
    layers.join(sleeper.foot, sleeper.ground, track.pads);
    return;
  }
  const bool has_ballast_mass =
      track.ballast_mass > 0 && (!sleeper.on_deck || track.on_deck == BallastOnDeck::separate);
  if (!has_ballast_mass) {
    layers.join(sleeper.foot, sleeper.ground, *track.ballast);
    return;
  }
  const Place ballast =
      layers.add_mass(fmt::format("ballast at {:.6g} m", sleeper.x), track.ballast_mass);
  layers.join(sleeper.foot, ballast, *track.ballast);
  layers.join(ballast, sleeper.ground, *track.subballast);
}

/// Ballast of the sleepers' mass per length at equal distances, half of it at the ends.
void lump_ballast(const Track& track, const LoadLine& deck, Layers& layers) {
  const double length = deck.end() - deck.start();
  const double longest = track.lump_spacing > 0 ? track.lump_spacing : track.sleeper_spacing;
  const int n = n_parts(length, longest);
  const double mass = track.ballast_mass / track.sleeper_spacing * length / n;
  for (int i = 0; i <= n; ++i) {
    layers.add_point_mass(place_on(deck, deck.start() + length * i / n),
                          i == 0 || i == n ? mass / 2 : mass);
  }
}

/// Support rows with columns of zeros for the displacements of the track.
structure::SupportRows widened(structure::SupportRows supports, int n_dofs) {
  for (SparseMatrix* rows : {&supports.mass, &supports.damping, &supports.stiffness}) {
    rows->conservativeResize(rows->rows(), n_dofs);
  }
  return supports;
}

}  // namespace

ElasticStructure put_track_on(const std::optional<ElasticStructure>& deck, double deck_start,
                              const Track& track) {
  check_track(track);
  LoadLine deck_line;
  if (deck) {
    check(*deck);
    deck_line = deck->line.shifted(deck_start);
    check_deck(deck_line, track);
  }
  Layers layers(deck);
  const LoadLine rail = add_rail(track, layers);
  std::vector<Sleeper> sleepers;
  for (const double x : sleeper_places(track)) {
    Sleeper sleeper{x, false, place_on(rail, x), {}};
    if (!deck_line.is_empty() && x >= deck_line.start() - k_same_track_place &&
        x <= deck_line.end() + k_same_track_place) {
      sleeper.on_deck = true;
      sleeper.ground = place_on(deck_line, x);
    }
    if (track.sleeper_mass > 0) {
      const Place mass = layers.add_mass(fmt::format("sleeper at {:.6g} m", x), track.sleeper_mass);
      layers.join(sleeper.foot, mass, track.pads);
      sleeper.foot = mass;
    }
    sleepers.push_back(std::move(sleeper));
  }
  for (const Sleeper& sleeper : sleepers) carry(track, sleeper, layers);
  if (deck && track.ballast_mass > 0 && track.on_deck == BallastOnDeck::lumped) {
    lump_ballast(track, deck_line, layers);
  }
  ElasticStructure whole = layers.finish();
  whole.line = rail;
  if (deck) {
    whole.springs = deck->springs;
    whole.supports = widened(deck->supports, whole.n_dofs());
  }
  return whole;
}

}  // namespace tread::fem
