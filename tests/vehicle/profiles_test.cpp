#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/vehicle/surface_profile.hpp"
#include "tread/vehicle/wheel_defect.hpp"

namespace tread::vehicle {
namespace {

/// Slope and curvature against central differences of the height, away from kinks.
template <class Function>
void expect_consistent_derivatives(Function at, double x, double length) {
  const double d = 1e-4 * length;
  const double slope = (at(x + d).height - at(x - d).height) / (2 * d);
  const double curvature = (at(x + d).slope - at(x - d).slope) / (2 * d);
  // Differences err by d^2/6 times two more derivatives: about (2 pi 1e-4)^2/6 of each value.
  const double size = at(x).height + length * std::abs(slope);
  EXPECT_NEAR(at(x).slope, slope, 1e-6 * size / length) << x;
  EXPECT_NEAR(at(x).curvature, curvature, 1e-5 * (std::abs(curvature) + size / length / length))
      << x;
}

TEST(SurfaceProfile, slopes_and_curvatures_belong_to_the_heights) {
  std::vector<double> places, heights;
  for (int i = 0; i <= 40; ++i) {
    places.push_back(0.1 * i);
    heights.push_back(1e-3 * std::sin(1.7 * places.back()));
  }
  const SurfaceProfile profiles[] = {SineProfile{.amplitude = 2e-3, .wavelength = 1.3},
                                     VersineBump{3e-3, 0.2, 2.5},
                                     Ramp{1e-2, 0.1, 3},
                                     DippedJoint{4e-3, 0.3, 3},
                                     DippedJoint{4e-3, 0.2, 0.6, DippedJoint::Form::straight, 0.7},
                                     SampledProfile(places, heights)};
  for (const SurfaceProfile& profile : profiles) {
    for (const double x : {0.51, 0.93, 1.77, 2.22}) {
      expect_consistent_derivatives([&](double s) { return profile_at(profile, s); }, x, 1.0);
    }
  }
}

TEST(SurfaceProfile, dipped_joints_are_deepest_in_their_middle_and_come_back_at_their_spacing) {
  for (const DippedJoint::Form form : {DippedJoint::Form::straight, DippedJoint::Form::parabola}) {
    const SurfaceProfile joints = DippedJoint{2e-3, 10, 1, form, 12.5, 40};
    const auto height = [&](double x) { return profile_at(joints, x).height; };
    for (const double first : {10.0, 22.5, 35.0}) {
      EXPECT_DOUBLE_EQ(height(first + 0.5), -2e-3);
      EXPECT_DOUBLE_EQ(height(first + 0.25), form == DippedJoint::Form::straight ? -1e-3 : -0.5e-3);
      EXPECT_DOUBLE_EQ(height(first + 0.25), height(first + 0.75));
      EXPECT_EQ(height(first - 0.01), 0);
      EXPECT_EQ(height(first + 1.01), 0);
    }
    EXPECT_EQ(height(48), 0);  // beyond the end
  }
  EXPECT_THROW(check(SurfaceProfile(DippedJoint{2e-3, 0, 1, DippedJoint::Form::straight, 0.5})),
               ModelError);
}

TEST(SurfaceProfile, spline_through_samples_of_a_sine_is_the_sine_to_fourth_order) {
  const auto error = [](int n) {
    std::vector<double> places, heights;
    for (int i = 0; i <= n; ++i) {
      places.push_back(2.0 * i / n);
      heights.push_back(std::sin(std::numbers::pi * places.back()));
    }
    const SampledProfile profile(places, heights);
    double largest = 0;
    for (int i = 0; i < 1000; ++i) {
      const double x = 2e-3 * i;
      largest = std::max(largest, std::abs(profile.at(x).height - std::sin(std::numbers::pi * x)));
    }
    return largest;
  };
  // The sine has no curvature at both ends, as the natural spline assumes.
  EXPECT_NEAR(std::log2(error(20) / error(40)), 4, 0.15);
  EXPECT_NEAR(std::log2(error(40) / error(80)), 4, 0.15);
}

TEST(SurfaceProfile, versine_bump_has_its_height_in_the_middle_and_is_level_outside) {
  const SurfaceProfile bump = VersineBump{4e-3, 10, 2};
  EXPECT_DOUBLE_EQ(profile_at(bump, 11).height, 4e-3);
  EXPECT_EQ(profile_at(bump, 9.99).height, 0);
  EXPECT_EQ(profile_at(bump, 12.01).height, 0);
}

TEST(WheelDefect, flats_come_round_once_a_turn_with_their_depth) {
  for (const auto edges : {FlatSpot::Edges::fresh, FlatSpot::Edges::rounded}) {
    const FlatSpot flat{.radius = 0.46, .length = 0.05, .place = 1, .edges = edges};
    const double turn = 2 * std::numbers::pi * 0.46;
    EXPECT_DOUBLE_EQ(defect_at(flat, 1).height, depth(flat));
    EXPECT_NEAR(defect_at(flat, 1 + 3 * turn).height, depth(flat), 1e-15);
    EXPECT_EQ(defect_at(flat, 1 + turn / 2).height, 0);
    for (const double s : {0.982, 0.99, 1.008, 1.02}) {
      expect_consistent_derivatives([&](double x) { return defect_at(flat, x); }, s, 0.02);
    }
  }
}

TEST(WheelDefect, depth_of_a_fresh_flat_is_that_of_the_chord_and_twice_that_of_a_rounded_one) {
  const FlatSpot fresh{.radius = 0.46, .length = 0.04, .edges = FlatSpot::Edges::fresh};
  const FlatSpot rounded{.radius = 0.46, .length = 0.04};
  EXPECT_NEAR(depth(fresh) / (0.04 * 0.04 / (8 * 0.46)), 1, 2e-4);  // next term (l/2R)^2/12
  EXPECT_NEAR(depth(fresh) / depth(rounded), 2, 4e-4);
}

TEST(WheelDefect, out_of_round_tread_has_its_waves) {
  const WheelDefect defect = OutOfRound{.radius = 0.5, .amplitude = 1e-4, .waves = 3};
  EXPECT_EQ(defect_at(defect, 0).height, 0);
  EXPECT_NEAR(defect_at(defect, std::numbers::pi * 0.5 / 3).height, 2e-4, 1e-18);
  expect_consistent_derivatives([&](double x) { return defect_at(defect, x); }, 0.2, 0.1);
}

}  // namespace
}  // namespace tread::vehicle
