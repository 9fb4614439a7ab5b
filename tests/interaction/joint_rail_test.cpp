#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "interaction/cases.hpp"

namespace tread::interaction {
namespace {

constexpr int k_railed_modes = 8;
constexpr double k_railed_length = test::k_yang_yau_length;
constexpr double k_reach = 1;
constexpr double k_wheel_mass = 1800;  // kg, of the wheel
constexpr double k_axle_load = 60e3;   // N, on it
constexpr double k_stiffness = 1.2e9;  // N/m, of the contact
constexpr double k_speed = 80;         // m/s
constexpr double k_joint_step = 1e-4;  // s

TrainBridgeProblem loaded_wheel(double joint_rail) {
  TrainBridgeProblem problem =
      test::yang_yau(k_railed_modes, LinearContact{.stiffness = k_stiffness});
  problem.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SingleWheel{.mass = k_wheel_mass, .load = k_axle_load}));
  problem.speed = k_speed;
  problem.start_position = -2;
  problem.duration = (k_railed_length + 6) / k_speed;
  problem.joint_rails = rails_over_joints(*problem.bridge, joint_rail);
  return problem;
}

Crossing cross_on_rails(double joint_rail) {
  const TrainBridgeProblem problem = loaded_wheel(joint_rail);
  CrossingOptions options = test::at_midspan(problem, k_joint_step);
  options.record_modes = true;
  return cross_bridge(problem, options);
}

/// The line at x of modes q: sines, and over either end the cubic that goes on from both sides.
double railed_line(const Eigen::VectorXd& q, double x) {
  const auto beam = [&](double at, int derivative) {
    if (at < 0 || at > k_railed_length) return 0.0;
    double sum = 0;
    for (int i = 1; i <= k_railed_modes; ++i) {
      const double wave = i * std::numbers::pi / k_railed_length;
      sum += q(i - 1) * (derivative == 0 ? std::sin(wave * at) : wave * std::cos(wave * at));
    }
    return std::sqrt(2 / (test::k_yang_yau_mass_per_length * k_railed_length)) * sum;
  };
  for (const double joint : {0.0, k_railed_length}) {
    if (std::abs(x - joint) >= k_reach) continue;
    const double h = 2 * k_reach;
    const double s = (x - joint + k_reach) / h;
    return (1 - 3 * s * s + 2 * s * s * s) * beam(joint - k_reach, 0) +
           h * (s - 2 * s * s + s * s * s) * beam(joint - k_reach, 1) +
           (3 * s * s - 2 * s * s * s) * beam(joint + k_reach, 0) +
           h * (s * s * s - s * s) * beam(joint + k_reach, 1);
  }
  return beam(x, 0);
}

/// A wheel on its spring over that line as the bridge moved in the crossing: own steps of the
/// trapezoidal rule, whose force is linear in the new height.
std::vector<double> forces_over_line(const Crossing& crossing) {
  const double weight = k_axle_load + k_wheel_mass * vehicle::k_gravity;
  double z = weight / k_stiffness, v = 0, a = 0;
  std::vector<double> forces{weight};
  for (Eigen::Index i = 1; i < crossing.modes.rows(); ++i) {
    const double h = crossing.times[static_cast<std::size_t>(i)] -
                     crossing.times[static_cast<std::size_t>(i - 1)];
    const double w = railed_line(crossing.modes.row(i).transpose(), crossing.positions(i, 0));
    const double start = z + h * v + h * h / 4 * a;
    // m a = weight - k (start + h^2/4 a - w)
    const double a_new =
        (weight - k_stiffness * (start - w)) / (k_wheel_mass + k_stiffness * h * h / 4);
    z = start + h * h / 4 * a_new;
    v += h / 2 * (a + a_new);
    a = a_new;
    forces.push_back(k_stiffness * (z - w));
  }
  return forces;
}

TEST(JointRail, wheel_feels_the_cubic_over_the_joint) {
  const Crossing crossing = cross_on_rails(k_reach);
  ASSERT_EQ(crossing.status, SolveStatus::converged);
  const std::vector<double> expected = forces_over_line(crossing);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(crossing.forces(static_cast<Eigen::Index>(i), 0), expected[i],
                1e-4 * crossing.wheel_loads[0])
        << crossing.positions(static_cast<Eigen::Index>(i), 0);
  }
}

/// Largest less smallest force over the weight within 3 m of the end of the bridge.
double range_at_the_end(const Crossing& crossing) {
  double most = 0, least = 1e9;
  for (Eigen::Index i = 0; i < crossing.forces.rows(); ++i) {
    if (std::abs(crossing.positions(i, 0) - k_railed_length) > 3) continue;
    most = std::max(most, crossing.forces(i, 0));
    least = std::min(least, crossing.forces(i, 0));
  }
  return (most - least) / crossing.wheel_loads[0];
}

TEST(JointRail, kink_behind_the_bridge_hammers_and_a_rail_over_it_does_not) {
  EXPECT_LT(range_at_the_end(cross_on_rails(k_reach)), 0.5 * range_at_the_end(cross_on_rails(0)));
}

TEST(JointRail, bridge_below_hardly_notices_it) {
  const Crossing with = cross_on_rails(k_reach);
  const Crossing without = cross_on_rails(0);
  const double largest = without.deflections.maxCoeff();
  EXPECT_NEAR(with.deflections.maxCoeff(), largest, 0.005 * largest);
}

TEST(JointRail, forces_and_rail_do_the_same_work) {
  const TrainBridgeProblem problem = loaded_wheel(k_reach);
  CrossingOptions options = test::at_midspan(problem, k_joint_step);
  options.track_energy = true;
  const Crossing crossing = cross_bridge(problem, options);
  const EnergyRow& start = crossing.energy.rows.front();
  for (const EnergyRow& row : crossing.energy.rows) {
    EXPECT_LT(std::abs(row.defect(start)), 1e-6 * std::abs(start.gravity_work) + 0.1);
  }
}

TEST(JointRail, rigid_wheels_meet_no_impact) {
  TrainBridgeProblem problem = loaded_wheel(k_reach);
  problem.contact = RigidContact{};
  CrossingOptions options = test::at_midspan(problem, k_joint_step);
  options.scheme.name = "hht_alpha";
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_TRUE(crossing.impacts.empty());
  const test::Extremes forces = test::amplification(crossing);
  EXPECT_GT(forces.least, 0.5);
  EXPECT_LT(forces.most, 1.5);
}

}  // namespace
}  // namespace tread::interaction
