#include "tread/interaction/equations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "interaction/cases.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/march.hpp"
#include "tread/interaction/statics.hpp"

namespace tread::interaction::test {
namespace {

/// Largest deflection of the bridge's middle while a system is marched.
double largest_deflection(integrate::EquationOfMotion& system, const State& start,
                          const structure::BeamModes& bridge, const std::string& scheme,
                          double duration, double step) {
  Vector middle(bridge.n_modes());
  bridge.shape(bridge.length() / 2, {middle.data(), static_cast<std::size_t>(middle.size())});
  integrate::MarchOptions options;
  options.end_time = duration;
  options.step = step;
  double largest = 0;
  options.on_step = [&](const State& state) {
    largest = std::max(largest, middle.dot(state.position.head(middle.size())));
  };
  integrate::SchemeSettings settings;
  settings.name = scheme;
  const integrate::MarchResult result = march(system, settings, start, options);
  EXPECT_EQ(result.status, SolveStatus::converged) << scheme << ": " << result.message;
  return largest;
}

TEST(CoupledMotion, every_kind_of_scheme_gives_the_crossing_of_the_coupled_solver) {
  for (const ContactModel& contact :
       {ContactModel(k_yang_yau_spring), ContactModel(LinearContact{1.595e6, 2e4}),
        ContactModel(PowerContact{1e8, 1.5})}) {
    const TrainBridgeProblem problem = yang_yau(3, contact);
    const double expected = cross_bridge(problem, at_midspan(problem, 5e-5)).deflections.maxCoeff();
    CoupledMotion motion(problem);
    for (const char* scheme : {"radau_iia_5", "radau_ia_3", "rk4", "newmark"}) {
      const double found = largest_deflection(motion, motion.start(), *problem.bridge, scheme,
                                              duration_of(problem), 5e-4);
      EXPECT_NEAR(found / expected, 1, 1e-4) << scheme;
    }
    const double adaptive = largest_deflection(motion, motion.start(), *problem.bridge,
                                               "arkode_dormand_prince", duration_of(problem), 1e-3);
    EXPECT_NEAR(adaptive / expected, 1, 1e-4);
  }
}

/// A wheel that is pressed 2 mm below level track all the way.
PrescribedWheel pressed_wheel(double speed) {
  return {[speed](double t) { return speed * t; }, [](double) { return 2e-3; }};
}

TEST(PrescribedMotion, explicit_and_implicit_schemes_agree_as_in_algorithms_9_2_and_9_3) {
  const structure::BeamModes bridge = yang_yau_bridge(5);
  for (const ContactModel& contact :
       {ContactModel(PowerContact{1e9, 1.5}), ContactModel(k_yang_yau_spring)}) {
    PrescribedMotion motion(bridge, contact, {pressed_wheel(25)});
    const double expected =
        largest_deflection(motion, motion.start(), bridge, "newmark", 1, 2.5e-5);
    EXPECT_GT(expected, 1e-5);
    for (const char* scheme : {"velocity_verlet", "rk4", "newmark", "radau_iia_5"}) {
      const double found = largest_deflection(motion, motion.start(), bridge, scheme, 1, 2e-4);
      EXPECT_NEAR(found / expected, 1, 1e-3) << scheme;
    }
    const double first_order =
        largest_deflection(motion, motion.start(), bridge, "backward_euler", 1, 5e-5);
    EXPECT_NEAR(first_order / expected, 1, 2e-2);
  }
}

TEST(PrescribedMotion, wheel_held_where_it_rests_leaves_the_bridge_at_rest) {
  TrainBridgeProblem problem = yang_yau(10, PowerContact{9e10, 1.5});
  problem.start_position = 9;
  const StandingTrain train = stand_on_bridge(problem);
  PrescribedMotion motion(*problem.bridge, problem.contact,
                          {{[](double) { return 9.0; }, [&](double) { return train.wheels(0); }}});
  State state = motion.start();
  state.position = train.modes;
  EXPECT_NEAR(motion.forces(0, state.position)(0) / train.forces(0), 1, 1e-9);
  const Vector acceleration = integrate::acceleration_of(motion, 0, state.position, state.velocity);
  const Vector springs = train.modes.cwiseProduct(
      Eigen::Map<const Vector>(problem.bridge->omega().data(), 10).cwiseAbs2());
  EXPECT_LT(acceleration.norm(), 1e-9 * springs.norm());
}

TEST(PrescribedMotion, two_wheels_by_woodbury_equal_the_dense_newton_step) {
  const structure::BeamModes bridge = yang_yau_bridge(12);
  PrescribedMotion motion(bridge, PowerContact{1e9, 1.5},
                          {{[](double) { return 6.0; }, [](double) { return 1e-3; }},
                           {[](double) { return 15.0; }, [](double) { return 2e-3; }}});
  State state = motion.start();
  state.position = 1e-3 * Vector::Random(12);
  const integrate::EffectiveFactors factors{1, 0.01, 1e-4};
  const Vector b = Vector::Random(12);
  Vector x;
  ASSERT_TRUE(motion.solve_effective(factors, state, b, x));
  // mass x + stiffness K x = b with K x from differences of the internal force along x.
  Vector high, low;
  const double d = 1e-7;
  motion.internal_force(0, state.position + d * x, state.velocity, high);
  motion.internal_force(0, state.position - d * x, state.velocity, low);
  const Vector product = x + factors.stiffness * (high - low) / (2 * d);
  EXPECT_LT((product - b).norm(), 1e-6 * b.norm());
}

TEST(EquationErrors, contacts_that_are_no_forces_are_refused) {
  EXPECT_THROW(CoupledMotion(yang_yau(3, RigidContact{})), ModelError);
  const structure::BeamModes bridge = yang_yau_bridge(3);
  EXPECT_THROW(PrescribedMotion(bridge, RigidContact{}, {pressed_wheel(1)}), ModelError);
  EXPECT_THROW(PrescribedMotion(bridge, LinearContact{1e6, 1}, {pressed_wheel(1)}), ModelError);
  EXPECT_THROW(PrescribedMotion(bridge, PowerContact{1e9, 1.5}, {}), ModelError);
}

}  // namespace
}  // namespace tread::interaction::test
