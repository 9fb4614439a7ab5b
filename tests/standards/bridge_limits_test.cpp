#include "tread/standards/bridge_limits.hpp"

#include <gtest/gtest.h>

#include "standards/km_h.hpp"

namespace tread::standards {
namespace {

TEST(bridge_limits, deck_acceleration_depends_on_ballast) {
  EXPECT_EQ(deck_acceleration_limit(TrackKind::ballasted).value, 3.5);
  EXPECT_EQ(deck_acceleration_limit(TrackKind::ballastless).value, 5.0);
  EXPECT_EQ(deck_acceleration_limit(TrackKind::ballasted).clause, "EN 1990 A2.4.4.2.1(4)");
}

TEST(bridge_limits, comfort_has_three_levels) {
  EXPECT_EQ(comfort_limit(ComfortLevel::very_good).value, 1.0);
  EXPECT_EQ(comfort_limit(ComfortLevel::good).value, 1.3);
  EXPECT_EQ(comfort_limit(ComfortLevel::acceptable).value, 2.0);
}

TEST(bridge_limits, a_value_of_the_comfort_chart_is_changed_for_spans_and_level) {
  const auto of = [](ComfortLevel level, int n_spans, Continuity continuity) {
    return comfort_span_to_deflection(1800, level, n_spans, continuity).value;
  };
  using enum Continuity;
  EXPECT_DOUBLE_EQ(of(ComfortLevel::very_good, 3, simply_supported), 1800);
  EXPECT_DOUBLE_EQ(of(ComfortLevel::very_good, 1, simply_supported), 1260);
  EXPECT_DOUBLE_EQ(of(ComfortLevel::very_good, 2, continuous), 1260);
  EXPECT_DOUBLE_EQ(of(ComfortLevel::very_good, 3, continuous), 1620);
  EXPECT_DOUBLE_EQ(of(ComfortLevel::acceptable, 3, simply_supported), 900);
}

TEST(bridge_limits, a_speed_at_the_end_of_a_band_still_belongs_to_it) {
  EXPECT_EQ(twist_limit(km_h(120)).value, 4.5e-3);
  EXPECT_EQ(twist_limit(km_h(120.001)).value, 3.0e-3);
  EXPECT_EQ(twist_limit(km_h(200)).value, 3.0e-3);
  EXPECT_EQ(twist_limit(km_h(200.001)).value, 1.5e-3);
  EXPECT_EQ(horizontal_rotation_limit(km_h(120)).value, 3.5e-3);
  EXPECT_EQ(horizontal_rotation_limit(km_h(121)).value, 2.0e-3);
  EXPECT_EQ(horizontal_rotation_limit(km_h(200)).value, 2.0e-3);
  EXPECT_EQ(horizontal_rotation_limit(km_h(201)).value, 1.5e-3);
}

TEST(bridge_limits, the_radius_seen_from_above_is_larger_for_several_decks) {
  EXPECT_EQ(horizontal_radius_limit(km_h(120), Decks::one).value, 1700);
  EXPECT_EQ(horizontal_radius_limit(km_h(160), Decks::one).value, 6000);
  EXPECT_EQ(horizontal_radius_limit(km_h(250), Decks::one).value, 14000);
  EXPECT_EQ(horizontal_radius_limit(km_h(120), Decks::several).value, 3500);
  EXPECT_EQ(horizontal_radius_limit(km_h(160), Decks::several).value, 9500);
  EXPECT_EQ(horizontal_radius_limit(km_h(250), Decks::several).value, 17500);
}

TEST(bridge_limits, ends_of_decks_with_several_tracks_turn_less) {
  EXPECT_EQ(end_rotation_limit(1, DeckEnd::at_embankment).value, 6.5e-3);
  EXPECT_EQ(end_rotation_limit(2, DeckEnd::at_embankment).value, 3.5e-3);
  EXPECT_EQ(end_rotation_limit(1, DeckEnd::between_decks).value, 10e-3);
  EXPECT_EQ(end_rotation_limit(3, DeckEnd::between_decks).value, 5e-3);
}

TEST(bridge_limits, constants_are_those_of_the_annex) {
  EXPECT_EQ(k_span_to_deflection_limit.value, 600);
  EXPECT_EQ(k_total_twist_limit.value, 7.5e-3);
  EXPECT_EQ(k_lateral_frequency_limit.value, 1.2);
}

}  // namespace
}  // namespace tread::standards
