#include <gtest/gtest.h>

#include "interaction_structure/structures.hpp"

/// Bridges of beam elements against converged numbers that two independent programs gave (modal
/// series; see docs/verification.md), for displacements and contact forces.
namespace tread::interaction::test {
namespace {

constexpr double k_percent = 1e-2;

double peak(const Crossing& crossing, int section = 0) {
  EXPECT_EQ(crossing.status, SolveStatus::converged) << crossing.message;
  return crossing.deflections.col(section).maxCoeff();
}

TEST(BeamElements, moving_force_bends_the_bridge_as_frybas_series) {
  // A wheel of a gram under the load: nothing but a force.
  TrainBridgeProblem problem = yang_yau_elements(40, RigidContact{});
  problem.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SingleWheel{.mass = 1e-3, .load = k_yang_yau_mass * 9.81}));
  problem.start = StartState::static_equilibrium;
  EXPECT_NEAR(peak(cross_bridge(problem, with_step(2e-4))) / 2.396826e-3, 1, 0.1 * k_percent);
}

TEST(BeamElements, moving_mass_with_all_its_inertia) {
  const Crossing crossing = cross_bridge(yang_yau_elements(60, RigidContact{}), with_step(2e-4));
  EXPECT_NEAR(peak(crossing) / 2.42667e-3, 1, 0.1 * k_percent);
  // Extremes of the force in all steps (30 modes, an independent Runge-Kutta integration).
  EXPECT_NEAR(amplification(crossing).most / 1.0385, 1, 0.1 * k_percent);
  EXPECT_NEAR(amplification(crossing).least / 0.9705, 1, 0.1 * k_percent);
}

TEST(BeamElements, sprung_mass_of_yang_and_yau) {
  const Crossing crossing = cross_bridge(yang_yau_elements(40, k_yang_yau_spring), with_step(2e-4));
  EXPECT_NEAR(peak(crossing) / 2.407321e-3, 1, 0.1 * k_percent);
  EXPECT_NEAR(amplification(crossing).most / 1.01508, 1, 0.1 * k_percent);
  EXPECT_NEAR(amplification(crossing).least / 0.98551, 1, 0.1 * k_percent);
}

TEST(BeamElements, four_sprung_masses_over_two_spans) {
  struct Numbers {
    double speed, first, second, least, most;
  };
  for (const Numbers& it : {Numbers{100 / 3.6, 3.452767e-3, 3.403663e-3, 0.91612, 1.09017},
                            Numbers{115, 3.812273e-3, 4.007281e-3, 0.86342, 1.14647}}) {
    TrainBridgeProblem problem = yang_yau_elements(1, k_yang_yau_spring);
    problem.structure = plane_spans({25, 25}, 40,
                                    {.bending_stiffness_y = k_yang_yau_stiffness,
                                     .mass_per_length = k_yang_yau_mass_per_length});
    problem.train = vehicle::equal_vehicles_train(
        make_vehicle(vehicle::SingleWheel{.mass = k_yang_yau_mass}), 4, 12.5);
    problem.speed = it.speed;
    CrossingOptions options = with_step(1e-4);
    options.sections = {12.5, 37.5};
    const Crossing crossing = cross_bridge(problem, options);
    EXPECT_NEAR(peak(crossing, 0) / it.first, 1, 0.1 * k_percent);
    EXPECT_NEAR(peak(crossing, 1) / it.second, 1, 0.1 * k_percent);
    const double weight = crossing.wheel_loads[0];
    EXPECT_NEAR(crossing.forces.minCoeff() / weight / it.least, 1, 0.1 * k_percent);
    EXPECT_NEAR(crossing.forces.maxCoeff() / weight / it.most, 1, 0.1 * k_percent);
  }
}

}  // namespace
}  // namespace tread::interaction::test
