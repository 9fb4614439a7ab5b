#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "contact/report.hpp"
#include "integrate/systems.hpp"
#include "tread/integrate/stepper.hpp"

namespace tread::integrate {
namespace {

double error_of(const SchemeSettings& settings, int n_steps, GivenMotion::Damping damping) {
  GivenMotion system(damping);
  Stepper stepper(settings, system);
  State state = GivenMotion::start();
  const double end = 2;
  for (int k = 0; k < n_steps; ++k) {
    EXPECT_EQ(stepper.step(end / n_steps, state), SolveStatus::converged) << settings.name;
  }
  state.time = end;
  return GivenMotion::error(state);
}

/// The coarser of two runs: fine enough for the leading term of the error, coarse enough to stay
/// above rounding.
int steps_for(const std::string& scheme, int order) {
  if (scheme == "dormand_prince_5") return 150;  // its leading term is small
  switch (order) {
    case 1:
      return 2000;
    case 2:
      return 400;
    case 3:
      return 200;
    case 4:
      return 160;
    case 5:
      return 100;
    default:
      return 80;
  }
}

double expect_order(SchemeSettings settings, int order) {
  settings.nonlinear.relative_tolerance = 1e-14;
  const auto damping = find_scheme(settings.name).needs_equal_steps
                           ? GivenMotion::Damping::none
                           : GivenMotion::Damping::nonlinear;
  const int n = steps_for(settings.name, order);
  const double coarse = error_of(settings, n, damping);
  const double fine = error_of(settings, 2 * n, damping);
  const double observed = std::log2(coarse / fine);
  EXPECT_NEAR(observed, order, 0.1) << settings.name << ": " << coarse << ", " << fine;
  return observed;
}

class FixedStepScheme : public testing::TestWithParam<std::string> {};

TEST_P(FixedStepScheme, HasItsOrderOnANonlinearSystem) {
  SchemeSettings settings;
  settings.name = GetParam();
  const SchemeInfo& scheme = find_scheme(GetParam());
  const double observed = expect_order(settings, scheme.order);
  contact::test::report_row("integrate-orders", scheme.name, scheme.order,
                            fmt::format("{:.3f}", observed));
}

std::vector<std::string> fixed_step_names() {
  std::vector<std::string> names;
  for (const SchemeInfo& scheme : schemes()) {
    if (!scheme.is_adaptive) names.emplace_back(scheme.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, FixedStepScheme, testing::ValuesIn(fixed_step_names()),
                         [](const auto& tested) { return tested.param; });

TEST(Order, NewmarkWithGammaAboveOneHalfIsOfFirstOrder) {
  SchemeSettings settings;
  settings.name = "newmark";
  settings.gamma = 0.7;
  settings.beta = 0.36;
  expect_order(settings, 1);
}

TEST(Order, GeneralisedAlphaIsOfSecondOrderForEveryRho) {
  for (const double rho : {0.0, 0.5, 1.0}) {
    SchemeSettings settings;
    settings.name = "generalised_alpha";
    settings.rho_inf = rho;
    expect_order(settings, 2);
  }
}

TEST(Order, PositionVerletVelocityVerletAndLeapfrogAreOneMethod) {
  GivenMotion system(GivenMotion::Damping::none);
  std::vector<State> ends;
  for (const char* name : {"position_verlet", "velocity_verlet", "leapfrog"}) {
    SchemeSettings settings;
    settings.name = name;
    Stepper stepper(settings, system);
    ends.push_back(GivenMotion::start());
    for (int k = 0; k < 300; ++k) stepper.step(0.01, ends.back());
  }
  for (const State& end : ends) {
    // 300 steps of rounding, doubled differences of positions over 0.01 s in the velocity
    EXPECT_LT((end.position - ends[0].position).norm(), 1e-12);
    EXPECT_LT((end.velocity - ends[0].velocity).norm(), 1e-11);
  }
}

}  // namespace
}  // namespace tread::integrate
