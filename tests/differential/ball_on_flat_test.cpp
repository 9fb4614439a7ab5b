#include <gtest/gtest.h>

#include <cmath>

#include "differential/ball_pieces.hpp"

namespace tread::differential {
namespace {

using namespace cases;

/// Means over neighbouring contacts: a single one jumps with the way the elements meet its edge.
struct Errors {
  double force = 0;    // over Hertz' force
  double missing = 0;  // approach that a half-space needs more for the same force, over F/(pi E*):
                       // 1/m
};

Errors errors_of(ElasticContact contact) {
  const double modulus = contact_modulus(k_bodies);
  Errors errors;
  constexpr double n = 9;
  for (const double share : {0.9, 0.95, 1.0}) {
    for (const double y : {-0.3e-3, 0.0, 0.3e-3}) {
      const auto exact = reference::hertz_circle_from_approach(share * share * k_ball_approach,
                                                               k_ball_radius, modulus);
      profile::WheelsetMotion motion = rolling(k_ball_radius, exact.approach);
      motion.pose.lateral = y;
      const ElasticContactSolution solution = solved(contact, motion);
      EXPECT_EQ(solution.status, SolveStatus::converged);
      const double force = -solution.force.z();
      const double needed =
          reference::hertz_circle_from_force(force, k_ball_radius, modulus).approach;
      errors.force += (force / exact.force - 1) / n;
      errors.missing += (needed - exact.approach) / (force / (std::numbers::pi * modulus)) / n;
    }
  }
  return errors;
}

Errors errors_of(ElementOrder order, double fine_size, double half_size = k_ball_block,
                 double penalty = 1e18) {
  return errors_of(ball_contact(frictionless(penalty), order, fine_size, half_size));
}

/// Displacements of elements are too few: pieces are too stiff. The values of quadratic elements
/// serve as the limit; the orders, over finer meshes, are in docs/verification.md.
TEST(BallOnFlat, linear_elements_come_from_the_stiff_side_towards_what_quadratic_ones_give) {
  const double limit = errors_of(ElementOrder::quadratic, 3e-3).force;
  const double coarse = errors_of(ElementOrder::linear, 2e-3).force - limit;
  const double fine = errors_of(ElementOrder::linear, 1.2e-3).force - limit;
  EXPECT_GT(fine, 0);
  const double order = std::log(coarse / fine) / std::log(2 / 1.2);
  EXPECT_GT(order, 0.8);
  EXPECT_LT(order, 2.2);
}

/// Held faces at a distance b take away the displacements of the load's image, k F/(pi E* b). What
/// is left of the approach, which is 3 pi/(4 a) in these units, is the error of the mesh: 1 %
/// (table ball-mesh in docs/verification.md).
TEST(BallOnFlat, larger_pieces_come_to_hertz_as_one_over_their_size) {
  constexpr double small = 18.2e-3;
  constexpr double large = 26e-3;
  const double of_small = errors_of(ElementOrder::quadratic, 3.4e-3, small).missing;
  const double of_large = errors_of(ElementOrder::quadratic, 3.4e-3, large).missing;
  EXPECT_GT(of_small, of_large);
  const double limit = (large * of_large - small * of_small) / (large - small);
  const double approach = 0.75 * std::numbers::pi / k_ball_contact;
  EXPECT_GT(of_large / approach, 0.05);
  EXPECT_NEAR(limit / approach, 0, 0.03);
}

TEST(BallOnFlat, the_error_of_the_penalty_falls_as_one_over_it) {
  const auto contact_of = [](double penalty) {
    return errors_of(ElementOrder::linear, 2e-3, k_ball_block, penalty).force;
  };
  const double rigid = contact_of(1e20);
  const double at_15 = rigid - contact_of(1e15);
  const double at_16 = rigid - contact_of(1e16);
  const double at_17 = rigid - contact_of(1e17);
  EXPECT_GT(at_17, 0);
  EXPECT_NEAR(std::log10(at_15 / at_16), 1, 0.1);
  EXPECT_NEAR(std::log10(at_16 / at_17), 1, 0.02);
}

/// The contact's radius by the second moment of the pressure, a^2 = 5/2 <r^2>; its peak by the
/// force and that radius.
TEST(BallOnFlat, pressures_are_spread_as_hertz_has_them_for_the_same_force) {
  ElasticContact contact = ball_contact(frictionless(), ElementOrder::quadratic, 3e-3);
  const ElasticContactSolution solution = solved(contact, rolling(k_ball_radius, k_ball_approach));
  const auto exact = reference::hertz_circle_from_force(-solution.force.z(), k_ball_radius,
                                                        contact_modulus(k_bodies));
  double moment = 0;
  double largest = 0;
  for (const TouchingPoint& point : solution.points) {
    const double r2 = std::pow(point.position.x(), 2) + std::pow(point.rail_y, 2);
    moment += point.weight * point.pressure * r2;
    largest = std::max(largest, std::abs(point.pressure - exact.pressure(std::sqrt(r2))));
  }
  EXPECT_EQ(solution.n_patches, 1);
  EXPECT_NEAR(std::sqrt(2.5 * moment / exact.force) / exact.contact_radius, 1, 0.03);
  EXPECT_NEAR(peak_pressure(solution) / exact.peak_pressure, 1, 0.1);
}

}  // namespace
}  // namespace tread::differential
