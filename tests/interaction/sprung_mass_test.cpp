#include <gtest/gtest.h>

#include <vector>

#include "interaction/cases.hpp"

namespace tread::interaction::test {
namespace {

/// Sprung mass of Yang and Yau: an independent integration of the modal equations with tolerance
/// 1e-10. The wheel has no mass: its spring is the contact.
TEST(SprungMass, table_of_yang_and_yau_at_equal_numbers_of_modes) {
  struct Row {
    int n_modes;
    double deflection, body_acceleration, most_force, least_force;
  };
  for (const Row& row : {Row{1, 2.383887e-3, 0.18361, 1.01872, 0.98677},
                         {3, 2.409727e-3, 0.14865, 1.01515, 0.98527},
                         {10, 2.407559e-3, 0.14802, 1.01509, 0.98550},
                         {30, 2.407321e-3, 0.14797, 1.01508, 0.98551}}) {
    const TrainBridgeProblem problem = yang_yau(row.n_modes, k_yang_yau_spring);
    CrossingOptions options = at_midspan(problem, 2e-5);
    options.record_vehicles = true;
    const Crossing crossing = cross_bridge(problem, options);
    ASSERT_EQ(crossing.status, SolveStatus::converged);
    // Seven digits; their times are read off a grid, which may miss the peak by 2e-9.
    EXPECT_NEAR(crossing.deflections.maxCoeff(), row.deflection, 3e-9) << row.n_modes;
    EXPECT_NEAR(crossing.vehicle_accelerations.cwiseAbs().maxCoeff(), row.body_acceleration, 1e-5);
    EXPECT_NEAR(amplification(crossing).most, row.most_force, 1e-5);
    EXPECT_NEAR(amplification(crossing).least, row.least_force, 1e-5);
  }
}

TEST(SprungMass, light_wheel_under_the_spring_tends_to_the_wheel_without_mass) {
  const TrainBridgeProblem massless = yang_yau(10, k_yang_yau_spring);
  const double expected = cross_bridge(massless, at_midspan(massless, 1e-4)).deflections.maxCoeff();
  TrainBridgeProblem problem = massless;
  problem.contact = RigidContact{};
  problem.train = vehicle::single_vehicle_train(make_vehicle(vehicle::SprungMass{
      .body_mass = k_yang_yau_mass, .wheel_mass = 1, .stiffness = k_yang_yau_spring.stiffness}));
  const double with_wheel = cross_bridge(problem, at_midspan(problem, 1e-4)).deflections.maxCoeff();
  // The wheel's own weight is 1/5750 of all.
  EXPECT_NEAR(with_wheel / expected, 1, 3e-4);
}

/// Two spans of Yang and Yau's beam, four sprung masses 12.5 m apart, the first at the first
/// support at t = 0; 20 modes a span.
struct FourMasses {
  double speed;
  double first_span, second_span;
  std::vector<double> least_force;
  double most_force;
};

TEST(SprungMass, four_sprung_masses_on_two_spans) {
  for (const FourMasses& expected :
       {FourMasses{27.7778, 3.452767e-3, 3.403663e-3, {.9545, .9237, .9161, .9417}, 1.09017},
        {115.0, 3.812273e-3, 4.007281e-3, {.8787, .9150, .8634, .9339}, 1.14647}}) {
    TrainBridgeProblem problem = yang_yau(20, k_yang_yau_spring);
    problem.bridge = structure::equal_spans(*problem.bridge, 2);
    problem.speed = expected.speed;
    problem.train.vehicles.clear();
    for (int i = 0; i < 4; ++i) {
      problem.train.vehicles.push_back(
          {make_vehicle(vehicle::SingleWheel{.mass = k_yang_yau_mass}), 12.5 * i});
    }
    CrossingOptions options;
    options.step = 1e-5;
    options.sections = {12.5, 37.5};
    const Crossing crossing = cross_bridge(problem, options);
    ASSERT_EQ(crossing.status, SolveStatus::converged);
    EXPECT_NEAR(crossing.deflections.col(0).maxCoeff(), expected.first_span, 1e-8);
    EXPECT_NEAR(crossing.deflections.col(1).maxCoeff(), expected.second_span, 1e-8);
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(crossing.forces.col(k).minCoeff() / crossing.wheel_loads[0],
                  expected.least_force[static_cast<std::size_t>(k)], 1e-4);
    }
    // Read off a table of times there, which misses the peak a little.
    EXPECT_NEAR(crossing.forces.maxCoeff() / crossing.wheel_loads[0], expected.most_force, 5e-5);
  }
}

/// The verification cases of the open program VBI-2D: L = 25 m, E = 3.5e10, I = 1.3901, 18 358
/// kg/m, mass 5750 kg on 1.595e6 N/m at 25 m/s.
TrainBridgeProblem vbi_2d() {
  TrainBridgeProblem problem = yang_yau(30, k_yang_yau_spring);
  problem.bridge = structure::beam_modes(
      structure::simply_supported_beam(
          25, {.bending_stiffness = 3.5e10 * 1.3901, .mass_per_length = 18358}),
      {.n_modes = 30});
  problem.speed = 25;
  return problem;
}

TEST(SprungMass, smooth_crossing_of_vbi_2d) {
  const TrainBridgeProblem problem = vbi_2d();
  const Crossing crossing = cross_bridge(problem, at_midspan(problem, 5e-5));
  EXPECT_NEAR(crossing.deflections.maxCoeff(), 4.18626e-4, 1e-9);      // 30 modes, independent code
  EXPECT_NEAR(crossing.deflections.maxCoeff() / 4.18545e-4, 1, 6e-4);  // VBI-2D itself, dt = 1 ms
}

TEST(SprungMass, ramp_damper_and_acceleration_of_vbi_2d) {
  // A ramp of 10 mm between L/3 and L/2, then a damper too, then an acceleration too. VBI-2D steps
  // with 1 ms, and makes its damping matrix symmetric, which the convective terms are not.
  TrainBridgeProblem problem = vbi_2d();
  const auto deflection = [&] {
    return cross_bridge(problem, at_midspan(problem, 5e-5)).deflections.maxCoeff();
  };
  problem.rail = vehicle::Ramp{0.01, 25.0 / 3, 25.0 / 6};
  EXPECT_NEAR(deflection() / 4.67210e-4, 1, 6e-4);
  problem.contact = LinearContact{k_yang_yau_spring.stiffness, 4e5};
  EXPECT_NEAR(deflection() / 4.62597e-4, 1, 2e-3);
  problem.acceleration = 10;
  EXPECT_NEAR(deflection() / 4.69117e-4, 1, 2e-3);
}

}  // namespace
}  // namespace tread::interaction::test
