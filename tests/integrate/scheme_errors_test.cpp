#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "integrate/message.hpp"
#include "integrate/systems.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/stepper.hpp"

namespace tread::integrate {
namespace {

std::string refusal(const std::function<void(SchemeSettings&)>& change) {
  SchemeSettings settings;
  change(settings);
  return message_of([&] { check(settings); });
}

TEST(SchemeErrors, AnUnknownNameIsAnsweredWithTheNearest) {
  EXPECT_EQ(refusal([](auto& s) { s.name = "newmarck"; }),
            "no scheme is called 'newmarck': is 'newmark' meant?");
  EXPECT_EQ(refusal([](auto& s) { s.name = "RK4"; }), "no scheme is called 'RK4': is 'rk4' meant?");
}

TEST(SchemeErrors, AnUnknownNameLikeNoOtherIsAnsweredWithAll) {
  const std::string text = refusal([](auto& s) { s.name = "magic"; });
  EXPECT_TRUE(text.starts_with("no scheme is called 'magic': take one of forward_euler, rk4, "))
      << text;
}

TEST(SchemeErrors, AlphaOfTheOtherSignIsRefused) {
  EXPECT_EQ(refusal([](auto& s) {
              s.name = "hht_alpha";
              s.alpha = -0.1;
            }),
            "alpha = -0.1 must lie between 0 and 0.3333: it is the weight of the old forces; the "
            "alpha of Hilber, Hughes and Taylor has the opposite sign");
}

TEST(SchemeErrors, BetaAndGammaOutsideTheStableRangeAreRefused) {
  EXPECT_EQ(
      refusal([](auto& s) { s.beta = -0.25; }),
      "beta = -0.25 must lie between 0 and 1: 1/4 is the average acceleration, 1/6 the linear "
      "one, 0 central differences");
  EXPECT_EQ(
      refusal([](auto& s) { s.gamma = 0.4; }),
      "gamma = 0.4 must lie between 0.5 and 1: below 1/2 the scheme gains energy whatever the "
      "step");
}

TEST(SchemeErrors, AlphasOutsideTheStableRangeAreRefused) {
  EXPECT_EQ(refusal([](auto& s) {
              s.name = "generalised_alpha";
              s.alpha_m = 0.45;
              s.alpha_f = 0.4;
            }),
            "alpha_m = 0.45 must lie between -1 and 0.4: beyond alpha_f the scheme is unstable");
  EXPECT_EQ(
      refusal([](auto& s) {
        s.name = "generalised_alpha";
        s.rho_inf = 1.5;
      }),
      "rho_inf = 1.5 must lie between 0 and 1: it is the spectral radius at infinity: 1 keeps, "
      "0 removes high frequencies");
  EXPECT_EQ(refusal([](auto& s) {
              s.name = "generalised_alpha";
              s.rho_inf = 0.5;
              s.alpha_f = 0.4;
            }),
            "rho_inf = 0.5 sets alpha_m and alpha_f: give either it or the two alphas");
  EXPECT_EQ(refusal([](auto& s) {
              s.name = "generalised_alpha";
              s.alpha_f = 0.4;
            }),
            "alpha_m and alpha_f belong together: give both, or rho_inf");
}

TEST(SchemeErrors, NumbersOfOtherSchemesAreRefused) {
  EXPECT_EQ(refusal([](auto& s) {
              s.name = "rk4";
              s.beta = 0.25;
            }),
            "beta = 0.25 does not belong to rk4, only to newmark, hht_alpha, generalised_alpha: "
            "leave it out");
}

TEST(SchemeErrors, NegativeTolerancesAreRefused) {
  EXPECT_EQ(
      refusal([](auto& s) { s.nonlinear.relative_tolerance = -1e-8; }),
      "relative tolerance = -1e-08 must be >= 0: 1e-10 of x and v is the usual relative one, 0 "
      "the usual absolute one");
  EXPECT_EQ(refusal([](auto& s) {
              s.name = "cvode_bdf";
              s.relative_tolerance = -1;
            }),
            "relative tolerance = -1 must be > 0: 1e-8 is the usual one");
  EXPECT_EQ(refusal([](auto& s) {
              s.nonlinear.method = NonlinearSolver::picard;
              s.nonlinear.relaxation = 0;
            }),
            "relaxation = 0 must lie between 0 and 1, 0 excluded: 1 is Picard's iteration as it "
            "stands, smaller is slower and surer");
}

TEST(SchemeErrors, VerletRefusesForcesWithVelocityByName) {
  Oscillator damped(1, 0.1);
  for (const char* name : {"position_verlet", "velocity_verlet", "leapfrog"}) {
    SchemeSettings settings;
    settings.name = name;
    EXPECT_EQ(
        message_of([&] { Stepper(settings, damped); }),
        std::string(name) +
            " cannot step forces that depend on velocity (damping, drag): take newmark, rk4 or "
            "another scheme without that limit");
  }
}

TEST(SchemeErrors, VerletRefusesUnequalStepsByName) {
  Oscillator oscillator(1);
  for (const char* name : {"position_verlet", "velocity_verlet", "leapfrog"}) {
    SchemeSettings settings;
    settings.name = name;
    Stepper stepper(settings, oscillator);
    State state = start_at(1, 0);
    stepper.step(0.1, state);
    EXPECT_EQ(
        message_of([&] { stepper.step(0.05, state); }),
        std::string(name) +
            " takes equal steps only, got 0.05 s after 0.1 s: take another scheme where the step "
            "changes");
  }
}

TEST(SchemeErrors, ANegativeStepIsRefused) {
  Oscillator oscillator(1);
  Stepper stepper({}, oscillator);
  State state = start_at(1, 0);
  EXPECT_EQ(message_of([&] { stepper.step(-0.1, state); }), "the step = -0.1 s must be > 0");
}

TEST(SchemeErrors, AnExactJacobianThatIsNotThereIsRefused) {
  GivenMotion system(GivenMotion::Damping::nonlinear);
  SchemeSettings settings;
  settings.nonlinear.jacobian = Jacobian::exact;
  Stepper stepper(settings, system);
  State state = GivenMotion::start();
  EXPECT_EQ(message_of([&] { stepper.step(0.1, state); }),
            "an exact Jacobian was asked for, but the system has none: take finite differences");
}

TEST(SchemeErrors, AStateOfTheWrongSizeIsRefused) {
  Oscillator oscillator(1);
  State state = GivenMotion::start();
  EXPECT_EQ(message_of([&] { check(oscillator, state); }),
            "the state has 2 positions, the system has 1 unknowns");
}

}  // namespace
}  // namespace tread::integrate
