#pragma once

#include <Eigen/Core>

#include "tread/structure/elastic_structure.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::structure {

/// The lowest modes of K x = omega^2 M x: Lanczos' method on K^-1 M (Spectra; factors of CHOLMOD),
/// repeated beside the modes already found until none below the highest is left, because one run
/// sees equal frequencies (spans that are alike) only once. Small problems go dense.
struct SparseModes {
  Eigen::VectorXd omega;   // rad/s, rising
  Eigen::MatrixXd shapes;  // a column each, shape' M shape = 1
  double residual = 0;     // largest |K x - omega^2 M x| / |K x|
};

/// K symmetric positive definite, M symmetric positive semidefinite, both halves stored. Throws
/// NotPositiveDefinite for a structure that can move as a whole, ModelError for fewer than 1 mode
/// or more than there are with mass, and if the search does not end.
SparseModes sparse_modes(const SparseMatrix& stiffness, const SparseMatrix& mass, int n);
/// The same with factors of K at hand.
SparseModes sparse_modes(const SparseFactor& factor, const SparseMatrix& stiffness,
                         const SparseMatrix& mass, int n);

}  // namespace tread::structure
