#include "tread/study/wiggles_rolling.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "study/reproduced.hpp"

namespace tread::study {
namespace {

enum class RollingFigure { one, four, six };

const Reproduction& rolling_figure(RollingFigure which) {
  static const std::vector<Reproduction> figures = [] {
    Observer observer;
    return std::vector<Reproduction>{wiggles_fig_1(observer), wiggles_fig_4(observer),
                                     wiggles_fig_6(observer)};
  }();
  return figures[static_cast<std::size_t>(which)];
}

double rolling_ours(RollingFigure which, const std::string& what) {
  return test::ours(rolling_figure(which), what);
}

TEST(WigglesFig1, ExactMatricesWiggleForSmallStepsAndNeitherCureDoes) {
  const auto variation = [](const char* scheme, const char* c) {
    return rolling_ours(RollingFigure::one,
                        fmt::format("{}, c = {}: variation over that for c = 1", scheme, c));
  };
  EXPECT_GT(variation("exact A'", "0.02"), 2);
  EXPECT_GT(variation("exact A'", "0.05"), 1.3);
  for (const char* scheme : {"interpolated A'", "world-fixed"}) {
    for (const char* c : {"0.5", "0.2", "0.05", "0.02"}) {
      EXPECT_NEAR(variation(scheme, c), 1, 1e-3) << scheme << " " << c;
    }
  }
}

// 50 cells across the contact: a per cent.
TEST(WigglesFig1, WithoutWigglesItIsCartersSolution) {
  const auto distance = [](const char* scheme, const char* c) {
    return rolling_ours(
        RollingFigure::one,
        fmt::format("{}, c = {}: distance (L2) to Carter's closed form", scheme, c));
  };
  EXPECT_GT(distance("exact A'", "0.02"), 0.08);
  for (const char* scheme : {"interpolated A'", "world-fixed"}) {
    for (const char* c : {"1", "0.5", "0.2", "0.05", "0.02"}) {
      EXPECT_LT(distance(scheme, c), 0.01) << scheme << " " << c;
    }
  }
}

TEST(WigglesFig4, InterpolationSmoothsThePeakAndTheWindowKeepsIt) {
  for (const char* c : {"0.5", "0.2", "0.05", "0.02"}) {
    const auto peak = [&](const char* scheme) {
      return rolling_ours(RollingFigure::four,
                          fmt::format("{}, c = {}: front peak over that for c = 1", scheme, c));
    };
    EXPECT_LT(peak("interpolated A'"), 0.92) << c;
    EXPECT_NEAR(peak("world-fixed"), 1, 0.005) << c;
  }
}

// Carried 24 of 120 cells back: the edge of adhesion at sqrt(1 - 0.657) a, the leading edge at a.
// To the cell.
TEST(WigglesFig4, BendsAreWhereTheStartsEdgesWereCarried) {
  const double cell = 2.0 / 120;
  EXPECT_NEAR(rolling_ours(RollingFigure::four, "c = 1: place of the front peak, x / a"),
              std::sqrt(1 - 0.657) - 24 * cell, cell);
  EXPECT_NEAR(rolling_ours(RollingFigure::four, "c = 1: place of the bend ahead of it, x / a"),
              1 - 24 * cell, 1.5 * cell);
}

TEST(WigglesFig6, TheWindowIsConsistentWithStepsOfACell) {
  EXPECT_NEAR(
      rolling_ours(RollingFigure::six, "world-fixed, c = 0.2: front peak over that for c = 1"), 1,
      0.005);
  EXPECT_LT(rolling_ours(RollingFigure::six, "world-fixed, c = 0.2: distance (L2) to c = 1"),
            0.005);
  for (const char* a : {"interpolated A'", "exact A'"}) {
    EXPECT_GT(rolling_ours(RollingFigure::six,
                           fmt::format("moving, {}, c = 0.2: distance (L2) to c = 1", a)),
              0.03);
  }
}

TEST(WigglesRolling, CurvesStayWithinTheTractionBound) {
  for (const RollingFigure which : {RollingFigure::one, RollingFigure::four, RollingFigure::six}) {
    for (const ReproducedCurve& c : rolling_figure(which).curves) {
      ASSERT_EQ(c.x.size(), c.y.size()) << c.name;
      EXPECT_FALSE(c.x_label.empty() || c.y_label.empty() || c.name.empty());
      for (std::size_t i = 0; i < c.x.size(); ++i) {
        // cells at the edges have their mean pressure, not that of their middle
        if (std::abs(c.x[i]) > 0.95) continue;
        EXPECT_LE(std::abs(c.y[i]), std::sqrt(1 - c.x[i] * c.x[i]) + 0.01) << c.name;
      }
    }
  }
}

TEST(WigglesRolling, ARunThatWasStoppedHasNoNumbers) {
  test::Stops observer;
  for (const Reproduction& r :
       {wiggles_fig_1(observer), wiggles_fig_4(observer), wiggles_fig_6(observer)}) {
    EXPECT_EQ(r.status, SolveStatus::stopped);
    EXPECT_TRUE(r.rows.empty() && r.curves.empty() && r.maps.empty());
  }
}

}  // namespace
}  // namespace tread::study
