#include "tread/integrate/march.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "integrate/message.hpp"
#include "integrate/systems.hpp"
#include "tread/core/errors.hpp"

namespace tread::integrate {
namespace {

constexpr double k_pi = std::numbers::pi;

SchemeSettings named(const std::string& name) {
  SchemeSettings settings;
  settings.name = name;
  return settings;
}

MarchOptions until(double end, double step) {
  MarchOptions options;
  options.end_time = end;
  options.step = step;
  return options;
}

Quantity position() {
  return {"position", "m", [](const State& s) { return s.position(0); }};
}

Event zero_crossing() {
  return {"zero", [](const State& s) { return s.position(0); }};
}

TEST(March, EndsAtTheEndWithAShorterLastStep) {
  Oscillator oscillator(1);
  const MarchResult result = march(oscillator, named("rk4"), start_at(1, 0), until(1.005, 0.01));
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_EQ(result.state.time, 1.005);
  EXPECT_EQ(result.counts.steps, 101);
  EXPECT_NEAR(result.shortest_step, 0.005, 1e-12);
  EXPECT_NEAR(result.state.position(0), std::cos(1.005), 1e-9);
}

TEST(March, RecordsWhatIsAskedAtItsTimes) {
  Oscillator oscillator(1);
  for (const char* scheme : {"rk4", "cvode_adams", "arkode_dormand_prince"}) {
    MarchOptions options = until(1, 0.01);
    options.record_interval = 0.1;
    options.record = {position(),
                      {"speed", "m/s", [](const State& s) { return s.velocity(0); }},
                      {"pull", "m/s2", [](const State& s) { return s.acceleration(0); }}};
    SchemeSettings settings = named(scheme);
    settings.relative_tolerance = 1e-10;
    const MarchResult result = march(oscillator, settings, start_at(1, 0), options);
    ASSERT_EQ(result.times.size(), 11U) << scheme;
    for (std::size_t k = 0; k < result.times.size(); ++k) {
      const double t = 0.1 * static_cast<double>(k);
      EXPECT_NEAR(result.times[k], t, 1e-9) << scheme;
      EXPECT_NEAR(result.records[0][k], std::cos(t), 1e-7) << scheme;
      EXPECT_NEAR(result.records[1][k], -std::sin(t), 1e-7) << scheme;
      EXPECT_NEAR(result.records[2][k], -std::cos(t), 1e-7) << scheme;
    }
  }
}

TEST(March, TakesTheSmallStepWhereItIsNeededAndNowhereElse) {
  Oscillator oscillator(1);
  MarchOptions options = until(3, 0.1);
  options.small_step = 0.01;
  const auto is_low = [](const State& s) { return s.position(0) < 0; };
  options.needs_small_step = is_low;
  double before = 0;
  double largest_entry = 0;
  options.on_step = [&](const State& s) {
    if (is_low(s)) largest_entry = std::max(largest_entry, s.time - before);
    before = s.time;
  };
  for (const char* scheme : {"newmark", "rk4", "bdf_3", "adams_bashforth_4"}) {
    before = 0;
    largest_entry = 0;
    const MarchResult result = march(oscillator, named(scheme), start_at(1, 0), options);
    EXPECT_NEAR(largest_entry, 0.01, 1e-9) << scheme;
    EXPECT_NEAR(result.longest_step, 0.1, 1e-9) << scheme;
    EXPECT_EQ(result.state.time, 3) << scheme;
  }
}

TEST(March, AFixedStepSchemeTellsEventsFromTheCubicOfTheStep) {
  Oscillator oscillator(1);
  MarchOptions options = until(5, 0.1);
  options.events = {zero_crossing()};
  const MarchResult result = march(oscillator, named("dormand_prince_5"), start_at(1, 0), options);
  ASSERT_EQ(result.events.size(), 2U);
  // the cubic is off by h^4/384 = 3e-7
  EXPECT_NEAR(result.events[0].state.time, k_pi / 2, 1e-6);
  EXPECT_NEAR(result.events[1].state.time, 3 * k_pi / 2, 1e-6);
  EXPECT_NEAR(result.events[0].state.velocity(0), -1, 1e-4);
}

TEST(March, AdaptiveSchemesLocateEvents) {
  Oscillator oscillator(1);
  for (const char* scheme :
       {"cvode_adams", "cvode_bdf", "arkode_bogacki_shampine", "arkode_dormand_prince"}) {
    MarchOptions options = until(5, 0);
    options.events = {zero_crossing()};
    SchemeSettings settings = named(scheme);
    settings.relative_tolerance = 1e-10;
    const MarchResult result = march(oscillator, settings, start_at(1, 0), options);
    ASSERT_EQ(result.events.size(), 2U) << scheme;
    EXPECT_NEAR(result.events[0].state.time, k_pi / 2, 1e-7) << scheme;
    EXPECT_NEAR(result.events[1].state.time, 3 * k_pi / 2, 1e-7) << scheme;
  }
}

TEST(March, AnEventOfOneDirectionCanEndIt) {
  Oscillator oscillator(1);
  for (const char* scheme : {"rk4", "cvode_bdf"}) {
    MarchOptions options = until(10, 0.05);
    Event rising = zero_crossing();
    rising.passing = Event::Passing::rising;
    rising.ends_march = true;
    options.events = {rising};
    const MarchResult result = march(oscillator, named(scheme), start_at(1, 0), options);
    ASSERT_EQ(result.events.size(), 1U) << scheme;
    EXPECT_NEAR(result.events[0].state.time, 3 * k_pi / 2, 1e-5) << scheme;
    EXPECT_LT(result.state.time, 3 * k_pi / 2 + 0.051) << scheme;
    EXPECT_EQ(result.status, SolveStatus::converged) << scheme;
  }
}

TEST(March, AdaptiveErrorsFollowTheTolerance) {
  for (const char* scheme :
       {"cvode_adams", "cvode_bdf", "arkode_bogacki_shampine", "arkode_dormand_prince"}) {
    double last_error = 1;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      GivenMotion system(GivenMotion::Damping::nonlinear);
      SchemeSettings settings = named(scheme);
      settings.relative_tolerance = tolerance;
      settings.absolute_tolerance = tolerance;
      const MarchResult result = march(system, settings, GivenMotion::start(), until(5, 0));
      const double error = GivenMotion::error(result.state);
      // errors of single steps add up; the motion itself neither grows nor damps them much
      EXPECT_LT(error, 2 * tolerance * static_cast<double>(result.counts.steps)) << scheme;
      EXPECT_LT(error, last_error) << scheme;
      last_error = error;
      EXPECT_GT(result.counts.force_evaluations, result.counts.steps) << scheme;
    }
  }
}

TEST(March, RetriesAStepThatCannotBeSolvedWithHalfOfIt) {
  Oscillator stiff(1000);
  SchemeSettings settings = named("backward_euler");
  settings.nonlinear.method = NonlinearSolver::picard;  // contracts if omega h < 1
  settings.nonlinear.max_iterations = 200;
  const MarchResult result = march(stiff, settings, start_at(1, 0), until(0.1, 0.01));
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_EQ(result.state.time, 0.1);
  EXPECT_GT(result.retries, 0);
  EXPECT_NEAR(result.longest_step, 0.01 / 16, 1e-9);
}

TEST(March, EndsAsNotConvergedAtTheLeastStepWithEverythingKept) {
  SchemeSettings settings = named("backward_euler");
  settings.nonlinear.method = NonlinearSolver::picard;
  MarchOptions options = until(0.1, 5e-4);
  options.min_step = 4e-4;
  options.record = {position()};
  // the first steps can be solved; then the mass falls to a hundredth
  class Lightening : public Oscillator {
   public:
    using Oscillator::Oscillator;
    void internal_force(double t, const Vector& x, const Vector& v, Vector& f) override {
      Oscillator::internal_force(t, x, v, f);
      if (t > 0.0101) f *= 100;
    }
  } system(1000);
  const MarchResult result = march(system, settings, start_at(1, 0), options);
  EXPECT_EQ(result.status, SolveStatus::max_iterations);
  EXPECT_EQ(result.message,
            "did not converge at t = 0.01 s: a step of 0.0005 s could not be solved, the least one "
            "is 0.0004 s");
  EXPECT_EQ(result.times.size(), 21U);
  EXPECT_EQ(result.records[0].size(), 21U);
  EXPECT_NEAR(result.state.time, 0.01, 1e-12);
}

TEST(March, AnExplicitSchemeThatRunsAwayEndsAsSuch) {
  Oscillator stiff(1e4);
  const MarchResult result = march(stiff, named("forward_euler"), start_at(1, 0), until(10, 0.01));
  EXPECT_EQ(result.status, SolveStatus::blew_up);
  EXPECT_TRUE(result.message.starts_with("did not converge at t = ")) << result.message;
  EXPECT_TRUE(result.message.ends_with("the state is not finite after a step of 0.01 s"))
      << result.message;
  EXPECT_TRUE(result.state.position.allFinite());
}

TEST(March, GrowthEndsItBeforeAnEventIsTold) {
  Oscillator stiff(100);
  MarchOptions options = until(10, 0.05);
  options.events.push_back({"far", [](const State& s) { return 5 - std::abs(s.position(0)); },
                            Event::Passing::falling, true});
  options.has_grown = [&](const State&, const State& after) {
    return stiff.energy(after)->total() > 2 * 5000;
  };
  const MarchResult result = march(stiff, named("rk4"), start_at(1, 0), options);
  EXPECT_TRUE(result.is_unstable);
  EXPECT_EQ(result.status, SolveStatus::blew_up);
  EXPECT_TRUE(result.events.empty());
  EXPECT_TRUE(result.message.starts_with("became unstable at t = ")) << result.message;
  EXPECT_LE(std::abs(result.state.position(0)), 5);
}

TEST(March, AStepLongerThanTheRunIsCutToIt) {
  Oscillator oscillator(1);
  const MarchResult result = march(oscillator, named("newmark"), start_at(1, 0), until(1e-3, 1e6));
  EXPECT_EQ(result.counts.steps, 1);
  EXPECT_EQ(result.state.time, 1e-3);
}

TEST(March, AnObserverHearsOfItAndCanStopIt) {
  class Impatient : public Observer {
   public:
    void on_progress(double fraction, std::string_view) override { heard = fraction; }
    bool stop_requested() override { return heard >= 0.5; }
    double heard = 0;
  } observer;
  Oscillator oscillator(1);
  for (const char* scheme : {"newmark", "cvode_adams"}) {
    observer.heard = 0;
    MarchOptions options = until(2, 0.01);
    options.observer = &observer;
    const MarchResult result = march(oscillator, named(scheme), start_at(1, 0), options);
    EXPECT_EQ(result.status, SolveStatus::stopped) << scheme;
    EXPECT_NEAR(result.state.time, 1, 0.02) << scheme;
  }
}

TEST(March, AnErrorOfTheSystemComesThroughSundials) {
  class Broken : public Oscillator {
   public:
    using Oscillator::Oscillator;
    void internal_force(double t, const Vector& x, const Vector& v, Vector& f) override {
      if (t > 0.5) throw ModelError("the contact leaves its grid");
      Oscillator::internal_force(t, x, v, f);
    }
  } system(1);
  for (const char* scheme : {"cvode_bdf", "arkode_dormand_prince"}) {
    EXPECT_EQ(message_of([&] { march(system, named(scheme), start_at(1, 0), until(1, 0)); }),
              "the contact leaves its grid");
  }
}

TEST(March, SaysWhatIsWrongWithTimesAndSteps) {
  Oscillator oscillator(1);
  const auto refusal = [&](const std::string& scheme, const MarchOptions& options) {
    return message_of([&] { march(oscillator, named(scheme), start_at(1, 0), options); });
  };
  EXPECT_EQ(refusal("rk4", until(-1, 0.1)), "the end time = -1 s must lie after the start at 0 s");
  EXPECT_EQ(refusal("rk4", until(1, -0.1)), "the step = -0.1 s must be > 0: give a time step");
  EXPECT_EQ(refusal("cvode_bdf", until(1, -0.1)),
            "the step = -0.1 s must be > 0, or 0 for no limit");
  EXPECT_EQ(refusal("rk4", until(1, 1e-12)),
            "1e+12 steps of 1e-12 s are more than the limit of 100000000: take a longer step");
  MarchOptions options = until(1, 0.1);
  options.small_step = 0.2;
  EXPECT_EQ(refusal("rk4", options),
            "the small step = 0.2 s must lie between 0 and the step of 0.1 s");
  options.small_step = 0.05;
  EXPECT_EQ(
      refusal("leapfrog", options),
      "leapfrog takes equal steps only, but a small step of 0.05 s was asked for beside 0.1 s: "
      "leave the small step out or take another scheme");
  EXPECT_EQ(
      refusal("velocity_verlet", until(1, 0.3)),
      "velocity_verlet takes equal steps only, but 1 s is not a whole number of steps of 0.3 s: "
      "take a step of 0.25 s");
}

}  // namespace
}  // namespace tread::integrate
