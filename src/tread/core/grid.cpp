#include "tread/core/grid.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread {

Grid centred_grid(int nx, int ny, double width, double height, double x_centre, double y_centre) {
  const double dx = width / nx;
  const double dy = height / ny;
  return {nx, ny, x_centre - 0.5 * (nx - 1) * dx, y_centre - 0.5 * (ny - 1) * dy, dx, dy};
}

void check(const Grid& grid) {
  if (grid.nx < 1 || grid.ny < 1) {
    throw ModelError(
        fmt::format("a grid needs at least one cell each way, got {} x {}", grid.nx, grid.ny));
  }
  if (grid.n_cells() > k_max_cells) {
    throw ModelError(fmt::format(
        "a grid of {} x {} cells would need about {:.0f} GB of memory; the limit is {} cells",
        grid.nx, grid.ny, 1e-9 * k_bytes_per_cell * static_cast<double>(grid.n_cells()),
        k_max_cells));
  }
  const bool sizes_ok =
      std::isfinite(grid.dx) && std::isfinite(grid.dy) && grid.dx > 0 && grid.dy > 0;
  if (!sizes_ok || !std::isfinite(grid.x0) || !std::isfinite(grid.y0)) {
    throw ModelError(
        fmt::format("cell sizes must be positive and finite, got {} x {} m at ({}, {})", grid.dx,
                    grid.dy, grid.x0, grid.y0));
  }
}

}  // namespace tread
