#pragma once

#include <array>
#include <span>
#include <vector>

namespace tread::structure {

/// How the modes of one beam are stored; x counts from its left end. Each kind evaluates the d-th
/// derivative (0 to 3) of all its modes at one x into contiguous memory.

/// w_i = a_i sin(k_i x), k_i = n_i pi/L: simply supported beams.
struct SineShapes {
  double length = 0;
  std::vector<double> amplitude;
  std::vector<int> wave;  // n_i, the number of half waves; equal to i + 1 unless has_gaps
  bool has_gaps = false;

  void evaluate(double x, int derivative, std::span<double> out) const;
};

/// w_i = c_0 cos(b x) + c_1 sin(b x) + c_2 exp(-b x) + c_3 exp(-b (L - x)), b = b_i: uniform
/// Euler-Bernoulli beams with any ends. Unlike cosh and sinh these never cancel. Rigid motions come
/// first: w_i = c_0 + c_1 x.
struct ExponentialShapes {
  double length = 0;
  int n_rigid = 0;
  int n_irregular = 0;              // modes (rigid ones included) before wave numbers grow by pi/L
  std::vector<double> wave_number;  // b_i, 1/m
  std::array<std::vector<double>, 4> coefficient;  // c_0 ... c_3

  void evaluate(double x, int derivative, std::span<double> out) const;
};

/// Cubic polynomials between nodes: finite elements, and finite differences with splines.
struct CubicShapes {
  std::vector<double> nodes;  // m, ascending, first 0 and last L
  int n_modes = 0;
  std::vector<double> coefficient;  // of s^k, s = x - node, as [interval][k][mode]

  void evaluate(double x, int derivative, std::span<double> out) const;
};

}  // namespace tread::structure
