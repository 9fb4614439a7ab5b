#include "tread/structure/elastic_structure.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

constexpr double k_asymmetry = 1e-9;  // of the largest entry: rounding of printed matrices

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
          matrix.coeff(it.row(), it.col()),
          displacement_name(structure, static_cast<int>(it.row())),
          displacement_name(structure, static_cast<int>(it.col())),
          matrix.coeff(it.col(), it.row())));
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

std::string displacement_name(const ElasticStructure& structure, int displacement) {
  const auto i = static_cast<std::size_t>(displacement);
  if (i < structure.dof_names.size()) return structure.dof_names[i];
  return fmt::format("displacement {}", displacement + 1);
}

void check(const ElasticStructure& structure) {
  if (structure.n_dofs() == 0) throw ModelError("the structure has no displacements");
  check_symmetric(structure, "mass", structure.mass);
  check_symmetric(structure, "stiffness", structure.stiffness);
  check_symmetric(structure, "damping", structure.damping);
  for (int i = 0; i < structure.n_dofs(); ++i) {
    const double mass = structure.mass.coeff(i, i);
    if (mass >= 0) continue;
    throw ModelError(fmt::format("the mass of {} is {:.6g} kg: must not be negative",
                                 displacement_name(structure, i), mass));
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
