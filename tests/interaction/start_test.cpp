#include <gtest/gtest.h>

#include <cmath>

#include "interaction/cases.hpp"

namespace tread::interaction {
namespace {

using test::k_yang_yau_length;
using test::k_yang_yau_mass;
using test::k_yang_yau_stiffness;

constexpr double k_step = 1e-5;
constexpr double k_place = 7;  // m, where the wheel stands at the start
constexpr double k_weight = k_yang_yau_mass * vehicle::k_gravity;

/// Of a column in the first step.
double first_rate(const History& history, int column = 0) {
  return (history(1, column) - history(0, column)) / k_step;
}

TrainBridgeProblem wheel_on_beam(const ContactModel& contact) {
  TrainBridgeProblem problem = test::yang_yau(40, contact);
  problem.start_position = k_place;
  problem.duration = 1e-3;
  return problem;
}

/// d/dx of the deflection at midspan of a simple beam under a weight at x before it, P x (3 L^2 -
/// 4 x^2) / 48 EI.
double slope_of_midspan_influence(double x) {
  return k_weight * (3 * k_yang_yau_length * k_yang_yau_length - 12 * x * x) /
         (48 * k_yang_yau_stiffness);
}

/// d/dx of the deflection below the weight, P x^2 (L - x)^2 / 3 EI L.
double slope_of_sinking(double x) {
  const double other = k_yang_yau_length - x;
  return k_weight * 2 * x * other * (other - x) / (3 * k_yang_yau_stiffness * k_yang_yau_length);
}

TEST(Start, bridge_and_wheel_move_as_their_state_at_rest_changes_along_the_track) {
  for (const ContactModel& contact :
       {ContactModel(RigidContact{}), ContactModel(LinearContact{.stiffness = 1e9})}) {
    const TrainBridgeProblem problem = wheel_on_beam(contact);
    const Crossing crossing = cross_bridge(problem, test::at_midspan(problem, k_step));
    ASSERT_EQ(crossing.status, SolveStatus::converged);
    const double of_bridge = problem.speed * slope_of_midspan_influence(k_place);
    EXPECT_NEAR(first_rate(crossing.deflections), of_bridge, 0.01 * of_bridge);
    const double of_wheel = problem.speed * slope_of_sinking(k_place);
    EXPECT_NEAR(first_rate(crossing.wheels), of_wheel, 0.01 * of_wheel);
  }
}

TEST(Start, body_goes_down_with_its_wheel) {
  TrainBridgeProblem problem = wheel_on_beam(LinearContact{.stiffness = 1e9});
  problem.train = vehicle::single_vehicle_train(make_vehicle(
      vehicle::SprungMass{.body_mass = 5000, .wheel_mass = 750, .stiffness = 1e6, .damping = 0}));
  CrossingOptions options = test::at_midspan(problem, k_step);
  options.record_vehicles = true;
  const Crossing crossing = cross_bridge(problem, options);
  const double expected = problem.speed * slope_of_sinking(k_place);
  for (int i = 0; i < crossing.vehicles.cols(); ++i) {
    EXPECT_NEAR(first_rate(crossing.vehicles, i), expected, 0.01 * expected) << i;
  }
}

TEST(Start, body_does_not_follow_the_unevenness_of_the_rail) {
  TrainBridgeProblem problem = wheel_on_beam(LinearContact{.stiffness = 1e9});
  problem.bridge.reset();
  problem.train = vehicle::single_vehicle_train(make_vehicle(
      vehicle::SprungMass{.body_mass = 5000, .wheel_mass = 750, .stiffness = 1e6, .damping = 0}));
  problem.rail = vehicle::SineProfile{.amplitude = 1e-4, .wavelength = 1};
  CrossingOptions options;
  options.step = k_step;
  options.record_vehicles = true;
  const Crossing crossing = cross_bridge(problem, options);
  const double slope = 2 * std::numbers::pi * 1e-4;  // at 7 m, a crossing through zero
  EXPECT_NEAR(first_rate(crossing.wheels), -problem.speed * slope, 0.05 * problem.speed * slope);
  // the wheel is the other one of the two
  const double slow = std::min(std::abs(first_rate(crossing.vehicles, 0)),
                               std::abs(first_rate(crossing.vehicles, 1)));
  EXPECT_LT(slow, 0.01 * problem.speed * slope);
}

TEST(Start, bridge_is_at_rest_below_a_wheel_that_comes_onto_it) {
  for (const double rail : {0.0, 1.0}) {
    TrainBridgeProblem problem = wheel_on_beam(LinearContact{.stiffness = 1e9});
    problem.start_position = 0;
    problem.joint_rails = rails_over_joints(*problem.bridge, rail);
    const Crossing crossing = cross_bridge(problem, test::at_midspan(problem, k_step));
    EXPECT_LT(std::abs(first_rate(crossing.deflections)),
              0.01 * problem.speed * slope_of_midspan_influence(0))
        << rail;
  }
}

}  // namespace
}  // namespace tread::interaction
