#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "profile/en15302_profiles.hpp"
#include "study_wheel_rail/results.hpp"
#include "support/temporary_folder.hpp"
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

/// Profiles of EN 15302 as two columns with z upwards, as files of that kind mostly have it, and
/// one wheelset of them on a gauge of 1435.16 mm, 14 mm below the tops of the rails.
class En15302Files : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char letter : {'A', 'B', 'I'}) {
      write(std::string("wheel_") + letter + ".txt",
            profile::test::en15302_wheel(TREAD_PROFILE_DATA, letter));
    }
    std::string rail;
    for (const auto& row :
         profile::test::number_rows(std::string(TREAD_PROFILE_DATA) + "/en15302_rail.txt")) {
      rail += fmt::format("{} {}\n", row.at(0), -row.at(1));
    }
    folder_.write("rail.txt", rail);
  }

  result::CaseResult solved_wheelset(char wheel, const std::string& more) const {
    const std::string text = fmt::format(
        "scenario = 'wheelset'\n[load]\nwheel_force_kN = 50\n[rail]\nprofile = 'file'\n"
        "file = 'rail.txt'\n[track]\ngauge_mm = 1435.16\n"
        "[geometry]\nlateral_range_mm = [-6, 6, 1]\namplitudes_mm = [1, 2, 3, 4, 5, 6, 7]\n"
        "[wheel]\nprofile = 'file'\nfile = 'wheel_{}.txt'\n{}",
        wheel, more);
    return run_case(casefile::parse_toml(text, "t.toml", folder_.path().string()), {})
        .cases.front();
  }

  static void expect_conicity_of(const result::CaseResult& c, const std::string& name) {
    const std::vector<double>& conicity = column(c, "conicity", "by_integration");
    ASSERT_EQ(conicity.size(), 7U);
    for (const profile::test::ConicityCase& wanted : profile::test::k_conicity_cases) {
      if (wanted.name != name) continue;
      for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_NEAR(conicity[i], wanted.conicity[i],
                    profile::test::conicity_tolerance(wanted.conicity[i]))
            << name << " at " << i + 1 << " mm";
      }
    }
  }

 private:
  void write(const std::string& name, const profile::Profile& profile) const {
    std::string text;
    for (const profile::ProfilePoint& point : profile.points()) {
      text += fmt::format("{} {}\n", 1e3 * point.y, -1e3 * point.z);
    }
    folder_.write(name, text);
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(En15302Files, ALeftWheelOfItsOwnHasTheConicityOfTheBenchmark) {
  const result::CaseResult c =
      solved_wheelset('A', "[left_wheel]\nprofile = 'file'\nfile = 'wheel_B.txt'\n");
  expect_conicity_of(c, "E9");
  EXPECT_TRUE(c.ok);
}

TEST_F(En15302Files, WheelsOfUnlikeRadiiHaveTheConicityOfTheBenchmarkBesideTheMiddle) {
  const result::CaseResult c = solved_wheelset('B', "[wheelset]\nleft_radius_mm = 459\n");
  expect_conicity_of(c, "E6");
  EXPECT_NEAR(column(c, "conicity", "middle")[0], -2.8e-3, 0.1e-3);
  // In the middle of the track both wheels touch their treads.
  EXPECT_NEAR(column(c, "radius_difference", "without_roll")[6], 1e-3, 1e-9);
}

TEST_F(En15302Files, AWheelsetThatNothingSteersIsTold) {
  const result::CaseResult c = solved_wheelset('I', "");
  expect_conicity_of(c, "E4");
  EXPECT_TRUE(std::isnan(column(c, "conicity", "wavelength")[0]));
  EXPECT_NE(std::ranges::find(
                c.notes,
                "Equivalent conicity: at amplitudes up to 1 mm both wheels roll on equal radii all "
                "the way, nothing steers the wheelset: it is 0, without a wavelength."),
            c.notes.end());
}

TEST(WheelsetStudy, AmplitudesWithoutAMotionAreLeftOutAndTheOthersKept) {
  // Cones that are larger outside steer away from the middle, up to a flange: small motions are
  // beside it, large ones go from one flange to the other.
  const auto results = solved(std::string(k_fast) +
                              "[wheel]\nprofile = 'cone'\nslope = -0.05\n[geometry]\n"
                              "amplitudes_mm = [1, 6, 12]\n");
  const result::CaseResult& c = results.front();
  EXPECT_EQ(column(c, "conicity", "amplitude"), (std::vector<double>{1e-3, 12e-3}));
  EXPECT_NEAR(std::abs(column(c, "conicity", "middle")[0]), 5.5e-3, 0.5e-3);
  EXPECT_NEAR(column(c, "conicity", "middle")[1], 0, 1e-6);
  EXPECT_NE(std::ranges::find(
                c.notes,
                "Equivalent conicity: 1 of 3 amplitudes are left out; a motion of the wheelset "
                "with an amplitude of 6 mm does not pass y = 0 mm: beside it the radius difference "
                "steers away from there, to either side."),
            c.notes.end());
}

TEST(WheelsetStudy, WheelsOfUnlikeRadiiCarryTheirLoadsAndSteer) {
  // A right wheel that is larger by 1 mm does on cones of 1 in 20 what 10 mm to the right do, but
  // for the roll; forces along the track turn the wheelset to the left.
  const auto results = solved(std::string(k_fast) +
                              "[wheel]\nprofile = 'cone'\n[wheelset]\nright_radius_mm = 460.5\n"
                              "left_radius_mm = 459.5\n");
  const result::CaseResult& c = results.front();
  EXPECT_TRUE(c.ok);
  const std::vector<double>& radius = column(c, "patches", "rolling_radius");
  ASSERT_EQ(radius.size(), 2U);
  EXPECT_NEAR(radius[1] - radius[0], 1e-3, 0.1e-3);
  EXPECT_NEAR(column(c, "left_wheel", "roll")[0], -1e-3 / 1.5, 0.05e-3);
  EXPECT_LT(column(c, "right_wheel", "force_x_on_rail")[0], -1e3);
  EXPECT_GT(column(c, "left_wheel", "force_x_on_rail")[0], 1e3);
}

TEST(WheelsetStudy, UnlikeSidesInAMirrorDoTheMirrorImage) {
  const std::string s1002 = "profile = 's1002'\n";
  const std::string cone = "profile = 'cone'\nslope = 0.1\n";
  const std::string head = std::string(k_fast) + "[position]\nlateral_mm = [";
  const auto one = solved(head + "2]\n[wheel]\n" + s1002 + "[left_wheel]\n" + cone +
                          "[rail]\nprofile = 'uic60'\n[left_rail]\nprofile = '60e1'\n"
                          "inclination = 0.05\n[wheelset]\nleft_radius_mm = 459\n");
  const auto other = solved(head + "-2]\n[wheel]\n" + cone + "[left_wheel]\n" + s1002 +
                            "[left_rail]\nprofile = 'uic60'\n[rail]\nprofile = '60e1'\n"
                            "inclination = 0.05\n[wheelset]\nright_radius_mm = 459\n");
  for (const char* name : {"Y_on_rail", "Q_on_rail", "peak_pressure", "wheel_y", "rail_y"}) {
    const double right = column(one.front(), "right_wheel", name)[0];
    const double left = column(one.front(), "left_wheel", name)[0];
    EXPECT_NEAR(column(other.front(), "left_wheel", name)[0], right, 1e-6 * std::abs(right));
    EXPECT_NEAR(column(other.front(), "right_wheel", name)[0], left, 1e-6 * std::abs(left));
    EXPECT_GT(std::abs(right - left), name == std::string("Q_on_rail") ? -1 : 0);
  }
  const std::vector<double>& amplitude = column(one.front(), "conicity", "by_integration");
  const std::vector<double>& mirrored = column(other.front(), "conicity", "by_integration");
  ASSERT_EQ(amplitude.size(), mirrored.size());
  for (std::size_t i = 0; i < amplitude.size(); ++i) {
    EXPECT_NEAR(amplitude[i], mirrored[i], 1e-3 * amplitude[i]);
  }
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

TEST(WheelsetStudy, AFlangeThatFrictionHoldsDownIsTold) {
  // At 40 mrad of yaw the flank slides down the rail: with friction of 0.5 a flank of 63 degrees
  // carries 0.5 tan(63 degrees) = 98 % less than without.
  const auto results = solved(
      "[load]\nwheel_force_kN = 30\n[position]\nlateral_mm = [-6.5, 0]\nyaw_mrad = [40, 40]\n"
      "[friction]\ncoefficient = 0.5\n");
  const result::CaseResult& c = results.front();
  EXPECT_FALSE(c.ok);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_EQ(c.notes[0].find("Position 1, y = -6.5 mm, yaw 40 mrad, did not converge: the wheels "
                            "carry "),
            0u)
      << c.notes[0];
  EXPECT_NE(c.notes[0].find("Friction holds the left wheel down by 9"), std::string::npos)
      << c.notes[0];
  EXPECT_NEAR(column(c, "left_wheel", "Q_on_rail")[1], 30e3, 0.1);
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

TEST(WheelsetStudy, UnlikeSidesOfElasticBodiesAreRefused) {
  const std::string hint =
      "contact.model = differential knows one pair of elastic bodies for both sides\n"
      "  hint: take another model, such as half_space, where left and right differ";
  const std::string head = std::string(k_fast) + "[contact]\nmodel = 'differential'\n";
  EXPECT_EQ(error_of(head + "[wheelset]\nleft_radius_mm = 459\n"),
            "t.toml:7: wheelset.left_radius_mm: " + hint);
  EXPECT_EQ(error_of(head + "[left_wheel]\nprofile = 'cone'\n"), "t.toml:6: left_wheel: " + hint);
}

TEST(WheelsetStudy, ALeftWheelNeedsAProfileAndAPlausibleRadius) {
  EXPECT_EQ(error_of(std::string(k_fast) + "[left_wheel]\nslope = 0.05\n")
                .find("t.toml:4: left_wheel.profile: is missing"),
            0u);
  EXPECT_EQ(error_of(std::string(k_fast) + "[wheelset]\nleft_radius_mm = 300\n"),
            "t.toml:5: wheelset.left_radius_mm: must be within 0.05 m of wheelset.nominal_radius = "
            "0.46 m, got 0.3\n  hint: give a nominal_radius between those of the wheels");
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
