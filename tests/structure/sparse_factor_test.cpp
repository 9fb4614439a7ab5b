#include "tread/structure/sparse_factor.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tread/structure/elastic_structure.hpp"

namespace tread::structure {
namespace {

using Triplet = Eigen::Triplet<double>;

/// A membrane of n x n points held all around, with its unknowns shuffled.
SparseMatrix membrane(int n, double extra = 0) {
  std::vector<int> number(static_cast<std::size_t>(n * n));
  for (int i = 0; i < n * n; ++i) number[static_cast<std::size_t>(i)] = i;
  std::shuffle(number.begin(), number.end(), std::mt19937(7));
  const auto at = [&](int i, int j) { return number[static_cast<std::size_t>(i * n + j)]; };
  std::vector<Triplet> entries;
  const auto couple = [&](int a, int b) {
    entries.emplace_back(a, b, -1.0);
    entries.emplace_back(b, a, -1.0);
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      entries.emplace_back(at(i, j), at(i, j), 4 + extra);
      if (i + 1 < n) couple(at(i, j), at(i + 1, j));
      if (j + 1 < n) couple(at(i, j), at(i, j + 1));
    }
  }
  SparseMatrix matrix(n * n, n * n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// Matrices one after the other on the diagonal, unknowns interleaved (i-th of each, in turn).
SparseMatrix interleaved(const std::vector<SparseMatrix>& parts) {
  const auto n_parts = static_cast<Eigen::Index>(parts.size());
  std::vector<Triplet> entries;
  for (Eigen::Index p = 0; p < n_parts; ++p) {
    const SparseMatrix& part = parts[static_cast<std::size_t>(p)];
    for (int column = 0; column < part.outerSize(); ++column) {
      for (SparseMatrix::InnerIterator it(part, column); it; ++it) {
        entries.emplace_back(static_cast<int>(it.row() * n_parts + p),
                             static_cast<int>(column * n_parts + p), it.value());
      }
    }
  }
  const Eigen::Index n = parts.front().rows() * n_parts;
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

double residual(const SparseMatrix& matrix, const Eigen::MatrixXd& x, const Eigen::MatrixXd& b) {
  return (matrix * x - b).norm() / b.norm();
}

TEST(sparse_factor, solves_for_one_few_and_many_right_sides) {
  const SparseMatrix matrix = membrane(30);
  const SparseFactor factor(matrix);
  for (const int n : {1, 2, 4, 5, 40}) {
    const Eigen::MatrixXd right = Eigen::MatrixXd::Random(900, n);
    EXPECT_LT(residual(matrix, factor.solve_all(right), right), 1e-13) << n;
  }
  const Eigen::VectorXd right = Eigen::VectorXd::Random(900);
  EXPECT_LT(residual(matrix, factor.solve(right), right), 1e-13);
}

TEST(sparse_factor, equal_parts_share_a_factor_and_others_have_their_own) {
  const SparseMatrix matrix =
      interleaved({membrane(12), membrane(12, 0.5), membrane(12), membrane(12)});
  const SparseFactor factor(matrix);
  EXPECT_EQ(factor.n_parts(), 4);
  EXPECT_EQ(factor.n_factors(), 2);
  for (const int n : {1, 3}) {
    const Eigen::MatrixXd right = Eigen::MatrixXd::Random(matrix.rows(), n);
    EXPECT_LT(residual(matrix, factor.solve_all(right), right), 1e-13) << n;
  }
}

TEST(sparse_factor, parts_on_which_nothing_acts_do_not_move) {
  const SparseMatrix matrix = interleaved({membrane(12), membrane(12, 0.5), membrane(12)});
  const SparseFactor factor(matrix);
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(matrix.rows(), 6);
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) right(i, i % 3) = 1 + static_cast<double>(i);
  for (const int n : {2, 6}) {  // the last three columns are empty
    const Eigen::MatrixXd loads = right.leftCols(n);
    const Eigen::MatrixXd solution = factor.solve_all(loads);
    EXPECT_LT(residual(matrix, solution, loads), 1e-13);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      for (int c = 0; c < n; ++c) {
        if (i % 3 != c) {
          EXPECT_EQ(solution(i, c), 0) << i << " " << c;
        }
      }
    }
  }
}

TEST(sparse_factor, the_unknown_that_makes_a_matrix_indefinite_is_named) {
  SparseMatrix matrix = membrane(5);
  matrix.coeffRef(17, 17) = -3;
  try {
    const SparseFactor factor(matrix);
    FAIL() << "was factorised";
  } catch (const NotPositiveDefinite& error) {
    EXPECT_STREQ(error.what(), "the matrix is not positive definite at unknown 18");
    EXPECT_EQ(error.unknown(), 17);
  }
}

TEST(sparse_factor, weakest_pivot_tells_a_matrix_that_is_singular_but_for_rounding) {
  EXPECT_GT(SparseFactor(membrane(20)).weakest_pivot().ratio, 0.1);
  // Springs in a chain with free ends, and a breath of support at the last.
  constexpr int k_n = 50;
  std::vector<Triplet> entries{{k_n, k_n, 3e-15}};
  for (int i = 0; i < k_n; ++i) {
    entries.insert(entries.end(),
                   {{i, i, 1.0}, {i + 1, i + 1, 1.0}, {i, i + 1, -1.0}, {i + 1, i, -1.0}});
  }
  SparseMatrix chain(k_n + 1, k_n + 1);
  chain.setFromTriplets(entries.begin(), entries.end());
  EXPECT_LT(SparseFactor(chain).weakest_pivot().ratio, 1e-13);
}

}  // namespace
}  // namespace tread::structure
