#include "tread/standards/bridge_dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <vector>

namespace tread::standards {
namespace {

TEST(bridge_dynamics, usual_frequencies_have_the_printed_digits) {
  const auto at_20 = usual_frequencies(20);
  const auto at_30 = usual_frequencies(30);
  ASSERT_TRUE(at_20 && at_30);
  EXPECT_NEAR(at_20->upper, 10.08, 0.005);
  EXPECT_NEAR(at_20->lower, 4.00, 0.005);
  EXPECT_NEAR(at_30->upper, 7.44, 0.005);
  EXPECT_NEAR(at_30->lower, 3.15, 0.005);
}

TEST(bridge_dynamics, the_band_ends_where_its_figure_ends) {
  EXPECT_TRUE(usual_frequencies(4));
  EXPECT_TRUE(usual_frequencies(100));
  EXPECT_FALSE(usual_frequencies(3.999));
  EXPECT_FALSE(usual_frequencies(100.001));
  EXPECT_FALSE(usual_frequencies(std::nan("")));
}

TEST(bridge_dynamics, the_lower_bounds_meet_at_20_m) {
  // 23.58 * 20^-0.592 = 4.003: the two formulas differ by the rounding of their constants
  EXPECT_NEAR(usual_frequencies(20)->lower, usual_frequencies(20.001)->lower, 5e-3);
}

TEST(bridge_dynamics, frequency_of_a_deflection_is_that_of_a_beam_on_two_supports) {
  // delta = 5 m g L^4 / (384 EI) and n0 = pi/2 sqrt(EI / m) / L^2 give n0 sqrt(delta) =
  // pi/2 sqrt(5 g / 384), 0.5614 in m, 17.753 in mm
  const double exact = M_PI / 2 * std::sqrt(5 * 9.81 / 384);
  EXPECT_NEAR(frequency_of_deflection(1), exact, 2e-4 * exact);
  EXPECT_NEAR(frequency_of_deflection(12.6e-3), 5.0005, 1e-3);
}

TEST(bridge_dynamics, structural_damping_is_larger_below_20_m) {
  EXPECT_NEAR(structural_damping(BridgeKind::steel_or_composite, 20), 0.005, 1e-15);
  EXPECT_NEAR(structural_damping(BridgeKind::steel_or_composite, 50), 0.005, 1e-15);
  EXPECT_NEAR(structural_damping(BridgeKind::steel_or_composite, 12), 0.015, 1e-15);
  EXPECT_NEAR(structural_damping(BridgeKind::prestressed_concrete, 20), 0.010, 1e-15);
  EXPECT_NEAR(structural_damping(BridgeKind::prestressed_concrete, 10), 0.017, 1e-15);
  EXPECT_NEAR(structural_damping(BridgeKind::reinforced_concrete, 25), 0.015, 1e-15);
  EXPECT_NEAR(structural_damping(BridgeKind::reinforced_concrete, 10), 0.022, 1e-15);
}

TEST(bridge_dynamics, additional_damping_is_that_of_the_formula_below_30_m) {
  // by hand: 0.123 / 0.374, 0.1365 / 0.209125, 0.118 / 0.398 %
  EXPECT_NEAR(additional_damping(10), 0.0032888, 1e-7);
  EXPECT_NEAR(additional_damping(15), 0.0065272, 1e-7);
  EXPECT_NEAR(additional_damping(20), 0.0029648, 1e-7);
  EXPECT_EQ(additional_damping(30), 0);
  EXPECT_EQ(additional_damping(80), 0);
}

TEST(bridge_dynamics, additional_damping_is_never_negative_and_never_has_a_pole) {
  for (double span = 0.5; span < 35; span += 0.05) {
    EXPECT_GE(additional_damping(span), 0) << span;
    EXPECT_LT(additional_damping(span), 0.008) << span;
  }
}

TEST(bridge_dynamics, accelerations_count_up_to_the_largest_of_three_frequencies) {
  EXPECT_EQ(deck_acceleration_frequency(5, 25), 30);
  EXPECT_EQ(deck_acceleration_frequency(22, 25), 33);
  EXPECT_EQ(deck_acceleration_frequency(5, 45), 45);
  EXPECT_EQ(deck_acceleration_frequency(5), 30);
  EXPECT_EQ(deck_acceleration_frequency(24), 36);
}

TEST(bridge_dynamics, accelerations_count_up_to_what_the_known_frequencies_ask_for) {
  const auto of = [](const std::vector<double>& frequencies) {
    return deck_acceleration_frequency(std::span(frequencies));
  };
  EXPECT_EQ(of({}), 30);
  EXPECT_EQ(of({5, 12}), 30);
  EXPECT_EQ(of({5, 12, 28}), 30);
  EXPECT_EQ(of({5, 20, 45}), 45);
  EXPECT_EQ(of({25, 26, 27}), 37.5);
}

}  // namespace
}  // namespace tread::standards
