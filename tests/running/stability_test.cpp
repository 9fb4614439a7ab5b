#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "running/vehicles.hpp"

namespace tread::running {
namespace {

std::unique_ptr<RunningVehicle> coach_at(double speed) {
  return test::on_rails(vehicle::manchester_coach(), {}, speed, test::s1002_on_uic60(),
                        wheel_rail::hertz_linear());
}

/// Largest lateral swing of any wheelset between two times.
double swing(const VehicleRun& run, double from, double to) {
  double largest = 0;
  for (const RunRecord& record : run.records) {
    if (record.time < from || record.time > to) continue;
    for (const WheelsetRecord& wheelset : record.wheelsets) {
      largest = std::max(largest, std::abs(wheelset.pose.lateral));
    }
  }
  return largest;
}

/// How much a small kick has grown from the first to the last second.
double growth_of_a_kick(double speed) {
  const auto coach = coach_at(speed);
  State state = test::state_of(find_steady_running(*coach, set_on_rails(*coach, 0)));
  for (int i = 0; i < coach->n_wheelsets(); ++i) {
    const int body = coach->model().body_of_wheelset(i);
    state.velocity(coach->model().coordinate(body, vehicle::Motion::y)) = 1e-3;
  }
  RunOptions options;
  options.scheme.name = "newmark";  // without damping of its own
  options.scheme.nonlinear.relative_tolerance = 1e-10;
  options.step = 1e-3;
  options.end_time = 4;
  const VehicleRun run =
      run_vehicle(*coach, state, derailment_limits(test::s1002_on_uic60()), options);
  EXPECT_EQ(run.status, SolveStatus::converged) << run.message;
  EXPECT_LT(swing(run, 1, 4), 1e-4);  // small enough for a linear theory
  return swing(run, 3, 4) / swing(run, 1, 2);
}

TEST(stability, a_kick_dies_below_the_linear_critical_speed_and_grows_above_within_two_per_cent) {
  const CriticalSpeed critical = find_critical_speed(coach_at, 40, 90, 0.05);
  ASSERT_TRUE(critical.speed.has_value());
  EXPECT_LT(growth_of_a_kick(0.98 * *critical.speed), 1);
  EXPECT_GT(growth_of_a_kick(1.02 * *critical.speed), 1);
}

TEST(stability, no_change_of_sign_is_told) {
  const CriticalSpeed critical = find_critical_speed(coach_at, 20, 25, 1);
  EXPECT_FALSE(critical.speed.has_value());
  EXPECT_LT(critical.growth_low, 0);
  EXPECT_LT(critical.growth_high, 0);
}

}  // namespace
}  // namespace tread::running
