#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <span>
#include <vector>

namespace tread::fem {

/// Entries that happen to sum to zero, here but by rounding not elsewhere, are kept where equal
/// parts of a structure shall have equal matrices.
enum class Zeros { kept, dropped };

/// Where the lower half of a symmetric sparse matrix has entries: counted once from the numbers
/// each element couples, so that stiffness, mass and damping are summed straight into place.
class LowerPattern {
 public:
  /// element i couples numbers[begins[i]] ... numbers[begins[i + 1] - 1], each below n.
  LowerPattern(int n, const std::vector<int>& begins, const std::vector<int>& numbers);

  std::size_t n_entries() const { return rows_.size(); }

  /// Adds the lower half of an element's matrix into the entries of a matrix.
  void add(std::span<const int> numbers, const Eigen::MatrixXd& element,
           std::vector<double>& entries) const;

  using SparseMatrix = Eigen::SparseMatrix<double>;
  /// The leading n_free rows and columns, both halves alike; and the rows below them.
  SparseMatrix leading(int n_free, const std::vector<double>& entries, Zeros zeros) const;
  SparseMatrix below(int n_free, const std::vector<double>& entries) const;

 private:
  int n_;
  std::vector<int> begins_;  // of columns
  std::vector<int> rows_;    // rising in each column, from the diagonal on
};

}  // namespace tread::fem
