#include <gtest/gtest.h>

#include <string>

#include "casefile_toml/toml_support.hpp"

namespace tread::casefile {
namespace {

const std::string k_coach_head =
    "scenario = \"train_bridge\"\n"
    "[bridge]\nlength = 20\nbending_stiffness_GNm2 = 12\nmass_per_length_t_m = 10\n"
    "[train]\nspeed = 50\n";

std::string coach(const std::string& type, const std::string& more = "") {
  return "[[coach]]\ntype = \"" + type + "\"\n" + more;
}

TrainBridgeCase read_coaches(const std::string& text) {
  return parse_toml(k_coach_head + text, "case.toml", "").train_bridge.value();
}

std::string told(const std::string& text) { return problems_of(k_coach_head + text, ""); }

TEST(CoachToml, LengthsOfTheLiteratureAreFilledInAndThoseGivenAreTaken) {
  const TrainBridgeCase input =
      read_coaches(coach("ice3_velaro_head") + coach("traxx", "length = 19.5\ncount = 2\n") +
                   coach("manchester", "length_cm = 2500\nfront_overhang = 2.9\n") +
                   "[vehicle]\nwheel_radius = 0.5\ngravity = 9.8\n");
  ASSERT_EQ(input.coaches.size(), 3U);
  EXPECT_TRUE(input.is_composed());
  EXPECT_NEAR(*input.coaches[0].length, 25.835, 1e-12);
  EXPECT_EQ(input.coaches[0].front_overhang, 4.76);
  EXPECT_EQ(input.coaches[1].length, 19.5);
  EXPECT_FALSE(input.coaches[1].front_overhang);
  EXPECT_EQ(input.coaches[1].vehicle.count, 2);
  EXPECT_EQ(input.coaches[2].length, 25);
  EXPECT_EQ(input.coaches[2].front_overhang, 2.9);
  EXPECT_EQ(input.vehicle.wheel_radius, 0.5);
}

TEST(CoachToml, NumbersOfOnesOwnArriveInSi) {
  const TrainBridgeCase input = read_coaches(
      coach("full",
            "length = 26.4\nbody_mass_t = 36\nbody_inertia_tm2 = 2100\nbogie_mass_t = 2.8\n"
            "bogie_inertia_tm2 = 1.6\nwheelset_mass_t = 1.7\nprimary_stiffness_MN_m = 2.2\n"
            "secondary_stiffness_MN_m = 0.8\nsecondary_damping_kNs_m = 36\n"
            "bogie_distance = 19\nwheelbase = 2.5\n"));
  const VehicleInput& vehicle = input.coaches.at(0).vehicle;
  EXPECT_EQ(vehicle.body_mass, 36e3);
  EXPECT_EQ(vehicle.secondary_stiffness, 0.8e6);
  EXPECT_EQ(vehicle.secondary_damping, 36e3);
  EXPECT_EQ(vehicle.primary_damping, 0);
}

TEST(CoachToml, ATrainIsMadeOfOneKindOfTablesOnly) {
  EXPECT_EQ(told("[vehicle]\ntype = \"manchester\"\n" + coach("traxx")),
            "case.toml:9: vehicle.type: conflicts with [[coach]] of line 10\n"
            "  hint: leave one of them out; [vehicle] may hold wheel_radius and gravity beside "
            "them");
  EXPECT_EQ(told("type = \"velaro_e\"\n[vehicle]\ncount = 3\n"),
            "case.toml:10: vehicle.count: conflicts with train.type = velaro_e\n"
            "  hint: leave one of them out; [vehicle] may hold wheel_radius and gravity beside "
            "them");
  EXPECT_EQ(told("type = \"velaro_e\"\n" + coach("traxx")),
            "case.toml:8: train.type: conflicts with [[coach]] of line 9\n"
            "  hint: the train is made of one of them: leave the other out");
  EXPECT_EQ(told("[vehicle]\nwheel_radius = 0.5\n"),
            "case.toml:8: vehicle.type: is missing\n"
            "  hint: a train needs it, or tables [[coach]], or train.type");
  EXPECT_EQ(
      told(coach("traxx") + "[vehicle]\nbody_mass = 1000\n"),
      "case.toml:11: vehicle.body_mass: conflicts with [[coach]] of line 8\n"
      "  hint: leave one of them out; [vehicle] may hold wheel_radius and gravity beside them");
  EXPECT_EQ(told(coach("traxx") + "[[vehicle.mass]]\nname = \"body\"\nmass = 1000\n"),
            "case.toml:10: vehicle.mass[1]: counts only for vehicle.type = assembly, here it is "
            "left out\n  hint: leave it out");
  EXPECT_TRUE(read_coaches("type = \"velaro_e\"\n").is_composed());
}

TEST(CoachToml, CoachesThatCannotBeAreRefused) {
  const std::string unknown = told(coach("manchster"));
  EXPECT_EQ(unknown.find("case.toml:9: coach[1].type: must be \"full\", \"manchester\""), 0U)
      << unknown;
  EXPECT_NE(unknown.find("hint: did you mean \"manchester\"?"), std::string::npos) << unknown;
  EXPECT_EQ(told(coach("traxx", "count = 0\n")),
            "case.toml:10: coach[1].count: must be in [1, 100], got 0");
  EXPECT_EQ(told(coach("traxx") + coach("shinkansen_300", "length = 19\n")),
            "case.toml:12: coach[2].length: must be 20 m at least, from the first axle to the "
            "last, got 19\n  hint: give it over couplers or buffers");
  EXPECT_EQ(told(coach("shinkansen_300", "front_overhang = 7\n")),
            "case.toml:10: coach[1].front_overhang: must be in [1.25, 6.25] m, so that all axles "
            "stand below the vehicle, got 7\n"
            "  hint: it reaches from the front end to the centre of the first bogie");
  EXPECT_EQ(told(coach("manchester")),
            "case.toml:8: coach[1].length: is missing: no length of manchester is known\n"
            "  hint: give it over couplers or buffers");
  EXPECT_EQ(told(coach("traxx", "count = 60\n") + coach("traxx", "count = 41\n")),
            "case.toml:13: coach[2].count: makes a train of 101 vehicles, no more than 100 are "
            "computed with, got 41\n  hint: leave some out");
}

TEST(CoachToml, EqualVehiclesOfKnownLengthNeedNoPitch) {
  EXPECT_EQ(read_coaches("[vehicle]\ntype = \"shinkansen_300\"\ncount = 3\n").vehicle.pitch, 25);
  EXPECT_NE(told("[vehicle]\ntype = \"manchester\"\ncount = 3\n").find("vehicle.pitch: is missing"),
            std::string::npos);
  EXPECT_NE(told("[vehicle]\ntype = \"shinkansen_300\"\npart = \"half\"\ncount = 3\n")
                .find("vehicle.pitch: is missing"),
            std::string::npos);
}

}  // namespace
}  // namespace tread::casefile
