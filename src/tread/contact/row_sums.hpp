#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "tread/core/as_size.hpp"
#include "tread/core/thread_team.hpp"

namespace tread::contact {

/// Sums over the cells of a box, kept row by row and added in order: the same bits for any number
/// of threads.
class RowSums {
 public:
  static constexpr std::size_t k_max = 12;
  using Row = std::array<double, k_max>;

  void resize(int nx, int ny) {
    nx_ = nx;
    rows_.resize(as_size(ny));
  }

  Row& row(int j) { return rows_[as_size(j)]; }

  /// body(first cell, end, sums) for every row; `sums` starts at zero.
  template <class Body>
  void for_rows(ThreadTeam& team, Body&& body) {
    team.for_ranges(static_cast<int>(rows_.size()), [&](int begin, int end, int) {
      for (int j = begin; j < end; ++j) {
        Row sums{};
        body(as_size(j) * as_size(nx_), as_size(j + 1) * as_size(nx_), sums);
        row(j) = sums;
      }
    });
  }

  double sum(std::size_t which) const {
    double total = 0;
    for (const Row& row : rows_) total += row[which];
    return total;
  }
  double largest(std::size_t which) const {
    double most = 0;
    for (const Row& row : rows_) most = std::max(most, row[which]);
    return most;
  }

 private:
  int nx_ = 0;
  std::vector<Row> rows_;
};

}  // namespace tread::contact
