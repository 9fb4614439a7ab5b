#include "tread/profile/smooth_profile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::profile {
namespace {

std::vector<ProfilePoint> wave(double wavelength, double amplitude, double spacing, int n) {
  std::vector<ProfilePoint> points;
  for (int i = 0; i < n; ++i) {
    const double y = i * spacing;
    points.push_back({y, amplitude * std::sin(2 * std::numbers::pi * y / wavelength)});
  }
  return points;
}

/// Largest |z| in the middle half, over the amplitude before.
double kept_part(double wavelength, double smoothing) {
  const double amplitude = 1e-6;  // small: the length along the wave is that along y
  const auto points = smoothed(wave(wavelength, amplitude, 1e-4, 2000), smoothing);
  double largest = 0;
  for (std::size_t i = 500; i < 1500; ++i) largest = std::max(largest, std::abs(points[i].z));
  return largest / amplitude;
}

TEST(smooth_profile, the_wavelength_keeps_half_of_its_amplitude) {
  for (const double ratio : {0.5, 1.0, 2.0, 5.0}) {
    const double expected = 1 / (1 + std::pow(1 / ratio, 4));
    EXPECT_NEAR(kept_part(ratio * 0.008, 0.008), expected, 2e-3) << ratio;
  }
}

TEST(smooth_profile, straight_lines_stay_as_they_are) {
  std::vector<ProfilePoint> points;
  for (int i = 0; i < 40; ++i) {
    const double s = 1e-3 * i + 2e-4 * std::sin(3.0 * i);
    points.push_back({0.8 * s, 0.6 * s - 0.01});
  }
  const auto smooth = smoothed(points, 0.02);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(smooth[i].y, points[i].y, 1e-14);
    EXPECT_NEAR(smooth[i].z, points[i].z, 1e-14);
  }
}

TEST(smooth_profile, no_wavelength_gives_the_points_and_a_short_one_nearly) {
  const auto points = wave(0.01, 1e-3, 1e-4, 300);
  const auto same = smoothed(points, 0);
  const auto nearly = smoothed(points, 2e-4);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(same[i].z, points[i].z);
    EXPECT_NEAR(nearly[i].z, points[i].z, 1e-8);
  }
}

TEST(smooth_profile, density_of_the_points_does_not_matter) {
  const auto coarse = smoothed(wave(0.01, 1e-6, 2e-4, 1000), 0.01);
  const auto fine = smoothed(wave(0.01, 1e-6, 1e-4, 2000), 0.01);
  for (std::size_t i = 200; i < 800; ++i) EXPECT_NEAR(coarse[i].z, fine[2 * i].z, 1e-9);
}

TEST(smooth_profile, a_point_without_weight_does_not_count) {
  auto points = wave(0.05, 1e-4, 2e-4, 300);
  const auto before = smoothed(points, 0.003);
  points[150].z += 1e-5;
  std::vector<double> weights(points.size(), 1.0);
  weights[150] = 0;
  const auto without = smoothed(points, 0.003, weights);
  const auto with = smoothed(points, 0.003);
  EXPECT_LT(std::abs(without[150].z - before[150].z), 2e-8);
  EXPECT_GT(std::abs(with[150].z - before[150].z), 5e-7);
}

/// Root mean square error of the curvature on the crown and shoulders (radii 300 and 80 mm), 1/m.
double curvature_error(const std::vector<ProfilePoint>& points) {
  const Profile rail(ProfileKind::rail, "noisy", points);
  double sum = 0;
  int n = 0;
  for (double y = -0.024; y <= 0.024; y += 1e-4) {
    if (std::abs(std::abs(y) - 0.0105) < 0.003) continue;  // where the radius changes
    const double exact = std::abs(y) < 0.0105 ? 1 / 0.3 : 1 / 0.08;
    sum += std::pow(rail.at(rail.place_of(y)).curvature - exact, 2);
    ++n;
  }
  return std::sqrt(sum / n);
}

TEST(smooth_profile, noise_of_a_hundredth_of_a_millimetre_leaves_a_usable_curvature) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 1e-5);
  std::vector<ProfilePoint> points;
  for (double y = -0.030; y <= 0.030; y += 2e-4) {
    points.push_back({y, rail_head_height(RailHead::uic60, 0, y) + noise(random)});
  }
  const double raw = curvature_error(points);
  const double smooth = curvature_error(smoothed(points, 0.008));
  EXPECT_GT(raw, 500);           // no use: the corner's 13 mm have 77 1/m
  EXPECT_LT(smooth, raw / 500);  // about 1.5 1/m, where the shoulders have 12.5
}

// ---- what noise asks for ----

std::vector<ProfilePoint> scattered_line(double rms, double spacing, int n, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, rms);
  std::vector<ProfilePoint> points;
  for (int i = 0; i < n; ++i) points.push_back({i * spacing, noise(random)});
  return points;
}

/// At the points of the inner part.
double rms_curvature(const std::vector<ProfilePoint>& points) {
  const Profile curve(ProfileKind::rail, "scattered line", points);
  const std::size_t edge = points.size() / 10;
  double sum = 0;
  for (std::size_t i = edge; i < points.size() - edge; ++i) {
    sum += std::pow(curve.at(curve.place_of(points[i].y)).curvature, 2);
  }
  return std::sqrt(sum / static_cast<double>(points.size() - 2 * edge));
}

TEST(profile_noise, is_found_again_whatever_the_shape_under_it) {
  for (const double rms : {1e-7, 1e-5}) {
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0, rms);
    std::vector<ProfilePoint> points;
    for (double y = -0.030; y <= 0.030; y += 2e-4) {
      points.push_back({y, rail_head_height(RailHead::uic60, 0, y) + noise(random)});
    }
    const ProfileNoise found = noise_of(points);
    // The middle one of 300 values, neighbours not independent: 10 %.
    EXPECT_NEAR(found.rms, rms, 0.2 * rms);
    EXPECT_NEAR(found.spacing, 2e-4, 0.1e-4);
  }
  EXPECT_LT(noise_of(s1002().points()).curvature_error(0), 0.1);
  EXPECT_LT(noise_of(rail_head(RailHead::uic60, 0.025).points()).curvature_error(0), 0.1);
}

TEST(profile_noise, leaves_the_error_of_the_curvature_that_the_formula_says) {
  const double rms = 1e-5, spacing = 2e-4;
  const auto points = scattered_line(rms, spacing, 20000, 11);
  const ProfileNoise noise{rms, spacing};
  // Slopes of 0.07 from point to point take a little of it.
  EXPECT_NEAR(rms_curvature(points), noise.curvature_error(0), 0.03 * noise.curvature_error(0));
  for (const double wavelength : {0.004, 0.008, 0.012}) {
    const double left = rms_curvature(smoothed(points, wavelength));
    EXPECT_NEAR(left, noise.curvature_error(wavelength), 0.1 * left) << wavelength;
  }
  // A hundredth of a millimetre every 0.2 mm: 12 mm, not 8.
  EXPECT_GT(noise.curvature_error(0.008), 2 * k_tolerable_curvature_noise);
  EXPECT_NEAR(noise.wavelength_for(k_tolerable_curvature_noise), 0.0114, 1e-4);
  EXPECT_NEAR(noise.curvature_error(noise.wavelength_for(0.5)), 0.5, 1e-12);
  EXPECT_EQ((ProfileNoise{1e-12, 1e-3}.wavelength_for(0.3)), 0);
}

TEST(smooth_profile, senseless_input_is_refused_by_name) {
  const auto points = wave(0.01, 1e-3, 1e-4, 30);
  EXPECT_THROW(smoothed(points, -1), ModelError);
  EXPECT_THROW(smoothed(points, 0.01, std::vector<double>(3, 1.0)), ModelError);
  EXPECT_THROW(smoothed(points, 0.01, std::vector<double>(30, 0.0)), ModelError);
  EXPECT_THROW(smoothed(std::span(points).first(2), 0.01), ModelError);
  auto doubled = points;
  doubled[4] = doubled[3];
  EXPECT_THROW(smoothed(doubled, 0.01), ModelError);
}

}  // namespace
}  // namespace tread::profile
