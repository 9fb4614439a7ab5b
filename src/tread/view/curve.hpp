#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "tread/view/curve_index.hpp"

namespace tread::view {

/// A column of a table that is read piece by piece.
struct Column {
  std::size_t n_rows = 0;
  std::function<std::vector<double>(std::size_t first, std::size_t count)> read;
};

struct Curve {
  std::vector<double> x;
  std::vector<double> y;
};

/// The part of a curve that is looked at, in units of x.
struct Window {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
};

/// About `points` points of y over x that look like all of them: rows are put into buckets one
/// after the other, and of each stay the smallest and the largest y (and a NaN, a gap in the
/// curve), in their order; first and last row stay too. Where rows are no more than points, all
/// stay. Of a window, the rows next to it are part: lines leave the picture where they should.
/// In memory are never more than a few pieces of 64 Ki rows.
/// @param index of both columns, or null. With one little is read, and buckets of many rows begin
/// and end where its blocks do.
Curve thinned(const Column& x, const Column& y, const Window& window, std::size_t points,
              const CurveIndex* index = nullptr);

}  // namespace tread::view
