#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "study/case_result.hpp"
#include "study/train_bridge_cases.hpp"
#include "support/temporary_folder.hpp"
#include "tread/study/train_bridge_model.hpp"
#include "tread/vehicle/irregularity_spectrum.hpp"

namespace tread::study {
namespace {

using test::error_of;
using test::parse;
using test::run;
using test::scalar;
using test::table;

const std::string k_coach_bridge =
    "[bridge]\nlength = 20\nbending_stiffness_GNm2 = 30\nmass_per_length_t_m = 18\nmodes = 8\n";

double weight_of(const TrainBridgeModel& model) {
  return std::accumulate(model.axle_loads.begin(), model.axle_loads.end(), 0.0);
}

TEST(CoachesCase, EqualCoachesAreTheTrainOfEqualVehicles) {
  const std::string rest = "[train]\nspeed = 60\n[time]\nstep_ms = 2\n";
  const result::CaseResult coaches = run(k_coach_bridge + "[[coach]]\ntype = \"shinkansen_300\"\n" +
                                         "[[coach]]\ntype = \"shinkansen_300\"\n" + rest);
  const result::CaseResult equal =
      run(k_coach_bridge + "[vehicle]\ntype = \"shinkansen_300\"\ncount = 2\n" + rest);
  for (const char* name : {"max_deflection", "min_force_ratio", "max_body_acceleration"}) {
    // offsets are sums in another order: to rounding
    EXPECT_NEAR(scalar(coaches, name) / scalar(equal, name), 1, 1e-9) << name;
  }
  EXPECT_TRUE(test::has_note(coaches,
                             "Train: 2 vehicles, 8 axles, 45 m from the first axle to the "
                             "last, 109.9 t."));
}

TEST(CoachesCase, DifferentVehiclesKeepTheirPlacesAndWeights) {
  const TrainBridgeModel model = train_bridge_model(
      parse(k_coach_bridge +
            "[[coach]]\ntype = \"traxx\"\n[[coach]]\ntype = \"manchester\"\nlength = 26.4\n"
            "[vehicle]\ngravity = 10\n[train]\nspeed = 40\n"));
  const std::vector<vehicle::TrainWheel> wheels = wheels_of(model.problem.train);
  ASSERT_EQ(wheels.size(), 8U);
  // By hand: the locomotive's first axle is 3 m behind its front, the coach's 2.42 m.
  const double expected[] = {0, 2.6, 10.35, 12.95, 18.37, 20.93, 37.37, 39.93};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(wheels[i].offset, expected[i], 1e-9) << i;
  EXPECT_NEAR(model.axle_loads[0], 210e3, 1e-3);
  EXPECT_NEAR(weight_of(model), 10 * (84000 + 44482), 1e-3);
  EXPECT_EQ(model.wheels_per_axle, 2);
  const TrainBridgeModel velaro =
      train_bridge_model(parse(k_coach_bridge + "[train]\ntype = \"velaro_e\"\nspeed = 40\n"));
  EXPECT_NEAR(weight_of(velaro), 9.81 * 482800, 1e-3);
}

const std::string k_spectrum =
    "[vehicle]\ntype = \"ice3_velaro\"\n[train]\nspeed = 60\nstart_position = -150\n"
    "[rail]\ntype = \"spectrum\"\nspectrum = \"german_high\"\n";

TEST(RailCase, SpectrumIsToldWithConventionBandSeedAndRms) {
  const result::CaseResult result = run(k_coach_bridge + k_spectrum + "seed = 5\nscale = 2\n");
  EXPECT_TRUE(result.ok);
  EXPECT_TRUE(test::has_note(result,
                             "German (ORE B176), high disturbance, A = 1.08e-06 times 2; the "
                             "spectrum is read as one-sided, m2/(rad/m)"));
  EXPECT_TRUE(test::has_note(result, "of 3 to 150 m, seed 5; from -150 to "));
  const vehicle::Spectrum& spectrum = vehicle::find_spectrum("german_high");
  const double d1 = 2 * band_rms(spectrum, vehicle::k_band_d1);
  const double d2 = 2 * band_rms(spectrum, vehicle::k_band_d2);
  EXPECT_NEAR(scalar(result, "rail_rms_d1_of_spectrum") / d1, 1, 1e-12);
  EXPECT_NEAR(scalar(result, "rail_rms_d2_of_spectrum") / d2, 1, 1e-12);
  // 170 m hold few waves of D2: a single rail may be far from the mean of all
  EXPECT_NEAR(scalar(result, "rail_rms_d1") / d1, 1, 0.4);
  EXPECT_NEAR(scalar(result, "rail_rms_d2") / d2, 1, 0.7);
}

TEST(RailCase, TrainStartsOnALevelRailWithoutAJolt) {
  const result::CaseResult result = run(k_coach_bridge + k_spectrum);
  const result::Table& forces = table(result, "axle_force");
  const std::vector<double>& first = forces.columns.at(1).values;
  // in the first 5 m waves grow to 1e-1 of their height; at rest the load is 1.52e5 N
  for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(first[i] / first[0], 1, 0.02) << i;
  const auto [low, high] = std::ranges::minmax(first);
  EXPECT_GT(high - low, 0.05 * first[0]);
}

TEST(RailCase, SeedsAreDifferentRailsAndTheSameSeedIsTheSameResult) {
  const double one = scalar(run(k_coach_bridge + k_spectrum + "seed = 1\n"), "max_force");
  EXPECT_EQ(one, scalar(run(k_coach_bridge + k_spectrum + "seed = 1\n"), "max_force"));
  EXPECT_NE(one, scalar(run(k_coach_bridge + k_spectrum + "seed = 2\n"), "max_force"));
}

TEST(RailCase, StepsThatMissTheShortestWaveAreTold) {
  const result::CaseResult result = run(k_coach_bridge + k_spectrum + "[time]\nstep_ms = 10\n");
  EXPECT_TRUE(test::has_note(result, "too far to see the shortest wave of rail and wheels, 3 m"));
}

TEST(RailCase, JointsLieWhereTheyWereGiven) {
  const TrainBridgeModel model = train_bridge_model(
      parse(k_coach_bridge +
            "[vehicle]\ntype = \"manchester\"\n[train]\nspeed = 40\n"
            "[rail]\ntype = \"joint\"\ndepth_mm = 3\nlength = 1\nstart = 2\nspacing = 6\nform = "
            "\"straight\"\n"));
  for (const double joint : {2.5, 8.5, 14.5}) {
    EXPECT_NEAR(profile_at(model.problem.rail, joint).height, -3e-3, 1e-15);
    EXPECT_NEAR(profile_at(model.problem.rail, joint - 0.25).height, -1.5e-3, 1e-15);
    EXPECT_EQ(profile_at(model.problem.rail, joint + 0.6).height, 0);
  }
  EXPECT_EQ(model.shortest_wave, 0.5);
}

TEST(RailCase, MeasuredRailSaysHowManyHeightsItHasAndTheirRms) {
  const testing_support::TemporaryFolder folder;
  std::string text = "x (m), height (mm)\n";
  for (int i = 0; i <= 1200; ++i) {
    const double x = -100 + 0.25 * i;
    text += std::to_string(x) + ", " + std::to_string(std::sin(2 * M_PI * x / 10)) + "\n";
  }
  folder.write("rail.csv", text);
  const result::CaseResult result =
      run(k_coach_bridge +
              "[vehicle]\ntype = \"manchester\"\n[train]\nspeed = 60\n[rail]\ntype = "
              "\"file\"\nfile = \"rail.csv\"\nscale = 0.5\n",
          folder.path().string());
  EXPECT_TRUE(test::has_note(result,
                             "Rail: 1201 heights of rail.csv from -100 to 200 m, between -0.5 and "
                             "0.5 mm."));
  // a window over 300 m blurs the band's ends, none of which is near
  EXPECT_NEAR(scalar(result, "rail_rms_d1"), 0.5e-3 / std::sqrt(2.0), 2e-6);
  EXPECT_LT(scalar(result, "rail_rms_d2"), 1e-5);
}

TEST(RailCase, BandsThatCannotBeMadeAreRefusedAtTheirKey) {
  const std::string told = error_of(k_coach_bridge + k_spectrum + "shortest_wave_mm = 10\n");
  EXPECT_EQ(told.find("case.toml:15: rail.shortest_wave: irregularities over 8192 m with waves "
                      "down to 0.01 m take "),
            0U)
      << told;
}

}  // namespace
}  // namespace tread::study
