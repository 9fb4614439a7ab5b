#pragma once

#include <vector>

#include "tread/contact/normal.hpp"

namespace tread::contact::test {

/// A second solver for the same discrete problem, that shares nothing with the first: full matrix
/// of influence coefficients from Boussinesq's potential in long double, and the active-set method
/// of Lawson and Hanson for
///
///   min 1/2 p'A p - (δ - h)'p,   p >= 0
///
/// which takes in one cell at a time, never lets the objective grow and therefore ends after
/// finitely many steps with exactly complementary p and g. With the force prescribed, F(δ) is
/// increasing and piecewise linear: Newton's method, kept in a bracket. For some hundred cells. C.
/// L. Lawson, R. J. Hanson, Solving Least Squares Problems (1974), chapter 23.
struct DenseSolution {
  double approach = 0;           // δ, m
  double force = 0;              // F, N
  double stiffness = 0;          // dF/dδ with the contact as it is, N/m
  std::vector<double> pressure;  // p, Pa
};

DenseSolution solve_dense(const NormalProblem& problem);

}  // namespace tread::contact::test
