#include "tread/structure/mode_count.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "structure/sections.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/beam_load.hpp"

namespace tread::structure {
namespace {

/// Largest deflection that modes beyond the n-th add under a force at x, from 500 modes.
double left_out(const Beam& beam, int n, double force) {
  const BeamModes modes = beam_modes(beam, {500});
  std::vector<double> shape(500);
  double largest = 0;
  for (int i = 0; i <= 200; ++i) {
    modes.shape(beam.length * i / 200, shape);
    double sum = 0;
    for (std::size_t k = static_cast<std::size_t>(n); k < 500; ++k) {
      sum += shape[k] * shape[k] / (modes.omega()[k] * modes.omega()[k]);
    }
    largest = std::max(largest, force * sum);
  }
  return largest;
}

TEST(ModeCount, EnoughModesAreTakenAndNotManyTimesTooMany) {
  const double force = 1e5;
  const std::vector<Beam> beams{simply_supported_beam(20, k_section), clamped_beam(20, k_section),
                                cantilever(20, k_section),
                                Beam{20, {k_section}, {clamped_at(0), pinned_at(20)}, {}}};
  for (const Beam& beam : beams) {
    for (const double error : {1e-4, 1e-6}) {
      const int n = modes_for_point_force(beam, force, error);
      EXPECT_LE(left_out(beam, n, force), error);
      // A free or clamped end makes the bound wide in the middle: at most twice as many.
      if (n > 4) {
        EXPECT_GT(left_out(beam, n / 2, force), error);
      }
    }
  }
}

TEST(ModeCount, ForPressureItIsTheCorollaryWithItsFractionTurnedOver) {
  const Beam beam = simply_supported_beam(20, k_section);
  const double norm = 3e4;
  const double error = 1e-7;
  const double bound =
      std::cbrt(std::pow(20, 4) * norm / (3 * std::pow(std::numbers::pi, 4) * 2e9 * error));
  EXPECT_EQ(modes_for_pressure(beam, norm, error), static_cast<int>(std::ceil(bound)));
}

TEST(ModeCount, ShearDeformationNeedsManyMore) {
  const Beam stiff = simply_supported_beam(20, k_section);
  const Beam soft = simply_supported_beam(20, {0, 2e9, 8000, 4e8});
  EXPECT_GT(modes_for_point_force(soft, 1e5, 1e-5), 5 * modes_for_point_force(stiff, 1e5, 1e-5));
}

TEST(ModeCount, NoErrorAtAllIsRefused) {
  EXPECT_THROW(modes_for_point_force(simply_supported_beam(20, k_section), 1e5, 0), ModelError);
  EXPECT_THROW(modes_for_point_force(simply_supported_beam(20, k_section), 1e5, 1e-30), ModelError);
}

}  // namespace
}  // namespace tread::structure
