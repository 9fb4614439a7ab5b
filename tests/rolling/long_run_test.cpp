#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rolling/scenarios.hpp"

/// Rolling under constant conditions for long is steady rolling. With the grid on the contact and
/// whole steps both are the same equations; otherwise they differ by their discretisation.
///
/// Given creepage, the force of a contact in three dimensions comes near its steady value only as
/// the inverse of the way (far away, the displacement of a force falls as the inverse of the
/// distance); where forces are given the creepage settles within two contact lengths. Grids are
/// small so that long ways are cheap: 14 cells across the contact.
namespace tread::contact::test {
namespace {

using enum RollingScheme;

constexpr int k_cells = 19;
constexpr double k_cell = 0.5e-3;
constexpr double k_friction_force = CattaneoToCarter::friction * k_circular_load;

RollingSetup small_circle(RollingScheme scheme) {
  return circular_contact(scheme, k_cells, k_cell);
}

RollingStep moving(const Kinematics& kinematics, double direction = 0) {
  RollingStep step;
  step.speed = 1;
  step.direction = direction;
  step.normal_value = k_circular_load;
  step.kinematics = kinematics;
  return step;
}

RollingContact long_run(RollingSetup setup, RollingScheme scheme, const RollingStep& step, double c,
                        double cells) {
  setup.scheme = scheme;
  RollingContact contact(setup);
  roll(contact, step, c, cells);
  return contact;
}

/// Forces over what friction can carry, and creepages over those of the steady solution.
struct Differences {
  double force = 0;
  double moment = 0;  // over friction force times half width
  double creepage = 0;
};

Differences differences(const RollingContact& contact, const FrictionalSolution& reference,
                        double friction_force = k_friction_force) {
  const CreepForces& ours = contact.solution().forces;
  const CreepForces& theirs = reference.forces;
  const Creepage creepage = contact.creepage();
  const double size = std::hypot(reference.creepage.longitudinal, reference.creepage.lateral);
  return {std::hypot(ours.longitudinal - theirs.longitudinal, ours.lateral - theirs.lateral) /
              friction_force,
          std::abs(ours.spin_moment - theirs.spin_moment) /
              (friction_force * CattaneoToCarter::half_width),
          size > 0 ? std::hypot(creepage.longitudinal - reference.creepage.longitudinal,
                                creepage.lateral - reference.creepage.lateral) /
                         size
                   : 0};
}

void expect_within(const Differences& found, const Differences& allowed, const char* what) {
  EXPECT_LT(found.force, allowed.force) << what;
  EXPECT_LT(found.moment, allowed.moment) << what;
  EXPECT_LT(found.creepage, allowed.creepage) << what;
}

// ---- spin

TEST(Spin, with_given_creepages_tends_to_the_forces_of_steady_rolling) {
  const RollingSetup setup = small_circle(exact);
  const RollingStep step = moving({given_creepage(5e-4), given_creepage(0), 0.6, {0, 0}});
  const FrictionalSolution reference = steady(setup, step);
  EXPECT_GT(std::abs(reference.forces.lateral), 0.15 * k_friction_force);  // spin matters
  expect_within(differences(long_run(setup, exact, step, 1, 600), reference), {1e-4, 1e-4, 1e-12},
                "exact, whole steps");
  expect_within(differences(long_run(setup, interpolated, step, 1, 600), reference),
                {1e-4, 1e-4, 1e-12}, "interpolated, whole steps");
  expect_within(differences(long_run(setup, interpolated, step, 0.5, 600), reference),
                {1e-4, 1e-4, 1e-12}, "interpolated, half steps");
  expect_within(differences(long_run(setup, world_fixed, step, 0.5, 600), reference),
                {0.015, 0.015, 1e-12}, "world-fixed");
}

// What is left is discretisation: on a grid of half the cell it is half as large.
TEST(Spin, on_the_window_comes_nearer_to_steady_rolling_as_the_grid_is_refined) {
  const RollingStep step =
      moving({given_force(-0.3 * k_friction_force), given_force(0), 0.6, {0, 0}});
  const auto error = [&](int cells, double cell) {
    const RollingSetup setup = circular_contact(world_fixed, cells, cell);
    const RollingContact contact = long_run(setup, world_fixed, step, 0.5, 3 * 7e-3 / cell);
    return differences(contact, steady(setup, step));
  };
  const Differences coarse = error(k_cells, k_cell);
  const Differences fine = error(2 * k_cells, k_cell / 2);
  expect_within(coarse, {1e-6, 0.01, 0.04}, "coarse");
  expect_within(fine, {1e-6, 0.5 * coarse.moment + 2e-3, 0.6 * coarse.creepage}, "fine");
}

// The found creepages belong to the contact's origin, wherever spin is centred: a centre at
// (x0, y0) is the same as creepages of (φ y0, -φ x0).
TEST(Spin, about_another_centre_is_spin_about_the_origin_with_other_creepages) {
  const double spin = 0.5;
  const std::array<double, 2> centre{0.4e-3, 0.8e-3};
  const RollingStep moved = moving(
      {given_force(-0.3 * k_friction_force), given_force(0.2 * k_friction_force), spin, centre});
  RollingStep plain = moved;
  plain.kinematics.spin_centre = {0, 0};
  for (const RollingScheme scheme : {exact, interpolated, world_fixed}) {
    const RollingContact a = long_run(small_circle(scheme), scheme, moved, 0.3, 20);
    const RollingContact b = long_run(small_circle(scheme), scheme, plain, 0.3, 20);
    EXPECT_LT(relative_distance(a.solution().traction.x, b.solution().traction.x), 1e-5);
    EXPECT_LT(relative_distance(a.solution().traction.y, b.solution().traction.y), 1e-5);
    EXPECT_NEAR(a.creepage().longitudinal, b.creepage().longitudinal - spin * centre[1], 1e-8);
    EXPECT_NEAR(a.creepage().lateral, b.creepage().lateral + spin * centre[0], 1e-8);
  }
}

// ---- directions

double degrees(double angle) { return angle * std::numbers::pi / 180; }

Kinematics turned(double along, double across, double spin, double direction) {
  const double c = std::cos(direction);
  const double s = std::sin(direction);
  return {
      given_creepage(c * along - s * across), given_creepage(s * along + c * across), spin, {0, 0}};
}

TEST(Directions, along_y_and_backwards_are_rolling_along_x_turned_round) {
  for (const RollingScheme scheme : {exact, interpolated, world_fixed}) {
    const RollingContact along_x =
        long_run(small_circle(scheme), scheme, moving(turned(1e-3, 5e-4, 0.3, 0)), 0.3, 15);
    const CreepForces& f = along_x.solution().forces;
    for (const double angle : {90.0, 180.0, 270.0}) {
      const double chi = degrees(angle);
      const RollingContact other = long_run(small_circle(scheme), scheme,
                                            moving(turned(1e-3, 5e-4, 0.3, chi), chi), 0.3, 15);
      const CreepForces& g = other.solution().forces;
      const double tolerance = 1e-6 * k_friction_force;
      EXPECT_NEAR(g.longitudinal, std::cos(chi) * f.longitudinal - std::sin(chi) * f.lateral,
                  tolerance);
      EXPECT_NEAR(g.lateral, std::sin(chi) * f.longitudinal + std::cos(chi) * f.lateral, tolerance);
      EXPECT_NEAR(g.spin_moment, f.spin_moment, tolerance * CattaneoToCarter::half_width);
      EXPECT_NEAR(other.solution().frictional_power / along_x.solution().frictional_power, 1, 1e-4);
    }
  }
}

// Off the axes the cells lie otherwise: equal up to discretisation.
TEST(Directions, oblique_rolling_of_a_circular_contact_is_rolling_along_x) {
  const double chi = degrees(30);
  for (const RollingScheme scheme : {exact, interpolated, world_fixed}) {
    const RollingContact along_x =
        long_run(small_circle(scheme), scheme, moving(turned(1e-3, 0, 0.3, 0)), 0.5, 30);
    const RollingContact oblique =
        long_run(small_circle(scheme), scheme, moving(turned(1e-3, 0, 0.3, chi), chi), 0.5, 26);
    const CreepForces& f = along_x.solution().forces;
    const CreepForces& g = oblique.solution().forces;
    const double c = std::cos(chi);
    const double s = std::sin(chi);
    EXPECT_NEAR(c * g.longitudinal + s * g.lateral, f.longitudinal, 0.01 * k_friction_force);
    EXPECT_NEAR(-s * g.longitudinal + c * g.lateral, f.lateral, 0.01 * k_friction_force);
  }
}

TEST(Directions, oblique_rolling_tends_to_oblique_steady_rolling) {
  const double chi = degrees(30);
  const RollingStep step = moving({given_force(-0.5 * std::cos(chi) * k_friction_force),
                                   given_force(-0.5 * std::sin(chi) * k_friction_force),
                                   0.3,
                                   {0, 0}},
                                  chi);
  const FrictionalSolution reference = steady(small_circle(exact), step);
  expect_within(differences(long_run(small_circle(exact), interpolated, step, 1, 60), reference),
                {1e-6, 1e-4, 1e-4}, "interpolated");
  expect_within(differences(long_run(small_circle(exact), exact, step, 1, 60), reference),
                {1e-6, 5e-3, 0.01}, "exact");
  expect_within(differences(long_run(small_circle(exact), world_fixed, step, 0.4, 60), reference),
                {1e-6, 2e-3, 0.02}, "world-fixed");
}

// ---- bodies and friction

TEST(UnlikeBodies, tend_to_steady_rolling_in_all_schemes) {
  RollingSetup setup = small_circle(exact);
  setup.bodies.lower.shear_modulus = 1e8;
  const double load = 2 * k_circular_load;  // one body is nearly rigid: the same contact
  const double friction_force = 2 * k_friction_force;
  for (const double ratio : {0.0, 0.4}) {
    RollingStep step = moving({given_force(ratio * friction_force), given_force(0), 0.2, {0, 0}});
    step.normal_value = load;
    const FrictionalSolution reference = steady(setup, step);
    EXPECT_GT(std::abs(reference.creepage.longitudinal), 2e-4);
    expect_within(differences(long_run(setup, exact, step, 1, 80), reference, friction_force),
                  {1e-5, 1e-4, 1e-4}, "exact");
    expect_within(
        differences(long_run(setup, interpolated, step, 0.4, 80), reference, friction_force),
        {1e-5, 1e-4, 1e-4}, "interpolated");
    expect_within(
        differences(long_run(setup, world_fixed, step, 0.4, 80), reference, friction_force),
        {1e-5, 2e-3, 0.05}, "world-fixed");
  }
}

/// Falls from 0.4013 to 0.3. The shorter a step, the more a cell can slip in it per slip velocity
/// lost: there are several solutions if the cell's compliance times pressure times -dμ/dv exceeds
/// the step's duration. This law is gentle enough for a quarter of a cell at 6 m/s.
FallingFriction falling() {
  FallingFriction law;
  law.kinetic_coefficient = 0.3;
  law.terms[0] = {0.1013, 0.1};
  return law;
}

TEST(FallingFriction, tends_to_steady_rolling_in_all_schemes) {
  RollingSetup setup = small_circle(exact);
  setup.friction.law = falling();
  RollingStep step = moving({given_force(-0.6 * k_friction_force), given_creepage(0), 0, {0, 0}});
  step.speed = 6;
  const FrictionalSolution reference = steady(setup, step);
  setup.friction.law = CoulombFriction{CattaneoToCarter::friction, CattaneoToCarter::friction};
  const double constant = steady(setup, step).creepage.longitudinal;
  EXPECT_GT(reference.creepage.longitudinal, 1.02 * constant);  // it matters
  setup.friction.law = falling();
  expect_within(differences(long_run(setup, exact, step, 1, 60), reference), {1e-5, 1e-4, 1e-4},
                "exact");
  expect_within(differences(long_run(setup, interpolated, step, 0.5, 60), reference),
                {1e-5, 1e-4, 1e-4}, "interpolated");
  expect_within(differences(long_run(setup, world_fixed, step, 0.5, 60), reference),
                {1e-5, 1e-4, 0.05}, "world-fixed");
}

TEST(FrictionMemory, tends_to_steady_rolling_in_all_schemes) {
  RollingSetup setup = small_circle(exact);
  setup.friction.law = falling();
  setup.friction.memory = {5e-6, 1e-3};
  RollingStep step = moving({given_force(-0.6 * k_friction_force), given_creepage(0), 0, {0, 0}});
  step.speed = 20;
  const FrictionalSolution reference = steady(setup, step);
  RollingSetup without = setup;
  without.friction.memory = {};
  EXPECT_LT(reference.creepage.longitudinal, 0.99 * steady(without, step).creepage.longitudinal);
  expect_within(differences(long_run(setup, exact, step, 1, 60), reference), {1e-5, 1e-4, 1e-4},
                "exact");
  expect_within(differences(long_run(setup, interpolated, step, 0.5, 60), reference),
                {1e-5, 1e-4, 1e-3}, "interpolated");
  for (const double c : {0.5, 0.1}) {
    expect_within(differences(long_run(setup, world_fixed, step, c, 60), reference),
                  {1e-5, 1e-4, 0.05}, "world-fixed");
  }
}

// In steps of a fraction of a cell, cells on a moving grid are neither quite stuck nor slipping:
// the mean creepage stays within five per cent.
TEST(StaticFriction, above_the_kinetic_one_tends_to_steady_rolling_in_all_schemes) {
  RollingSetup setup = small_circle(exact);
  setup.friction.law = CoulombFriction{CattaneoToCarter::friction, 0.3};
  const RollingStep step =
      moving({given_force(-0.5 * k_friction_force), given_creepage(0), 0, {0, 0}});
  const FrictionalSolution reference = steady(setup, step);
  expect_within(differences(long_run(setup, exact, step, 1, 60), reference), {1e-5, 1e-4, 2e-3},
                "exact");
  expect_within(differences(long_run(setup, exact, step, 0.5, 60), reference), {1e-5, 1e-4, 0.05},
                "exact, half steps");
  expect_within(differences(long_run(setup, interpolated, step, 0.1, 60), reference),
                {1e-5, 1e-4, 0.05}, "interpolated");
  expect_within(differences(long_run(setup, world_fixed, step, 0.1, 60), reference),
                {1e-5, 1e-4, 0.05}, "world-fixed");
}

}  // namespace
}  // namespace tread::contact::test
