#include "tread/differential/elastic_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>
#include <string>

#include "differential/ball_pieces.hpp"

namespace tread::differential {
namespace {

using namespace cases;

ElasticContactSettings with_usual_friction(FrictionKind kind = FrictionKind::stick_slip) {
  ElasticContactSettings settings = frictionless(1e16);
  settings.friction = contact::CoulombFriction{0.3, 0.3};
  settings.friction_kind = kind;
  return settings;
}

profile::WheelsetMotion creeping_at_depth(double vertical = k_ball_approach) {
  profile::WheelsetMotion motion = rolling(k_ball_radius, vertical);
  motion.velocity.y() = 2e-3;
  motion.angular_velocity.y() *= 1 - 3e-4;
  return motion;
}

Eigen::Vector3d sum_of(const Eigen::VectorXd& forces) {
  return forces.reshaped(3, forces.size() / 3).rowwise().sum();
}

TEST(ElasticContactForces, of_nodes_are_in_equilibrium_on_wheel_and_rail) {
  ElasticContact contact = ball_contact(with_usual_friction());
  profile::WheelsetMotion motion = creeping_at_depth();
  motion.pose.yaw = 2e-3;  // 1.5 mm forward
  motion.pose.roll = 1e-4;
  motion.pose.vertical -= 1e-4 * 0.75;
  const ElasticContactSolution solution = solved(contact, motion);
  ASSERT_EQ(solution.status, SolveStatus::converged);
  ASSERT_GT(-solution.force.z(), 1e3);
  const double accuracy = 1e-10 * solution.force.norm();
  EXPECT_LT((sum_of(contact.rail_forces()) + solution.force).norm(), accuracy);
  const Eigen::Matrix3d turn = profile::PosedWheel({k_ball_radius, 0, 0}, motion.pose).rotation();
  EXPECT_LT((turn * sum_of(contact.wheel_forces()) - solution.force).norm(), accuracy);
}

TEST(ElasticContactSolutions, do_not_depend_on_what_was_asked_before) {
  ElasticContact fresh = ball_contact(with_usual_friction());
  const ElasticContactSolution cold = solved(fresh, creeping_at_depth());
  ElasticContact used = ball_contact(with_usual_friction());
  solved(used, creeping_at_depth(0.5 * k_ball_approach));
  profile::WheelsetMotion back = creeping_at_depth();
  back.velocity.x() *= -1;
  solved(used, back);
  solved(used, creeping_at_depth(-1e-3));
  const ElasticContactSolution warm = solved(used, creeping_at_depth());
  ASSERT_EQ(cold.status, SolveStatus::converged);
  ASSERT_EQ(warm.status, SolveStatus::converged);
  // Tolerance over displacements, 1e-11 m over 1e-5 m, with a factor for the number of points.
  EXPECT_LT((warm.force - cold.force).norm(), 1e-5 * cold.force.norm());
  ASSERT_EQ(warm.points.size(), cold.points.size());
  used.start_anew();
  EXPECT_EQ(solved(used, creeping_at_depth()).force, cold.force);
}

TEST(ElasticContactSolutions, of_a_wheel_that_is_up_are_empty) {
  ElasticContact contact = ball_contact(with_usual_friction());
  const ElasticContactSolution solution = solved(contact, creeping_at_depth(-1e-3));
  EXPECT_TRUE(solution.points.empty());
  EXPECT_EQ(solution.force, Eigen::Vector3d::Zero());
  EXPECT_NEAR(solution.gap, 1e-3, 1e-9);
}

template <typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

testing::AssertionResult says(const std::string& message, const std::string& words) {
  if (message.find(words) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << message;
}

TEST(ElasticContactErrors, contact_that_leaves_the_fine_zone_says_where) {
  ElasticContact contact = ball_contact(with_usual_friction());
  const std::regex pattern(
      "contact leaves the finely meshed zone, or touches its outermost elements, at y = -?[0-9.]+ "
      "mm of the wheel's profile \\(its zone: -?[0-9.]+ to [0-9.]+ mm\\), -?[0-9.]+ mm of the "
      "rail's \\(-?[0-9.]+ to [0-9.]+ mm\\), x = -?[0-9.]+ mm \\([0-9.]+ mm either way\\): make "
      "the zone (wider|longer.*)");
  const std::string message =
      message_of([&] { solved(contact, creeping_at_depth(4 * k_ball_approach)); });
  EXPECT_TRUE(std::regex_match(message, pattern)) << message;
  // And the contact can be used afterwards.
  EXPECT_EQ(solved(contact, creeping_at_depth()).status, SolveStatus::converged);
}

TEST(ElasticContactErrors, stick_and_slip_need_tractions_for_unknowns) {
  ElasticContactSettings settings = with_usual_friction();
  settings.newton.method = NewtonMethod::lu;
  EXPECT_TRUE(
      says(message_of([&] { check(settings); }), "take the method that solves for tractions"));
}

TEST(ElasticContactErrors, pieces_are_needed) {
  EXPECT_TRUE(says(
      message_of([&] { ElasticContact(ball_pair(k_ball_radius), nullptr, with_usual_friction()); }),
      "needs prepared pieces"));
}

TEST(ElasticContactErrors, numbers_that_make_no_sense_are_named) {
  const auto said = [](auto change) {
    ElasticContactSettings settings = with_usual_friction();
    change(settings);
    return message_of([&] { check(settings); });
  };
  EXPECT_TRUE(says(said([](auto& s) { s.penalty = -1; }), "-1 N/m3"));
  EXPECT_TRUE(says(said([](auto& s) { s.newton.tolerance = 0; }), "is 0 m"));
  EXPECT_TRUE(says(said([](auto& s) { s.newton.forcing = 2; }), "is 2"));
  EXPECT_TRUE(says(said([](auto& s) { s.newton.max_iterations = 0; }), "0 times"));
  EXPECT_TRUE(says(said([](auto& s) { s.regularisation = 1; }), "is 1 of"));
  EXPECT_TRUE(says(said([](auto& s) { s.slowest_speed = 0; }), "is 0 m/s"));
}

/// Pieces of linear and of quadratic elements know of each other only through displacements.
TEST(ElasticContactPieces, may_have_elements_of_different_orders) {
  PieceSettings linear =
      block_settings(ball_block(k_ball_contact, 14e-3, 2e-3, ElementOrder::linear), 0);
  PieceSettings quadratic = linear;
  quadratic.order = ElementOrder::quadratic;
  const auto force_of = [](const PieceSettings& wheel, const PieceSettings& rail) {
    ElasticContact contact(ball_pair(k_ball_radius),
                           prepare_pair(ball_pair(k_ball_radius), k_bodies, {wheel, rail}, {}),
                           frictionless());
    const ElasticContactSolution solution =
        solved(contact, rolling(k_ball_radius, 0.5 * k_ball_approach));
    EXPECT_EQ(solution.status, SolveStatus::converged);
    return -solution.force.z();
  };
  linear.fine_size = quadratic.fine_size = 2.2e-3;
  const double stiff = force_of(linear, linear);
  const double mixed = force_of(linear, quadratic);
  EXPECT_LT(mixed, stiff);
  EXPECT_GT(mixed, 0.8 * stiff);
}

TEST(ElasticContactPenalty, that_is_too_small_shows_in_the_share_of_penetration) {
  ElasticContactSettings settings = with_usual_friction();
  settings.penalty = 1e14;
  ElasticContact soft = ball_contact(settings);
  EXPECT_GT(solved(soft, creeping_at_depth()).penetration_share, settings.largest_penetration);
  settings.penalty = 1e16;
  ElasticContact stiff = ball_contact(settings);
  EXPECT_LT(solved(stiff, creeping_at_depth()).penetration_share, settings.largest_penetration);
}

TEST(ElasticContactPenalty, without_bounds_is_no_trouble_for_tractions) {
  ElasticContactSettings settings = with_usual_friction();
  settings.penalty = 1e20;
  ElasticContact rigid = ball_contact(settings);
  const ElasticContactSolution solution = solved(rigid, creeping_at_depth());
  EXPECT_EQ(solution.status, SolveStatus::converged);
  settings.penalty = 1e17;
  ElasticContact nearly = ball_contact(settings);
  EXPECT_NEAR(solution.force.z() / solved(nearly, creeping_at_depth()).force.z(), 1, 1e-3);
}

/// Displacements for unknowns overshoot then; tractions come to help.
TEST(ElasticContactPenalty, without_bounds_ends_with_a_right_answer_from_displacements_too) {
  ElasticContactSettings settings = with_usual_friction(FrictionKind::regularised);
  settings.penalty = 1e20;
  ElasticContact tractions = ball_contact(settings);
  const double force = solved(tractions, creeping_at_depth()).force.z();
  settings.newton.method = NewtonMethod::bicgstab;
  ElasticContact displacements = ball_contact(settings);
  const ElasticContactSolution solution = solved(displacements, creeping_at_depth());
  EXPECT_EQ(displacements.counts().rescued, 1);
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_NEAR(solution.force.z() / force, 1, 1e-4);
}

TEST(ElasticContactErrors, a_motion_that_is_no_number_does_not_hang) {
  ElasticContact contact = ball_contact(with_usual_friction());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  profile::WheelsetMotion motion = creeping_at_depth();
  motion.pose.vertical = nan;
  EXPECT_EQ(solved(contact, motion).status, SolveStatus::blew_up);
  motion = creeping_at_depth();
  motion.angular_velocity.y() = nan;
  EXPECT_EQ(solved(contact, motion).status, SolveStatus::blew_up);
  EXPECT_EQ(solved(contact, creeping_at_depth()).status, SolveStatus::converged);
}

}  // namespace
}  // namespace tread::differential
