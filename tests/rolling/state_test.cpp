#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include "rolling/scenarios.hpp"
#include "tread/core/errors.hpp"

/// A rolling contact is a value: its state can be copied, kept, put back and written to a file, and
/// its future depends on nothing else.
namespace tread::contact::test {
namespace {

using enum RollingScheme;

RollingSetup small_setup(RollingScheme scheme) {
  RollingSetup setup = circular_contact(scheme, 15, 0.7e-3);
  // everything that history can hold: unlike bodies, friction with memory
  setup.bodies.lower.shear_modulus = 5e6;
  FallingFriction law;
  law.kinetic_coefficient = 0.35;
  law.terms[0] = {0.05, 0.2};
  setup.friction.law = law;
  setup.friction.memory = {5e-6, 1e-3};
  return setup;
}

/// A different step every time: force and load swing, sometimes the contact rests or turns.
RollingStep nth_step(int n) {
  RollingStep step;
  step.speed = n % 7 == 3 ? 0 : 1;
  step.direction = n % 11 == 8 ? 0.4 : 0;
  step.normal_value = k_circular_load * (1 + 0.1 * std::sin(0.9 * n));
  step.kinematics.x = given_force(0.1 * k_circular_load * std::sin(1.3 * n));
  step.kinematics.y = n % 5 == 2 ? given_force(0) : given_creepage(step.speed == 0 ? 0 : 2e-4);
  step.kinematics.spin = step.speed == 0 ? 0 : 0.1;
  return step;
}

double nth_duration(int n) { return (0.11 + 0.07 * (n % 4)) * 0.7e-3; }

void take_steps(RollingContact& contact, int from, int to) {
  for (int n = from; n < to; ++n) {
    ASSERT_EQ(contact.step(nth_duration(n), nth_step(n)), SolveStatus::converged) << n;
  }
}

std::string bytes_of(const RollingState& state) {
  std::ostringstream out;
  save(state, out);
  return out.str();
}

void expect_same(const RollingContact& a, const RollingContact& b) {
  EXPECT_EQ(bytes_of(a.state()), bytes_of(b.state()));
  EXPECT_EQ(a.solution().traction, b.solution().traction);
  EXPECT_EQ(a.solution().slip, b.solution().slip);
  EXPECT_EQ(a.solution().normal.pressure, b.solution().normal.pressure);
  EXPECT_EQ(a.solution().frictional_power, b.solution().frictional_power);
  EXPECT_EQ(a.solution().forces.lateral, b.solution().forces.lateral);
  EXPECT_EQ(a.creepage().longitudinal, b.creepage().longitudinal);
  EXPECT_EQ(a.creepage().lateral, b.creepage().lateral);
  EXPECT_EQ(a.grid(), b.grid());
}

TEST(State, copies_go_their_own_ways_bit_by_bit) {
  for (const RollingScheme scheme : k_schemes) {
    RollingContact original(small_setup(scheme));
    take_steps(original, 0, 6);
    RollingContact copy = original;
    take_steps(copy, 6, 12);
    RollingContact assigned(small_setup(scheme));
    assigned = original;
    const std::string before = bytes_of(original.state());
    take_steps(assigned, 8, 10);  // another way, which the others do not notice
    EXPECT_EQ(bytes_of(original.state()), before);
    take_steps(original, 6, 12);
    expect_same(original, copy);
    EXPECT_NE(bytes_of(assigned.state()), bytes_of(copy.state()));
  }
}

TEST(State, goes_through_a_file_bit_by_bit) {
  for (const RollingScheme scheme : k_schemes) {
    RollingContact original(small_setup(scheme));
    take_steps(original, 0, 9);
    std::stringstream file;
    save(original.state(), file);
    const RollingState read = load_rolling_state(file);
    EXPECT_EQ(bytes_of(read), bytes_of(original.state()));
    RollingContact other(small_setup(scheme));
    other.restore(read);
    take_steps(original, 9, 16);
    take_steps(other, 9, 16);
    expect_same(original, other);
  }
}

TEST(State, a_rejected_step_leaves_no_trace) {
  for (const RollingScheme scheme : k_schemes) {
    RollingContact never_tried(small_setup(scheme));
    RollingContact contact(small_setup(scheme));
    take_steps(never_tried, 0, 10);
    for (int n = 0; n < 10; ++n) {
      const RollingState before = contact.state();
      // steps that an integrator tries and takes back: longer, harder, elsewhere
      take_steps(contact, n + 3, n + 5);
      RollingStep hard = nth_step(n);
      hard.speed = 1;
      hard.direction = 0;
      ASSERT_EQ(contact.step(3 * nth_duration(n), hard), SolveStatus::converged);
      contact.restore(before);
      EXPECT_EQ(bytes_of(contact.state()), bytes_of(before));
      take_steps(contact, n, n + 1);
    }
    expect_same(contact, never_tried);
  }
}

TEST(State, after_a_restore_shows_no_solution_of_the_future) {
  RollingContact contact(small_setup(world_fixed));
  take_steps(contact, 0, 3);
  const RollingState before = contact.state();
  const Creepage creepage = contact.creepage();
  take_steps(contact, 4, 6);
  contact.restore(before);
  EXPECT_EQ(contact.solution().status, SolveStatus::stopped);
  EXPECT_TRUE(contact.solution().traction.x.empty());
  EXPECT_EQ(contact.creepage().longitudinal, creepage.longitudinal);
}

TEST(State, survives_a_step_that_throws) {
  for (const RollingScheme scheme : k_schemes) {
    RollingContact contact(small_setup(scheme));
    take_steps(contact, 0, 6);
    RollingContact undisturbed = contact;
    RollingStep impossible = nth_step(6);
    impossible.kinematics.x = given_force(2 * k_circular_load);  // beyond friction
    EXPECT_THROW(contact.step(1e-3, impossible), ModelError);
    expect_same(contact, undisturbed);
    take_steps(contact, 6, 9);
    take_steps(undisturbed, 6, 9);
    expect_same(contact, undisturbed);
  }
}

TEST(State, survives_a_step_that_does_not_converge) {
  for (const RollingScheme scheme : k_schemes) {
    RollingSetup impatient = small_setup(scheme);
    impatient.options.max_iterations = 1;
    impatient.options.max_outer_iterations = 1;
    RollingContact contact(small_setup(scheme));
    take_steps(contact, 0, 6);
    RollingContact hasty(impatient);
    hasty.restore(contact.state());
    const std::string before = bytes_of(hasty.state());
    EXPECT_NE(hasty.step(2e-3, nth_step(9)), SolveStatus::converged);
    EXPECT_NE(hasty.solution().status, SolveStatus::converged);
    EXPECT_FALSE(hasty.solution().traction.x.empty());  // what was reached
    EXPECT_EQ(bytes_of(hasty.state()), before);
  }
}

// ---- damaged files

std::string saved_example() {
  RollingSetup setup = line_contact(6, world_fixed);
  return bytes_of(rolled(setup, line_load(), 0.3, 3).state());
}

std::string what_reading_says(const std::string& bytes) {
  std::istringstream in(bytes);
  try {
    load_rolling_state(in);
  } catch (const IoError& error) {
    return error.what();
  }
  return "";
}

constexpr const char* k_remedy =
    "; it must be a file that this program saved, complete and unchanged";

TEST(SavedState, cut_off_anywhere_is_refused) {
  const std::string good = saved_example();
  EXPECT_EQ(what_reading_says(good), "");
  for (std::size_t n = 0; n < good.size(); ++n) {
    EXPECT_EQ(what_reading_says(good.substr(0, n)),
              std::string("the rolling state cannot be read: it ends too early") + k_remedy)
        << n;
  }
}

TEST(SavedState, with_any_byte_changed_is_refused) {
  const std::string good = saved_example();
  for (std::size_t n = 0; n < good.size(); ++n) {
    for (const int change : {1, 0x40, 0x80, 0xff}) {
      std::string bad = good;
      bad[n] = static_cast<char>(bad[n] ^ change);
      const std::string says = what_reading_says(bad);
      EXPECT_NE(says.find("the rolling state cannot be read: "), std::string::npos) << n;
    }
  }
}

TEST(SavedState, says_what_is_wrong_with_it) {
  const auto says = [](const std::string& bytes, const std::string& why) {
    EXPECT_EQ(what_reading_says(bytes), "the rolling state cannot be read: " + why + k_remedy);
  };
  const std::string good = saved_example();
  says("NOT A ROLLING STATE AT ALL", "it does not begin like one");
  std::string other_machine = good;
  std::reverse(other_machine.begin() + 16, other_machine.begin() + 20);
  says(other_machine, "it comes from another kind of machine");
  std::string no_grid = good;
  std::fill(no_grid.begin() + 20, no_grid.begin() + 24, '\0');
  says(no_grid, "its grid is impossible");
  std::string changed = good;
  changed.back() = static_cast<char>(changed.back() ^ 1);
  says(changed, "its checksum is wrong");
}

TEST(SavedState, that_cannot_be_written_is_an_error) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_THROW(save(RollingContact(line_contact(6, world_fixed)).state(), out), IoError);
}

}  // namespace
}  // namespace tread::contact::test
