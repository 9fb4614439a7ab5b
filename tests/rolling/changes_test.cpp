#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rolling/scenarios.hpp"

/// What may change between steps: load, shape, speed, direction, what is given.
namespace tread::contact::test {
namespace {

using enum RollingScheme;

void expect_friction_obeyed(const RollingContact& contact) {
  const FrictionalSolution& s = contact.solution();
  double largest = 0;
  for (const double g : s.bound) largest = std::max(largest, g);
  for (std::size_t i = 0; i < s.cells.size(); ++i) {
    EXPECT_LE(std::hypot(s.traction.x[i], s.traction.y[i]), s.bound[i] + 1e-5 * largest);
    if (s.cells[i] != CellState::slip) continue;
    const double work = s.traction.x[i] * s.slip.x[i] + s.traction.y[i] * s.slip.y[i];
    EXPECT_LE(work, 1e-9 * largest) << i;
  }
}

// The finer the grid the closer to the same course on the finest: history is carried through the
// change. Load and force swing once on the way of a contact width.
TEST(Changes, of_the_load_are_followed_while_the_contact_grows_and_shrinks) {
  const auto course_on = [](int n) {
    return [n](double cells) {
      const double phase = 2 * std::numbers::pi * cells / n;
      RollingStep step = line_load(-0.4 - 0.2 * std::cos(phase));
      const double factor = 0.8 + 0.2 * std::cos(phase + 1);
      step.normal_value *= factor;
      return step;
    };
  };
  const auto run = [&](RollingScheme scheme, int n) {
    const Course course = course_on(n);
    return rolled(line_contact(n, scheme), course(0), course, 0.25, 1.6 * n);
  };
  const RollingContact fine = run(world_fixed, 160);
  const auto error = [&](int n) {
    const RollingContact coarse = run(world_fixed, n);
    expect_friction_obeyed(coarse);
    return relative_distance(row_of_tractions(coarse), on_coarser_row(fine, coarse.grid()));
  };
  const double of_20 = error(20);
  const double of_40 = error(40);
  EXPECT_LT(of_20, 0.06);
  EXPECT_LT(of_40, 0.7 * of_20);
}

TEST(Changes, of_shape_are_followed_in_all_schemes) {
  for (const RollingScheme scheme : k_schemes) {
    RollingContact contact(circular_contact(scheme, 25, 0.5e-3));
    RollingStep step = circular_load(-0.4);
    ASSERT_EQ(contact.step(1, step), SolveStatus::converged);
    const double before = contact.solution().normal.contact_area;
    step.speed = 1;
    for (int n = 1; n <= 12; ++n) {
      // narrower along the way, wider across, and with a second hump in the end
      const double a = 2.963 * (1 + 0.1 * n);
      const double b = 2.963 * (1 - 0.04 * n);
      contact.set_distance([=](double x, double y) {
        return a * x * x + b * y * y + (n > 9 ? 2e-6 * std::cos(2e3 * y) : 0);
      });
      ASSERT_EQ(contact.step(0.2e-3, step), SolveStatus::converged) << n;
      expect_friction_obeyed(contact);
      EXPECT_NEAR(contact.solution().forces.longitudinal / step.kinematics.x.value, 1, 1e-5);
    }
    EXPECT_NE(contact.solution().normal.contact_area, before);
  }
}

// What was changed and changed back is forgotten after two contact lengths.
TEST(Changes, that_are_taken_back_are_forgotten) {
  for (const RollingScheme scheme : k_schemes) {
    const RollingContact straight = rolled(line_contact(20, scheme), line_load(), 0.5, 80);
    RollingContact detour = rolled(line_contact(20, scheme), line_load(), 0.5, 10);
    detour.set_distance([](double x, double) { return 1.5 * CattaneoToCarter::curvature * x * x; });
    RollingStep other = line_load();
    other.kinematics.x.value *= -0.5;
    roll(detour, other, 0.5, 10);
    detour.set_distance([](double x, double) { return CattaneoToCarter::curvature * x * x; });
    roll(detour, line_load(), 0.5, 60);
    EXPECT_LT(relative_distance(row_of_tractions(detour), row_of_tractions(straight)), 1e-3);
  }
}

TEST(LongSteps, of_several_cells_end_where_short_ones_do) {
  for (const double c : {2.0, 3.5, 7.0}) {
    const RollingContact short_steps = rolled(line_contact(28, world_fixed), line_load(), 0.5, 14);
    const RollingContact long_steps = rolled(line_contact(28, world_fixed), line_load(), c, 14);
    EXPECT_LT(relative_distance(row_of_tractions(long_steps), row_of_tractions(short_steps)), 1e-6);
  }
  // interpolated: a long step is several of a cell or less
  const RollingContact by_cells = rolled(line_contact(28, interpolated), line_load(), 1, 14);
  const RollingContact at_once = rolled(line_contact(28, interpolated), line_load(), 7, 14);
  EXPECT_LT(relative_distance(row_of_tractions(at_once), row_of_tractions(by_cells)), 1e-6);
}

// One implicit step over the whole contact, and more: all particles are new, and what is left is
// steady rolling to first order.
TEST(LongSteps, of_exact_coefficients_are_taken_at_once) {
  RollingContact contact(line_contact(28, exact));
  RollingStep step = line_load();
  ASSERT_EQ(contact.step(1, step), SolveStatus::converged);
  step.speed = 1;
  ASSERT_EQ(contact.step(2.5 * line_cell(28), step), SolveStatus::converged);
  expect_friction_obeyed(contact);
  ASSERT_EQ(contact.step(60 * line_cell(28), step), SolveStatus::converged);
  expect_friction_obeyed(contact);
  EXPECT_NEAR(contact.solution().forces.longitudinal / step.kinematics.x.value, 1, 1e-6);
}

// Loads go evenly within a step that is cut into pieces.
TEST(LongSteps, load_evenly_from_the_value_before) {
  const auto ramp = [](double cells) { return line_load(-0.6 * cells / 8); };
  const RollingContact short_steps = rolled(line_contact(28, world_fixed), ramp(0), ramp, 0.25, 8);
  const RollingContact one_step = rolled(line_contact(28, world_fixed), ramp(0), ramp, 8, 8);
  EXPECT_LT(relative_distance(row_of_tractions(one_step), row_of_tractions(short_steps)), 1e-6);
}

TEST(Standstill, keeps_tractions_and_rolling_goes_on_from_them) {
  for (const RollingScheme scheme : k_schemes) {
    RollingContact contact = rolled(line_contact(28, scheme), line_load(), 0.3, 6);
    const std::vector<double> moving = row_of_tractions(contact);
    RollingStep rest = line_load();
    for (int n = 0; n < 3; ++n) ASSERT_EQ(contact.step(0.1, rest), SolveStatus::converged);
    EXPECT_LT(relative_distance(row_of_tractions(contact), moving), 1e-6);
    EXPECT_NEAR(contact.creepage().longitudinal, 0, 1e-12);  // in m: it does not shift
    EXPECT_NEAR(contact.solution().frictional_power, 0, 1e-9);

    // unloaded at rest, the contact slips back from its edges only
    rest.kinematics.x.value *= 0.3;
    ASSERT_EQ(contact.step(0.1, rest), SolveStatus::converged);
    EXPECT_LT(contact.creepage().longitudinal, 0);

    roll(contact, line_load(), 0.3, 12);
    expect_friction_obeyed(contact);
    EXPECT_GT(contact.creepage().longitudinal, 0);
  }
}

// A pause between points where states are kept moves those points; what they give does not change
// by more than their number does.
TEST(Standstill, between_kept_states_changes_little) {
  const RollingContact straight = rolled(line_contact(28, world_fixed), line_load(), 0.1, 12);
  RollingContact paused = rolled(line_contact(28, world_fixed), line_load(), 0.1, 6.3);
  ASSERT_EQ(paused.step(1, line_load()), SolveStatus::converged);
  roll(paused, line_load(), 0.1, 5.7);
  EXPECT_NEAR(paused.state().way[0], straight.state().way[0], 1e-12);
  EXPECT_LT(relative_distance(row_of_tractions(paused), row_of_tractions(straight)), 0.02);
}

// From force to the creepage that was found and back: nothing happens at the change, wherever it
// falls between kept states.
TEST(Changes, from_given_force_to_the_creepage_found_are_not_felt) {
  RollingContact contact = rolled(line_contact(28, world_fixed), line_load(), 0.1, 40.1);
  RollingStep step = line_load();
  const double force = step.kinematics.x.value;
  step.kinematics.x = given_creepage(contact.creepage().longitudinal);
  roll(contact, step, 0.1, 0.1);
  EXPECT_NEAR(contact.solution().forces.longitudinal / force, 1, 0.01);
  roll(contact, step, 0.1, 4);
  EXPECT_NEAR(contact.solution().forces.longitudinal / force, 1, 0.01);
}

TEST(Changes, of_direction_to_and_fro_return_to_the_place) {
  RollingContact contact = rolled(line_contact(28, world_fixed), line_load(), 0.3, 6);
  RollingStep back = line_load();
  back.direction = std::numbers::pi;
  roll(contact, back, 0.3, 6);
  EXPECT_NEAR(contact.state().way[0], 0, 1e-15);
  EXPECT_EQ(contact.state().window[0], 0);
  expect_friction_obeyed(contact);
}

// At walking pace of an integrator's first steps: thousands of steps to a cell.
TEST(TinySteps, are_as_good_as_any) {
  const double c = 1e-4;
  RollingContact contact = rolled(line_contact(28, world_fixed), line_load(), 0.5, 6);
  RollingContact tiny = contact;
  roll(contact, line_load(), 0.5, 0.5);
  roll(tiny, line_load(), c, 0.5);
  EXPECT_LT(relative_distance(row_of_tractions(tiny), row_of_tractions(contact)), 1e-6);
  EXPECT_NEAR(tiny.creepage().longitudinal / contact.creepage().longitudinal, 1, 2e-3);
  EXPECT_LT(tiny.state().pieces.size(), 100u);
}

TEST(TinySteps, of_less_than_rounding_still_take_the_load) {
  RollingContact contact = rolled(line_contact(28, world_fixed), line_load(-0.2), 0.5, 6);
  RollingStep step = line_load(-0.6);
  step.speed = 1e-15;
  ASSERT_EQ(contact.step(1e-3, step), SolveStatus::converged);
  EXPECT_NEAR(contact.solution().forces.longitudinal / step.kinematics.x.value, 1, 1e-6);
}

}  // namespace
}  // namespace tread::contact::test
