#include "tread/halfspace/surface_operator.hpp"

#include "tread/halfspace/coupling.hpp"
#include "tread/halfspace/influence.hpp"

namespace tread::halfspace {
namespace {

KernelSymbol symbol_of(const Grid& grid, const Compliance& compliance, Direction i, Direction j,
                       double line_datum) {
  check(grid);
  check_line_datum(grid, line_datum);
  return padded_symbol(
      grid.nx, grid.ny, parity_along(Direction::x, i, j), parity_along(Direction::y, i, j),
      [&](int ix, int iy) {
        return component(
            influence_of_cell(ix * grid.dx, iy * grid.dy, grid, compliance, line_datum), i, j);
      });
}

}  // namespace

SurfaceOperator::SurfaceOperator(const Grid& grid, const Compliance& compliance,
                                 Direction displacement, Direction traction, double line_datum)
    : convolution_(grid.nx, grid.ny,
                   symbol_of(grid, compliance, displacement, traction, line_datum)) {}

void SurfaceOperator::apply(std::span<const double> traction, std::span<double> displacement,
                            ThreadTeam& team) {
  const auto nx = static_cast<std::size_t>(convolution_.nx());
  check_field_size(traction.size(), nx * static_cast<std::size_t>(convolution_.ny()));
  check_field_size(displacement.size(), traction.size());
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
  check_field_size(traction.size(), grid.n_cells());
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
