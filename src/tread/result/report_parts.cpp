#include "tread/result/report_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "tread/result/markup.hpp"
#include "tread/result/units.hpp"

namespace tread::result {
namespace {

// "y = 0.4 mm", with the zero of a symmetric grid written as zero and not as its rounding error.
std::string position(std::string_view axis, double value, double cell) {
  if (std::abs(value) < 1e-9 * cell) return fmt::format("{} = 0", axis);
  return fmt::format("{} = {}", axis, format_si(value, "m", 4));
}

}  // namespace

std::string card(std::string_view contents) {
  return fmt::format("<div class=\"card\">{}</div>\n", contents);
}

std::string figure(std::string_view svg, std::string_view caption) {
  const std::string below =
      caption.empty() ? "" : fmt::format("<figcaption>{}</figcaption>", escape_markup(caption));
  return card(fmt::format("<figure>\n{}{}</figure>", svg, below));
}

std::string pair_of(std::string_view cards) {
  return cards.empty() ? "" : fmt::format("<div class=\"pair\">\n{}</div>\n", cards);
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  }
  return text;
}

std::string name_of(const Field& field) {
  return field.meaning.empty() ? in_words(field.name) : field.meaning;
}

std::string label_of(const Column& column) {
  const std::size_t bar = column.name.rfind('_');
  const bool components =
      bar != std::string::npos && bar + 1 < column.name.size() &&
      column.name.find_first_not_of("xyz0123456789", bar + 1) == std::string::npos;
  if (components) return column.name;
  return column.name == "von_mises" ? "von Mises" : in_words(column.name);
}

CellIndex peak_of(const Grid& grid, const Field& field) {
  CellIndex peak;
  double highest = -1;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double value = field.values[grid.index(i, j)];
      if (value > highest) {
        highest = value;
        peak = {i, j};
      }
    }
  }
  return peak;
}

Series section(const Grid& grid, const Field& field, const CellIndex& at, Direction along) {
  const int n = along == Direction::x ? grid.nx : grid.ny;
  Series series{name_of(field), {}, {}, Mark::line};
  for (int k = 0; k < n; ++k) {
    series.x.push_back(along == Direction::x ? grid.x(k) : grid.y(k));
    series.y.push_back(
        field.values[along == Direction::x ? grid.index(k, at.j) : grid.index(at.i, k)]);
  }
  if (series.x.size() <= k_points_marked) series.mark = Mark::line_and_points;
  return series;
}

std::string section_title(const Grid& grid, const CellIndex& at, Direction along) {
  return along == Direction::x ? "along x at " + position("y", grid.y(at.j), grid.dy)
                               : "along y at " + position("x", grid.x(at.i), grid.dx);
}

std::vector<Direction> directions(const Grid& grid) {
  std::vector<Direction> list;
  if (grid.nx > 1) list.push_back(Direction::x);
  if (grid.ny > 1) list.push_back(Direction::y);
  return list;
}

const Column* find_column(const Table& table, std::string_view name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [name](const Column& c) { return c.name == name; });
  return found == table.columns.end() ? nullptr : &*found;
}

}  // namespace tread::result
