#pragma once

#include <fmt/format.h>

#include <cstddef>

#include "tread/core/errors.hpp"
#include "tread/core/grid.hpp"
#include "tread/halfspace/fft.hpp"
#include "tread/halfspace/influence.hpp"
#include "tread/halfspace/surface_operator.hpp"

namespace tread::halfspace {

/// What the operators on a grid share about a coupling A_ij.

inline double component(const InfluenceCoefficients& c, Direction i, Direction j) {
  const double rows[3][3] = {{c.xx, c.xy, c.xz}, {c.yx, c.yy, c.yz}, {c.zx, c.zy, c.zz}};
  return rows[static_cast<int>(i)][static_cast<int>(j)];
}

/// A coupling changes sign with an offset along an axis once for each of its two directions that is
/// that axis.
inline Parity parity_along(Direction axis, Direction i, Direction j) {
  return (i == axis) != (j == axis) ? Parity::odd : Parity::even;
}

/// A cell's influence at the offset (x, y), by the strip if there is a line datum.
inline InfluenceCoefficients influence_of_cell(double x, double y, const Grid& grid,
                                               const Compliance& compliance, double line_datum) {
  return line_datum > 0 ? strip_influence(x, grid.dx, line_datum, compliance)
                        : influence(x, y, grid.dx, grid.dy, compliance);
}

inline void check_line_datum(const Grid& grid, double line_datum) {
  if (line_datum != 0 && (grid.ny != 1 || !(line_datum > 0))) {
    throw ModelError(fmt::format(
        "a line contact has one row of cells and a datum distance > 0 m, got {} rows and {} m",
        grid.ny, line_datum));
  }
}

inline void check_field_size(std::size_t size, std::size_t n_cells) {
  if (size != n_cells) {
    throw ModelError(fmt::format("a field has {} values on a grid of {} cells", size, n_cells));
  }
}

}  // namespace tread::halfspace
