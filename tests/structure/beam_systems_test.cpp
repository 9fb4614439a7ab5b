#include "tread/structure/beam_systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/integrate/stability.hpp"
#include "tread/integrate/stepper.hpp"
#include "tread/structure/moving_loads.hpp"
#include "tread/structure/stability.hpp"

namespace tread::structure {
namespace {

using integrate::State;
using integrate::Vector;

integrate::SchemeSettings scheme(const std::string& name) {
  integrate::SchemeSettings settings;
  settings.name = name;
  return settings;
}

State at_rest(int n) { return {0, Vector::Zero(n), Vector::Zero(n), {}}; }

/// Thesis 8.7: the clamped bridge of 100 intervals under a moving weight.
const Beam k_bridge = clamped_beam(20, {0, 2e11 * 0.0104, 7900});

/// Largest deflection after some steps of the thesis' moving load, 30 m/s, 76 t.
double largest_after(const std::string& name, double step, int n_steps) {
  const DifferenceModel model = difference_model(k_bridge, 100);
  DifferenceSystem system(model, [&](double time, Vector& force) {
    force.setZero();
    add_point_force(model, 30 * time, 76e3 * 9.81, force);
  });
  integrate::Stepper stepper(scheme(name), system);
  State state = at_rest(system.size());
  double largest = 0;
  for (int i = 0; i < n_steps; ++i) {
    if (stepper.step(step, state) != SolveStatus::converged) return INFINITY;
    largest = std::max(largest, state.position.cwiseAbs().maxCoeff());
    if (largest > 1e6) break;
  }
  return largest;
}

TEST(DifferenceSystem, IsStableJustBelowTheLimitOfTheThesisAndUnstableJustAbove) {
  // Static deflection under the load at midspan: 14.9 mm.
  EXPECT_LT(largest_after("position_verlet", 3.8976e-5, 17'000), 0.02);
  EXPECT_GT(largest_after("position_verlet", 3.899e-5, 17'000), 1e3);
}

TEST(DifferenceSystem, TheUnstableStepIsRefusedUnlessAllowed) {
  const double omega = difference_model(k_bridge, 100).highest_omega();
  const auto verlet = scheme("position_verlet");
  // dx^2/2 sqrt(m/EI) = 3.8977e-5 is the infinite grid's limit; the clamped matrix has its own.
  EXPECT_NEAR(*largest_stable_step(verlet, omega), 3.89868e-5, 5e-11);
  EXPECT_NO_THROW(check_step(verlet, omega, 3.8976e-5, StepPolicy::refuse_unstable));
  EXPECT_THROW(check_step(verlet, omega, 3.899e-5, StepPolicy::refuse_unstable), ModelError);
  EXPECT_NO_THROW(check_step(verlet, omega, 3.899e-5, StepPolicy::allow_unstable));
  EXPECT_THROW(check_step(scheme("forward_euler"), omega, 1e-9, StepPolicy::refuse_unstable),
               ModelError);
  EXPECT_NO_THROW(check_step(scheme("newmark"), omega, 1, StepPolicy::refuse_unstable));
}

TEST(DifferenceSystem, LimitsOfOtherExplicitSchemesAreWhereTheyGrow) {
  const double omega = difference_model(k_bridge, 100).highest_omega();
  EXPECT_NEAR(*largest_stable_step(scheme("rk4"), omega) * omega, 2 * std::sqrt(2.0), 1e-8);
  EXPECT_EQ(*largest_stable_step(scheme("forward_euler"), omega), 0);
  EXPECT_EQ(*largest_stable_step(scheme("adams_bashforth_2"), omega), 0);
  struct Case {
    const char* name;
    double beyond;  // of the limit; Dormand and Prince's pair grows very slowly at first
  };
  for (const auto& [name, beyond] :
       {Case{"rk4", 1.02}, Case{"dormand_prince_5", 2.5}, Case{"adams_bashforth_3", 1.02},
        Case{"adams_bashforth_4", 1.02}}) {
    const double limit = *largest_stable_step(scheme(name), omega);
    EXPECT_LT(largest_after(name, 0.99 * limit, 6000), 0.02) << name;
    EXPECT_GT(largest_after(name, beyond * limit, 6000), 1e2) << name;
  }
}

TEST(DifferenceSystem, ConvergesToTheModalSolution) {
  const double end = 0.3;
  const BeamModes modes = beam_modes(k_bridge, {60});
  Crossing crossing;
  crossing.speed = 30;
  crossing.end_time = end;
  crossing.time_step = 1e-4;
  const CrossingHistory history =
      simulate_crossing(modes, single_force(76e3 * 9.81), crossing, {10});
  const DifferenceModel model = difference_model(k_bridge, 100);
  DifferenceSystem system(model, [&](double time, Vector& force) {
    force.setZero();
    add_point_force(model, 30 * time, 76e3 * 9.81, force);
  });
  integrate::Stepper stepper(scheme("position_verlet"), system);
  State state = at_rest(system.size());
  const int n = 8000;
  for (int i = 0; i < n; ++i) ASSERT_EQ(stepper.step(end / n, state), SolveStatus::converged);
  // Points are 0.2 m apart: (k dx)^2/12 of the modes that count, below 1e-3.
  const double peak = 0.0149;
  EXPECT_NEAR(state.position[49], history.sections.front().deflection.back(), 1e-3 * peak);
}

TEST(ModalSystem, EverySchemeTendsToTheExactStep) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(20, {0, 2e9, 8000}, ModalDamping{{0.02}}), {4});
  const auto load = [&](double time, Vector& force) {
    std::vector<double> f = modal_force(modes, {{{25 * time, 1e5}}, {}});
    force = Eigen::Map<const Vector>(f.data(), modes.n_modes());
  };
  Crossing crossing;
  crossing.speed = 25;
  crossing.end_time = 0.5;
  crossing.time_step = 1e-4;
  const CrossingHistory exact = simulate_crossing(modes, single_force(1e5), crossing, {8});
  std::vector<double> shape(4);
  modes.shape(8, shape);
  for (const char* name :
       {"newmark", "hht_alpha", "backward_euler", "radau_iia_3", "rk4", "bdf_2"}) {
    ModalSystem system(modes, load);
    const auto deflection = [&](int n) {
      integrate::Stepper stepper(scheme(name), system);
      State state = at_rest(4);
      for (int i = 0; i < n; ++i) EXPECT_EQ(stepper.step(0.5 / n, state), SolveStatus::converged);
      return Eigen::Map<const Vector>(shape.data(), 4).dot(state.position);
    };
    const double reference = exact.sections.front().deflection.back();
    const double coarse = std::abs(deflection(500) - reference);
    const double fine = std::abs(deflection(4000) - reference);
    EXPECT_LT(fine, 2e-2 * std::abs(reference)) << name;
    EXPECT_TRUE(fine < coarse / 5 || fine < 1e-6 * std::abs(reference)) << name;
  }
}

}  // namespace
}  // namespace tread::structure
