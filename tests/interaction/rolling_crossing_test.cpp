#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "interaction/rolling_cases.hpp"
#include "tread/core/errors.hpp"

/// Wheels that creep, are driven or braked while they cross a bridge.
namespace tread::interaction::test {
namespace {

constexpr double k_gravity = 9.81;

/// A rolling mass on rigid ground, in steps of c cells of the wheel's grid over a way, m.
Crossing on_rigid_ground(TrainBridgeProblem& problem, const contact::RollingSetup& rolling,
                         double c, double way) {
  problem.train = one_wheel(k_load / k_gravity);
  problem.contact = RigidContact{};
  problem.speed = k_speed;
  problem.duration = way / k_speed;
  CrossingOptions options;
  options.step = c * rolling.grid.dx / k_speed;
  return cross_bridge(problem, options);
}

// From no traction at all, with surfaces whose datum is the smallest there can be; with a datum far
// away a given creepage takes many contact lengths to build up its force (docs/rolling.md).
TEST(RollingCrossing, of_a_rigid_bridge_is_carters_steady_rolling_in_every_step) {
  LineWheel line = steel_wheel(128);
  const double length = 2 * hertz_of(line, k_load).half_width;
  line.datum = 1.1 * length;
  for (const double part : {-0.3, -0.75}) {
    const double creepage = carter_creepage(line, part);
    RollingWheelSetup setup = creeping(line, creepage);
    setup.start = RollingStart::free;
    for (const double c : {1.0, 0.2, 0.02}) {
      TrainBridgeProblem problem;
      const Crossing crossing = on_rigid_ground(problem, setup.contact, c, 3.3 * length);
      ASSERT_EQ(crossing.status, SolveStatus::converged);
      ASSERT_NEAR(crossing.wheel_loads[0], k_load, 1e-3 * k_load);
      const RollingHistory history = roll_along(problem, crossing, {setup});
      ASSERT_EQ(history.status, SolveStatus::converged) << history.message;
      const double expected = carter_force(line, creepage, crossing.wheel_loads[0]);
      double worst = 0;
      int n_seen = 0;
      for (const RollingInstant& row : history.wheels[0].rows) {
        if (row.position < 3 * length) continue;
        worst = std::max(worst, std::abs(row.tangential_force / expected - 1));
        ++n_seen;
      }
      EXPECT_GT(n_seen, 0.29 * 128 / c);
      EXPECT_LT(worst, 0.005) << "c = " << c << ", part " << part;
    }
  }
}

// The usual start, as if it had come a long way: steady from the first step on, whatever the datum.
TEST(RollingCrossing, started_steadily_is_carters_from_the_first_step_on) {
  const LineWheel line = steel_wheel(128);
  const double creepage = carter_creepage(line, -0.5);
  const RollingWheelSetup setup = creeping(line, creepage);
  for (const double c : {7.3, 1.0, 0.2}) {
    TrainBridgeProblem problem;
    const Crossing crossing = on_rigid_ground(problem, setup.contact, c, 0.01);
    const RollingHistory history = roll_along(problem, crossing, {setup});
    const double expected = carter_force(line, creepage, crossing.wheel_loads[0]);
    ASSERT_EQ(history.wheels[0].rows.size(), crossing.times.size());
    for (const RollingInstant& row : history.wheels[0].rows) {
      EXPECT_NEAR(row.tangential_force / expected, 1, 0.005) << row.position;
    }
  }
}

/// A soft wheel on the bridge of Yang and Yau: its contact is long, so that cells are few along the
/// bridge. The load swings by a third on a wavy rail.
struct SoftCrossing {
  LineWheel line = steel_wheel();
  TrainBridgeProblem problem = yang_yau(4, k_yang_yau_spring);
  double creepage = 0;

  explicit SoftCrossing(int n_cells) {
    line.n_cells = n_cells;
    const Material soft = Material::from_young(2e8, 0.28);
    line.bodies = {soft, soft};
    line.width = 0.1;
    line.largest_force = 1.4 * k_yang_yau_mass * k_gravity;
    line.datum = 2.6 * hertz_of(line, line.largest_force).half_width;
    problem.rail = vehicle::SineProfile{.amplitude = 2.5e-3, .wavelength = 8};
    creepage = carter_creepage(line, -0.6, k_yang_yau_mass * k_gravity);
  }
  Crossing cross(double step) const { return cross_bridge(problem, at_midspan(problem, step)); }
  double carter(const RollingInstant& row) const {
    return carter_force(line, creepage, row.normal_force);
  }
};

// One solution a step, in steps of a contact length: steady rolling at the load of the instant.
// What is left is the grid's, whose cells do not end where the contact does: of first order.
TEST(RollingCrossing, of_an_elastic_bridge_without_memory_is_carters_at_every_load) {
  const auto worst_error = [](int n_cells) {
    const SoftCrossing soft(n_cells);
    RollingWheelSetup setup = creeping(soft.line, soft.creepage);
    setup.memory = RollingMemory::quasi_steady;
    const Crossing crossing = soft.cross(5e-3);
    const RollingHistory history = roll_along(soft.problem, crossing, {setup});
    EXPECT_EQ(history.status, SolveStatus::converged) << history.message;
    EXPECT_EQ(history.wheels[0].rows.size(), crossing.times.size());
    EXPECT_GT(crossing.forces.maxCoeff() / crossing.forces.minCoeff(), 1.2);
    double worst = 0;
    for (const RollingInstant& row : history.wheels[0].rows) {
      worst = std::max(worst, std::abs(row.tangential_force / soft.carter(row) - 1));
    }
    return worst;
  };
  const double coarse = worst_error(128);
  EXPECT_LT(coarse, 0.01);
  EXPECT_LT(worst_error(256), 0.6 * coarse);
}

// The load changes over metres, the contact is a few decimetres long: what is missing is the delay
// of one contact length and the grid's error. The steady start has more of the latter: two metres
// later it is forgotten.
TEST(RollingCrossing, of_an_elastic_bridge_follows_the_slowly_changing_load) {
  const SoftCrossing soft(32);
  const RollingWheelSetup setup = creeping(soft.line, soft.creepage);
  const Crossing crossing = soft.cross(1e-3);
  const RollingHistory history = roll_along(soft.problem, crossing, {setup});
  ASSERT_EQ(history.status, SolveStatus::converged) << history.message;
  for (const RollingInstant& row : history.wheels[0].rows) {
    if (row.position > 2) {
      EXPECT_NEAR(row.tangential_force / soft.carter(row), 1, 0.015) << row.position;
    }
    EXPECT_LE(std::abs(row.tangential_force), k_friction * row.normal_force * (1 + 1e-6));
    EXPECT_NEAR(row.normal_force, crossing.forces(&row - history.wheels[0].rows.data(), 0),
                1e-4 * k_yang_yau_mass * k_gravity);
  }
  // the deck is pushed forward by a braked wheel
  ASSERT_EQ(history.deck_force.size(), history.wheels[0].rows.size());
  EXPECT_EQ(history.deck_force[100], -history.wheels[0].rows[100].tangential_force);
  EXPECT_GT(history.deck_force[100], 0);
}

TEST(RollingCrossing, in_small_and_in_large_steps_is_the_same) {
  const SoftCrossing soft(32);
  SoftCrossing part = soft;
  part.problem.duration = 0.1;
  const RollingWheelSetup setup = turning(soft.line, {20, {}, [](double t) {
                                                        return 0.4 * k_friction * k_yang_yau_mass *
                                                               k_gravity * k_radius *
                                                               std::min(1.0, t / 0.03);
                                                      }});
  const auto rows = [&](double step) {
    const RollingHistory history = roll_along(part.problem, part.cross(step), {setup});
    EXPECT_EQ(history.status, SolveStatus::converged) << history.message;
    return history.wheels[0].rows;
  };
  const std::vector<RollingInstant> large = rows(1e-3);
  const std::vector<RollingInstant> small = rows(1e-4);
  for (std::size_t i = 10; i < large.size(); i += 10) {
    EXPECT_NEAR(large[i].tangential_force, small[10 * i].tangential_force,
                0.005 * k_friction * k_yang_yau_mass * k_gravity);
    EXPECT_NEAR(large[i].dissipated, small[10 * i].dissipated, 0.01 * small.back().dissipated);
  }
}

TEST(RollingCrossing, keeps_patches_at_chosen_times) {
  const LineWheel line = steel_wheel(32);
  const RollingWheelSetup setup = creeping(line, carter_creepage(line, -0.5));
  TrainBridgeProblem problem;
  const Crossing crossing = on_rigid_ground(problem, setup.contact, 1, 5e-3);
  RollingOptions options;
  options.patch_times = {crossing.times[3], 0.5 * (crossing.times[5] + crossing.times[6])};
  const RollingHistory history = roll_along(problem, crossing, {setup}, options);
  const std::vector<RollingPatch>& patches = history.wheels[0].patches;
  ASSERT_EQ(patches.size(), 2u);
  EXPECT_EQ(patches[0].time, crossing.times[3]);
  EXPECT_EQ(patches[1].time, crossing.times[6]);
  double sum = 0;
  for (const double p : patches[1].solution.traction.x) sum += p * patches[1].grid.cell_area();
  EXPECT_NEAR(sum, history.wheels[0].rows[6].tangential_force, 1e-9 * k_limit);
}

TEST(RollingCrossing, needs_a_setup_for_all_wheels_or_for_each) {
  const LineWheel line = steel_wheel(32);
  const RollingWheelSetup setup = creeping(line, 0);
  TrainBridgeProblem problem;
  const Crossing crossing = on_rigid_ground(problem, setup.contact, 1, 1e-3);
  EXPECT_THROW(roll_along(problem, crossing, {}), ModelError);
  EXPECT_THROW(roll_along(problem, crossing, {setup, setup}), ModelError);
}

}  // namespace
}  // namespace tread::interaction::test
