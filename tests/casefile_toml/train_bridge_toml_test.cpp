#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "casefile_toml/toml_support.hpp"
#include "support/temporary_folder.hpp"

namespace tread::casefile {
namespace {

const std::string k_head = "scenario = \"train_bridge\"\n";
const std::string k_bridge =
    "[bridge]\nlength = 25\nbending_stiffness_GNm2 = 45\nmass_per_length_t_m = 15\n";
const std::string k_vehicle = "[vehicle]\ntype = \"manchester\"\n";
const std::string k_train = "[train]\nspeed_km_h = 90\n";

TrainBridgeCase read(const std::string& text, const std::string& base_dir = "") {
  return parse_toml(text, "case.toml", base_dir).train_bridge.value();
}

/// The whole text that a user reads about a case.
void expect_told(const std::string& text, const std::string& told,
                 const std::string& base_dir = "") {
  EXPECT_EQ(problems_of(text, base_dir), told);
}

TEST(TrainBridgeToml, NumbersArriveInSiAndDefaultsAreFilledIn) {
  const TrainBridgeCase input = read(k_head + k_bridge +
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

TEST(TrainBridgeToml, WithoutABridgeTheGroundIsRigidAndTheRunNeedsAnEnd) {
  EXPECT_FALSE(read(k_head + k_vehicle + k_train + "[time]\nend = 1\n").bridge.has_value());
  expect_told(k_head + k_vehicle + k_train,
              "case.toml: time.end: is missing: without a bridge the run has no end of its own\n"
              "  hint: give it, or a table [bridge]");
}

TEST(TrainBridgeToml, AGridWithoutShapeTakesTheRadiiOfWheelAndRail) {
  const TrainBridgeCase input =
      read(k_head + k_bridge + k_vehicle + k_train + "[contact]\nmodel = \"grid\"\n");
  const auto& shape = std::get<WheelOnRail>(input.surfaces.shape);
  EXPECT_EQ(shape.wheel_rolling_radius, 0.46);
  EXPECT_EQ(shape.rail_profile_radius, 0.3);
  EXPECT_EQ(std::get<AutomaticArea>(input.surfaces.area).nx, 40);
}

TEST(TrainBridgeToml, BridgesThatCannotBeAreRefused) {
  const std::string rest = k_vehicle + k_train;
  const std::string base = "[bridge]\nmass_per_length = 1e4\n";
  expect_told(k_head + base + "length = 0\nbending_stiffness = 1e9\n" + rest,
              "case.toml:4: bridge.length: must be > 0, got 0");
  expect_told(k_head + base + "length = 20\nbending_stiffness = -1e9\n" + rest,
              "case.toml:5: bridge.bending_stiffness: must be > 0, got -1e+09");
  expect_told(k_head + base + "length = 20\nbending_stiffness = 1e9\nmodes = 0\n" + rest,
              "case.toml:6: bridge.modes: must be in [1, 2000], got 0");
  expect_told(k_head + base + "length = nan\nbending_stiffness = 1e9\n" + rest,
              "case.toml:4: bridge.length: must be a finite number, got nan");
}

TEST(TrainBridgeToml, VehiclesThatCannotBeAreRefused) {
  expect_told(k_head + k_bridge + "[vehicle]\ntype = \"manchster\"\n" + k_train,
              "case.toml:7: vehicle.type: must be one of 14 names, got \"manchster\"\n"
              "  hint: did you mean \"manchester\"? tread keys lists them all");
  expect_told(k_head + k_bridge + "[vehicle]\ntype = \"wheel\"\nmass = -3\n" + k_train,
              "case.toml:8: vehicle.mass: must be > 0, got -3");
  expect_told(k_head + k_bridge + k_vehicle + "mass = 3\n" + k_train,
              "case.toml:8: vehicle.mass: only for vehicle.type = wheel, here it is manchester");
  expect_told(k_head + k_bridge + k_vehicle + "count = 3\n" + k_train,
              "case.toml:6: vehicle.pitch: is missing for 3 vehicles\n"
              "  hint: it is the length of a vehicle over its couplers");
  expect_told(k_head + k_bridge + k_vehicle + "[train]\nspeed = -1\n",
              "case.toml:9: train.speed: must be > 0, got -1\n"
              "  hint: a train that stands or goes left never reaches the bridge");
}

TEST(TrainBridgeToml, KeysThatContradictOneAnotherAreRefused) {
  const std::string start = k_head + k_bridge + k_vehicle + k_train;
  expect_told(start + "[contact]\nmodel = \"rigid\"\n[time]\niteration = \"picard\"\n",
              "case.toml:13: time.iteration: a rigid contact is solved exactly in every step\n"
              "  hint: picard is for the other models");
  expect_told(start + "[shape]\ntype = \"cylinder\"\nradius = 0.3\nlength = 1\n",
              "case.toml:10: shape: counts only for contact.model = grid\n"
              "  hint: leave it out, or set the model");
  expect_told(start +
                  "[contact]\nmodel = \"linear\"\nstiffness = 1e9\n[upper]\nmaterial = "
                  "\"steel\"\n",
              "case.toml:13: upper: counts only for contact.model = hertz or grid\n"
              "  hint: leave it out, or set the model");
  expect_told(start + "[output]\npatch_times = [0.1]\n",
              "case.toml:11: output.patch_times: needs contact.model = \"grid\"\n"
              "  hint: the other models know a force and no pressure");
  expect_told(start + "[contact]\nwheel_profile_radius = -0.2\n",
              "case.toml:11: contact.wheel_profile_radius: a hollow wheel must be flatter than the "
              "rail head of 0.3 m\n  hint: its radius is negative and larger in size than "
              "rail_radius");
  expect_told(
      start + "[rail]\ntype = \"sine\"\namplitude_mm = 1\nwavelength = 1\nstart = 3\nend = 2\n",
      "case.toml:15: rail.end: must lie beyond rail.start");
}

TEST(TrainBridgeToml, OnlySchemesWithOneImplicitStageAreOffered) {
  const std::string start = k_head + k_bridge + k_vehicle + k_train + "[time]\nscheme = ";
  for (const char* scheme : {"newmark", "hht_alpha", "generalised_alpha", "backward_euler", "bdf_2",
                             "adams_moulton_2"}) {
    EXPECT_EQ(read(start + "\"" + scheme + "\"\n").time.scheme.name, scheme);
  }
  expect_told(
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
    return k_head + k_bridge + k_vehicle + k_train + "[rail]\ntype = \"file\"\nfile = \"" + file +
           "\"\nheight_unit = \"mm\"\n";
  }
  std::string place() const { return folder_.path().string(); }
  const testing_support::TemporaryFolder folder_;
};

TEST_F(RailFile, PlacesAreInMetresAndHeightsInTheirUnit) {
  const TrainBridgeCase input = read(with("rail.csv"), place());
  EXPECT_EQ(input.rail_places, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(input.rail_heights, (std::vector<double>{0, 0.5e-3, 0}));
}

TEST_F(RailFile, AFileThatIsMissingOrHasOtherColumnsIsToldAtItsKey) {
  const std::string missing = (folder_.path() / "none.csv").string();
  const std::string told = problems_of(with("none.csv"), place());
  EXPECT_EQ(told.find("case.toml:12: rail.file: " + missing + ": "), 0u) << told;
  expect_told(with("three.csv"),
              "case.toml:12: rail.file: has 3 numbers in a line, not 2\n"
              "  hint: a line is a place and its height",
              place());
  expect_told(with("rail.csv"), "case.toml:12: rail.file: no files can be read here");
}

}  // namespace
}  // namespace tread::casefile
