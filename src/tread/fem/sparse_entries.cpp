#include "tread/fem/sparse_entries.hpp"

#include <algorithm>
#include <cstdint>

namespace tread::fem {
namespace {

using structure::SparseMatrix;

std::int64_t place_below(int row, int column) {
  return (static_cast<std::int64_t>(std::max(row, column)) << 32U) + std::min(row, column);
}

}  // namespace

SparseMatrix SparseEntries::general() const {
  SparseMatrix matrix(n_rows_, n_columns_);
  matrix.setFromTriplets(entries_.begin(), entries_.end());
  return matrix;
}

std::optional<std::pair<int, int>> SparseEntries::doubled() const {
  std::vector<std::int64_t> upper;
  for (const auto& entry : entries_) {
    if (entry.row() < entry.col()) upper.push_back(place_below(entry.row(), entry.col()));
  }
  if (upper.empty()) return std::nullopt;
  std::ranges::sort(upper);
  for (const auto& entry : entries_) {
    const bool is_lower = entry.row() > entry.col();
    if (is_lower && std::ranges::binary_search(upper, place_below(entry.row(), entry.col()))) {
      return std::pair{entry.row(), entry.col()};
    }
  }
  return std::nullopt;
}

SparseMatrix SparseEntries::symmetric() const {
  std::vector<Eigen::Triplet<double>> lower;
  lower.reserve(entries_.size());
  for (const auto& entry : entries_) {
    lower.emplace_back(std::max(entry.row(), entry.col()), std::min(entry.row(), entry.col()),
                       entry.value());
  }
  SparseMatrix half(n_rows_, n_columns_);
  half.setFromTriplets(lower.begin(), lower.end());
  return SparseMatrix(half.selfadjointView<Eigen::Lower>());
}

}  // namespace tread::fem
