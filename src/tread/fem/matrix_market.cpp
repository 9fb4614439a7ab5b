#include "tread/fem/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "tread/core/as_size.hpp"
#include "tread/core/letters.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/text_items.hpp"
#include "tread/fem/sparse_entries.hpp"
#include "tread/fem/text_source.hpp"

namespace tread::fem {
namespace {

using structure::SparseMatrix;

constexpr std::string_view k_banner = "%%matrixmarket";

enum class Layout { coordinate, array };

struct MatrixMarketHead {
  Layout layout = Layout::coordinate;
  Halves halves = Halves::both;
};

MatrixMarketHead read_matrix_market_head(TextSource& source) {
  const auto words = words_of<5>(without_byte_order_mark(source.next_line("its first line")));
  if (lower_case_of(words.at[0]) != k_banner || words.n != 5) {
    source.refuse(
        "must begin with a line such as "
        "\"%%MatrixMarket matrix coordinate real symmetric\"",
        quoted(words.at[0]));
  }
  const auto is = [&](std::size_t i, std::string_view wanted) {
    return lower_case_of(words.at[i]) == wanted;
  };
  if (!is(1, "matrix")) source.refuse("must hold a matrix", quoted(words.at[1]));
  MatrixMarketHead head;
  if (is(2, "array")) {
    head.layout = Layout::array;
  } else if (!is(2, "coordinate")) {
    source.refuse("the layout must be coordinate or array", quoted(words.at[2]));
  }
  if (!is(3, "real") && !is(3, "double") && !is(3, "integer")) {
    source.refuse("values must be real or integer", quoted(words.at[3]),
                  is(3, "pattern") ? "a pattern has places, but no values" : "");
  }
  if (is(4, "symmetric")) {
    head.halves = Halves::one;
  } else if (!is(4, "general")) {
    source.refuse("the matrix must be general or symmetric", quoted(words.at[4]),
                  "matrices of structures are real and symmetric");
  }
  return head;
}

/// The next line that is neither empty nor a comment.
std::string_view next_data_line(TextSource& source, std::string_view what) {
  while (true) {
    const std::string_view line = source.next_line(what);
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && line[begin] != '%') return line;
  }
}

void expect_words(const TextSource& source, std::size_t n, std::size_t wanted,
                  std::string_view what, std::string_view line) {
  if (n == wanted) return;
  source.refuse(fmt::format("must have {} numbers: {}", wanted, what), quoted(line));
}

void expect_no_more(TextSource& source, std::string_view what) {
  const std::string_view word = source.next_word();
  if (word.empty()) return;
  source.refuse(fmt::format("more {} than the line of sizes announces", what), quoted(word));
}

void check_shape(const TextSource& source, Halves halves, long long n_rows, long long n_columns) {
  if (halves == Halves::both || n_rows == n_columns) return;
  source.refuse("a symmetric matrix must be square", fmt::format("{} x {}", n_rows, n_columns));
}

long long most_rows(const TextSource& source) {
  return std::min<long long>(
      SparseEntries::k_free_rows + static_cast<long long>(source.rest().size()),
      std::numeric_limits<int>::max());
}

SparseMatrix matrix_of(const TextSource& source, const SparseEntries& entries, Halves halves) {
  if (halves == Halves::both) return entries.general();
  if (const auto place = entries.doubled()) {
    source.refuse_file(fmt::format("says symmetric, but lists both ({0}, {1}) and ({1}, {0})",
                                   place->first + 1, place->second + 1),
                       "", "list one half only, or write general in the first line");
  }
  return entries.symmetric();
}

SparseMatrix read_coordinates(TextSource& source, Halves halves) {
  const std::string_view sizes = next_data_line(source, "the line of sizes");
  const auto words = words_of<3>(sizes);
  expect_words(source, words.n, 3, "rows, columns and entries", sizes);
  const long long most = most_rows(source);
  const long long n_rows = source.integer(words.at[0], "the number of rows", 1, most);
  const long long n_columns = source.integer(words.at[1], "the number of columns", 1, most);
  const long long n_entries =
      source.integer(words.at[2], "the number of entries", 0, SparseEntries::k_max_entries);
  check_shape(source, halves, n_rows, n_columns);
  constexpr std::size_t k_bytes_of_entry = 6;  // "1 1 1" and a line feed
  source.check_count(n_entries, k_bytes_of_entry, "entries");

  SparseEntries entries(static_cast<int>(n_rows), static_cast<int>(n_columns));
  entries.reserve(static_cast<std::size_t>(n_entries));
  for (long long i = 0; i < n_entries; ++i) {
    const std::string_view line = next_data_line(source, "an entry");
    const auto entry = words_of<3>(line);
    expect_words(source, entry.n, 3, "row, column and value of an entry", line);
    const long long row = source.integer(entry.at[0], "the row", 1, n_rows);
    const long long column = source.integer(entry.at[1], "the column", 1, n_columns);
    entries.add(static_cast<int>(row - 1), static_cast<int>(column - 1),
                source.number(entry.at[2], "the value"));
  }
  expect_no_more(source, "entries");
  return matrix_of(source, entries, halves);
}

SparseMatrix read_array(TextSource& source, Halves halves) {
  const std::string_view sizes = next_data_line(source, "the line of sizes");
  const auto words = words_of<2>(sizes);
  expect_words(source, words.n, 2, "rows and columns", sizes);
  const auto most = std::min<long long>(static_cast<long long>(source.rest().size()),
                                        std::numeric_limits<int>::max());
  const long long n_rows = source.integer(words.at[0], "the number of rows", 1, most);
  const long long n_columns = source.integer(words.at[1], "the number of columns", 1, most);
  check_shape(source, halves, n_rows, n_columns);
  const long long n_values =
      halves == Halves::both ? n_rows * n_columns : n_rows * (n_rows + 1) / 2;
  source.check_count(n_values, 2, "values");

  SparseEntries entries(static_cast<int>(n_rows), static_cast<int>(n_columns));
  for (int column = 0; column < n_columns; ++column) {
    for (int row = halves == Halves::both ? 0 : column; row < n_rows; ++row) {
      const std::string_view line = next_data_line(source, "a value");
      const auto value = words_of<1>(line);
      expect_words(source, value.n, 1, "a value a line, column by column", line);
      const double number = source.number(value.at[0], "the value");
      if (number != 0) entries.add(row, column, number);
    }
  }
  expect_no_more(source, "values");
  return matrix_of(source, entries, halves);
}

bool is_exactly_symmetric(const SparseMatrix& matrix) {
  if (matrix.rows() != matrix.cols()) return false;
  const SparseMatrix mirrored = matrix.transpose();
  const auto n = static_cast<std::size_t>(matrix.nonZeros());
  const auto same = [](const auto* a, const auto* b, std::size_t count) {
    return std::equal(a, a + count, b);
  };
  return same(matrix.outerIndexPtr(), mirrored.outerIndexPtr(),
              static_cast<std::size_t>(matrix.outerSize()) + 1) &&
         same(matrix.innerIndexPtr(), mirrored.innerIndexPtr(), n) &&
         same(matrix.valuePtr(), mirrored.valuePtr(), n);
}

}  // namespace

SparseMatrix parse_matrix_market(std::string_view text, const std::string& file_name) {
  TextSource source(text, file_name);
  const MatrixMarketHead head = read_matrix_market_head(source);
  return head.layout == Layout::coordinate ? read_coordinates(source, head.halves)
                                           : read_array(source, head.halves);
}

std::string matrix_market_text(const SparseMatrix& given) {
  SparseMatrix matrix = given;
  matrix.makeCompressed();
  const bool is_symmetric = is_exactly_symmetric(matrix);
  const auto is_listed = [&](Eigen::Index row, Eigen::Index column) {
    return !is_symmetric || row >= column;
  };
  Eigen::Index n_entries = 0;
  for (int column = 0; column < matrix.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
      if (is_listed(it.row(), column)) ++n_entries;
    }
  }
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "%%MatrixMarket matrix coordinate real {}\n{} {} {}\n",
                 is_symmetric ? "symmetric" : "general", matrix.rows(), matrix.cols(), n_entries);
  for (int column = 0; column < matrix.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
      if (!is_listed(it.row(), column)) continue;
      fmt::format_to(std::back_inserter(text), "{} {} {}\n", it.row() + 1, column + 1, it.value());
    }
  }
  return fmt::to_string(text);
}

}  // namespace tread::fem
