#include "tread/structure/load_line.hpp"

#include <gtest/gtest.h>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

LineSegment linear(double start, double length, int first, int second) {
  LineSegment segment{start, length, {first, second}, {}};
  segment.coefficients.resize(2, 4);
  segment.coefficients << 1, -1, 0, 0, 0, 1, 0, 0;
  return segment;
}

std::string refusal(std::vector<LineSegment> segments) {
  try {
    const LoadLine line(std::move(segments));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(load_line, weights_and_their_derivatives_are_those_of_the_polynomial) {
  LineSegment cubic{10, 2, {3}, {}};
  cubic.coefficients.resize(1, 4);
  cubic.coefficients << 1, 2, 3, 4;
  const LoadLine line({cubic});
  const LineWeights at = line.at(10.5);  // s = 1/4
  EXPECT_DOUBLE_EQ(at.shape(0), 1 + 2 * 0.25 + 3 * 0.0625 + 4 * 0.015625);
  EXPECT_DOUBLE_EQ(at.slope(0), (2 + 6 * 0.25 + 12 * 0.0625) / 2);
  EXPECT_DOUBLE_EQ(at.curvature(0), (6 + 24 * 0.25) / 4);
}

TEST(load_line, pieces_in_any_order_are_one_line) {
  const LoadLine line({linear(2, 1, 2, 3), linear(0, 2, 0, 1)});
  EXPECT_EQ(line.start(), 0);
  EXPECT_EQ(line.end(), 3);
  EXPECT_EQ(line.at(0).segment, 0);
  EXPECT_EQ(line.at(2).segment, 1);
  EXPECT_EQ(line.at(3).segment, 1);
  EXPECT_EQ(line.dofs(), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_TRUE(line.covers(3));
  EXPECT_FALSE(line.covers(3.001));
  EXPECT_EQ(line.shifted(-1).start(), -1);
  EXPECT_EQ(line.renumbered({5, 6, 7, 8}).dofs(), (std::vector<int>{5, 6, 7, 8}));
}

TEST(load_line, gaps_overlaps_and_senseless_pieces_are_refused) {
  EXPECT_EQ(refusal({linear(0, 1, 0, 1), linear(1.5, 1, 1, 2)}),
            "the load line has a gap of 0.5 m at x = 1 m: its pieces must follow one another");
  EXPECT_EQ(
      refusal({linear(0, 1, 0, 1), linear(0.75, 1, 1, 2)}),
      "the load line has an overlap of 0.25 m at x = 1 m: its pieces must follow one another");
  EXPECT_EQ(refusal({linear(0, -1, 0, 1)}),
            "a segment of the load line starts at 0 m and is -1 m long: must be finite and longer "
            "than 0");
  EXPECT_EQ(refusal({linear(0, 1, 4, 4)}),
            "the segment of the load line at 0 m has 2 displacements and 2 rows of weights: give "
            "one or more, each once, with a row of finite weights each");
}

}  // namespace
}  // namespace tread::structure
