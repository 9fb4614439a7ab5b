#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "rail_vehicle/free_vehicle.hpp"
#include "tread/vehicle/rail_vehicle_data.hpp"
#include "tread/vehicle/vehicle_modes.hpp"

namespace tread::vehicle {
namespace {

/// Numbers that look like chance and are the same everywhere.
Vector scattered(int n, double size) {
  Vector result(n);
  for (int i = 0; i < n; ++i) result[i] = size * std::sin(12.9898 * (i + 1) + 4.1414 * size);
  return result;
}

JointDirection spring(double stiffness, double damping = 0) {
  JointDirection direction;
  direction.stiffness = stiffness;
  direction.damping = damping;
  return direction;
}

/// Two bodies with a joint of every kind between points that do not coincide.
RailVehicle joined_bodies(JointAxes axes) {
  RailVehicle vehicle;
  vehicle.name = "two bodies";
  RailBody lower, upper;
  lower.name = "lower";
  lower.mass = 2000;
  lower.inertia = {1700, 1500, 3000};
  lower.centre = {0, 0, 0.6};
  upper.name = "upper";
  upper.mass = 8000;
  upper.inertia = {14000, 40000, 42000};
  upper.centre = {1.5, 0.2, 1.8};
  vehicle.bodies = {lower, upper};

  Bushing bushing;
  bushing.name = "bushing";
  bushing.first = "lower";
  bushing.second = "upper";
  bushing.place_on_first = {0.4, -0.9, 0.7};
  bushing.place_on_second = {0.6, -0.8, 1.2};
  bushing.x = spring(2e5);
  bushing.y = spring(3e5);
  bushing.y.spring_law = both_ways({0.02, 0.05}, {0, 20000});
  bushing.z = spring(5e5);
  bushing.z.preload = 3e4;
  bushing.roll = spring(4e4);
  bushing.pitch = spring(6e4);
  bushing.yaw = spring(5e4);
  bushing.axes = axes;
  vehicle.bushings = {bushing};

  Rod rod;
  rod.name = "rod";
  rod.first = "upper";
  rod.second = "lower";
  rod.place_on_first = {1.2, 0.5, 1.0};
  rod.place_on_second = {-0.3, 0.4, 0.9};
  rod.along = spring(1e6);
  vehicle.rods = {rod};
  return vehicle;
}

constexpr auto k_all_axes = {JointAxes::first, JointAxes::second, JointAxes::both};

TEST(Joints, forces_are_the_slope_of_the_energy_for_large_motions_too) {
  for (const JointAxes axes : k_all_axes) {
    RailVehicleModel model(joined_bodies(axes), winding_track(), {.start = 70});
    const Vector q = scattered(12, 0.3), v = Vector::Zero(12);
    Vector force(12);
    model.internal_force(0, q, v, force);
    for (int k = 0; k < 12; ++k) {
      const double h = 1e-4;
      const auto at = [&](double shift) {
        Vector moved = q;
        moved[k] += shift;
        return model.energy(0, moved, v).total();
      };
      const double slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
      // Energies of 1e5 J over 1e-4: rounding of 1e-6 N.
      EXPECT_NEAR(force[k], slope, 1e-9 * force.norm()) << model.coordinate_name(k);
    }
  }
}

TEST(Joints, a_free_vehicle_keeps_momentum_and_angular_momentum) {
  for (const JointAxes axes : k_all_axes) {
    RailVehicle vehicle = joined_bodies(axes);
    vehicle.gravity = 0;
    vehicle.bushings[0].y.damping = 2e4;
    vehicle.bushings[0].yaw.damping = 3e3;
    vehicle.bushings[0].z.damping = 1e4;
    vehicle.bushings[0].z.series_stiffness = 1e6;
    vehicle.rods[0].along.damping = 2e4;
    RailVehicleModel model(vehicle, winding_track(), {.speed = 45});
    const Vector q = scattered(13, 0.2), v = scattered(13, 0.25);
    const auto before = model.momentum(0, q, v);
    const integrate::State end = fly_adaptively(model, q, v, 0.5);
    const auto after = model.momentum(0.5, end.position, end.velocity);
    EXPECT_NEAR((after.linear - before.linear).norm() / before.linear.norm(), 0, 1e-11);
    EXPECT_NEAR((after.angular - before.angular).norm() / before.angular.norm(), 0, 1e-10);
  }
}

TEST(Joints, a_free_coach_keeps_momentum_in_spite_of_spinning_wheels_and_dampers) {
  ManchesterData data;
  data.forward = Forward::free;
  data.gravity = 0;
  RailVehicleModel model(manchester_coach(data), winding_track(), {.start = 20, .speed = 45});
  EXPECT_EQ(model.n_body_coordinates(), 42);
  const int n = model.size();
  const Vector q = scattered(n, 0.02);
  Vector v = scattered(n, 0.05);
  model.relax_branches(0, q, v);
  const auto before = model.momentum(0, q, v);
  const integrate::State end = fly_adaptively(model, q, v, 0.2);
  const auto after = model.momentum(0.2, end.position, end.velocity);
  EXPECT_NEAR((after.linear - before.linear).norm() / before.linear.norm(), 0, 1e-11);
  EXPECT_NEAR((after.angular - before.angular).norm() / before.angular.norm(), 0, 1e-10);
}

TEST(Joints, a_coach_on_springs_alone_keeps_its_energy) {
  ManchesterData data;
  data.forward = Forward::free;
  data.series = SeriesStiffness::none;
  data.primary_damping.setZero();
  data.vertical_damping = data.lateral_damping = data.rod_damping = 0;
  RailVehicleModel model(manchester_coach(data), winding_track(), {.start = 20, .speed = 45});
  ASSERT_EQ(model.n_branches(), 0);
  const Vector q = scattered(model.size(), 0.03), v = scattered(model.size(), 0.1);
  const VehicleEnergy before = model.energy(0, q, v);
  const integrate::State end = fly_adaptively(model, q, v, 0.5);
  const VehicleEnergy after = model.energy(0.5, end.position, end.velocity);
  EXPECT_NEAR(after.total() / before.total(), 1, 1e-11);
  EXPECT_GT(std::abs(after.elastic - before.elastic), 1e-4 * before.total()) << "springs worked";
}

TEST(Joints, dampers_take_the_energy_they_say) {
  ManchesterData data;
  data.forward = Forward::free;
  TrackAlignment arc;
  arc.curvature = {{0}, {1. / 400}};
  RailVehicleModel model(manchester_coach(data), TrackPath(arc), {.speed = 20});
  Vector q = scattered(model.size(), 0.02), v = scattered(model.size(), 0.1);
  model.relax_branches(0, q, v);
  const double before = model.energy(0, q, v).total();
  // Simpson's rule over 0.1 s; the frame's motion does not depend on time in an arc.
  const int n = 400;
  const double h = 0.1 / n;
  double dissipated = model.dissipated_power(0, q, v);
  for (int i = 1; i <= n; ++i) {
    RailVehicleModel later(manchester_coach(data), TrackPath(arc),
                           {.start = 20 * h * (i - 1), .speed = 20});
    const integrate::State state = fly(later, q, v, h, h / 2);
    q = state.position;
    v = state.velocity;
    dissipated += (i == n ? 1 : i % 2 == 1 ? 4 : 2) * later.dissipated_power(h, q, v);
  }
  dissipated *= h / 3;
  RailVehicleModel end(manchester_coach(data), TrackPath(arc), {.start = 2, .speed = 20});
  EXPECT_NEAR((before - end.energy(0, q, v).total()) / dissipated, 1, 1e-5);
}

TEST(Joints, a_damper_in_series_with_a_spring_has_its_three_eigenvalues) {
  // m s^2 + k + k_s c s / (k_s + c s) = 0.
  const double m = 500, k = 2e5, c = 6e3, series = 3e5;
  RailVehicle vehicle;
  vehicle.name = "one mass";
  RailBody ground, mass;
  ground.name = "ground";
  ground.mass = 1;
  ground.inertia = {1, 1, 1};
  ground.free = {false, false, false, false, false, false};
  mass = ground;
  mass.name = "mass";
  mass.mass = m;
  mass.free.z = true;
  vehicle.bodies = {ground, mass};
  Bushing joint;
  joint.name = "spring";
  joint.first = "ground";
  joint.second = "mass";
  joint.z = spring(k, c);
  joint.z.series_stiffness = series;
  vehicle.bushings = {joint};
  RailVehicleModel model(vehicle, TrackPath(), {});
  ASSERT_EQ(model.size(), 2);
  const LinearisedVehicle linear = linearise(model, 0, Vector::Zero(2), Vector::Zero(2));
  const std::vector<DampedMode> modes = damped_modes(linear, {0});
  ASSERT_EQ(modes.size(), 2);  // one that creeps, one pair that oscillates
  EXPECT_EQ(modes[0].frequency, 0);
  for (const DampedMode& mode : modes) {
    const std::complex<double> s = mode.eigenvalue;
    const std::complex<double> residual = m * s * s + k + series * c * s / (series + c * s);
    EXPECT_NEAR(std::abs(residual) / k, 0, 1e-8);
  }
  const std::vector<UndampedMode> undamped = undamped_modes(linear, {0});
  EXPECT_NEAR(undamped[0].frequency, std::sqrt(k / m) / (2 * M_PI), 1e-8);
}

TEST(Joints, a_damper_law_that_is_straight_is_the_same_as_a_damping) {
  const PiecewiseLinear straight({-1, 0, 1}, {-7e3, 0, 7e3});
  for (const bool is_in_series : {false, true}) {
    RailVehicle linear = joined_bodies(JointAxes::first), law = linear;
    linear.bushings[0].x.damping = 1e4;
    law.bushings[0].x.damping = 3e3;
    law.bushings[0].x.damper_law = straight;
    if (is_in_series) {
      linear.bushings[0].x.series_stiffness = law.bushings[0].x.series_stiffness = 1e6;
    }
    RailVehicleModel first(linear, TrackPath(), {}), second(law, TrackPath(), {});
    const Vector q = scattered(first.size(), 0.1), v = scattered(first.size(), 0.3);
    Vector a(first.size()), b(first.size());
    first.internal_force(0, q, v, a);
    second.internal_force(0, q, v, b);
    EXPECT_NEAR((a - b).norm(), 0, 1e-10 * a.norm());
  }
}

TEST(Joints, what_joints_tell_is_what_they_do) {
  RailVehicle vehicle = joined_bodies(JointAxes::first);
  vehicle.bushings[0].y.damping = 2e4;
  RailVehicleModel model(vehicle, TrackPath(), {});
  Vector q = Vector::Zero(12), v = Vector::Zero(12);
  q[model.coordinate(1, Motion::y)] = 0.03;
  v[model.coordinate(1, Motion::y)] = 0.1;
  std::vector<JointState> states;
  model.joint_states(0, q, v, states);
  ASSERT_EQ(states.size(), 7);
  EXPECT_EQ(states[1].joint, "bushing");
  EXPECT_EQ(states[1].direction, Motion::y);
  EXPECT_NEAR(states[1].elongation, 0.03, 1e-15);
  EXPECT_NEAR(states[1].damper_force, 2000, 1e-9);
  EXPECT_NEAR(states[1].force, 3e5 * 0.03 + 20000. / 3 + 2000, 1e-8);
  EXPECT_NEAR(states[1].dissipated_power, 200, 1e-9);
  EXPECT_EQ(states[6].joint, "rod");
}

}  // namespace
}  // namespace tread::vehicle
