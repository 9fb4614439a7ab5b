#include "tread/casefile/heights_csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "tread/casefile/problem_text.hpp"
#include "tread/casefile/text_file.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

constexpr std::string_view k_blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(k_blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(k_blanks) - begin + 1);
}

/// Calls use(item) for the items of a trimmed line until it returns false. The line's own mark
/// separates: comma, else semicolon, else blanks.
template <class Use>
void for_each_item(std::string_view line, Use&& use) {
  const bool has_comma = line.find(',') != std::string_view::npos;
  const bool has_semicolon = line.find(';') != std::string_view::npos;
  const std::string_view marks = has_comma ? "," : has_semicolon ? ";" : k_blanks;
  while (true) {
    const std::size_t end = line.find_first_of(marks);
    const bool is_last = end == std::string_view::npos;
    if (!use(trimmed(line.substr(0, end))) || is_last) return;
    line.remove_prefix(end + 1);
    if (marks == k_blanks) line = trimmed(line);
  }
}

class HeightsReader {
 public:
  explicit HeightsReader(const std::string& file_name) : file_name_(file_name) {}

  HeightTable read(std::string_view text) && {
    constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
    int line_number = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = trimmed(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      ++line_number;
      if (!line.empty() && line.front() != '#') read_line(line, line_number);
    }
    if (table_.n_rows == 0) problems_.add({file_name_, 0, "", "holds no heights", "", ""});
    problems_.throw_if_any(file_name_);
    return std::move(table_);
  }

 private:
  void complain(int line_number, std::string reason, std::string value, std::string hint) {
    problems_.add(
        {file_name_, line_number, "", std::move(reason), std::move(value), std::move(hint)});
  }

  void read_line(std::string_view line, int line_number) {
    ++table_.n_rows;
    const bool has_decimal_commas =
        line.find(',') != std::string_view::npos && line.find(';') != std::string_view::npos;
    if (has_decimal_commas) {
      complain(line_number, "has commas and semicolons", one_line(line, 30),
               "write decimals with a point");
      return;
    }
    int n_items = 0;
    bool is_good = true;
    for_each_item(line, [&](std::string_view item) {
      is_good = read_item(item, line_number, ++n_items);
      return is_good;
    });
    if (is_good) check_count(n_items, line_number);
  }

  bool read_item(std::string_view item, int line_number, int column) {
    double value = 0;
    const std::string_view digits = item.starts_with('+') ? item.substr(1) : item;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure == std::errc::result_out_of_range) {
      complain(line_number,
               fmt::format("value {} must be a number between 1e-308 and 1e308", column),
               one_line(item), "");
      return false;
    }
    if (failure != std::errc{} || end != digits.data() + digits.size()) {
      complain(line_number, fmt::format("value {} must be a number", column), quoted(item),
               "lines that are not numbers start with #");
      return false;
    }
    if (!std::isfinite(value)) {
      complain(line_number, fmt::format("value {} must be a finite number", column), one_line(item),
               "");
      return false;
    }
    table_.values.push_back(value);
    return true;
  }

  void check_count(int n_items, int line_number) {
    if (table_.n_columns == 0) {
      table_.n_columns = n_items;
    } else if (n_items != table_.n_columns) {
      complain(line_number,
               fmt::format("must have {} values as the lines before", table_.n_columns),
               fmt::format("{}", n_items), "");
    }
  }

  const std::string& file_name_;
  HeightTable table_;
  ProblemList problems_;
};

}  // namespace

HeightTable parse_heights_csv(std::string_view text, const std::string& file_name) {
  return HeightsReader(file_name).read(text);
}

HeightTable read_heights_csv(const std::filesystem::path& path) {
  return parse_heights_csv(read_text_file(path, k_max_heights_bytes), path.string());
}

}  // namespace tread::casefile
