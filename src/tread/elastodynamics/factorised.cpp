#include "tread/elastodynamics/factorised.hpp"

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::elastodynamics {
namespace {

template <class Factor>
std::unique_ptr<Factor> factorise(const SparseMatrix& matrix) {
  auto factor = std::make_unique<Factor>();
  factor->compute(matrix);
  if (factor->info() != Eigen::Success) {
    throw ModelError(
        "the equations of the block cannot be factorised: they are singular or out of range; "
        "check moduli, density and step");
  }
  return factor;
}

}  // namespace

Factorised::Factorised(const SparseMatrix& matrix, Symmetry symmetry) {
  if (symmetry == Symmetry::symmetric) {
    factor_ = factorise<Symmetric>(matrix);
  } else {
    factor_ = factorise<Unsymmetric>(matrix);
  }
}

Vector Factorised::solve(const Vector& right) const {
  return std::visit([&](const auto& factor) -> Vector { return factor->solve(right); }, factor_);
}

const Vector& StepOperator::compliance_column(int point) {
  auto found = columns_.find(point);
  if (found == columns_.end()) {
    const Vector unit_load = semi_.load.col(point);
    found = columns_.emplace(point, semi_.observe * solve(unit_load)).first;
  }
  return found->second;
}

Eigen::MatrixXd StepOperator::compliance(const std::vector<int>& points) {
  const auto n = static_cast<Eigen::Index>(points.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    matrix.col(k) = compliance_column(points[static_cast<std::size_t>(k)])(points);
  }
  return matrix;
}

}  // namespace tread::elastodynamics
