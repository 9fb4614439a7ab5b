#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "rolling/scenarios.hpp"
#include "tread/core/errors.hpp"

namespace tread::contact::test {
namespace {

using enum RollingScheme;

template <class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

RollingSetup setup_of(RollingScheme scheme = world_fixed) { return line_contact(10, scheme); }

std::string says(double dt, const RollingStep& step, RollingScheme scheme = world_fixed) {
  RollingContact contact(setup_of(scheme));
  const std::string message = message_of([&] { contact.step(dt, step); });
  EXPECT_EQ(contact.state().time, 0) << message;
  return message;
}

RollingStep good_step() {
  RollingStep step = line_load();
  step.speed = 1;
  return step;
}

TEST(Errors, of_a_step_tell_the_value_and_what_to_do) {
  EXPECT_EQ(says(0, good_step()), "a step must take longer than 0 s, got 0");
  EXPECT_EQ(says(-0.5, good_step()), "a step must take longer than 0 s, got -0.5");
  EXPECT_EQ(says(k_nan, good_step()), "a step must take longer than 0 s, got nan");
  RollingStep step = good_step();
  step.speed = -3;
  EXPECT_EQ(says(1, step),
            "the rolling speed must be >= 0 m/s, got -3; to roll backwards turn the rolling "
            "direction by half a turn");
  step = good_step();
  step.speed = 1e6;
  EXPECT_EQ(says(1, step), "a step of 1000000 m is 1.43e+09 cells long: check speed and time step");
  step = good_step();
  step.direction = k_nan;
  EXPECT_EQ(says(1, step), "the rolling direction must be a finite number, got nan rad");
  step.direction = 0.5;
  EXPECT_EQ(says(1, step),
            "a contact on a single row of cells can roll along x only (0 or 180 degrees), got 0.5 "
            "rad");
  step = good_step();
  step.kinematics.y = given_creepage(k_nan);
  EXPECT_EQ(says(1e-4, step), "a creepage or tangential force must be finite, got nan");
  step = good_step();
  step.kinematics.spin = k_nan;
  EXPECT_EQ(says(1e-4, step), "the spin must be finite, got nan");
  step = good_step();
  step.kinematics.spin_centre[1] = k_nan;
  EXPECT_EQ(says(1e-4, step), "the centre of spin must be finite, got nan");
  step = good_step();
  step.normal_value = k_nan;
  EXPECT_EQ(says(1e-4, step), "the normal force must be a finite number, got nan");
}

TEST(Errors, of_a_force_beyond_friction_come_in_every_scheme) {
  for (const RollingScheme scheme : {exact, interpolated, world_fixed}) {
    const RollingStep step = [] {
      RollingStep s = line_load(-1.01);
      s.speed = 1;
      return s;
    }();
    EXPECT_NE(says(1e-4, step, scheme), "");
    EXPECT_NE(says(1e-4, step, scheme).find("friction"), std::string::npos)
        << says(1e-4, step, scheme);
  }
}

TEST(Errors, of_a_setup_tell_the_value) {
  RollingSetup setup = setup_of();
  setup.commits_per_cell = -1;
  EXPECT_EQ(message_of([&] { RollingContact contact(setup); }),
            "commits per cell must be from 0 to 1000, got -1");
  setup.commits_per_cell = 1001;
  EXPECT_EQ(message_of([&] { RollingContact contact(setup); }),
            "commits per cell must be from 0 to 1000, got 1001");
  setup = setup_of();
  setup.distance = nullptr;
  EXPECT_EQ(message_of([&] { RollingContact contact(setup); }),
            "rolling contact needs an undeformed distance");
  setup = setup_of();
  setup.friction.law = CoulombFriction{-0.1, -0.1};
  EXPECT_THROW(RollingContact{setup}, ModelError);
  RollingContact contact(setup_of());
  EXPECT_EQ(message_of([&] { contact.set_distance(nullptr); }),
            "rolling contact needs an undeformed distance");
}

// A window is left by the contact at its side, and by the contact as it moves on.
TEST(Errors, of_a_window_smaller_than_the_contact_tell_its_size) {
  RollingSetup setup = setup_of();
  setup.grid = centred_grid(9, 1, 9 * line_cell(10), 1);
  RollingContact contact(setup);
  RollingStep step = line_load();
  ASSERT_EQ(contact.step(1, step), SolveStatus::converged);  // at rest that is the user's matter
  EXPECT_TRUE(contact.solution().normal.touches_edge);
  step.speed = 1;
  EXPECT_EQ(message_of([&] { contact.step(0.2 * line_cell(10), step); }),
            "the contact reaches the edge of its window of 9 x 1 cells, 0.0063 x 1 m: in "
            "world-fixed rolling the window must be larger than the contact by two cells on every "
            "side; enlarge the grid");
  EXPECT_EQ(contact.state().way[0], 0);
  EXPECT_EQ(message_of([&] { contact.step(0.9 * line_cell(10), step); }).find("the "), 0u);
}

TEST(Errors, of_history_from_another_grid_or_scheme_name_both) {
  RollingContact contact(setup_of());
  RollingContact other(line_contact(11, world_fixed));
  EXPECT_EQ(message_of([&] { contact.restore(other.state()); }),
            "the history belongs to a grid of 19 x 1 cells of 0.0006364 x 1 m from (-0.005727, 0) "
            "m, this contact has 18 x 1 cells of 0.0007 x 1 m from (-0.00595, 0) m: start anew, or "
            "use the grid the history was made with");
  EXPECT_EQ(message_of([&] { contact.restore(RollingContact(setup_of(exact)).state()); }),
            "the history was made in exact rolling, this contact rolls in the world-fixed scheme: "
            "start anew, or use the scheme the history was made with");
}

}  // namespace
}  // namespace tread::contact::test
