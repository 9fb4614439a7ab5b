#pragma once

#include "tread/standards/limit.hpp"

namespace tread::standards {

/// How far a railway bridge may move: EN 1990:2002/A1:2005, annex A2. Recommended values, which
/// national annexes may change. SI: m, m/s, m/s2, rad, Hz; speeds are those of the trains.
///
/// The values are those that papers and programs quote; the annex itself was not at hand: compare
/// clause and value with your edition and national annex. The chart of L/delta over span and speed
/// (figure A2.3) could not be established that way and is not here: comfort is judged by what a
/// coach feels (table A2.9), or by a value that the engineer reads from the chart.

enum class TrackKind { ballasted, ballastless };
enum class ComfortLevel { very_good, good, acceptable };
/// Beams one after another, or one beam over piers.
enum class Continuity { simply_supported, continuous };

/// Vertical acceleration of the deck: 3.5 m/s2 under ballast, which begins to flow at twice that;
/// 5.0 m/s2 otherwise.
Limit deck_acceleration_limit(TrackKind track);

/// Span over deflection at least 600, for characteristic rail traffic loads.
inline constexpr Limit k_span_to_deflection_limit{600, "EN 1990 A2.4.4.2.3(1)"};

/// Vertical acceleration in a coach: b_v = 1.0, 1.3, 2.0 m/s2 (table A2.9).
Limit comfort_limit(ComfortLevel level);

/// L/delta from a value of figure A2.3, which is for b_v = 1 m/s2 and three simply supported spans
/// or more: divided by b_v, times 0.7 for one or two spans, 0.9 for three continuous ones or more.
/// @pre n_spans > 0
Limit comfort_span_to_deflection(double of_chart, ComfortLevel level, int n_spans,
                                 Continuity continuity);

/// Twist of the track over k_twist_base: 4.5 mm up to 120 km/h, 3.0 mm up to 200 km/h, 1.5 mm above
/// (table A2.7).
Limit twist_limit(double speed);
inline constexpr double k_twist_base = 3;  // m
/// The same with the twist that the track has by itself, in a transition curve: 7.5 mm.
inline constexpr Limit k_total_twist_limit{7.5e-3, "EN 1990 A2.4.4.2.2(3)"};

enum class DeckEnd { at_embankment, between_decks };

/// Rotation of the end of a deck about the transverse axis; between decks: the sum of both.
/// EN 1990 leaves it to the stresses of the rail (A2.4.4.2.3(2), EN 1991-2 6.5.4) and gives no
/// number. The numbers are those of ENV 1991-3:1995, known here from secondary sources only: one
/// track 6.5 mrad at the embankment and 10 mrad between decks, two or more 3.5 and 5 mrad.
Limit end_rotation_limit(int n_tracks, DeckEnd end);

/// Rotation of the end of a deck about the vertical axis: 3.5, 2.0, 1.5 mrad with the speeds of the
/// twist (table A2.8).
Limit horizontal_rotation_limit(double speed);

/// Least radius of the curve that the deck bends into, seen from above: 1700, 6000, 14000 m for one
/// deck; 3500, 9500, 17500 m for several (table A2.8).
enum class Decks { one, several };
Limit horizontal_radius_limit(double speed, Decks decks);

/// First lateral frequency of a span: at least 1.2 Hz.
inline constexpr Limit k_lateral_frequency_limit{1.2, "EN 1990 A2.4.4.2.4(3)"};

}  // namespace tread::standards
