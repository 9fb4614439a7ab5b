#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tread/result/result.hpp"
#include "tread/result/svg.hpp"

namespace tread::result {

/// What the pages of a report are put together from.

std::string card(std::string_view contents);
std::string figure(std::string_view svg, std::string_view caption);
/// Cards side by side where there is room; empty for none.
std::string pair_of(std::string_view cards);

std::string capitalised(std::string text);
std::string name_of(const Field& field);
/// sigma_xx and u_z stay as they are; other names are written as words.
std::string label_of(const Column& column);

/// Curves of so few points are drawn with a mark at each.
inline constexpr std::size_t k_points_marked = 60;

CellIndex peak_of(const Grid& grid, const Field& field);

enum class Direction { x, y };
/// Along which a grid has more than one cell.
std::vector<Direction> directions(const Grid& grid);
/// The values of a field along a row or column of cells.
Series section(const Grid& grid, const Field& field, const CellIndex& at, Direction along);
/// "along x at y = 0.4 mm"
std::string section_title(const Grid& grid, const CellIndex& at, Direction along);

/// The column of that name, or null.
const Column* find_column(const Table& table, std::string_view name);

}  // namespace tread::result
