#include <gtest/gtest.h>

#include <cmath>

#include "interaction_structure/structures.hpp"
#include "tread/fem/track.hpp"

namespace tread::interaction {
namespace {

// A rail on pads so close together that it is a beam on a Winkler bed.
constexpr double k_bending_stiffness = 1.3e7;  // N m2, of both rails
constexpr double k_bed = 1e8;                  // N/m2
constexpr double k_spacing = 0.2;              // m
constexpr double k_mass = 1500;                // kg, of the wheel
constexpr double k_load = 70e3;                // N, on it
constexpr double k_speed = 100;                // m/s
constexpr double k_step = 5e-5;

TrainBridgeProblem wheel_on_rail() {
  fem::Track track;
  track.start = -20;
  track.length = 50;
  track.element_length = k_spacing;
  track.first_sleeper = k_spacing / 2;
  track.sleeper_spacing = k_spacing;
  track.rail.bending_stiffness = k_bending_stiffness;
  track.rail.mass_per_length = 120;
  track.pads = {.stiffness = k_bed * k_spacing, .damping = 0};
  TrainBridgeProblem problem;
  problem.structure = test::shared(put_track_on({}, 0, track));
  problem.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SingleWheel{.mass = k_mass, .load = k_load}));
  problem.contact = LinearContact{.stiffness = 2e9};
  problem.speed = k_speed;
  problem.start_position = 0;
  problem.duration = 0.1;
  return problem;
}

const double k_beta = std::pow(k_bed / (4 * k_bending_stiffness), 0.25);  // 1/m
const double k_force = k_load + k_mass * vehicle::k_gravity;

/// w(d) = F beta / 2 k e^(-beta d) (cos + sin)(beta d) at a distance d ahead moves with the wheel:
/// w_t = v F beta^2 / k e^(-beta d) sin(beta d).
double velocity_ahead(double distance) {
  return k_speed * k_force * k_beta * k_beta / k_bed * std::exp(-k_beta * distance) *
         std::sin(k_beta * distance);
}

TEST(StartOnTrack, dent_of_the_rail_moves_along_from_the_start) {
  const TrainBridgeProblem problem = wheel_on_rail();
  CrossingOptions options = test::with_step(k_step, 0.5);
  options.sections = {-1.0, -0.5, 0.5, 1.0, 1.5};
  const Crossing crossing = cross_bridge(problem, options);
  ASSERT_EQ(crossing.status, SolveStatus::converged);
  for (std::size_t i = 0; i < options.sections.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    const double rate =
        (crossing.deflections(1, column) - crossing.deflections(0, column)) / k_step;
    const double x = options.sections[i];
    const double expected = (x > 0 ? 1 : -1) * velocity_ahead(std::abs(x));
    EXPECT_NEAR(rate, expected, 0.06 * velocity_ahead(0.6)) << x;
  }
}

TEST(StartOnTrack, steady_wheel_keeps_the_force_that_its_weight_is) {
  const Crossing crossing = cross_bridge(wheel_on_rail(), test::with_step(k_step, 0.5));
  // In the steady state the wheel runs level and its force is its weight; the dent at this speed is
  // a little deeper than at rest, which the start leaves to the wheel.
  const test::Extremes forces = test::amplification(crossing);
  EXPECT_GT(forces.least, 0.93);
  EXPECT_LT(forces.most, 1.07);
}

}  // namespace
}  // namespace tread::interaction
