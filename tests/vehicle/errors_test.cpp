#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "tread/core/errors.hpp"
#include "tread/vehicle/surface_profile.hpp"
#include "tread/vehicle/train.hpp"
#include "tread/vehicle/vehicle_data.hpp"
#include "tread/vehicle/wheel_defect.hpp"

namespace tread::vehicle {
namespace {

void expect_error(const std::function<void()>& act, const std::string& part) {
  try {
    act();
    FAIL() << "accepted what should be refused: " << part;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(VehicleErrors, impossible_masses_and_suspensions_are_named_with_their_value) {
  expect_error([] { make_vehicle(SingleWheel{.mass = -3}); }, "wheel = -3 must be > 0");
  expect_error([] { make_vehicle(SprungMass{.body_mass = 1, .wheel_mass = 1, .stiffness = 0}); },
               "suspension stiffness = 0 must be > 0");
  FullVehicle full = find_vehicle("manchester").data;
  full.wheelbase = 0;
  expect_error([&] { make_vehicle(full); }, "wheelbase = 0 must be > 0");
}

TEST(VehicleErrors, matrices_that_feed_energy_in_are_refused) {
  PlaneVehicle vehicle = make_vehicle(SprungMass{10, 1, 100, 1});
  vehicle.stiffness(0, 0) = -100;
  expect_error([&] { check(vehicle); }, "it would feed energy");
  vehicle = make_vehicle(SprungMass{10, 1, 100, 1});
  vehicle.damping(0, 1) = 5;
  expect_error([&] { check(vehicle); }, "not symmetric");
}

TEST(VehicleErrors, wheels_out_of_order_and_bodies_without_mass_are_refused) {
  PlaneVehicle vehicle = make_half_vehicle(find_vehicle("manchester").data);
  std::swap(vehicle.wheels[0].offset, vehicle.wheels[1].offset);
  expect_error([&] { check(vehicle); }, "offset 2.56");
  vehicle = make_vehicle(SprungMass{10, 1, 100, 1});
  vehicle.mass(0, 0) = 0;
  expect_error([&] { check(vehicle); }, "singular");
  vehicle = make_vehicle(SingleWheel{.mass = 1, .load = 1});
  vehicle.mass(0, 0) = 0;
  expect_error([&] { check(vehicle); }, "neither mass nor spring");
}

TEST(VehicleErrors, vehicles_that_overlap_are_refused) {
  const PlaneVehicle vehicle = make_vehicle(find_vehicle("manchester").data);
  expect_error([&] { check(equal_vehicles_train(vehicle, 2, 10)); }, "begins 10 m");
  expect_error([&] { check(Train{}); }, "no vehicles");
}

TEST(VehicleErrors, unknown_vehicle_names_the_nearest_one) {
  expect_error([] { find_vehicle("manchster"); }, "is 'manchester' meant?");
}

TEST(VehicleErrors, profiles_without_length_and_flats_too_long_are_refused) {
  expect_error([] { check(SurfaceProfile(SineProfile{1e-3, 0})); }, "wavelength");
  expect_error([] { SampledProfile({0, 0}, {1, 2}); }, "place 2");
  expect_error([] { SampledProfile({0, 1}, {1}); }, "2 places and 1 heights");
  expect_error([] { check(WheelDefect(FlatSpot{.radius = 0.4, .length = 0.5})); }, "larger than");
}

}  // namespace
}  // namespace tread::vehicle
