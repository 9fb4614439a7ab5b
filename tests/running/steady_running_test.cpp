#include "tread/running/steady_running.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "running/vehicles.hpp"
#include "tread/core/errors.hpp"

namespace tread::running {
namespace {

using test::on_rails;
using test::s1002_on_uic60;
using test::state_of;

TEST(steady_running, a_coach_on_straight_track_stands_upright_on_wheels_that_carry_its_weight) {
  const vehicle::ManchesterData data;
  const auto coach = on_rails(vehicle::manchester_coach(data), {}, 45, s1002_on_uic60(),
                              wheel_rail::semi_elastic());
  const SteadyRunning steady = find_steady_running(*coach, set_on_rails(*coach, 0));
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const RunRecord record = record_of(*coach, state_of(steady));
  double sum = 0;
  for (const WheelsetRecord& wheelset : record.wheelsets) {
    EXPECT_NEAR(wheelset.pose.lateral, 0, 1e-12);
    EXPECT_NEAR(wheelset.pose.yaw, 0, 1e-12);
    EXPECT_NEAR(wheelset.left.q, wheelset.right.q, 1e-6);
    EXPECT_NEAR(wheelset.left.y, wheelset.right.y, 1e-6);
    sum += wheelset.left.q + wheelset.right.q;
  }
  const double mass = data.body_mass + 2 * data.bogie_mass + 4 * data.wheelset_mass;
  EXPECT_NEAR(sum, mass * data.gravity, 1e-3);
}

vehicle::RailVehicle free_wheelset() {
  vehicle::RailVehicle vehicle;
  vehicle.name = "free wheelset";
  vehicle::RailBody body;
  body.name = "wheelset";
  body.mass = 1813;
  body.inertia = {1120, 112, 1120};
  body.centre = {0, 0, 0.46};
  body.wheel_radius = 0.46;
  body.free.x = false;
  vehicle.bodies = {body};
  return vehicle;
}

/// lambda = 2 pi sqrt(r e / tan gamma), Klingel 1883.
TEST(steady_running, a_free_conical_wheelset_swings_with_the_wavelength_of_klingel) {
  const double slope = 0.025;
  for (const double speed : {0.5, 2.0, 5.0}) {
    const auto wheelset = on_rails(free_wheelset(), {}, speed, test::cone_on_circle(slope),
                                   wheel_rail::hertz_linear());
    const SteadyRunning steady = find_steady_running(*wheelset, set_on_rails(*wheelset, 0));
    ASSERT_EQ(steady.status, SolveStatus::converged);
    const RunRecord record = record_of(*wheelset, state_of(steady));
    const profile::ContactPoint& place = record.wheelsets[0].right.pair.patches.at(0).place;
    const double klingel =
        2 * std::numbers::pi * std::sqrt(place.rolling_radius * place.position.y() / slope);
    double frequency = 0;  // Hz; the other modes that swing bounce on the contact, above 50 Hz
    for (const vehicle::DampedMode& mode : running_modes(*wheelset, steady, 0)) {
      if (mode.frequency > 0 && mode.frequency < 10) frequency = mode.frequency;
    }
    EXPECT_NEAR(speed / frequency, klingel, 0.01 * klingel) << speed;
  }
}

TEST(steady_running, cones_of_unlike_radii_run_where_their_rolling_radii_are_equal) {
  const double slope = 0.025;
  profile::WheelRailPair left = test::cone_on_circle(slope);
  profile::WheelRailPair right = left;
  left.wheel = profile::enlarged(left.wheel, -0.05e-3);
  right.wheel = profile::enlarged(right.wheel, 0.05e-3);
  const auto wheelset = on_rails(free_wheelset(), {}, 2, left, right, wheel_rail::hertz_linear());
  const SteadyRunning steady = find_steady_running(*wheelset, set_on_rails(*wheelset, 0));
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const WheelsetRecord record = record_of(*wheelset, state_of(steady)).wheelsets[0];
  EXPECT_NEAR(record.pose.lateral, -0.05e-3 / slope, 0.02e-3);
  EXPECT_NEAR(record.left.pair.patches.at(0).place.rolling_radius,
              record.right.pair.patches.at(0).place.rolling_radius, 1e-6);
}

TEST(steady_running, a_wheelset_between_the_rails_is_refused_by_name) {
  profile::WheelRailPair pair = s1002_on_uic60();
  pair.track.gauge = 1.65;
  const auto wagon =
      on_rails(vehicle::manchester_wagon_2d(), {}, 45, pair, wheel_rail::semi_elastic());
  try {
    set_on_rails(*wagon, 0);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("wheelset finds no rail below its wheels at y = 0 mm"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tread::running
