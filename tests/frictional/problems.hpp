#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "contact/problems.hpp"
#include "tread/contact/frictional.hpp"

/// Problems with friction that several tests use, and what they ask of their solutions.
namespace tread::contact::test {

inline BodyPair alike(double shear_modulus, double poisson_ratio) {
  return {{shear_modulus, poisson_ratio}, {shear_modulus, poisson_ratio}};
}

inline CoulombFriction coulomb(double coefficient) { return {coefficient, coefficient}; }

/// Bodies with the undeformed distance A x² + B y², pressed together by a force.
inline FrictionalProblem pressed(const Grid& grid, const BodyPair& bodies, double a, double b,
                                 double force, const FrictionLaw& law) {
  FrictionalProblem problem;
  problem.normal = with_force(
      problem_on(grid, bodies, [&](double x, double y) { return a * x * x + b * y * y; }), force);
  problem.friction.law = law;
  return problem;
}

inline FrictionalOptions frictional_tolerance(double tolerance) {
  FrictionalOptions options;
  options.tolerance = tolerance;
  return options;
}

/// Largest distance of two vector fields, over the largest length in the second.
inline double difference(const VectorField<double>& a, const VectorField<double>& b) {
  double largest = 0;
  double scale = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    largest = std::max(largest, std::hypot(a.x[i] - b.x[i], a.y[i] - b.y[i]));
    scale = std::max(scale, std::hypot(b.x[i], b.y[i]));
  }
  return scale > 0 ? largest / scale : largest;
}

}  // namespace tread::contact::test
