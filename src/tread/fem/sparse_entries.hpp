#pragma once

#include <Eigen/SparseCore>
#include <optional>
#include <utility>
#include <vector>

#include "tread/structure/elastic_structure.hpp"

namespace tread::fem {

/// What a file lists of a matrix: all of it, or one half of a symmetric one.
enum class Halves { both, one };

/// Entries of a matrix in the order in which a file lists them; those of one place are added.
class SparseEntries {
 public:
  /// Rows, columns without any entry take memory all the same: a file may announce this many more
  /// of them than it has bytes (a damping matrix with a single damper).
  static constexpr long long k_free_rows = 1'000'000;
  static constexpr long long k_max_entries = 1'000'000'000;  // half of what an int counts

  SparseEntries(int n_rows, int n_columns) : n_rows_(n_rows), n_columns_(n_columns) {}

  void reserve(std::size_t n) { entries_.reserve(n); }
  void add(int row, int column, double value) { entries_.emplace_back(row, column, value); }

  structure::SparseMatrix general() const;

  /// A place of which both halves are listed, row and column from 0: then one half is not all that
  /// is stored.
  std::optional<std::pair<int, int>> doubled() const;
  /// Both halves, from entries of which each stands for itself and its mirror image. The matrix
  /// must be square, without doubled().
  structure::SparseMatrix symmetric() const;

 private:
  int n_rows_;
  int n_columns_;
  std::vector<Eigen::Triplet<double>> entries_;
};

}  // namespace tread::fem
