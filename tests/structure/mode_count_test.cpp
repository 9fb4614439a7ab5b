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

TEST(ModeCount, ASpanLacksATraceInBendingAndAPercentInShear) {
  const double length = 20;
  for (const double shear : {4e8, 4e9, 4e10}) {
    const Beam beam = simply_supported_beam(length, {0, 2e9, 8000, shear});
    const double deflection = span_deflection(beam, length);
    EXPECT_NEAR(deflection, std::pow(length, 3) / (48 * 2e9) + length / (4 * shear), 1e-20);
    const int n = modes_for_span(beam, length);
    // the sum of 500 modes lacks less than a thousandth of the shear's part
    EXPECT_LE(left_out(beam, n, 1), 0.012 * deflection) << shear;
    EXPECT_GT(left_out(beam, n / 2, 1), 0.006 * deflection) << shear;
    EXPECT_LE(n, 82) << shear;  // 8/(pi^2 n) of the shear's part are left out
  }
  // Without shear deformation as for a point force and a thousandth of its deflection.
  const Beam stiff = simply_supported_beam(length, k_section);
  EXPECT_EQ(modes_for_span(stiff, length),
            modes_for_point_force(stiff, 1e5, 1e-3 * 1e5 * span_deflection(stiff, length)));
}

TEST(ModeCount, BothFrequenciesOfAHalfWaveAreCounted) {
  const double length = 20;
  const Beam without = simply_supported_beam(length, {0, 2e9, 8000, 4e8});
  Beam with = without;
  with.sections.front().rotary_inertia = 3e4;
  const int n_waves = modes_for_span(without, length);
  const int n = modes_for_span(with, length);
  EXPECT_GT(n, n_waves + 5);
  // The lowest n have all the half waves that are needed, and hardly more.
  const BeamModes modes = beam_modes(with, {n});
  const auto& waves = std::get<SineShapes>(modes.parts().front().shapes).wave;
  std::vector<int> counted(static_cast<std::size_t>(n) + 3, 0);
  for (const int wave : waves) ++counted[static_cast<std::size_t>(wave)];
  for (int i = 1; i <= n_waves; ++i) EXPECT_GE(counted[static_cast<std::size_t>(i)], 1) << i;
  EXPECT_EQ(counted[static_cast<std::size_t>(n_waves + 2)], 0);
}

TEST(ModeCount, NoErrorAtAllIsRefused) {
  EXPECT_THROW(modes_for_point_force(simply_supported_beam(20, k_section), 1e5, 0), ModelError);
  EXPECT_THROW(modes_for_point_force(simply_supported_beam(20, k_section), 1e5, 1e-30), ModelError);
}

}  // namespace
}  // namespace tread::structure
