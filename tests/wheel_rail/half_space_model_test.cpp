#include "tread/wheel_rail/half_space_model.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "profile/sample_profiles.hpp"
#include "tread/core/errors.hpp"
#include "tread/reference/hertz.hpp"
#include "tread/wheel_rail/loaded_wheelset.hpp"
#include "wheel_rail/manchester_patches.hpp"
#include "wheel_rail/sample_motions.hpp"

namespace tread::wheel_rail {
namespace {

using profile::Side;
using profile::test::benchmark_pair;

HalfSpaceModelSettings benchmark_settings() {
  HalfSpaceModelSettings settings;
  settings.bodies = {{82e9, 0.28}, {82e9, 0.28}};
  settings.grid = {.dx = 0.2e-3, .dy = 0.2e-3};
  settings.tolerance = 1e-6;
  return settings;
}

TEST(half_space_model, pressures_without_friction_are_those_of_the_contact_program) {
  HalfSpaceModelSettings settings = benchmark_settings();
  settings.friction = contact::CoulombFriction{0, 0};
  HalfSpacePatches model(benchmark_pair(), settings);
  PairForces forces;
  for (const test::FrictionlessRow& row : test::k_frictionless_rows) {
    profile::WheelsetMotion motion;
    motion.pose = {1e-3 * row.y_ws, 1e-3 * row.z_ws, row.roll, 0};
    motion.velocity = {2, 0, 0};
    motion.angular_velocity = {0, -2 / 0.46, 0};
    model.evaluate(mirrored(motion), forces);
    ASSERT_EQ(forces.patches.size(), 1u);
    const PatchForces& patch = forces.patches[0];
    // Our rail's origin is its highest point; that of the program's file lies 0.006 mm beside it.
    EXPECT_NEAR(-1e3 * patch.place.rail_y, row.rail_y, 0.007);
    EXPECT_NEAR(-patch.place.angle, row.angle, 2e-5);
    EXPECT_NEAR(1e3 * patch.place.penetration, row.approach, 2e-6);
    EXPECT_NEAR(patch.normal_force, row.normal, 2e-4 * row.normal);
    EXPECT_NEAR(1e-6 * patch.peak_pressure, row.peak_pressure, 1e-4 * row.peak_pressure);
    EXPECT_NEAR(1e6 * patch.area, row.area, 0.17);  // four cells
  }
}

TEST(half_space_model, wheelset_of_the_manchester_benchmark_is_that_of_the_contact_program) {
  const profile::WheelRailPair pair = benchmark_pair();
  const profile::RigidWheelset rigid{profile::ContactSearch(pair)};
  const auto left = make_half_space_model(pair, Side::left, benchmark_settings());
  const auto right = make_half_space_model(pair, Side::right, benchmark_settings());
  for (std::size_t i = 0; i < std::size(test::k_manchester_rows); ++i) {
    const test::ManchesterRow& row = test::k_manchester_rows[i];
    if (row.side == Side::right) break;  // both wheels are in one
    const profile::WheelsetPose pose = test::motion_of(row).pose;
    const HeldWheelset held{pose.lateral, pose.yaw, 2, 1e4};
    const SettledWheelset settled = settle_wheelset(*left, *right, rigid, held, {1e-5, 30});
    ASSERT_EQ(settled.status, SolveStatus::converged) << row.y_ws;
    // Printed with four digits; both wheels' heights differ by up to 0.0009 mm there.
    EXPECT_NEAR(1e3 * settled.motion.pose.vertical, row.z_ws, 2e-3) << row.y_ws;
    EXPECT_NEAR(settled.motion.pose.roll, pose.roll, 3e-6) << row.y_ws;
    EXPECT_NEAR(settled.pitch_rate, row.pitch_rate, 1e-5 * 4.3) << row.y_ws;
    for (const Side side : {Side::left, Side::right}) {
      const PairForces& forces = side == Side::left ? settled.left : settled.right;
      const test::ManchesterPatch& expected = test::k_manchester_patches
          [i + (side == Side::left ? 0 : std::size(test::k_manchester_rows) / 2)];
      ASSERT_EQ(forces.patches.size(), 1u) << row.y_ws;
      const PatchForces& patch = forces.patches[0];
      const double sign = side == Side::left ? -1 : 1;
      const double bound = 0.3 * expected.normal;
      EXPECT_NEAR(sign * 1e3 * patch.place.rail_y, expected.rail_y, 0.02) << row.y_ws;
      EXPECT_NEAR(patch.normal_force, expected.normal, 1e-3 * expected.normal) << row.y_ws;
      EXPECT_NEAR(1e-6 * patch.peak_pressure, expected.peak_pressure, 0.01 * expected.peak_pressure)
          << row.y_ws;
      EXPECT_NEAR(1e6 * patch.area, expected.area, 0.01 * expected.area) << row.y_ws;
      // Ours act on the wheel; y points to the left, theirs to the right.
      EXPECT_NEAR(-patch.tangential.longitudinal, expected.longitudinal, 2e-3 * bound) << row.y_ws;
      EXPECT_NEAR(patch.tangential.lateral, expected.lateral, 2e-3 * bound) << row.y_ws;
      EXPECT_NEAR(-forces.force.z(), 1e4, 1) << row.y_ws;
    }
  }
}

TEST(half_space_model, parts_of_a_patch_that_feel_each_other_in_part_are_one_patch) {
  // The right wheel at 5 mm: tread and flange root overlap 4 to 8 mm apart.
  const test::ManchesterRow& row = test::k_manchester_rows[16];
  ASSERT_EQ(row.y_ws, 5);
  ASSERT_EQ(row.side, Side::right);
  HalfSpacePatches model(benchmark_pair(), benchmark_settings());
  PairForces forces;
  model.evaluate(test::motion_of(row), forces);
  EXPECT_EQ(forces.patches.size(), 1u);
  const auto parts = model.solved();
  ASSERT_EQ(parts.size(), 2u);
  double sum = 0;
  for (const SolvedPatch* part : parts) {
    EXPECT_GT(part->solution.normal.force, 100);
    sum += part->solution.normal.force;
  }
  EXPECT_NEAR(sum, forces.patches[0].normal_force, 1e-9 * sum);
}

TEST(half_space_model, mirrored_motions_give_mirrored_forces) {
  HalfSpaceModelSettings settings;
  settings.grid.cells = 12;
  const auto left = make_half_space_model(benchmark_pair(), Side::left, settings);
  const auto right = make_half_space_model(benchmark_pair(), Side::right, settings);
  std::mt19937 random(5);
  for (int i = 0; i < 10; ++i) {
    const profile::WheelsetMotion motion = test::random_motion(random);
    PairForces a;
    PairForces b;
    right->evaluate(motion, a);
    left->evaluate(mirrored(motion), b);
    const double scale = 1e-9 * a.force.norm();
    EXPECT_NEAR(a.force.x(), b.force.x(), scale);
    EXPECT_NEAR(a.force.y(), -b.force.y(), scale);
    EXPECT_NEAR(a.force.z(), b.force.z(), scale);
    EXPECT_NEAR(a.moment.x(), -b.moment.x(), scale);
    EXPECT_NEAR(a.moment.y(), b.moment.y(), scale);
    EXPECT_NEAR(a.moment.z(), -b.moment.z(), scale);
  }
}

TEST(half_space_model, a_start_from_the_call_before_changes_no_more_than_the_tolerance) {
  HalfSpaceModelSettings settings;
  settings.grid.dx = settings.grid.dy = 0.5e-3;
  settings.tolerance = 1e-6;
  HalfSpacePatches warm(benchmark_pair(), settings);
  HalfSpacePatches cold(benchmark_pair(), settings);
  std::mt19937 random(6);
  profile::WheelsetMotion motion = test::random_motion(random);
  for (int i = 0; i < 10; ++i) {
    motion.pose.lateral += 0.05e-3;
    motion.pose.vertical += i % 2 == 0 ? 2e-6 : -1.5e-6;
    motion.angular_velocity *= 1 + (i % 3 - 1) * 1e-4;
    PairForces a;
    PairForces b;
    warm.evaluate(motion, a);
    cold.start_anew();
    cold.evaluate(motion, b);
    EXPECT_EQ(a.status, SolveStatus::converged);
    EXPECT_LT((a.force - b.force).norm(), 2e-5 * b.force.norm());
    EXPECT_LT((a.moment - b.moment).norm(), 2e-5 * b.moment.norm());
  }
}

TEST(half_space_model, normal_forces_alone_are_those_of_the_whole_problem) {
  HalfSpaceModelSettings settings;
  settings.grid.cells = 12;
  settings.tolerance = 1e-6;
  HalfSpacePatches model(benchmark_pair(), settings);
  HalfSpacePatches cold(benchmark_pair(), settings);
  std::mt19937 random(7);
  for (int i = 0; i < 6; ++i) {
    const profile::WheelsetMotion motion = test::random_motion(random);
    PairForces normal;
    PairForces all;
    PairForces expected;
    model.evaluate(motion, normal, PatchScope::normal);
    model.evaluate(motion, all);
    cold.start_anew();
    cold.evaluate(motion, expected);
    ASSERT_EQ(normal.patches.size(), expected.patches.size());
    for (std::size_t k = 0; k < expected.patches.size(); ++k) {
      const double force = expected.patches[k].normal_force;
      EXPECT_NEAR(normal.patches[k].normal_force, force, 1e-5 * force);
      EXPECT_EQ(normal.patches[k].tangential.lateral, 0);
    }
    EXPECT_LT((all.force - expected.force).norm(), 2e-5 * expected.force.norm());
    EXPECT_LT((all.moment - expected.moment).norm(), 2e-5 * expected.moment.norm());
  }
}

/// Normal force of a barrel on a round rail, over Hertz' for the same approach.
double force_over_hertz(double cells) {
  profile::WheelRailPair pair{
      profile::circular_wheel(0.6, 0.03), profile::circular_rail(0.3, 0.03), {}, {}};
  pair.track.gauge_height = 1e-3;
  pair.track.gauge = 2 * (0.75 - std::sqrt(0.3 * 0.3 - 0.299 * 0.299));
  HalfSpaceModelSettings settings;
  settings.grid.cells = cells;
  settings.tolerance = 1e-8;
  HalfSpacePatches model(pair, settings);
  profile::WheelsetMotion motion;
  motion.pose.vertical = 60e-6;
  motion.velocity = {20, 0, 0};
  motion.angular_velocity = {0, -20 / 0.46, 0};
  PairForces forces;
  model.evaluate(motion, forces);
  const double hertz =
      reference::hertz_ellipse_from_approach(60e-6, {1 / 0.92, (1 / 0.6 + 1 / 0.3) / 2},
                                             contact_modulus(settings.bodies))
          .force;
  return forces.patches.at(0).normal_force / hertz;
}

TEST(half_space_model, normal_force_of_round_bodies_tends_to_that_of_hertz) {
  EXPECT_NEAR(force_over_hertz(15), 1, 5e-3);
  EXPECT_NEAR(force_over_hertz(60), 1, 1e-3);
}

TEST(half_space_model, forces_and_moments_do_the_work_that_friction_takes) {
  // Power of the forces on the wheel at given velocity: what friction takes, and what lifts the
  // wheel. The pose is not changing along the normal in steady rolling but for the motion given.
  HalfSpacePatches model(benchmark_pair(), benchmark_settings());
  profile::WheelsetMotion motion = test::motion_of(test::k_manchester_rows[14]);
  PairForces forces;
  model.evaluate(motion, forces);
  const PatchForces& patch = forces.patches.at(0);
  const SolvedPatch& solved = *model.solved().at(0);
  const double power =
      forces.force.dot(motion.velocity) + forces.moment.dot(motion.angular_velocity);
  const contact::Creepage& c = patch.creepage;
  const double in_plane = solved.motion.speed * (patch.tangential.longitudinal * c.longitudinal +
                                                 patch.tangential.lateral * c.lateral +
                                                 patch.tangential.spin_moment * c.spin);
  // What the pressure does: its centre moves along the normal where the wheel enters and leaves.
  const ContactFrame frame = ContactFrame::at(patch.place.angle);
  const Grid& grid = solved.problem.normal.grid;
  double of_pressure = -solved.motion.approach_speed * patch.normal_force;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const Eigen::Vector3d arm = grid.x(i) * frame.x + grid.y(j) * frame.y;
      of_pressure += grid.cell_area() * solved.solution.normal.pressure[grid.index(i, j)] *
                     motion.angular_velocity.cross(arm).dot(frame.z);
    }
  }
  EXPECT_NEAR(power, in_plane + of_pressure, 1e-9 * std::abs(in_plane));
  EXPECT_GT(patch.dissipation, 0);
  EXPECT_NEAR(patch.dissipation, -in_plane / solved.motion.speed, 1e-12 * patch.dissipation);
}

TEST(half_space_model, damping_multiplies_pressures_and_what_bounds_tractions) {
  HalfSpaceModelSettings settings = benchmark_settings();
  settings.grid = {.dx = 0.4e-3, .dy = 0.4e-3};
  HalfSpacePatches elastic(benchmark_pair(), settings);
  settings.normal_damping = 2;
  HalfSpacePatches damped(benchmark_pair(), settings);
  profile::WheelsetMotion motion = test::motion_of(test::k_manchester_rows[14]);
  motion.velocity.y() += 1;  // all slides
  PairForces without;
  PairForces with;
  elastic.evaluate(motion, without);
  damped.evaluate(motion, with);
  EXPECT_EQ(with.force, without.force);
  EXPECT_EQ(with.moment, without.moment);
  const double angle = without.patches.at(0).place.angle;
  for (const double rate : {-3.0, -0.1, 0.2}) {
    SCOPED_TRACE(rate);
    motion.pose_rate.vertical = rate;
    damped.evaluate(motion, with);
    const double factor = std::max(0.0, 1 + 2 * rate * std::cos(angle));
    EXPECT_NEAR((with.force - factor * without.force).norm(), 0, 1e-4 * without.force.norm());
    EXPECT_NEAR((with.moment - factor * without.moment).norm(), 0, 1e-4 * without.moment.norm());
    ASSERT_EQ(with.patches.empty(), factor == 0);
    if (factor == 0) continue;
    EXPECT_NEAR(with.patches[0].peak_pressure, factor * without.patches[0].peak_pressure,
                1e-9 * without.patches[0].peak_pressure);
    EXPECT_EQ(with.patches[0].area, without.patches[0].area);
  }
}

TEST(half_space_model, settings_without_sense_are_refused) {
  const auto refused = [](auto change) {
    HalfSpaceModelSettings settings;
    change(settings);
    EXPECT_THROW(make_half_space_model(benchmark_pair(), Side::right, settings), ModelError);
  };
  refused([](auto& s) { s.grid.dx = -1; });
  refused([](auto& s) { s.grid.cells = 1; });
  refused([](auto& s) { s.tolerance = 0; });
  refused([](auto& s) { s.normal_damping = -1; });
  refused([](auto& s) { s.bodies.upper.shear_modulus = 0; });
  refused([](auto& s) { s.patches.combine_distance = 1; });
}

}  // namespace
}  // namespace tread::wheel_rail
