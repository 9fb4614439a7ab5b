#include "tread/core/cell_range.hpp"

#include <algorithm>

#include "tread/core/as_size.hpp"

namespace tread {

CellRange positive_range(std::span<const double> field, int nx, int ny) {
  CellRange range{nx, -1, ny, -1};
  for (int j = 0; j < ny; ++j) {
    const double* row = field.data() + as_size(j) * as_size(nx);
    int first = 0;
    while (first < nx && !(row[first] > 0)) ++first;
    if (first == nx) continue;
    int last = nx - 1;
    while (!(row[last] > 0)) --last;
    range.x_first = std::min(range.x_first, first);
    range.x_last = std::max(range.x_last, last);
    range.y_first = std::min(range.y_first, j);
    range.y_last = j;
  }
  return range.is_empty() ? CellRange{} : range;
}

}  // namespace tread
