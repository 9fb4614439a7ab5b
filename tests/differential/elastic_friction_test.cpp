#include <gtest/gtest.h>

#include <cmath>

#include "differential/ball_pieces.hpp"

namespace tread::differential {
namespace {

using namespace cases;

constexpr double k_friction = 0.3;

ElasticContactSettings with_friction(FrictionKind kind, double regularisation = 1e-5) {
  ElasticContactSettings settings = frictionless(1e16);
  settings.friction = contact::CoulombFriction{k_friction, k_friction};
  settings.friction_kind = kind;
  settings.regularisation = regularisation;
  return settings;
}

/// Creepages at the contact of the ball, which is 0.75 m beside the wheelset's centre.
profile::WheelsetMotion creeping_by(double longitudinal, double lateral, double spin = 0) {
  profile::WheelsetMotion motion = rolling(k_ball_radius, k_ball_approach);
  const double speed = motion.velocity.x();
  motion.velocity.y() = lateral * speed;
  motion.angular_velocity.z() = spin * speed;
  motion.angular_velocity.y() += (longitudinal + 0.75 * spin) * speed / k_ball_radius;
  return motion;
}

double dissipation(const ElasticContactSolution& solution) {
  double power = 0;
  for (const TouchingPoint& point : solution.points) {
    power -= point.weight * point.traction.dot(point.slip);
  }
  return power;
}

double load(const ElasticContactSolution& solution) {
  double sum = 0;
  for (const TouchingPoint& point : solution.points) sum += point.weight * point.pressure;
  return sum;
}

class ElasticFriction : public testing::TestWithParam<FrictionKind> {};

TEST_P(ElasticFriction, sliding_all_over_gives_friction_times_load_against_the_slip) {
  ElasticContact contact = ball_contact(with_friction(GetParam()));
  const ElasticContactSolution solution = solved(contact, creeping_by(0.08, 0.06));
  ASSERT_EQ(solution.status, SolveStatus::converged);
  ASSERT_FALSE(solution.points.empty());
  Eigen::Vector3d tangential = Eigen::Vector3d::Zero();
  for (const TouchingPoint& point : solution.points) {
    tangential += point.weight * point.traction;
    // The elastic part turns the slip a little from place to place.
    EXPECT_NEAR(point.traction.norm() / (k_friction * point.pressure), 1, 1e-9);
    EXPECT_NEAR(point.traction.dot(point.slip) / (point.traction.norm() * point.slip.norm()), -1,
                1e-9);
  }
  EXPECT_NEAR(tangential.norm() / (k_friction * load(solution)), 1, 1e-3);
  EXPECT_NEAR(tangential.x() / tangential.norm(), -0.8, 0.01);
}

/// One direction of slip everywhere: the sum of tractions is exact too.
TEST_P(ElasticFriction, sliding_along_the_track_gives_friction_times_load_to_rounding) {
  ElasticContactSettings settings = with_friction(GetParam());
  ElasticContact contact = ball_contact(settings);
  const ElasticContactSolution solution = solved(contact, creeping_by(0.1, 0));
  ASSERT_EQ(solution.status, SolveStatus::converged);
  double along = 0;
  for (const TouchingPoint& point : solution.points) {
    along += point.weight * point.traction.norm();
  }
  EXPECT_NEAR(along / (k_friction * load(solution)), 1, 1e-9);
  EXPECT_NEAR(-solution.force.x() / (k_friction * load(solution)), 1, 1e-4);
}

TEST_P(ElasticFriction, tractions_keep_their_bound_oppose_slip_and_dissipate) {
  ElasticContact contact = ball_contact(with_friction(GetParam()));
  int n_slipping = 0;
  for (const double creepage : {1e-4, 4e-4, 1e-3}) {
    const profile::WheelsetMotion motion = creeping_by(creepage, -creepage / 2, creepage / 0.01);
    const ElasticContactSolution solution = solved(contact, motion);
    ASSERT_EQ(solution.status, SolveStatus::converged);
    for (const TouchingPoint& point : solution.points) {
      const double bound = k_friction * point.pressure;
      // Within the tolerance, 1e-11 m over some 1e-5 m.
      EXPECT_LE(point.traction.norm(), bound * (1 + 1e-6));
      EXPECT_NEAR(point.traction.dot(point.normal), 0, 1e-9 * (bound + 1));
      // Of slips: tractions are solved to a norm of 1e-11 m, of some 1e-6 m.
      EXPECT_LE(point.traction.dot(point.slip), 1e-5 * bound * creepage * 10);
      if (point.slip.norm() > 1e-2 * creepage * 10) ++n_slipping;
    }
    EXPECT_GT(dissipation(solution), 0);
  }
  EXPECT_GT(n_slipping, 3);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ElasticFriction,
                         testing::Values(FrictionKind::regularised, FrictionKind::stick_slip),
                         [](const auto& kind) {
                           return kind.param == FrictionKind::stick_slip ? "stick_slip"
                                                                         : "regularised";
                         });

TEST(RegularisedFriction, its_error_falls_with_its_slip_and_the_sharp_law_is_its_limit) {
  ElasticContact sharp = ball_contact(with_friction(FrictionKind::stick_slip));
  const Eigen::Vector3d exact = solved(sharp, creeping_by(2e-4, 1e-4)).force;
  double before = 0;
  for (const double regularisation : {1e-3, 1e-4, 1e-5, 1e-6}) {
    ElasticContact soft = ball_contact(with_friction(FrictionKind::regularised, regularisation));
    const ElasticContactSolution solution = solved(soft, creeping_by(2e-4, 1e-4));
    EXPECT_EQ(solution.status, SolveStatus::converged);
    const double error = (solution.force - exact).norm() / exact.head<2>().norm();
    // Ten times less, once the regularised slip is below the creepage.
    if (before > 0 && regularisation < 1e-4) {
      EXPECT_NEAR(std::log10(before / error), 1, 0.2);
    }
    before = error;
  }
  EXPECT_LT(before, 5e-3);
}

/// Exact directional derivatives, differences, the whole Jacobian, and tractions for unknowns.
TEST(NewtonMethods, all_come_to_the_same_forces) {
  std::vector<Eigen::Vector3d> forces;
  for (const NewtonMethod method : {NewtonMethod::tractions, NewtonMethod::lu,
                                    NewtonMethod::bicgstab, NewtonMethod::bicgstab_differences}) {
    ElasticContactSettings settings = with_friction(FrictionKind::regularised, 1e-3);
    settings.penalty = 1e15;
    settings.newton.method = method;
    settings.newton.tolerance = 1e-10;
    settings.newton.max_linear_iterations = 100;
    settings.newton.max_iterations = 60;
    ElasticContact contact = ball_contact(settings);
    const ElasticContactSolution solution = solved(contact, creeping_by(4e-4, 2e-4, 0.02));
    EXPECT_EQ(solution.status, SolveStatus::converged);
    EXPECT_EQ(contact.counts().rescued, 0) << static_cast<int>(method);
    forces.push_back(solution.force);
    // 1e-10 m of some 1e-5 m.
    EXPECT_LT((solution.force - forces.front()).norm(), 1e-4 * forces.front().norm());
  }
}

/// Where the material comes from is on the other side then. Meshes are symmetric about x = 0.
TEST(ElasticRolling, backward_is_the_image_of_forward) {
  ElasticContact contact =
      ball_contact(with_friction(FrictionKind::stick_slip), ElementOrder::linear, 1.2e-3);
  const ElasticContactSolution forward = solved(contact, creeping_by(4e-4, 0));
  profile::WheelsetMotion back = creeping_by(4e-4, 0);
  back.velocity.x() *= -1;
  back.angular_velocity.y() *= -1;
  const ElasticContactSolution backward = solved(contact, back);
  ASSERT_EQ(backward.status, SolveStatus::converged);
  EXPECT_NEAR(backward.force.x() / -forward.force.x(), 1, 1e-5);
  EXPECT_NEAR(backward.force.z() / forward.force.z(), 1, 1e-5);
}

TEST(ElasticRolling, standstill_has_forces_and_no_hang) {
  ElasticContact contact = ball_contact(with_friction(FrictionKind::regularised));
  profile::WheelsetMotion motion = rolling(k_ball_radius, k_ball_approach);
  motion.velocity.setZero();
  motion.angular_velocity.setZero();
  const ElasticContactSolution solution = solved(contact, motion);
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_LT(solution.force.head<2>().norm(), 1e-6 * -solution.force.z());
}

}  // namespace
}  // namespace tread::differential
