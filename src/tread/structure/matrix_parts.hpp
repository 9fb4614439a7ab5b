#pragma once

#include <Eigen/SparseCore>
#include <vector>

namespace tread::structure {

/// A structure falls into parts that no matrix couples: the spans of a viaduct. Symmetric matrices,
/// both halves stored.

/// Displacements that matrices join, directly or through others: the parts of a structure, each in
/// rising order, by their first displacement.
std::vector<std::vector<int>> connected_parts(
    const std::vector<const Eigen::SparseMatrix<double>*>& matrices);

/// Rows and columns of a part, which is in rising order.
Eigen::SparseMatrix<double> part_of(const Eigen::SparseMatrix<double>& matrix,
                                    const std::vector<int>& part);

/// The same entries, up to rounding: elements of one size at other places differ by it. Entries
/// that cancel in one and not in the other do not count.
bool are_equal(const Eigen::SparseMatrix<double>& a, const Eigen::SparseMatrix<double>& b);

}  // namespace tread::structure
