#pragma once

#include <span>

namespace tread {

/// A rectangle of cells, both ends included: the one around all cells that are in contact, say.
struct CellRange {
  int x_first = 0;
  int x_last = -1;
  int y_first = 0;
  int y_last = -1;

  bool is_empty() const { return x_last < x_first; }
  int nx() const { return x_last - x_first + 1; }
  int ny() const { return y_last - y_first + 1; }
};

/// The smallest rectangle that holds every positive value of a field of nx by ny cells, x fastest;
/// empty if none is.
CellRange positive_range(std::span<const double> field, int nx, int ny);

}  // namespace tread
