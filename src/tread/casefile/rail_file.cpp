#include "tread/casefile/rail_file.hpp"

#include <fmt/format.h>

#include "tread/casefile/heights_csv.hpp"
#include "tread/casefile/text_file.hpp"
#include "tread/casefile/units.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/read_number.hpp"
#include "tread/core/text_items.hpp"

namespace tread::casefile {
namespace {

/// "mm" of "height (mm)", "height [mm]" and "height_mm"; empty: there is none.
std::string_view unit_in(std::string_view words) {
  const std::size_t open = words.find_first_of("([");
  if (open != std::string_view::npos) {
    const std::size_t close = words.find_first_of(")]", open);
    return trimmed(
        words.substr(open + 1, close == std::string_view::npos ? close : close - open - 1));
  }
  const std::size_t underscore = words.rfind('_');
  return underscore == std::string_view::npos ? "" : words.substr(underscore + 1);
}

class RailFileReader {
 public:
  explicit RailFileReader(const std::string& file_name) : file_name_(file_name) {}

  RailTable read(std::string_view text) && {
    find_heading(text);
    problems_.throw_if_any(file_name_);
    // as a comment, so that lines keep their numbers
    std::string numbers(text);
    if (heading_ != nullptr) {
      numbers.insert(static_cast<std::size_t>(heading_ - text.data()), "#");
    }
    const HeightTable table = parse_heights_csv(numbers, file_name_);
    if (table.n_columns != 2) {
      problems_.add({file_name_, 0, "", "must have 2 numbers in a line",
                     fmt::format("{}", table.n_columns), "a line is a place and its height"});
    } else {
      for (std::size_t i = 0; i < table.values.size(); i += 2) {
        table_.places.push_back(place_unit_.to_si(table.values[i]));
        table_.heights.push_back(table.values[i + 1]);
      }
      check_order(numbers);
    }
    problems_.throw_if_any(file_name_);
    return std::move(table_);
  }

 private:
  void complain(int line, std::string reason, std::string_view value, std::string hint) {
    problems_.add({file_name_, line, "", std::move(reason), std::string(value), std::move(hint)});
  }

  void find_heading(std::string_view text) {
    bool is_first = true;
    for_each_line(text, [&](std::string_view line, int number) {
      if (!is_first) return;
      is_first = false;
      std::vector<std::string_view> words;
      for_each_item(line, [&](std::string_view item) {
        words.push_back(item);
        return true;
      });
      for (const std::string_view word : words) {
        if (read_number(word).fault != tread::NumberFault::not_a_number) return;
      }
      heading_ = line.data();
      if (words.size() != 2) {
        complain(number, fmt::format("is a heading of {} columns, not 2", words.size()),
                 one_line(line, 30), "separate them by a comma, or start the line with #");
        return;
      }
      if (const Unit* unit = unit_of(words[0], number)) place_unit_ = *unit;
      if (const Unit* unit = unit_of(words[1], number)) table_.height_unit = unit->suffix;
    });
  }

  const Unit* unit_of(std::string_view words, int line) {
    const std::string_view name = unit_in(words);
    if (name.empty()) return nullptr;
    const Unit* unit = find_unit(Dimension::length, name);
    if (unit == nullptr) {
      complain(line, "names a unit that is none of length", one_line(words, 30),
               "write m, mm, cm, um or km");
    }
    return unit;
  }

  void check_order(std::string_view numbers) {
    const std::vector<double>& places = table_.places;
    if (places.size() < 2) {
      problems_.add({file_name_, 0, "", "must hold two places at least",
                     fmt::format("{}", places.size()), ""});
    }
    std::size_t i = 0;
    for_each_line(numbers, [&](std::string_view, int line) {
      if (i > 0 && !(places[i] > places[i - 1])) {
        complain(line, "has a place that does not come after the one before",
                 fmt::format("{} after {} m", places[i], places[i - 1]), "sort the lines by place");
      }
      ++i;
    });
  }

  const std::string& file_name_;
  const char* heading_ = nullptr;  // where it begins
  Unit place_unit_{"m"};
  RailTable table_;
  ProblemList problems_;
};

}  // namespace

RailTable parse_rail_file(std::string_view text, const std::string& file_name) {
  return RailFileReader(file_name).read(text);
}

RailTable read_rail_file(const std::filesystem::path& path) {
  return parse_rail_file(read_text_file(path, k_max_heights_bytes), path.string());
}

}  // namespace tread::casefile
