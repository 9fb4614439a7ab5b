#include <gtest/gtest.h>

#include <string>

#include "casefile_toml/toml_support.hpp"

namespace tread::casefile {
namespace {

// Lines 1 to 7.
const std::string k_assembly_head =
    "scenario = \"train_bridge\"\n[train]\nspeed = 30\n[time]\nend = 1\n[vehicle]\n"
    "type = \"assembly\"\n";
// Lines 8 to 13.
const std::string k_bar =
    "[[vehicle.bar]]\nname = \"body\"\nmass_t = 20\ninertia_tm2 = 300\n"
    "points = [\"front\", \"rear\"]\nahead = [4, -4]\n";
// Lines 14 to 17, 18 to 21.
const std::string k_wheel_1 = "[[vehicle.wheel]]\nname = \"w1\"\nmass_t = 1.5\noffset = 0\n";
const std::string k_wheel_2 = "[[vehicle.wheel]]\nname = \"w2\"\nmass_t = 1.5\noffset_mm = 8000\n";
const std::string k_parts = k_bar + k_wheel_1 + k_wheel_2;
// Lines 22 to 26, 27 to 30.
const std::string k_spring_1 =
    "[[vehicle.suspension]]\nupper = \"body.front\"\nlower = \"w1\"\nstiffness_kN_m = 900\n"
    "damping_kNs_m = 40\n";
const std::string k_spring_2 =
    "[[vehicle.suspension]]\nupper = \"body.rear\"\nlower = \"w2\"\nstiffness_kN_m = 900\n";
const std::string k_springs = k_spring_1 + k_spring_2;

vehicle::VehicleAssembly read_assembly(const std::string& tables) {
  return parse_toml(k_assembly_head + tables, "case.toml", "")
      .train_bridge.value()
      .vehicle.assembly.value();
}

/// The whole text that a user reads about an assembly.
void expect_assembly_told(const std::string& tables, const std::string& told) {
  EXPECT_EQ(problems_of(k_assembly_head + tables), told);
}

TEST(VehicleAssemblyToml, AllTablesArriveInSi) {
  const vehicle::VehicleAssembly assembly = read_assembly(
      k_parts + k_springs + "compressions_mm = [0, 100, 101]\nforces_kN = [0, 0, 5]\n" +
      "[[vehicle.mass]]\nname = \"engine\"\nmass_t = 2\n"
      "[[vehicle.joint]]\nfirst = \"engine\"\nsecond = \"body\"\n"
      "[[vehicle.load]]\nat = \"body.rear\"\nforce_kN = 7\n");
  ASSERT_EQ(assembly.parts.size(), 4u);
  const auto& bar = std::get<vehicle::RigidBar>(assembly.parts[0]);
  EXPECT_EQ(bar.name, "body");
  EXPECT_EQ(bar.mass, 20e3);
  EXPECT_EQ(bar.inertia, 300e3);
  ASSERT_EQ(bar.points.size(), 2u);
  EXPECT_EQ(bar.points[1].name, "rear");
  EXPECT_EQ(bar.points[1].ahead, -4);
  EXPECT_EQ(std::get<vehicle::WheelPart>(assembly.parts[2]).offset, 8);
  EXPECT_EQ(std::get<vehicle::PointMass>(assembly.parts[3]).mass, 2e3);
  ASSERT_EQ(assembly.suspensions.size(), 2u);
  EXPECT_EQ(assembly.suspensions[0].upper, "body.front");
  EXPECT_EQ(assembly.suspensions[0].lower, "w1");
  EXPECT_EQ(assembly.suspensions[0].stiffness, 9e5);
  EXPECT_EQ(assembly.suspensions[0].damping, 4e4);
  EXPECT_FALSE(assembly.suspensions[0].law.has_value());
  EXPECT_EQ(assembly.suspensions[1].law.value().places(), (std::vector<double>{0, 0.1, 0.101}));
  EXPECT_EQ(assembly.suspensions[1].law.value().values(), (std::vector<double>{0, 0, 5e3}));
  EXPECT_EQ(assembly.joints.at(0).second, "body");
  EXPECT_EQ(assembly.loads.at(0).at, "body.rear");
  EXPECT_EQ(assembly.loads.at(0).force, 7e3);
  EXPECT_EQ(assembly.gravity, 9.81);
}

TEST(VehicleAssemblyToml, PartsComeInTheOrderOfTheFile) {
  const vehicle::VehicleAssembly assembly =
      read_assembly(k_wheel_1 + k_bar + k_wheel_2 + k_springs);
  EXPECT_TRUE(std::holds_alternative<vehicle::WheelPart>(assembly.parts.at(0)));
  EXPECT_TRUE(std::holds_alternative<vehicle::RigidBar>(assembly.parts.at(1)));
  EXPECT_TRUE(std::holds_alternative<vehicle::WheelPart>(assembly.parts.at(2)));
}

TEST(VehicleAssemblyToml, MassAndLoadOfAWheelAreStillKeys) {
  const std::string head = changed(k_assembly_head, "assembly", "wheel");
  const VehicleInput wheel =
      parse_toml(head + "mass_t = 5\nload = 3\n", "case.toml", "").train_bridge.value().vehicle;
  EXPECT_EQ(wheel.mass, 5e3);
  EXPECT_EQ(wheel.load, 3);
  EXPECT_EQ(problems_of(head + "mass = [5, 6]\n"),
            "case.toml:8: vehicle.mass: must be a number, got [5, 6]");
  EXPECT_EQ(
      problems_of(head + "mass = 5\n[[vehicle.load]]\nat = \"w1\"\nforce = 1\n"),
      "case.toml:9: vehicle.load[1]: counts only for vehicle.type = assembly, here it is wheel\n"
      "  hint: leave it out");
}

TEST(VehicleAssemblyToml, TablesOfPartsAreForAssembliesAlone) {
  EXPECT_EQ(problems_of(changed(k_assembly_head, "assembly", "manchester") + k_bar),
            "case.toml:8: vehicle.bar[1]: counts only for vehicle.type = assembly, here it is "
            "manchester\n  hint: leave it out");
  expect_assembly_told(
      "mass = 5\n" + k_parts + k_springs,
      "case.toml:8: vehicle.mass: only for vehicle.type = wheel, here it is assembly");
}

TEST(VehicleAssemblyToml, NamesAreThereAndOnesOwn) {
  expect_assembly_told(
      k_parts + changed(k_springs, "body.front", "body.frnt"),
      "case.toml:23: vehicle.suspension[1].upper: names no part and no point of a bar, got "
      "\"body.frnt\"\n  hint: did you mean \"body.front\"?");
  expect_assembly_told(k_parts + k_springs + "[[vehicle.load]]\nat = \"pantograph\"\nforce = 1\n",
                       "case.toml:32: vehicle.load[1].at: names no part and no point of a bar, got "
                       "\"pantograph\"\n  hint: there are body, body.front, body.rear, w1, w2");
  expect_assembly_told(
      changed(k_parts, "\"w2\"", "\"w1\"") + changed(k_springs, "\"w2\"", "\"w1\""),
      "case.toml:19: vehicle.wheel[2].name: is taken by vehicle.wheel[1].name of line 15, "
      "got \"w1\"\n  hint: give each part a name of its own");
  expect_assembly_told(
      changed(k_parts, "\"rear\"", "\"front\"") + k_springs,
      "case.toml:12: vehicle.bar[1].points: must not name a word twice, got \"front\"");
  expect_assembly_told(
      changed(k_parts, "\"w1\"", "\"w.1\"") + changed(k_springs, "\"w1\"", "\"w.1\""),
      "case.toml:15: vehicle.wheel[1].name: must have no dot, got \"w.1\"\n"
      "  hint: a dot joins a bar and its point: body.front");
  expect_assembly_told(changed(k_parts, "name = \"w2\"\n", "") + k_springs,
                       "case.toml:18: vehicle.wheel[2].name: is missing\n"
                       "  hint: [[vehicle.wheel]] needs it: Its name");
}

TEST(VehicleAssemblyToml, PartsThatCannotBeAreRefused) {
  expect_assembly_told(changed(k_parts, "mass_t = 20", "mass_t = -20") + k_springs,
                       "case.toml:10: vehicle.bar[1].mass_t: must be > 0, got -20");
  expect_assembly_told(
      changed(k_parts, "[4, -4]", "[4]") + k_springs,
      "case.toml:13: vehicle.bar[1].ahead: must be 2 numbers as there are points, got 1");
  expect_assembly_told(k_bar,
                       "case.toml:6: vehicle.wheel: is missing\n"
                       "  hint: an assembly stands on one [[vehicle.wheel]] or more");
  expect_assembly_told(
      changed(k_parts, "offset = 0", "offset = 2") + k_springs,
      "case.toml:17: vehicle.wheel[1].offset: must be 0 for the leading wheel, got 2\n"
      "  hint: offsets count from it to the back");
  expect_assembly_told(
      changed(k_parts, "mass_t = 1.5", "mass_t = 0") + k_springs,
      "case.toml:16: vehicle.wheel[1].mass_t: wheel 'w1' has no mass and is not fixed to a "
      "mass: a massless wheel under a spring is a linear contact: let the part above it "
      "roll (mass > 0) and give the spring as the contact's, or fix 'w1' by a rigid joint");
  std::string many;
  for (int i = 0; i < 200; ++i) {
    many += "[[vehicle.mass]]\nname = \"m" + std::to_string(i) + "\"\nmass = 1\n";
  }
  expect_assembly_told(
      k_wheel_1 + many,
      "case.toml:7: vehicle.type: is of 201 parts, no more than 200 are computed with\n"
      "  hint: one vehicle has a few; equal ones follow by vehicle.count");
}

TEST(VehicleAssemblyToml, SuspensionsThatCannotBeAreRefused) {
  expect_assembly_told(
      k_parts + changed(k_springs, "lower = \"w1\"", "lower = \"body.front\""),
      "case.toml:24: vehicle.suspension[1].lower: must be another place than upper, got "
      "\"body.front\"\n"
      "  hint: a spring acts between parts that move against each other");
  expect_assembly_told(
      k_parts + k_spring_1 + changed(k_spring_2, "stiffness_kN_m = 900\n", ""),
      "case.toml:27: vehicle.suspension[2].stiffness: there is no stiffness, no damping "
      "and no law\n  hint: give one of them, or leave the suspension out");
  const std::string before = k_parts + k_springs;
  expect_assembly_told(
      before + "compressions_mm = [0, 100]\nforces_kN = [5, 0]\n",
      "case.toml:32: vehicle.suspension[2].forces_kN: must not fall with the compression, "
      "got 0 after 5000 N\n"
      "  hint: they push the ends apart: positive where the spring is compressed");
  expect_assembly_told(
      before + "compressions_mm = [100, 0]\nforces_kN = [0, 5]\n",
      "case.toml:31: vehicle.suspension[2].compressions_mm: must rise, got 0 after 0.1 m");
  expect_assembly_told(
      before + "compressions_mm = [0, 100]\nforces_kN = [0]\n",
      "case.toml:32: vehicle.suspension[2].forces_kN: must be 2 numbers as there are "
      "compressions, got 1");
  expect_assembly_told(before + "forces_kN = [0]\n",
                       "case.toml:31: vehicle.suspension[2].forces_kN: needs "
                       "vehicle.suspension[2].compressions as well");
}

TEST(VehicleAssemblyToml, WhatWouldFallOrIsHeldTwiceIsToldAtItsTable) {
  expect_assembly_told(
      k_parts + k_springs + "[[vehicle.mass]]\nname = \"engine\"\nmass = 5\n",
      "case.toml:32: vehicle.mass[1].name: no spring holds this part up, got \"engine\"\n"
      "  hint: join it to others with [[vehicle.suspension]] or [[vehicle.joint]]");
  expect_assembly_told(
      k_bar + k_wheel_1 +
          "[[vehicle.suspension]]\nupper = \"body\"\nlower = \"w1\"\nstiffness = 1e6\n",
      "case.toml:7: vehicle.type: is not held up by its wheels: some mass has no spring "
      "under it");
  const std::string joint = "[[vehicle.joint]]\nfirst = \"w1\"\nsecond = \"body.front\"\n";
  expect_assembly_told(
      k_parts + k_spring_2 + joint + joint,
      "case.toml:30: vehicle.joint[2].first: the joint of 'w1' and 'body.front' says what "
      "other joints already say: leave it out or put a spring in its place");
  expect_assembly_told(
      changed(k_parts, "8000", "7000") + joint +
          "[[vehicle.joint]]\nfirst = \"body.rear\"\nsecond = \"w2\"\n",
      "case.toml:13: vehicle.bar[1].ahead: wheels 'w1' and 'w2' are fixed on 'body', but "
      "their offsets and their places on it differ by 1 m: give the same distance in both");
  expect_assembly_told(
      k_parts + k_springs + "[[vehicle.joint]]\nfirst = \"w1\"\nsecond = \"w1\"\n",
      "case.toml:33: vehicle.joint[1].second: must be another place than first, got "
      "\"w1\"\n  hint: a joint holds two parts together");
}

}  // namespace
}  // namespace tread::casefile
