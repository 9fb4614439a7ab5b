#include "tread/core/cell_range.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tread {
namespace {

TEST(CellRange, HoldsEveryPositiveCellAndNoMore) {
  std::vector<double> field(5 * 4, 0.0);
  EXPECT_TRUE(positive_range(field, 5, 4).is_empty());
  field[1 + 5 * 2] = 1;
  field[3 + 5 * 1] = 2;
  field[0] = -1;
  const CellRange range = positive_range(field, 5, 4);
  EXPECT_EQ(range.x_first, 1);
  EXPECT_EQ(range.x_last, 3);
  EXPECT_EQ(range.y_first, 1);
  EXPECT_EQ(range.y_last, 2);
  EXPECT_EQ(range.nx(), 3);
  EXPECT_EQ(range.ny(), 2);
}

}  // namespace
}  // namespace tread
