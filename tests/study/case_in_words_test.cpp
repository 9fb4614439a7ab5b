#include "tread/study/case_in_words.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

std::string words_of(const std::string& example) {
  const auto path = std::filesystem::path(TREAD_EXAMPLES) / example;
  return case_in_words(casefile::read_case(path), {});
}

std::string words_of_text(const std::string& text) {
  return case_in_words(casefile::parse_toml(text, "test.toml", {}), {});
}

constexpr const char* k_bridge_under_two_axles = R"(scenario = "moving_load"
[bridge]
length = 20
bending_stiffness_GNm2 = 20
mass_per_length_t_m = 12
modes = 3
[train]
distances = [0, 3]
forces_kN = [100, 120]
speed_km_h = 90
)";

TEST(CaseInWords, OfARollingWheelTellsLoadCreepagesSpeedAndFriction) {
  EXPECT_EQ(words_of("wheel_rolling.toml"),
            "A wheel of 460 mm radius on a rail (radii of the profiles: flat and 300 mm), both "
            "steel, is pressed down by 80 kN and rolls steadily with 0.1 % creepage along x, -0.05 "
            "% creepage along y and a spin of 0.2 1/m at 120 km/h. Computed with elastic "
            "half-spaces, friction coefficient 0.3, grid of 50 x 50 cells.");
}

TEST(CaseInWords, OfAGivenForceTellsWhatItIsMeasuredBy) {
  const std::string words = words_of("cattaneo_shift.toml");
  EXPECT_NE(words.find("shifted by a force along x of -87.5 % of the friction bound"),
            std::string::npos)
      << words;
}

TEST(CaseInWords, OfATrainOnABridgeTellsVehiclesAxlesSpanAndSpeed) {
  EXPECT_EQ(words_of("train_bridge.toml"),
            "A train of 8 vehicles (ice3 velaro, 32 axles, up to 152.1 kN each) crosses a simply "
            "supported bridge of 25 m at 300 km/h; contact by Hertz's law.");
}

TEST(CaseInWords, OfMovingForcesTellsThem) {
  EXPECT_EQ(words_of_text(k_bridge_under_two_axles),
            "2 moving forces of 100 kN to 120 kN cross a simply supported bridge of 20 m at 90 "
            "km/h.");
}

TEST(CaseInWords, TellsModesAndFrequencyThatOnlyTheRunKnows) {
  const result::Result result =
      run_case(casefile::parse_toml(k_bridge_under_two_axles, "test.toml", {}), RunOptions{});
  EXPECT_NE(result.description.find("at 90 km/h. 3 modes, first frequency of the bridge 5.07 Hz."),
            std::string::npos)
      << result.description;
}

TEST(CaseInWords, OfAFallTellsMassAndHeight) {
  EXPECT_EQ(words_of("ball_drop.toml"),
            "A ball of 100 mm radius and 10 kg falls from 1 m on a half-space. The contact is "
            "computed by Hertz's law; integrated in time by arkode dormand prince until 2 s.");
}

TEST(CaseInWords, OfAnImpactTellsGroundAndSteps) {
  EXPECT_EQ(words_of("impact_waves.toml"),
            "A rigid cylinder of 10 mm radius starts at the surface, moving down at 1 m/s, on "
            "elastic ground with inertia (E = 200 GPa, 201 mm wide and 80 mm deep, staggered grid "
            "of 202 x 81 nodes). Contact by complementarity of gap and pressure; integrated in "
            "time by leapfrog with steps of 110 ns, until 30 µs.");
}

TEST(CaseInWords, OfAWheelsetTellsProfilesPositionsAndLoad) {
  EXPECT_EQ(
      words_of("wheelset_s1002_uic60.toml"),
      "A wheelset (wheel S1002 of 460 mm radius on rail UIC60 1:40), 3 positions, displaced "
      "by 0 to 6 mm and yawed by 0 to 4 mrad, is loaded by 55 kN on each wheel and runs at 80 "
      "km/h. Contact by elastic half-spaces on a grid, friction coefficient 0.3.");
}

TEST(CaseInWords, OfAVehicleTellsWayCurveAndContactModel) {
  EXPECT_EQ(words_of("curve_coach.toml"),
            "A vehicle (Manchester coach, 4 wheelsets; wheel S1002 of 460 mm radius on rail UIC60 "
            "1:40) runs 350 m along a track with a curve of 1200 m radius at 162 km/h, pulled at "
            "car body. Contact by Hertz and FASTSIM, friction coefficient 0.3; integrated in time "
            "by hht alpha with steps of 1 ms.");
}

TEST(CaseInWords, OfSeveralCasesTellsHowManyAndTheFirst) {
  EXPECT_TRUE(words_of("mbench_a22.inp").starts_with("3 cases. The first: A right wheel "));
  EXPECT_TRUE(words_of("fastsim.inp").starts_with("3 cases. The first: A body with a Hertzian "));
}

TEST(CaseInWords, IsNeverEmptyForAnExample) {
  int n_examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TREAD_EXAMPLES)) {
    const std::string extension = entry.path().extension();
    if (extension != ".toml" && extension != ".inp") continue;
    const std::string words = case_in_words(casefile::read_case(entry.path()), {});
    EXPECT_FALSE(words.empty()) << entry.path();
    EXPECT_TRUE(words.ends_with(".")) << entry.path() << words;
    EXPECT_EQ(words.find("nan"), std::string::npos) << entry.path() << words;
    ++n_examples;
  }
  EXPECT_GT(n_examples, 20);
}

TEST(CaseText, IsHandedOnAsItWasRead) {
  const result::Result result =
      run_case(casefile::parse_toml(k_bridge_under_two_axles, "test.toml", {}), RunOptions{});
  EXPECT_EQ(result.case_text, k_bridge_under_two_axles);
}

}  // namespace
}  // namespace tread::study
