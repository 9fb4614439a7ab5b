#include "tread/structure/modal_oscillators.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

using std::numbers::pi;

/// (q, v/p, f/p^2, f'/p^3) after a step, p the fastest pace, by the exponential of its matrix:
/// another route. Scaled like this its entries are of one size.
Eigen::Matrix4d exponential(double omega, double rate, double step, double pace) {
  Eigen::Matrix4d a = Eigen::Matrix4d::Zero();
  a(0, 1) = pace;
  a(1, 0) = -omega * omega / pace;
  a(1, 1) = -rate;
  a(1, 2) = pace;
  a(2, 3) = pace;
  return (a * step).exp();
}

TEST(ExactStep, IsTheMatrixExponentialForAnyDampingAndStep) {
  const double step = 0.3;
  for (const double omega : {0.0, 1e-6, 0.02, 1.0, 1.7, 30.0, 400.0}) {
    for (const double rate : {0.0, 1e-5, 0.3, 2.0, 3.4, 60.0, 100.0}) {
      const ExactStep s = exact_step(omega, rate, step);
      const double pace = std::max({omega, rate, 1 / step});
      const Eigen::Matrix4d e = exponential(omega, rate, step, pace);
      // Scaling and squaring loses about one rounding a radian.
      const double tolerance = 1e-14 * (1 + pace * step);
      EXPECT_NEAR(s.q_q, e(0, 0), tolerance) << omega << " " << rate;
      EXPECT_NEAR(s.q_v * pace, e(0, 1), tolerance) << omega << " " << rate;
      EXPECT_NEAR(s.v_q / pace, e(1, 0), tolerance) << omega << " " << rate;
      EXPECT_NEAR(s.v_v, e(1, 1), tolerance) << omega << " " << rate;
      // f_0 constant, plus (f_1 - f_0)/h as slope.
      const double ramp_q = e(0, 3) / (pace * step);
      const double ramp_v = e(1, 3) / (pace * step);
      const double size = 1 + pace * step;  // of forces integrated twice
      EXPECT_NEAR(s.q_1f * pace * pace, ramp_q, tolerance * size) << omega << " " << rate;
      EXPECT_NEAR(s.q_0f * pace * pace, e(0, 2) - ramp_q, tolerance * size) << omega << " " << rate;
      EXPECT_NEAR(s.v_1f * pace, ramp_v, tolerance * size) << omega << " " << rate;
      EXPECT_NEAR(s.v_0f * pace, e(1, 2) - ramp_v, tolerance * size) << omega << " " << rate;
    }
  }
}

TEST(ExactStep, ARigidMotionIsUniformlyAccelerated) {
  const ExactStep s = exact_step(0, 0, 2);
  EXPECT_DOUBLE_EQ(s.q_q, 1);
  EXPECT_DOUBLE_EQ(s.q_v, 2);
  EXPECT_DOUBLE_EQ(s.q_0f, 4.0 / 3);  // h^2/3 and h^2/6
  EXPECT_DOUBLE_EQ(s.q_1f, 2.0 / 3);
  EXPECT_DOUBLE_EQ(s.v_0f, 1);
  EXPECT_DOUBLE_EQ(s.v_1f, 1);
}

TEST(ExactStep, SlowMotionsLoseNoDigits) {
  // Against the first terms of the series in (omega h)^2, where the closed form would cancel.
  const double x = 1e-5;
  const ExactStep s = exact_step(1, 0, x);
  EXPECT_NEAR(s.q_1f / (x * x / 6 * (1 - x * x / 20)), 1, 1e-15);
  EXPECT_NEAR(s.q_0f / (x * x / 3 * (1 - x * x / 15 * 0.75)), 1, 1e-11);
}

TEST(ModalOscillators, AnyStepGivesTheSameFreeVibration) {
  const BeamModes modes =
      beam_modes(simply_supported_beam(20, {0, 2e9, 8000}, ModalDamping{{0.02}}), {6});
  const std::vector<double> none(6);
  const auto after = [&](int n) {
    ModalOscillators oscillators(modes, 1.3 / n);
    oscillators.q().assign(6, 1);
    oscillators.v().assign(6, -3);
    for (int i = 0; i < n; ++i) oscillators.step(none, none);
    return oscillators;
  };
  const ModalOscillators one = after(1);
  const ModalOscillators many = after(1000);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(one.q()[i], many.q()[i], 1e-10);
    EXPECT_NEAR(one.v()[i], many.v()[i], 1e-10 * modes.omega()[i]);
  }
}

TEST(ModalOscillators, AnInitialDeflectionAndVelocityAreProjected) {
  const Beam beam = clamped_beam(20, {0, 2e9, 8000});
  const BeamModes modes = beam_modes(beam, {40});
  // Smooth, and zero with its slope at the ends.
  const auto field = [](double x) { return 1e-3 * std::pow(std::sin(pi * x / 20), 2); };
  const std::vector<double> q = project(modes, field);
  std::vector<double> shape(40);
  for (const double x : {3.0, 10.0, 16.5}) {
    modes.shape(x, shape);
    // The field's fourth derivative is not zero at the ends: its coefficients fall as n^-5 or so.
    EXPECT_NEAR(superpose(q, shape), field(x), 1e-8);
  }
  std::vector<double> mode_two(40);
  const std::vector<double> unit = project(modes, [&](double x) {
    modes.shape(x, mode_two);
    return mode_two[1];
  });
  for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(unit[i], i == 1 ? 1 : 0, 1e-9);
}

TEST(ModalOscillators, AStepOfNoLengthIsRefused) {
  const BeamModes modes = beam_modes(simply_supported_beam(20, {0, 2e9, 8000}), {1});
  EXPECT_THROW(ModalOscillators(modes, 0), ModelError);
}

}  // namespace
}  // namespace tread::structure
