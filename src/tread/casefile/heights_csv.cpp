#include "tread/casefile/heights_csv.hpp"

#include <fmt/format.h>

#include "tread/casefile/text_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/read_number.hpp"
#include "tread/core/text_items.hpp"

namespace tread::casefile {
namespace {

class HeightsReader {
 public:
  explicit HeightsReader(const std::string& file_name) : file_name_(file_name) {}

  HeightTable read(std::string_view text) && {
    for_each_line(text, [this](std::string_view line, int number) { read_line(line, number); });
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
    const auto [value, fault] = read_number(item);
    if (fault != tread::NumberFault::none) {
      const bool is_text = fault == tread::NumberFault::not_a_number;
      complain(line_number, fmt::format("value {} {}", column, wanted(fault)), shown(fault, item),
               is_text ? "lines that are not numbers start with #" : "");
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
