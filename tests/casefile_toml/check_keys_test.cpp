#include "tread/casefile/check_keys.hpp"

#include <gtest/gtest.h>

namespace tread::casefile {
namespace {

CheckInput read_checks(std::string_view text) {
  const KeyList<CheckInput> keys = check_keys();
  ProblemList problems;
  const Reading reading = read_keys(parse_toml_document(text, "study.toml"), "study.toml",
                                    keys.declarations(), problems);
  problems.throw_if_any("study.toml");
  return keys.fill(reading);
}

std::string problem_of(std::string_view text) {
  try {
    read_checks(text);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckKeys, WithoutATableAllLimitsAreThoseOfTheNorm) {
  const CheckInput input = read_checks("");
  EXPECT_EQ(input.track, "ballasted");
  EXPECT_EQ(input.comfort, "very_good");
  EXPECT_EQ(input.tracks, 1);
  EXPECT_FALSE(input.line_speed);
  EXPECT_FALSE(input.deck_acceleration);
  EXPECT_FALSE(input.wheel_force);
}

TEST(CheckKeys, EveryLimitCanBeSetInUnitsOfItsOwn) {
  const CheckInput input = read_checks(R"([checks]
track = "ballastless"
tracks = 2
comfort = "good"
line_speed_km_h = 252
longest_span = 40
deck_acceleration = 4
span_to_deflection = 800
comfort_acceleration = 0.9
comfort_span_to_deflection = 1800
twist_mm = 1.2
end_rotation_mrad = 3
horizontal_rotation_mrad = 1
horizontal_deflection_mm = 8
horizontal_radius_km = 9
lateral_frequency = 1.5
unloading = 0.65
wheel_force_kN = 170
derailment_quotient = 0.7
sum_of_lateral_forces_kN = 60
)");
  EXPECT_EQ(input.track, "ballastless");
  EXPECT_EQ(input.tracks, 2);
  EXPECT_EQ(input.comfort, "good");
  EXPECT_DOUBLE_EQ(input.line_speed.value(), 70);
  EXPECT_EQ(input.longest_span, 40);
  EXPECT_EQ(input.deck_acceleration, 4);
  EXPECT_EQ(input.span_to_deflection, 800);
  EXPECT_EQ(input.comfort_acceleration, 0.9);
  EXPECT_EQ(input.comfort_span_to_deflection, 1800);
  EXPECT_EQ(input.twist, 1.2e-3);
  EXPECT_EQ(input.end_rotation, 3e-3);
  EXPECT_EQ(input.horizontal_rotation, 1e-3);
  EXPECT_EQ(input.horizontal_deflection, 8e-3);
  EXPECT_EQ(input.horizontal_radius, 9e3);
  EXPECT_EQ(input.lateral_frequency, 1.5);
  EXPECT_EQ(input.unloading, 0.65);
  EXPECT_EQ(input.wheel_force, 170e3);
  EXPECT_EQ(input.derailment_quotient, 0.7);
  EXPECT_EQ(input.sum_of_lateral_forces, 60e3);
}

TEST(CheckKeys, ALimitOfNothingIsRefusedWithItsLine) {
  EXPECT_NE(problem_of("[checks]\ndeck_acceleration = 0\n").find("study.toml:2: checks.deck_acc"),
            std::string::npos);
  EXPECT_NE(problem_of("[checks]\nunloading = 1.5\n").find("got 1.5"), std::string::npos);
  EXPECT_NE(problem_of("[checks]\ncomfort = \"fair\"\n").find("comfort"), std::string::npos);
}

TEST(CheckKeys, EveryLimitNamesItsClause) {
  int n_limits = 0;
  const KeyTable table = check_keys().declarations();
  for (const KeyInfo& key : table.keys) {
    const bool is_condition = key.default_value || key.name == "longest_span";
    if (is_condition) continue;
    EXPECT_NE(key.doc.find("EN "), std::string::npos) << key.name << ": " << key.doc;
    ++n_limits;
  }
  EXPECT_EQ(n_limits, 15);  // thirteen checks, a deflection that one needs, the speed of the line
}

}  // namespace
}  // namespace tread::casefile
