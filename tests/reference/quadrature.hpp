#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "tread/core/errors.hpp"

namespace tread::reference {

inline constexpr double k_pi = std::numbers::pi;
inline constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

/// Integral of f over [low, high] by the double-exponential rule: about 13 digits for functions
/// that are analytic inside, whatever root or logarithm they have at the ends.
template <class Function>
double integrate(Function&& f, double low, double high) {
  constexpr double k_step = 1.0 / 32;
  constexpr int k_n = 120;
  const double half = 0.5 * (high - low);
  double sum = 0;
  for (int i = -k_n; i <= k_n; ++i) {
    const double t = i * k_step;
    const double v = 0.5 * std::numbers::pi * std::sinh(t);
    const double weight = 0.5 * std::numbers::pi * std::cosh(t) / (std::cosh(v) * std::cosh(v));
    const double from_end = half / (std::exp(std::abs(v)) * std::cosh(v));
    const double x = v < 0 ? low + from_end : high - from_end;
    if (x > low && x < high) sum += weight * f(x);
  }
  return sum * half * k_step;
}

/// Integral of a function that is analytic on [low, high], ends included, by Gauss' rule: unlike
/// the rule above it stays away from the ends, where a singular pressure times its vanishing weight
/// could not be computed.
template <class Function>
double integrate_smooth(Function&& f, double low, double high) {
  constexpr int k_n = 60;
  const double half = 0.5 * (high - low);
  double sum = 0;
  for (int i = 0; i < k_n; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (k_n + 0.5));
    double slope = 0;
    for (int newton = 0; newton < 8; ++newton) {
      const double value = std::legendre(k_n, x);
      slope = k_n * (x * value - std::legendre(k_n - 1, x)) / (x * x - 1);
      x -= value / slope;
    }
    sum += 2 / ((1 - x * x) * slope * slope) * f(low + half * (1 + x));
  }
  return sum * half;
}

/// Surface displacement at (x, y) of a pressure p(x, y) on the ellipse with semi-axes a and b: the
/// point kernel 1/(pi E* distance) summed in polar coordinates around (x, y), which cancel its
/// singularity.
///
/// The ellipse is scaled to the unit circle, in which the point lies at (X, Y) and a chord runs
/// through it in direction psi, sin(beta) off the centre. On the chord a sine as parameter makes
/// Hertz' root at the edge and a punch's inverse root smooth; outside, beta does the same for the
/// chords that touch the circle.
template <class Pressure>
double displacement_by_quadrature(Pressure&& p, double a, double b, double contact_modulus,
                                  double x, double y) {
  constexpr int k_n = 64;
  const double X = x / a;
  const double Y = y / b;
  const auto along_chord = [&](double psi, double half) {
    const double cx = std::cos(psi);
    const double cy = std::sin(psi);
    const double middle = -(X * cx + Y * cy);
    double sum = 0;
    for (int i = 0; i < k_n; ++i) {
      const double theta = k_pi * ((i + 0.5) / k_n - 0.5);
      const double rho = middle + half * std::sin(theta);
      sum += p(a * (X + rho * cx), b * (Y + rho * cy)) * half * std::cos(theta);
    }
    return sum * k_pi / k_n * a * b / std::hypot(a * cx, b * cy);
  };
  const auto from_inside = [&](double psi) {
    const double off_centre = X * std::sin(psi) - Y * std::cos(psi);
    return along_chord(psi, std::sqrt((1 - off_centre) * (1 + off_centre)));
  };
  const double distance = std::hypot(X, Y);
  const auto from_outside = [&](double beta) {
    const double psi = std::atan2(-Y, -X) + std::asin(std::sin(beta) / distance);
    const double dpsi =
        std::cos(beta) / std::sqrt(distance * distance - std::pow(std::sin(beta), 2));
    return along_chord(psi, std::cos(beta)) * dpsi;
  };
  const double sum = distance < 1 ? integrate(from_inside, 0, 0.5 * k_pi) +
                                        integrate(from_inside, 0.5 * k_pi, k_pi)
                                  : integrate_smooth(from_outside, -0.5 * k_pi, 0) +
                                        integrate_smooth(from_outside, 0, 0.5 * k_pi);
  return sum / (k_pi * contact_modulus);
}

template <class Action>
void expect_model_error(Action&& action, const std::string& message) {
  try {
    action();
    ADD_FAILURE() << "accepted; expected: " << message;
  } catch (const ModelError& error) {
    EXPECT_EQ(error.what(), message);
  }
}

#define EXPECT_REL(actual, expected, tolerance) EXPECT_NEAR((actual) / (expected), 1.0, tolerance)

}  // namespace tread::reference
