#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/letters.hpp"
#include "tread/core/read_number.hpp"
#include "tread/core/text_items.hpp"
#include "tread/profile/raw_profile.hpp"

namespace tread::profile {
namespace {

constexpr std::size_t k_most_columns = 20;

/// MiniProf marks lines, or what stands behind, with a double quote; others use ! and %.
std::string_view data_of_miniprof_line(std::string_view line) {
  return trimmed(line.substr(0, line.find_first_of("\"!%#")));
}

/// The old header has neither keys nor an order: it ends with an empty line.
bool has_old_header(const std::vector<FileLine>& lines) {
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3); ++i) {
    if (lines[i].text.find('=') != std::string_view::npos) return false;
    if (lines[i].text.find("MINIPROF") != std::string_view::npos) return true;
  }
  return false;
}

class MiniProfReader {
 public:
  explicit MiniProfReader(Complaints& complaints) : complaints_(complaints) {
    raw_.usual_mirror_y = Mirror::yes;
  }

  RawProfile read(std::string_view text) && {
    const auto lines = lines_of(text);
    bool is_in_old_header = has_old_header(lines);
    if (is_in_old_header) raw_.done.emplace_back("header in the old style of MiniProf");
    for (const FileLine& line : lines) {
      if (is_in_old_header) {
        is_in_old_header = !line.text.empty();
        continue;
      }
      if (line.text.starts_with('"')) continue;
      const std::size_t equals = line.text.find('=');
      if (equals != std::string_view::npos) {
        read_key(lower_case_of(trimmed(line.text.substr(0, equals))),
                 trimmed(line.text.substr(equals + 1)), line.number);
      } else if (!data_of_miniprof_line(line.text).empty()) {
        read_point(data_of_miniprof_line(line.text), line.number);
      }
    }
    if (announced_ && *announced_ != static_cast<long long>(raw_.points.size())) {
      raw_.warnings.push_back(
          fmt::format("XYPoints = {}, but there are {} points", *announced_, raw_.points.size()));
    }
    return std::move(raw_);
  }

 private:
  void read_key(const std::string& key, std::string_view value, int line) {
    if (key == "columndef") {
      read_columns(value, line);
    } else if (key == "xypoints") {
      announced_ = read_integer(value);
    } else if (key == "filename") {
      raw_.title = one_line(value, 200);
    } else if (key == "wheeldiametertaperline") {
      read_tape_circle(value, line);
    }
  }

  void read_columns(std::string_view value, int line) {
    const auto names = items_of(value, k_most_columns);
    const auto place_of = [&](char letter) {
      return static_cast<std::size_t>(std::ranges::find_if(names,
                                                           [&](std::string_view name) {
                                                             return name.size() == 1 &&
                                                                    lower_case(name.front()) ==
                                                                        lower_case(letter);
                                                           }) -
                                      names.begin());
    };
    x_ = place_of('X');
    y_ = place_of('Y');
    if (x_ == names.size() || y_ == names.size()) {
      complaints_.add(line, "ColumnDef", "must name the columns X and Y", quoted(value),
                      "ColumnDef=X,Y");
      x_ = 0;
      y_ = 1;
    }
  }

  /// 0 stands in files that do not know it.
  void read_tape_circle(std::string_view value, int line) {
    if (value.empty()) return;
    const double distance = complaints_.number(value, "WheelDiameterTaperline", line);
    if (distance > 0 && distance < 200) raw_.tape_circle = distance * 1e-3;
  }

  void read_point(std::string_view text, int line) {
    const auto items = items_of(text, k_most_columns);
    if (items.size() <= std::max(x_, y_)) {
      complaints_.add(line, fmt::format("must have at least {} values", std::max(x_, y_) + 1),
                      quoted(text));
      return;
    }
    const auto point = point_of(items[x_], items[y_], line, complaints_);
    if (point) raw_.points.push_back(*point);
  }

  Complaints& complaints_;
  RawProfile raw_;
  std::size_t x_ = 0;
  std::size_t y_ = 1;
  std::optional<long long> announced_;
};

}  // namespace

RawProfile read_miniprof(std::string_view text, Complaints& complaints) {
  return MiniProfReader(complaints).read(text);
}

}  // namespace tread::profile
