#include "tread/halfspace/surface_operator.hpp"

#include <fmt/format.h>

#include "tread/core/errors.hpp"
#include "tread/halfspace/influence.hpp"

namespace tread::halfspace {
namespace {

double component(const InfluenceCoefficients& c, Direction i, Direction j) {
  const double rows[3][3] = {{c.xx, c.xy, c.xz}, {c.yx, c.yy, c.yz}, {c.zx, c.zy, c.zz}};
  return rows[static_cast<int>(i)][static_cast<int>(j)];
}

/// A coupling changes sign with an offset along an axis once for each of its two directions that is
/// that axis.
Parity parity_along(Direction axis, Direction i, Direction j) {
  return (i == axis) != (j == axis) ? Parity::odd : Parity::even;
}

KernelSymbol symbol_of(const Grid& grid, const Compliance& compliance, Direction i, Direction j,
                       double line_datum) {
  check(grid);
  if (line_datum != 0 && (grid.ny != 1 || !(line_datum > 0))) {
    throw ModelError(fmt::format(
        "a line contact has one row of cells and a datum distance > 0 m, got {} rows and {} m",
        grid.ny, line_datum));
  }
  return padded_symbol(
      grid.nx, grid.ny, parity_along(Direction::x, i, j), parity_along(Direction::y, i, j),
      [&](int ix, int iy) {
        const double x = ix * grid.dx;
        return component(line_datum > 0 ? strip_influence(x, grid.dx, line_datum, compliance)
                                        : influence(x, iy * grid.dy, grid.dx, grid.dy, compliance),
                         i, j);
      });
}

void check_size(std::size_t size, std::size_t n_cells) {
  if (size != n_cells) {
    throw ModelError(fmt::format("a field has {} values on a grid of {} cells", size, n_cells));
  }
}

}  // namespace

SurfaceOperator::SurfaceOperator(const Grid& grid, const Compliance& compliance,
                                 Direction displacement, Direction traction, double line_datum)
    : convolution_(grid.nx, grid.ny,
                   symbol_of(grid, compliance, displacement, traction, line_datum)) {}

void SurfaceOperator::apply(std::span<const double> traction, std::span<double> displacement,
                            ThreadTeam& team) {
  const auto nx = static_cast<std::size_t>(convolution_.nx());
  check_size(traction.size(), nx * static_cast<std::size_t>(convolution_.ny()));
  check_size(displacement.size(), traction.size());
  convolution_.apply(
      team,
      [&](int j, double* row) {
        return copy_row(traction.data() + nx * static_cast<std::size_t>(j), convolution_.nx(), row);
      },
      [&](int j, const double* row) {
        std::copy_n(row, nx, displacement.data() + nx * static_cast<std::size_t>(j));
      });
}

double surface_displacement(double x, double y, const Grid& grid, const Compliance& compliance,
                            Direction displacement, Direction traction_direction,
                            std::span<const double> traction) {
  check_size(traction.size(), grid.n_cells());
  double sum = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double load = traction[grid.index(i, j)];
      if (load == 0) continue;
      sum += load * component(influence(x - grid.x(i), y - grid.y(j), grid.dx, grid.dy, compliance),
                              displacement, traction_direction);
    }
  }
  return sum;
}

}  // namespace tread::halfspace
