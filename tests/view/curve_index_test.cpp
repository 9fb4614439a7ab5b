#include "tread/view/curve_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tread/view/curve.hpp"
#include "tread/view/curve_cache.hpp"
#include "view/nan.hpp"

namespace tread::view {
namespace {

constexpr std::size_t k_rows = 1'000'000;

/// A column whose reads are counted.
struct Counted {
  std::vector<double> values;
  std::size_t n_read = 0;

  Column column() {
    return {values.size(), [this](std::size_t first, std::size_t count) {
              n_read += count;
              const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
              return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(count));
            }};
  }
};

template <class Function>
Counted counted_column(Function&& value) {
  Counted column;
  column.values.resize(k_rows);
  for (std::size_t i = 0; i < k_rows; ++i) column.values[i] = value(static_cast<double>(i));
  return column;
}

double wave(double i) { return std::sin(1e-5 * i) + 0.1 * std::sin(0.7 * i); }

class IndexedCurve : public testing::Test {
 protected:
  Curve exact(const Window& window, std::size_t points) {
    return thinned(x_.column(), y_.column(), window, points);
  }
  Curve indexed(const Window& window, std::size_t points) {
    const CurveIndex index(x_.column(), y_.column());
    x_.n_read = y_.n_read = 0;
    return thinned(x_.column(), y_.column(), window, points, &index);
  }

  Counted x_ = counted_column([](double i) { return i; });
  Counted y_ = counted_column(wave);
};

TEST_F(IndexedCurve, AllOfItIsSeenWithoutReadingIt) {
  const Curve curve = indexed({}, 2000);
  EXPECT_LT(x_.n_read, 1000u);
  EXPECT_LT(y_.n_read, 1000u);
  EXPECT_GE(curve.x.size(), 1900u);
  EXPECT_LE(curve.x.size(), 2002u);
  EXPECT_TRUE(std::is_sorted(curve.x.begin(), curve.x.end()));
  EXPECT_EQ(curve.x.front(), 0);
  EXPECT_EQ(curve.x.back(), k_rows - 1);
  for (std::size_t i = 0; i < curve.x.size(); ++i) ASSERT_EQ(curve.y[i], wave(curve.x[i]));
  EXPECT_EQ(*std::max_element(curve.y.begin(), curve.y.end()),
            *std::max_element(y_.values.begin(), y_.values.end()));
}

TEST_F(IndexedCurve, AnyPeakStays) {
  for (const std::size_t peak :
       {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65535},
        std::size_t{65536}, std::size_t{777'777}, k_rows - 65, k_rows - 1}) {
    y_.values[peak] = 9;
    for (const Window& window : {Window{}, Window{-1, 1e9}}) {
      const Curve curve = indexed(window, 100);
      const auto highest = std::max_element(curve.y.begin(), curve.y.end());
      EXPECT_EQ(*highest, 9) << peak;
      EXPECT_EQ(curve.x[static_cast<std::size_t>(highest - curve.y.begin())], peak);
    }
    y_.values[peak] = wave(static_cast<double>(peak));
  }
}

TEST_F(IndexedCurve, ASmallWindowIsTheSameAsWithoutIndex) {
  for (const Window& window : {Window{10.5, 13}, Window{65534.5, 65535.5}, Window{65535, 65536},
                               Window{65535.2, 65535.7}, Window{-5, 1}, Window{999'998, 1e9},
                               Window{300'000, 350'000}, Window{-10, -5}, Window{2e6, 3e6}}) {
    const Curve expected = exact(window, 2000);
    const Curve curve = indexed(window, 2000);
    EXPECT_EQ(curve.x, expected.x) << window.from;
    EXPECT_EQ(curve.y, expected.y) << window.from;
    EXPECT_LE(x_.n_read, 4 * CurveIndex::k_rows_a_piece);
  }
}

TEST_F(IndexedCurve, ALargeWindowBeginsAndEndsWhereItShould) {
  const Window window{123'456.5, 876'543.5};
  const Curve curve = indexed(window, 2000);
  EXPECT_EQ(curve.x.front(), 123'456);
  EXPECT_EQ(curve.x.back(), 876'544);
  EXPECT_LE(x_.n_read, 3 * CurveIndex::k_rows_a_piece);
  EXPECT_LT(y_.n_read, 1000u);
}

TEST_F(IndexedCurve, GapsStay) {
  std::fill(y_.values.begin() + 400'000, y_.values.begin() + 500'000, k_nan);
  const Curve curve = indexed({}, 2000);
  std::size_t n_gaps = 0;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const bool is_gap = curve.x[i] >= 400'000 && curve.x[i] < 500'000;
    EXPECT_EQ(std::isnan(curve.y[i]), is_gap);
    n_gaps += is_gap ? 1 : 0;
  }
  EXPECT_GE(n_gaps, 50u);
}

TEST_F(IndexedCurve, ACurveThatGoesBackHasAllOfItsVisits) {
  x_ = counted_column([](double i) { return std::abs(i - 500'000); });
  const Window window{200'000, 200'010};
  EXPECT_EQ(indexed(window, 2000).x.front(), exact(window, 2000).x.front());
  EXPECT_EQ(indexed(window, 2000).x.back(), exact(window, 2000).x.back());
}

TEST_F(IndexedCurve, XWithoutNumbersHasNothingInAWindow) {
  x_ = counted_column([](double) { return k_nan; });
  EXPECT_TRUE(indexed({0, 1}, 2000).x.empty());
}

TEST_F(IndexedCurve, IsSmall) {
  EXPECT_LT(CurveIndex(x_.column(), y_.column()).n_bytes(), 1'000'000u);
  const Column long_one{
      100'000'000, [](std::size_t, std::size_t count) { return std::vector<double>(count, 1.0); }};
  EXPECT_LT(CurveIndex(long_one, long_one).n_bytes(), 8'500'000u);
}

CurveIndex some_index(std::size_t n_rows) {
  const Column column{
      n_rows, [](std::size_t, std::size_t count) { return std::vector<double>(count, 1.0); }};
  return {column, column};
}

TEST(CurveCache, MakesAnIndexOnce) {
  CurveCache cache;
  int n_made = 0;
  const auto make = [&] {
    ++n_made;
    return some_index(100);
  };
  const auto first = cache.get({1, "x", "y"}, make);
  EXPECT_EQ(cache.get({1, "x", "y"}, make), first);
  EXPECT_EQ(n_made, 1);
  cache.get({2, "x", "y"}, make);
  cache.get({1, "x", "z"}, make);
  EXPECT_EQ(n_made, 3);
}

TEST(CurveCache, TriesAgainAfterAnError) {
  CurveCache cache;
  EXPECT_THROW(cache.get({1, "x", "y"}, []() -> CurveIndex { throw std::runtime_error("no"); }),
               std::runtime_error);
  EXPECT_NE(cache.get({1, "x", "y"}, [] { return some_index(100); }), nullptr);
}

TEST(CurveCache, ForgetsWhatWasNotUsedForLong) {
  CurveCache cache;
  std::vector<std::weak_ptr<const CurveIndex>> all;
  for (std::uint64_t i = 0; i < 100; ++i) {
    all.push_back(cache.get({i, "x", "y"}, [] { return some_index(2'000'000); }));
  }
  std::size_t n_bytes = 0;
  for (const auto& one : all) n_bytes += one.expired() ? 0 : one.lock()->n_bytes();
  EXPECT_GT(n_bytes, CurveCache::k_most_bytes / 2);
  EXPECT_LE(n_bytes, CurveCache::k_most_bytes);
  EXPECT_FALSE(all.back().expired());
}

}  // namespace
}  // namespace tread::view
