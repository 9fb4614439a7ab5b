#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "interaction/cases.hpp"
#include "tread/core/errors.hpp"

namespace tread::interaction::test {
namespace {

constexpr RigidContact k_displacement{.constraint = RigidConstraint::displacement};

/// A wheel of 1 t under 50 kN on a rigid sine, at 10 waves a second; at a severity above 1 the
/// profile falls away faster than the load can push the wheel down.
constexpr double k_mass = 1000, k_held_load = 50000, k_omega = 20 * std::numbers::pi;

TrainBridgeProblem on_sine(vehicle::PlaneVehicle vehicle, double amplitude) {
  TrainBridgeProblem problem;
  problem.train = vehicle::single_vehicle_train(std::move(vehicle));
  problem.speed = 20;
  problem.contact = k_displacement;
  problem.rail = vehicle::SineProfile{.amplitude = amplitude, .wavelength = 2};
  problem.duration = 0.2;
  return problem;
}

TrainBridgeProblem wheel_with_mass(double severity) {
  return on_sine(
      make_vehicle(vehicle::SingleWheel{.mass = k_mass, .load = k_held_load - k_mass * 9.81}),
      severity * k_held_load / (k_mass * k_omega * k_omega));
}

/// A spring below a body; its end runs on the rail.
constexpr vehicle::SprungMass k_body_on_spring{
    .body_mass = k_yang_yau_mass, .wheel_mass = 0, .stiffness = 1.595e6};

double largest_force_error(const TrainBridgeProblem& problem, const CrossingOptions& options,
                           double (*force)(double time)) {
  const Crossing crossing = cross_bridge(problem, options);
  EXPECT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  EXPECT_TRUE(crossing.contact_changes.empty());
  double largest = 0;
  for (std::size_t i = crossing.times.size() / 2; i < crossing.times.size(); ++i) {
    const double error =
        crossing.forces(static_cast<Eigen::Index>(i), 0) - force(crossing.times[i]);
    largest = std::max(largest, std::abs(error));
  }
  return largest;
}

TEST(Multiplier, of_a_wheel_without_mass_is_the_force_of_a_contact_spring) {
  // Two routes: an unknown displacement with a constraint, or no such unknown and a law.
  for (const char* scheme : {"newmark", "hht_alpha", "bdf_2"}) {
    TrainBridgeProblem law = yang_yau(5, k_yang_yau_spring);
    law.rail = vehicle::SineProfile{.amplitude = 0.02, .wavelength = 5, .start = 5};
    TrainBridgeProblem multiplier = law;
    multiplier.train = vehicle::single_vehicle_train(make_vehicle(k_body_on_spring));
    multiplier.contact = k_displacement;
    CrossingOptions options = at_midspan(law, 1e-3);
    options.scheme.name = scheme;
    const Crossing by_law = cross_bridge(law, options);
    const Crossing by_multiplier = cross_bridge(multiplier, options);
    ASSERT_EQ(by_multiplier.status, SolveStatus::converged) << by_multiplier.message;
    EXPECT_GE(by_multiplier.contact_changes.size(), 2u) << scheme;  // it leaves and lands
    const double load = by_law.wheel_loads[0];
    EXPECT_LT((by_law.forces - by_multiplier.forces).cwiseAbs().maxCoeff(), 1e-8 * load) << scheme;
    EXPECT_LT((by_law.deflections - by_multiplier.deflections).cwiseAbs().maxCoeff(),
              1e-8 * by_law.deflections.maxCoeff())
        << scheme;
  }
}

/// k (x - z) of a body that starts at rest, x'' + w0^2 x = w0^2 z, z = -A sin(w t).
double force_of_body_on_spring(double t) {
  const double k = k_body_on_spring.stiffness, m = k_body_on_spring.body_mass;
  const double w0 = std::sqrt(k / m);
  const double x = -1e-3 / (1 - std::pow(k_omega / w0, 2)) *
                   (std::sin(k_omega * t) - k_omega / w0 * std::sin(w0 * t));
  return m * 9.81 + k * (x + 1e-3 * std::sin(k_omega * t));
}

TEST(Multiplier, of_a_wheel_without_mass_converges_with_the_square_of_the_step) {
  const TrainBridgeProblem problem = on_sine(make_vehicle(k_body_on_spring), 1e-3);
  const double coarse =
      largest_force_error(problem, with_scheme("newmark", 1e-3), force_of_body_on_spring);
  const double fine =
      largest_force_error(problem, with_scheme("newmark", 5e-4), force_of_body_on_spring);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
}

double force_of_wheel(double t) { return k_held_load * (1 - 0.1 * std::sin(k_omega * t)); }

TEST(Multiplier, of_a_wheel_with_mass_alternates_unless_the_scheme_dissipates) {
  // x follows the profile, v = 2 dx/h - v and a = 2 dv/h - a then alternate: an error of v of h^2
  // adds up to one of a that does not get smaller with the step.
  const TrainBridgeProblem problem = wheel_with_mass(0.1);
  const auto order = [&](CrossingOptions options) {
    const double coarse = largest_force_error(problem, options, force_of_wheel);
    options.step /= 2;
    return std::log2(coarse / largest_force_error(problem, options, force_of_wheel));
  };
  EXPECT_LT(order(with_scheme("newmark", 1e-3)), 0.3);
  CrossingOptions hht = with_scheme("hht_alpha", 1e-3);
  hht.scheme.alpha = 0.3;
  EXPECT_GT(order(hht), 0.9);
}

TEST(Multiplier, throws_a_landing_wheel_back_with_minus_1_to_3_times_its_velocity) {
  // It lands a part p of the step after its beginning with velocity V, in average acceleration: v =
  // V (1 - 2 p) at the end, held by F = 4 m V (1 - p) / h; let go, it flies on with V (3 - 4 p).
  for (const double step : {1e-5, 1.013e-5, 1.037e-5, 1.1e-5}) {
    TrainBridgeProblem problem = wheel_with_mass(0);
    problem.rail = vehicle::Ramp{.height = -5e-3, .start = 1, .length = 1e-3};
    problem.duration = 0.07;
    const Crossing crossing = cross_bridge(problem, with_scheme("newmark", step));
    ASSERT_GE(crossing.contact_changes.size(), 2u);
    ASSERT_EQ(crossing.contact_changes[1].kind, ContactChange::Kind::found);
    const auto n = static_cast<Eigen::Index>(std::lround(crossing.contact_changes[1].time / step));
    const auto gap = [&](Eigen::Index row) { return -crossing.approaches(row, 0); };
    const double velocity = (gap(n - 2) - gap(n - 1)) / step;
    const double part = gap(n - 1) / (velocity * step);
    EXPECT_NEAR(crossing.forces(n, 0) * step / (4 * k_mass * velocity * (1 - part)), 1, 5e-3);
    if (part > 0.6) continue;  // held in the next step, too, from 2/3 on
    EXPECT_NEAR(gap(n + 1) / (velocity * step), 2 - 3 * part, 5e-3);
    EXPECT_NEAR((gap(n + 2) - gap(n + 1)) / (velocity * step), 3 - 4 * part, 5e-3);
  }
}

TEST(Multiplier, wheels_in_contact_leave_the_surface_in_the_middle_of_steps_only) {
  // The distance of a sine from the cubic through its ends: A (w h)^4 / 384.
  const double amplitude = 1e-3, step = 1e-3;
  const TrainBridgeProblem problem = on_sine(make_vehicle(k_body_on_spring), amplitude);
  const Crossing crossing = cross_bridge(problem, with_scheme("newmark", step));
  EXPECT_LT(crossing.approaches.cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_NEAR(crossing.midway_gap / (amplitude * std::pow(k_omega * step, 4) / 384), 1, 0.01);
}

TEST(Multiplier, wheels_without_mass_need_it) {
  TrainBridgeProblem problem = on_sine(make_vehicle(k_body_on_spring), 1e-3);
  problem.contact = RigidContact{};
  EXPECT_THROW(cross_bridge(problem, with_scheme("newmark", 1e-3)), ModelError);
  problem.contact = LinearContact{1e9, 0};
  EXPECT_THROW(cross_bridge(problem, with_scheme("newmark", 1e-3)), ModelError);
  problem.contact = RigidContact{0.5, RigidConstraint::displacement};
  EXPECT_THROW(cross_bridge(problem, with_scheme("newmark", 1e-3)), ModelError);
}

}  // namespace
}  // namespace tread::interaction::test
