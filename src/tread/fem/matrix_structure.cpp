#include "tread/fem/matrix_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/fem/matrix_market.hpp"

namespace tread::fem {
namespace {

using structure::ElasticStructure;
using structure::SparseMatrix;

constexpr double k_asymmetry = 1e-9;  // of the largest entry: rounding of printed matrices

[[noreturn]] void refuse_file(const std::string& file, std::string reason, std::string value = "",
                              std::string hint = "") {
  throw CaseError(Problem{file, 0, "", std::move(reason), std::move(value), std::move(hint)});
}

void check_size(const NamedMatrix& matrix, const NamedMatrix& other) {
  const Eigen::Index n = matrix.values.rows();
  if (n != matrix.values.cols()) {
    refuse_file(matrix.name, "the matrix must be square",
                fmt::format("{} x {}", n, matrix.values.cols()));
  }
  if (n == other.values.rows()) return;
  refuse_file(
      matrix.name,
      fmt::format("the matrix must have {} rows as that of {}", other.values.rows(), other.name),
      fmt::format("{}", n), "write all matrices for the same displacements and supports");
}

void make_symmetric(NamedMatrix& matrix) {
  SparseMatrix& values = matrix.values;
  const SparseMatrix mirrored = values.transpose();
  const SparseMatrix difference = values - mirrored;
  if (difference.nonZeros() == 0) return;
  values.makeCompressed();
  const double largest = values.nonZeros() == 0 ? 0 : values.coeffs().abs().maxCoeff();
  bool is_exact = true;
  for (int column = 0; column < difference.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(difference, column); it; ++it) {
      if (it.value() == 0) continue;
      is_exact = false;
      if (std::abs(it.value()) <= k_asymmetry * largest) continue;
      refuse_file(matrix.name,
                  fmt::format("the matrix must be symmetric: entry ({0}, {1}) is {2}, ({1}, {0})",
                              it.row() + 1, it.col() + 1, values.coeff(it.row(), it.col())),
                  fmt::format("{}", values.coeff(it.col(), it.row())),
                  "if the file holds one half only, it must say so: symmetric (Matrix Market), RSA "
                  "(Harwell-Boeing)");
    }
  }
  if (!is_exact) values = 0.5 * (values + mirrored);
}

}  // namespace

ElasticStructure structure_of(MatrixStructure matrices) {
  check_size(matrices.mass, matrices.mass);
  check_size(matrices.stiffness, matrices.mass);
  if (matrices.damping) check_size(*matrices.damping, matrices.mass);
  const auto n = static_cast<int>(matrices.mass.values.rows());
  if (matrices.nodes && matrices.nodes->n_rows != n) {
    refuse_file(matrices.nodes->name,
                fmt::format("must have {} displacements as {} has rows", n, matrices.mass.name),
                fmt::format("{}", matrices.nodes->n_rows),
                "displacements that a support holds have 1 in the column 'held'");
  }
  make_symmetric(matrices.mass);
  make_symmetric(matrices.stiffness);
  if (matrices.damping) make_symmetric(*matrices.damping);

  ElasticStructure structure;
  structure.mass = std::move(matrices.mass.values);
  structure.stiffness = std::move(matrices.stiffness.values);
  structure.damping = matrices.damping ? std::move(matrices.damping->values) : SparseMatrix(n, n);
  // not even added as zeros: that would fill the damping with the places of the stiffness
  const auto [of_mass, of_stiffness] = matrices.rayleigh;
  if (of_mass != 0) structure.damping += of_mass * structure.mass;
  if (of_stiffness != 0) structure.damping += of_stiffness * structure.stiffness;
  structure.line = std::move(matrices.line);
  if (matrices.nodes) structure.dof_names = displacement_names(*matrices.nodes);
  structure::check(structure);
  return structure;
}

StructureFiles files_of(const ElasticStructure& structure) {
  if (!structure.springs.empty()) {
    throw ModelError(
        fmt::format("the structure has {} springs with laws, such as '{}': matrices cannot hold "
                    "them, write it without and add them after reading",
                    structure.springs.size(), structure.springs.front().name));
  }
  const bool has_motion = std::ranges::any_of(structure.supports.motions,
                                              [](const auto& motion) { return bool(motion); });
  if (has_motion) {
    throw ModelError("the structure has supports that move: matrices alone cannot hold them");
  }
  return {matrix_market_text(structure.mass), matrix_market_text(structure.damping),
          matrix_market_text(structure.stiffness), load_line_text(structure.line)};
}

}  // namespace tread::fem
