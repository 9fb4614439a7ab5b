#pragma once

#include <Eigen/SparseCore>
#include <memory>

#include "tread/core/errors.hpp"

namespace tread::structure {

/// A matrix that has no Cholesky factors: a structure without enough supports, or negative mass.
class NotPositiveDefinite : public ModelError {
 public:
  NotPositiveDefinite(const std::string& text, int unknown) : ModelError(text), unknown_(unknown) {}
  int unknown() const { return unknown_; }  // where the factorisation failed

 private:
  int unknown_;
};

/// Cholesky factors of a sparse symmetric positive definite matrix, for many solves with it:
/// CHOLMOD, supernodal, nested dissection. Parts of the matrix that nothing couples are
/// factorised one by one; equal parts (the spans of a viaduct) share one factor and are solved
/// together, so that the factor is read from memory once.
/// Y. Chen, T. Davis, W. Hager, S. Rajamanickam, ACM Trans. Math. Softw. 35 (2008) 22.
class SparseFactor {
 public:
  SparseFactor();
  /// Both halves of the matrix are stored; the lower one is used. Throws NotPositiveDefinite.
  explicit SparseFactor(const Eigen::SparseMatrix<double>& matrix);
  ~SparseFactor();
  SparseFactor(SparseFactor&&) noexcept;
  SparseFactor& operator=(SparseFactor&&) noexcept;

  int size() const;
  /// One right side. Not for two threads at once: memory for the work is kept.
  Eigen::VectorXd solve(const Eigen::VectorXd& right) const;
  /// Many right sides, a column each.
  Eigen::MatrixXd solve_all(const Eigen::MatrixXd& right) const;

  /// The unknown that is held least: what elimination leaves of its diagonal entry, relative. At
  /// rounding (1e-13 and less) the matrix is as good as singular.
  struct Pivot {
    double ratio = 1;
    int unknown = 0;
  };
  Pivot weakest_pivot() const;

  int n_parts() const;           // that nothing couples
  int n_factors() const;         // different ones among them
  long long n_nonzeros() const;  // stored in all factors

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tread::structure
