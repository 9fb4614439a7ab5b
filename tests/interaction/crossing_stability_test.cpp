#include "tread/interaction/crossing_stability.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "interaction/cases.hpp"
#include "tread/core/errors.hpp"

namespace tread::interaction::test {
namespace {

constexpr double k_wheel_mass_on_ground = 1000;
constexpr double k_time_on_ground = 2;

/// A wheel on a stiff spring with 1 % of the critical damping, 159 Hz, set down on rigid ground.
TrainBridgeProblem wheel_on_ground() {
  TrainBridgeProblem problem;
  problem.train = one_wheel(k_wheel_mass_on_ground);
  problem.contact = LinearContact{.stiffness = 1e9, .damping = 2e4};
  problem.speed = 10;
  problem.duration = k_time_on_ground;
  problem.start = StartState::touch;
  return problem;
}

double limit_of(const TrainBridgeProblem& problem, const std::string& scheme) {
  integrate::SchemeSettings settings;
  settings.name = scheme;
  return crossing_stability(problem, settings, 1e-3).limit;
}

Crossing cross_with(const TrainBridgeProblem& problem, const std::string& scheme, double step,
                    UnstableStep unstable_step) {
  CrossingOptions options = with_scheme(scheme, step);
  options.unstable_step = unstable_step;
  return cross_bridge(problem, options);
}

/// Largest force of the last tenth over that of the second.
double late_over_early(const Crossing& crossing) {
  const Eigen::Index tenth = crossing.forces.rows() / 10;
  return crossing.forces.col(0).tail(tenth).maxCoeff() /
         crossing.forces.col(0).segment(tenth, tenth).maxCoeff();
}

TEST(CrossingStability, ComputedLimitsAreWhereForcesBeginToGrow) {
  const TrainBridgeProblem problem = wheel_on_ground();
  for (const char* scheme : {"adams_moulton_3", "adams_moulton_4", "bdf_3"}) {
    const double limit = limit_of(problem, scheme);
    EXPECT_GT(1000 * limit, 0.2) << scheme;
    EXPECT_LT(1000 * limit, 1.5) << scheme;
    const Crossing below = cross_with(problem, scheme, 0.95 * limit, UnstableStep::refuse);
    EXPECT_EQ(below.status, SolveStatus::converged) << scheme;
    EXPECT_LT(late_over_early(below), 0.9) << scheme;
    EXPECT_THROW(cross_with(problem, scheme, 1.05 * limit, UnstableStep::refuse), ModelError);
    const Crossing above = cross_with(problem, scheme, 1.05 * limit, UnstableStep::allow);
    EXPECT_GT(late_over_early(above), 1) << scheme;
  }
}

TEST(CrossingStability, BeyondTheLimitItEndsAsUnstableAndKeepsFiniteRows) {
  const TrainBridgeProblem problem = wheel_on_ground();
  for (const char* scheme : {"adams_moulton_3", "bdf_4", "bdf_6"}) {
    const double step = 1.5 * limit_of(problem, scheme);
    const Crossing crossing = cross_with(problem, scheme, step, UnstableStep::allow);
    EXPECT_TRUE(crossing.is_unstable) << scheme;
    EXPECT_EQ(crossing.status, SolveStatus::blew_up) << scheme;
    EXPECT_TRUE(crossing.message.starts_with("became unstable at t = ")) << crossing.message;
    EXPECT_LT(crossing.times.back(), k_time_on_ground) << scheme;
    EXPECT_GT(crossing.times.size(), 10U) << scheme;
    EXPECT_TRUE(crossing.forces.allFinite() && crossing.wheels.allFinite()) << scheme;
  }
}

TEST(CrossingStability, AStepThatMayBeShortenedIsStable) {
  const TrainBridgeProblem problem = wheel_on_ground();
  const Crossing crossing = cross_with(problem, "adams_moulton_3", 2e-3, UnstableStep::shorten);
  EXPECT_EQ(crossing.status, SolveStatus::converged);
  EXPECT_FALSE(crossing.is_unstable);
  EXPECT_LT(crossing.step, crossing.stability.limit);
  EXPECT_GT(crossing.step, 0.3 * crossing.stability.limit);
}

TEST(CrossingStability, SchemesStableForEveryStepHaveNoLimit) {
  for (const char* scheme : {"newmark", "hht_alpha", "bdf_2", "backward_euler"}) {
    EXPECT_TRUE(std::isinf(limit_of(wheel_on_ground(), scheme))) << scheme;
  }
}

TEST(CrossingStability, RatesOfAWheelOnABridgeAreThoseOfBothAndOfTheirSpring) {
  // One mode, undamped; the wheel in the middle: 2 x 2 by hand.
  TrainBridgeProblem problem = yang_yau(1, k_yang_yau_spring);
  const double m = k_yang_yau_mass;
  const double k = k_yang_yau_spring.stiffness;
  const double omega = problem.bridge->omega().front();
  const double modal_mass = k_yang_yau_mass_per_length * k_yang_yau_length / 2;
  // (omega^2 + k/M - s)(k/m - s) = k^2/(M m)
  const double a = omega * omega + k / modal_mass;
  const double b = k / m;
  const double root = std::sqrt((a - b) * (a - b) / 4 + k * k / (modal_mass * m));
  const integrate::Rates rates = *crossing_rates(problem);
  for (const double square : {(a + b) / 2 + root, (a + b) / 2 - root, omega * omega, b}) {
    double nearest = 1;
    for (const integrate::Rate& rate : rates) {
      nearest = std::min(nearest, std::abs(rate.imag() / std::sqrt(square) - 1));
    }
    EXPECT_LT(nearest, 1e-9) << square;
  }
}

}  // namespace
}  // namespace tread::interaction::test
