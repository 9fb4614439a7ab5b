#include "tread/fem/lower_pattern.hpp"

#include <algorithm>
#include <cassert>

#include "tread/core/as_size.hpp"

namespace tread::fem {
namespace {

/// For each number, the elements that couple it.
struct Users {
  std::vector<int> begins;
  std::vector<int> elements;
};

Users users_of(int n, const std::vector<int>& begins, const std::vector<int>& numbers) {
  Users users{std::vector<int>(as_size(n) + 1, 0), std::vector<int>(numbers.size())};
  for (const int number : numbers) ++users.begins[as_size(number) + 1];
  for (std::size_t i = 0; i < as_size(n); ++i) users.begins[i + 1] += users.begins[i];
  std::vector<int> next(users.begins.begin(), users.begins.end() - 1);
  for (std::size_t e = 0; e + 1 < begins.size(); ++e) {
    for (int k = begins[e]; k < begins[e + 1]; ++k) {
      users.elements[as_size(next[as_size(numbers[as_size(k)])]++)] = static_cast<int>(e);
    }
  }
  return users;
}

}  // namespace

LowerPattern::LowerPattern(int n, const std::vector<int>& begins, const std::vector<int>& numbers)
    : n_(n) {
  const Users users = users_of(n, begins, numbers);
  std::vector<int> seen_in(as_size(n), -1);
  begins_.reserve(as_size(n) + 1);
  begins_.push_back(0);
  for (int column = 0; column < n; ++column) {
    // The diagonal is always there: a displacement without stiffness is told of later.
    rows_.push_back(column);
    seen_in[as_size(column)] = column;
    for (int u = users.begins[as_size(column)]; u < users.begins[as_size(column) + 1]; ++u) {
      const std::size_t element = as_size(users.elements[as_size(u)]);
      for (int k = begins[element]; k < begins[element + 1]; ++k) {
        const int row = numbers[as_size(k)];
        if (row < column || seen_in[as_size(row)] == column) continue;
        seen_in[as_size(row)] = column;
        rows_.push_back(row);
      }
    }
    std::sort(rows_.begin() + begins_.back(), rows_.end());
    begins_.push_back(static_cast<int>(rows_.size()));
  }
}

void LowerPattern::add(std::span<const int> numbers, const Eigen::MatrixXd& element,
                       std::vector<double>& entries) const {
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    const int column = numbers[j];
    const auto first = rows_.begin() + begins_[as_size(column)];
    const auto last = rows_.begin() + begins_[as_size(column) + 1];
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] < column) continue;
      const auto i_row = static_cast<Eigen::Index>(std::max(i, j));
      const auto i_column = static_cast<Eigen::Index>(std::min(i, j));
      const double value = element(i_row, i_column);
      if (value == 0) continue;
      const auto place = std::lower_bound(first, last, numbers[i]);
      assert(place != last && *place == numbers[i]);
      entries[static_cast<std::size_t>(place - rows_.begin())] += value;
    }
  }
}

LowerPattern::SparseMatrix LowerPattern::leading(int n_free, const std::vector<double>& entries,
                                                 Zeros zeros) const {
  SparseMatrix matrix(n_free, n_free);
  std::vector<int> counts(as_size(n_free), 0);
  const auto for_entries = [&](const auto& visit) {
    for (int column = 0; column < n_free; ++column) {
      for (int k = begins_[as_size(column)]; k < begins_[as_size(column) + 1]; ++k) {
        const int row = rows_[as_size(k)];
        if (row >= n_free) break;
        const double value = entries[as_size(k)];
        if (value != 0 || zeros == Zeros::kept) visit(row, column, value);
      }
    }
  };
  for_entries([&](int row, int column, double) {
    ++counts[as_size(column)];
    if (row != column) ++counts[as_size(row)];
  });
  int* outer = matrix.outerIndexPtr();
  outer[0] = 0;
  for (int i = 0; i < n_free; ++i) outer[i + 1] = outer[i] + counts[as_size(i)];
  matrix.resizeNonZeros(outer[n_free]);
  std::vector<int> next(outer, outer + n_free);
  const auto put = [&](int row, int column, double value) {
    const int place = next[as_size(column)]++;
    matrix.innerIndexPtr()[place] = row;
    matrix.valuePtr()[place] = value;
  };
  // Columns in order: the mirrored entries of a column come before its own, both rising.
  for_entries([&](int row, int column, double value) {
    put(row, column, value);
    if (row != column) put(column, row, value);
  });
  return matrix;
}

LowerPattern::SparseMatrix LowerPattern::below(int n_free,
                                               const std::vector<double>& entries) const {
  std::vector<Eigen::Triplet<double>> triplets;
  for (int column = 0; column < n_free; ++column) {
    for (int k = begins_[as_size(column) + 1] - 1; k >= begins_[as_size(column)]; --k) {
      const int row = rows_[as_size(k)];
      if (row < n_free) break;
      if (entries[as_size(k)] != 0)
        triplets.emplace_back(row - n_free, column, entries[as_size(k)]);
    }
  }
  SparseMatrix matrix(n_ - n_free, n_free);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

}  // namespace tread::fem
