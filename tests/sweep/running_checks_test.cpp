#include <gtest/gtest.h>

#include "sweep/named_check.hpp"
#include "sweep/study_table.hpp"
#include "tread/sweep/checks.hpp"

namespace tread::sweep {
namespace {

using result::Check;

Check unloading(const std::string& number, double value, const CheckSettings& settings = {}) {
  CaseTable table = product_of({speeds_km_h({250})});
  tell(table, number, "", {value});
  return named(checks_of(table, settings), "unloading");
}

TEST(RunningChecks, UnloadingMayBeSixTenths) {
  EXPECT_EQ(unloading("max_unloading", 0.6).verdict, Verdict::pass);
  EXPECT_EQ(unloading("max_unloading", 0.6001).verdict, Verdict::fail);
  EXPECT_EQ(unloading("max_unloading", 0.7, {.unloading = 0.8}).verdict, Verdict::pass);
  EXPECT_EQ(unloading("max_wheel_unloading_2m", 0.61).verdict, Verdict::fail);
}

TEST(RunningChecks, UnloadingFollowsFromTheSmallestForceToo) {
  EXPECT_EQ(unloading("min_force_ratio", 0.41).verdict, Verdict::pass);
  EXPECT_NEAR(unloading("min_force_ratio", 0.41).value, 0.59, 1e-15);
  EXPECT_EQ(unloading("min_force_ratio", 0.39).verdict, Verdict::fail);
}

/// One case with an axle of this load at rest; force of the axle.
Check wheel_force(double axle_load, double axle_force, double speed_km_h,
                  const CheckSettings& settings = {}) {
  CaseTable table = product_of({speeds_km_h({speed_km_h})});
  tell(table, "max_force", "N", {axle_force});
  tell(table, "max_force_ratio", "", {axle_force / axle_load});
  return named(checks_of(table, settings), "wheel_force");
}

TEST(RunningChecks, AWheelMayGainNinetyKilonewtons) {
  const Check check = wheel_force(120e3, 299.9e3, 300);
  EXPECT_EQ(check.verdict, Verdict::pass);
  EXPECT_NEAR(check.value, 149.95e3, 1e-6);
  EXPECT_NEAR(check.limit, 150e3, 1e-6);
  EXPECT_EQ(wheel_force(120e3, 300.1e3, 300).verdict, Verdict::fail);
}

TEST(RunningChecks, HeavyWheelsAreCappedBySpeed) {
  EXPECT_EQ(wheel_force(240e3, 339e3, 300).verdict, Verdict::pass);  // 169.5 of 170 kN
  EXPECT_EQ(wheel_force(240e3, 339e3, 301).verdict, Verdict::fail);  // of 160 kN
  EXPECT_EQ(wheel_force(240e3, 399e3, 160).verdict, Verdict::pass);  // 199.5 of 200 kN
  EXPECT_EQ(wheel_force(240e3, 399e3, 161).verdict, Verdict::fail);
  EXPECT_EQ(wheel_force(240e3, 399e3, 161, {.wheel_force = 200e3}).verdict, Verdict::pass);
}

TEST(RunningChecks, AxlesOfDifferentLoadsAreJudgedOnTheSafeSide) {
  // A: 100 kN at rest, 1.2 times; B: 40 kN at rest, 2.8 times. Both wheels gain less than 90 kN.
  // With B's ratio A's load would be 42.9 kN: the limit is lower than either's own, and still kept.
  CaseTable table = product_of({speeds_km_h({200})});
  tell(table, "max_force", "N", {120e3});
  tell(table, "max_force_ratio", "", {2.8});
  const Check check = named(checks_of(table, {}), "wheel_force");
  EXPECT_EQ(check.verdict, Verdict::pass);
  EXPECT_NEAR(check.limit, 90e3 + 60e3 / 2.8, 1e-6);
  EXPECT_LT(check.limit, 90e3 + 100e3 / 2);
}

TEST(RunningChecks, WithoutASpeedTheWheelForceHasNoLimit) {
  CaseTable table = product_of({trains({"A"})});
  tell(table, "max_force", "N", {1e3});
  tell(table, "max_force_ratio", "", {1});
  EXPECT_EQ(named(checks_of(table, {}), "wheel_force").verdict, Verdict::not_applicable);
  const Check check = named(checks_of(table, {.speed = km_h(300)}), "wheel_force");
  EXPECT_EQ(check.verdict, Verdict::pass);
  EXPECT_EQ(check.decided_by, "A");
}

TEST(RunningChecks, AVehicleOnItsTrackIsCheckedForLateralForces) {
  CaseTable table = product_of({numbers("vehicle.speed", "m/s", {km_h(160), km_h(200)})});
  tell(table, "max_derailment_quotient_2m", "", {0.79, 0.5});
  tell(table, "max_sum_of_lateral_forces_2m", "N", {60e3, -62e3});
  tell(table, "prudhomme_limit", "N", {70e3, 61e3});
  tell(table, "max_vertical_force", "N", {140e3, 150e3});
  tell(table, "static_wheel_force", "N", {60e3, 60e3});
  const std::vector<Check> checks = checks_of(table, {});
  EXPECT_EQ(named(checks, "derailment_quotient").verdict, Verdict::pass);
  EXPECT_EQ(named(checks, "derailment_quotient").decided_by, "at 160 km/h");
  EXPECT_EQ(named(checks, "sum_of_lateral_forces").verdict, Verdict::fail);
  EXPECT_EQ(named(checks, "sum_of_lateral_forces").limit, 61e3);
  EXPECT_EQ(named(checks, "wheel_force").verdict, Verdict::pass);
  EXPECT_EQ(named(checks, "wheel_force").value, 150e3);
}

TEST(RunningChecks, SettingsCarryWhatTheTableOfChecksSays) {
  casefile::CheckInput input;
  input.track = "ballastless";
  input.comfort = "acceptable";
  input.tracks = 2;
  input.line_speed = 50;
  input.unloading = 0.5;
  const CheckSettings settings = settings_of(input);
  EXPECT_EQ(settings.track, standards::TrackKind::ballastless);
  EXPECT_EQ(settings.comfort, standards::ComfortLevel::acceptable);
  EXPECT_EQ(settings.n_tracks, 2);
  EXPECT_EQ(settings.line_speed, 50);
  EXPECT_EQ(settings.unloading, 0.5);
  EXPECT_FALSE(settings.deck_acceleration);
}

}  // namespace
}  // namespace tread::sweep
