#include "tread/fem/harwell_boeing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "tread/core/as_size.hpp"
#include "tread/core/letters.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/text_items.hpp"
#include "tread/fem/fortran_format.hpp"
#include "tread/fem/sparse_entries.hpp"
#include "tread/fem/text_source.hpp"

namespace tread::fem {
namespace {

using structure::SparseMatrix;

constexpr std::string_view k_remedy =
    "write a real, assembled matrix (RSA or RUA); in ANSYS: HBMAT with Form ASCII";

struct HarwellBoeingHead {
  Halves halves = Halves::both;
  int n_rows = 0;
  int n_columns = 0;
  int n_entries = 0;
  bool has_right_hand_sides = false;
  FortranFormat of_pointers;
  FortranFormat of_rows;
  FortranFormat of_values;
};

bool has_right_hand_sides(TextSource& source) {
  const std::string_view line = source.next_line("the line of counts");
  const auto words = words_of<5>(line);
  if (words.n != 4 && words.n != 5) {
    source.refuse("must hold the 4 or 5 numbers of lines", quoted(line),
                  "is this an ASCII file in Harwell-Boeing format?");
  }
  for (std::size_t i = 0; i < words.n; ++i) {
    source.integer(words.at[i], "a number of lines", 0, std::numeric_limits<int>::max());
  }
  return words.n == 5 && *read_integer(words.at[4]) > 0;
}

/// Throws unless the three letters say: real or integer values, assembled.
Halves halves_of(const TextSource& source, std::string_view type) {
  const std::string letters = lower_case_of(type);
  const auto is = [&](std::size_t i, std::string_view known) {
    return letters.size() == 3 && known.find(letters[i]) != std::string_view::npos;
  };
  if (is(0, "p")) {
    source.refuse("the matrix is a pattern: it has places, but no values", quoted(type),
                  std::string(k_remedy));
  }
  if (is(0, "c")) {
    source.refuse("the matrix is complex", quoted(type), std::string(k_remedy));
  }
  if (is(2, "e")) {
    source.refuse("the matrix is not assembled", quoted(type), std::string(k_remedy));
  }
  if (!is(0, "ri") || !is(1, "sur") || !is(2, "a")) {
    source.refuse("the type must be RSA or RUA", quoted(type), std::string(k_remedy));
  }
  return letters[1] == 's' ? Halves::one : Halves::both;
}

void read_sizes(TextSource& source, HarwellBoeingHead& head) {
  const std::string_view line = source.next_line("the line of sizes");
  const auto words = words_of<4>(line);
  if (words.n < 4) {
    source.refuse("must hold type, rows, columns and entries", quoted(line),
                  "is this an ASCII file in Harwell-Boeing format?");
  }
  head.halves = halves_of(source, words.at[0]);
  const auto n_bytes = static_cast<long long>(source.rest().size());
  const long long most = std::min<long long>(SparseEntries::k_free_rows + n_bytes,
                                             std::numeric_limits<int>::max() - 1);
  const auto size = [&](std::size_t i, std::string_view what, long long least, long long limit) {
    return static_cast<int>(source.integer(words.at[i], what, least, limit));
  };
  head.n_rows = size(1, "the number of rows", 1, most);
  head.n_columns = size(2, "the number of columns", 1, most);
  head.n_entries = size(3, "the number of entries", 0, SparseEntries::k_max_entries);
  if (head.halves == Halves::one && head.n_rows != head.n_columns) {
    source.refuse("a symmetric matrix must be square",
                  fmt::format("{} x {}", head.n_rows, head.n_columns));
  }
  source.check_count(head.n_columns + 1LL + 2LL * head.n_entries, 1, "columns and entries");
}

/// The next form in parentheses of the line, which it shortens.
FortranFormat next_format(const TextSource& source, std::string_view& line, std::string_view what) {
  const std::size_t begin = std::min(line.find('('), line.size());
  const std::size_t end = line.find(')', begin);
  const std::string_view text =
      line.substr(begin, end == std::string_view::npos ? end : end - begin + 1);
  const auto format = parse_fortran_format(text);
  if (!format) {
    source.refuse(fmt::format("the form of {} must be one such as (8I10) or (5E16.8)", what),
                  quoted(trimmed(text)));
  }
  line.remove_prefix(begin + text.size());
  return *format;
}

FortranFormat next_integer_format(const TextSource& source, std::string_view& line,
                                  std::string_view what) {
  const std::string_view shown = trimmed(line);
  const FortranFormat format = next_format(source, line, what);
  if (format.kind == FortranFormat::Kind::integer) return format;
  source.refuse(fmt::format("the form of {} must be one of integers, such as (8I10)", what),
                quoted(shown));
}

HarwellBoeingHead read_harwell_boeing_head(TextSource& source) {
  source.next_line("its title");
  HarwellBoeingHead head;
  head.has_right_hand_sides = has_right_hand_sides(source);
  read_sizes(source, head);
  std::string_view formats = source.next_line("the line of forms");
  head.of_pointers = next_integer_format(source, formats, "the pointers");
  head.of_rows = next_integer_format(source, formats, "the rows");
  head.of_values = next_format(source, formats, "the values");
  if (head.has_right_hand_sides) source.next_line("the line of right-hand sides");
  return head;
}

/// Calls use(item, i) for n numbers in columns of fixed width.
template <class Use>
void for_each_field(TextSource& source, const FortranFormat& format, int n, std::string_view what,
                    Use&& use) {
  const std::size_t width = as_size(format.width);
  for (int i = 0; i < n;) {
    std::string_view line = source.next_line(what);
    for (int k = 0; k < format.n_per_line && i < n; ++k, ++i) {
      const std::string_view item = trimmed(line.substr(0, width));
      if (item.empty()) {
        source.refuse(fmt::format("{}: the form asks for {} in columns of {}, this line has", what,
                                  std::min(format.n_per_line, n - i + k), format.width),
                      fmt::format("{}", k));
      }
      use(item, i);
      line.remove_prefix(std::min(width, line.size()));
    }
    if (!trimmed(line).empty()) {
      source.refuse(fmt::format("{}: the line is longer than its form allows", what),
                    quoted(trimmed(line)));
    }
  }
}

/// Where the entries of each column begin, from 0, and the end of the last.
std::vector<int> read_pointers(TextSource& source, const HarwellBoeingHead& head) {
  std::vector<int> pointers(as_size(head.n_columns) + 1);
  long long before = 1;
  for_each_field(source, head.of_pointers, head.n_columns + 1, "the pointers",
                 [&](std::string_view item, int i) {
                   before = source.integer(item, "a pointer", before, head.n_entries + 1LL);
                   pointers[as_size(i)] = static_cast<int>(before - 1);
                 });
  if (pointers.front() != 0) source.refuse("the first pointer must be 1");
  if (pointers.back() != head.n_entries) {
    source.refuse(fmt::format("the last pointer must be {}, one more than there are entries",
                              head.n_entries + 1LL),
                  fmt::format("{}", pointers.back() + 1LL));
  }
  return pointers;
}

std::vector<int> read_rows(TextSource& source, const HarwellBoeingHead& head) {
  std::vector<int> rows(as_size(head.n_entries));
  for_each_field(
      source, head.of_rows, head.n_entries, "the rows", [&](std::string_view item, int i) {
        rows[as_size(i)] = static_cast<int>(source.integer(item, "a row", 1, head.n_rows) - 1);
      });
  return rows;
}

double value_of(const TextSource& source, std::string_view item, const FortranFormat& format) {
  const NumberRead read = read_fortran_number(item, format);
  if (read.fault == NumberFault::none) return read.value;
  source.refuse(fmt::format("a value {}", wanted(read.fault)), shown(read.fault, item),
                read.fault == NumberFault::not_a_number
                    ? "as Fortran writes them: with a point and, under a scale, an exponent"
                    : "");
}

void expect_end_of_file(TextSource& source) {
  const std::string_view word = source.next_word();
  if (word.empty()) return;
  source.refuse("there is more than the entries that the third line announces", quoted(word));
}

}  // namespace

SparseMatrix parse_harwell_boeing(std::string_view text, const std::string& file_name) {
  TextSource source(text, file_name);
  const HarwellBoeingHead head = read_harwell_boeing_head(source);
  const std::vector<int> pointers = read_pointers(source, head);
  const std::vector<int> rows = read_rows(source, head);

  SparseEntries entries(head.n_rows, head.n_columns);
  entries.reserve(rows.size());
  int column = 0;
  for_each_field(source, head.of_values, head.n_entries, "the values",
                 [&](std::string_view item, int i) {
                   while (pointers[as_size(column) + 1] <= i) ++column;
                   entries.add(rows[as_size(i)], column, value_of(source, item, head.of_values));
                 });
  if (!head.has_right_hand_sides) expect_end_of_file(source);
  if (head.halves == Halves::both) return entries.general();
  if (const auto place = entries.doubled()) {
    source.refuse_file(fmt::format("is of type RSA, but stores both ({0}, {1}) and ({1}, {0})",
                                   place->first + 1, place->second + 1),
                       "", "if it holds the whole matrix, write RUA in its third line");
  }
  return entries.symmetric();
}

}  // namespace tread::fem
