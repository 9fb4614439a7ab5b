#pragma once

#include <vector>

#include "tread/core/grid.hpp"

namespace tread::capi {

/// The undeformed distance, given at the cell centres of a grid, at any place: cubic convolution
/// (Keys 1981), which is exact for parabolas, and at the centres the values themselves. Beyond the
/// outermost centres it goes on as a parabola. Beside a cell without surface (infinite) the value
/// of the nearest cell holds.
class DistanceTable {
 public:
  DistanceTable(const Grid& grid, std::vector<double> values);

  double operator()(double x, double y) const;

 private:
  double at(int i, int j) const { return values_[grid_.index(i, j)]; }
  double along_x(double position, int j) const;

  Grid grid_;
  std::vector<double> values_;
};

}  // namespace tread::capi
