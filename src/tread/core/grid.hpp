#pragma once

#include <cstddef>

namespace tread {

/// Rectangular grid of equal cells in the contact plane; the values of a field live at cell
/// centres.
///
/// Cell (i, j) has its centre at (x(i), y(j)) and the flat index i + nx j: x runs fastest. See
/// docs/conventions.md#grid.
struct Grid {
  int nx = 0;
  int ny = 0;
  double x0 = 0;  // centre of cell (0, 0), m
  double y0 = 0;
  double dx = 0;  // cell size, m
  double dy = 0;

  double x(int i) const { return x0 + i * dx; }
  double y(int j) const { return y0 + j * dy; }
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i) + static_cast<std::size_t>(nx) * static_cast<std::size_t>(j);
  }
  std::size_t n_cells() const {
    return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  }
  double cell_area() const { return dx * dy; }
  double width() const { return nx * dx; }
  double height() const { return ny * dy; }

  bool operator==(const Grid&) const = default;
};

/// What a solve needs for each cell, roughly.
inline constexpr double k_bytes_per_cell = 400;

/// The largest number of cells a grid may have.
inline constexpr std::size_t k_max_cells = 64'000'000;

/// Grid of nx x ny cells that covers a rectangle of the given size around a centre.
Grid centred_grid(int nx, int ny, double width, double height, double x_centre = 0,
                  double y_centre = 0);

/// Throws ModelError unless counts and cell sizes are positive, finite and within k_max_cells.
void check(const Grid& grid);

}  // namespace tread
