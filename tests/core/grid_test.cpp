#include "tread/core/grid.hpp"

#include <gtest/gtest.h>

#include "tread/core/errors.hpp"

namespace tread {
namespace {

TEST(Grid, CentredGridCoversItsRectangleWithCellCentresInside) {
  const Grid grid = centred_grid(4, 5, 8.0, 10.0, 1.0, -1.0);
  EXPECT_DOUBLE_EQ(grid.x(0) - 0.5 * grid.dx, -3.0);
  EXPECT_DOUBLE_EQ(grid.x(3) + 0.5 * grid.dx, 5.0);
  EXPECT_DOUBLE_EQ(grid.y(0) - 0.5 * grid.dy, -6.0);
  EXPECT_DOUBLE_EQ(grid.y(4) + 0.5 * grid.dy, 4.0);
  EXPECT_EQ(grid.index(3, 4), 19u);
}

TEST(Grid, TooManyCellsAreRefusedWithTheMemoryTheyWouldNeed) {
  try {
    check(centred_grid(100'000, 10'000, 1, 1));
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "a grid of 100000 x 10000 cells would need about 400 GB of memory; the limit is "
                 "64000000 cells");
  }
}

}  // namespace
}  // namespace tread
