#include "tread/profile/contact_search.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>
#include <vector>

#include "profile/sample_profiles.hpp"
#include "tread/core/errors.hpp"

namespace tread::profile::test {
namespace {

std::vector<ContactPoint> find_points(const ContactSearch& search, const WheelsetPose& pose,
                                      double margin) {
  std::vector<ContactPoint> points;
  search.find(pose, margin, points);
  return points;
}

/// Overlap along z of the wheel's surface, sampled finely round its circles, with the rail.
double sampled_overlap(const ContactSearch& search, const WheelsetPose& pose, double y_low,
                       double y_high) {
  const WheelRailPair& pair = search.pair();
  const Eigen::Matrix3d turn = (Eigen::AngleAxisd(pose.yaw, Eigen::Vector3d::UnitZ()) *
                                Eigen::AngleAxisd(pose.roll, Eigen::Vector3d::UnitX()))
                                   .toRotationMatrix();
  const Eigen::Vector3d centre(0, pose.lateral, pose.vertical - pair.wheelset.nominal_radius);
  double deepest = -1;
  for (double y = y_low; y < y_high; y += 0.02e-3) {
    const double radius = pair.wheelset.nominal_radius + pair.wheel.height(y);
    for (double angle = -0.08; angle < 0.08; angle += 2e-4) {
      const Eigen::Vector3d point =
          centre + turn * Eigen::Vector3d(radius * std::sin(angle),
                                          pair.wheelset.tape_circle_half_spacing() + y,
                                          radius * std::cos(angle));
      const double below = pair.rail.height(point.y() - search.rail_offset());
      if (!std::isnan(below)) deepest = std::max(deepest, point.z() - below);
    }
  }
  return deepest;
}

TEST(contact_search, rail_is_placed_by_its_gauge) {
  // CONTACT 25.2 has the benchmark's right rail at 760.5326 mm, counted from the origin of its
  // file, which lies 0.0060 mm to the gauge side of the highest point.
  const ContactSearch search(benchmark_pair());
  EXPECT_NEAR(search.rail_offset(), 0.7605386, 2e-7);
}

TEST(contact_search, finds_the_deepest_overlap_of_a_turned_wheel) {
  const ContactSearch search(benchmark_pair());
  for (const WheelsetPose pose : {WheelsetPose{0, 0.2e-3, 0, 0.02},
                                  {0.003, 0.2e-3, -2e-4, -0.03},
                                  {0.0065, -2.9e-3, -4.2e-3, 0.02}}) {
    const auto points = find_points(search, pose, 1e-3);
    ASSERT_FALSE(points.empty());
    const ContactPoint& deepest = points.front();
    // Depth of points that are 0.02 mm and 0.1 mm apart: below the true maximum by their curvature,
    // at most 100/m in the steepest case.
    const double sampled =
        sampled_overlap(search, pose, deepest.wheel_y - 2e-3, deepest.wheel_y + 2e-3);
    const double found = deepest.penetration / std::cos(deepest.angle);
    EXPECT_LE(sampled, found + 1e-12);
    EXPECT_NEAR(sampled, found, 3e-8);
  }
}

TEST(contact_search, surfaces_have_one_normal_where_they_touch) {
  const ContactSearch search(benchmark_pair());
  const WheelsetPose pose{0.0065, -2.9e-3, -4.2e-3, 0.02};
  const PosedWheel wheel(search.pair().wheelset, pose);
  for (const ContactPoint& point : find_points(search, pose, 5e-3)) {
    const Profile& profile = search.pair().wheel;
    const LocusPoint locus = wheel.locus(profile.at(profile.place_of(point.wheel_y)));
    EXPECT_NEAR(locus.slope, std::tan(point.angle), 1e-10 * (1 + locus.slope * locus.slope));
    EXPECT_NEAR(locus.position.y(), point.position.y(), 1e-14);
  }
}

TEST(contact_search, tread_and_flange_root_are_found_at_once) {
  // At 5 mm the benchmark's right wheel touches at the root of its flange, about 28 mm from the
  // tape circle, and has not left the tread yet.
  const ContactSearch search(benchmark_pair());
  const auto points = find_points(search, {0.005, -0.03e-3, -0.37e-3, 0}, 0.05e-3);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(points[0].wheel_y, -0.0286, 0.2e-3);
  EXPECT_LT(points[1].wheel_y, -0.015);
  EXPECT_GT(points[1].wheel_y, -0.020);
  EXPECT_FALSE(points[0].at_profile_end || points[1].at_profile_end);
}

TEST(contact_search, points_are_deepest_first_and_within_the_margin) {
  const ContactSearch search(benchmark_pair());
  const auto points = find_points(search, {0.0062, -1.0e-3, -1e-3, 0.01}, 3e-3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_GT(points[i].penetration, -3e-3);
    EXPECT_LE(points[i].penetration, points[i > 0 ? i - 1 : 0].penetration);
  }
  EXPECT_TRUE(find_points(search, {0, -0.1, 0, 0}, 1e-3).empty());
}

TEST(contact_search, penetration_grows_as_the_wheel_goes_down_along_its_normal) {
  const ContactSearch search(benchmark_pair());
  const double step = 1e-6;
  const auto high = find_points(search, {0.004, 0, -2e-4, 0.01}, 1e-3);
  const auto low = find_points(search, {0.004, step, -2e-4, 0.01}, 1e-3);
  EXPECT_NEAR((low.front().penetration - high.front().penetration) / step,
              std::cos(high.front().angle), 1e-9);
}

TEST(contact_search, curvatures_of_a_barrel_on_a_round_rail_are_those_of_spheres) {
  // Wheel profile: an arc of 0.6 m under the radius 0.46 m; rail: an arc of 0.3 m. Touching at
  // their lowest and highest points the gap is x^2/(2*0.46) + y^2 (1/0.6 + 1/0.3)/2.
  std::vector<ProfilePoint> wheel;
  std::vector<ProfilePoint> rail;
  for (int i = -120; i <= 120; ++i) {
    const double y = 0.25e-3 * i;
    wheel.push_back({y, std::sqrt(0.36 - y * y) - 0.6});
    rail.push_back({y, 0.3 - std::sqrt(0.09 - y * y)});
  }
  WheelRailPair pair{
      {ProfileKind::wheel, "barrel", wheel}, {ProfileKind::rail, "arc", rail}, {}, {}};
  pair.track.gauge_height = 1e-3;
  const double gauge_y = -std::sqrt(0.09 - 0.299 * 0.299);
  pair.track.gauge = 2 * (0.75 + gauge_y);
  for (const double width : {0.0, 2e-3}) {
    const ContactSearch search(pair, {0.25e-3, width});
    ASSERT_NEAR(search.rail_offset(), 0.75, 1e-9);
    const auto points = find_points(search, {}, 1e-3);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].curvature_x, 1 / 0.92, 1e-8);
    EXPECT_NEAR(points[0].curvature_y, (1 / 0.6 + 1 / 0.3) / 2, 1e-5);
    EXPECT_NEAR(points[0].rolling_radius, 0.46, 1e-12);
  }
}

TEST(contact_search, curvatures_are_those_of_the_gap_between_the_surfaces) {
  // The gap along the track over the contact point of a flange, against its definition.
  const ContactSearch search(benchmark_pair());
  const WheelsetPose pose{0.0065, -2.9e-3, -4.2e-3, 0};
  const auto points = find_points(search, pose, 1e-3);
  const ContactPoint& point = points.front();
  ASSERT_LT(point.angle, -0.8);
  EXPECT_NEAR(point.curvature_x, std::cos(point.angle - pose.roll) / (2 * point.rolling_radius),
              1e-9);
}

TEST(contact_search, a_wheel_lifted_by_its_vertical_overlap_just_touches) {
  const ContactSearch search(benchmark_pair());
  std::vector<ContactPoint> points;
  for (const WheelsetPose& pose :
       {WheelsetPose{0, 8e-3, 0, 0}, WheelsetPose{6e-3, 5e-3, 2e-3, 0.024},
        WheelsetPose{-4e-3, -2e-3, 0, 0.01}}) {
    WheelsetPose lifted = pose;
    lifted.vertical -= search.vertical_overlap(pose, points);
    search.find(lifted, 1, points);
    EXPECT_NEAR(points.at(0).penetration, 0, 1e-12);
  }
  EXPECT_FALSE(std::isfinite(search.vertical_overlap({-0.2, 0, 0, 0}, points)));
}

TEST(contact_search, swapped_profiles_are_refused) {
  const WheelRailPair pair = benchmark_pair();
  try {
    const ContactSearch search({pair.rail, pair.wheel, {}, {}});
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "profile UIC60 1:40 is given for a wheel but is that of a rail");
  }
}

TEST(contact_search, a_rail_without_gauge_face_is_refused) {
  WheelRailPair pair = benchmark_pair();
  const auto all = pair.rail.points();
  std::vector<ProfilePoint> head;
  for (const ProfilePoint& point : all) {
    if (point.z < 2e-3) head.push_back(point);
  }
  pair.rail = Profile(ProfileKind::rail, "worn", head);
  try {
    const ContactSearch search(pair);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("the gauge is taken 14 mm below it"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tread::profile::test
