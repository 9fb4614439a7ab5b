#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrate/systems.hpp"
#include "tread/integrate/stepper.hpp"

namespace tread::integrate {
namespace {

/// Largest change of the energy over that of the start.
double energy_drift(const SchemeSettings& settings, double step, int n_steps) {
  Oscillator oscillator(1);
  Stepper stepper(settings, oscillator);
  State state = start_at(1, 0.5);
  const double first = oscillator.energy(state)->total();
  double drift = 0;
  for (int k = 0; k < n_steps; ++k) {
    EXPECT_EQ(stepper.step(step, state), SolveStatus::converged);
    drift = std::max(drift, std::abs(oscillator.energy(state)->total() / first - 1));
  }
  return drift;
}

TEST(Energy, AverageAccelerationKeepsItOver10000Steps) {
  SchemeSettings settings;
  settings.name = "newmark";
  EXPECT_LT(energy_drift(settings, 0.1, 10000), 1e-12);
  EXPECT_LT(energy_drift(settings, 10, 10000), 1e-12);
}

TEST(Energy, GeneralisedAlphaWithRhoOneKeepsItInTheMean) {
  // alpha_m = alpha_f = 1/2: no damping; the energy swings with the step but does not drift
  SchemeSettings settings;
  settings.name = "generalised_alpha";
  settings.rho_inf = 1;
  EXPECT_LT(energy_drift(settings, 0.1, 10000), 0.01);
}

TEST(Energy, VerletSwingsButDoesNotDrift) {
  SchemeSettings settings;
  settings.name = "velocity_verlet";
  const double after_some = energy_drift(settings, 0.1, 100);
  const double after_many = energy_drift(settings, 0.1, 10000);
  EXPECT_GT(after_some, 1e-4);
  EXPECT_NEAR(after_many, after_some, 0.02 * after_some);
}

}  // namespace
}  // namespace tread::integrate
