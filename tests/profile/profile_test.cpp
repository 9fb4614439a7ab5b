#include "tread/profile/profile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tread/core/errors.hpp"

namespace tread::profile {
namespace {

/// n + 1 points on the upper arc of a circle, 60 degrees to either side of its top.
Profile arc(double radius, int n) {
  std::vector<ProfilePoint> points;
  for (int i = 0; i <= n; ++i) {
    const double angle = (2.0 * i / n - 1) * 1.0471975511965976;
    points.push_back({radius * std::sin(angle), radius * (1 - std::cos(angle))});
  }
  return {ProfileKind::rail, "arc", points};
}

double error_at_quarter(int n) {
  const double y = 0.0789;
  return std::abs(arc(0.3, n).height(y) - (0.3 - std::sqrt(0.09 - y * y)));
}

TEST(profile, passes_through_its_points_and_knows_tangent_and_curvature) {
  const Profile profile = arc(0.3, 200);
  for (const ProfilePoint& point : profile.points()) {
    EXPECT_NEAR(profile.height(point.y), point.z, 1e-15);
  }
  const ProfileSample sample = profile.at(profile.place_of(0.1));
  EXPECT_NEAR(sample.y, 0.1, 1e-14);
  EXPECT_NEAR(sample.slope_z / sample.slope_y, 0.1 / std::sqrt(0.08), 1e-7);
  EXPECT_NEAR(sample.curvature, 1 / 0.3, 1e-3);
}

TEST(profile, height_between_the_points_is_of_fourth_order) {
  // Over four halvings: between single grids the place of y inside its piece changes the error.
  const double order = std::log2(error_at_quarter(20) / error_at_quarter(320)) / 4;
  EXPECT_GT(order, 3.5);
  EXPECT_LT(order, 4.7);
}

TEST(profile, has_no_height_beyond_its_ends) { EXPECT_TRUE(std::isnan(arc(0.3, 20).height(0.3))); }

TEST(profile, refuses_points_that_do_not_rise) {
  try {
    const Profile profile(ProfileKind::wheel, "W", {{0, 0}, {0.01, 0}, {0.01, 0.001}, {0.02, 0}});
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "profile W: y does not rise from point 2 (0.01 m) to point 3 (0.01 m)");
  }
}

}  // namespace
}  // namespace tread::profile
