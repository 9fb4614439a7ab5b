#include <gtest/gtest.h>

#include <cmath>

#include "running/vehicles.hpp"

/// The wagon of Magheri et al. (2010) in the curve that all comparisons use: 50 m straight, 100 m
/// transition, then a radius of 1200 m to the right with 60 mm of cant, at 45 m/s.
namespace tread::running {
namespace {

constexpr double k_speed = 45;
constexpr double k_end = 350 / k_speed;

std::unique_ptr<RunningVehicle> wagon_in_curve() {
  return test::on_rails(vehicle::manchester_wagon_2d(), vehicle::curve_track({}), k_speed,
                        test::s1002_on_uic60(), wheel_rail::semi_elastic());
}

RunOptions implicit(double end) {
  RunOptions options;
  options.scheme.name = "hht_alpha";
  options.scheme.nonlinear.relative_tolerance = 1e-8;
  options.step = 1e-3;
  options.end_time = end;
  options.record_interval = 0.01;
  return options;
}

VehicleRun run_curve(RunningVehicle& wagon) {
  const SteadyRunning straight = find_steady_running(wagon, set_on_rails(wagon, 0));
  return run_vehicle(wagon, test::state_of(straight), derailment_limits(test::s1002_on_uic60()),
                     implicit(k_end));
}

TEST(curving, the_steady_part_of_a_run_is_the_quasi_static_solution) {
  const auto wagon = wagon_in_curve();
  const VehicleRun run = run_curve(*wagon);
  ASSERT_EQ(run.status, SolveStatus::converged) << run.message;
  const SteadyRunning steady = find_steady_curving(*wagon, 0, k_end);
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const WheelsetRecord found = record_of(*wagon, test::state_of(steady, k_end)).wheelsets[0];
  // The wagon still sways a little; the last 100 m hold a good period of it.
  const int y = wagon->model().coordinate(wagon->model().find_body("car_body"), vehicle::Motion::y);
  const auto mean = [&](auto value) {
    double sum = 0;
    int n = 0;
    for (const RunRecord& record : run.records) {
      if (record.distance < 250) continue;
      sum += value(record);
      ++n;
    }
    return sum / n;
  };
  const auto expect_near = [&](double expected, auto value) {
    EXPECT_NEAR(mean(value), expected, 0.01 * std::abs(expected));
  };
  expect_near(found.left.q, [](const RunRecord& r) { return r.wheelsets[0].left.q; });
  expect_near(found.right.q, [](const RunRecord& r) { return r.wheelsets[0].right.q; });
  expect_near(found.left.y, [](const RunRecord& r) { return r.wheelsets[0].left.y; });
  expect_near(found.pose.lateral, [](const RunRecord& r) { return r.wheelsets[0].pose.lateral; });
  expect_near(steady.position(y), [y](const RunRecord& r) { return r.position(y); });
}

/// What the wheels carry follows from where the bodies are, by statics alone: weight and
/// centrifugal force at the centres of mass, a gyroscopic moment of the wheelset, and forces of the
/// wheels where they touch.
TEST(curving, forces_of_the_wheels_balance_weight_centrifugal_force_and_gyroscopic_moment) {
  const auto wagon = wagon_in_curve();
  const SteadyRunning steady = find_steady_curving(*wagon, 0, k_end);
  ASSERT_EQ(steady.status, SolveStatus::converged);
  const WheelsetRecord wheels = record_of(*wagon, test::state_of(steady, k_end)).wheelsets[0];
  const double cant = std::asin(0.06 / 1.5);
  const double centrifugal = k_speed * k_speed / 1200;
  // Outwards is to the left (-y), down is +z, in the canted plane.
  const double along_y = -centrifugal * std::cos(cant) + vehicle::k_gravity * std::sin(cant);
  const double along_z = vehicle::k_gravity * std::cos(cant) + centrifugal * std::sin(cant);
  double force_y = 0;
  double force_z = 0;
  double moment = 0;  // about x through the track's origin: y Fz - z Fy
  for (const vehicle::RailBody& body : wagon->model().vehicle().bodies) {
    const int index = wagon->model().find_body(body.name);
    const double y = steady.position(wagon->model().coordinate(index, vehicle::Motion::y));
    const double z =
        steady.position(wagon->model().coordinate(index, vehicle::Motion::z)) - body.centre.height;
    force_y += body.mass * along_y;
    force_z += body.mass * along_z;
    moment += body.mass * (y * along_z - z * along_y);
  }
  // The spinning wheelset is turned about the vertical with V/R.
  moment += 112 * std::abs(wheels.spin) * k_speed / 1200 * -1;
  for (const auto* wheel : {&wheels.left, &wheels.right}) {
    force_y += wheel->pair.force.y();
    force_z += wheel->pair.force.z();
    const Eigen::Vector3d centre{0, wheels.pose.lateral, wheels.pose.vertical - 0.46};
    moment += wheel->pair.moment.x() + centre.y() * wheel->pair.force.z() -
              centre.z() * wheel->pair.force.y();
  }
  const double weight = 11120.5 * vehicle::k_gravity;
  EXPECT_NEAR(force_y, 0, 1e-3 * weight);
  EXPECT_NEAR(force_z, 0, 1e-3 * weight);
  EXPECT_NEAR(moment, 0, 1e-3 * weight * 0.75);
  EXPECT_GT(wheels.left.q, wheels.right.q);
}

TEST(curving, the_car_body_leans_on_its_stop_and_the_outer_wheel_on_its_flange_root) {
  const auto wagon = wagon_in_curve();
  const VehicleRun run = run_curve(*wagon);
  ASSERT_EQ(run.status, SolveStatus::converged) << run.message;
  const RunRecord& last = run.records.back();
  std::vector<vehicle::JointState> joints;
  wagon->model().joint_states(last.time, last.position, last.velocity, joints);
  double shift = 0;
  for (const vehicle::JointState& joint : joints) {
    if (joint.joint.find("stop") != std::string_view::npos) shift = joint.elongation;
  }
  EXPECT_GT(std::abs(shift), 0.040);
  EXPECT_LT(std::abs(shift), 0.050);
  bool has_two = false;
  for (const RunRecord& record : run.records) {
    has_two =
        has_two || (record.distance > 100 && record.wheelsets[0].left.pair.patches.size() > 1);
  }
  EXPECT_TRUE(has_two);
  EXPECT_LT(last.wheelsets[0].left.wheel_y, -0.025);
  EXPECT_GT(last.wheelsets[0].right.wheel_y, 0);
}

/// The paper's integrators against each other, into the transition.
TEST(curving, all_integrators_of_the_paper_run_the_same_curve) {
  const auto wagon = wagon_in_curve();
  const SteadyRunning straight = find_steady_running(*wagon, set_on_rails(*wagon, 0));
  const double end = 100 / k_speed;
  const auto lateral_at_end = [&](const RunOptions& options) {
    const VehicleRun run = run_vehicle(*wagon, test::state_of(straight),
                                       derailment_limits(test::s1002_on_uic60()), options);
    EXPECT_EQ(run.status, SolveStatus::converged) << options.scheme.name << run.message;
    const RunRecord& last = run.records.back();
    EXPECT_NEAR(last.time, end, 1e-9);
    return last.position;
  };
  RunOptions options = implicit(end);
  const Vector reference = lateral_at_end(options);
  for (const char* name : {"arkode_bogacki_shampine", "arkode_dormand_prince"}) {
    options.scheme = test::scheme(name);
    options.scheme.relative_tolerance = 1e-8;
    options.scheme.absolute_tolerance = 1e-6;
    options.step = 0;
    EXPECT_LT((lateral_at_end(options) - reference).head(9).norm(), 1e-4) << name;
  }
  options.scheme = test::scheme("dormand_prince_5");
  options.step = 5e-4;
  EXPECT_LT((lateral_at_end(options) - reference).head(9).norm(), 1e-4);
}

}  // namespace
}  // namespace tread::running
