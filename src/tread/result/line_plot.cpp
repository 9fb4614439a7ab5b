#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "tread/result/canvas.hpp"
#include "tread/result/svg.hpp"

namespace tread::result {
namespace {

constexpr double k_width = 560;
constexpr double k_plot_height = 230;
constexpr double k_label_room = 42;  // left of the tick labels
constexpr double k_right = 16;
constexpr double k_bottom = 44;
constexpr double k_legend_row = 18;
constexpr int k_x_ticks = 7;
constexpr int k_y_ticks = 5;

// After Okabe and Ito: told apart by colour-blind readers too, dark enough on white, light
// enough on black.
constexpr std::array<std::string_view, 6> k_colours = {"#1f7fbf", "#d55e00", "#009e73",
                                                       "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array<std::string_view, 3> k_dashes = {"", "7 4", "2 3"};

std::string_view colour_of(std::size_t i) { return k_colours[i % k_colours.size()]; }
std::string_view dash_of(std::size_t i) {
  return k_dashes[(i / k_colours.size()) % k_dashes.size()];
}

/// An axis as drawn: from data in SI to pixels.
struct Drawn {
  Interval data;  // in units of `unit`
  Scale scale;
  ScaledUnit unit;
  double pixel_low;
  double pixel_high;

  bool can_show(double si) const { return std::isfinite(si) && (scale == Scale::linear || si > 0); }
  double pixel_of_scaled(double value) const {
    const auto bend = [this](double v) { return scale == Scale::linear ? v : std::log10(v); };
    const double t = (bend(value) - bend(data.low)) / (bend(data.high) - bend(data.low));
    return pixel_low + t * (pixel_high - pixel_low);
  }
  double operator()(double si) const { return pixel_of_scaled(si / unit.size); }
  std::vector<Tick> ticks(int wanted) const {
    return scale == Scale::linear ? round_ticks(data.low, data.high, wanted)
                                  : decade_ticks(data.low, data.high);
  }
};

// With no margin the range is drawn as it is: the independent axis.
Interval linear_range(Interval range, double margin, Origin origin) {
  if (origin == Origin::always) range = {std::min(range.low, 0.0), std::max(range.high, 0.0)};
  if (range.span() <= 0) {
    const double half = range.low == 0 ? 1 : 0.5 * std::abs(range.low);
    return {range.low == 0 ? 0 : range.low - half, range.low + half};
  }
  if (margin == 0) return range;
  // A curve that starts a little above zero would look as if it started at it.
  const bool from_zero = range.low >= 0 && range.low < 0.4 * range.high;
  const bool to_zero = range.high <= 0 && range.high > 0.4 * range.low;
  const double pad = margin * range.span();
  return {from_zero ? 0 : range.low - pad, to_zero ? 0 : range.high + pad};
}

Interval decade_range(const Interval& range) {
  if (!(range.low > 0)) return {0.1, 1};
  const double low = std::pow(10.0, std::floor(std::log10(range.low) + 1e-9));
  const double high = std::pow(10.0, std::ceil(std::log10(range.high) - 1e-9));
  return {low, high > low ? high : 10 * low};
}

using Coordinates = std::vector<double> Series::*;

Interval data_range(const LinePlot& plot, Coordinates which, Scale scale) {
  std::vector<double> all;
  for (const Series& series : plot.series) {
    for (const double value : series.*which) {
      if (scale == Scale::linear || value > 0) all.push_back(value);
    }
    if (which == &Series::y) all.insert(all.end(), series.y_high.begin(), series.y_high.end());
  }
  return range_of(all);
}

/// Speeds of trains are told in km/h; those of waves, creepage and the like stay in m/s.
bool is_travel_speed(const PlotAxis& axis) { return axis.label == "speed" && axis.unit == "m/s"; }

Drawn draw_axis(const LinePlot& plot, Coordinates which, double margin, double pixel_low,
                double pixel_high) {
  const PlotAxis& axis = which == &Series::x ? plot.x : plot.y;
  const Interval si = data_range(plot, which, axis.scale);
  if (axis.scale == Scale::logarithmic) {
    return {decade_range(si), axis.scale, {1, axis.unit}, pixel_low, pixel_high};
  }
  const ScaledUnit unit =
      is_travel_speed(axis) ? ScaledUnit{1 / 3.6, "km/h"} : unit_for(si, axis.unit);
  return {linear_range({si.low / unit.size, si.high / unit.size}, margin, axis.origin), axis.scale,
          unit, pixel_low, pixel_high};
}

struct Point {
  double x;
  double y;
};
using Run = std::vector<Point>;  // an unbroken piece of a curve, in pixels

std::vector<Run> runs_of(const Series& series, const Drawn& x, const Drawn& y) {
  std::vector<Run> runs(1);
  const std::size_t n = std::min(series.x.size(), series.y.size());
  for (std::size_t k = 0; k < n; ++k) {
    if (x.can_show(series.x[k]) && y.can_show(series.y[k])) {
      runs.back().push_back({x(series.x[k]), y(series.y[k])});
    } else if (!runs.back().empty()) {
      runs.emplace_back();
    }
  }
  return runs;
}

// Long histories: of all points in a bucket only the lowest and the highest are drawn; no peak is
// lost.
Run thinned(const Run& run) {
  constexpr std::size_t n_buckets = 800;
  if (run.size() <= 3 * n_buckets) return run;
  const auto lower = [](const Point& a, const Point& b) { return a.y < b.y; };
  Run thin = {run.front()};
  for (std::size_t b = 0; b < n_buckets; ++b) {
    const auto begin = run.begin() + static_cast<std::ptrdiff_t>(b * run.size() / n_buckets);
    const auto end = run.begin() + static_cast<std::ptrdiff_t>((b + 1) * run.size() / n_buckets);
    auto [first, second] = std::minmax_element(begin, end, lower);
    if (second < first) std::swap(first, second);
    thin.push_back(*first);
    if (second != first) thin.push_back(*second);
  }
  thin.push_back(run.back());
  return thin;
}

void draw_line(Canvas& canvas, const Run& run, std::size_t i_series) {
  std::string path;
  char command = 'M';
  for (const Point& p : thinned(run)) {
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", command, p.x, p.y);
    command = 'L';
  }
  canvas.raw(fmt::format(
      R"(<path d="{}" fill="none" stroke="{}" stroke-width="1.8" stroke-linejoin="round" stroke-dasharray="{}"/>)"
      "\n",
      path, colour_of(i_series), dash_of(i_series)));
}

void draw_points(Canvas& canvas, const Run& run, std::size_t i_series) {
  std::string path;
  for (const Point& p : thinned(run)) {
    // A circle of radius 2.6 around p.
    fmt::format_to(std::back_inserter(path),
                   "M{:.1f} {:.1f}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0", p.x - 2.6, p.y);
  }
  canvas.raw(fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", path, colour_of(i_series)));
}

/// Of a band's many points so many are drawn, its edges with them.
constexpr std::size_t k_band_points = 1200;

void draw_band(Canvas& canvas, const Run& low, const Run& high, std::size_t i_series) {
  const std::size_t n = std::min(low.size(), high.size());
  if (n == 0) return;
  const std::size_t stride = n / k_band_points + 1;
  std::string path;
  const auto add = [&](const Point& p) {
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', p.x, p.y);
  };
  for (std::size_t k = 0; k < n; k += stride) add(low[k]);
  add(low[n - 1]);
  add(high[n - 1]);
  for (std::size_t k = n; k-- > 0;) {
    if (k % stride == 0) add(high[k]);
  }
  canvas.raw(
      fmt::format(R"(<path d="{}Z" fill="{}" fill-opacity="0.45" stroke="{}" stroke-width="1"/>)"
                  "\n",
                  path, colour_of(i_series), colour_of(i_series)));
}

/// A band is broken where one of its edges is.
void draw_bands(Canvas& canvas, const Series& series, std::size_t i_series, const Drawn& x,
                const Drawn& y) {
  Run low;
  Run high;
  const auto flush = [&] {
    draw_band(canvas, low, high, i_series);
    low.clear();
    high.clear();
  };
  for (std::size_t k = 0; k < std::min(series.x.size(), series.y_high.size()); ++k) {
    if (!x.can_show(series.x[k]) || !y.can_show(series.y[k]) || !y.can_show(series.y_high[k])) {
      flush();
      continue;
    }
    low.push_back({x(series.x[k]), y(series.y[k])});
    high.push_back({x(series.x[k]), y(series.y_high[k])});
  }
  flush();
}

void draw_series(Canvas& canvas, const Series& series, std::size_t i_series, const Drawn& x,
                 const Drawn& y) {
  if (!series.y_high.empty()) return draw_bands(canvas, series, i_series, x, y);
  for (const Run& run : runs_of(series, x, y)) {
    if (run.empty()) continue;
    // A single point has no line to be seen by.
    const bool points = series.mark != Mark::line || run.size() == 1;
    if (series.mark != Mark::points && run.size() > 1) draw_line(canvas, run, i_series);
    if (points) draw_points(canvas, run, i_series);
  }
}

void draw_frame(Canvas& canvas, const LinePlot& plot, const Drawn& x, const Drawn& y) {
  for (const Tick& tick : x.ticks(k_x_ticks)) {
    const double at = x.pixel_of_scaled(tick.value);
    canvas.line(at, y.pixel_low, at, y.pixel_high, R"(stroke-opacity="0.14")");
    canvas.line(at, y.pixel_low, at, y.pixel_low + 4, "");
    canvas.text(at, y.pixel_low + 17, Anchor::middle, tick.label);
  }
  for (const Tick& tick : y.ticks(k_y_ticks)) {
    const double at = y.pixel_of_scaled(tick.value);
    canvas.line(x.pixel_low, at, x.pixel_high, at, R"(stroke-opacity="0.14")");
    canvas.line(x.pixel_low - 4, at, x.pixel_low, at, "");
    canvas.text(x.pixel_low - 8, at + 4, Anchor::end, tick.label);
  }
  canvas.line(x.pixel_low, y.pixel_low, x.pixel_high, y.pixel_low, "");
  canvas.line(x.pixel_low, y.pixel_low, x.pixel_low, y.pixel_high, "");
  canvas.text(0.5 * (x.pixel_low + x.pixel_high), y.pixel_low + 36, Anchor::middle,
              label_with_unit(plot.x.label, x.unit));
  canvas.text(14, 0.5 * (y.pixel_low + y.pixel_high), Anchor::middle,
              label_with_unit(plot.y.label, y.unit), Turn::upwards);
}

struct LegendEntry {
  std::size_t i_series;
  double x;
  int row;
};

// Left to right above the plot, in as many rows as it takes: a legend beside the curves never
// covers them.
std::vector<LegendEntry> lay_out_legend(const LinePlot& plot, double left) {
  std::vector<LegendEntry> entries;
  if (plot.series.size() < 2) return entries;
  double x = left;
  int row = 0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (plot.series[i].name.empty()) continue;
    const double width = 30 + Canvas::width_of(plot.series[i].name) + 18;
    if (x + width > k_width && x > left) {
      x = left;
      ++row;
    }
    entries.push_back({i, x, row});
    x += width;
  }
  return entries;
}

void draw_legend(Canvas& canvas, const LinePlot& plot, const std::vector<LegendEntry>& entries,
                 double top) {
  for (const LegendEntry& entry : entries) {
    const Series& series = plot.series[entry.i_series];
    const double y = top + k_legend_row * entry.row + 9;
    const Run sample = {{entry.x, y}, {entry.x + 24, y}};
    if (series.mark != Mark::points) draw_line(canvas, sample, entry.i_series);
    if (series.mark != Mark::line) draw_points(canvas, {{entry.x + 12, y}}, entry.i_series);
    canvas.text(entry.x + 30, y + 4, Anchor::start, series.name);
  }
}

double height_of_plot(const LinePlot& plot, const Drawn& x, const Drawn& y) {
  if (plot.aspect == Aspect::free) return k_plot_height;
  const double pixels = (x.pixel_high - x.pixel_low) / (x.data.span() * x.unit.size);
  return std::clamp(pixels * y.data.span() * y.unit.size, k_plot_height / 4, 4 * k_plot_height);
}

}  // namespace

std::string line_plot(const LinePlot& plot) {
  Drawn y = draw_axis(plot, &Series::y, 0.05, 0, 0);
  double left = k_label_room;
  for (const Tick& tick : y.ticks(k_y_ticks)) {
    left = std::max(left, k_label_room + Canvas::width_of(tick.label));
  }
  const std::vector<LegendEntry> legend = lay_out_legend(plot, left);
  const int n_rows = legend.empty() ? 0 : legend.back().row + 1;
  const double legend_top = plot.title.empty() ? 6 : 26;
  const double top = legend_top + k_legend_row * n_rows + 8;
  const Drawn x = draw_axis(plot, &Series::x, 0, left, k_width - k_right);
  const double bottom = top + height_of_plot(plot, x, y);
  y.pixel_low = bottom;
  y.pixel_high = top;

  Canvas canvas;
  canvas.heading(left, 16, plot.title);
  draw_legend(canvas, plot, legend, legend_top);
  draw_frame(canvas, plot, x, y);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    draw_series(canvas, plot.series[i], i, x, y);
  }
  return canvas.finish(k_width, bottom + k_bottom, plot.title.empty() ? plot.y.label : plot.title);
}

}  // namespace tread::result
