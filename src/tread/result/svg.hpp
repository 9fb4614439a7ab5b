#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tread/core/grid.hpp"

namespace tread::result {

/// Small pictures as SVG text: complete documents with no outside resource, script, style sheet or
/// id, so that any number of them can stand in one HTML page. Data are SI; axes and colour bars
/// choose units by magnitude (units.hpp). Text and lines use `currentColor`, dark unless the page
/// says otherwise. All text is escaped.

enum class Scale { linear, logarithmic };
/// Whether a linear axis shows zero even where the data keep away from it.
enum class Origin { where_near, always };
enum class Mark { line, points, line_and_points };

struct PlotAxis {
  std::string label{};
  std::string unit{};
  Scale scale = Scale::linear;
  Origin origin = Origin::where_near;
};

/// Points (x[k], y[k]); the line breaks where a number is not finite, or not positive on a
/// logarithmic axis.
struct Series {
  std::string name{};  // in the legend; empty: not listed
  std::vector<double> x{};
  std::vector<double> y{};
  Mark mark = Mark::line;
  std::vector<double> y_high{};  // as many as y: filled from y to here
};

/// Whether both axes of a plot have the same scale, as a drawing has.
enum class Aspect { free, equal };

struct LinePlot {
  std::string title{};
  PlotAxis x{};
  PlotAxis y{};
  std::vector<Series> series{};
  Aspect aspect = Aspect::free;  // equal: of linear axes of one unit
};

/// Curves over a common axis, with ticks at round numbers and a legend if there is more than one.
std::string line_plot(const LinePlot& plot);

/// Whether zero is "nothing here" and stays white (pressure) or a value like any other (gap).
enum class Zero { blank, coloured };

struct CellIndex {
  int i = 0;
  int j = 0;
};

struct HeatMap {
  std::string title{};
  std::string quantity{};  // at the colour bar
  std::string unit{};
  Zero zero = Zero::coloured;
  std::span<const double> outline{};    // one value a cell; a line around those > 0
  std::optional<CellIndex> sections{};  // dashed lines along x and y through this cell
  std::string x_label = "x";
  std::string y_label = "y";
  std::string length_unit = "m";  // of the grid; empty for one that counts
};

/// A grid longer than this many times its width is not drawn to scale.
inline constexpr double k_longest_to_scale = 8;

/// A field on its grid, one value a cell, x to the right and y up. Not finite: white. Drawn to
/// scale unless the grid is longer than k_longest_to_scale; then each axis has its own scale and
/// unit. Large grids are drawn as means of blocks.
std::string heat_map(const Grid& grid, std::span<const double> values, const HeatMap& map);

}  // namespace tread::result
