#pragma once

#include <limits>
#include <optional>

#include "tread/structure/beam.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::fem {

/// A railway track in the vertical plane, both rails as one: a rail beam on sleepers at equal
/// distances, on the ground and over a deck.
///
///     rail            beam, free at its ends
///     pads            k, c     of each sleeper
///     sleeper         mass
///     ballast         k, c     of each sleeper
///     ballast mass              (three layers; else the ballast stands on the ground)
///     sub-ballast     k, c
///     ground, or the deck at the sleeper's place: its deflection N_deck(x) . y, which the layer
///     above pushes with the same weights
///
/// All displacements count down, from the track without a train. Fastened directly (slab track), a
/// rail on its pads stands on the ground or the deck.
/// W. Zhai, K. Wang, C. Cai, Veh. Syst. Dyn. 47 (2009) 1349-1376.

struct Rail {
  double bending_stiffness = 0;                                      // EI, N m2, > 0
  double mass_per_length = 0;                                        // kg/m, > 0
  double shear_stiffness = std::numeric_limits<double>::infinity();  // GA_s, N
  structure::RayleighDamping damping;  // rayleigh_through() for ratios
};

/// Under one sleeper.
struct TrackSpring {
  double stiffness = 0;  // N/m, > 0
  double damping = 0;    // N s/m, >= 0
};

/// What carries the ballast's mass above a deck.
enum class BallastOnDeck {
  lumped,    // the deck, at points along its load line; the sleepers' ballast springs stand on it
  in_deck,   // the deck, whose mass already counts it
  separate,  // itself, on sub-ballast that stands on the deck: the layers of the ground go on
};

struct Track {
  double start = 0;            // m along the track, where the rail begins
  double length = 0;           // m, of the rail
  double element_length = 0;   // m, at most, of a rail element; 0: half the sleeper spacing
  double first_sleeper = 0;    // m from the rail's beginning
  double sleeper_spacing = 0;  // m, > 0
  Rail rail;
  TrackSpring pads;
  double sleeper_mass = 0;                // kg; 0: fastened directly, without ballast
  std::optional<TrackSpring> ballast;     // below the sleepers, if they have mass
  double ballast_mass = 0;                // kg for each sleeper; 0: two layers
  std::optional<TrackSpring> subballast;  // below the ballast, if it has mass
  BallastOnDeck on_deck = BallastOnDeck::lumped;
  double lump_spacing = 0;  // m, at most, of lumped ballast; 0: the sleeper spacing
};

/// Track over a deck that begins (x = 0 of its load line) at deck_start, or on the ground alone.
/// The load line of the result is the rail. Its displacements: those of the deck with the numbers
/// they had, so that the deck's own load line goes on to give its deflection, then deflection and
/// rotation of the rail's nodes, sleepers, ballast. The deck's springs and support rows are kept
/// (what stands straight above a support has no part in its reaction). A sleeper stands on the deck
/// if the deck's load line is below it, ends included.
/// Throws ModelError: values out of range, layers without what carries them, a deck without a load
/// line or beyond the rail.
structure::ElasticStructure put_track_on(const std::optional<structure::ElasticStructure>& deck,
                                         double deck_start, const Track& track);

}  // namespace tread::fem
