#include "tread/profile/profile_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "profile/data_points.hpp"
#include "profile/read_options.hpp"
#include "profile/words.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::profile {
namespace {

/// Lines "y z" of points, each changed first.
template <class Change>
std::string rows(const std::vector<ProfilePoint>& points, Change change) {
  std::string text;
  for (const ProfilePoint& point : points) {
    const ProfilePoint there = change(point);
    text += std::to_string(there.y) + " " + std::to_string(there.z) + "\n";
  }
  return text;
}

std::vector<ProfilePoint> wheel_points() { return data_points("s1002_points.txt"); }
std::vector<ProfilePoint> rail_points() { return data_points("uic60_1to40_points.txt"); }

void expect_same(const std::vector<ProfilePoint>& found, const std::vector<ProfilePoint>& expected,
                 double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i].y, expected[i].y, tolerance);
    EXPECT_NEAR(found[i].z, expected[i].z, tolerance);
  }
}

TEST(profile_file, two_columns_in_our_convention_come_back_as_they_are) {
  const ReadProfile read =
      parse_profile(data_text("s1002_points.txt"), "data/s1002.txt", as(ProfileKind::wheel));
  expect_same(read.points, wheel_points(), 1e-10);
  EXPECT_EQ(read.name, "s1002.txt");
  EXPECT_EQ(read.format, ProfileFormat::columns);
  EXPECT_EQ(read.done, (Words{"unit: mm, because the profile is 129.613 of them wide"}));
  EXPECT_EQ(read.warnings, Words{});
}

TEST(profile_file, all_mirrors_units_and_orders_of_a_wheel_are_found_out) {
  const auto points = wheel_points();
  for (const double unit : {1e3, 1.0, 1 / 0.0254}) {
    for (const double y_sign : {1.0, -1.0}) {
      for (const double z_sign : {1.0, -1.0}) {
        for (const bool is_reversed : {false, true}) {
          auto raw = points;
          for (ProfilePoint& point : raw) point = {y_sign * point.y, z_sign * point.z};
          if (is_reversed) std::ranges::reverse(raw);
          const std::string text = rows(raw, [&](ProfilePoint p) {
            return ProfilePoint{unit * p.y, unit * p.z};
          });
          const ReadProfile read = parse_profile(text, "wheel.txt", as(ProfileKind::wheel));
          expect_same(read.points, points, 2e-6);  // six decimals of a metre were written
          const unsigned n_done =
              1u + (y_sign < 0 ? 1u : 0u) + (z_sign < 0 ? 1u : 0u) + (is_reversed ? 1u : 0u);
          EXPECT_EQ(read.done.size(), n_done) << testing::PrintToString(read.done);
        }
      }
    }
  }
}

TEST(profile_file, what_was_done_is_told) {
  const std::string text = rows(wheel_points(), [](ProfilePoint p) {
    return ProfilePoint{-1e3 * p.y, -1e3 * p.z - 1.5};
  });
  const ReadProfile read = parse_profile(text, "wheel.txt", as(ProfileKind::wheel));
  EXPECT_EQ(read.done, (Words{"unit: mm, because the profile is 129.613 of them wide",
                              "mirrored in z: the flange pointed to the axle",
                              "mirrored in y: the flange lay at positive y",
                              "z moved by -1.5 mm: it is 0 at the tape circle"}));
}

TEST(profile_file, simpack_files_are_read_with_their_own_mirror_order_and_unit) {
  // As MBench_S1002_v3.prw is written: flange at positive y, mirrored and turned round by the file.
  std::string text =
      "! a comment\n  header.begin\n    version = 1 ! flag\n    type = 1\n  header.end\n"
      "  spline.begin\n    comment = 'S1002 ! wheel'\n    approx.smooth = +0.0e+00\n"
      "    bound.y.min = +1.0\n    bound.y.max = 0.0\n    mirror.y = 1\n    mirror.z = 0\n"
      "    inversion = 1\n!   units.len = 'mm'\n    units.len.f = +1.0e+03 ! mm\n"
      "    units.ang.f = 1\n    point.begin\n    ! y z weight\n";
  auto points = wheel_points();
  text += rows(points, [](ProfilePoint p) { return ProfilePoint{-1e3 * p.y, 1e3 * p.z}; });
  text += "    point.end\n  spline.end\n";
  const ReadProfile read = parse_profile(text, "S1002.prw");
  expect_same(read.points, points, 1e-9);
  EXPECT_EQ(read.kind, ProfileKind::wheel);
  EXPECT_EQ(read.name, "S1002 ! wheel");
  EXPECT_EQ(read.done,
            (Words{"mirrored in y, as mirror.y says", "order reversed, as inversion says",
                   "unit: mm, the file says so (units.len.f = 1000)",
                   "order reversed: y fell from point to point"}));
}

TEST(profile_file, simpack_shifts_turns_thins_and_cuts_before_it_mirrors) {
  // A rail's head as an arc of 300 mm in m, shifted, turned by 1:40, cut; one point has a weight.
  std::string text =
      "header.begin\ntype = 0\nheader.end\nspline.begin\npoint.dist.min = 0.00045\n"
      "shift.y = 0.001\nshift.z = -0.002\nrotate = 1.5\nunits.ang.f = 57.29577951\n"
      "bound.y.min = -0.03\nbound.y.max = 0.035\nunits.len.f = 1\npoint.begin\n";
  for (int i = -400; i <= 400; ++i) {
    const double y = 1e-4 * i;
    text += std::to_string(y) + " " + std::to_string(y * y / 0.6) + (i == 0 ? " 0.25\n" : "\n");
  }
  text += "point.end\nspline.end\n";
  ProfileReadOptions options;
  options.origin = ProfileOrigin::kept;
  const ReadProfile read = parse_profile(text, "arc.prr", options);
  EXPECT_EQ(read.done.size(), 5u) << testing::PrintToString(read.done);
  EXPECT_EQ(read.done[0].substr(read.done[0].find(' ')),
            " points dropped: nearer than point.dist.min");
  EXPECT_EQ(read.done[1], "moved by (0.001, -0.002), as shift.y and shift.z say");
  EXPECT_EQ(read.done[2], "turned by 0.0261799 rad, as rotate says");
  EXPECT_GE(read.points.front().y, -0.03);
  EXPECT_LE(read.points.back().y, 0.035);
  const double c = std::cos(1.5 / 57.29577951);
  const double s = std::sin(1.5 / 57.29577951);
  ASSERT_EQ(read.weights.size(), read.points.size());
  const auto marked = std::ranges::find(read.weights, 0.25) - read.weights.begin();
  ASSERT_LT(marked, std::ssize(read.points));
  EXPECT_NEAR(read.points[static_cast<std::size_t>(marked)].y, c * 0.001 + s * 0.002, 1e-12);
  EXPECT_NEAR(read.points[static_cast<std::size_t>(marked)].z, s * 0.001 - c * 0.002, 1e-12);
}

TEST(profile_file, miniprof_wheels_count_from_the_flange_back) {
  const std::string text =
      "ProgramName=MiniProf for Windows\nStock=%Talent\nRefPoint1=0.0000, 0.0000\n"
      "\"ColumnDef=Y,X\"\nColumnDef=X,Y,A\nXYPoints=399\nWheelDiameterTaperline=70.0000\n\n" +
      [] {
        std::string lines;
        for (const ProfilePoint& p : wheel_points()) {
          lines += std::to_string(1e3 * p.y + 70) + " " + std::to_string(1e3 * p.z + 0.3) + " 9\n";
        }
        return lines;
      }();
  const ReadProfile read = parse_profile(text, "w.WHL");
  expect_same(read.points, wheel_points(), 2e-9);
  EXPECT_EQ(read.flange_back_position, -0.07);
  EXPECT_EQ(read.done, (Words{"unit: mm, because the profile is 129.613 of them wide",
                              "y moved by -70 mm: it was counted from the flange back",
                              "z moved by -0.3 mm: it is 0 at the tape circle"}));
}

TEST(profile_file, miniprof_rails_have_their_gauge_face_at_positive_x) {
  const std::string text = "Filename=HR.ban\nXYPoints=500\nColumnDef=N,X,Y\n\n" + [] {
    std::string lines;
    for (const ProfilePoint& p : rail_points()) {
      lines += "1," + std::to_string(-1e3 * p.y) + "," + std::to_string(-1e3 * p.z) + "\n";
    }
    return lines;
  }();
  const ReadProfile read = parse_profile(text, "HR.BAN");
  EXPECT_EQ(read.kind, ProfileKind::rail);
  EXPECT_EQ(read.name, "HR.ban");
  ASSERT_EQ(read.done.size(), 3u) << testing::PrintToString(read.done);
  EXPECT_EQ(read.done[1], "mirrored in z: the rail's sides went up from its head");
  EXPECT_EQ(read.done[2], "mirrored in y: MiniProf has the gauge face of a rail at positive x");
  EXPECT_LT(read.points.front().y, -0.043);
  EXPECT_EQ(read.warnings, Words{"XYPoints = 500, but there are 495 points"});
}

TEST(profile_file, a_rail_with_one_side_is_turned_by_it) {
  // Measured from the field side of the crown to the gauge face at positive y, z up.
  std::string text;
  for (const ProfilePoint& p : rail_points()) {
    if (p.y > 0.012) continue;
    text += std::to_string(-1e3 * p.y) + "\t" + std::to_string(-1e3 * p.z) + "\n";
  }
  const ReadProfile read = parse_profile(text, "rail.csv", as(ProfileKind::rail));
  EXPECT_EQ(read.done[2],
            "mirrored in y: the one side of the rail, its gauge face, lay at positive y");
  EXPECT_LT(read.points.front().y, -0.043);
}

TEST(profile_file, the_old_header_of_miniprof_is_skipped) {
  const std::string text =
      "#MINIWHEELPROF\nCar_T(R).whl\nMINIPROF 2020\nStock.......:\n\" 32.58 37.11 14.71\n1 2 "
      "3\n\n" +
      rows(wheel_points(), [](ProfilePoint p) {
        return ProfilePoint{1e3 * p.y + 70, 1e3 * p.z};
      });
  const ReadProfile read = parse_profile(text, "car.whl");
  expect_same(read.points, wheel_points(), 2e-9);
  EXPECT_EQ(read.done.front(), "header in the old style of MiniProf");
}

TEST(profile_file, vampire_files_hold_both_sides) {
  std::string text = "WHEELPROFILE\nNew wheel\nTREADDATUM EUROPEAN\nFLANGEBACK 1360\n";
  for (const ProfilePoint& p : wheel_points()) {
    const std::string y = std::to_string(1e3 * p.y + 750);
    const std::string z = std::to_string(1e3 * p.z);
    text += "-" + y + " " + z + ", " + y + ", " + z + "\n";
  }
  // commas alone separate, if there are any
  std::ranges::replace(text, ',', ' ');
  const ReadProfile right = parse_profile(text, "w.whe");
  ProfileReadOptions options;
  options.side = Side::left;
  const ReadProfile left = parse_profile(text, "w.whe", options);
  expect_same(right.points, wheel_points(), 2e-9);
  expect_same(left.points, right.points, 1e-12);
  EXPECT_EQ(right.name, "New wheel");
  EXPECT_EQ(right.flange_back_distance, 1.36);
  EXPECT_EQ(right.flange_back_position, -0.07);
  EXPECT_EQ(right.done, (Words{"y moved by -750 mm: it was counted from the middle of the wheelset",
                               "unit: mm, the file says so (Vampire's files are)"}));
}

TEST(profile_file, vampire_rails_have_z_up_and_a_gauge) {
  std::string text = "RAILPROFILE\nUIC60\nGAUGEPOINT CUSTOM 14.5\nGAUGE 1435\n";
  for (const ProfilePoint& p : rail_points()) {
    const std::string y = std::to_string(1e3 * p.y + 760);
    const std::string z = std::to_string(-1e3 * p.z);
    text += "-" + y + " " + z + " " + y + " " + z + "\n";
  }
  const ReadProfile read = parse_profile(text, "r.rai");
  EXPECT_EQ(read.gauge, 1.435);
  EXPECT_EQ(read.gauge_height, 0.0145);
  EXPECT_EQ(read.done[1], "mirrored in z: the rail's sides went up from its head");
  EXPECT_NEAR(read.points.front().y, -0.0437, 2e-5);
}

TEST(profile_file, headers_comments_and_separators_of_two_columns) {
  const auto read = [](const std::string& text) {
    return parse_profile(text, "r.dat", as(ProfileKind::rail)).points;
  };
  const auto plain = read("-30 2\n-10 0.2\n0 0\n10 0.2\n30 2\n");
  EXPECT_EQ(plain.size(), 5u);
  const auto same = [&](const std::vector<ProfilePoint>& other) { expect_same(other, plain, 0); };
  same(read("y,z\n-30,2\n-10,0.2\n0,0\n10,0.2\n30,2"));
  same(read("# top\n! more\n% even\ny z\n-30\t2\n-10\t0.2 # here\n0 0\n\n10 0.2\r\n30 2\n"));
  same(read("-30;2\n-10 ; 0.2\n0;0\n10;0.2\n30;2\n"));
}

TEST(profile_file, a_whole_rails_outline_is_cut_to_its_head) {
  std::string text;
  for (const ProfilePoint& p : rail_points()) {
    text += std::to_string(1e3 * p.y) + " " + std::to_string(1e3 * p.z) + "\n";
  }
  text =
      "-75 172\n-75 160\n-10 145\n-8 60\n-30 45\n" + text + "20 45\n8 60\n10 145\n75 160\n75 172\n";
  const ReadProfile read = parse_profile(text, "whole.txt", as(ProfileKind::rail));
  EXPECT_EQ(read.points.size(), 495u);
  EXPECT_NE(std::ranges::find(read.done,
                              "10 points dropped: beyond sides that are vertical or hang over"),
            read.done.end())
      << testing::PrintToString(read.done);
}

TEST(profile_file, noise_on_a_vertical_flange_back_is_left_out_and_told) {
  std::string text = "-70.00 9\n-69.99 9.5\n-70.01 10\n-69.98 10.5\n-69.97 11\n";
  text += rows(wheel_points(), [](ProfilePoint p) { return ProfilePoint{1e3 * p.y, 1e3 * p.z}; });
  const ReadProfile read = parse_profile(text, "w.txt", as(ProfileKind::wheel));
  EXPECT_EQ(read.done[1], "2 points dropped: y fell back there, by 0.02 mm or less");
  EXPECT_EQ(read.points.size(), 399u + 3u);
}

TEST(profile_file, what_is_written_reads_back_as_the_same_profile) {
  for (const Profile& profile : {s1002(), rail_head(RailHead::uic60, 1.0 / 40)}) {
    const bool is_wheel = profile.kind() == ProfileKind::wheel;
    const std::vector<ProfilePoint> points(profile.points().begin(), profile.points().end());
    const ReadProfile simpack = parse_profile(simpack_text(profile), is_wheel ? "a.prw" : "a.prr");
    EXPECT_EQ(simpack.name, profile.name());
    expect_same(simpack.points, points, 1e-15);
    const ReadProfile columns = parse_profile(columns_text(profile), "a.txt", as(profile.kind()));
    expect_same(columns.points, points, 1e-15);
    const ReadProfile miniprof =
        parse_profile(miniprof_text(profile), is_wheel ? "a.whl" : "a.ban");
    EXPECT_EQ(miniprof.name, profile.name());
    expect_same(miniprof.points, points, 1e-15);
    const ReadProfile vampire = parse_profile(vampire_text(profile), is_wheel ? "a.whe" : "a.rai");
    EXPECT_EQ(vampire.kind, profile.kind());
    EXPECT_EQ(vampire.name, profile.name());
    // The reader puts the origin of a rail at its highest point anew, which a crown of 300 mm
    // radius has to the square root of rounding: all points move alike.
    std::vector<ProfilePoint> moved = points;
    const double shift = vampire.points.front().y - points.front().y;
    EXPECT_LT(std::abs(shift), is_wheel ? 1e-15 : 1e-9);
    for (ProfilePoint& point : moved) point.y += shift;
    expect_same(vampire.points, moved, 1e-15);
  }
}

TEST(profile_file, vampire_files_are_written_from_the_middle_of_the_track) {
  VampirePlacement placement;
  placement.flange_back_distance = 1.353;
  placement.gauge = 1.668;
  const ReadProfile wheel = parse_profile(vampire_text(s1002(), placement), "a.whe");
  EXPECT_DOUBLE_EQ(*wheel.flange_back_distance, 1.353);
  EXPECT_EQ(*wheel.flange_back_position, -0.07);
  ProfileReadOptions kept;
  kept.origin = ProfileOrigin::kept;
  const std::string text = vampire_text(rail_head(RailHead::uic60, 1.0 / 40), placement);
  const ReadProfile rail = parse_profile(text, "a.rai", kept);
  EXPECT_DOUBLE_EQ(*rail.gauge, 1.668);
  // The gauge is measured 14 mm below the top.
  const auto below = std::find_if(rail.points.begin(), rail.points.end(),
                                  [](const ProfilePoint& p) { return p.z < 0.014; });
  ASSERT_NE(below, rail.points.begin());
  EXPECT_LT((below - 1)->y, 0.834);
  EXPECT_GT(below->y, 0.834 - 1e-12);
}

}  // namespace
}  // namespace tread::profile
