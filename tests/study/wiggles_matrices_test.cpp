#include "tread/study/wiggles_matrices.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "study/reproduced.hpp"

namespace tread::study {
namespace {

enum class MatricesFigure { two, three, five };

const Reproduction& matrices_figure(MatricesFigure which) {
  static const std::vector<Reproduction> figures = [] {
    Observer observer;
    return std::vector<Reproduction>{wiggles_fig_2(observer), wiggles_fig_3(observer),
                                     wiggles_fig_5(observer)};
  }();
  return figures[static_cast<std::size_t>(which)];
}

double matrices_ours(MatricesFigure which, const std::string& what) {
  return test::ours(matrices_figure(which), what);
}

const ReproducedCurve& matrices_curve(MatricesFigure which, const std::string& name,
                                      const std::string& y_label) {
  return test::curve(matrices_figure(which), name, y_label);
}

// The claims of sections 3 and 5; tests/wiggles has the algebra behind them.
TEST(WigglesFig2, TheInverseForOneCellIsWellBehaved) {
  for (const char* elements : {"constant", "bilinear"}) {
    const auto number = [&](const char* what) {
      return matrices_ours(MatricesFigure::two, fmt::format("{} elements: {}", elements, what));
    };
    EXPECT_NEAR(number("diagonal over largest other entry of A - A'"), 1, 1e-12) << elements;
    EXPECT_EQ(number("sign changes along the inverse's middle column"), 1) << elements;
    EXPECT_LT(number("largest over smallest of the spectrum"), 2) << elements;
  }
}

TEST(WigglesFig3, TheInverseForAHundredthOfACellOscillatesForBothKindsOfElements) {
  for (const char* elements : {"constant", "bilinear"}) {
    const auto number = [&](const char* what) {
      return matrices_ours(MatricesFigure::three, fmt::format("{} elements: {}", elements, what));
    };
    EXPECT_LT(number("diagonal over largest other entry of A - A'"), 0.05) << elements;
    EXPECT_GE(number("sign changes along the inverse's middle column"), 37) << elements;
    EXPECT_GT(number("largest over smallest of the spectrum"), 25) << elements;
  }
}

// theta (A - A*) is the matrix of figure 2, up to a factor.
TEST(WigglesFig3, WithInterpolatedMatricesItIsFigure2Again) {
  EXPECT_NEAR(matrices_ours(MatricesFigure::three,
                            "interpolated A': largest over smallest of the spectrum"),
              matrices_ours(MatricesFigure::two,
                            "constant elements: largest over smallest of the spectrum"),
              1e-9);
  EXPECT_EQ(matrices_ours(MatricesFigure::three,
                          "interpolated A': sign changes along the inverse's middle column"),
            1);
}

// In units of E* the transform of -2/π ln|x| times ik: 2 for long waves, whatever c and elements.
// The longest wave drawn is 60 cells; the constant elements' aliases take 2.2 % off at small c.
TEST(WigglesFig3, SpectraOfLongWavesDoNotDependOnTheStep) {
  for (const ReproducedCurve& c : matrices_figure(MatricesFigure::three).curves) {
    if (c.y_scale != result::Scale::logarithmic) continue;
    EXPECT_NEAR(c.y.front(), 2, 0.05) << c.name;
    EXPECT_NEAR(c.x.back(), std::acos(-1.0), 1e-12) << c.name;
  }
}

TEST(WigglesFig3, MapsAreTheMatricesWhoseColumnsAreDrawn) {
  const Reproduction& r = matrices_figure(MatricesFigure::three);
  ASSERT_EQ(r.maps.size(), 4u);
  for (const ReproducedMap& map : r.maps) {
    ASSERT_EQ(map.values.size(), map.grid.n_cells()) << map.name;
    const std::string elements =
        map.name.find("bilinear") == std::string::npos ? "constant elements" : "bilinear elements";
    const ReproducedCurve& column = matrices_curve(MatricesFigure::three, elements, map.quantity);
    for (int i = 0; i < map.grid.ny; ++i) {
      EXPECT_EQ(map.values[map.grid.index(map.grid.nx / 2, i)],
                column.y[static_cast<std::size_t>(i)])
          << map.name;
      EXPECT_EQ(map.grid.y(i), column.x[static_cast<std::size_t>(i)]) << map.name;
    }
  }
}

TEST(WigglesFig5, OneCellMovesByExactlyOneAndLessIsSmeared) {
  EXPECT_NEAR(matrices_ours(MatricesFigure::five, "c = 1, constant elements: traction one cell on"),
              1, 1e-11);
  EXPECT_NEAR(matrices_ours(MatricesFigure::five, "c = 1, bilinear elements: traction one cell on"),
              1, 1e-11);
  EXPECT_EQ(
      matrices_ours(MatricesFigure::five, "c = 1, constant elements: cells with more than 1 %"), 1);
  for (const char* c : {"0.9", "0.8", "0.7", "0.6"}) {
    EXPECT_LT(matrices_ours(MatricesFigure::five,
                            fmt::format("c = {}: largest traction after one step", c)),
              0.99);
    EXPECT_GE(
        matrices_ours(MatricesFigure::five, fmt::format("c = {}: cells with more than 1 %", c)), 3);
  }
  // 1 - c stays, c moves on, and five steps are a binomial distribution: 10 c³ (1 - c)²
  EXPECT_NEAR(matrices_ours(MatricesFigure::five,
                            "c = 0.6, interpolated A': largest traction after one step"),
              0.6, 1e-11);
  EXPECT_NEAR(matrices_ours(MatricesFigure::five,
                            "c = 0.6, interpolated A': largest traction after three cells"),
              10 * std::pow(0.6, 3) * std::pow(0.4, 2), 1e-11);
}

TEST(WigglesFig5, OnlyWhatTheTextStatesStandsInThePapersColumn) {
  for (const ReproducedRow& row : matrices_figure(MatricesFigure::five).rows) {
    EXPECT_FALSE(row.why.empty()) << row.what;
    if (!row.paper) continue;
    EXPECT_EQ(*row.paper, 1) << row.what;
    EXPECT_NEAR(row.ours, 1, 1e-5) << row.what;
  }
}

TEST(WigglesFigures, ShowEveryPictureWithLabelsAndPoints) {
  for (const MatricesFigure which :
       {MatricesFigure::two, MatricesFigure::three, MatricesFigure::five}) {
    for (const ReproducedCurve& c : matrices_figure(which).curves) {
      EXPECT_EQ(c.x.size(), c.y.size()) << c.name;
      EXPECT_FALSE(c.x_label.empty() || c.y_label.empty() || c.name.empty());
      EXPECT_TRUE(std::ranges::all_of(c.y, [](double y) { return std::isfinite(y); })) << c.name;
    }
  }
}

TEST(WigglesFigures, ARunThatWasStoppedHasNoNumbers) {
  test::Stops observer;
  for (const Reproduction& r :
       {wiggles_fig_2(observer), wiggles_fig_3(observer), wiggles_fig_5(observer)}) {
    EXPECT_EQ(r.status, SolveStatus::stopped);
    EXPECT_TRUE(r.rows.empty() && r.curves.empty() && r.maps.empty());
  }
}

}  // namespace
}  // namespace tread::study
