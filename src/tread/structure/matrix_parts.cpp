#include "tread/structure/matrix_parts.hpp"

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"

namespace tread::structure {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;

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
  std::vector<Eigen::Triplet<double>> triplets;
  for (std::size_t j = 0; j < part.size(); ++j) {
    for (SparseMatrix::InnerIterator it(matrix, part[j]); it; ++it) {
      const auto row = std::ranges::lower_bound(part, static_cast<int>(it.row()));
      if (row == part.end() || *row != it.row()) continue;
      triplets.emplace_back(static_cast<int>(row - part.begin()), static_cast<int>(j), it.value());
    }
  }
  const auto n = static_cast<Eigen::Index>(part.size());
  SparseMatrix result(n, n);
  result.setFromTriplets(triplets.begin(), triplets.end());
  return result;
}

bool are_equal(const SparseMatrix& a, const SparseMatrix& b) {
  if (a.rows() != b.rows()) return false;
  const SparseMatrix difference = a - b;
  return largest(difference) <= k_equal * largest(a);
}

}  // namespace tread::structure
