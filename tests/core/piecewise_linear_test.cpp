#include "tread/core/piecewise_linear.hpp"

#include <gtest/gtest.h>

#include "tread/core/errors.hpp"

namespace tread {
namespace {

TEST(PiecewiseLinear, GoesOnBeyondItsEndsWithTheLastSlopes) {
  const PiecewiseLinear bearing({-0.01, 0, 0.002}, {-100, 0, 0});  // a gap of 2 mm in tension
  EXPECT_DOUBLE_EQ(bearing.at(-0.02).value, -200);
  EXPECT_DOUBLE_EQ(bearing.at(-0.005).value, -50);
  EXPECT_DOUBLE_EQ(bearing.at(-0.005).slope, 1e4);
  EXPECT_EQ(bearing.at(0.001).value, 0);
  EXPECT_EQ(bearing.at(5).value, 0);
  EXPECT_EQ(PiecewiseLinear({1}, {7}).at(-3).value, 7);
}

TEST(PiecewiseLinear, IntegralIsTheWorkFromZero) {
  const PiecewiseLinear law({-1, 1, 2}, {-2, 2, 10});
  EXPECT_DOUBLE_EQ(law.at(0.5).integral, 0.25);
  EXPECT_DOUBLE_EQ(law.at(2).integral, 1 + 6);
  EXPECT_DOUBLE_EQ(law.at(-3).integral, 9);
  const double h = 1e-6;
  for (const double x : {-2.3, -0.4, 0.7, 1.6, 4.0}) {
    EXPECT_NEAR((law.at(x + h).integral - law.at(x - h).integral) / (2 * h), law.at(x).value, 1e-7);
  }
}

TEST(PiecewiseLinear, WhatIsNoFunctionIsRefused) {
  EXPECT_THROW(PiecewiseLinear({}, {}), ModelError);
  EXPECT_THROW(PiecewiseLinear({0, 1}, {0}), ModelError);
  EXPECT_THROW(PiecewiseLinear({0, 0}, {0, 1}), ModelError);
  EXPECT_THROW(PiecewiseLinear({0, 1}, {0, 1.0 / 0.0}), ModelError);
}

}  // namespace
}  // namespace tread
