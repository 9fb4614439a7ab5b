#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>

#include "interaction/cases.hpp"
#include "tread/interaction/statics.hpp"

/// Chapter 10 of the master's thesis, with its own grid, steps and scheme.
namespace tread::interaction::test {
namespace {

TEST(ThesisCrossing, wheel_at_rest_has_the_approach_of_figure_10_4) {
  const StandingTrain train = stand_on_bridge(thesis_crossing(30));
  ASSERT_EQ(train.status, SolveStatus::converged);
  EXPECT_NEAR(train.approaches(0) / 4.639e-7, 1, 1e-3);
  // The middle row carries 0.879 of what 8 m of width would share evenly.
  EXPECT_NEAR(train.bridge_loads(0) * 8 / train.forces(0), 0.879, 5e-4);
}

TEST(ThesisCrossing, modal_coefficients_of_table_10_3) {
  CrossingOptions options = with_scheme("backward_euler", 5e-3);
  options.record_modes = true;
  const Crossing crossing = cross_bridge(thesis_crossing(64), options);
  ASSERT_EQ(crossing.status, SolveStatus::converged);
  const std::array printed{7.3e-3, 3.09e-4, 1.92e-5, 1.20e-6, 7.45e-8, 4.67e-9, 2.90e-10};
  const std::array recomputed{7.338e-3, 3.093e-4, 1.920e-5, 1.196e-6,
                              7.450e-8, 4.654e-9, 2.909e-10};
  int mode = 1;
  for (std::size_t i = 0; i < printed.size(); ++i, mode *= 2) {
    // The thesis' modes are normalised without the mass, 7900 kg/m.
    const double largest = crossing.modes.col(mode - 1).cwiseAbs().maxCoeff() / std::sqrt(7900);
    EXPECT_NEAR(largest / printed[i], 1, 0.01) << mode;
    EXPECT_NEAR(largest / recomputed[i], 1, 3e-4) << mode;
  }
}

TEST(ThesisCrossing, dynamic_amplification_of_figure_10_5) {
  const Crossing crossing = cross_bridge(thesis_crossing(30), with_scheme("backward_euler", 1e-3));
  ASSERT_EQ(crossing.status, SolveStatus::converged);
  const Extremes force = amplification(crossing, 20);  // without the first steps after touch
  EXPECT_NEAR(force.most, 1.0175, 2e-3);
  EXPECT_NEAR(force.least, 0.986, 2e-3);
}

TEST(ThesisCrossing, from_static_equilibrium_newmark_tends_to_other_amplifications) {
  TrainBridgeProblem problem = thesis_crossing(30);
  problem.start = StartState::static_equilibrium;
  for (const double step : {1e-4, 2e-5}) {
    const Extremes force = amplification(cross_bridge(problem, with_scheme("newmark", step)));
    EXPECT_NEAR(force.most, 1.026, 5e-3);
    EXPECT_NEAR(force.least, 0.976, 5e-3);
  }
}

TEST(ThesisCrossing, start_at_touch_rings_without_the_damping_of_backward_euler) {
  const Extremes force =
      amplification(cross_bridge(thesis_crossing(30), with_scheme("newmark", 1e-4)));
  // A weight put suddenly on an undamped spring: twice its weight, then nothing.
  EXPECT_NEAR(force.most, 2, 0.01);
  EXPECT_NEAR(force.least, 0, 0.01);
}

TEST(ThesisCrossing, largest_deflections_of_figures_10_1_and_10_2) {
  for (const auto& [speed, deflection] : {std::pair{6.0, 1.6e-3}, {30.0, 2.4e-3}}) {
    CrossingOptions options = with_scheme("backward_euler", 1e-3);
    for (int i = 1; i < 20; ++i) options.sections.push_back(i);
    const Crossing crossing = cross_bridge(thesis_crossing(30, speed), options);
    EXPECT_NEAR(crossing.deflections.maxCoeff(), deflection, 0.05e-3) << speed;
  }
}

TEST(ThesisCrossing, quasi_newton_needs_three_iterations_a_step_at_most) {
  for (const auto start : {StartState::touch, StartState::static_equilibrium}) {
    for (const char* scheme : {"backward_euler", "newmark"}) {
      TrainBridgeProblem problem = thesis_crossing(30);
      problem.start = start;
      const CrossingOptions options = with_scheme(scheme, 1e-3);  // residual 1e-8
      const CrossingCounts counts = cross_bridge(problem, options).counts;
      EXPECT_LE(static_cast<double>(counts.iterations) / static_cast<double>(counts.steps), 3);
      EXPECT_LE(counts.contact_solves, counts.iterations + 2);
    }
  }
}

TEST(ThesisCrossing, finite_difference_of_the_thesis_gives_the_same_with_twice_the_contact_solves) {
  CrossingOptions options = with_scheme("backward_euler", 1e-3);
  const Crossing consistent = cross_bridge(thesis_crossing(30), options);
  options.iteration = QuasiNewton{FiniteDifference{1e-7}};
  const Crossing difference = cross_bridge(thesis_crossing(30), options);
  ASSERT_EQ(difference.status, SolveStatus::converged);
  EXPECT_LT((difference.forces - consistent.forces).cwiseAbs().maxCoeff(),
            1e-6 * consistent.wheel_loads[0]);
  const double solves_an_iteration = static_cast<double>(difference.counts.contact_solves) /
                                     static_cast<double>(difference.counts.iterations);
  EXPECT_NEAR(solves_an_iteration, 2, 0.05);
}

TEST(ThesisCrossing, snapshots_hold_the_pressure_that_makes_the_force) {
  CrossingOptions options = with_scheme("backward_euler", 1e-3);
  options.snapshots = {0.3, 0.1};
  const TrainBridgeProblem problem = thesis_crossing(10);
  const Crossing crossing = cross_bridge(problem, options);
  ASSERT_EQ(crossing.snapshots.size(), 2u);
  EXPECT_NEAR(crossing.snapshots[0].time, 0.1, 1e-9);
  EXPECT_NEAR(crossing.snapshots[1].contact.force / crossing.forces(300, 0), 1, 1e-7);
  EXPECT_EQ(crossing.snapshots[1].contact.n_contact, 11u);
}

TEST(ThesisCrossing, bending_moment_at_midspan_is_that_of_the_load_and_the_inertia) {
  // Slowly: M = Q L / 4 under the load in the middle, cut short by the modes as 1/m.
  TrainBridgeProblem problem = thesis_crossing(200, 0.5);
  problem.start = StartState::static_equilibrium;
  problem.start_position = 9.5;
  problem.duration = 1;
  CrossingOptions options = with_scheme("backward_euler", 5e-3);
  options.sections = {10};
  const Crossing crossing = cross_bridge(problem, options);
  const double load = stand_on_bridge(problem).bridge_loads(0);
  EXPECT_NEAR(crossing.moments.maxCoeff() / (load * 20 / 4), 1, 0.01);
}

/// The first step of the crossing by Picard's iteration; iterations, or nothing if it diverges.
std::optional<int> picard_iterations(double young_modulus, double omega) {
  TrainBridgeProblem problem = thesis_crossing(30);
  problem.bridge = structure::beam_modes(
      structure::simply_supported_beam(
          20, {.bending_stiffness = young_modulus * 0.0104, .mass_per_length = 7900}),
      {.n_modes = 30});
  problem.train = one_wheel(7900 * std::numbers::pi * 0.3 * 0.3);  // a mass per m of width
  problem.contact = thesis_regridding_contact(young_modulus);
  problem.duration = 0.01;
  CrossingOptions options = with_scheme("backward_euler", 0.01);
  options.min_step = options.step;
  options.max_iterations = 200;
  Picard picard;
  picard.relaxation = [omega](int) { return omega; };
  options.iteration = picard;
  const Crossing crossing = cross_bridge(problem, options);
  if (crossing.status != SolveStatus::converged) return {};
  return static_cast<int>(crossing.counts.iterations);
}

TEST(ThesisCrossing, picard_iterations_of_table_10_2) {
  // As printed; 0: no convergence. Columns E = 1e6, 5e6, 1e7, 2e7.
  struct Row {
    double omega;
    std::array<int, 4> iterations;
  };
  const std::array moduli{1e6, 5e6, 1e7, 2e7};
  for (const Row& row : {Row{1, {6, 16, 0, 0}}, Row{0.7, {8, 7, 13, 0}}, Row{0.5, {13, 11, 11, 18}},
                         Row{0.1, {82, 64, 67, 70}}}) {
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      const std::optional<int> found = picard_iterations(moduli[i], row.omega);
      if (row.iterations[i] == 0) {
        EXPECT_FALSE(found) << row.omega << " " << moduli[i];
      } else {
        ASSERT_TRUE(found) << row.omega << " " << moduli[i];
        EXPECT_NEAR(*found, row.iterations[i], 2) << row.omega << " " << moduli[i];
      }
    }
  }
}

TEST(ThesisCrossing, picard_diverges_for_steel_with_every_reasonable_relaxation) {
  for (const double omega : {1.0, 0.5, 0.1, 0.01}) EXPECT_FALSE(picard_iterations(2e11, omega));
}

TEST(ThesisCrossing, picard_and_quasi_newton_agree_where_both_converge) {
  TrainBridgeProblem problem = yang_yau(10, k_yang_yau_spring);
  problem.start = StartState::touch;
  CrossingOptions options = at_midspan(problem, 1e-3);
  const Crossing newton = cross_bridge(problem, options);
  Picard picard;
  picard.tolerance = 1e-12;
  picard.relaxation = [](int iteration) { return iteration < 3 ? 0.8 : 1.0; };
  options.iteration = picard;
  const Crossing simple = cross_bridge(problem, options);
  ASSERT_EQ(simple.status, SolveStatus::converged);
  EXPECT_LT((simple.deflections - newton.deflections).cwiseAbs().maxCoeff(),
            1e-9 * newton.deflections.maxCoeff());
  EXPECT_GT(simple.counts.iterations, newton.counts.iterations);
}

}  // namespace
}  // namespace tread::interaction::test
