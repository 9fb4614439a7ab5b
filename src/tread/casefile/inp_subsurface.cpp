#include "tread/casefile/inp_subsurface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tread::casefile {
namespace {

constexpr int k_max_points_each_way = 9999;  // CONTACT's limit, too
constexpr std::size_t k_max_blocks = 10;
constexpr std::size_t k_max_points_in_block = 1'000'000;

using Where = InpBlock::Where;

void require_count(InpSource& source, const InpValue& count) {
  source.stop_unless_usable(count);
  if (count.whole >= 1 && count.whole <= k_max_points_each_way) return;
  source.problem(count, fmt::format("must be 1 to {}", k_max_points_each_way));
  source.stop();
}

std::vector<double> read_coordinates(InpSource& source, std::string_view name, int count,
                                     double length_unit) {
  std::vector<double> values = source.list(name, count);
  for (double& value : values) value *= length_unit;
  std::sort(values.begin(), values.end());
  return values;
}

InpBlock::Range read_range(InpSource& source, InpKey low, InpKey step, InpKey high) {
  const std::vector<InpValue> values = source.group({low, step, high});
  source.require(values[0].whole >= 1, values[0], "must be an element number, 1 or more");
  source.require(values[1].whole >= 1, values[1], "must be 1 or more");
  source.require(values[2].whole >= values[0].whole, values[2],
                 fmt::format("must not be below {} = {}", low.name, values[0].whole));
  return {values[0].whole, values[1].whole, values[2].whole};
}

std::vector<int> read_element_list(InpSource& source, std::string_view name, int count,
                                   const InpValue& owner) {
  std::vector<int> elements;
  for (const double value : source.list(name, count)) {
    if (value >= 1 && value <= 1e9 && value == std::floor(value)) {
      elements.push_back(static_cast<int>(value));
    } else {
      source.problem(
          owner, fmt::format("{} must hold element numbers, 1 or more: {} is none", name, value));
    }
  }
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

void read_regular_depths(InpSource& source, double length_unit, InpBlock& block) {
  const std::vector<InpValue> values = source.group({whole("NZ"), {"ZL"}, {"DZ"}});
  require_count(source, values[0]);
  source.require(values[1].real >= 0, values[1], "must be >= 0",
                 "points of body 2 (z < 0) are not supported: exchange the bodies");
  source.require(values[2].real > 0, values[2], "must be > 0");
  for (int k = 0; k < values[0].whole; ++k) {
    block.z.push_back((values[1].real + k * values[2].real) * length_unit);
  }
  source.require(std::isfinite(block.z.back()), values[2],
                 "makes the deepest point infinitely deep");
}

void read_listed_depths(InpSource& source, int count, double length_unit, InpBlock& block) {
  block.z = read_coordinates(source, "Z", count, length_unit);
  if (block.z.front() >= 0) return;
  source.problem({.file = {},
                  .line = source.places().at("Z").line,
                  .key = "Z",
                  .reason = "points of body 2 (z < 0) are not supported",
                  .value = fmt::format("{}", block.z.front() / length_unit),
                  .hint = "exchange the bodies, so that the points lie at z >= 0 in body 1"});
}

void read_elements(InpSource& source, InpBlock& block) {
  if (block.where == Where::ranges) {
    block.columns = read_range(source, whole("IXL"), whole("IXINC"), whole("IXH"));
    block.rows = read_range(source, whole("IYL"), whole("IYINC"), whole("IYH"));
  } else if (block.where == Where::element_lists) {
    const std::vector<InpValue> counts = source.group({whole("NX"), whole("NY")});
    for (const InpValue& count : counts) require_count(source, count);
    block.column_list = read_element_list(source, "IX", counts[0].whole, counts[0]);
    block.row_list = read_element_list(source, "IY", counts[1].whole, counts[1]);
  }
}

void read_points(InpSource& source, double length_unit, InpBlock& block) {
  const std::vector<InpValue> counts = source.group({whole("NX"), whole("NY"), whole("NZ")});
  for (const InpValue& count : counts) require_count(source, count);
  block.x = read_coordinates(source, "X", counts[0].whole, length_unit);
  block.y = read_coordinates(source, "Y", counts[1].whole, length_unit);
  read_listed_depths(source, counts[2].whole, length_unit, block);
}

InpBlock read_block(InpSource& source, const InpValue& option, double length_unit) {
  InpBlock block;
  block.option = option;
  const int isubs = option.whole;
  if (isubs == 9) {
    block.where = Where::coordinates;
    read_points(source, length_unit, block);
    return block;
  }
  constexpr std::array k_where{Where::all_elements, Where::ranges, Where::element_lists};
  block.where = k_where[static_cast<std::size_t>((isubs - 1) % 4)];
  read_elements(source, block);
  if (isubs <= 3) {
    read_regular_depths(source, length_unit, block);
  } else {
    const InpValue count = source.one(whole("NZ"));
    require_count(source, count);
    read_listed_depths(source, count.whole, length_unit, block);
  }
  return block;
}

/// One direction of a block: which elements of the grid it names.
struct Direction {
  Where where;
  InpBlock::Range range;
  const std::vector<int>& list;
  int n_elements;

  int highest() const {
    if (where == Where::all_elements) return n_elements;
    return where == Where::ranges ? range.high : list.back();
  }
  std::size_t count() const {
    if (where == Where::all_elements) return static_cast<std::size_t>(n_elements);
    if (where == Where::element_lists) return list.size();
    return static_cast<std::size_t>((range.high - range.low) / range.step) + 1;
  }
  int element(std::size_t k) const {  // 0-based
    if (where == Where::all_elements) return static_cast<int>(k);
    if (where == Where::element_lists) return list[k] - 1;
    return range.low - 1 + static_cast<int>(k) * range.step;
  }
};

bool is_too_many(const InpBlock& block, std::size_t n_points, InpSource& source) {
  if (n_points <= k_max_points_in_block) return false;
  source.problem(
      block.option,
      fmt::format("the block has {} points, more than {}", n_points, k_max_points_in_block),
      "choose fewer points, or several cases");
  return true;
}

}  // namespace

void read_subsurface_output(InpSource& source) {
  const std::vector<InpValue> digits = source.group({whole("MATFIL"), whole("OUTPUT")});
  source.require(digits[0].whole >= 0 && digits[0].whole <= 2, digits[0], "must be 0 to 2");
  source.require(digits[1].whole >= 0 && digits[1].whole <= 4, digits[1], "must be 0 to 4");
}

std::vector<InpBlock> read_blocks(InpSource& source, double length_unit) {
  std::vector<InpBlock> blocks;
  for (;;) {
    const InpValue option = source.one(whole("ISUBS"));
    source.stop_unless_usable(option);
    if (option.whole == 0) return blocks;
    const bool known = option.whole >= 1 && option.whole <= 9 && option.whole % 4 != 0;
    if (!known || blocks.size() == k_max_blocks) {
      source.problem(option, known ? fmt::format("there may be {} blocks at most", k_max_blocks)
                                   : "must be 1 2 3 5 6 7 or 9, or 0 after the last block");
      source.stop();
    }
    blocks.push_back(read_block(source, option, length_unit));
  }
}

SubsurfaceBlock points_of(const InpBlock& block, const Grid* grid, InpSource& source) {
  if (block.where == Where::coordinates) {
    const std::size_t n_points = block.x.size() * block.y.size() * block.z.size();
    if (is_too_many(block, n_points, source)) return {};
    return {block.x, block.y, block.z};
  }
  if (grid == nullptr) {
    source.problem(
        block.option,
        "points below element centres are not supported with a Hertzian grid (IPOTCN < 0)",
        "give their coordinates with ISUBS = 9");
    return {};
  }
  const Direction columns{block.where, block.columns, block.column_list, grid->nx};
  const Direction rows{block.where, block.rows, block.row_list, grid->ny};
  if (columns.highest() > grid->nx || rows.highest() > grid->ny) {
    source.problem(block.option,
                   fmt::format("the block has element ({}, {}), the grid has {} x {}",
                               columns.highest(), rows.highest(), grid->nx, grid->ny));
    return {};
  }
  if (is_too_many(block, columns.count() * rows.count() * block.z.size(), source)) return {};
  SubsurfaceBlock points;
  for (std::size_t k = 0; k < columns.count(); ++k) points.x.push_back(grid->x(columns.element(k)));
  for (std::size_t k = 0; k < rows.count(); ++k) points.y.push_back(grid->y(rows.element(k)));
  points.z = block.z;
  return points;
}

}  // namespace tread::casefile
