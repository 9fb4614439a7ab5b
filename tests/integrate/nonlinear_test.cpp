#include <gtest/gtest.h>

#include <cmath>

#include "integrate/systems.hpp"
#include "tread/integrate/stepper.hpp"

namespace tread::integrate {
namespace {

struct Outcome {
  State state;
  StepCounts counts;
};

Outcome run(const std::string& scheme, const NonlinearSettings& nonlinear) {
  GivenMotion system(GivenMotion::Damping::nonlinear);
  SchemeSettings settings;
  settings.name = scheme;
  settings.nonlinear = nonlinear;
  Stepper stepper(settings, system);
  Outcome outcome{GivenMotion::start(), {}};
  for (int k = 0; k < 20; ++k) {
    EXPECT_EQ(stepper.step(0.05, outcome.state), SolveStatus::converged) << scheme;
  }
  outcome.counts = stepper.counts();
  return outcome;
}

NonlinearSettings with(NonlinearSolver method) {
  NonlinearSettings settings;
  settings.method = method;
  settings.relative_tolerance = 1e-12;
  settings.max_iterations = 200;
  return settings;
}

TEST(Nonlinear, PicardSecantAndNewtonSolveTheSameEquations) {
  for (const char* scheme : {"backward_euler", "newmark", "hht_alpha", "generalised_alpha",
                             "radau_ia_5", "radau_iia_3", "bdf_3", "adams_moulton_4"}) {
    const Outcome newton = run(scheme, with(NonlinearSolver::newton));
    for (const NonlinearSolver method : {NonlinearSolver::picard, NonlinearSolver::secant}) {
      const Outcome other = run(scheme, with(method));
      // each step is exact to about 1e-12 of x and v, which are of size 1
      EXPECT_LT((other.state.position - newton.state.position).norm(), 1e-10) << scheme;
      EXPECT_LT((other.state.velocity - newton.state.velocity).norm(), 1e-10) << scheme;
      EXPECT_GT(other.counts.iterations, newton.counts.iterations) << scheme;
    }
  }
}

TEST(Nonlinear, RelaxationSlowsPicardDownButChangesNothingElse) {
  NonlinearSettings relaxed = with(NonlinearSolver::picard);
  relaxed.relaxation = 0.5;
  const Outcome slow = run("backward_euler", relaxed);
  const Outcome fast = run("backward_euler", with(NonlinearSolver::picard));
  EXPECT_LT((slow.state.position - fast.state.position).norm(), 1e-10);
  EXPECT_GT(slow.counts.iterations, 2 * fast.counts.iterations);
}

TEST(Nonlinear, SecantNeedsFewerForcesThanPicard) {
  EXPECT_LT(run("backward_euler", with(NonlinearSolver::secant)).counts.force_evaluations,
            run("backward_euler", with(NonlinearSolver::picard)).counts.force_evaluations);
}

/// Counts what it is asked, and solves its own linear systems.
class SelfSolving : public Oscillator {
 public:
  using Oscillator::Oscillator;
  void internal_force(double t, const Vector& x, const Vector& v, Vector& force) override {
    ++n_forces;
    Oscillator::internal_force(t, x, v, force);
  }
  bool solve_effective(const EffectiveFactors& f, const State&, const Vector& b,
                       Vector& x) override {
    ++n_solves;
    x = b / (f.mass + 0.2 * f.damping + 9 * f.stiffness);
    return true;
  }
  long long n_forces = 0;
  long long n_solves = 0;
};

TEST(Nonlinear, ASystemThatSolvesItselfIsAskedTo) {
  SelfSolving own(3, 0.2);
  Oscillator dense(3, 0.2);
  for (const char* scheme : {"newmark", "hht_alpha", "generalised_alpha", "backward_euler", "bdf_2",
                             "adams_moulton_2"}) {
    own.n_solves = 0;
    SchemeSettings settings;
    settings.name = scheme;
    Stepper own_stepper(settings, own);
    Stepper dense_stepper(settings, dense);
    State a = start_at(1, 0);
    State b = a;
    for (int k = 0; k < 10; ++k) {
      own_stepper.step(0.1, a);
      dense_stepper.step(0.1, b);
    }
    EXPECT_GE(own.n_solves, 10) << scheme;
    EXPECT_NEAR(a.position(0), b.position(0), 1e-12) << scheme;
  }
}

TEST(Nonlinear, ForceEvaluationsAreCounted) {
  for (const SchemeInfo& scheme : schemes()) {
    if (scheme.is_adaptive) continue;
    SelfSolving system(3);
    SchemeSettings settings;
    settings.name = scheme.name;
    Stepper stepper(settings, system);
    State state = start_at(1, 0);
    for (int k = 0; k < 8; ++k) stepper.step(0.01, state);
    EXPECT_EQ(stepper.counts().force_evaluations, system.n_forces) << scheme.name;
    EXPECT_EQ(stepper.counts().steps, 8) << scheme.name;
  }
}

TEST(Nonlinear, AStepThatCannotBeSolvedLeavesTheStateAsItWas) {
  Oscillator stiff(1000);
  SchemeSettings settings;
  settings.name = "backward_euler";
  settings.nonlinear.method = NonlinearSolver::picard;  // diverges: (omega h)² = 100
  Stepper stepper(settings, stiff);
  State state = start_at(1, 0);
  EXPECT_NE(stepper.step(0.01, state), SolveStatus::converged);
  EXPECT_EQ(state.time, 0);
  EXPECT_EQ(state.position(0), 1);
  EXPECT_EQ(state.velocity(0), 0);
}

}  // namespace
}  // namespace tread::integrate
