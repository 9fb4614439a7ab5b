#include "tread/running/run_vehicle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "running/vehicles.hpp"
#include "tread/core/errors.hpp"

namespace tread::running {
namespace {

RunOptions options_until(double end) {
  RunOptions options;
  options.scheme.name = "hht_alpha";
  options.scheme.nonlinear.relative_tolerance = 1e-8;
  options.end_time = end;
  return options;
}

TEST(run_vehicle, a_wheelset_that_is_thrown_off_the_track_ends_the_run_where_it_derails) {
  const auto wagon = test::on_rails(vehicle::manchester_wagon_2d(), {}, 30, test::s1002_on_uic60(),
                                    wheel_rail::semi_elastic());
  State state = test::state_of(find_steady_running(*wagon, set_on_rails(*wagon, 0)));
  const int body = wagon->model().body_of_wheelset(0);
  state.velocity(wagon->model().coordinate(body, vehicle::Motion::y)) = 4;
  state.velocity(wagon->model().coordinate(body, vehicle::Motion::z)) = -1;
  const VehicleRun run =
      run_vehicle(*wagon, state, derailment_limits(test::s1002_on_uic60()), options_until(1));
  ASSERT_TRUE(run.derailment.has_value());
  EXPECT_GT(run.derailment->time, 0);
  EXPECT_LT(run.derailment->time, 0.2);
  EXPECT_EQ(run.derailment->wheelset, 0);
  EXPECT_NEAR(run.derailment->distance, 30 * run.derailment->time, 1e-6);
  EXPECT_NEAR(run.derailment->lift, run.derailment->lift > 0 ? 0.028 : -0.02, 1e-3);
  EXPECT_GT(run.records.size(), 2u);
  EXPECT_NEAR(run.records.back().time, run.derailment->time, 1e-3);
}

TEST(run_vehicle, any_number_of_threads_gives_the_same_bits) {
  const auto position_after = [](int n_threads) {
    const profile::WheelRailPair pair = test::s1002_on_uic60();
    const auto coach = test::on_rails(vehicle::manchester_coach(), {}, 40, pair,
                                      wheel_rail::hertz_fastsim(), n_threads);
    State state = set_on_rails(*coach, 0);
    state.velocity(coach->model().coordinate(3, vehicle::Motion::y)) = 0.05;
    const VehicleRun run = run_vehicle(*coach, state, derailment_limits(pair), options_until(0.05));
    return run.records.back().position;
  };
  EXPECT_EQ(position_after(1), position_after(2));
}

TEST(run_vehicle, a_wheelset_without_contacts_is_refused) {
  vehicle::RailVehicleModel model(vehicle::manchester_wagon_2d(), vehicle::TrackPath(),
                                  {.speed = 40});
  EXPECT_THROW(RunningVehicle(std::move(model), {}), ModelError);
}

}  // namespace
}  // namespace tread::running
