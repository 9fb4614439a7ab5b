#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tread::casefile {

/// Heights of a rail from a text file: a line a place, its x and its height, both in the units that
/// a heading names, else in m; separated by commas, semicolons, tabs or blanks. Empty lines and
/// lines that start with # do not count. The heading is a first line with words for both columns,
/// the unit in brackets or behind an underscore: "x (m), height (mm)" or "x_m;height_mm".
struct RailTable {
  std::vector<double> places;   // m
  std::vector<double> heights;  // in the unit of the file
  std::string height_unit;      // that the heading names; empty: it names none
};

/// Throws CaseError that tells the lines: no two numbers, not finite, a place that does not come
/// after the one before, a unit that is none of length; fewer than two places.
RailTable parse_rail_file(std::string_view text, const std::string& file_name);

RailTable read_rail_file(const std::filesystem::path& path);

}  // namespace tread::casefile
