#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "casefile_toml/toml_support.hpp"
#include "support/temporary_folder.hpp"

namespace tread::casefile {
namespace {

const std::string k_bridge =
    "[bridge]\nlength = 25\nbending_stiffness_GNm2 = 45\nmass_per_length_t_m = 15\n";
const std::string k_vehicle = "[vehicle]\ntype = \"manchester\"\n";
const std::string k_train = "[train]\nspeed_km_h = 90\n";

TrainBridgeCase read_train_bridge(const std::string& text, const std::string& base_dir = "") {
  return parse_toml(text, "case.toml", base_dir).train_bridge.value();
}

/// The whole text that a user reads about a case.
void expect_train_bridge_told(const std::string& text, const std::string& told,
                              const std::string& base_dir = "") {
  EXPECT_EQ(problems_of(text, base_dir), told);
}

TEST(TrainBridgeToml, AdditionalDampingWouldCountTwiceWithVehicles) {
  const std::string told = problems_of(k_train_bridge_head + k_bridge +
                                       "additional_damping = true\n" + k_vehicle + k_train);
  EXPECT_NE(told.find("bridge.additional_damping: would count twice"), std::string::npos) << told;
  EXPECT_EQ(problems_of(k_train_bridge_head + k_bridge + "damping_type = \"steel_or_composite\"\n" +
                        k_vehicle + k_train),
            "");
  EXPECT_NE(problems_of(k_train_bridge_head + k_bridge +
                        "damping_type = \"steel_or_composite\"\nmodel = \"elements\"\n" +
                        k_vehicle + k_train)
                .find("bridge.damping_type"),
            std::string::npos);
}

TEST(TrainBridgeToml, CrossSectionsThatVaryNeedElements) {
  const std::string bridge = "[bridge]\nlength = 25\n";
  const std::string section =
      "[[bridge.section]]\nx = 0\nbending_stiffness_GNm2 = 45\nmass_per_length_t_m = 15\n";
  const std::string rest = section + k_vehicle + k_train;
  EXPECT_NE(problems_of(k_train_bridge_head + bridge + rest).find("bridge.model = \"elements\""),
            std::string::npos);
  EXPECT_EQ(problems_of(k_train_bridge_head + bridge + "model = \"elements\"\n" + rest), "");
}

TEST(TrainBridgeToml, NumbersArriveInSiAndDefaultsAreFilledIn) {
  const TrainBridgeCase input =
      read_train_bridge(k_train_bridge_head + k_bridge +
                        "[vehicle]\ntype = \"full\"\nbody_mass_t = 32\n"
                        "body_inertia_tm2 = 1970\nbogie_mass = 2615\n"
                        "bogie_inertia = 1476\nwheelset_mass = 1813\n"
                        "primary_stiffness_MN_m = 2.4\nprimary_damping_kNs_m = 8\n"
                        "secondary_stiffness_kN_m = 860\n"
                        "secondary_damping = 4e4\nbogie_distance = 19\n"
                        "wheelbase = 2.56\n" +
                        k_train);
  ASSERT_TRUE(input.bridge.has_value());
  EXPECT_EQ(input.bridge->bending_stiffness, 45e9);
  EXPECT_EQ(input.bridge->mass_per_length, 15e3);
  EXPECT_EQ(input.vehicle.body_mass, 32e3);
  EXPECT_EQ(input.vehicle.body_inertia, 1.97e6);
  EXPECT_EQ(input.vehicle.primary_stiffness, 2.4e6);
  EXPECT_EQ(input.vehicle.primary_damping, 8e3);
  EXPECT_EQ(input.vehicle.secondary_stiffness, 860e3);
  EXPECT_EQ(input.train.speed, 25);
  EXPECT_EQ(input.train.start, "static_equilibrium");
  EXPECT_EQ(input.contact.model, "hertz");
  EXPECT_EQ(input.time.scheme.name, "newmark");
  EXPECT_EQ(input.time.step, 0);  // chosen by the model
  EXPECT_DOUBLE_EQ(input.surfaces.bodies.upper.young_modulus(), 2.1e11);
  EXPECT_EQ(input.output.frames, 60);
}

TEST(TrainBridgeToml, ValuesInTheWrongUnitAreUsedWithAWarning) {
  const auto warnings = [](const std::string& text) {
    return parse_toml(k_train_bridge_head + text, "case.toml", {}).warnings;
  };
  EXPECT_TRUE(warnings(k_bridge + k_vehicle + k_train).empty());
  const std::vector<std::string> told = warnings(
      "[bridge]\nlength = 25\nyoung_modulus = 200\nsecond_moment = 1\n"
      "mass_per_length = 15\n" +
      k_vehicle + "[train]\nspeed = 300\n");
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[0],
            "line 4: bridge.young_modulus of 200 Pa is unusual (usually 1e+09 to 3e+11 Pa): is the "
            "unit right?");
  EXPECT_NE(told[1].find("bridge.mass_per_length of 15 kg/m"), std::string::npos);
  EXPECT_NE(told[2].find("train.speed of 300 m/s"), std::string::npos);
}

TEST(TrainBridgeToml, WithoutABridgeTheGroundIsRigidAndTheRunNeedsAnEnd) {
  EXPECT_FALSE(read_train_bridge(k_train_bridge_head + k_vehicle + k_train + "[time]\nend = 1\n")
                   .bridge.has_value());
  expect_train_bridge_told(
      k_train_bridge_head + k_vehicle + k_train,
      "case.toml: time.end: is missing: without a bridge the run has no end of its own\n"
      "  hint: give it, or a table [bridge]");
}

TEST(TrainBridgeToml, AGridWithoutShapeTakesTheRadiiOfWheelAndRail) {
  const TrainBridgeCase input = read_train_bridge(k_train_bridge_head + k_bridge + k_vehicle +
                                                  k_train + "[contact]\nmodel = \"grid\"\n");
  const auto& shape = std::get<WheelOnRail>(input.surfaces.shape);
  EXPECT_EQ(shape.wheel_rolling_radius, 0.46);
  EXPECT_EQ(shape.rail_profile_radius, 0.3);
  EXPECT_EQ(std::get<AutomaticArea>(input.surfaces.area).nx, 40);
}

TEST(TrainBridgeToml, BridgesThatCannotBeAreRefused) {
  const std::string rest = k_vehicle + k_train;
  const std::string base = "[bridge]\nmass_per_length = 1e4\n";
  expect_train_bridge_told(
      k_train_bridge_head + base + "length = 0\nbending_stiffness = 1e9\n" + rest,
      "case.toml:4: bridge.length: must be > 0, got 0");
  expect_train_bridge_told(
      k_train_bridge_head + base + "length = 20\nbending_stiffness = -1e9\n" + rest,
      "case.toml:5: bridge.bending_stiffness: must be > 0, got -1e+09");
  expect_train_bridge_told(
      k_train_bridge_head + base + "length = 20\nbending_stiffness = 1e9\nmodes = 0\n" + rest,
      "case.toml:6: bridge.modes: must be in [1, 2000], got 0");
  expect_train_bridge_told(
      k_train_bridge_head + base + "length = nan\nbending_stiffness = 1e9\n" + rest,
      "case.toml:4: bridge.length: must be a finite number, got nan");
}

TEST(TrainBridgeToml, VehiclesThatCannotBeAreRefused) {
  expect_train_bridge_told(
      k_train_bridge_head + k_bridge + "[vehicle]\ntype = \"manchster\"\n" + k_train,
      "case.toml:7: vehicle.type: must be one of 17 names, got \"manchster\"\n"
      "  hint: did you mean \"manchester\"? tread keys lists them all");
  expect_train_bridge_told(
      k_train_bridge_head + k_bridge + "[vehicle]\ntype = \"wheel\"\nmass = -3\n" + k_train,
      "case.toml:8: vehicle.mass: must be > 0, got -3");
  expect_train_bridge_told(
      k_train_bridge_head + k_bridge + k_vehicle + "mass = 3\n" + k_train,
      "case.toml:8: vehicle.mass: only for vehicle.type = wheel, here it is manchester");
  expect_train_bridge_told(k_train_bridge_head + k_bridge + k_vehicle + "count = 3\n" + k_train,
                           "case.toml:6: vehicle.pitch: is missing for 3 vehicles\n"
                           "  hint: it is the length of a vehicle over its couplers");
  expect_train_bridge_told(k_train_bridge_head + k_bridge + k_vehicle + "[train]\nspeed = -1\n",
                           "case.toml:9: train.speed: must be > 0, got -1\n"
                           "  hint: a train that stands or goes left never reaches the bridge");
}

TEST(TrainBridgeToml, KeysThatContradictOneAnotherAreRefused) {
  const std::string start = k_train_bridge_head + k_bridge + k_vehicle + k_train;
  expect_train_bridge_told(
      start + "[contact]\nmodel = \"rigid\"\n[time]\niteration = \"picard\"\n",
      "case.toml:13: time.iteration: a rigid contact is solved exactly in every step\n"
      "  hint: picard is for the other models");
  expect_train_bridge_told(start + "[shape]\ntype = \"cylinder\"\nradius = 0.3\nlength = 1\n",
                           "case.toml:10: shape: counts only for contact.model = grid\n"
                           "  hint: leave it out, or set the model");
  expect_train_bridge_told(
      start +
          "[contact]\nmodel = \"linear\"\nstiffness = 1e9\n[upper]\nmaterial = "
          "\"steel\"\n",
      "case.toml:13: upper: counts only for contact.model = hertz or grid\n"
      "  hint: leave it out, or set the model");
  expect_train_bridge_told(start + "[output]\npatch_times = [0.1]\n",
                           "case.toml:11: output.patch_times: needs contact.model = \"grid\"\n"
                           "  hint: the other models know a force and no pressure");
  expect_train_bridge_told(
      start + "[contact]\nwheel_profile_radius = -0.2\n",
      "case.toml:11: contact.wheel_profile_radius: a hollow wheel must be flatter than the "
      "rail head of 0.3 m\n  hint: its radius is negative and larger in size than "
      "rail_radius");
  expect_train_bridge_told(
      start + "[rail]\ntype = \"sine\"\namplitude_mm = 1\nwavelength = 1\nstart = 3\nend = 2\n",
      "case.toml:15: rail.end: must lie beyond rail.start, 3 m, got 2");
}

TEST(TrainBridgeToml, OnlySchemesWithOneImplicitStageAreOffered) {
  const std::string start =
      k_train_bridge_head + k_bridge + k_vehicle + k_train + "[time]\nscheme = ";
  for (const char* scheme : {"newmark", "hht_alpha", "generalised_alpha", "backward_euler", "bdf_2",
                             "adams_moulton_2"}) {
    EXPECT_EQ(read_train_bridge(start + "\"" + scheme + "\"\n").time.scheme.name, scheme);
  }
  expect_train_bridge_told(
      start + "\"rk4\"\n",
      "case.toml:11: time.scheme: must be \"backward_euler\", \"newmark\", \"hht_alpha\", "
      "\"generalised_alpha\", \"adams_moulton_1\", \"adams_moulton_2\", "
      "\"adams_moulton_3\", \"adams_moulton_4\", \"adams_moulton_5\", \"bdf_1\", \"bdf_2\", "
      "\"bdf_3\", \"bdf_4\", \"bdf_5\" or \"bdf_6\", got \"rk4\"");
}

class RailFile : public ::testing::Test {
 protected:
  RailFile() {
    folder_.write("rail.csv", "# x, height\n0, 0\n1, 0.5\n2, 0\n");
    folder_.write("three.csv", "0, 0, 1\n1, 0.5, 1\n");
  }
  std::string with(const std::string& file) const {
    return k_train_bridge_head + k_bridge + k_vehicle + k_train +
           "[rail]\ntype = \"file\"\nfile = \"" + file + "\"\nheight_unit = \"mm\"\n";
  }
  std::string place() const { return folder_.path().string(); }
  const testing_support::TemporaryFolder folder_;
};

TEST_F(RailFile, PlacesAreInMetresAndHeightsInTheirUnit) {
  const TrainBridgeCase input = read_train_bridge(with("rail.csv"), place());
  EXPECT_EQ(input.rail.places, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(input.rail.heights, (std::vector<double>{0, 0.5e-3, 0}));
}

TEST_F(RailFile, AFileThatIsMissingOrHasOtherColumnsIsToldAtItsKey) {
  const std::string missing = (folder_.path() / "none.csv").string();
  const std::string told = problems_of(with("none.csv"), place());
  EXPECT_EQ(told.find("case.toml:12: rail.file: " + missing + ": "), 0u) << told;
  expect_train_bridge_told(with("three.csv"),
                           "case.toml:12: rail.file: " + (folder_.path() / "three.csv").string() +
                               ": must have 2 numbers in a line, got 3\n"
                               "  hint: a line is a place and its height",
                           place());
  expect_train_bridge_told(with("rail.csv"), "case.toml:12: rail.file: no files can be read here");
}

TEST_F(RailFile, AHeadingNamesTheUnits) {
  const std::string text = k_train_bridge_head + k_bridge + k_vehicle + k_train +
                           "[rail]\ntype = \"file\"\nfile = \"h.csv\"\n";
  for (const char* heading : {"x (m), height (mm)", "x_m;height_mm", "place, z [mm]"}) {
    folder_.write("h.csv", std::string("# survey\n") + heading + "\n0 0\n2.5 0.5\n");
    const TrainBridgeCase input = read_train_bridge(text, place());
    EXPECT_EQ(input.rail.places, (std::vector<double>{0, 2.5})) << heading;
    EXPECT_EQ(input.rail.heights, (std::vector<double>{0, 0.5e-3})) << heading;
  }
  folder_.write("h.csv", "km, height\n0, 0\n1, 1e-3\n");
  EXPECT_EQ(read_train_bridge(text, place()).rail.heights, (std::vector<double>{0, 1e-3}));
  folder_.write("h.csv", "x (km), height (um)\n0, 0\n0.001, 70\n");
  EXPECT_EQ(read_train_bridge(text, place()).rail.places, (std::vector<double>{0, 1}));
  EXPECT_EQ(read_train_bridge(text, place()).rail.heights, (std::vector<double>{0, 70e-6}));
}

TEST_F(RailFile, WhatIsWrongInItIsToldWithItsLine) {
  const std::string path = (folder_.path() / "h.csv").string();
  const auto told = [&](const std::string& content) {
    folder_.write("h.csv", content);
    return problems_of(with("h.csv"), place());
  };
  EXPECT_EQ(told("x, z\n0, 0\n1, nan\n"), path + ":3: value 2 must be a finite number, got nan");
  EXPECT_EQ(told("x, z\n0, 0\n2, 1\n\n2, 2\n"),
            path +
                ":5: has a place that does not come after the one before, got 2 after 2 m\n"
                "  hint: sort the lines by place");
  EXPECT_EQ(told("x (s), z\n0, 0\n2, 1\n"),
            path +
                ":1: names a unit that is none of length, got x (s)\n"
                "  hint: write m, mm, cm, um or km");
  EXPECT_EQ(told("x (m) z (mm)\n0 0\n2 1\n"),
            path +
                ":1: is a heading of 4 columns, not 2, got x (m) z (mm)\n"
                "  hint: separate them by a comma, or start the line with #");
  EXPECT_EQ(told("x, z (m)\n0, 0\n2, 1\n"),
            "case.toml:13: rail.height_unit: conflicts with the heading of the file, which says m, "
            "got \"mm\"\n  hint: leave it out");
  EXPECT_EQ(told("0, 0\n"),
            "case.toml:12: rail.file: " + path + ": must hold two places at least, got 1");
}

TEST(TrainBridgeToml, ASpectrumOfTheRailHasBandSeedAndRamp) {
  const std::string rail =
      k_train_bridge_head + k_bridge + k_vehicle + k_train + "[rail]\ntype = \"spectrum\"\n";
  const RailInput given =
      read_train_bridge(rail +
                        "spectrum = \"fra_class_4\"\nshortest_wave = 1\nseed = 7\nscale = 0.5\n")
          .rail;
  EXPECT_EQ(given.spectrum, "fra_class_4");
  EXPECT_EQ(given.shortest_wave, 1);
  EXPECT_EQ(given.longest_wave, 150);
  EXPECT_EQ(given.seed, 7);
  EXPECT_EQ(given.scale, 0.5);
  EXPECT_EQ(given.ramp, 20);
  EXPECT_FALSE(given.start);
  const std::string missing = "case.toml:10: rail.spectrum: is missing\n";
  EXPECT_EQ(problems_of(rail, "").substr(0, missing.size()), missing);
  expect_train_bridge_told(
      rail + "spectrum = \"german_lo\"\n",
      "case.toml:12: rail.spectrum: must be one of 16 names, got \"german_lo\"\n"
      "  hint: did you mean \"german_low\"? tread keys lists them all");
  expect_train_bridge_told(
      rail + "spectrum = \"german_low\"\nlongest_wave = 2\n",
      "case.toml:13: rail.longest_wave: must be above the shortest wave, 3 m, got 2");
  expect_train_bridge_told(
      k_train_bridge_head + k_bridge + k_vehicle + k_train +
          "[rail]\ntype = \"joint\"\ndepth_mm = 2\nlength = 1\nstart = 3\nspacing = 0.5\n",
      "case.toml:15: rail.spacing: must be no less than a joint is long, 1 m, got 0.5\n"
      "  hint: joints must not overlap");
}

}  // namespace
}  // namespace tread::casefile
