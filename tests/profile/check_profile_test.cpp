#include "tread/profile/check_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "profile/words.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::profile {
namespace {

Words texts(const std::vector<ProfileFinding>& findings) {
  Words words;
  for (const ProfileFinding& finding : findings) words.push_back(finding.text);
  return words;
}

std::vector<ProfilePoint> points_of(const Profile& profile) {
  return {profile.points().begin(), profile.points().end()};
}

/// A rail's head as a few points, mm.
std::vector<ProfilePoint> rail_of(std::vector<ProfilePoint> points_mm) {
  for (ProfilePoint& point : points_mm) point = {point.y * 1e-3, point.z * 1e-3};
  return points_mm;
}

TEST(check_profile, standard_profiles_have_no_faults) {
  for (const Profile& profile :
       {s1002(), cone_wheel({0.05, Flange::s1002, 0, 0.06}), rail_head(RailHead::uic60, 0),
        rail_head(RailHead::uic60, 1.0 / 40), rail_head(RailHead::en60e1, 1.0 / 20)}) {
    const ProfileFindings findings = check_profile(profile.kind(), profile.points());
    EXPECT_EQ(texts(findings.errors), Words{}) << profile.name();
    EXPECT_EQ(texts(findings.warnings), Words{}) << profile.name();
  }
}

TEST(check_profile, too_few_points_and_points_that_are_no_numbers) {
  EXPECT_EQ(texts(check_profile(ProfileKind::rail, rail_of({{0, 0}, {10, 1}, {20, 2}})).errors),
            Words{"has 3 points: at least 4 are needed"});
  auto points = points_of(s1002());
  points[17].z = std::numeric_limits<double>::quiet_NaN();
  const ProfileFindings findings = check_profile(ProfileKind::wheel, points);
  EXPECT_EQ(texts(findings.errors), Words{"point 18 is not a number"});
  EXPECT_EQ(findings.errors.front().point, 17u);
}

TEST(check_profile, a_width_that_is_none) {
  auto points = points_of(s1002());
  for (ProfilePoint& point : points) point = {point.y * 1000, point.z * 1000};
  EXPECT_EQ(texts(check_profile(ProfileKind::wheel, points).errors),
            Words{"is 130000 mm wide: a wheel has 5 to 500 mm"});
}

TEST(check_profile, loops_zig_zags_and_doubled_points_are_told_apart) {
  const auto errors = [](const std::vector<ProfilePoint>& points) {
    return texts(check_profile(ProfileKind::rail, points).errors);
  };
  EXPECT_EQ(errors(rail_of({{-30, 16}, {-20, 1}, {2, 0}, {3, 1}, {0, 0.8}, {10, 0.1}, {30, 16}})),
            Words{"y falls back by 3 mm at y = 0 mm, z = 0.8 mm: a loop, the curve crosses itself "
                  "between points 3 and 6"});
  EXPECT_EQ(
      errors(rail_of({{-30, 16}, {-20, 1}, {2, 0}, {-1, 0.8}, {10, 1.3}, {30, 16}})),
      Words{"y falls back by 3 mm at y = -1 mm, z = 0.8 mm: a zig-zag, or points in the wrong "
            "order"});
  EXPECT_EQ(errors(rail_of({{-30, 16}, {-20, 1}, {2, 0}, {2, 0}, {10, 1}, {30, 16}})),
            Words{"y does not rise at y = 2 mm, z = 0 mm: two points in one place"});
}

TEST(check_profile, more_than_three_falls_are_counted) {
  std::vector<ProfilePoint> points = rail_of({{-30, 16}, {-20, 1}});
  for (int i = 0; i < 6; ++i) {
    points.push_back({(-10 + i) * 1e-3, 0});
    points.push_back({(-10.5 + i) * 1e-3, 0.1e-3 * i});
  }
  points.push_back({0.03, 0.016});
  const Words found = texts(check_profile(ProfileKind::rail, points).errors);
  ASSERT_EQ(found.size(), 4u) << testing::PrintToString(found);
  EXPECT_EQ(found.back(), "and 3 more places where y falls back");
}

TEST(check_profile, kinks_and_spikes_are_told_with_place_and_angle) {
  const ProfileFindings kinked = check_profile(
      ProfileKind::rail, rail_of({{-30, 21}, {-20, 1}, {-10, 0}, {10, 0}, {20, 1}, {30, 20}}));
  EXPECT_EQ(texts(kinked.errors), Words{});
  EXPECT_EQ(texts(kinked.warnings),
            Words{"has 2 kinks, the sharpest of 58 degrees at y = -20 mm, z = 1 mm"});
  const ProfileFindings spiked = check_profile(
      ProfileKind::rail,
      rail_of({{-30, 20}, {-20, 1}, {-10, 0}, {0, 0.4}, {1, 9}, {2, 0.5}, {10, 1}, {30, 20}}));
  EXPECT_EQ(texts(spiked.errors), Words{"turns by 167 degrees at y = 1 mm, z = 9 mm: a spike"});
  EXPECT_EQ(spiked.errors.front().point, 4u);
}

TEST(check_profile, a_zig_zag_in_rising_order_is_a_warning) {
  std::vector<ProfilePoint> points = rail_of({{-36, 16}, {-35.5, 14}});
  for (int i = 0; i < 8; ++i) points.push_back({(-30 + i) * 1e-3, i % 2 == 0 ? 0.0 : 0.5e-3});
  for (int i = 0; i < 8; ++i) points.push_back({(-22 + 5 * i) * 1e-3, 0.3e-3});
  const Words found = texts(check_profile(ProfileKind::rail, points).warnings);
  EXPECT_NE(std::ranges::find(
                found, "turns to and fro 7 times from point to point (a zig-zag): smooth it"),
            found.end())
      << testing::PrintToString(found);
}

TEST(check_profile, upside_down_or_mirrored_profiles_are_refused_by_name) {
  auto wheel = points_of(s1002());
  for (ProfilePoint& point : wheel) point.z = -point.z;
  EXPECT_EQ(texts(check_profile(ProfileKind::wheel, wheel).errors),
            Words{"is upside down: its flange points to the axle (z must point down)"});
  auto rail = points_of(rail_head(RailHead::uic60, 0));
  for (ProfilePoint& point : rail) point.z = -point.z;
  EXPECT_EQ(texts(check_profile(ProfileKind::rail, rail).errors),
            Words{"is upside down: the rail's sides go up from its head (z must point down)"});
  auto left = points_of(s1002());
  for (ProfilePoint& point : left) point.y = -point.y;
  std::ranges::reverse(left);
  EXPECT_EQ(texts(check_profile(ProfileKind::wheel, left).errors),
            Words{"has its flange on the field side: it must lie at negative y"});
}

TEST(check_profile, missing_sides_are_warnings) {
  const Profile cone = cone_wheel({0.05, Flange::none, -0.03, 0.06});
  EXPECT_EQ(texts(check_profile(ProfileKind::wheel, cone.points()).warnings),
            Words{"has no flange: which way is up, and which side is which, cannot be checked"});
  auto half_flange = points_of(s1002());
  std::erase_if(half_flange, [](const ProfilePoint& point) { return point.y < -0.056; });
  const Words no_back = texts(check_profile(ProfileKind::wheel, half_flange).warnings);
  ASSERT_EQ(no_back.size(), 1u);
  EXPECT_TRUE(no_back[0].starts_with("has no flange back: it begins at y = -5")) << no_back[0];
  const Profile crown = circular_rail(0.3, 0.03);
  EXPECT_EQ(texts(check_profile(ProfileKind::rail, crown.points()).warnings),
            Words{"ends 1.5038 mm below its top on the gauge side, at y = -30 mm, z = 1.5038 mm: "
                  "the gauge is taken 14 mm below it"});
}

TEST(check_profile, a_left_rail_in_place_of_a_right_one_is_noticed) {
  const Profile left = rail_head(RailHead::uic60, -1.0 / 40);
  const Words found = texts(check_profile(ProfileKind::rail, left.points()).warnings);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(
      found[0].ends_with("a rail that leans inwards has it the other way round (is it a "
                         "left one?)"))
      << found[0];
}

}  // namespace
}  // namespace tread::profile
