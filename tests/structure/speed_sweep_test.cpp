#include "tread/structure/speed_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "tread/core/errors.hpp"
#include "tread/structure/critical_speeds.hpp"
#include "tread/structure/influence_line.hpp"
#include "tread/structure/train_library.hpp"

namespace tread::structure {
namespace {

const BeamSection k_sweep_section{0, 8e9, 9000};

double peak(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

TEST(SpeedSweep, AgreesWithTheHistoriesOfSingleRuns) {
  const Beam varied{30,
                    {{0, 8e9, 9000}, {15, 5e9, 8000}, {30, 8e9, 9000}},
                    {pinned_at(0), {15, 4e8, 0}, pinned_at(30)},
                    ModalDamping{{0.02}}};
  for (const BeamModes& modes :
       {beam_modes(clamped_beam(22, k_sweep_section), {4}), beam_modes(varied, {4})}) {
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
      crossing.section_forces = SectionForces::with_remainder;
      const CrossingHistory history = simulate_crossing(modes, train, crossing, options.sections);
      for (std::size_t s = 0; s < 2; ++s) {
        const SectionHistory& section = history.sections[s];
        EXPECT_NEAR(result.extremes[i][s].deflection / peak(section.deflection), 1, 1e-4);
        EXPECT_NEAR(result.extremes[i][s].moment / peak(section.moment), 1, 1e-3);
        EXPECT_NEAR(result.extremes[i][s].shear / peak(section.shear), 1, 1e-3);
        EXPECT_NEAR(result.extremes[i][s].deck_acceleration / peak(section.deck_acceleration), 1,
                    3e-3);
        EXPECT_NEAR(result.extremes[i][s].acceleration / peak(section.acceleration), 1, 3e-3);
      }
      double rotation = 0;
      for (const RotationHistory& place : history.rotations) {
        for (const double slope : place.slope) rotation = std::max(rotation, std::abs(slope));
      }
      EXPECT_NEAR(result.end_rotations[i], rotation, 1e-4 * rotation + 1e-12);
    }
  }
}

TEST(SpeedSweep, LessPhaseAStepChangesPeaksByNoMoreThanItsPromise) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(15, k_sweep_section, ModalDamping{{0.01}}), {3});
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

TEST(SpeedSweep, FewModesWithStaticRemainderHaveTheMomentAndShearOfVeryManyModes) {
  const Beam beam = simply_supported_beam(15, k_sweep_section, ModalDamping{{0.02}});
  const AxleTrain train{"axles", {{0, 1.7e5}, {2, 1.7e5}, {13, 1.7e5}}};
  SweepOptions options;
  options.speeds = {60};
  options.sections = {0, 4.5, 7.5};
  const auto few = sweep_speeds(beam_modes(beam, {6}), train, options).extremes[0];
  // Sums of modes alone: a moment below a force lacks what 250 modes have not, 1/250 of a force's.
  Crossing crossing;
  crossing.speed = 60;
  crossing.time_step = 2e-4;
  const CrossingHistory many =
      simulate_crossing(beam_modes(beam, {250}), train, crossing, options.sections);
  for (const std::size_t s : {1u, 2u}) {
    EXPECT_NEAR(few[s].moment / peak(many.sections[s].moment), 1, 4e-3) << s;
  }
  // Sums of modes have no limit at a jump: shear forces are compared with those of many modes that
  // have their remainder, which is then small.
  const auto more = sweep_speeds(beam_modes(beam, {40}), train, options).extremes[0];
  const CrossingHistory bare =
      simulate_crossing(beam_modes(beam, {6}), train, crossing, options.sections);
  for (std::size_t s = 0; s < 3; ++s) {
    EXPECT_NEAR(few[s].shear / more[s].shear, 1, 1e-2) << s;
    EXPECT_LT(peak(bare.sections[s].shear) / more[s].shear, 0.95) << s;
  }
}

TEST(SpeedSweep, ASlowTrainHasTheExtremesOfInfluenceLines) {
  const Beam beam = continuous_beam({12, 15}, k_sweep_section, ModalDamping{{0.03}});
  const AxleTrain train = talgo_350();
  SweepOptions options;
  options.sections = {4, 12, 20, 27};
  options.free_vibration = 0;
  const SpeedSweep sweep(beam_modes(beam, {4}), train, options);
  const SpeedExtremes slow = sweep.run(0.25);
  for (std::size_t s = 0; s < options.sections.size(); ++s) {
    const InfluenceLine line(beam, options.sections[s]);
    double moment = 0;
    double shear = 0;
    std::vector<double> fronts;
    for (double front = 0; front < train.length() + 27; front += 0.01) fronts.push_back(front);
    for (const Axle& axle : train.axles) {  // and at both sides of every jump
      fronts.push_back(options.sections[s] + axle.behind - 1e-7);
      fronts.push_back(options.sections[s] + axle.behind + 1e-7);
    }
    for (const double front : fronts) {
      double m = 0;
      double v = 0;
      for (const Axle& axle : train.axles) {
        m += axle.force * line.moment(front - axle.behind);
        v += axle.force * line.shear(front - axle.behind);
      }
      moment = std::max(moment, std::abs(m));
      shear = std::max(shear, std::abs(v));
    }
    EXPECT_NEAR(slow.sections[s].moment, moment, 2e-4 * moment + 1) << s;
    // Where axles leave, forces of modes have a kink inside an interval of the table, 1/400 of the
    // length, which slow modes follow: of first order.
    const double tolerance = options.sections[s] == 27 ? 2.5e-3 : 2e-4;
    EXPECT_NEAR(slow.sections[s].shear, shear, tolerance * shear) << s;
  }
  EXPECT_NEAR(slow.largest().deflection / sweep.static_deflection(), 1, 1e-4);
}

TEST(SpeedSweep, PeaksConvergeWithTheTableAtSecondOrderOrBetter) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(15, k_sweep_section, ModalDamping{{0.01}}), {3});
  SweepOptions options;
  options.sections = {4.5};
  options.largest_phase = 0.01;  // leaves the table's error alone
  const auto deflection = [&](double step) {
    options.position_step = step;
    return SpeedSweep(modes, hslm_a(6), options).run(63).sections[0].deflection;
  };
  const double exact = deflection(0.01);
  const double coarse = std::abs(deflection(0.8) - exact);
  const double fine = std::abs(deflection(0.2) - exact);
  EXPECT_LT(fine, coarse / 16);
  EXPECT_LT(fine, 2e-4 * exact);
}

TEST(SpeedSweep, DeckAccelerationsHaveOnlyModesUpToTheFrequencyAskedFor) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(15, k_sweep_section, ModalDamping{{0.01}}), {6});
  // f1 = 6.58 Hz: the third mode, 59 Hz, is the largest of the three.
  EXPECT_NEAR(deck_frequency(modes), modes.omega()[2] / (2 * std::numbers::pi), 1e-9);
  const BeamModes long_bridge = beam_modes(simply_supported_beam(60, k_sweep_section), {3});
  EXPECT_NEAR(deck_frequency(long_bridge), 30, 1e-12);
  SweepOptions options;
  options.sections = {3, 7.5};
  const SpeedExtremes all = SpeedSweep(modes, hslm_a(1), options).run(80);
  const SpeedExtremes low = SpeedSweep(modes.first(3), hslm_a(1), options).run(80);
  for (std::size_t s = 0; s < 2; ++s) {
    EXPECT_NEAR(all.sections[s].deck_acceleration / low.sections[s].acceleration, 1, 3e-3);
    EXPECT_GT(std::abs(all.sections[s].acceleration / low.sections[s].acceleration - 1), 5e-3);
  }
}

TEST(SpeedSweep, TwoTrainsAreTheSumOfTheirHistories) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(20, k_sweep_section, ModalDamping{{0.02}}), {4});
  SweepOptions options;
  options.sections = {6, 10};
  options.second = SecondTrain{talgo_350(), Heading::left, 0.8, 10};
  const SpeedExtremes swept = SpeedSweep(modes, hslm_a(3), options).run(55);
  Crossing crossing;
  crossing.speed = 55;
  crossing.time_step = 2e-4;
  crossing.free_vibration = 1;
  crossing.second = options.second;
  crossing.front = -2.5;  // the second train comes first
  crossing.section_forces = SectionForces::with_remainder;
  const CrossingHistory history = simulate_crossing(modes, hslm_a(3), crossing, options.sections);
  for (std::size_t s = 0; s < 2; ++s) {
    const SectionHistory& section = history.sections[s];
    EXPECT_NEAR(swept.sections[s].deflection / peak(section.deflection), 1, 2e-4);
    EXPECT_NEAR(swept.sections[s].moment / peak(section.moment), 1, 1e-3);
    EXPECT_NEAR(swept.sections[s].acceleration / peak(section.acceleration), 1, 3e-3);
  }
}

TEST(SpeedSweep, ARunHasTheSameBitsWhateverRanBefore) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(15, k_sweep_section, ModalDamping{{0.01}}), {4});
  SweepOptions options;
  options.sections = {0, 3, 7.5, 15};
  const SpeedSweep sweep(modes, ice_2(), options);
  const SpeedExtremes first = sweep.run(61);
  sweep.run(17);
  const SpeedExtremes again = sweep.run(61);
  const SpeedExtremes anew = SpeedSweep(modes, ice_2(), options).run(61);
  for (const SpeedExtremes* other : {&again, &anew}) {
    EXPECT_EQ(first.end_rotation, other->end_rotation);
    for (std::size_t s = 0; s < options.sections.size(); ++s) {
      EXPECT_EQ(first.sections[s].deflection, other->sections[s].deflection);
      EXPECT_EQ(first.sections[s].acceleration, other->sections[s].acceleration);
      EXPECT_EQ(first.sections[s].moment, other->sections[s].moment);
      EXPECT_EQ(first.sections[s].shear, other->sections[s].shear);
    }
  }
}

TEST(SpeedSweep, CriticalSpeedsAreFrequencyTimesPitchAndThatOfTheWave) {
  const BeamModes modes = beam_modes(simply_supported_beam(15, k_sweep_section), {3});
  const double omega = modes.omega()[0];
  const auto speeds = critical_speeds(modes, periodic_axles(5, 12, 1e5), 10, 3);
  ASSERT_EQ(speeds.size(), 4u);
  EXPECT_NEAR(speeds[0].speed, omega / (2 * std::numbers::pi) * 12 / 3, 1e-9);
  EXPECT_EQ(speeds[0].divisor, 3);
  EXPECT_NEAR(speeds[3].speed, omega * 15 / std::numbers::pi, 1e-9);
  EXPECT_EQ(speeds[3].divisor, 0);
}

/// The bridge of 30 + 40 + 30 m.
BeamModes three_spans(int n_modes) {
  return beam_modes(continuous_beam({30, 40, 30}, {0, 120e9, 18000}, ModalDamping{{0.005}}),
                    {n_modes});
}

TEST(SpeedSweep, CriticalSpeedsAreThoseOfAllModesUpToTheCut) {
  const BeamModes modes = three_spans(12);
  const auto speeds = critical_speeds(modes, hslm_a(1));
  int n_modes = 0;
  for (const double omega : modes.omega()) n_modes += omega <= 2 * std::numbers::pi * 30 ? 1 : 0;
  ASSERT_GT(n_modes, 3);
  // four divisors each of coach and bogie; no single force
  EXPECT_EQ(speeds.size(), static_cast<std::size_t>(8 * n_modes));
  // the peak of the sweep is the second mode's
  const auto second = std::ranges::find_if(speeds, [](const CriticalSpeed& critical) {
    return critical.mode == 2 && critical.divisor == 1 && critical.pitch == 18;
  });
  ASSERT_NE(second, speeds.end());
  SweepOptions options;
  options.sections = {15, 20, 50, 80, 85};
  for (double km_h = 140; km_h <= 420; km_h += 2.5) options.speeds.push_back(km_h / 3.6);
  const SweepResult result = sweep_speeds(modes, hslm_a(1), options);
  std::size_t worst = 0;
  for (std::size_t i = 1; i < options.speeds.size(); ++i) {
    if (result.largest_at(i).deck_acceleration > result.largest_at(worst).deck_acceleration) {
      worst = i;
    }
  }
  EXPECT_NEAR(3.6 * options.speeds[worst], 357.5, 1e-9);
  EXPECT_NEAR(options.speeds[worst], second->speed, 2.5 / 3.6);  // a step of the sweep
}

TEST(SpeedSweep, ASingleForceKeepsPaceWithEqualHalfWavesOnly) {
  EXPECT_FALSE(half_wave(three_spans(3).parts().front().beam));
  EXPECT_FALSE(half_wave(clamped_beam(20, k_sweep_section)));
  EXPECT_FALSE(half_wave(Beam{20, {k_sweep_section}, {pinned_at(0), {20, 1e8, 0}}, {}}));
  EXPECT_FALSE(half_wave(Beam{20, {k_sweep_section}, {pinned_at(0), pinned_at(18)}, {}}));
  EXPECT_FALSE(half_wave(
      Beam{20, {{0, 8e9, 9000}, {20, 9e9, 9000}}, {pinned_at(0), pinned_at(20)}, ModalDamping{}}));
  // over equal spans the first mode is the sine of one: v = pi/L sqrt(EI/m), not n times that
  const BeamModes equal = beam_modes(continuous_beam({20, 20, 20}, k_sweep_section), {4});
  const auto speeds = critical_speeds(equal, single_force(1e5));
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_EQ(speeds[0].divisor, 0);
  EXPECT_NEAR(speeds[0].speed, std::numbers::pi / 20 * std::sqrt(8e9 / 9000), 1e-3);
}

TEST(SpeedSweep, DifferentBeamsInARowHaveTheirOwnCriticalSpeeds) {
  const BeamModes one = beam_modes(simply_supported_beam(15, k_sweep_section), {1});
  const BeamModes other = beam_modes(simply_supported_beam(20, k_sweep_section), {1});
  const AxleTrain train = periodic_axles(5, 12, 1e5);
  EXPECT_EQ(critical_speeds(in_a_row(std::vector{one, one, one}), train).size(), 5u);
  EXPECT_EQ(critical_speeds(in_a_row(std::vector{one, other, one}), train).size(), 10u);
}

TEST(SpeedSweep, EndRotationIsThatOfTheEndsNotOfPiers) {
  // the long span in the middle turns the beam over the piers more than the ends turn
  const BeamModes modes =
      beam_modes(continuous_beam({20, 50, 20}, {0, 120e9, 18000}, ModalDamping{{0.005}}), {12});
  const AxleTrain train = periodic_axles(8, 18, 2e5);
  Crossing crossing;
  crossing.speed = 60;
  crossing.free_vibration = 1;
  crossing.time_step = 5e-4;
  const CrossingHistory history = simulate_crossing(modes, train, crossing, {45});
  ASSERT_EQ(history.rotations.size(), 2u);
  EXPECT_EQ(history.rotations[0].x, 0);
  EXPECT_EQ(history.rotations[1].x, 90);
  // slopes as sums over the modes
  const auto largest_slope = [&](double x) {
    std::vector<double> slope(modes.omega().size());
    modes.slope(x, slope);
    double largest = 0;
    for (std::size_t k = 0; k < history.time.size(); ++k) {
      const std::span<const double> q{&history.q[k * slope.size()], slope.size()};
      largest = std::max(largest, std::abs(superpose(q, slope)));
    }
    return largest;
  };
  const double at_ends = std::max(largest_slope(0), largest_slope(90));
  ASSERT_GT(std::max(largest_slope(20), largest_slope(70)), 1.1 * at_ends);
  SweepOptions options;
  options.sections = {45};
  const double told = SpeedSweep(modes, train, options).run(crossing.speed).end_rotation;
  EXPECT_NEAR(told, at_ends, 5e-3 * at_ends);
  // between separate beams each has its ends
  const BeamModes separate = beam_modes(simply_supported_beam(15, k_sweep_section), {2});
  EXPECT_EQ(end_places(in_a_row(std::vector{separate, separate})).size(), 4u);
}

TEST(SpeedSweep, BadOptionsAreRefused) {
  const BeamModes modes = beam_modes(simply_supported_beam(15, k_sweep_section), {3});
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
