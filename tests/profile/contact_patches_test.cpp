#include "tread/profile/contact_patches.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "profile/sample_profiles.hpp"
#include "tread/core/errors.hpp"
#include "tread/profile/rigid_contact.hpp"

namespace tread::profile::test {
namespace {

/// A wheel that is a ball about the middle of its own axle's end on a round rail.
WheelRailPair ball_on_arc() {
  WheelRailPair pair{circular_wheel(0.46, 0.04), circular_rail(0.3, 0.035), {}, {}};
  pair.track.gauge_height = 1e-3;
  pair.track.gauge = 2 * (0.75 - std::sqrt(0.3 * 0.3 - 0.299 * 0.299));
  return pair;
}

std::vector<ContactPatch> find_patches(const WheelRailPair& pair, const WheelsetPose& pose,
                                       const PatchRule& rule = {}) {
  PatchSearch search{ContactSearch(pair), rule};
  std::vector<ContactPatch> patches;
  search.find(pose, patches);
  return patches;
}

/// The benchmark's right wheel at 5 mm, pressed into its rail so that tread and flange root
/// overlap.
WheelsetPose between_tread_and_root() {
  WheelsetPose pose = RigidWheelset(ContactSearch(benchmark_pair())).at(4.9e-3).pose;
  pose.vertical += 0.03e-3;
  return pose;
}

TEST(contact_patches, distance_of_a_ball_and_an_arc_is_that_of_their_equations) {
  const WheelRailPair pair = ball_on_arc();
  PatchSearch search{ContactSearch(pair)};
  std::vector<ContactPatch> patches;
  for (const double yaw : {0.0, 0.03}) {
    const WheelsetPose pose{1e-3, 0.1e-3, 1e-3, yaw};
    search.find(pose, patches);
    ASSERT_EQ(patches.size(), 1u);
    const ContactPatch& patch = patches[0];
    const Grid grid = patch_grid(patch, 0.5e-3, 0.5e-3);
    std::vector<double> distance;
    undeformed_distance(search, pose, patch, grid, distance);

    const PosedWheel wheel(pair.wheelset, pose);
    const Eigen::Vector3d ball = wheel.to_track({0, 0.75, 0}) - patch.reference.position;
    const Eigen::Vector3d arc =
        Eigen::Vector3d(0, search.search().rail_offset(), 0.3) - patch.reference.position;
    const double c = std::cos(patch.reference.angle);
    const double s = std::sin(patch.reference.angle);
    const Eigen::Vector3d along(0, c, s);
    const Eigen::Vector3d normal(0, s, -c);
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        const double x = grid.x(i) - ball.x();
        const double t = -grid.y(j) - ball.dot(along);
        const double u = -grid.y(j) - arc.dot(along);
        const double above = ball.dot(normal) - std::sqrt(0.46 * 0.46 - x * x - t * t);
        const double below = arc.dot(normal) + std::sqrt(0.3 * 0.3 - u * u);
        // Splines through points of the arcs keep to them within 1e-11 m.
        ASSERT_NEAR(distance[grid.index(i, j)], above - below, 1e-10);
      }
    }
  }
}

TEST(contact_patches, a_round_overlap_has_its_reference_in_the_middle) {
  const auto patches = find_patches(ball_on_arc(), {0, 0.05e-3, 0, 0});
  ASSERT_EQ(patches.size(), 1u);
  const ContactPatch& patch = patches[0];
  EXPECT_NEAR(patch.reference.rail_y, 0, 1e-9);
  EXPECT_NEAR(patch.reference.angle, 0, 1e-8);
  // d = 0.05 mm - y^2 (1/0.46 + 1/0.3)/2 vanishes at 4.26 mm; along x at 6.78 mm.
  EXPECT_NEAR(patch.s_high, std::sqrt(2 * 0.05e-3 / (1 / 0.46 + 1 / 0.3)), 1e-6);
  EXPECT_NEAR(patch.s_low, -patch.s_high, 1e-8);
  EXPECT_NEAR(patch.x_high, std::sqrt(2 * 0.46 * 0.05e-3), 1e-8);
  EXPECT_FALSE(patch.conformal);
  EXPECT_FALSE(patch.at_profile_end);
  EXPECT_EQ(warning_of(patch), "");
}

TEST(contact_patches, overlaps_are_one_patch_or_two_by_the_rule) {
  const WheelsetPose pose = between_tread_and_root();
  const auto apart =
      find_patches(benchmark_pair(), pose, {.separate_distance = 2e-3, .combine_distance = 1e-3});
  ASSERT_EQ(apart.size(), 2u);
  const double distance = (apart[1].start - apart[0].end).norm();
  ASSERT_GT(distance, 4e-3);
  ASSERT_LT(distance, 8e-3);
  EXPECT_LT(apart[0].reference.rail_y, apart[1].reference.rail_y);

  const auto sewn = find_patches(benchmark_pair(), pose);
  ASSERT_EQ(sewn.size(), 1u);
  EXPECT_EQ(sewn[0].n_overlaps, 2);
  ASSERT_EQ(sewn[0].seams.size(), 1u);
  EXPECT_NEAR(sewn[0].seams[0].factor, std::pow((8e-3 - distance) / 4e-3, 0.8), 1e-12);
  EXPECT_GT(sewn[0].seams[0].s, sewn[0].s_low);
  EXPECT_LT(sewn[0].seams[0].s, sewn[0].s_high);
  const double share = apart[1].weight / (apart[0].weight + apart[1].weight);
  EXPECT_NEAR(sewn[0].reference.angle,
              (1 - share) * apart[0].reference.angle + share * apart[1].reference.angle, 1e-12);

  const auto whole =
      find_patches(benchmark_pair(), pose, {.separate_distance = 20e-3, .combine_distance = 15e-3});
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_TRUE(whole[0].seams.empty());

  EXPECT_EQ(find_patches(benchmark_pair(), pose, {.separate_angle = 0.05}).size(), 2u);
}

// Yaw moves the contact on the flange ahead of that on its root: 6.2 mm to the right with 15 mrad
// their overlaps part along the track as well. CONTACT counts the distance in space.
TEST(contact_patches, distance_of_overlaps_is_that_in_space) {
  const WheelsetPose pose = from_roll_before_yaw({6.2e-3, -0.2617e-3, -0.00071622, 0.0149});
  const auto apart =
      find_patches(benchmark_pair(), pose, {.separate_distance = 2e-3, .combine_distance = 1e-3});
  ASSERT_EQ(apart.size(), 2u);
  const double across = (apart[1].start - apart[0].end).norm();
  const double along = apart[0].x_low - apart[1].x_high;
  ASSERT_GT(along, 1e-3);
  const double distance = std::hypot(across, along);
  ASSERT_GT(distance, 4e-3);
  ASSERT_LT(distance, 8e-3);
  const auto sewn = find_patches(benchmark_pair(), pose);
  ASSERT_EQ(sewn.size(), 1u);
  ASSERT_EQ(sewn[0].seams.size(), 1u);
  EXPECT_NEAR(sewn[0].seams[0].factor, std::pow((8e-3 - distance) / 4e-3, 0.8), 1e-12);
  const double between = (across + distance) / 2;
  EXPECT_EQ(find_patches(benchmark_pair(), pose, {.separate_distance = between}).size(), 2u);
}

TEST(contact_patches, a_patch_over_which_the_rail_turns_is_conformal) {
  const WheelsetPose pose = between_tread_and_root();
  const auto plane = find_patches(benchmark_pair(), pose, {.conformal_angle = 0.5});
  EXPECT_FALSE(plane[0].conformal);
  const auto bent = find_patches(benchmark_pair(), pose, {.conformal_angle = 0.05});
  EXPECT_TRUE(bent[0].conformal);
  EXPECT_NE(warning_of(bent[0]).find("is conformal: over it the rail turns from"),
            std::string::npos);
}

TEST(contact_patches, a_profile_that_ends_in_the_patch_is_told) {
  WheelRailPair pair = ball_on_arc();
  pair.wheel = circular_wheel(0.46, 0.003);
  const WheelsetPose pose{0, 0.05e-3, 0, 0};
  PatchSearch search{ContactSearch(pair)};
  std::vector<ContactPatch> patches;
  search.find(pose, patches);
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_TRUE(patches[0].at_profile_end);
  EXPECT_TRUE(patches[0].reference.at_profile_end);
  EXPECT_NE(warning_of(patches[0]).find("a profile ends in the patch"), std::string::npos);
  std::vector<double> distance;
  const Grid grid = patch_grid(patches[0], 0.5e-3, 0.5e-3);
  undeformed_distance(search, pose, patches[0], grid, distance);
  EXPECT_TRUE(std::isinf(distance[grid.index(grid.nx / 2, 0)]));
  EXPECT_LT(distance[grid.index(grid.nx / 2, grid.ny / 2)], 0);
}

TEST(contact_patches, a_wheel_that_is_up_has_none) {
  PatchSearch search{ContactSearch(benchmark_pair())};
  std::vector<ContactPatch> patches;
  search.find({0, -1e-3, 0, 0}, patches);
  EXPECT_TRUE(patches.empty());
  EXPECT_GT(search.gap(), 1e-3);
  EXPECT_LT(search.gap(), 1.3e-3);
}

TEST(contact_patches, a_rule_without_sense_is_refused) {
  EXPECT_THROW(PatchSearch(ContactSearch(benchmark_pair()),
                           {.separate_distance = 1e-3, .combine_distance = 2e-3}),
               ModelError);
  EXPECT_THROW(PatchSearch(ContactSearch(benchmark_pair()), {.separate_angle = 0}), ModelError);
}

}  // namespace
}  // namespace tread::profile::test
