#include "tread/study/subsurface_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tread::study {
namespace {

struct Loaded {
  contact::NormalProblem problem;
  std::vector<double> pressure, traction_x, traction_y;

  Loaded() {
    problem.grid = {9, 7, -0.4, -0.6, 0.1, 0.2};
    problem.bodies = {{1.0, 0.28}, {1.0, 0.28}};
    for (std::size_t k = 0; k < problem.grid.n_cells(); ++k) {
      pressure.push_back(1 + std::sin(static_cast<double>(k)));
      traction_x.push_back(0.3 * std::cos(2.0 * static_cast<double>(k)));
      traction_y.push_back(0.2 * std::sin(3.0 * static_cast<double>(k)));
    }
  }
  result::Table table(const casefile::SubsurfaceBlock& block, SubsurfaceMemory& memory,
                      int n_threads = 1) const {
    Observer nobody;
    return subsurface_table(block, problem, {pressure, traction_x, traction_y}, n_threads, memory,
                            nobody)
        .table;
  }
};

/// Under every second column of cells and all rows, at two depths.
casefile::SubsurfaceBlock centres(const Grid& grid) {
  casefile::SubsurfaceBlock block;
  for (int i = 0; i < grid.nx; i += 2) block.x.push_back(grid.x(i));
  for (int j = 0; j < grid.ny; ++j) block.y.push_back(grid.y(j));
  block.z = {0.03, 0.5};
  return block;
}

TEST(SubsurfaceTable, LayersBelowCentresAreThePointsOneByOne) {
  const Loaded loaded;
  SubsurfaceMemory memory;
  const casefile::SubsurfaceBlock block = centres(loaded.problem.grid);
  const result::Table layers = loaded.table(block, memory);
  const result::Table again = loaded.table(block, memory, 2);
  std::size_t row = 0;
  for (const double z : block.z) {
    for (const double y : block.y) {
      for (const double x : block.x) {
        const result::Table point = loaded.table({.x = {x}, .y = {y}, .z = {z}}, memory);
        for (std::size_t k = 0; k < point.columns.size(); ++k) {
          EXPECT_NEAR(layers.columns[k].values[row], point.columns[k].values[0], 2e-14)
              << point.columns[k].name << " of row " << row;
          EXPECT_EQ(layers.columns[k].values[row], again.columns[k].values[row]);
        }
        ++row;
      }
    }
  }
  EXPECT_EQ(row, layers.columns[0].values.size());
}

TEST(SubsurfaceTable, PointsBesideCentresAreSummedWhereTheyAre) {
  const Loaded loaded;
  SubsurfaceMemory memory;
  casefile::SubsurfaceBlock block = centres(loaded.problem.grid);
  for (double& x : block.x) x += 0.01;
  const result::Table table = loaded.table(block, memory);
  const result::Table point =
      loaded.table({.x = {block.x[1]}, .y = {block.y[0]}, .z = {block.z[0]}}, memory);
  for (std::size_t k = 0; k < point.columns.size(); ++k) {
    EXPECT_EQ(table.columns[k].values[1], point.columns[k].values[0]) << point.columns[k].name;
  }
}

}  // namespace
}  // namespace tread::study
