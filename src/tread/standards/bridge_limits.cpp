#include "tread/standards/bridge_limits.hpp"

#include <cassert>

#include "tread/standards/speed_band.hpp"

namespace tread::standards {
namespace {

/// Of tables A2.7 and A2.8, km/h.
constexpr std::array<double, 2> k_track_speeds{120, 200};

double body_acceleration(ComfortLevel level) {
  switch (level) {
    case ComfortLevel::very_good:
      return 1.0;
    case ComfortLevel::good:
      return 1.3;
    case ComfortLevel::acceptable:
      return 2.0;
  }
  assert(false);
  return 0;
}

}  // namespace

Limit deck_acceleration_limit(TrackKind track) {
  return {track == TrackKind::ballasted ? 3.5 : 5.0, "EN 1990 A2.4.4.2.1(4)"};
}

Limit comfort_limit(ComfortLevel level) {
  return {body_acceleration(level), "EN 1990 A2.4.4.3.1, table A2.9"};
}

Limit comfort_span_to_deflection(double of_chart, ComfortLevel level, int n_spans,
                                 Continuity continuity) {
  assert(n_spans > 0);
  double factor = 1;
  if (n_spans <= 2) {
    factor = 0.7;
  } else if (continuity == Continuity::continuous) {
    factor = 0.9;
  }
  return {factor * of_chart / body_acceleration(level), "EN 1990 A2.4.4.3.2, figure A2.3"};
}

Limit twist_limit(double speed) {
  return {by_speed<2>(speed, k_track_speeds, {4.5e-3, 3.0e-3, 1.5e-3}),
          "EN 1990 A2.4.4.2.2, table A2.7"};
}

Limit end_rotation_limit(int n_tracks, DeckEnd end) {
  const bool between = end == DeckEnd::between_decks;
  const double one_track = between ? 10e-3 : 6.5e-3;
  const double more_tracks = between ? 5e-3 : 3.5e-3;
  return {n_tracks <= 1 ? one_track : more_tracks, "ENV 1991-3 G.3.1.2.3; EN 1990 A2.4.4.2.3(2)"};
}

Limit horizontal_rotation_limit(double speed) {
  return {by_speed<2>(speed, k_track_speeds, {3.5e-3, 2.0e-3, 1.5e-3}),
          "EN 1990 A2.4.4.2.4(2), table A2.8"};
}

Limit horizontal_radius_limit(double speed, Decks decks) {
  const double radius = decks == Decks::one
                            ? by_speed<2>(speed, k_track_speeds, {1700, 6000, 14000})
                            : by_speed<2>(speed, k_track_speeds, {3500, 9500, 17500});
  return {radius, "EN 1990 A2.4.4.2.4(2), table A2.8"};
}

}  // namespace tread::standards
