#include <gtest/gtest.h>

#include <string>

#include "study_wheel_rail/results.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/result/report.hpp"
#include "tread/study/run_case.hpp"

namespace tread::study {
namespace {

using test::column;
using test::table;

std::vector<result::CaseResult> solved(const std::string& text) {
  return run_case(casefile::parse_toml("scenario = \"wheelset\"\n" + text, "t.toml", {}), {}).cases;
}

std::string error_of(const std::string& text) {
  try {
    solved(text);
  } catch (const CaseError& error) {
    return error.what();
  }
  return {};
}

constexpr const char* k_fast = "[load]\nwheel_force_kN = 50\n";

TEST(WheelsetStudy, BothWheelsCarryTheirLoadAtEveryPosition) {
  const auto results = solved(std::string(k_fast) + "[position]\nlateral_mm = [-4, 0, 4]\n");
  const result::CaseResult& c = results.front();
  EXPECT_TRUE(c.ok);
  for (const char* wheel : {"left_wheel", "right_wheel"}) {
    for (const double q : column(c, wheel, "Q_on_rail")) EXPECT_NEAR(q, 50e3, 50e3 * 2e-6);
  }
}

TEST(WheelsetStudy, AWheelsetInTheMiddleIsSymmetric) {
  const auto results = solved(k_fast);
  const result::CaseResult& c = results.front();
  for (const char* name : {"Y_on_rail", "wheel_y", "rail_y", "peak_pressure"}) {
    EXPECT_NEAR(column(c, "left_wheel", name)[0], column(c, "right_wheel", name)[0],
                1e-6 * std::abs(column(c, "right_wheel", name)[0]))
        << name;
  }
}

TEST(WheelsetStudy, AFreeWheelsetHasNoMomentAboutItsAxle) {
  const auto results = solved(std::string(k_fast) + "[position]\nlateral_mm = [3]\n");
  const result::CaseResult& c = results.front();
  // What the wheels push the rails with along the track is opposite, but for the difference of
  // their radii, 1 mm in 460.
  const double left = column(c, "left_wheel", "force_x_on_rail")[0];
  const double right = column(c, "right_wheel", "force_x_on_rail")[0];
  EXPECT_GT(std::abs(left), 100);
  EXPECT_NEAR(left, -right, 0.01 * std::abs(left));
}

TEST(WheelsetStudy, PositionsGoTogetherOrMakeAGrid) {
  const std::string lists = "[position]\nlateral_mm = [0, 1]\nyaw_mrad = [1, 2]\n";
  const auto together = solved(k_fast + lists);
  EXPECT_EQ(column(together.front(), "left_wheel", "yaw"), (std::vector<double>{1e-3, 2e-3}));
  const auto grid = solved(k_fast + lists + "combine = \"grid\"\n");
  EXPECT_EQ(column(grid.front(), "left_wheel", "yaw"),
            (std::vector<double>{1e-3, 2e-3, 1e-3, 2e-3}));
}

TEST(WheelsetStudy, GeometryIsOddAndJumpsInPairs) {
  const auto results = solved(k_fast);
  const result::CaseResult& c = results.front();
  const std::vector<double>& radius = column(c, "radius_difference", "radius_difference");
  ASSERT_EQ(radius.size(), 65U);
  for (std::size_t i = 0; i < radius.size(); ++i) {
    EXPECT_NEAR(radius[i], -radius[radius.size() - 1 - i], 1e-9);
  }
  EXPECT_EQ(table(c, "jumps").columns.front().values.size() % 2, 0U);
  // S1002 on UIC 60, 1435 mm: the conicity at 3 mm of a new pair is about 0.17.
  const std::vector<double>& conicity = column(c, "conicity", "by_integration");
  EXPECT_GT(conicity[2], 0.1);
  EXPECT_LT(conicity[2], 0.25);
}

TEST(WheelsetStudy, ChosenPositionsHaveFieldsAndDrawings) {
  const auto results = solved(std::string(k_fast) +
                              "[position]\nlateral_mm = [0, 2]\n[output]\nfields_at_mm = [2]\n");
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[1].title, "position 2, left wheel");
  EXPECT_EQ(results[2].title, "position 2, right wheel");
  EXPECT_TRUE(results[1].fields);
  EXPECT_EQ(table(results.front(), "section_right_2").look, result::Table::Look::drawing);
  EXPECT_EQ(table(results.front(), "section_right_2").marks.size(), 1U);
}

TEST(WheelsetStudy, TheReportDrawsItAll) {
  result::Result all;
  all.cases = solved(k_fast);
  const std::string html = result::report_html(all);
  for (const char* words : {"Wheel and rail, left, y = 0 mm", "Rolling radius, right less left",
                            "Equivalent conicity", "position 1, right wheel"}) {
    EXPECT_NE(html.find(words), std::string::npos) << words;
  }
}

TEST(WheelsetStudy, WithoutFrictionNothingTurnsTheWheelsetAndItSettlesAllTheSame) {
  const auto results = solved(std::string(k_fast) + "[friction]\ncoefficient = 0\n");
  EXPECT_EQ(results.front().status, "converged");
}

TEST(WheelsetStudy, TooManyCellsAreTold) {
  const std::string text = error_of(
      "[load]\nwheel_force_kN = 50\n[contact]\nmodel = 'half_space'\n"
      "cell_size_x_mm = 1e-6\ncell_size_y_mm = 1e-6\n");
  EXPECT_EQ(text.find("t.toml:6: contact.cell_size_x: a patch of "), 0u) << text;
  EXPECT_NE(text.find("take larger cells"), std::string::npos) << text;
}

TEST(WheelsetStudy, AWheelsetBetweenTheRailsIsTold) {
  EXPECT_EQ(
      error_of(std::string(k_fast) + "[position]\nlateral_mm = [90]\n"),
      "t.toml:5: position.lateral: wheelset at y = 90 mm, yaw 0 mrad: the left wheel has no "
      "rail below it: derailed\n"
      "  hint: move the wheelset nearer to the middle of the track, or check gauge, flange back "
      "distance and profiles");
}

TEST(WheelsetStudy, AMissingLoadIsTold) {
  EXPECT_EQ(error_of("[motion]\nspeed = 10\n"),
            "t.toml: load.wheel_force: is missing\n"
            "  hint: give wheel_force, wheelset_force, or height of the wheelset");
}

TEST(WheelsetStudy, ListsThatDoNotGoTogetherAreTold) {
  EXPECT_EQ(
      error_of(std::string(k_fast) + "[position]\nlateral_mm = [0, 1, 2]\nyaw_mrad = [0, 1]\n"),
      "t.toml:4: position.combine: 3 lateral positions and 2 yaw angles do not go together\n"
      "  hint: give as many of both, or one of one of them; grid takes every combination");
}

TEST(WheelsetStudy, ARangeThatGoesNowhereIsTold) {
  EXPECT_EQ(error_of(std::string(k_fast) + "[position]\nlateral_range_mm = [1, 0, 0.5]\n"),
            "t.toml:5: position.lateral_range_mm: ends before it begins, got [1, 0, 0.5]\n"
            "  hint: first, last, step");
  EXPECT_EQ(error_of(std::string(k_fast) + "[position]\nlateral_range_mm = [0, 1, 1e-6]\n"),
            "t.toml:5: position.lateral_range_mm: has more than 10000 values, got [0, 1, 1e-06]\n"
            "  hint: take a larger step");
}

}  // namespace
}  // namespace tread::study
