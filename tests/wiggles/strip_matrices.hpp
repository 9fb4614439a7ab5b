#pragma once

#include <Eigen/Dense>
#include <functional>
#include <string>
#include <vector>

#include "tread/core/material.hpp"
#include "tread/halfspace/bilinear_influence.hpp"
#include "tread/halfspace/influence.hpp"

namespace tread::wiggles {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Tangential displacement by one loaded cell over the offset from it, both in cells (dx = 1 m).
struct Kernel {
  std::string name;
  std::function<double(double)> at;
};

inline Compliance steel_on_steel() {
  return compliance_of(BodyPair{Material{82e9, 0.28}, Material{82e9, 0.28}});
}

inline Kernel constant_strips(double datum) {
  return {"constant strips", [datum](double x) {
            return halfspace::strip_influence(x, 1, datum, steel_on_steel()).xx;
          }};
}
inline Kernel bilinear_strips(double datum) {
  return {"bilinear strips", [datum](double x) {
            return halfspace::bilinear_strip_influence(x, 1, datum, steel_on_steel()).xx;
          }};
}
/// One row of long cells of the half-space: how CONTACT solves plane problems.
inline Kernel long_cells(double length) {
  return {"long cells", [length](double x) {
            return halfspace::influence(x, 0, 1, length, steel_on_steel()).xx;
          }};
}

constexpr int k_n = 41;
constexpr int k_middle = k_n / 2;

/// The paper's matrix A for c = 0, A' for others: displacements at the cell centres moved by c
/// cells.
inline MatrixXd matrix(const Kernel& kernel, double c) {
  MatrixXd a(k_n, k_n);
  for (int i = 0; i < k_n; ++i) {
    for (int j = 0; j < k_n; ++j) a(i, j) = kernel.at(i - j + c);
  }
  return a;
}

/// What a step in full adhesion makes of the tractions: A⁻¹ A'.
inline MatrixXd carried_over(const Kernel& kernel, double c) {
  return matrix(kernel, 0).partialPivLu().solve(matrix(kernel, c));
}

/// (1 - θ) A + θ A*, equation (16).
inline MatrixXd interpolated(const Kernel& kernel, double theta, double c_star) {
  return (1 - theta) * matrix(kernel, 0) + theta * matrix(kernel, c_star);
}

inline std::vector<Kernel> all_kernels() {
  return {constant_strips(k_n), bilinear_strips(k_n), long_cells(1e4)};
}

}  // namespace tread::wiggles
