#include <gtest/gtest.h>

#include <cmath>

#include "rail_vehicle/free_vehicle.hpp"

namespace tread::vehicle {
namespace {

using Eigen::Vector3d;

RailVehicle single_body(bool is_wheelset = false) {
  RailVehicle vehicle;
  vehicle.name = "body";
  vehicle.gravity = 0;
  RailBody body;
  body.name = "body";
  body.mass = 1000;
  body.inertia = is_wheelset ? Vector3d(1120, 112, 1120) : Vector3d(300, 700, 900);
  body.centre = {2, 0.3, 1.4};
  if (is_wheelset) body.wheel_radius = 0.46;
  vehicle.bodies = {body};
  return vehicle;
}

Vector3d place_in_space(const RailVehicleModel& model, double time, const Vector& q) {
  const RailBody& body = model.vehicle().bodies[0];
  const TrackFrame frame = model.track().frame(model.distance(time) + body.centre.x);
  return frame.position +
         frame.rotation * Vector3d(q[0], body.centre.y + q[1], -body.centre.height + q[2]);
}

Vector some_positions() { return (Vector(6) << 0.1, -0.2, 0.15, 0.2, -0.3, 0.25).finished(); }
Vector some_velocities() { return (Vector(6) << 1.5, -0.7, 0.9, 0.8, -0.6, 0.5).finished(); }

TEST(FreeBody, without_forces_it_flies_straight_whatever_the_track_does) {
  RailVehicleModel model(single_body(), winding_track(), {.speed = 45, .acceleration = 3});
  const Vector q = some_positions(), v = some_velocities();
  const Vector3d start = place_in_space(model, 0, q);
  const Vector3d speed = model.momentum(0, q, v).linear / 1000;
  const double time = 4;
  const integrate::State end = fly_adaptively(model, q, v, time);
  EXPECT_NEAR((place_in_space(model, time, end.position) - start - time * speed).norm(), 0, 1e-8);
  const Vector3d speed_at_end = model.momentum(time, end.position, end.velocity).linear / 1000;
  EXPECT_NEAR((speed_at_end - speed).norm(), 0, 1e-9);
}

TEST(FreeBody, its_error_falls_with_the_step_as_the_scheme_promises) {
  // A straight entry is left before the first kink, so that the fifth order shows.
  TrackAlignment alignment;
  alignment.curvature = {{0, 500}, {1. / 200, -1. / 200}};
  alignment.cant = {{0}, {0.1}};
  RailVehicleModel model(single_body(), TrackPath(alignment), {.start = 100, .speed = 45});
  const Vector q = some_positions(), v = some_velocities();
  const Vector3d line = place_in_space(model, 0, q) + 4 * model.momentum(0, q, v).linear / 1000;
  const auto error = [&](double step) {
    return (place_in_space(model, 4, fly(model, q, v, 4, step).position) - line).norm();
  };
  EXPECT_NEAR(std::log2(error(0.2) / error(0.1)), 5, 0.5);
  EXPECT_LT(error(0.005), 1e-9);
}

TEST(FreeBody, torque_free_rotation_keeps_angular_momentum_and_energy) {
  for (const bool is_wheelset : {false, true}) {
    RailVehicleModel model(single_body(is_wheelset), winding_track(), {.speed = 45});
    Vector q = some_positions(), v = some_velocities();
    const auto before = model.momentum(0, q, v);
    const double energy = model.energy(0, q, v).kinetic;
    const integrate::State end = fly_adaptively(model, q, v, 2);
    const auto after = model.momentum(2, end.position, end.velocity);
    EXPECT_NEAR((after.angular - before.angular).norm() / before.angular.norm(), 0, 1e-10);
    EXPECT_NEAR(model.energy(2, end.position, end.velocity).kinetic / energy, 1, 1e-11);
  }
}

TEST(FreeBody, it_falls_with_gravity_on_canted_track) {
  RailVehicle vehicle = single_body();
  vehicle.gravity = 9.81;
  RailVehicleModel model(vehicle, winding_track(), {.start = 80, .speed = 30});
  const Vector q = some_positions(), v = some_velocities();
  const Vector3d start = place_in_space(model, 0, q);
  const Vector3d speed = model.momentum(0, q, v).linear / 1000;
  const integrate::State end = fly_adaptively(model, q, v, 1);
  const Vector3d expected = start + speed + Vector3d(0, 0, 9.81 / 2);
  EXPECT_NEAR((place_in_space(model, 1, end.position) - expected).norm(), 0, 1e-9);
  const double before = model.energy(0, q, v).total();
  EXPECT_NEAR(model.energy(1, end.position, end.velocity).total(), before, 1e-8 * before);
}

TEST(FreeBody, in_a_curve_it_is_pressed_outwards_less_what_cant_takes) {
  const double radius = 1200, cant = 0.06, speed = 45, g = 9.81;
  RailVehicle vehicle = single_body();
  vehicle.gravity = g;
  vehicle.bodies[0].centre = {0, 0, 0};
  TrackAlignment alignment;
  alignment.curvature = {{0}, {1 / radius}};
  alignment.cant = {{0}, {cant}};
  RailVehicleModel model(vehicle, TrackPath(alignment), {.speed = speed});
  Vector force(6);
  model.internal_force(0, Vector::Zero(6), Vector::Zero(6), force);
  const double sine = cant / 1.5, cosine = std::sqrt(1 - sine * sine);
  // To stay in the track it must be pushed inwards, to the right.
  EXPECT_NEAR(force[1], 1000 * (speed * speed / radius * cosine - g * sine), 1e-9);
  EXPECT_NEAR(force[2], -1000 * (g * cosine + speed * speed / radius * sine), 1e-9);
  EXPECT_NEAR(force[0], 0, 1e-12);
}

TEST(FreeBody, a_spinning_wheelset_in_a_curve_needs_its_gyroscopic_moment) {
  RailVehicle vehicle = single_body(true);
  TrackAlignment alignment;
  alignment.curvature = {{0}, {1. / 1200}};
  RailVehicleModel model(vehicle, TrackPath(alignment), {.speed = 45});
  Vector force(6);
  model.internal_force(0, Vector::Zero(6), Vector::Zero(6), force);
  // The left, outer wheel carries it: a moment about +x.
  EXPECT_NEAR(force[3], 112 * (45 / 0.46) * (45. / 1200), 1e-9);
  // On straight track a yaw rate does the same, and a roll rate the opposite about z.
  RailVehicleModel straight(vehicle, TrackPath(), {.speed = 45});
  Vector v = Vector::Zero(6);
  v[5] = 0.02;
  straight.internal_force(0, Vector::Zero(6), v, force);
  EXPECT_NEAR(force[3], 112 * (45 / 0.46) * 0.02, 1e-10);
  v[5] = 0;
  v[3] = 0.02;
  straight.internal_force(0, Vector::Zero(6), v, force);
  EXPECT_NEAR(force[5], -112 * (45 / 0.46) * 0.02, 1e-10);
}

TEST(FreeBody, a_rolling_wheelset_touches_the_ground_at_rest) {
  RailVehicle vehicle = single_body(true);
  vehicle.bodies[0].centre = {0, 0, 0.46};
  const double radius = 300, speed = 20;
  TrackAlignment alignment;
  alignment.curvature = {{0}, {1 / radius}};
  RailVehicleModel model(vehicle, TrackPath(alignment), {.speed = speed});
  profile::WheelsetMotion motion;
  model.wheelset_motion(0, 0, Vector::Zero(6), Vector::Zero(6), motion);
  EXPECT_NEAR((motion.velocity - Vector3d(speed, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((motion.angular_velocity - Vector3d(0, -speed / 0.46, speed / radius)).norm(), 0,
              1e-12);
  EXPECT_EQ(motion.pose.vertical, 0);
  const Vector3d tread(0, -0.75, 0.46);  // the outer wheel lags behind
  const Vector3d slip = motion.velocity + motion.angular_velocity.cross(tread);
  EXPECT_NEAR(slip.x(), speed * 0.75 / radius, 1e-12);
}

TEST(FreeBody, held_motions_follow_the_track_frame) {
  RailVehicle vehicle = single_body();
  vehicle.bodies[0].free = {.x = false, .pitch = false, .yaw = false};
  RailVehicleModel model(vehicle, winding_track(), {.start = 50, .speed = 45});
  ASSERT_EQ(model.size(), 3);
  RailVehicleModel whole(single_body(), winding_track(), {.start = 50, .speed = 45});
  const Vector q = (Vector(3) << 0.1, 0.2, 0.3).finished();
  const Vector v = (Vector(3) << 0.4, 0.5, 0.6).finished();
  Vector all_q = Vector::Zero(6), all_v = Vector::Zero(6), force(3), all_force(6);
  all_q.segment(1, 3) = q;
  all_v.segment(1, 3) = v;
  model.internal_force(0.3, q, v, force);
  whole.internal_force(0.3, all_q, all_v, all_force);
  EXPECT_EQ(force, all_force.segment(1, 3));
}

TEST(FreeBody, solving_with_the_mass_undoes_applying_it) {
  RailVehicleModel model(single_body(), TrackPath(), {});
  const Vector q = some_positions(), a = some_velocities();
  Vector force(6), back(6);
  model.apply_mass(q, a, force);
  model.solve_mass(q, force, back);
  EXPECT_NEAR((back - a).norm(), 0, 1e-13);
  // Kinetic energy at rest relative to a resting frame: v M v / 2.
  EXPECT_NEAR(model.energy(0, q, a).kinetic, a.dot(force) / 2, 1e-9);
}

TEST(FreeBody, a_point_moves_as_its_place_does) {
  RailVehicleModel model(single_body(), winding_track(), {.start = 60, .speed = 45});
  const ReferencePlace point{3.2, -0.6, 2.5};
  const Vector q = some_positions(), v = some_velocities();
  const Vector a = (Vector(6) << 1, 2, -1, 3, 2, -2).finished();
  const auto at = [&](double t) -> Vector3d {
    const Vector moved = q + t * v + t * t / 2 * a;
    const TrackFrame frame = model.track().frame(model.distance(t) + 2);
    return frame.position + frame.rotation * model.point_motion(0, point, t, moved, v, a).position;
  };
  const double h = 1e-3;
  const Vector3d velocity = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  const Vector3d acceleration =
      (16 * (at(h) + at(-h)) - (at(2 * h) + at(-2 * h)) - 30 * at(0)) / (12 * h * h);
  const PointMotion motion = model.point_motion(0, point, 0, q, v, a);
  const TrackFrame frame = model.track().frame(62);
  const Eigen::Matrix3d axes = frame.rotation * Eigen::AngleAxisd(q[5], Vector3d::UnitZ()) *
                               Eigen::AngleAxisd(q[3], Vector3d::UnitX()) *
                               Eigen::AngleAxisd(q[4], Vector3d::UnitY());
  EXPECT_NEAR((axes * motion.velocity - velocity).norm(), 0, 1e-9);
  EXPECT_NEAR((axes * motion.acceleration - acceleration).norm(), 0, 1e-6);
}

}  // namespace
}  // namespace tread::vehicle
