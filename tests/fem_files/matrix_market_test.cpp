#include "tread/fem/matrix_market.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "fem_files/complaint.hpp"
#include "fem_files/same_matrix.hpp"

namespace tread::fem {
namespace {

using structure::SparseMatrix;
using testing_support::is_same;

SparseMatrix parse_mtx(const std::string& text) { return parse_matrix_market(text, "k.mtx"); }

std::string complaint_about_mtx(const std::string& text) {
  return testing_support::complaint([&] { parse_mtx(text); });
}

Eigen::MatrixXd dense(const std::string& text) { return Eigen::MatrixXd(parse_mtx(text)); }

/// Symmetric, with numbers over the whole range of doubles and some stored zeros.
SparseMatrix awkward_matrix(int n) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-300, 300);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; j += 1 + i % 3) {
      const double value = i % 5 == 0 ? 0.0 : mantissa(random) * std::pow(10.0, exponent(random));
      entries.emplace_back(i, j, value);
      if (i != j) entries.emplace_back(j, i, value);
    }
  }
  entries.emplace_back(n - 1, n - 1, std::numeric_limits<double>::denorm_min());
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

TEST(MatrixMarket, a_symmetric_file_gives_both_halves) {
  const Eigen::Matrix3d expected{{4, -1.5, 0}, {-1.5, 4, 2e-3}, {0, 2e-3, 5}};
  EXPECT_EQ(dense("%%MatrixMarket matrix coordinate real symmetric\n% made by hand\n\n3 3 5\n"
                  "1 1 4\n2 1 -1.5\n2 2 +4.0\n3 2 2e-3\n3 3 5.\n"),
            expected);
}

TEST(MatrixMarket, the_upper_half_serves_as_well_and_so_do_small_letters_and_carriage_returns) {
  EXPECT_EQ(dense("%%matrixmarket MATRIX Coordinate Integer Symmetric\r\n2 2 3\r\n1 1 4\r\n"
                  "1 2 -1\r\n2 2 3"),
            (Eigen::Matrix2d{{4, -1}, {-1, 3}}));
}

TEST(MatrixMarket, a_general_file_is_taken_as_it_is_and_entries_of_one_place_are_added) {
  EXPECT_EQ(dense("%%MatrixMarket matrix coordinate real general\n2 3 4\n1 3 1\n2 1 7\n1 3 0.5\n"
                  "2 2 -2\n"),
            (Eigen::Matrix<double, 2, 3>{{0, 0, 1.5}, {7, -2, 0}}));
}

TEST(MatrixMarket, array_files_run_down_the_columns) {
  EXPECT_EQ(dense("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n"),
            (Eigen::Matrix<double, 2, 3>{{1, 3, 5}, {2, 4, 6}}));
  EXPECT_EQ(dense("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n"),
            (Eigen::Matrix2d{{1, 2}, {2, 3}}));
}

TEST(MatrixMarket, a_matrix_without_entries_may_have_more_rows_than_the_file_has_bytes) {
  const SparseMatrix matrix = parse_mtx(
      "%%MatrixMarket matrix coordinate real symmetric\n58696 58696 1\n58696 58696 1e3\n");
  EXPECT_EQ(matrix.rows(), 58696);
  EXPECT_EQ(matrix.nonZeros(), 1);
}

TEST(MatrixMarket, what_is_written_reads_back_to_the_bit) {
  const SparseMatrix symmetric = awkward_matrix(40);
  const std::string text = matrix_market_text(symmetric);
  EXPECT_TRUE(text.starts_with("%%MatrixMarket matrix coordinate real symmetric\n40 40 "));
  EXPECT_TRUE(is_same(parse_mtx(text), symmetric));

  SparseMatrix general = symmetric.leftCols(17);
  EXPECT_TRUE(is_same(parse_mtx(matrix_market_text(general)), general));
  SparseMatrix almost = symmetric;
  almost.coeffRef(1, 0) = std::nextafter(almost.coeff(0, 1), 1e308);
  EXPECT_TRUE(is_same(parse_mtx(matrix_market_text(almost)), almost));
  EXPECT_TRUE(is_same(parse_mtx(matrix_market_text(SparseMatrix(3, 3))), SparseMatrix(3, 3)));
}

TEST(MatrixMarket, only_the_lower_half_of_a_symmetric_matrix_is_written) {
  SparseMatrix matrix(2, 2);
  matrix.insert(0, 0) = 0.1;
  matrix.insert(1, 0) = -2;
  matrix.insert(0, 1) = -2;
  EXPECT_EQ(matrix_market_text(matrix),
            "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 0.1\n2 1 -2\n");
}

TEST(MatrixMarketErrors, files_of_another_kind_are_told_what_is_missing) {
  EXPECT_EQ(complaint_about_mtx(""), "k.mtx: is empty");
  EXPECT_EQ(complaint_about_mtx("1 1 4\n"),
            "k.mtx:1: must begin with a line such as \"%%MatrixMarket matrix coordinate real "
            "symmetric\", got \"1\"");
  EXPECT_EQ(complaint_about_mtx("%%MatrixMarket vector coordinate real general\n"),
            "k.mtx:1: must hold a matrix, got \"vector\"");
  EXPECT_EQ(complaint_about_mtx("%%MatrixMarket matrix coordinate pattern general\n"),
            "k.mtx:1: values must be real or integer, got \"pattern\"\n"
            "  hint: a pattern has places, but no values");
  EXPECT_EQ(complaint_about_mtx("%%MatrixMarket matrix coordinate complex general\n"),
            "k.mtx:1: values must be real or integer, got \"complex\"");
  EXPECT_EQ(complaint_about_mtx("%%MatrixMarket matrix elemental real general\n"),
            "k.mtx:1: the layout must be coordinate or array, got \"elemental\"");
  for (const std::string kind : {"hermitian", "skew-symmetric"}) {
    EXPECT_EQ(complaint_about_mtx("%%MatrixMarket matrix coordinate real " + kind + "\n"),
              "k.mtx:1: the matrix must be general or symmetric, got \"" + kind +
                  "\"\n  hint: matrices of structures are real and symmetric");
  }
}

const std::string k_symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";

TEST(MatrixMarketErrors, sizes_that_the_file_cannot_hold_are_refused_before_memory_is_asked_for) {
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1000000\n1 1 1\n"),
            "k.mtx:2: announces more entries than the 6 bytes after it can hold, got 1000000\n"
            "  hint: was the file written or copied completely?");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1000000000000\n1 1 1\n"),
            "k.mtx:2: the number of entries must be a whole number from 0 to 1000000000, got "
            "1000000000000");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2000000000 2000000000 1\n1 1 1\n"),
            "k.mtx:2: the number of rows must be a whole number from 1 to 1000006, got 2000000000");
  EXPECT_EQ(complaint_about_mtx("%%MatrixMarket matrix array real general\n900 900\n" +
                                std::string(2000, ' ') + "\n1\n"),
            "k.mtx:2: announces more values than the 2003 bytes after it can hold, got 810000\n"
            "  hint: was the file written or copied completely?");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 99999999999999999999\n1 1 1\n"),
            "k.mtx:2: the number of entries must be a whole number >= 0, got "
            "\"99999999999999999999\"");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "0 0 0\n"),
            "k.mtx:2: the number of rows must be a whole number from 1 to 1000000, got 0");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2\n"),
            "k.mtx:2: must have 3 numbers: rows, columns and entries, got \"2 2\"");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 3 1\n1 1 1\n"),
            "k.mtx:2: a symmetric matrix must be square, got 2 x 3");
}

TEST(MatrixMarketErrors, entries_that_are_wrong_are_told_with_their_line) {
  EXPECT_EQ(complaint_about_mtx(k_symmetric),
            "k.mtx:1: the file ends where the line of sizes should be\n"
            "  hint: was it written or copied completely?");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 2\n1 1 1.2345678\n"),
            "k.mtx:3: the file ends where an entry should be\n"
            "  hint: was it written or copied completely?");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 1 1\n2 2 1\n"),
            "k.mtx:4: more entries than the line of sizes announces, got \"2\"");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n% here\n3 1 1\n"),
            "k.mtx:4: the row must be a whole number from 1 to 2, got 3");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 0 1\n"),
            "k.mtx:3: the column must be a whole number from 1 to 2, got 0");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 1.5 1\n"),
            "k.mtx:3: the column must be a whole number >= 1, got \"1.5\"");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 1 x\n"),
            "k.mtx:3: the value must be a number, got \"x\"");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 1 nan\n"),
            "k.mtx:3: the value must be a finite number, got nan");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 1 -inf\n"),
            "k.mtx:3: the value must be a finite number, got -inf");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 1 1e999\n"),
            "k.mtx:3: the value must be a number between 1e-308 and 1e308, got 1e999");
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "2 2 1\n1 1 1 1\n"),
            "k.mtx:3: must have 3 numbers: row, column and value of an entry, got \"1 1 1 1\"");
  EXPECT_EQ(complaint_about_mtx("%%MatrixMarket matrix array real general\n2 1\n1\n2 3\n"),
            "k.mtx:4: must have 1 numbers: a value a line, column by column, got \"2 3\"");
}

TEST(MatrixMarketErrors, both_halves_in_a_symmetric_file_would_count_twice_and_are_refused) {
  EXPECT_EQ(complaint_about_mtx(k_symmetric + "3 3 4\n1 1 1\n3 1 2\n2 2 1\n1 3 2\n"),
            "k.mtx: says symmetric, but lists both (3, 1) and (1, 3)\n"
            "  hint: list one half only, or write general in the first line");
}

}  // namespace
}  // namespace tread::fem
