#include <gtest/gtest.h>

#include <cmath>

#include "interaction/rolling_cases.hpp"
#include "tread/core/errors.hpp"

/// One wheel that rolls under a constant load: Carter's steady rolling, rotation under torques.
namespace tread::interaction::test {
namespace {

constexpr double k_inertia = 50;  // kg m2

/// Steps of c cells over a way, m; calls back after each.
template <class AfterStep>
void roll(RollingWheel& wheel, const RollingWheelSetup& setup, double c, double length,
          AfterStep after_step) {
  const double dt = c * setup.contact.grid.dx / k_speed;
  const double end = wheel.now().position + length;
  while (wheel.now().position < end) {
    ASSERT_EQ(wheel.step(dt, k_speed, press(k_load)), SolveStatus::converged) << wheel.now().time;
    after_step(wheel.now());
  }
}

RollingWheel started(const RollingWheelSetup& setup, double speed = k_speed) {
  RollingWheel wheel(setup);
  EXPECT_EQ(wheel.start(0, 0, speed, press(k_load)), SolveStatus::converged);
  return wheel;
}

RollingInstant rolled(const RollingWheelSetup& setup, double c, double length) {
  RollingWheel wheel = started(setup);
  roll(wheel, setup, c, length, [](const RollingInstant&) {});
  return wheel.now();
}

double contact_length(const LineWheel& line) { return 2 * hertz_of(line, k_load).half_width; }

/// What is missing from the balance of energy since the start, J.
double energy_defect(const RollingInstant& now, const RollingInstant& start) {
  return now.rotation_energy - start.rotation_energy + now.shear_energy - start.shear_energy +
         now.dissipated + now.brake_loss + now.hauling - now.drive_work;
}

TEST(GivenCreepage, of_zero_gives_no_traction) {
  const RollingWheelSetup setup = creeping(steel_wheel(32), 0);
  RollingWheel wheel = started(setup);
  roll(wheel, setup, 0.3, 2 * contact_length(steel_wheel()), [](const RollingInstant& now) {
    EXPECT_NEAR(now.tangential_force, 0, 1e-9 * k_limit);
    EXPECT_EQ(now.n_slip, 0);
    EXPECT_NEAR(now.dissipated, 0, 1e-12);
    EXPECT_DOUBLE_EQ(now.rotation, k_speed / k_radius);
  });
}

// The slip of a driven wheel is that of a braked one with all signs turned.
TEST(GivenCreepage, turned_round_turns_the_force_and_not_the_work) {
  const LineWheel line = steel_wheel(32);
  const double creepage = carter_creepage(line, -0.6);
  const RollingInstant braked = rolled(creeping(line, creepage), 0.5, 5e-3);
  const RollingInstant driven = rolled(creeping(line, -creepage), 0.5, 5e-3);
  EXPECT_GT(creepage, 0);
  EXPECT_LT(braked.tangential_force, 0);
  EXPECT_LT(braked.rotation * k_radius, k_speed);
  EXPECT_NEAR(driven.tangential_force, -braked.tangential_force, 1e-6 * k_limit);
  EXPECT_GT(driven.rotation * k_radius, k_speed);
  EXPECT_NEAR(driven.dissipated, braked.dissipated, 1e-5 * braked.dissipated);
  EXPECT_GT(braked.dissipated, 0);
}

// Friction's work is summed over cells that slip, at the tractions at the end of each piece of way:
// its error is of the order of one cell over the slip zone, here 64 cells.
TEST(GivenCreepage, in_steady_rolling_friction_takes_force_times_slip) {
  const LineWheel line = steel_wheel(128);
  const double creepage = carter_creepage(line, -0.75);
  const RollingWheelSetup setup = creeping(line, creepage);
  RollingWheel wheel = started(setup);
  roll(wheel, setup, 0.5, contact_length(line) / 4, [](const RollingInstant&) {});
  const RollingInstant from = wheel.now();
  roll(wheel, setup, 0.5, contact_length(line) / 4, [&](const RollingInstant& now) {
    const double expected = -now.tangential_force * now.slip_velocity;
    EXPECT_NEAR(now.dissipated_power, expected, 0.015 * expected);
  });
  const RollingInstant to = wheel.now();
  const double expected = -carter_force(line, creepage) * creepage * (to.position - from.position);
  EXPECT_NEAR(to.dissipated - from.dissipated, expected, 0.005 * expected);
  EXPECT_NEAR(to.n_adhesion + to.n_slip, 128, 1);
  EXPECT_NEAR(to.n_adhesion, 64, 1);  // Carter: c/a = sqrt(1 - 0.75)
  EXPECT_NEAR(to.adhesion_area, contact_length(line) / 2 * k_width,
              1.01 * k_width * contact_length(line) / 128);
}

TEST(FreeRotation, under_a_moderate_torque_settles_where_friction_balances_it) {
  for (const double part : {-0.6, 0.6}) {
    const LineWheel line = steel_wheel(64);
    const double torque = part * k_limit * k_radius;
    const RollingWheelSetup setup = turning(line, {k_inertia, [=](double) { return torque; }, {}});
    RollingWheel wheel = started(setup);
    double most = 0;
    roll(wheel, setup, 0.5, 0.4,
         [&](const RollingInstant& now) { most = std::max(most, std::abs(now.tangential_force)); });
    EXPECT_LE(most, k_limit * (1 + 1e-6));
    EXPECT_NEAR(wheel.now().tangential_force, torque / k_radius, 1e-3 * k_limit);
    // Carter's creepage at that force, within the discretisation of 64 cells
    const double creepage = carter_creepage(line, part);
    EXPECT_NEAR(wheel.now().creepage, creepage, 0.01 * std::abs(creepage));
    EXPECT_DOUBLE_EQ(wheel.now().rotation * k_radius, k_speed - wheel.now().slip_velocity);
  }
}

// A brake torque and a drive torque backwards are the same as long as the wheel turns forward.
TEST(FreeRotation, braked_or_driven_backwards_is_the_same_while_it_turns) {
  const LineWheel line = steel_wheel(32);
  const auto torque = [](double) { return 0.5 * k_limit * k_radius; };
  const auto backwards = [](double) { return -0.5 * k_limit * k_radius; };
  const RollingInstant braked = rolled(turning(line, {k_inertia, {}, torque}), 1, 0.05);
  const RollingInstant driven = rolled(turning(line, {k_inertia, backwards, {}}), 1, 0.05);
  EXPECT_DOUBLE_EQ(braked.rotation, driven.rotation);
  EXPECT_DOUBLE_EQ(braked.brake_torque, driven.drive_torque);
  EXPECT_DOUBLE_EQ(braked.brake_loss, -driven.drive_work);
}

TEST(FreeRotation, started_steadily_under_a_torque_stays_there) {
  const LineWheel line = steel_wheel(128);
  const double torque = -0.6 * k_limit * k_radius;
  RollingWheelSetup setup = turning(line, {k_inertia, [=](double) { return torque; }, {}});
  setup.start = RollingStart::steady;
  RollingWheel wheel = started(setup);
  EXPECT_NEAR(wheel.now().tangential_force, torque / k_radius, 1e-5 * k_limit);
  EXPECT_EQ(wheel.now().drive_torque, torque);
  roll(wheel, setup, 1, contact_length(line), [&](const RollingInstant& now) {
    EXPECT_NEAR(now.tangential_force, torque / k_radius, 0.005 * std::abs(torque) / k_radius);
  });
}

// From rolling without traction on, before the torque is balanced. Rotation and tractions are
// solved together with an error of second order: against steps of an eighth of a cell, steps of a
// cell are off by less than a quarter of what steps of two are.
TEST(FreeRotation, converges_with_the_time_step_at_second_order) {
  const LineWheel line = steel_wheel(32);
  const auto torque = [](double) { return -0.6 * k_limit * k_radius; };
  // a light wheel: it settles within a contact length
  const RollingWheelSetup setup = turning(line, {5, torque, {}});
  const double cell = setup.contact.grid.dx;
  const auto rotation = [&](double c) {
    RollingWheel wheel = started(setup);
    for (int k = 0; k < static_cast<int>(std::lround(64 / c)); ++k) {
      EXPECT_EQ(wheel.step(c * cell / k_speed, k_speed, press(k_load)), SolveStatus::converged);
    }
    return wheel.now().rotation;
  };
  const double fine = rotation(0.125);
  const double coarse_error = std::abs(rotation(4) - fine);
  const double middle_error = std::abs(rotation(2) - fine);
  const double change = k_speed / k_radius - fine;
  EXPECT_GT(coarse_error, 1e-5 * change);
  EXPECT_GT(coarse_error / middle_error, 3);
  EXPECT_LT(coarse_error / middle_error, 6);
}

// T omega = dE/dt + R F_x omega, and what friction, brake and train take: all of it.
TEST(FreeRotation, keeps_the_balance_of_energy) {
  const LineWheel line = steel_wheel(128);
  const auto torque = [](double) { return 0.7 * k_limit * k_radius; };
  const RollingWheelSetup setup = turning(line, {k_inertia, {}, torque});
  RollingWheel wheel = started(setup);
  const RollingInstant start = wheel.now();
  double into_rotation = 0;
  RollingInstant before = start;
  roll(wheel, setup, 1, 0.15, [&](const RollingInstant& now) {
    const auto power = [](const RollingInstant& at) {
      return (at.brake_torque + at.drive_torque - k_radius * at.tangential_force) * at.rotation;
    };
    into_rotation += (power(before) + power(now)) / 2 * (now.time - before.time);
    before = now;
  });
  const RollingInstant end = wheel.now();
  const double given_up = start.rotation_energy - end.rotation_energy;
  EXPECT_GT(given_up, 100);
  EXPECT_NEAR(-into_rotation, given_up, 1e-3 * given_up);
  EXPECT_LT(end.hauling, 0);  // the train is held back
  // friction's work is known to a cell over the slip zone
  EXPECT_NEAR(energy_defect(end, start), 0, 0.01 * end.dissipated);
}

TEST(FreeRotation, braked_beyond_friction_locks_and_slides) {
  const LineWheel line = steel_wheel(64);
  const auto brake = [](double) { return 3 * k_limit * k_radius; };
  const double inertia = 5;
  const double speed = 3;
  const RollingWheelSetup setup = turning(line, {inertia, {}, brake});
  RollingWheel wheel = started(setup, speed);
  const RollingInstant start = wheel.now();
  const double dt = 0.25 * setup.contact.grid.dx / speed;
  double locked_at = 0;
  for (int k = 0; k < 600; ++k) {
    ASSERT_EQ(wheel.step(dt, speed, press(k_load)), SolveStatus::converged) << k;
    EXPECT_GE(wheel.now().rotation, 0);
    if (locked_at == 0 && wheel.now().rotation == 0) locked_at = wheel.now().time;
  }
  const RollingInstant& now = wheel.now();
  // once all slides, the spin falls by (B - mu F R)/I; before, friction helps less
  const double sliding_time = inertia * start.rotation / (2 * k_limit * k_radius);
  EXPECT_GT(locked_at, 0.9 * sliding_time);
  EXPECT_LT(locked_at, 1.05 * sliding_time);
  EXPECT_EQ(now.rotation, 0);
  EXPECT_EQ(now.creepage, 1);
  EXPECT_EQ(now.n_adhesion, 0);
  EXPECT_NEAR(now.tangential_force, -k_limit, 1e-6 * k_limit);
  EXPECT_NEAR(now.brake_torque, -k_limit * k_radius, 1e-5 * k_limit * k_radius);  // what holds it
  EXPECT_NEAR(now.dissipated_power, k_limit * speed, 1e-3 * k_limit * speed);
  // what the wheel's rotation and the train gave: friction and the brake have it
  EXPECT_NEAR(energy_defect(now, start), 0, 0.01 * start.rotation_energy);
}

TEST(FreeRotation, locked_turns_again_when_the_brake_lets_go) {
  const LineWheel line = steel_wheel(32);
  const double speed = 3;
  const double release = 2e-3;
  const auto brake = [=](double t) { return t < release ? 3 * k_limit * k_radius : 0.0; };
  const RollingWheelSetup setup = turning(line, {5, {}, brake});
  RollingWheel wheel = started(setup, speed);
  const double dt = 0.5 * setup.contact.grid.dx / speed;
  double at_release = 1;
  while (wheel.now().time < 0.05)  // swings on the contact's shear until that has been renewed
  {
    ASSERT_EQ(wheel.step(dt, speed, press(k_load)), SolveStatus::converged);
    if (wheel.now().time < release) at_release = wheel.now().rotation;
  }
  EXPECT_EQ(at_release, 0);
  EXPECT_NEAR(wheel.now().rotation * k_radius, speed, 1e-2 * speed);
  EXPECT_GT(wheel.now().n_adhesion, 0);
}

TEST(FreeRotation, driven_beyond_friction_spins_up_with_what_friction_leaves) {
  const LineWheel line = steel_wheel(32);
  const double torque = 2 * k_limit * k_radius;
  const RollingWheelSetup setup = turning(line, {k_inertia, [=](double) { return torque; }, {}});
  RollingWheel wheel = started(setup);
  const RollingInstant start = wheel.now();
  roll(wheel, setup, 1, 0.2, [](const RollingInstant&) {});
  const RollingInstant half = wheel.now();
  roll(wheel, setup, 1, 0.2, [](const RollingInstant& now) {
    EXPECT_NEAR(now.tangential_force, k_limit, 1e-6 * k_limit);  // forward, on the wheel
  });
  const RollingInstant& now = wheel.now();
  const double acceleration = (torque - k_limit * k_radius) / k_inertia;
  EXPECT_NEAR((now.rotation - half.rotation) / (now.time - half.time), acceleration,
              1e-5 * acceleration);
  EXPECT_LT(now.creepage, 0);
  EXPECT_GT(now.hauling, 0);
  EXPECT_NEAR(energy_defect(now, start), 0, 0.002 * now.dissipated);
}

TEST(FreeRotation, in_the_air_feels_its_torque_alone) {
  const double torque = -100;
  for (const RollingMemory memory : {RollingMemory::transient, RollingMemory::quasi_steady}) {
    RollingWheelSetup setup =
        turning(steel_wheel(32), {k_inertia, [=](double) { return torque; }, {}});
    setup.memory = memory;
    RollingWheel wheel = started(setup);
    const double dt = 0.5 * setup.contact.grid.dx / k_speed;
    for (int k = 0; k < 40; ++k) {
      ASSERT_EQ(wheel.step(dt, k_speed, press(k_load)), SolveStatus::converged);
    }
    for (int k = 0; k < 10; ++k) {  // each step divides the trace of the lost force by three
      ASSERT_EQ(wheel.step(dt, k_speed, press(0)), SolveStatus::converged);
    }
    const RollingInstant from = wheel.now();
    EXPECT_EQ(from.tangential_force, 0);
    for (int k = 0; k < 20; ++k) {
      ASSERT_EQ(wheel.step(dt, k_speed, press(0)), SolveStatus::converged);
    }
    const RollingInstant& now = wheel.now();
    EXPECT_NEAR((now.rotation - from.rotation) / (now.time - from.time), torque / k_inertia,
                1e-3 * std::abs(torque) / k_inertia);
    EXPECT_EQ(now.n_slip + now.n_adhesion, 0);
    ASSERT_EQ(wheel.step(dt, k_speed, press(k_load)), SolveStatus::converged);
    EXPECT_GT(wheel.now().n_slip + wheel.now().n_adhesion, 0);
  }
}

/// A ball of steel with so many cells across its contact, under a torque that half of friction
/// balances, over two contact lengths from the steady solver's rolling: by what part the creepage
/// changes.
double creepage_drift_of_ball(int n_cells) {
  RollingWheelSetup setup = creeping(steel_wheel(), 0);
  const double cell = 2 * 6.7e-3 / n_cells;  // Hertz: a contact of 6.7 mm radius
  const int n = n_cells + 6;
  setup.contact.grid = centred_grid(n, n, n * cell, n * cell);
  setup.contact.line_datum = 0;
  setup.contact.distance = [](double x, double y) { return (x * x + y * y) / (2 * k_radius); };
  const double torque = -0.5 * k_limit * k_radius;
  setup.rotation = FreeRotation{k_inertia, [=](double) { return torque; }, {}};
  RollingWheel wheel(setup);
  EXPECT_EQ(wheel.start(0, 0, k_speed, press(k_load)), SolveStatus::converged);
  const double creepage = wheel.now().creepage;
  for (int k = 0; k < 2 * n_cells; ++k) {
    EXPECT_EQ(wheel.step(cell / k_speed, k_speed, press(k_load)), SolveStatus::converged);
    EXPECT_NEAR(wheel.now().tangential_force, torque / k_radius, 0.02 * k_limit);
    EXPECT_NEAR(wheel.now().lateral_force, 0, 1e-6 * k_limit);
  }
  return std::abs(wheel.now().creepage / creepage - 1);
}

// Steady rolling and rolling step by step differ by their discretisation only, of first order.
TEST(RollingWheel, rolls_on_a_grid_in_three_dimensions) {
  const double coarse = creepage_drift_of_ball(16);
  EXPECT_LT(coarse, 0.05);
  EXPECT_LT(creepage_drift_of_ball(32), 0.65 * coarse);
}

TEST(RollingWheel, that_stands_shears_under_its_torque) {
  // below friction's limit the wheel turns by the contact's shear alone, and swings about it
  const RollingWheelSetup setup =
      turning(steel_wheel(32), {k_inertia, [](double) { return 0.2 * k_limit * k_radius; }, {}});
  RollingWheel wheel = started(setup, 0);
  double most = 0;
  double sum = 0;
  const int n = 400;
  for (int k = 0; k < n; ++k) {
    ASSERT_EQ(wheel.step(5e-5, 0, press(k_load)), SolveStatus::converged) << k;
    most = std::max(most, wheel.now().tangential_force);
    sum += wheel.now().tangential_force / n;
  }
  EXPECT_NEAR(sum, 0.2 * k_limit, 0.04 * k_limit);
  EXPECT_LT(most, 0.41 * k_limit);
  EXPECT_EQ(wheel.now().position, 0);
}

TEST(RollingWheel, refuses_what_makes_no_sense) {
  const LineWheel line = steel_wheel(32);
  const auto torque = [](double) { return 2 * k_limit * k_radius; };
  RollingWheelSetup setup = turning(line, {0, torque, {}});
  EXPECT_THROW(RollingWheel{setup}, ModelError);  // no inertia
  setup = turning(line, {k_inertia, torque, {}});
  setup.start = RollingStart::steady;
  RollingWheel too_strong(setup);
  EXPECT_THROW(too_strong.start(0, 0, k_speed, press(k_load)), ModelError);
  setup = turning(line, {k_inertia, {}, [](double) { return -1.0; }});
  RollingWheel wrong_sign(setup);
  EXPECT_THROW(wrong_sign.start(0, 0, k_speed, press(k_load)), ModelError);
  setup = creeping(line, 0);
  setup.radius = 0;
  EXPECT_THROW(RollingWheel{setup}, ModelError);
  setup = creeping(line, 0);
  setup.rotation = GivenCreepage{};
  EXPECT_THROW(RollingWheel{setup}, ModelError);
  setup = creeping(line, 0);
  RollingWheel wheel = started(setup);
  EXPECT_THROW(wheel.step(0, k_speed, press(k_load)), ModelError);
  EXPECT_THROW(wheel.step(1e-5, -1, press(k_load)), ModelError);
  LineWheel flat = line;
  flat.width = 0;
  EXPECT_THROW(line_rolling_setup(flat), ModelError);
}

}  // namespace
}  // namespace tread::interaction::test
