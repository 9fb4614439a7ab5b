#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>
#include <string_view>

#include "tread/result/canvas.hpp"
#include "tread/result/map_frame.hpp"
#include "tread/result/svg.hpp"

namespace tread::result {
namespace {

constexpr std::string_view k_adhesion = "#9bd3f5";
constexpr std::string_view k_slip = "#f0a202";
constexpr int k_arrows = 20;         // along the longer side of the grid, about
constexpr double k_arrow_room = 26;  // pixels that the longest arrow takes at most
constexpr double k_legend_height = 24;

int state_of(double value) { return value == 1 ? 1 : value == 2 ? 2 : 0; }

/// One path a state, of rectangles one block high and as long as the state goes on.
void draw_states(Canvas& canvas, const MapFrame& frame, std::span<const double> state) {
  const Grid& grid = frame.grid;
  const CellBlocks x{grid.nx};
  const CellBlocks y{grid.ny};
  const auto at = [&](int i, int j) {  // the cell in the middle speaks for its block
    return state_of(
        state[grid.index((x.edge(i) + x.edge(i + 1)) / 2, (y.edge(j) + y.edge(j + 1)) / 2)]);
  };
  std::array<std::string, 3> paths;
  for (int j = 0; j < y.n; ++j) {
    for (int i = 0, next = 0; i < x.n; i = next) {
      const int here = at(i, j);
      for (next = i + 1; next < x.n && at(next, j) == here;) ++next;
      const int length = x.edge(next) - x.edge(i);
      fmt::format_to(std::back_inserter(paths[static_cast<std::size_t>(here)]), "M{} {}h{}v{}h-{}z",
                     x.edge(i), y.edge(j), length, y.edge(j + 1) - y.edge(j), length);
    }
  }
  canvas.raw(fmt::format(
      R"svg(<g shape-rendering="crispEdges" transform="translate({:.2f} {:.2f}) scale({:.6g} {:.6g})">)svg"
      "\n",
      MapFrame::k_left, frame.bottom(), frame.width / grid.nx, -frame.height / grid.ny));
  canvas.raw(fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", k_adhesion, paths[1]));
  canvas.raw(fmt::format("<path fill=\"{}\" d=\"{}\"/>\n</g>\n", k_slip, paths[2]));
}

/// From tail to head, with the head's two barbs.
void append_arrow(std::string& path, double x, double y, double dx, double dy) {
  const double length = std::hypot(dx, dy);
  const double head = std::min(5.0, 0.45 * length);
  const double ux = dx / length;
  const double uy = dy / length;
  const double tip_x = x + 0.5 * dx;
  const double tip_y = y + 0.5 * dy;
  const double back_x = tip_x - head * ux;
  const double back_y = tip_y - head * uy;
  const double side = 0.5 * head;
  fmt::format_to(std::back_inserter(path),
                 "M{:.1f} {:.1f}L{:.1f} {:.1f}M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}",
                 x - 0.5 * dx, y - 0.5 * dy, tip_x, tip_y, back_x - side * uy, back_y + side * ux,
                 tip_x, tip_y, back_x + side * uy, back_y - side * ux);
}

/// The largest traction, which the longest arrow stands for.
double draw_arrows(Canvas& canvas, const MapFrame& frame, std::span<const double> state,
                   std::span<const double> traction_x, std::span<const double> traction_y) {
  const Grid& grid = frame.grid;
  double largest = 0;
  for (std::size_t k = 0; k < state.size(); ++k) {
    largest = std::max(largest, std::hypot(traction_x[k], traction_y[k]));
  }
  if (!(largest > 0)) return 0;
  const double spacing = std::max(frame.width, frame.height) / k_arrows;
  const auto stride_of = [&](double pixels, int n) {
    return std::max(1, static_cast<int>(std::lround(spacing * n / pixels)));
  };
  const int stride_x = stride_of(frame.width, grid.nx);
  const int stride_y = stride_of(frame.height, grid.ny);
  const double room = std::min({k_arrow_room, 1.1 * stride_x * frame.width / grid.nx,
                                1.1 * stride_y * frame.height / grid.ny});
  std::string path;
  for (int j = (grid.ny / 2) % stride_y; j < grid.ny; j += stride_y) {
    for (int i = (grid.nx / 2) % stride_x; i < grid.nx; i += stride_x) {
      const std::size_t k = grid.index(i, j);
      if (state_of(state[k]) == 0) continue;
      const double dx = room * traction_x[k] / largest;
      const double dy = -room * traction_y[k] / largest;
      if (std::hypot(dx, dy) < 0.8) continue;  // a dot says nothing of a direction
      append_arrow(path, frame.x_pixel(grid.x(i)), frame.y_pixel(grid.y(j)), dx, dy);
    }
  }
  canvas.raw(fmt::format(
      R"(<path d="{}" fill="none" stroke="#111" stroke-width="1.1" stroke-linecap="round"/>)"
      "\n",
      path));
  return largest;
}

double draw_key(Canvas& canvas, double x, double y, std::string_view colour,
                std::string_view words) {
  canvas.raw(fmt::format(
      R"(<rect x="{:.1f}" y="{:.1f}" width="14" height="12" fill="{}" stroke="currentColor" stroke-width="0.6"/>)"
      "\n",
      x, y, colour));
  canvas.text(x + 20, y + 10, Anchor::start, words);
  return x + 20 + Canvas::width_of(words) + 18;
}

/// Below the axes; the right end of it.
double draw_legend(Canvas& canvas, const MapFrame& frame, double largest, std::string_view unit) {
  const double y = frame.bottom() + MapFrame::k_below;
  double x = draw_key(canvas, MapFrame::k_left, y, k_adhesion, "adhesion");
  x = draw_key(canvas, x, y, k_slip, "slip");
  if (!(largest > 0)) return x;
  const std::string words = fmt::format("longest arrow: {}", format_si(largest, unit, 4));
  canvas.text(x, y + 10, Anchor::start, words);
  return x + Canvas::width_of(words);
}

}  // namespace

std::string patch_map(const Grid& grid, std::span<const double> state,
                      std::span<const double> traction_x, std::span<const double> traction_y,
                      const PatchMap& map) {
  assert(state.size() == grid.n_cells() && traction_x.size() == grid.n_cells() &&
         traction_y.size() == grid.n_cells());
  const MapFrame frame = make_map_frame(grid, "m");
  Canvas canvas;
  begin_map(canvas, frame, map.title);
  draw_states(canvas, frame, state);
  const double largest = draw_arrows(canvas, frame, state, traction_x, traction_y);
  draw_map_axes(canvas, frame, "x", "y");
  const double legend_right = draw_legend(canvas, frame, largest, map.unit);
  return canvas.finish(std::max({frame.right() + 20, legend_right + 8, right_of_title(map.title)}),
                       frame.bottom() + MapFrame::k_below + k_legend_height, map.title);
}

}  // namespace tread::result
