#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "tread/structure/sparse_factor.hpp"

namespace tread::structure {

/// Undamped modes K phi = omega^2 M phi of a structure with sparse matrices: the lowest ones, by
/// Lanczos' method on (K - shift M)^-1 M (Spectra) with CHOLMOD's factors. The shift is a little
/// below zero, so that structures which are free to move need no other treatment, and displacements
/// without mass take part as statics tells. Parts that nothing couples are treated one by one,
/// equal parts once, and every search is repeated on what is left until nothing lower turns up:
/// modes of equal frequency are not missed. T. Ericsson, A. Ruhe, Math. Comp. 35 (1980) 1251-1268.
struct SparseModeOptions {
  int n_modes = 10;
  double tolerance = 1e-10;  // of the transformed eigenvalue
};

struct SparseModes {
  Eigen::VectorXd omega;     // rad/s, rising; 0 or nearly for rigid motions
  Eigen::MatrixXd shapes;    // a mode a column, phi' M phi = 1
  Eigen::VectorXd residual;  // |K phi - omega^2 M phi| / |(omega^2 + |shift|) M phi|
};

/// Throws ModelError if there are fewer modes than asked for or they cannot be found.
SparseModes sparse_modes(const Eigen::SparseMatrix<double>& stiffness,
                         const Eigen::SparseMatrix<double>& mass, const SparseModeOptions& options);

/// The same for a structure that is held, whose stiffness is factorised already: without a shift.
SparseModes sparse_modes(const Eigen::SparseMatrix<double>& stiffness,
                         const Eigen::SparseMatrix<double>& mass,
                         const SparseFactor& factor_of_stiffness, const SparseModeOptions& options);

/// Displacements that matrices join, directly or through others: the parts of a structure, each in
/// rising order, by their first displacement.
std::vector<std::vector<int>> connected_parts(
    const std::vector<const Eigen::SparseMatrix<double>*>& matrices);

/// Rows and columns of a part, which is in rising order.
Eigen::SparseMatrix<double> part_of(const Eigen::SparseMatrix<double>& matrix,
                                    const std::vector<int>& part);

}  // namespace tread::structure
