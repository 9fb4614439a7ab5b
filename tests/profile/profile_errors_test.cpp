#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "profile/data_points.hpp"
#include "profile/read_options.hpp"
#include "tread/core/errors.hpp"
#include "tread/profile/profile_file.hpp"

namespace tread::profile {
namespace {

std::string complaint(const std::string& text, const std::string& file_name,
                      const ProfileReadOptions& options = {}) {
  try {
    parse_profile(text, file_name, options);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "no complaint";
}

const char* const k_rail = "-36 16\n-30 3\n-10 0.2\n0 0\n10 0.2\n30 3\n36 16\n";

std::string wheel_text() { return data_text("s1002_points.txt"); }

TEST(profile_errors, lines_that_cannot_be_read_are_all_told) {
  EXPECT_EQ(complaint("-36 16\n-30\n-10 0.2 7\n0 O\n10 1e999\n", "a/r.txt", as(ProfileKind::rail)),
            "a/r.txt:2: must have two values: y and z, got \"-30\"\n"
            "a/r.txt:3: must have two values: y and z, got \"-10 0.2 7\"\n"
            "a/r.txt:4: z must be a number, got \"O\"\n"
            "a/r.txt:5: z must be a number between 1e-308 and 1e308, got 1e999");
}

TEST(profile_errors, empty_and_short_files) {
  EXPECT_EQ(complaint("", "r.txt", as(ProfileKind::rail)),
            "r.txt: has 0 points: at least 4 are needed");
  EXPECT_EQ(complaint("0 0\n10 1\n", "r.txt", as(ProfileKind::rail)),
            "r.txt: has 2 points: at least 4 are needed");
}

TEST(profile_errors, the_kind_must_be_known_and_true) {
  EXPECT_EQ(complaint(k_rail, "r.txt"),
            "r.txt: does not say whether it is a wheel or a rail\n"
            "  hint: give the kind, or a name that ends in .prw .whl .whe (wheel) or .prr .ban "
            ".rai (rail)");
  EXPECT_EQ(complaint("header.begin\ntype = 1\nheader.end\nspline.begin\npoint.begin\n0 0\n"
                      "point.end\nspline.end\n",
                      "r.prr", as(ProfileKind::rail)),
            "r.prr: was given as a rail, but the file says that it is a wheel (type = 1)");
}

TEST(profile_errors, units_that_cannot_be) {
  EXPECT_EQ(
      complaint("0 0\n1000 1\n2000 2\n4000 3\n", "r.txt", as(ProfileKind::rail)),
      "r.txt: must be 20 to 250 mm wide in one of the units mm, m, inch, got a width of 4000\n"
      "  hint: give the unit, if the width is what you mean");
  ProfileReadOptions options = as(ProfileKind::rail);
  options.unit = LengthUnit::metre;
  EXPECT_EQ(complaint(k_rail, "r.txt", options),
            "r.txt: would be 72000 mm wide and 16000 mm high: a rail has 5 to 500 mm\n"
            "  hint: unit: m, as given; is this unit right?");
  EXPECT_EQ(complaint("header.begin\ntype = 0\nheader.end\nspline.begin\nunits.len.f = 1000\n"
                      "point.begin\n" +
                          std::string(k_rail) + "point.end\nspline.end\n",
                      "r.prr", options),
            "r.prr: was given in m, but its lengths are 1/1000 m (units.len.f = 1000)");
}

TEST(profile_errors, mirrors_that_are_given_and_cannot_be) {
  ProfileReadOptions options = as(ProfileKind::wheel);
  options.mirror_z = Mirror::yes;
  EXPECT_EQ(complaint(wheel_text(), "w.txt", options),
            "w.txt: mirrored in z as given, the profile is upside down: its flange points to the "
            "axle\n  hint: leave it out, and it is found out");
  options.mirror_z = Mirror::no;
  options.mirror_y = Mirror::yes;
  EXPECT_EQ(complaint(wheel_text(), "w.txt", options),
            "w.txt: mirrored in y as given, the flange lies at positive y, on the field side\n"
            "  hint: leave it out, and it is found out");
  options = as(ProfileKind::rail);
  options.mirror_z = Mirror::no;
  EXPECT_EQ(complaint("-36 -16\n-30 -3\n-10 -0.2\n0 0\n10 -0.2\n30 -3\n36 -16\n", "r.txt", options),
            "r.txt: not mirrored in z as given, the profile is upside down: the rail's sides go up "
            "from its head\n  hint: leave it out, and it is found out");
}

/// z = sign (1 - cos) of an arc of 100 mm about y = middle, from -50 to 50 mm.
std::string arc_text(double sign, double middle = 0) {
  std::string text;
  for (int y = -50; y <= 50; ++y) {
    const double z = 100 - std::sqrt(1e4 - (y - middle) * (y - middle));
    text += std::to_string(y) + " " + std::to_string(sign * z) + "\n";
  }
  return text;
}

const std::string k_hint_z = "mirror_z = false takes it as it is, true mirrors it";
const std::string k_hint_y = "mirror_y = false takes it as it is, true mirrors it";

// A barrel seen upside down is a hollow wheel, and the other way round: 8 to 17 % of its width is
// no flange.
TEST(profile_errors, which_way_is_up_is_not_guessed_for_a_wheel_without_flange) {
  for (const double sign : {-1.0, 1.0}) {
    EXPECT_EQ(complaint(arc_text(sign), "w.txt", as(ProfileKind::wheel)),
              "w.txt: has no flange that would tell whether its z counts up or down\n  hint: " +
                  k_hint_z);
    // The end of one side alone falls off by 40 mm, as steeply as many a flange.
    EXPECT_EQ(complaint(arc_text(sign, 30), "w.txt", as(ProfileKind::wheel)),
              "w.txt: has no flange that would tell whether its z counts up or down and on which "
              "side its flange would be\n  hint: " +
                  k_hint_z + "; " + k_hint_y);
  }
  EXPECT_EQ(complaint("-40 2\n-20 1\n20 -1\n40 -2\n", "cone.txt", as(ProfileKind::wheel)),
            "cone.txt: has no flange that would tell whether its z counts up or down and on which "
            "side its flange would be\n  hint: " +
                k_hint_z + "; " + k_hint_y);
}

TEST(profile_errors, a_flange_that_ends_on_its_flank_does_not_tell_which_way_is_up) {
  std::string text;
  for (const ProfilePoint& point : data_points("s1002_points.txt")) {
    if (point.y < -0.0393) continue;  // z = 14 mm there
    text += std::to_string(1e3 * point.y) + " " + std::to_string(1e3 * point.z) + "\n";
  }
  EXPECT_TRUE(complaint(text, "w.txt", as(ProfileKind::wheel))
                  .starts_with("w.txt: has no flange that would tell whether"));
}

TEST(profile_errors, what_is_the_same_either_way_is_not_asked_for) {
  const std::string plane = "-40 0\n-20 0\n20 0\n40 0\n";
  EXPECT_EQ(complaint(plane, "w.txt", as(ProfileKind::wheel)), "no complaint");
  EXPECT_EQ(complaint(plane, "r.txt", as(ProfileKind::rail)), "no complaint");
}

TEST(profile_errors, a_wheel_without_flange_is_taken_as_it_is_given) {
  for (const double sign : {-1.0, 1.0}) {
    for (const Mirror mirror : {Mirror::no, Mirror::yes}) {
      ProfileReadOptions options = as(ProfileKind::wheel);
      options.mirror_z = mirror;
      const ReadProfile read = parse_profile(arc_text(sign), "w.txt", options);
      const double seen = mirror == Mirror::yes ? -sign : sign;
      ASSERT_EQ(read.points.size(), 101u);
      EXPECT_NEAR(read.points.front().z, seen * (0.1 - std::sqrt(0.0075)), 1e-8);
    }
  }
}

TEST(profile_errors, a_hollow_rail_without_sides_is_not_turned_over) {
  EXPECT_EQ(
      complaint("-30 -2\n-10 -0.2\n0 0\n10 -0.2\n30 -2\n", "r.txt", as(ProfileKind::rail)),
      "r.txt: has no sides that would tell whether its z counts up, or it is hollow\n  hint: " +
          k_hint_z);
  ProfileReadOptions options = as(ProfileKind::rail);
  options.origin = ProfileOrigin::kept;
  for (const Mirror mirror : {Mirror::no, Mirror::yes}) {
    options.mirror_z = mirror;
    const ReadProfile read =
        parse_profile("-30 -2\n-10 -0.2\n0 0\n10 -0.2\n30 -2\n", "r.txt", options);
    EXPECT_DOUBLE_EQ(read.points.front().z, mirror == Mirror::no ? -0.002 : 0.002);
  }
  // A groove between two shoulders: its flanks are no sides of a head.
  EXPECT_EQ(
      complaint("-40 0\n-15 0\n-12 8\n0 10\n12 8\n15 0\n40 0\n", "r.txt", as(ProfileKind::rail)),
      "no complaint");
}

TEST(profile_errors, loops_have_their_line) {
  EXPECT_EQ(complaint("-36 16\n-30 3\n-10 0.2\n0 0\n# a spike of the instrument\n-2 0.02\n10 0.2\n"
                      "30 3\n36 16\n",
                      "r.txt", as(ProfileKind::rail)),
            "r.txt:6: y falls back by 2 mm at y = -2 mm, z = 0.02 mm: a loop, the curve crosses "
            "itself between points 3 and 6");
}

TEST(profile_errors, simpack_files_that_are_broken) {
  EXPECT_EQ(complaint(k_rail, "r.prr"),
            "r.prr: has no section point.begin ... point.end\n"
            "  hint: profiles of Simpack have sections header, spline and point\n"
            "r.prr:1: is neither key = value nor a section, got \"-36 16\"\n"
            "r.prr:2: is neither key = value nor a section, got \"-30 3\"\n"
            "r.prr:3: is neither key = value nor a section, got \"-10 0.2\"\n"
            "r.prr:4: is neither key = value nor a section, got \"0 0\"\n"
            "r.prr:5: is neither key = value nor a section, got \"10 0.2\"\n"
            "r.prr:6: is neither key = value nor a section, got \"30 3\"\n"
            "r.prr:7: is neither key = value nor a section, got \"36 16\"");
  EXPECT_EQ(complaint("header.begin\ntype = 2\nheader.end\nspline.begin\nshift.y = far\n"
                      "point.begin\n1 2 3 4\n1 2 -1\n",
                      "r.prr"),
            "r.prr: ends before point.end\n  hint: was it written or copied completely?\n"
            "r.prr:2: type: must be 0 (rail) or 1 (wheel), got \"2\"\n"
            "r.prr:5: shift.y must be a number, got \"far\"\n"
            "r.prr:7: a point must be y z, or y z weight, got \"1 2 3 4\"\n"
            "r.prr:8: weight: must be >= 0, got -1");
  EXPECT_EQ(complaint("header.begin\ntype = 0\nheader.end\nspline.begin\nmirror.y = 2\n"
                      "units.len.f = 0\npoint.begin\n" +
                          std::string(k_rail) + "point.end\nspline.end\n",
                      "r.prr"),
            "r.prr:5: mirror.y: must be 0 or 1, got 2\nr.prr:6: units.len.f: must be > 0, got 0");
}

TEST(profile_errors, miniprof_files_that_are_broken) {
  EXPECT_EQ(complaint("ColumnDef=X,A\nXYPoints=2\n\n1 2\n3\n", "r.ban"),
            "r.ban:1: ColumnDef: must name the columns X and Y, got \"X,A\"\n"
            "  hint: ColumnDef=X,Y\n"
            "r.ban:5: must have at least 2 values, got \"3\"");
}

TEST(profile_errors, vampire_files_that_are_broken) {
  EXPECT_EQ(complaint(k_rail, "r.rai"),
            "r.rai:1: must be WHEELPROFILE or RAILPROFILE, and three more lines must follow, got "
            "\"-36 16\"\n  hint: a title, then TREADDATUM and FLANGEBACK, or GAUGEPOINT and GAUGE");
  EXPECT_EQ(complaint("WHEELPROFILE\nWheel\nTREADDATUM ASIAN\nGAUGE 1360\n1 2 3\n", "w.whe"),
            "w.whe:4: must begin with FLANGEBACK, got \"GAUGE 1360\"\n"
            "w.whe:5: must have 4 values: y and z of the left, y and z of the right side, got "
            "\"1 2 3\"");
  EXPECT_EQ(complaint("WHEELPROFILE\nWheel\nTREADDATUM ASIAN\nFLANGEBACK 1360\n", "w.whe"),
            "w.whe:3: must be EUROPEAN, US1, US2 or CUSTOM and a length in mm, got \"ASIAN\"");
}

}  // namespace
}  // namespace tread::profile
