#include "tread/structure/elastic_structure.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

constexpr double k_asymmetry = 1e-9;  // of the largest entry: rounding of printed matrices

std::string name_of(const ElasticStructure& structure, Eigen::Index dof) {
  const auto i = static_cast<std::size_t>(dof);
  if (i < structure.dof_names.size()) return structure.dof_names[i];
  return fmt::format("displacement {}", dof + 1);
}

void check_symmetric(const ElasticStructure& structure, const char* what,
                     const SparseMatrix& matrix) {
  if (matrix.rows() != structure.n_dofs() || matrix.cols() != structure.n_dofs()) {
    throw ModelError(
        fmt::format("the {} matrix has {} x {} entries, the mass matrix {} rows: all "
                    "must belong to the same displacements",
                    what, matrix.rows(), matrix.cols(), structure.n_dofs()));
  }
  double largest = 0;
  for (Eigen::Index k = 0; k < matrix.nonZeros(); ++k) {
    const double value = std::abs(matrix.valuePtr()[k]);
    if (!std::isfinite(value)) {
      throw ModelError(fmt::format("the {} matrix has an entry that is not finite", what));
    }
    largest = std::max(largest, value);
  }
  const SparseMatrix difference = matrix - SparseMatrix(matrix.transpose());
  for (int column = 0; column < difference.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(difference, column); it; ++it) {
      if (std::abs(it.value()) <= k_asymmetry * largest) continue;
      throw ModelError(fmt::format(
          "the {} matrix is not symmetric: {:.6g} between {} and {}, {:.6g} the other way", what,
          matrix.coeff(it.row(), it.col()), name_of(structure, it.row()),
          name_of(structure, it.col()), matrix.coeff(it.col(), it.row())));
    }
  }
}

void check_dofs(const ElasticStructure& structure, const char* what, const std::vector<int>& dofs) {
  for (const int dof : dofs) {
    if (dof >= 0 && dof < structure.n_dofs()) continue;
    throw ModelError(fmt::format("{} uses displacement {} of {}: it does not exist", what, dof + 1,
                                 structure.n_dofs()));
  }
}

}  // namespace

void check(const ElasticStructure& structure) {
  if (structure.n_dofs() == 0) throw ModelError("the structure has no displacements");
  check_symmetric(structure, "mass", structure.mass);
  check_symmetric(structure, "stiffness", structure.stiffness);
  check_symmetric(structure, "damping", structure.damping);
  for (int i = 0; i < structure.n_dofs(); ++i) {
    const double mass = structure.mass.coeff(i, i);
    if (mass >= 0) continue;
    throw ModelError(fmt::format("the mass of {} is {:.6g} kg: must not be negative",
                                 name_of(structure, i), mass));
  }
  check_dofs(structure, "the load line", structure.line.dofs());
  for (const LawSpring& spring : structure.springs) {
    check_dofs(structure, "a spring", spring.dofs);
    if (spring.dofs.size() == spring.weights.size()) continue;
    throw ModelError(fmt::format("spring '{}' has {} displacements and {} weights", spring.name,
                                 spring.dofs.size(), spring.weights.size()));
  }
}

}  // namespace tread::structure
