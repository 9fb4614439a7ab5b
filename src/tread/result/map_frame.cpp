#include "tread/result/map_frame.hpp"

#include <fmt/format.h>

#include "tread/result/svg.hpp"

namespace tread::result {
namespace {

constexpr double k_max_width = 440;
constexpr double k_max_height = 340;

}  // namespace

MapFrame make_map_frame(const Grid& grid, std::string_view length_unit) {
  const Interval x{grid.x0 - 0.5 * grid.dx, grid.x0 + (grid.nx - 0.5) * grid.dx};
  const Interval y{grid.y0 - 0.5 * grid.dy, grid.y0 + (grid.ny - 0.5) * grid.dy};
  const double ratio = x.span() / y.span();
  if (ratio > k_longest_to_scale || ratio < 1 / k_longest_to_scale) {
    const double height = grid.ny == 1 ? 60 : 220;
    const double width = grid.nx == 1 ? 60 : k_max_width;
    return {width, height, unit_for(x, length_unit), unit_for(y, length_unit), grid};
  }
  const double pixels_a_metre = std::min(k_max_width / x.span(), k_max_height / y.span());
  const ScaledUnit unit = unit_for({std::min(x.low, y.low), std::max(x.high, y.high)}, length_unit);
  return {pixels_a_metre * x.span(), pixels_a_metre * y.span(), unit, unit, grid};
}

void begin_map(Canvas& canvas, const MapFrame& frame, std::string_view title) {
  canvas.heading(MapFrame::k_left, 16, title);
  canvas.raw(
      fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="#fff"/>)"
                  "\n",
                  MapFrame::k_left, MapFrame::k_top, frame.width, frame.height));
}

double right_of_title(std::string_view title) {
  return MapFrame::k_left + 1.1 * Canvas::width_of(title) + 8;
}

void draw_map_axes(Canvas& canvas, const MapFrame& frame, std::string_view x_label,
                   std::string_view y_label) {
  const Grid& grid = frame.grid;
  canvas.raw(fmt::format(
      R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="none" stroke="currentColor"/>)"
      "\n",
      MapFrame::k_left, MapFrame::k_top, frame.width, frame.height));
  const auto n_ticks = [](double pixels, double apart) {
    return std::clamp(static_cast<int>(pixels / apart), 2, 7);
  };
  const double x_unit = frame.x_unit.size;
  for (const Tick& tick :
       round_ticks(frame.x_low() / x_unit, (frame.x_low() + grid.width()) / x_unit,
                   n_ticks(frame.width, 55))) {
    const double at = frame.x_pixel(tick.value * x_unit);
    canvas.line(at, frame.bottom(), at, frame.bottom() + 4, "");
    canvas.text(at, frame.bottom() + 17, Anchor::middle, tick.label);
  }
  const double y_unit = frame.y_unit.size;
  for (const Tick& tick :
       round_ticks(frame.y_low() / y_unit, (frame.y_low() + grid.height()) / y_unit,
                   n_ticks(frame.height, 35))) {
    const double at = frame.y_pixel(tick.value * y_unit);
    canvas.line(MapFrame::k_left - 4, at, MapFrame::k_left, at, "");
    canvas.text(MapFrame::k_left - 8, at + 4, Anchor::end, tick.label);
  }
  canvas.text(MapFrame::k_left + 0.5 * frame.width, frame.bottom() + 36, Anchor::middle,
              label_with_unit(x_label, frame.x_unit));
  canvas.text(14, MapFrame::k_top + 0.5 * frame.height, Anchor::middle,
              label_with_unit(y_label, frame.y_unit), Turn::upwards);
}

}  // namespace tread::result
