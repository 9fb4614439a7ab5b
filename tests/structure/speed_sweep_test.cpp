#include "tread/structure/speed_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

const BeamSection k_section{0, 8e9, 9000};

TEST(SpeedSweep, AgreesWithTheHistoriesOfSingleRuns) {
  const Beam varied{30,
                    {{0, 8e9, 9000}, {15, 5e9, 8000}, {30, 8e9, 9000}},
                    {pinned_at(0), {15, 4e8, 0}, pinned_at(30)},
                    ModalDamping{{0.02}}};
  for (const BeamModes& modes :
       {beam_modes(clamped_beam(22, k_section), {4}), beam_modes(varied, {4})}) {
    AxleTrain train{"mixed", {{0, 1e5}, {2.5, 1.2e5}, {18, 0.9e5}}};
    train.lines = {{-16, -4, 5000, 5000}};
    SweepOptions options;
    options.speeds = {25, 61};
    options.sections = {7, 11};
    options.free_vibration = 0.3;
    const SweepResult result = sweep_speeds(modes, train, options);
    for (std::size_t i = 0; i < 2; ++i) {
      Crossing crossing;
      crossing.speed = options.speeds[i];
      crossing.free_vibration = 0.3;
      crossing.time_step = 5e-5;
      const CrossingHistory history = simulate_crossing(modes, train, crossing, options.sections);
      for (std::size_t s = 0; s < 2; ++s) {
        const auto peak = [](const std::vector<double>& values) {
          double largest = 0;
          for (const double v : values) largest = std::max(largest, std::abs(v));
          return largest;
        };
        const SectionHistory& section = history.sections[s];
        EXPECT_NEAR(result.extremes[i][s].deflection / peak(section.deflection), 1, 1e-4);
        EXPECT_NEAR(result.extremes[i][s].moment / peak(section.moment), 1, 1e-3);
        EXPECT_NEAR(result.extremes[i][s].acceleration / peak(section.acceleration), 1, 3e-3);
      }
    }
  }
}

TEST(SpeedSweep, LessPhaseAStepChangesPeaksByNoMoreThanItsPromise) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(15, k_section, ModalDamping{{0.01}}), {3});
  SweepOptions options;
  options.speeds = {30, 55, 80};
  options.sections = {5};
  const SweepResult usual = sweep_speeds(modes, hslm_a(4), options);
  options.largest_phase = 0.02;
  options.position_step = 0.004;
  const SweepResult fine = sweep_speeds(modes, hslm_a(4), options);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(usual.largest_at(i).deflection / fine.largest_at(i).deflection, 1, 1e-4);
    EXPECT_NEAR(usual.largest_at(i).acceleration / fine.largest_at(i).acceleration, 1, 3e-3);
  }
}

TEST(SpeedSweep, CriticalSpeedsAreFrequencyTimesPitchAndThatOfTheWave) {
  const BeamModes modes = beam_modes(simply_supported_beam(15, k_section), {3});
  const double omega = modes.omega()[0];
  const auto speeds = critical_speeds(modes, periodic_axles(5, 12, 1e5), 1, 3);
  ASSERT_EQ(speeds.size(), 4u);
  EXPECT_NEAR(speeds[0].speed, omega / (2 * std::numbers::pi) * 12 / 3, 1e-9);
  EXPECT_EQ(speeds[0].divisor, 3);
  EXPECT_NEAR(speeds[3].speed, omega * 15 / std::numbers::pi, 1e-9);
  EXPECT_EQ(speeds[3].divisor, 0);
}

TEST(SpeedSweep, BadOptionsAreRefused) {
  const BeamModes modes = beam_modes(simply_supported_beam(15, k_section), {3});
  SweepOptions options;
  options.speeds = {50};
  options.sections = {7.5};
  EXPECT_NO_THROW(sweep_speeds(modes, single_force(1), options));
  options.speeds = {0};
  EXPECT_THROW(sweep_speeds(modes, single_force(1), options), ModelError);
  options.speeds = {};
  EXPECT_THROW(sweep_speeds(modes, single_force(1), options), ModelError);
  options.speeds = {50};
  options.sections = {16};
  EXPECT_THROW(sweep_speeds(modes, single_force(1), options), ModelError);
  options.sections = {};
  EXPECT_THROW(sweep_speeds(modes, single_force(1), options), ModelError);
}

}  // namespace
}  // namespace tread::structure
