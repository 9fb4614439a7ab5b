#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>

#include "integrate/systems.hpp"
#include "tread/integrate/stepper.hpp"

namespace tread::integrate {
namespace {

/// Does the undamped oscillator of omega = 1 stay within bounds over many steps?
bool is_bounded(const std::string& scheme, double step) {
  Oscillator oscillator(1);
  SchemeSettings settings;
  settings.name = scheme;
  Stepper stepper(settings, oscillator);
  State state = start_at(1, 0);
  for (int k = 0; k < 200'000; ++k) {
    if (stepper.step(step, state) != SolveStatus::converged) return false;
    if (state.position.norm() > 100) return false;
  }
  return true;
}

/// The largest stable step, by bisection between a stable and an unstable one.
double stability_limit(const std::string& scheme) {
  double stable = 0;
  double unstable = 4;
  while (unstable - stable > 1e-3) {
    const double middle = (stable + unstable) / 2;
    (is_bounded(scheme, middle) ? stable : unstable) = middle;
  }
  return (stable + unstable) / 2;
}

TEST(Stability, LimitOfRk4IsTwoRootTwo) {
  EXPECT_NEAR(stability_limit("rk4"), 2 * std::sqrt(2.0), 2e-3);
}

TEST(Stability, LimitOfVerletIsTwo) {
  EXPECT_NEAR(stability_limit("position_verlet"), 2, 2e-3);
  EXPECT_NEAR(stability_limit("velocity_verlet"), 2, 2e-3);
  EXPECT_NEAR(stability_limit("leapfrog"), 2, 2e-3);
}

TEST(Stability, ForwardEulerHasNone) {
  // the amplitude grows by sqrt(1 + h²) a step: within 200 000 steps of 0.007 by e^4.9 > 100
  EXPECT_LT(stability_limit("forward_euler"), 8e-3);
}

/// The matrix that one step multiplies (x, h v, h² a) with, by stepping unit vectors.
Matrix amplification(const SchemeSettings& settings, double omega, double step) {
  Oscillator oscillator(omega);
  Matrix matrix(3, 3);
  for (int k = 0; k < 3; ++k) {
    State state = start_at(k == 0, k == 1 ? 1 / step : 0);
    state.acceleration = Vector::Constant(1, k == 2 ? 1 / (step * step) : 0);
    Stepper stepper(settings, oscillator);
    EXPECT_EQ(stepper.step(step, state), SolveStatus::converged);
    matrix.col(k) << state.position(0), step * state.velocity(0),
        step * step * state.acceleration(0);
  }
  return matrix;
}

double spectral_radius(const Matrix& matrix) {
  return Eigen::EigenSolver<Matrix>(matrix).eigenvalues().cwiseAbs().maxCoeff();
}

TEST(Stability, SpectralRadiusOfGeneralisedAlphaAtInfinityIsRhoInf) {
  for (const double rho : {0.0, 0.25, 0.5, 0.8, 0.95, 1.0}) {
    SchemeSettings settings;
    settings.name = "generalised_alpha";
    settings.rho_inf = rho;
    // omega h = 1e6 stands for infinity. All three eigenvalues meet there, so that they come out to
    // the cube root of 1/(omega h)² only
    EXPECT_NEAR(spectral_radius(amplification(settings, 1e6, 1)), rho, 2e-4) << rho;
  }
}

TEST(Stability, AlphaSchemesAreStableForEveryStep) {
  for (const double omega : {0.01, 0.1, 1.0, 3.0, 10.0, 100.0, 1e4}) {
    for (const double alpha : {0.0, 0.1, 1.0 / 3}) {
      SchemeSettings settings;
      settings.name = "hht_alpha";
      settings.alpha = alpha;
      EXPECT_LE(spectral_radius(amplification(settings, omega, 1)), 1 + 1e-7) << omega << alpha;
    }
  }
}

}  // namespace
}  // namespace tread::integrate
