#include "tread/profile/standard_profiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "profile/data_points.hpp"
#include "tread/core/errors.hpp"
#include "tread/profile/highest_point.hpp"

namespace tread::profile {
namespace {

constexpr double k_millimetre = 1e-3;

/// Distance of a point from a graph, along the graph's normal.
template <class Height>
double distance(const Height& height, ProfilePoint point) {
  const double h = point.y < 0 ? 1e-9 : -1e-9;  // inwards: the ends have no neighbour outwards
  const double slope = (height(point.y + h) - height(point.y)) / h;
  return std::abs(height(point.y) - point.z) / std::hypot(1, slope);
}

TEST(standard_profiles, s1002_agrees_with_the_benchmark_file_to_1e_5_mm) {
  const auto points = data_points("s1002_points.txt");
  ASSERT_EQ(points.size(), 399u);
  for (const ProfilePoint& point : points) {
    EXPECT_LT(distance(s1002_height, point), 1e-5 * k_millimetre)
        << "y = " << point.y / k_millimetre;
  }
}

TEST(standard_profiles, uic60_laid_1_to_40_agrees_with_the_benchmark_file_to_1e_5_mm) {
  const auto points = data_points("uic60_1to40_points.txt");
  ASSERT_EQ(points.size(), 495u);
  // The file's origin is 7.4917 mm beside the upright head's middle; the highest point is above the
  // centre of the arc of 300 mm.
  const double shift = 7.4917 * k_millimetre - 300 * k_millimetre * std::sin(std::atan(1.0 / 40));
  const auto height = [](double y) { return rail_head_height(RailHead::uic60, 1.0 / 40, y); };
  int n_compared = 0;
  for (const ProfilePoint& point : points) {
    const ProfilePoint there{point.y + shift, point.z};
    if (std::isnan(height(there.y))) continue;  // rounding put it outside, beyond the ends
    EXPECT_LT(distance(height, there), 1e-5 * k_millimetre) << "y = " << point.y / k_millimetre;
    ++n_compared;
  }
  EXPECT_GE(n_compared, 485);
}

/// Largest distance of a spline from a formula, looked at between all of its points.
template <class Height>
double largest_distance(const Profile& profile, const Height& height, double from, double to) {
  double largest = 0;
  const int n = 200'000;
  for (int i = 1; i < n; ++i) {
    const ProfileSample sample = profile.at(profile.length() * i / n);
    if (sample.y < from || sample.y > to || std::isnan(height(sample.y))) continue;
    largest = std::max(largest, std::abs(height(sample.y) - sample.z) * sample.slope_y);
  }
  return largest;
}

TEST(standard_profiles, curve_of_s1002_keeps_to_the_formula) {
  const Profile wheel = s1002();
  EXPECT_LT(largest_distance(wheel, s1002_height, -70 * k_millimetre, -36 * k_millimetre),
            2e-6 * k_millimetre);
  EXPECT_LT(largest_distance(wheel, s1002_height, -34 * k_millimetre, -27 * k_millimetre),
            2e-6 * k_millimetre);
  EXPECT_LT(largest_distance(wheel, s1002_height, -25 * k_millimetre, 60 * k_millimetre),
            2e-6 * k_millimetre);
  EXPECT_LT(largest_distance(wheel, s1002_height, -36 * k_millimetre, -25 * k_millimetre),
            6.5e-5 * k_millimetre);
}

TEST(standard_profiles, curves_of_rail_heads_keep_to_the_formula) {
  for (const double inclination : {0.0, 1.0 / 40, 1.0 / 30, 1.0 / 20, -1.0 / 40}) {
    const auto uic60 = [=](double y) { return rail_head_height(RailHead::uic60, inclination, y); };
    const auto en60e1 = [=](double y) {
      return rail_head_height(RailHead::en60e1, inclination, y);
    };
    EXPECT_LT(largest_distance(rail_head(RailHead::uic60, inclination), uic60, -1, 1),
              2.5e-5 * k_millimetre);
    EXPECT_LT(largest_distance(rail_head(RailHead::en60e1, inclination), en60e1, -1, 1),
              2e-6 * k_millimetre);
  }
}

TEST(standard_profiles, s1002_has_no_spurious_curvature_where_its_formula_has_steps) {
  // Between -36 and -25 mm the radius grows from 13 mm without sign change; the steps of the
  // formula would bend it by far more if they were taken at their word.
  const Profile wheel = s1002();
  for (double y = -34.9; y < -25.1; y += 0.01) {
    const double curvature = wheel.at(wheel.place_of(y * k_millimetre)).curvature;
    EXPECT_GT(curvature, 0);
    EXPECT_LT(curvature, 1.02 / 0.013);
  }
}

TEST(standard_profiles, a_rail_leans_inwards_and_its_origin_is_its_highest_point) {
  for (const double inclination : {0.0, 1.0 / 40, 1.0 / 20, -1.0 / 40}) {
    const Profile rail = rail_head(RailHead::uic60, inclination);
    const ProfilePoint top = highest_point(rail);
    EXPECT_NEAR(top.y, 0, 1e-9);
    EXPECT_NEAR(top.z, 0, 1e-12);  // the spline's own error
  }
  const Profile rail = rail_head(RailHead::uic60, 1.0 / 40);
  EXPECT_NEAR(rail.lowest_y(), -0.0437, 1e-4);  // gauge face, far from the highest point
  EXPECT_NEAR(rail.highest_y(), 0.0306, 1e-4);
}

TEST(standard_profiles, upright_heads_are_symmetric_and_72_mm_wide) {
  for (const RailHead head : {RailHead::uic60, RailHead::en60e1}) {
    for (double y = 0; y < 37; y += 0.37) {
      EXPECT_DOUBLE_EQ(rail_head_height(head, 0, -y * k_millimetre),
                       rail_head_height(head, 0, y * k_millimetre));
    }
    // 36 mm from the middle where the sides begin, 14.3 mm below the top
    EXPECT_NEAR(rail_head_height(head, 0, 36 * k_millimetre), 14.28 * k_millimetre,
                0.03 * k_millimetre);
  }
}

TEST(standard_profiles, inclining_an_upright_rail_gives_the_inclined_one) {
  const Profile turned = inclined(rail_head(RailHead::en60e1, 0), 1.0 / 40);
  for (double y = -42; y < 29; y += 0.7) {
    EXPECT_NEAR(turned.height(y * k_millimetre),
                rail_head_height(RailHead::en60e1, 1.0 / 40, y * k_millimetre), 3e-9);
  }
}

TEST(standard_profiles, a_cone_is_a_cone_and_its_flange_joins_smoothly) {
  const Profile plain = cone_wheel({0.05, Flange::none, -0.03, 0.06});
  const Profile flanged = cone_wheel({0.05, Flange::s1002, 0, 0.06});
  for (double y = -20; y <= 60; y += 1.3) {
    EXPECT_NEAR(plain.height(y * k_millimetre), -0.05 * y * k_millimetre, 1e-15);
    EXPECT_NEAR(flanged.height(y * k_millimetre), -0.05 * y * k_millimetre, 1e-10);
  }
  EXPECT_DOUBLE_EQ(flanged.lowest_y(), -0.07);
  double largest = 0;
  for (double s = 0.003; s < flanged.length() - 1e-4; s += 1e-5) {
    const ProfileSample sample = flanged.at(s);
    largest = std::max(largest, std::abs(sample.curvature));
    if (sample.y < -0.0495) continue;
    EXPECT_LT(std::abs(sample.slope_z), std::sin(70.01 / 57.29577951));
  }
  EXPECT_LT(largest, 1.05 / 0.012);  // the tip's 12 mm is the smallest radius: no kinks
}

TEST(standard_profiles, circles_have_their_curvature_and_sign) {
  const Profile rail = circular_rail(0.3, 0.03);
  const Profile barrel = circular_wheel(0.5, 0.03);
  const Profile hollow = circular_wheel(-0.33, 0.03);
  EXPECT_NEAR(rail.at(rail.place_of(0.01)).curvature, 1 / 0.3, 1e-4);
  EXPECT_NEAR(barrel.at(barrel.place_of(0.01)).curvature, -1 / 0.5, 1e-4);
  EXPECT_NEAR(hollow.at(hollow.place_of(0.01)).curvature, 1 / 0.33, 1e-4);
  EXPECT_NEAR(rail.height(0.02), 0.3 - std::sqrt(0.09 - 0.0004), 1e-12);
}

TEST(standard_profiles, shapes_without_sense_are_refused) {
  EXPECT_THROW(rail_head(RailHead::uic60, 20), ModelError);
  EXPECT_THROW(cone_wheel({0.05, Flange::none, 0.06, -0.03}), ModelError);
  EXPECT_THROW(cone_wheel({2, Flange::s1002, 0, 0.06}), ModelError);
  EXPECT_THROW(circular_rail(0.01, 0.03), ModelError);
  EXPECT_TRUE(std::isnan(s1002_height(0.061)));
}

}  // namespace
}  // namespace tread::profile
