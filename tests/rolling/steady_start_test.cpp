#include <gtest/gtest.h>

#include <cmath>

#include "rolling/scenarios.hpp"
#include "tread/core/errors.hpp"

/// Rolling that begins in the steady state, and the work of friction along the way.
namespace tread::contact::test {
namespace {

using enum RollingScheme;

constexpr double k_creepage = 5e-3;

RollingStep creeping() {
  RollingStep step = line_load();
  step.kinematics.x = given_creepage(k_creepage);
  step.speed = 1;
  return step;
}

// On a grid that moves with the contact, steps of one cell are the equations of steady rolling.
TEST(SteadyStart, is_where_steps_of_a_cell_stay) {
  RollingContact contact(line_contact(28, exact));
  const FrictionalSolution reference = steady(contact.setup(), creeping());
  ASSERT_EQ(contact.start_steady(creeping()), SolveStatus::converged);
  EXPECT_EQ(contact.solution().forces.longitudinal, reference.forces.longitudinal);
  roll(contact, creeping(), 1, 10);
  EXPECT_NEAR(contact.solution().forces.longitudinal / reference.forces.longitudinal, 1, 1e-6);
}

TEST(SteadyStart, forgets_what_was_before) {
  RollingContact contact(line_contact(28, world_fixed));
  RollingStep other = creeping();
  other.kinematics.x = given_creepage(-0.2 * k_creepage);
  roll(contact, other, 0.7, 20);
  ASSERT_EQ(contact.start_steady(creeping()), SolveStatus::converged);
  EXPECT_EQ(contact.state().time, 0);
  EXPECT_EQ(contact.state().friction_work(), 0);
  roll(contact, creeping(), 0.7, 5);
  RollingContact fresh(line_contact(28, world_fixed));
  ASSERT_EQ(fresh.start_steady(creeping()), SolveStatus::converged);
  roll(fresh, creeping(), 0.7, 5);
  EXPECT_EQ(contact.solution().traction, fresh.solution().traction);
}

TEST(SteadyStart, needs_a_speed) {
  RollingContact contact(line_contact(28, world_fixed));
  RollingStep standing = creeping();
  standing.speed = 0;
  EXPECT_THROW(contact.start_steady(standing), ModelError);
}

// In steady rolling friction takes force times creepage from every metre.
TEST(FrictionWork, does_not_depend_on_how_the_way_is_cut_into_steps) {
  const double cells = 20;
  const auto work = [&](double c) {
    RollingContact contact(line_contact(112, world_fixed));
    EXPECT_EQ(contact.start_steady(creeping()), SolveStatus::converged);
    roll(contact, creeping(), c, cells);
    return contact.state().friction_work();
  };
  RollingContact contact(line_contact(112, world_fixed));
  ASSERT_EQ(contact.start_steady(creeping()), SolveStatus::converged);
  const double force = contact.solution().forces.longitudinal;
  const double expected = force * k_creepage * cells * line_cell(112);
  const double whole = work(1);
  EXPECT_LT(whole, 0);
  EXPECT_NEAR(whole, expected, 0.01 * std::abs(expected));
  EXPECT_NEAR(work(0.1), whole, 1e-4 * std::abs(whole));
  EXPECT_NEAR(work(4), whole, 1e-4 * std::abs(whole));
}

}  // namespace
}  // namespace tread::contact::test
