#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tread/vehicle/rail_vehicle.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"

namespace tread::vehicle {
namespace {

std::vector<std::string> names_to_pull(const RailVehicle& vehicle) {
  std::vector<std::string> names;
  for (const std::size_t i : bodies_to_pull(vehicle)) names.push_back(vehicle.bodies[i].name);
  return names;
}

RailBody plain_body(const std::string& name, double mass, double x = 0) {
  return {name, mass, {1, 1, 1}, {x, 0, 1}, {}, std::nullopt};
}

RailBody plain_wheelset(const std::string& name, double mass, double x = 0) {
  return {name, mass, {1, 1, 1}, {x, 0, 0.46}, {}, 0.46};
}

Bushing bushing_between(const std::string& first, const std::string& second) {
  Bushing bushing;
  bushing.name = first + "_" + second;
  bushing.first = first;
  bushing.second = second;
  return bushing;
}

Bushing along_track(const std::string& first, const std::string& second) {
  Bushing bushing = bushing_between(first, second);
  bushing.x.stiffness = 1e6;
  return bushing;
}

TEST(Pulled, CoachAtItsCarBodyAndOnlyOnce) {
  ManchesterData data;
  data.forward = Forward::free;
  RailVehicle coach = manchester_coach(data);
  EXPECT_EQ(names_to_pull(coach), std::vector<std::string>{"car_body"});
  keep_at_speed(coach);
  EXPECT_FALSE(coach.bodies[0].free.x);
  EXPECT_TRUE(names_to_pull(coach).empty());
  EXPECT_TRUE(names_to_pull(manchester_coach()).empty());
  EXPECT_TRUE(names_to_pull(manchester_wagon_2d()).empty());
}

TEST(Pulled, TheHeaviestBodyThatIsNoWheelsetWhateverTheOrder) {
  RailVehicle vehicle;
  vehicle.bodies = {plain_wheelset("axle", 900), plain_body("bogie", 500), plain_body("body", 800)};
  vehicle.bushings = {along_track("bogie", "axle"), along_track("body", "bogie")};
  EXPECT_EQ(names_to_pull(vehicle), std::vector<std::string>{"body"});
  std::swap(vehicle.bodies[0], vehicle.bodies[2]);
  EXPECT_EQ(names_to_pull(vehicle), std::vector<std::string>{"body"});
}

TEST(Pulled, NothingIsAddedWhereAnyBodyOfTheGroupIsHeld) {
  RailVehicle vehicle;
  vehicle.bodies = {plain_body("body", 800), plain_wheelset("axle", 100)};
  vehicle.bodies[1].free.x = false;
  vehicle.bushings = {along_track("axle", "body")};
  EXPECT_TRUE(names_to_pull(vehicle).empty());
}

TEST(Pulled, PartsThatNoSpringJoinsAlongTheTrackAreEachPulled) {
  RailVehicle vehicle;
  vehicle.bodies = {plain_body("body", 800), plain_wheelset("one", 100), plain_wheelset("two", 90)};
  Bushing across = bushing_between("one", "body");
  across.y.stiffness = across.z.stiffness = 1e6;
  across.x.damping = 1e4;  // holds no place
  vehicle.bushings = {across, along_track("two", "body")};
  EXPECT_EQ(names_to_pull(vehicle), (std::vector<std::string>{"one", "body"}));
  vehicle.bushings[0].x.spring_law = both_ways({0.01, 0.02}, {0, 1e5});  // a stop with clearance
  EXPECT_EQ(names_to_pull(vehicle), std::vector<std::string>{"body"});
}

TEST(Pulled, RodsJoinAlongTheTrackUnlessTheyLieAcrossIt) {
  RailVehicle vehicle;
  vehicle.bodies = {plain_body("body", 800), plain_body("bogie", 100)};
  Rod rod;
  rod.name = "rod";
  rod.first = "bogie";
  rod.second = "body";
  rod.place_on_second = {0, 1, 1};
  rod.along.stiffness = 1e6;
  vehicle.rods = {rod};
  EXPECT_EQ(names_to_pull(vehicle).size(), 2u);
  vehicle.rods[0].place_on_second.x = 0.5;
  EXPECT_EQ(names_to_pull(vehicle), std::vector<std::string>{"body"});
  // A hanger swings back under its load.
  vehicle.rods[0].place_on_second.x = 0;
  vehicle.rods[0].along.preload = 1e3;
  EXPECT_EQ(names_to_pull(vehicle), std::vector<std::string>{"body"});
}

}  // namespace
}  // namespace tread::vehicle
