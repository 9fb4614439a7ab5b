#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "casefile_toml/toml_support.hpp"
#include "support/temporary_folder.hpp"
#include "tread/profile/profile_file.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::casefile {
namespace {

// Lines 1 to 5.
const std::string k_vehicle_run_head =
    "scenario = \"vehicle_run\"\n[run]\nspeed_km_h = 72\ndistance = 10\n[vehicle]\n";
const std::string k_coach = "type = \"manchester_coach\"\n";
const std::string k_bodies = "type = \"bodies\"\n";
// Lines 7 to 11.
const std::string k_frame =
    "[[vehicle.body]]\nname = \"frame\"\nmass_t = 8\ninertia = [3e3, 2e4, 2e4]\nplace = [0, 0, "
    "1]\n";
// Lines 12 to 17.
const std::string k_wheelset =
    "[[vehicle.body]]\nname = \"axle\"\nmass_t = 1.5\ninertia = [1000, 100, 1000]\n"
    "place = [0, 0, 0.46]\nwheelset = true\n";
// From line 18 on.
const std::string k_spring =
    "[[vehicle.bushing]]\nname = \"box\"\nfirst = \"axle\"\nsecond = \"frame\"\n"
    "place = [0, 1, 0.46]\nboth_sides = true\naxes = \"second\"\nstiffness_kN_m = [9000, 4000, "
    "1000]\n"
    "damping_kNs_m = [0, 2, 4]\nseries_stiffness_kN_m = [0, 0, 6000]\n";

VehicleRunCase read_vehicle_run(const std::string& rest, const std::string& base_dir = "") {
  return parse_toml(k_vehicle_run_head + rest, "case.toml", base_dir).vehicle_run.value();
}

void expect_vehicle_run_told(const std::string& rest, const std::string& told) {
  EXPECT_EQ(problems_of(k_vehicle_run_head + rest), told);
}

TEST(VehicleRunToml, DefaultsAreACoachOnS1002AndUic60) {
  const VehicleRunCase c = read_vehicle_run(k_coach);
  EXPECT_EQ(c.vehicle.bodies.size(), 7u);
  EXPECT_EQ(c.run.speed, 20);
  EXPECT_EQ(c.distance, 10);
  EXPECT_EQ(c.time.end, 0.5);
  EXPECT_EQ(c.time.scheme.name, "hht_alpha");
  EXPECT_EQ(c.time.step, 1e-3);
  EXPECT_EQ(c.time.record_interval, 5e-3);
  EXPECT_TRUE(c.is_straight);
  ASSERT_TRUE(c.wheel_rail.pair.has_value());
  EXPECT_EQ(c.wheel_rail.pair->wheel.height(-0.03), profile::s1002().height(-0.03));
  const profile::Profile rail = profile::rail_head(profile::RailHead::uic60, 0.025);
  EXPECT_EQ(c.wheel_rail.pair->rail.height(-0.02), rail.height(-0.02));
  EXPECT_EQ(c.wheel_rail.pair->track.gauge, 1.435);
  EXPECT_EQ(c.wheel_rail.contact.model, "hertz_fastsim");
  EXPECT_EQ(std::get<CoulombFriction>(c.wheel_rail.friction.law).static_coefficient, 0.3);
}

TEST(VehicleRunToml, ContactsAreDampedUnlessTold) {
  const auto damping = [](const std::string& contact) {
    return read_vehicle_run(k_coach + "[contact]\n" + contact).wheel_rail.contact.damping;
  };
  for (const std::string model : {"hertz_fastsim", "hertz_polach", "semi_elastic", "half_space"}) {
    EXPECT_EQ(damping("model = '" + model + "'\n"), 1) << model;
    EXPECT_EQ(damping("model = '" + model + "'\ndamping = 0\n"), 0) << model;
  }
}

TEST(VehicleRunToml, WheelRadiusIsOneForProfilesAndVehicle) {
  const VehicleRunCase c = read_vehicle_run(k_coach + "[wheelset]\nnominal_radius_mm = 500\n");
  EXPECT_EQ(c.wheel_rail.pair->wheelset.nominal_radius, 0.5);
  EXPECT_EQ(c.vehicle.bodies.back().wheel_radius.value(), 0.5);
  EXPECT_EQ(c.vehicle.bodies.back().centre.height, 0.5);
}

TEST(VehicleRunToml, TheLeftSideIsThatOfTheRightUnlessTold) {
  using profile::Side;
  const WheelRailCase alike = read_vehicle_run(k_coach).wheel_rail;
  EXPECT_FALSE(alike.left_pair);
  EXPECT_EQ(&alike.pair_of(Side::left), &alike.pair_of(Side::right));
  const WheelRailCase unlike =
      read_vehicle_run(k_coach +
                       "[left_wheel]\nprofile = 'cone'\nslope = 0.1\n[left_rail]\n"
                       "profile = '60e1'\n[wheelset]\nleft_radius_mm = 459\n"
                       "right_radius_mm = 461\n")
          .wheel_rail;
  // Wheels count from the nominal radius.
  EXPECT_NEAR(unlike.pair_of(Side::left).wheel.height(0.01), -2e-3, 1e-9);
  EXPECT_NEAR(unlike.pair_of(Side::right).wheel.height(-0.03),
              profile::s1002().height(-0.03) + 1e-3, 1e-12);
  EXPECT_EQ(unlike.pair_of(Side::left).wheelset.nominal_radius, 0.46);
  const profile::Profile rail = profile::rail_head(profile::RailHead::en60e1, 0.025);
  EXPECT_EQ(unlike.pair_of(Side::left).rail.height(-0.02), rail.height(-0.02));
  EXPECT_EQ(unlike.pair_of(Side::right).rail.height(-0.02), alike.pair->rail.height(-0.02));
}

TEST(VehicleRunToml, CurvesTurnTheWayTheyAreTold) {
  const std::string curve =
      "[track]\ncurve_radius = 1200\ncant_mm = 60\nstraight_length = 50\ntransition_length = 100\n"
      "curve_length = 200\n";
  const std::string head = changed(k_vehicle_run_head, "distance = 10\n", "");
  const auto right = parse_toml(head + k_coach + curve, "case.toml", "").vehicle_run.value();
  EXPECT_EQ(right.distance, 350);
  EXPECT_EQ(right.curve_start, 150);
  EXPECT_FALSE(right.is_straight);
  const vehicle::TrackPath to_the_right(right.alignment);
  EXPECT_DOUBLE_EQ(to_the_right.curvature(200), 1.0 / 1200);
  EXPECT_DOUBLE_EQ(to_the_right.cant(200), 0.06);
  const auto left =
      parse_toml(head + k_coach + curve + "direction = \"left\"\n", "case.toml", "").vehicle_run;
  const vehicle::TrackPath to_the_left(left.value().alignment);
  EXPECT_DOUBLE_EQ(to_the_left.curvature(200), -1.0 / 1200);
  EXPECT_DOUBLE_EQ(to_the_left.cant(200), -0.06);
}

TEST(VehicleRunToml, TracksPointByPoint) {
  const VehicleRunCase c = read_vehicle_run(
      k_coach +
      "[track]\ncurvature_places = [100, 200]\ncurvatures = [0, 1e-3]\nslope_places = [0, 300]\n"
      "slopes = [0, 0.01]\n");
  const vehicle::TrackPath path(c.alignment);
  EXPECT_DOUBLE_EQ(path.curvature(150), 5e-4);
  EXPECT_EQ(c.curve_start, 300);
}

TEST(VehicleRunToml, SchemesOfThePaperCanBeAskedFor) {
  const VehicleRunCase c =
      read_vehicle_run(k_coach +
                       "[time]\nscheme = \"arkode_bogacki_shampine\"\nrelative_tolerance = 1e-8\n"
                       "absolute_tolerance = 1e-6\n");
  EXPECT_EQ(c.time.scheme.name, "arkode_bogacki_shampine");
  EXPECT_EQ(c.time.scheme.relative_tolerance, 1e-8);
  EXPECT_EQ(c.time.step, 0);
  EXPECT_EQ(
      read_vehicle_run(k_coach + "[time]\nscheme = \"dormand_prince_5\"\nstep = 5e-4\n").time.step,
      5e-4);
}

TEST(VehicleRunToml, BodiesAndBushingsArriveInSi) {
  const VehicleRunCase c = read_vehicle_run(
      k_bodies + k_frame + "held = [\"x\", \"yaw\"]\n" + k_wheelset + k_spring +
      "law_direction = \"y\"\nlaw_elongations_mm = [20, 30]\nlaw_forces_kN = [0, 5]\n"
      "law_both_ways = true\n"
      "[[vehicle.rod]]\nname = \"pull\"\nfirst = \"axle\"\nsecond = \"frame\"\n"
      "place_on_first = [0, 0, 0.46]\nplace_on_second = [1, 0, 0.46]\nstiffness_MN_m = 5\n");
  ASSERT_EQ(c.vehicle.bodies.size(), 2u);
  EXPECT_EQ(c.vehicle.bodies[0].mass, 8e3);
  EXPECT_FALSE(c.vehicle.bodies[0].free.x);
  EXPECT_FALSE(c.vehicle.bodies[0].free.yaw);
  EXPECT_TRUE(c.vehicle.bodies[0].free.roll);
  EXPECT_EQ(c.vehicle.bodies[1].wheel_radius.value(), 0.46);
  ASSERT_EQ(c.vehicle.bushings.size(), 2u);
  EXPECT_EQ(c.vehicle.bushings[0].name, "box_right");
  EXPECT_EQ(c.vehicle.bushings[1].name, "box_left");
  EXPECT_EQ(c.vehicle.bushings[1].place_on_second.y, -1);
  EXPECT_EQ(c.vehicle.bushings[0].y.stiffness, 4e6);
  EXPECT_FALSE(c.vehicle.bushings[0].y.series_stiffness.has_value());
  EXPECT_EQ(c.vehicle.bushings[0].z.series_stiffness.value(), 6e6);
  EXPECT_EQ(c.vehicle.bushings[0].y.spring_law.value().at(-0.03).value, -5e3);
  EXPECT_EQ(c.vehicle.rods.at(0).along.stiffness, 5e6);
}

TEST(VehicleRunToml, AllMistakesAreToldInOneRunWithTheirLines) {
  expect_vehicle_run_told(
      k_bodies + changed(k_frame, "mass_t = 8", "mass_t = -8") +
          changed(k_wheelset, "0.46", "0.5") + changed(k_spring, "\"frame\"", "\"frme\""),
      "case.toml:9: vehicle.body[1].mass_t: must be > 0, got -8\n"
      "case.toml:16: vehicle.body[2].place: a wheelset's height must be wheelset.nominal_radius = "
      "0.46 m, got 0.5\n  hint: it stands on the rails\n"
      "case.toml:21: vehicle.bushing[1].second: names no body, got \"frme\"\n"
      "  hint: did you mean \"frame\"?");
}

TEST(VehicleRunToml, BodiesThatCannotBe) {
  expect_vehicle_run_told(
      k_bodies + changed(k_frame, "[3e3, 2e4, 2e4]", "[3e3, 2e4, 5e4]") + k_wheelset + k_spring,
      "case.toml:8: vehicle.body[1].name: Izz of 'frame' is 50000 kg m2, more than both "
      "others together (23000): no body has that; check which axis is which");
  expect_vehicle_run_told(k_bodies + k_frame,
                          "case.toml:6: vehicle.type: the vehicle has no wheelset\n  hint: give a "
                          "[[vehicle.body]] with wheelset = true");
  expect_vehicle_run_told(
      k_coach + k_frame,
      "case.toml:7: vehicle.body[1]: counts only for vehicle.type = bodies, here it is "
      "manchester_coach\n  hint: leave it out");
}

TEST(VehicleRunToml, LawsThatDoNotFit) {
  expect_vehicle_run_told(k_bodies + k_frame + k_wheelset + k_spring +
                              "law_elongations = [0, 1]\n" + "law_forces = [0, 1]\n",
                          "case.toml:29: vehicle.bushing[1].law_forces: needs "
                          "vehicle.bushing[1].law_direction as well");
  expect_vehicle_run_told(
      k_bodies + k_frame + k_wheelset + k_spring + "law_direction = \"y\"\n" +
          "law_elongations = [0, 1]\nlaw_forces = [3, 1]\n",
      "case.toml:30: vehicle.bushing[1].law_forces: must not fall, got 1 after 3 N");
}

TEST(VehicleRunToml, NumbersThatAreNone) {
  expect_vehicle_run_told(k_coach + "body_mass = nan\n",
                          "case.toml:7: vehicle.body_mass: must be a finite number, got nan");
  expect_vehicle_run_told(
      k_coach + "primary_stiffness = [1, 2]\n",
      "case.toml:7: vehicle.primary_stiffness: must be a list of 3 numbers, got [1, 2]");
}

TEST(VehicleRunToml, UnknownNamesAndTheNearest) {
  expect_vehicle_run_told(
      "type = \"manchester_couch\"\n",
      "case.toml:6: vehicle.type: must be \"manchester_coach\", \"manchester_wagon_2d\" or "
      "\"bodies\", got \"manchester_couch\"\n  hint: did you mean \"manchester_coach\"?");
  expect_vehicle_run_told(k_coach + "[contact]\nmodle = \"half_space\"\n",
                          "case.toml:8: contact.modle: unknown key\n  hint: did you mean model?");
}

TEST(VehicleRunToml, ContradictingKeys) {
  expect_vehicle_run_told(
      k_coach + "[track]\ncurve_radius = 500\ncurvature_places = [0]\ncurvatures = [0]\n",
      "case.toml:9: track.curvature_places: conflicts with track.curve_radius of line 8\n"
      "  hint: give only one of the two");
  expect_vehicle_run_told(
      k_coach + "[contact]\nmerge_distance_mm = 9\n",
      "case.toml:7: contact.separate_distance: must not be below merge_distance = 0.009 m, "
      "got 0.008\n  hint: points that merge cannot be separate");
  expect_vehicle_run_told(
      k_coach +
          "[contact]\nmodel = \"hertz_linear\"\n[friction]\nlaw = \"linear\"\n"
          "kinetic_coefficient = 0.2\nfalling_heights = [0.1]\nhalf_velocities = [1]\n",
      "case.toml:10: friction.law: contact.model = hertz_linear knows no falling friction, "
      "got linear\n  hint: hertz_polach, hertz_fastsim, semi_elastic, half_space and "
      "differential do");
  expect_vehicle_run_told(
      k_coach + "[analysis]\nlowest_speed = 50\nhighest_speed = 40\n",
      "case.toml:9: analysis.highest_speed: must be above lowest_speed = 50 m/s, got 40");
}

TEST(VehicleRunToml, ACaseWithNothingToComputeIsTold) {
  EXPECT_EQ(
      problems_of("scenario = \"vehicle_run\"\n[run]\nspeed = 20\n[vehicle]\n" + k_coach),
      "case.toml:2: run.distance: is missing: there is nothing to compute\n  hint: give it, a "
      "curve with track.curve_length, or something of [analysis]");
}

TEST(VehicleRunToml, OfBodiesJoinedAlongTheTrackTheHeaviestIsPulled) {
  const VehicleRunCase pulled = read_vehicle_run(k_bodies + k_frame + k_wheelset + k_spring);
  EXPECT_FALSE(pulled.vehicle.bodies[0].free.x);
  EXPECT_TRUE(pulled.vehicle.bodies[1].free.x);
  const VehicleRunCase elsewhere =
      read_vehicle_run(k_bodies + k_frame + k_wheelset + "held = [\"x\"]\n" + k_spring);
  EXPECT_TRUE(elsewhere.vehicle.bodies[0].free.x);
  EXPECT_FALSE(elsewhere.vehicle.bodies[1].free.x);
}

TEST(VehicleRunToml, AHugeNumberOfRecordsIsASlip) {
  expect_vehicle_run_told(
      k_coach + "[time]\nrecord_interval = 1e-9\n",
      "case.toml:8: time.record_interval: asks for 5e+08 records, no more than 100000 are "
      "kept\n  hint: make it longer");
}

// ---- files ----

class ProfileFiles : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    temporary_.write(name, text);
  }

  testing_support::TemporaryFolder temporary_;
  std::filesystem::path folder_ = temporary_.path();
};

TEST_F(ProfileFiles, AFileOfTheFormulaIsTheFormula) {
  write("wheel.prw", profile::simpack_text(profile::s1002()));
  const VehicleRunCase c = read_vehicle_run(
      k_coach + "[wheel]\nprofile = \"file\"\nfile = \"wheel.prw\"\n", folder_.string());
  // What is written has all digits; y counts from the tape circle in both.
  EXPECT_NEAR(c.wheel_rail.pair->wheel.height(-0.03), profile::s1002().height(-0.03), 1e-12);
  EXPECT_FALSE(c.wheel_rail.notes.empty());
}

TEST_F(ProfileFiles, PointsThatScatterAreToldWithTheSmoothingTheyNeed) {
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 0.01);
  std::string text;
  for (double y = -30; y <= 30; y += 0.2) {
    const double z = 1e3 * profile::rail_head_height(profile::RailHead::uic60, 0.025, 1e-3 * y);
    text += fmt::format("{:.6f} {:.6f}\n", y, z + noise(random));
  }
  write("rail.txt", text);
  const auto notes_with = [&](const std::string& smoothing) {
    const VehicleRunCase c = read_vehicle_run(
        k_coach + "[rail]\nprofile = \"file\"\nfile = \"rail.txt\"\ninclination = 0\n" + smoothing,
        folder_.string());
    return fmt::format("{}", fmt::join(c.wheel_rail.notes, "\n"));
  };
  for (const char* smoothing : {"", "smoothing_mm = 7\n"}) {
    const std::string told = notes_with(smoothing);
    EXPECT_NE(told.find("mm every 0.2 mm, which leaves the curvature uncertain by "),
              std::string::npos)
        << told;
    EXPECT_NE(told.find("rail.smoothing_mm = 12 would leave 0.3 1/m"), std::string::npos) << told;
  }
  EXPECT_EQ(notes_with("smoothing_mm = 12\n").find("scatter"), std::string::npos);
}

TEST_F(ProfileFiles, WhatIsWrongWithThemIsToldWithTheirLine) {
  write("rail.txt", "0 0\n1 oops\n2 3\n");
  const std::string text = problems_of(
      k_vehicle_run_head + k_coach + "[rail]\nprofile = \"file\"\nfile = \"rail.txt\"\n",
      folder_.string());
  EXPECT_NE(text.find("rail.txt:2: "), std::string::npos) << text;
  EXPECT_EQ(problems_of(
                k_vehicle_run_head + k_coach + "[rail]\nprofile = \"file\"\nfile = \"none.txt\"\n",
                folder_.string()),
            "case.toml:9: rail.file: " + (folder_ / "none.txt").string() + ": no such file");
}

TEST_F(ProfileFiles, AWheelWithoutFlangeNeedsItsMirrors) {
  write("cone.txt", "-40 2\n-20 1\n20 -1\n40 -2\n");
  const std::string cone = k_coach + "[wheel]\nprofile = \"file\"\nfile = \"cone.txt\"\n";
  EXPECT_EQ(problems_of(k_vehicle_run_head + cone, folder_.string()),
            "case.toml:9: wheel.file: " + (folder_ / "cone.txt").string() +
                ": has no flange that would tell whether its z counts up or down and on which side "
                "its flange would be\n  hint: mirror_z = false takes it as it is, true mirrors it; "
                "mirror_y = false takes it as it is, true mirrors it");
  for (const bool mirrors : {false, true}) {
    const std::string keys =
        mirrors ? "mirror_y = false\nmirror_z = true\n" : "mirror_y = false\nmirror_z = false\n";
    const VehicleRunCase c = read_vehicle_run(cone + keys, folder_.string());
    EXPECT_NEAR(c.wheel_rail.pair->wheel.height(0.03), mirrors ? 0.0015 : -0.0015, 1e-12);
  }
}

TEST(VehicleRunToml, FilesAreRefusedWhereNoneMayBeRead) {
  expect_vehicle_run_told(k_coach + "[wheel]\nprofile = \"file\"\nfile = \"wheel.prw\"\n",
                          "case.toml:9: wheel.file: no files can be read here");
}

}  // namespace
}  // namespace tread::casefile
