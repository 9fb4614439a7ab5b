#pragma once

#include <Eigen/SparseCore>

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
  Eigen::VectorXd omega;   // rad/s, rising; 0 or nearly for rigid motions
  Eigen::MatrixXd shapes;  // a mode a column, phi' M phi = 1
  /// |K phi - omega^2 M phi| over omega^2 |M phi|, where omega^2 counts as no less than a
  /// thousandth of the highest one: rigid motions have no scale of their own.
  Eigen::VectorXd residual;
};

/// Throws ModelError if there are fewer modes than asked for or they cannot be found.
SparseModes sparse_modes(const Eigen::SparseMatrix<double>& stiffness,
                         const Eigen::SparseMatrix<double>& mass, const SparseModeOptions& options);

}  // namespace tread::structure
