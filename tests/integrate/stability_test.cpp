#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>

#include "integrate/systems.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/scheme_energy.hpp"
#include "tread/integrate/stability.hpp"
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

SchemeSettings of_name(const std::string& name) {
  SchemeSettings settings;
  settings.name = name;
  return settings;
}

/// What n steps make of the energy of q'' + c q' + q = 0, after m steps in which what the start
/// excites besides has died away.
double energy_ratio(const SchemeSettings& settings, double damping, double step, int m, int n) {
  Oscillator oscillator(1, damping);
  Stepper stepper(settings, oscillator);
  State state = start_at(1, 0);
  const auto advance = [&](int steps) {
    for (int k = 0; k < steps; ++k) {
      EXPECT_EQ(stepper.step(step, state), SolveStatus::converged) << settings.name;
    }
    return oscillator.energy(state)->total();
  };
  const double before = advance(m);
  return advance(n) / before;
}

TEST(Stability, LimitsWithDampingAreWhereTheStepperBeginsToGrow) {
  constexpr double k_damping = 0.1;  // 5 % of the critical one
  for (const char* name : {"forward_euler", "rk4", "adams_bashforth_2", "adams_bashforth_4",
                           "adams_moulton_3", "adams_moulton_4", "bdf_3", "bdf_4", "bdf_6"}) {
    const double limit = *largest_stable_step(of_name(name), 1, k_damping);
    ASSERT_GT(limit, 0) << name;
    ASSERT_LT(limit, 6) << name;
    const int n = static_cast<int>(400 / limit);
    EXPECT_LT(energy_ratio(of_name(name), k_damping, 0.95 * limit, n, n), 1) << name;
    EXPECT_GT(energy_ratio(of_name(name), k_damping, 1.05 * limit, n, n), 1) << name;
  }
}

TEST(Stability, CentralDifferencesOfNewmarksFamilyHaveTheLimitOfVerlet) {
  SchemeSettings settings = of_name("newmark");
  settings.beta = 0;
  EXPECT_FALSE(is_stable_for_any_step(settings));
  EXPECT_NEAR(*largest_stable_step(settings, 10), 0.2, 1e-6);
  settings.beta = 1. / 6;  // linear acceleration: omega h <= sqrt(12)
  EXPECT_NEAR(*largest_stable_step(settings, 1), std::sqrt(12.0), 1e-6);
}

TEST(Stability, InARunSchemesThatAlwaysGrowMayAddFivePerCentOfEnergy) {
  const Rates rates = oscillator_rates(1, 0);
  for (const char* name : {"forward_euler", "adams_bashforth_2", "adams_moulton_3", "bdf_3"}) {
    constexpr double k_duration = 100;
    const SchemeSettings settings = of_name(name);
    EXPECT_EQ(*largest_stable_step(settings, 1), 0) << name;
    const double limit = step_stability(settings, rates, 1, k_duration).limit;
    ASSERT_GT(limit, 0) << name;
    const auto gain = [&](double step) {
      return energy_ratio(settings, 0, step, 0, static_cast<int>(std::lround(k_duration / step)));
    };
    EXPECT_TRUE(step_stability(settings, rates, 0.95 * limit, k_duration).is_stable) << name;
    EXPECT_FALSE(step_stability(settings, rates, 1.05 * limit, k_duration).is_stable) << name;
    // the energy of the discrete motion swings by some of its step about that of the exact one
    EXPECT_LT(gain(0.9 * limit), 1.05) << name;
    EXPECT_GT(gain(1.1 * limit), 1.05) << name;
  }
}

TEST(Stability, TheFastestMotionSetsTheLimitOfExplicitSchemes) {
  Matrix mass = Matrix::Identity(2, 2);
  Matrix stiffness = Matrix::Zero(2, 2);
  stiffness.diagonal() << 4, 1e4;
  const Rates rates = rates_of(mass, Matrix::Zero(2, 2), stiffness);
  ASSERT_EQ(rates.size(), 2U);
  const StepStability stability = step_stability(of_name("rk4"), rates, 0.1, 10);
  EXPECT_FALSE(stability.is_stable);
  EXPECT_NEAR(stability.limit, 2 * std::sqrt(2.0) / 100, 1e-4);
  EXPECT_NEAR(stability.limiting.imag(), 100, 1e-9);
}

TEST(Stability, TheErrorNamesSchemeStepLimitAndRemedy) {
  const SchemeSettings rk4 = of_name("rk4");
  const StepStability stability = step_stability(rk4, oscillator_rates(100, 0), 0.1, 10);
  try {
    check_stability(rk4, 0.1, stability);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "unstable: scheme rk4, step 0.1 s, limit 0.0283 s: it lets a motion of 15.92 Hz "
                 "grow beyond all bounds in the run; take steps of 0.028 s or less, a scheme that "
                 "is stable for all steps (newmark, hht_alpha, bdf_2), or allow an unstable run to "
                 "see it");
  }
  EXPECT_NO_THROW(
      check_stability(rk4, 0.01, step_stability(rk4, oscillator_rates(100, 0), 0.01, 10)));
}

/// Steps until the watch speaks; 0: it does not within n.
int steps_to_alarm(const SchemeSettings& settings, Oscillator& oscillator, double step, int n) {
  Stepper stepper(settings, oscillator);
  State state = start_at(1, 0);
  state.acceleration = acceleration_of(oscillator, 0, state.position, state.velocity);
  SchemeEnergy watch(state, 1e-3, [&](const Vector& x, const Vector& a, Vector& force) {
    oscillator.apply_mass(x, a, force);
  });
  for (int k = 1; k <= n; ++k) {
    const State before = state;
    if (stepper.step(step, state) != SolveStatus::converged) return -k;
    if (!watch.is_sound(before, state)) return k;
  }
  return 0;
}

TEST(SchemeEnergy, SpeaksWhereASchemeMakesAMotionGrowAndNowhereElse) {
  for (const char* name : {"rk4", "adams_bashforth_4", "velocity_verlet", "adams_moulton_5"}) {
    Oscillator oscillator(1);
    const double limit = *largest_stable_step(of_name(name), 1);
    EXPECT_EQ(steps_to_alarm(of_name(name), oscillator, 0.7 * limit, 20'000), 0) << name;
    EXPECT_EQ(steps_to_alarm(of_name(name), oscillator, 0.95 * limit, 20'000), 0) << name;
    EXPECT_GT(steps_to_alarm(of_name(name), oscillator, 1.1 * limit, 20'000), 0) << name;
  }
  for (const char* name : {"newmark", "hht_alpha", "bdf_2", "radau_iia_5", "backward_euler"}) {
    for (const double step : {0.1, 1.0, 10.0}) {
      Oscillator oscillator(1);
      EXPECT_EQ(steps_to_alarm(of_name(name), oscillator, step, 5000), 0) << name << step;
    }
  }
}

TEST(SchemeEnergy, IsSilentWhereTheSystemItselfGrows) {
  Oscillator hunting(1, -0.1);  // negative damping: e^0.05 t
  EXPECT_EQ(steps_to_alarm(of_name("rk4"), hunting, 0.1, 5000), 0);
}

}  // namespace
}  // namespace tread::integrate
