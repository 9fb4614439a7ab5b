#include "tread/structure/beam_load.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "structure/sections.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/modal_oscillators.hpp"

namespace tread::structure {
namespace {

/// Deflection of a simply supported beam of length and EI of 1 under a unit force at a.
double exact_deflection(double x, double a) {
  if (x > a) return exact_deflection(1 - x, 1 - a);
  return (1 - a) * x * (1 - (1 - a) * (1 - a) - x * x) / 6;
}

struct Errors {
  double largest = 0;
  double l2 = 0;
};

Errors errors_with(int n_modes, double a) {
  const BeamModes modes = beam_modes(simply_supported_beam(1, k_unit), {n_modes});
  const std::vector<double> q = static_coordinates(modes, {{{a, 1}}, {}});
  std::vector<double> shape(q.size());
  Errors errors;
  constexpr int k_points = 4000;
  for (int i = 0; i <= k_points; ++i) {
    const double x = static_cast<double>(i) / k_points;
    modes.shape(x, shape);
    const double error = superpose(q, shape) - exact_deflection(x, a);
    errors.largest = std::max(errors.largest, std::abs(error));
    errors.l2 += error * error / k_points;
  }
  errors.l2 = std::sqrt(errors.l2);
  return errors;
}

/// Slope of the best line through (log m, log error).
double fitted_order(const std::vector<int>& counts, const std::vector<double>& errors) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double x = std::log(counts[i]);
    const double y = std::log(errors[i]);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const auto n = static_cast<double>(counts.size());
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

TEST(BeamLoad, UnderAConcentratedLoadErrorsFallAsTheThirdPowerAndInTheMeanAHalfFaster) {
  // The place is irrational, so that no mode is missed.
  const double a = 0.5 * std::sqrt(0.5);
  const std::vector<int> counts{50, 100, 200, 400};
  std::vector<double> largest;
  std::vector<double> mean;
  for (const int n : counts) {
    const Errors errors = errors_with(n, a);
    largest.push_back(errors.largest);
    mean.push_back(errors.l2);
  }
  EXPECT_NEAR(fitted_order(counts, largest), -3, 0.05);
  EXPECT_NEAR(fitted_order(counts, mean), -3.5, 0.05);
}

TEST(BeamLoad, AUniformLoadGivesTheTextbookDeflectionMomentAndShear) {
  const double length = 12;
  const BeamSection section{0, 3e8, 2000};
  const BeamLoad load{{}, {{0, length, 5000, 5000}}};
  const BeamModes simple = beam_modes(simply_supported_beam(length, section), {199});
  const std::vector<double> q = static_coordinates(simple, load);
  const double wl2 = 5000 * length * length;
  EXPECT_NEAR(values_at(simple, q, length / 2).deflection / (5 * wl2 * length * length / 384 / 3e8),
              1, 1e-9);
  EXPECT_NEAR(values_at(simple, q, length / 2).moment / (wl2 / 8), 1, 1e-6);
  // Shear converges as 1/m.
  EXPECT_NEAR(values_at(simple, q, 0).shear / (5000 * length / 2), 1, 0.003);

  const BeamModes clamped = beam_modes(clamped_beam(length, section), {199});
  const std::vector<double> qc = static_coordinates(clamped, load);
  EXPECT_NEAR(values_at(clamped, qc, length / 2).deflection / (wl2 * length * length / 384 / 3e8),
              1, 1e-9);
  EXPECT_NEAR(values_at(clamped, qc, length / 2).moment / (wl2 / 24), 1, 1e-5);
}

TEST(BeamLoad, ATriangularLoadBesideAndOnTheBeamCountsOnlyWhereTheBeamIs) {
  const BeamModes modes = beam_modes(simply_supported_beam(1, k_unit), {8});
  // From -1 to 1 the intensity goes from 0 to 2: on the beam from 1 to 2.
  const std::vector<double> cut = modal_force(modes, {{}, {{-1, 1, 0, 2}}});
  const std::vector<double> whole = modal_force(modes, {{}, {{0, 1, 1, 2}}});
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(cut[i], whole[i], 1e-9);
}

TEST(BeamLoad, ATipLoadOnACantileverWithShearDeformationIsTheTextbookSum) {
  const Beam beam{3, {{0, 2e6, 100, 4e6, 10}}, {clamped_at(0)}, {}};
  const BeamModes modes = beam_modes(beam, {60});
  const std::vector<double> q = static_coordinates(modes, {{{3, 1000}}, {}});
  // P L^3/(3 EI) + P L/GA; the shear part converges as 1/m: 60 modes leave 0.4 % of it and more.
  const double exact = 1000 * 27 / (3 * 2e6) + 1000 * 3 / 4e6;
  EXPECT_NEAR(values_at(modes, q, 3).deflection / exact, 1, 2e-3);
}

TEST(BeamLoad, AFreeBeamHasNoRestUnderALoadThatDrivesIt) {
  const BeamModes free = beam_modes({2, {k_unit}, {}, {}}, {10});
  EXPECT_THROW(static_coordinates(free, {{{1, 5}}, {}}), ModelError);
  // Balanced: two supports of 1/2 under a force of 1 is a simply supported beam.
  const std::vector<double> q = static_coordinates(free, {{{0, -0.5}, {1, 1}, {2, -0.5}}, {}});
  const double sag = values_at(free, q, 1).deflection - values_at(free, q, 0).deflection;
  EXPECT_NEAR(sag / (8.0 / 48), 1, 2e-3);
}

TEST(BeamLoad, ALineLoadOfNoLengthIsRefused) {
  const BeamModes modes = beam_modes(simply_supported_beam(1, k_unit), {2});
  EXPECT_THROW(modal_force(modes, {{}, {{0.5, 0.5, 1, 1}}}), ModelError);
}

}  // namespace
}  // namespace tread::structure
