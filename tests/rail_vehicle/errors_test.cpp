#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tread/core/errors.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"
#include "tread/vehicle/rail_vehicle_model.hpp"

namespace tread::vehicle {
namespace {

using Change = std::function<void(RailVehicle&)>;

void expect_refused(const Change& change, const std::string& part) {
  RailVehicle vehicle = manchester_coach();
  change(vehicle);
  try {
    check(vehicle);
    FAIL() << "accepted what should be refused: " << part;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

void expect_no_track(const std::function<void(TrackAlignment&)>& change, const std::string& part) {
  TrackAlignment alignment = curve_track({});
  change(alignment);
  try {
    TrackPath path(alignment);
    FAIL() << "accepted what should be refused: " << part;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(RailVehicleErrors, the_coach_itself_is_accepted) {
  EXPECT_NO_THROW(check(manchester_coach()));
  EXPECT_NO_THROW(check(manchester_wagon_2d()));
}

TEST(RailVehicleErrors, impossible_bodies_are_named_with_their_value) {
  expect_refused([](auto& v) { v.bodies[0].mass = -5; }, "mass of 'car_body' = -5 kg must be > 0");
  expect_refused([](auto& v) { v.bodies[1].inertia.y() = 0; },
                 "Iyy of 'front_bogie' = 0 kg m2 must be > 0");
  expect_refused([](auto& v) { v.bodies[1].inertia.z() = 9000; },
                 "Izz of 'front_bogie' is 9000 kg m2, more than both others together (3198)");
  expect_refused([](auto& v) { v.bodies[3].inertia.x() = 1100; },
                 "wheelset 'wheelset_1' has Ixx = 1100 and Izz = 1120");
  expect_refused([](auto& v) { v.bodies[3].wheel_radius = 0; },
                 "wheel radius of 'wheelset_1' = 0 m must be > 0");
  expect_refused([](auto& v) { v.bodies.clear(); }, "no bodies");
  expect_refused([](auto& v) { v.bodies[0].centre.height = NAN; }, "must be finite");
}

TEST(RailVehicleErrors, names_are_unique_and_known) {
  expect_refused([](auto& v) { v.bodies[2].name = "front_bogie"; },
                 "two bodies are called 'front_bogie'");
  expect_refused([](auto& v) { v.bushings[1].name = v.bushings[0].name; },
                 "two joints are called 'primary_wheelset_1_left'");
  expect_refused([](auto& v) { v.bushings[0].second = "front_bogy"; },
                 "there is no body 'front_bogy', is 'front_bogie' meant?");
  expect_refused([](auto& v) { v.bodies[0].name.clear(); }, "a body has no name");
}

TEST(RailVehicleErrors, joints_that_make_no_sense_are_refused) {
  expect_refused([](auto& v) { v.bushings.back().second = v.bushings.back().first; },
                 "with itself");
  expect_refused([](auto& v) { v.bushings[0].place_on_first.height += 0.1; },
                 "on wheelset 'wheelset_1' 0.1");
  expect_refused([](auto& v) { v.bushings[0].yaw.stiffness = 1; },
                 "would turn the wheelset 'wheelset_1'");
  expect_refused([](auto& v) { v.bushings[0].axes = JointAxes::both; },
                 "must have its directions in axes of 'front_bogie'");
  expect_refused([](auto& v) { v.bushings[0].z.stiffness = -1; }, "z: stiffness = -1 must be >= 0");
  expect_refused([](auto& v) { v.bushings[0].z.series_stiffness = 0; },
                 "z: series stiffness = 0 must be > 0");
  expect_refused([](auto& v) { v.bushings[0].z.damping = 0; }, "without a damper");
  expect_refused(
      [](auto& v) {
        Rod rod;
        rod.name = "rod";
        rod.first = "front_bogie";
        rod.second = "car_body";
        v.rods = {rod};
      },
      "rod 'rod' is 0 m long");
}

TEST(RailVehicleErrors, laws_must_not_fall_or_push_at_rest) {
  expect_refused(
      [](auto& v) {
        v.bushings.back().y.spring_law = PiecewiseLinear({-1, 0, 1}, {5, 0, -5});
      },
      "spring law falls with -5");
  expect_refused(
      [](auto& v) {
        v.bushings.back().y.damper_law = PiecewiseLinear({-1, 1}, {0, 10});
      },
      "the damper law is 5 at rest");
  expect_refused(
      [](auto& v) {
        v.bushings.back().y.damper_law = PiecewiseLinear({-2, -1, 1, 2}, {-5, -5, 5, 5});
        v.bushings.back().y.series_stiffness = 1e5;
      },
      "where its law is level");
  // A law may fall where the spring beside it makes up for it.
  RailVehicle vehicle = manchester_coach();
  vehicle.bushings.back().y.stiffness = 10;
  vehicle.bushings.back().y.spring_law = PiecewiseLinear({-1, 0, 1}, {5, 0, -5});
  EXPECT_NO_THROW(check(vehicle));
  EXPECT_THROW(both_ways({0.01, 0.02}, {5, 10}), ModelError);
}

TEST(RailVehicleErrors, impossible_tracks_are_refused) {
  expect_no_track(
      [](auto& t) {
        t.curvature = PiecewiseLinear({0, 10}, {0, 1200});
      },
      "curvature = 1200 at s = 10 m");
  expect_no_track(
      [](auto& t) {
        t.cant = PiecewiseLinear({0, 10}, {0, 60});
      },
      "cant = 60 at s = 10 m");
  expect_no_track(
      [](auto& t) {
        t.slope = PiecewiseLinear({0, 10}, {0, 12});
      },
      "slope = 12 at s = 10 m");
  expect_no_track([](auto& t) { t.rounding = 0; }, "rounding = 0 m must be > 0");
  expect_no_track([](auto& t) { t.cant_base = -1; }, "cant base = -1 m must be > 0");
  CurveEntry entry;
  entry.transition = 0;
  EXPECT_THROW(curve_track(entry), ModelError);
}

TEST(RailVehicleErrors, a_model_needs_something_to_move_and_names_bodies) {
  RailVehicle vehicle = manchester_coach();
  EXPECT_THROW(RailVehicleModel(vehicle, TrackPath(), {.speed = NAN}), ModelError);
  for (RailBody& body : vehicle.bodies) body.free = {false, false, false, false, false, false};
  EXPECT_THROW(RailVehicleModel(vehicle, TrackPath(), {}), ModelError);
  const RailVehicleModel model(manchester_coach(), TrackPath(), {});
  try {
    model.find_body("carbody");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("is 'car_body' meant?"), std::string::npos);
  }
}

}  // namespace
}  // namespace tread::vehicle
