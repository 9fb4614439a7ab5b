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

constexpr int k_levels = 64;
constexpr double k_bar = 14;         // thickness of the colour bar
constexpr double k_flat_plot = 130;  // lower plots get their colour bar below

struct Colour {
  double red, green, blue;
};

// The colour map viridis (S. van der Walt, N. Smith; public domain) at every tenth of its way.
constexpr std::array<Colour, 11> k_viridis = {{{68, 1, 84},
                                               {72, 36, 117},
                                               {65, 68, 135},
                                               {53, 95, 141},
                                               {42, 120, 142},
                                               {33, 145, 140},
                                               {34, 168, 132},
                                               {68, 191, 112},
                                               {122, 209, 81},
                                               {189, 223, 38},
                                               {253, 231, 37}}};

std::string colour_of_level(int level) {
  const double t = static_cast<double>(level) / (k_levels - 1) * (k_viridis.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(t), k_viridis.size() - 2);
  const double part = t - static_cast<double>(below);
  const Colour& a = k_viridis[below];
  const Colour& b = k_viridis[below + 1];
  const auto mix = [part](double from, double to) {
    return static_cast<int>(std::lround(from + part * (to - from)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(a.red, b.red), mix(a.green, b.green),
                     mix(a.blue, b.blue));
}

/// The picture's contents, one value and one mark a block; NaN: nothing to show.
struct Picture {
  CellBlocks x, y;
  std::vector<double> values;
  std::vector<unsigned char> inside;  // of the outline

  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i) +
           static_cast<std::size_t>(x.n) * static_cast<std::size_t>(j);
  }
  bool is_inside(int i, int j) const {
    return i >= 0 && j >= 0 && i < x.n && j < y.n && inside[index(i, j)] != 0;
  }
};

template <class Visit>
void for_cells(const Picture& picture, const Grid& grid, int i, int j, Visit&& visit) {
  for (int cell_j = picture.y.edge(j); cell_j < picture.y.edge(j + 1); ++cell_j) {
    for (int cell_i = picture.x.edge(i); cell_i < picture.x.edge(i + 1); ++cell_i) {
      visit(grid.index(cell_i, cell_j));
    }
  }
}

double block_value(const Picture& picture, const Grid& grid, std::span<const double> values,
                   Zero zero, int i, int j) {
  double sum = 0;
  int n = 0;
  bool blank = true;
  for_cells(picture, grid, i, j, [&](std::size_t k) {
    if (!std::isfinite(values[k])) return;
    sum += values[k];
    ++n;
    if (zero == Zero::coloured || values[k] != 0) blank = false;
  });
  return blank ? std::nan("") : sum / n;
}

Picture make_picture(const Grid& grid, std::span<const double> values, const HeatMap& map) {
  Picture picture{{grid.nx}, {grid.ny}, {}, {}};
  for (int j = 0; j < picture.y.n; ++j) {
    for (int i = 0; i < picture.x.n; ++i) {
      picture.values.push_back(block_value(picture, grid, values, map.zero, i, j));
      bool inside = false;
      if (!map.outline.empty()) {
        for_cells(picture, grid, i, j, [&](std::size_t k) { inside |= map.outline[k] > 0; });
      }
      picture.inside.push_back(inside ? 1 : 0);
    }
  }
  return picture;
}

int level_of(double value, const Interval& range) {
  if (range.span() <= 0) return k_levels - 1;
  const double t = (value - range.low) / range.span();
  return std::clamp(static_cast<int>(t * k_levels), 0, k_levels - 1);
}

// One path a colour, of rectangles one block high and as long as the colour goes on; integer cell
// coordinates keep it short.
void draw_cells(Canvas& canvas, const Picture& picture, const MapFrame& frame,
                const Interval& range) {
  std::array<std::string, k_levels> paths;
  const auto level_at = [&](int i, int j) {
    const double value = picture.values[picture.index(i, j)];
    return std::isnan(value) ? -1 : level_of(value, range);
  };
  for (int j = 0; j < picture.y.n; ++j) {
    const int low = picture.y.edge(j);
    const int height = picture.y.edge(j + 1) - low;
    for (int i = 0, next = 0; i < picture.x.n; i = next) {
      const int level = level_at(i, j);
      for (next = i + 1; next < picture.x.n && level_at(next, j) == level;) ++next;
      if (level < 0) continue;
      const int left = picture.x.edge(i);
      const int length = picture.x.edge(next) - left;
      fmt::format_to(std::back_inserter(paths[static_cast<std::size_t>(level)]),
                     "M{} {}h{}v{}h-{}z", left, low, length, height, length);
    }
  }
  canvas.raw(fmt::format(
      R"svg(<g shape-rendering="crispEdges" transform="translate({:.2f} {:.2f}) scale({:.6g} {:.6g})">)svg"
      "\n",
      MapFrame::k_left, frame.bottom(), frame.width / frame.grid.nx,
      -frame.height / frame.grid.ny));
  for (int level = 0; level < k_levels; ++level) {
    const std::string& path = paths[static_cast<std::size_t>(level)];
    if (path.empty()) continue;
    canvas.raw(fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", colour_of_level(level), path));
  }
  canvas.raw("</g>\n");
}

// The edges between blocks inside and outside, as horizontal and vertical strokes as long as they
// go on.
std::string outline_path(const Picture& picture, const MapFrame& frame) {
  std::string path;
  for (int j = 0; j <= picture.y.n; ++j) {
    const auto edge = [&](int i) { return picture.is_inside(i, j) != picture.is_inside(i, j - 1); };
    for (int i = 0, next = 0; i < picture.x.n; i = next) {
      const bool here = edge(i);
      for (next = i + 1; next < picture.x.n && edge(next) == here;) ++next;
      if (!here) continue;
      fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}H{:.1f}",
                     frame.x_pixel_of_edge(picture.x.edge(i)),
                     frame.y_pixel_of_edge(picture.y.edge(j)),
                     frame.x_pixel_of_edge(picture.x.edge(next)));
    }
  }
  for (int i = 0; i <= picture.x.n; ++i) {
    const auto edge = [&](int j) { return picture.is_inside(i, j) != picture.is_inside(i - 1, j); };
    for (int j = 0, next = 0; j < picture.y.n; j = next) {
      const bool here = edge(j);
      for (next = j + 1; next < picture.y.n && edge(next) == here;) ++next;
      if (!here) continue;
      fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}V{:.1f}",
                     frame.x_pixel_of_edge(picture.x.edge(i)),
                     frame.y_pixel_of_edge(picture.y.edge(j)),
                     frame.y_pixel_of_edge(picture.y.edge(next)));
    }
  }
  return path;
}

// Where both sides are coloured, a light seam lets the dark line be seen on every colour of the
// map.
void draw_outline(Canvas& canvas, const Picture& picture, const MapFrame& frame, Zero zero) {
  const std::string path = outline_path(picture, frame);
  if (path.empty()) return;
  const auto stroke = [&](std::string_view colour, double width) {
    canvas.raw(fmt::format(
        R"(<path d="{}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="square"/>)"
        "\n",
        path, colour, width));
  };
  if (zero == Zero::coloured) stroke("#fff", 2.2);
  stroke("#111", 0.8);
}

void draw_sections(Canvas& canvas, const CellIndex& at, const MapFrame& frame) {
  std::string path;
  if (frame.grid.nx > 1) {
    path += fmt::format("M{:.1f} {:.1f}H{:.1f}", MapFrame::k_left,
                        frame.y_pixel(frame.grid.y(at.j)), frame.right());
  }
  if (frame.grid.ny > 1) {
    path += fmt::format("M{:.1f} {:.1f}V{:.1f}", frame.x_pixel(frame.grid.x(at.i)), MapFrame::k_top,
                        frame.bottom());
  }
  canvas.raw(fmt::format(
      R"(<path d="{}" fill="none" stroke="#d55e00" stroke-width="1" stroke-dasharray="5 4"/>)"
      "\n",
      path));
}

void draw_bar_cells(Canvas& canvas, double x, double y, double dx, double dy, double width,
                    double height) {
  canvas.raw("<g shape-rendering=\"crispEdges\">\n");
  for (int level = 0; level < k_levels; ++level) {
    canvas.raw(fmt::format(R"(<path fill="{}" d="M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z"/>)",
                           colour_of_level(level), x + level * dx, y + level * dy, width, height,
                           -width));
  }
  canvas.raw("\n</g>\n");
}

double draw_bar_beside(Canvas& canvas, const MapFrame& frame, const Interval& range,
                       const std::string& label) {
  const double x = frame.right() + 22;
  const double step = frame.height / k_levels;
  draw_bar_cells(canvas, x, frame.bottom() - step, 0, -step, k_bar, step);
  double widest = 0;
  for (const Tick& tick : round_ticks(range.low, range.high, 6)) {
    const double y = frame.bottom() - frame.height * (tick.value - range.low) / range.span();
    canvas.line(x + k_bar, y, x + k_bar + 4, y, "");
    canvas.text(x + k_bar + 8, y + 4, Anchor::start, tick.label);
    widest = std::max(widest, Canvas::width_of(tick.label));
  }
  const double label_x = x + k_bar + 8 + widest + 20;
  canvas.text(label_x, MapFrame::k_top + 0.5 * frame.height, Anchor::middle, label, Turn::upwards);
  return label_x + 8;
}

double draw_bar_below(Canvas& canvas, const MapFrame& frame, const Interval& range,
                      const std::string& label) {
  const double y = frame.bottom() + MapFrame::k_below + 8;
  const double step = frame.width / k_levels;
  draw_bar_cells(canvas, MapFrame::k_left, y, step, 0, step, k_bar);
  for (const Tick& tick : round_ticks(range.low, range.high, 6)) {
    const double x = MapFrame::k_left + frame.width * (tick.value - range.low) / range.span();
    canvas.line(x, y + k_bar, x, y + k_bar + 4, "");
    canvas.text(x, y + k_bar + 17, Anchor::middle, tick.label);
  }
  canvas.text(MapFrame::k_left + 0.5 * frame.width, y + k_bar + 36, Anchor::middle, label);
  return y + k_bar + 44;
}

struct Size {
  double width;
  double height;
};

Size draw_bar(Canvas& canvas, const MapFrame& frame, const Interval& range, const HeatMap& map) {
  const double plot_bottom = frame.bottom() + MapFrame::k_below;
  const double plot_right = frame.right() + 20;
  if (range.span() <= 0) return {plot_right, plot_bottom};
  const ScaledUnit unit = unit_for(range, map.unit);
  const Interval shown{range.low / unit.size, range.high / unit.size};
  const std::string label = label_with_unit(map.quantity, unit);
  if (frame.height < k_flat_plot) {
    return {plot_right, draw_bar_below(canvas, frame, shown, label)};
  }
  return {draw_bar_beside(canvas, frame, shown, label), plot_bottom};
}

}  // namespace

std::string heat_map(const Grid& grid, std::span<const double> values, const HeatMap& map) {
  assert(values.size() == grid.n_cells());
  assert(map.outline.empty() || map.outline.size() == grid.n_cells());
  const Picture picture = make_picture(grid, values, map);
  Interval range = range_of(values);
  if (map.zero == Zero::blank) range = {std::min(range.low, 0.0), std::max(range.high, 0.0)};
  const MapFrame frame = make_map_frame(grid, map.length_unit);

  Canvas canvas;
  begin_map(canvas, frame, map.title);
  draw_cells(canvas, picture, frame, range);
  draw_outline(canvas, picture, frame, map.zero);
  if (map.sections) draw_sections(canvas, *map.sections, frame);
  draw_map_axes(canvas, frame, map.x_label, map.y_label);
  const Size size = draw_bar(canvas, frame, range, map);
  return canvas.finish(std::max(size.width, right_of_title(map.title)), size.height,
                       map.title.empty() ? map.quantity : map.title);
}

}  // namespace tread::result
