#pragma once

#include <algorithm>
#include <string_view>

#include "tread/core/grid.hpp"
#include "tread/result/canvas.hpp"

namespace tread::result {

/// What maps of a grid have in common: where they lie on the page, their axes, and how many cells
/// become one where there are too many to draw.

/// Where the plot lies on the page and what it shows.
struct MapFrame {
  static constexpr double k_left = 64;
  static constexpr double k_top = 30;
  static constexpr double k_below = 46;  // tick labels and axis label

  double width;
  double height;
  ScaledUnit x_unit;
  ScaledUnit y_unit;
  const Grid& grid;

  double x_low() const { return grid.x0 - 0.5 * grid.dx; }
  double y_low() const { return grid.y0 - 0.5 * grid.dy; }
  double bottom() const { return k_top + height; }
  double right() const { return k_left + width; }
  double x_pixel_of_edge(int cell) const { return k_left + width * cell / grid.nx; }
  double y_pixel_of_edge(int cell) const { return bottom() - height * cell / grid.ny; }
  double x_pixel(double x) const { return k_left + width * (x - x_low()) / grid.width(); }
  double y_pixel(double y) const { return bottom() - height * (y - y_low()) / grid.height(); }
};

/// To scale unless the grid is longer than k_longest_to_scale (svg.hpp).
MapFrame make_map_frame(const Grid& grid, std::string_view length_unit);

/// The title and the empty plot, on which the rest is drawn.
void begin_map(Canvas& canvas, const MapFrame& frame, std::string_view title);
/// Where the title ends, with a margin: a page is at least that wide.
double right_of_title(std::string_view title);

void draw_map_axes(Canvas& canvas, const MapFrame& frame, std::string_view x_label,
                   std::string_view y_label);

/// The blocks of cells that are drawn as one, along one axis: block b holds cells [edge(b), edge(b
/// + 1)).
struct CellBlocks {
  static constexpr int k_max_drawn = 200;  // cells each way

  int n_cells;
  int n = std::min(n_cells, k_max_drawn);
  int edge(int b) const { return static_cast<int>(static_cast<long long>(b) * n_cells / n); }
};

}  // namespace tread::result
