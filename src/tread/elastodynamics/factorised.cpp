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

const StepOperator::Response& StepOperator::response(Along force, int point) {
  const std::pair key{force, point};
  auto found = responses_.find(key);
  if (found == responses_.end()) {
    const Vector unit_load =
        force == Along::z ? Vector(semi_.load.col(point)) : Vector(semi_.load_x.col(point));
    const Vector moved = solve(unit_load);
    Response response{semi_.observe * moved, {}};
    if (semi_.observe_x.size() > 0) response.x = semi_.observe_x * moved;
    found = responses_.emplace(key, std::move(response)).first;
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
