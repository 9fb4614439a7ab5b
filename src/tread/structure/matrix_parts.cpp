#include "tread/structure/matrix_parts.hpp"

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::structure {
namespace {

constexpr double k_equal = 1e-12;  // of the largest entry

double largest(const SparseMatrix& matrix) {
  if (matrix.nonZeros() == 0) return 0;
  return Eigen::Map<const Eigen::ArrayXd>(matrix.valuePtr(), matrix.nonZeros()).abs().maxCoeff();
}

}  // namespace

std::vector<std::vector<int>> connected_parts(const std::vector<const SparseMatrix*>& matrices) {
  const int n = static_cast<int>(matrices.front()->rows());
  std::vector<int> part_of_dof(as_size(n), -1);
  std::vector<std::vector<int>> parts;
  std::vector<int> open;
  for (int first = 0; first < n; ++first) {
    if (part_of_dof[as_size(first)] >= 0) continue;
    const int number = static_cast<int>(parts.size());
    parts.emplace_back();
    open.push_back(first);
    part_of_dof[as_size(first)] = number;
    while (!open.empty()) {
      const int dof = open.back();
      open.pop_back();
      parts.back().push_back(dof);
      for (const SparseMatrix* matrix : matrices) {
        for (SparseMatrix::InnerIterator it(*matrix, dof); it; ++it) {
          int& of_neighbour = part_of_dof[static_cast<std::size_t>(it.row())];
          if (of_neighbour >= 0 || it.value() == 0) continue;
          of_neighbour = number;
          open.push_back(static_cast<int>(it.row()));
        }
      }
    }
    std::ranges::sort(parts.back());
  }
  return parts;
}

SparseMatrix part_of(const SparseMatrix& matrix, const std::vector<int>& part) {
  const auto n = static_cast<Eigen::Index>(part.size());
  SparseMatrix result(n, n);
  if (n == 0) return result;
  const int first = part.front();
  std::vector<int> place(as_size(part.back() - first + 1), -1);
  Eigen::Index n_entries = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    place[as_size(part[i] - first)] = static_cast<int>(i);
    n_entries += matrix.col(part[i]).nonZeros();
  }
  result.reserve(n_entries);
  for (Eigen::Index column = 0; column < n; ++column) {
    result.startVec(column);
    for (SparseMatrix::InnerIterator it(matrix, part[static_cast<std::size_t>(column)]); it; ++it) {
      if (it.row() < first || it.row() > part.back()) continue;
      const int row = place[as_size(static_cast<int>(it.row()) - first)];
      if (row >= 0) result.insertBack(row, column) = it.value();
    }
  }
  result.finalize();
  return result;
}

bool are_equal(const SparseMatrix& a, const SparseMatrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  const SparseMatrix difference = a - b;
  return largest(difference) <= k_equal * largest(a);
}

}  // namespace tread::structure
