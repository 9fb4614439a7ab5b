#pragma once

#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <map>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "tread/elastodynamics/semi_discrete.hpp"

namespace tread::elastodynamics {

/// A sparse matrix factorised for many solves: L D L^T if it is symmetric, L U otherwise.
/// Throws ModelError if it is singular.
class Factorised {
 public:
  Factorised(const SparseMatrix& matrix, Symmetry symmetry);
  Vector solve(const Vector& right) const;

 private:
  using Symmetric = Eigen::SimplicialLDLT<SparseMatrix>;
  using Unsymmetric = Eigen::SparseLU<SparseMatrix, Eigen::COLAMDOrdering<int>>;
  std::variant<std::unique_ptr<Symmetric>, std::unique_ptr<Unsymmetric>> factor_;
};

/// Direction of a force on, or of the motion of, a surface point.
enum class Along { z, x };  // z: pressing down

/// The matrix of one step size, factorised, and what surface forces move at the surface: columns
/// of the Schur complement P A^-1 L, each computed when it is first wanted.
class StepOperator {
 public:
  StepOperator(const SemiDiscrete& semi, const SparseMatrix& matrix)
      : semi_(semi), factorised_(matrix, semi.symmetry) {}

  Vector solve(const Vector& right) const { return factorised_.solve(right); }
  /// Sinking of all surface points under a unit force on one, without its own flexibility D.
  const Vector& compliance_column(int point) { return response(Along::z, point).z; }
  Eigen::MatrixXd compliance(const std::vector<int>& points);

  /// Motion of all surface points under a unit force on one; x is empty on a staggered grid.
  struct Response {
    Vector z;
    Vector x;
  };
  const Response& response(Along force, int point);

 private:
  const SemiDiscrete& semi_;
  Factorised factorised_;
  std::map<std::pair<Along, int>, Response> responses_;
};

}  // namespace tread::elastodynamics
