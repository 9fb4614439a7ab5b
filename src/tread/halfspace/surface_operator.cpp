#include "tread/halfspace/surface_operator.hpp"

#include <cassert>

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

KernelSymbol symbol_of(const Grid& grid, const Compliance& compliance, Direction i, Direction j) {
  return padded_symbol(
      grid.nx, grid.ny, parity_along(Direction::x, i, j), parity_along(Direction::y, i, j),
      [&](int ix, int iy) {
        return component(influence(ix * grid.dx, iy * grid.dy, grid.dx, grid.dy, compliance), i, j);
      });
}

}  // namespace

SurfaceOperator::SurfaceOperator(const Grid& grid, const Compliance& compliance,
                                 Direction displacement, Direction traction)
    : convolution_(grid.nx, grid.ny, symbol_of(grid, compliance, displacement, traction)) {}

void SurfaceOperator::apply(std::span<const double> traction, std::span<double> displacement,
                            ThreadTeam& team) {
  const auto nx = static_cast<std::size_t>(convolution_.nx());
  assert(traction.size() == nx * static_cast<std::size_t>(convolution_.ny()));
  assert(displacement.size() == traction.size());
  convolution_.apply(
      team,
      [&](int j, double* row) {
        const double* in = traction.data() + nx * static_cast<std::size_t>(j);
        std::copy_n(in, nx, row);
        return std::any_of(in, in + nx, [](double value) { return value != 0; });
      },
      [&](int j, const double* row) {
        std::copy_n(row, nx, displacement.data() + nx * static_cast<std::size_t>(j));
      });
}

double surface_displacement(double x, double y, const Grid& grid, const Compliance& compliance,
                            Direction displacement, Direction traction_direction,
                            std::span<const double> traction) {
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
