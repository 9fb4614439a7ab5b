#include "tread/view/curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "view/nan.hpp"

namespace tread::view {
namespace {

Column column_of(std::vector<double> values) {
  const std::size_t n_rows = values.size();
  return {n_rows, [values = std::move(values)](std::size_t first, std::size_t count) {
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
            return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(count));
          }};
}

Column counting(std::size_t n_rows) {
  return {n_rows, [](std::size_t first, std::size_t count) {
            std::vector<double> values(count);
            for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(first + i);
            return values;
          }};
}

TEST(Curve, ShortColumnsStayAsTheyAre) {
  const Curve curve = thinned(column_of({0, 1, 2}), column_of({3, k_nan, 5}), {}, 3);
  EXPECT_EQ(curve.x, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(curve.y[0], 3);
  EXPECT_TRUE(std::isnan(curve.y[1]));
  EXPECT_TRUE(thinned(column_of({}), column_of({}), {}, 2).x.empty());
}

TEST(Curve, ASinglePeakAmongAMillionRowsStays) {
  const std::size_t n = 1'000'000;
  for (const std::size_t peak : {std::size_t{0}, std::size_t{1}, std::size_t{65535},
                                 std::size_t{65536}, std::size_t{777'777}, n - 1}) {
    const Column y{n, [&](std::size_t first, std::size_t count) {
                     std::vector<double> values(count, 1.0);
                     if (peak >= first && peak < first + count) values[peak - first] = -9;
                     return values;
                   }};
    const Curve curve = thinned(counting(n), y, {}, 100);
    const auto lowest = std::min_element(curve.y.begin(), curve.y.end());
    EXPECT_EQ(*lowest, -9) << peak;
    EXPECT_EQ(curve.x[static_cast<std::size_t>(lowest - curve.y.begin())], peak);
  }
}

TEST(Curve, KeepsOrderEndsAndAboutAsManyPointsAsAskedFor) {
  const std::size_t n = 200'001;
  const Column wave{n, [](std::size_t first, std::size_t count) {
                      std::vector<double> values(count);
                      for (std::size_t i = 0; i < count; ++i) {
                        values[i] = std::sin(0.37 * static_cast<double>(first + i));
                      }
                      return values;
                    }};
  const Curve curve = thinned(counting(n), wave, {}, 1000);
  EXPECT_EQ(curve.x.size(), curve.y.size());
  EXPECT_GE(curve.x.size(), 1000u);
  EXPECT_LE(curve.x.size(), 1002u);
  EXPECT_TRUE(std::is_sorted(curve.x.begin(), curve.x.end()));
  EXPECT_EQ(std::adjacent_find(curve.x.begin(), curve.x.end()), curve.x.end());
  EXPECT_EQ(curve.x.front(), 0);
  EXPECT_EQ(curve.x.back(), 200'000);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    EXPECT_EQ(curve.y[i], std::sin(0.37 * curve.x[i]));
  }
}

TEST(Curve, AGapStaysAGap) {
  std::vector<double> y(1000, 2.0);
  for (std::size_t i = 400; i < 500; ++i) y[i] = k_nan;
  const Curve curve = thinned(counting(1000), column_of(y), {}, 20);
  bool has_gap = false;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const bool is_gap = curve.x[i] >= 400 && curve.x[i] < 500;
    EXPECT_EQ(std::isnan(curve.y[i]), is_gap);
    has_gap = has_gap || is_gap;
  }
  EXPECT_TRUE(has_gap);
}

TEST(Curve, AWindowHasTheRowsInItAndOneBesideOnEitherSide) {
  const Curve curve = thinned(counting(100), counting(100), {10.5, 13}, 50);
  EXPECT_EQ(curve.x, (std::vector<double>{10, 11, 12, 13, 14}));
  EXPECT_EQ(thinned(counting(100), counting(100), {-5, 1}, 50).x, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(thinned(counting(100), counting(100), {98, 1e9}, 50).x,
            (std::vector<double>{97, 98, 99}));
}

TEST(Curve, AWindowBetweenTwoRowsHasTheLineThatCrossesIt) {
  EXPECT_EQ(thinned(counting(100), counting(100), {10.2, 10.4}, 50).x,
            (std::vector<double>{10, 11}));
  EXPECT_TRUE(thinned(counting(100), counting(100), {200, 300}, 50).x.empty());
}

TEST(Curve, AWindowOfACurveThatGoesBackHasAllOfItsVisits) {
  const Column x = column_of({0, 1, 2, 3, 2, 1, 0, 0.5});
  const Curve curve = thinned(x, counting(8), {0.9, 1.1}, 50);
  EXPECT_EQ(curve.y, (std::vector<double>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Curve, NoMoreThanPiecesOfALongColumnAreRead) {
  std::size_t largest = 0;
  const Column column{1'000'000, [&](std::size_t, std::size_t count) {
                        largest = std::max(largest, count);
                        return std::vector<double>(count, 1.0);
                      }};
  thinned(column, column, {0, 2}, 2000);
  EXPECT_LE(largest, 65536u);
}

}  // namespace
}  // namespace tread::view
