#include "tread/reference/kalker_coefficients.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "reference/quadrature.hpp"
#include "tread/reference/carter.hpp"

namespace tread::reference {
namespace {

std::array<double, 4> values(const KalkerCoefficients& c) { return {c.c11, c.c22, c.c23, c.c33}; }

TEST(KalkerCoefficients, AreThePublishedValuesAtPointsOfTheTable) {
  struct Row {
    double axis_ratio, nu;
    std::array<double, 4> c;
  };
  const Row rows[] = {
      {1, 0, {3.40, 3.40, 1.33, 1.21}},         {1, 0.25, {4.12, 3.67, 1.47, 1.19}},
      {1, 0.5, {5.20, 3.98, 1.63, 1.16}},       {0.5, 0.25, {3.62, 3.01, 0.929, 1.93}},
      {2, 0.25, {5.10, 4.90, 2.62, 0.819}},     {0.1, 0.5, {4.85, 2.53, 0.731, 11.7}},
      {10, 0, {10.7, 10.7, 12.2, 0.795}},       {0.3, 0, {2.68, 2.68, 0.607, 2.49}},
      {1 / 0.9, 0.25, {4.22, 3.81, 1.59, 1.11}}};
  for (const Row& row : rows) {
    const auto c = values(kalker_coefficients(row.axis_ratio, row.nu));
    for (std::size_t k = 0; k < 4; ++k) EXPECT_REL(c[k], row.c[k], 1e-13) << row.axis_ratio;
  }
}

TEST(KalkerCoefficients, BetweenThePointsTheyAreLinearInTheRatioAndAParabolaOfInversesInNu) {
  const auto c = values(kalker_coefficients(0.55, 0.25));
  const double expected[] = {0.5 * (3.62 + 3.72), 0.5 * (3.01 + 3.14), 0.5 * (0.929 + 1.03),
                             0.5 * (1.93 + 1.68)};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_REL(c[k], expected[k], 1e-13);
  // C11 at a/b = 1: Newton's form of the parabola through 1/3.40, 1/4.12, 1/5.20
  const double f0 = 1 / 3.40;
  const double d1 = (1 / 4.12 - f0) / 0.25;
  const double d2 = ((1 / 5.20 - 1 / 4.12) / 0.25 - d1) / 0.5;
  const double nu = 0.28;
  EXPECT_REL(kalker_coefficients(1, nu).c11, 1 / (f0 + nu * (d1 + (nu - 0.25) * d2)), 1e-13);
}

TEST(KalkerCoefficients, NothingJumpsWhereTheTableMeetsTheAsymptotesNorAtTheCircle) {
  for (const double nu : {0.0, 0.1, 0.28, 0.5}) {
    for (const double ratio : {0.1, 1.0, 10.0}) {
      const auto below = values(kalker_coefficients(ratio * (1 - 1e-9), nu));
      const auto above = values(kalker_coefficients(ratio * (1 + 1e-9), nu));
      for (std::size_t k = 0; k < 4; ++k) EXPECT_REL(below[k], above[k], 1e-8) << ratio << ' ' << k;
    }
  }
}

TEST(KalkerCoefficients, RunMonotonicallyFromTheTableIntoTheAsymptotes) {
  // No bump is made by joining the two: in steps of 2 % every coefficient keeps its direction.
  for (const double nu : {0.0, 0.25, 0.5}) {
    for (std::size_t k = 0; k < 4; ++k) {
      for (const bool is_short : {true, false}) {
        if (is_short && k == 0) continue;  // the table itself turns there at nu = 1/2
        double last_change = 0;
        for (double g = 0.25; g > 1e-3; g /= 1.02) {
          const auto at = [&](double x) {
            return values(kalker_coefficients(is_short ? x : 1 / x, nu))[k];
          };
          const double change = at(g / 1.02) - at(g);
          EXPECT_GE(change * last_change, 0) << nu << ' ' << k << ' ' << g << ' ' << is_short;
          last_change = change;
        }
      }
    }
  }
}

TEST(KalkerCoefficients, ShortContactsAreStripsThatRollAsCarters) {
  // Strip y of a contact with a << b has half length a(y) and creepage xi - phi y. The slope of
  // Carter's force at rest, per creepage, comes from the closed form at a tiny creepage.
  const double G = 8e10;
  const double nu = 0.3;
  const double b = 1;
  const double a = 1e-7;
  const auto stiffness = [&](double half_length) {
    const HertzLine line = hertz_line_from_half_width(half_length, 0.5, G / (1 - nu));
    const double xi = 1e-9 * half_length;
    return -carter_from_creepage(line, 0.3, xi).force_per_length / xi;
  };
  const auto over_width = [&](auto&& weight) {
    return integrate(
        [&](double y) { return weight(y) * stiffness(a * std::sqrt((1 - y) * (1 + y))); }, -b, b);
  };
  const KalkerCoefficients c = kalker_coefficients(a / b, nu);
  EXPECT_REL(c.c11, over_width([](double) { return 1; }) / (G * a * b), 1e-5);
  EXPECT_REL(c.c33, over_width([](double y) { return y * y; }) / (G * a * a * b * b), 1e-5);
}

TEST(KalkerCoefficients, TheAsymptotesNearTheTableAsTheContactGetsLonger) {
  // pi/4 ((1-2nu) L - 2 + 8nu)^2/D^2 against C33 of the table at b/a = 0.3, 0.2, 0.1.
  struct Row {
    double nu, at_3, at_2, at_1;
  };
  for (const Row& row : {Row{0, 0.868, 0.828, 0.795}, Row{0.25, 0.674, 0.601, 0.526},
                         Row{0.5, 0.446, 0.341, 0.228}}) {
    const auto miss = [&](double g, double table) {
      const double L = std::log(16 / (g * g));
      const double D = (1 - row.nu) * L - 2 + 4 * row.nu;
      const double root = ((1 - 2 * row.nu) * L - 2 + 8 * row.nu) / D;
      return std::abs(std::numbers::pi / 4 * root * root / table - 1);
    };
    EXPECT_LT(miss(0.1, row.at_1), 0.015);
    EXPECT_LT(miss(0.1, row.at_1), miss(0.2, row.at_2));
    EXPECT_LT(miss(0.2, row.at_2), miss(0.3, row.at_3));
  }
  const double L = std::log(16 * 1e12);
  const double D = 0.7 * L - 2 + 1.2;
  EXPECT_REL(kalker_coefficients(1e6, 0.3).c33,
             std::numbers::pi / 4 * std::pow(1 - 0.3 * (L - 4) / D, 2), 1e-5);
}

TEST(KalkerCoefficients, ExtremeContactsHaveFiniteCoefficients) {
  for (const double ratio : {1e-9, 1e9}) {
    for (const double nu : {0.0, 0.5}) {
      for (const double c : values(kalker_coefficients(ratio, nu))) {
        EXPECT_GT(c, 0);
        EXPECT_TRUE(std::isfinite(c));
      }
    }
  }
}

TEST(KalkerCoefficients, RefuseWhatIsNoContact) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_model_error([] { kalker_coefficients(0, 0.3); },
                     "the ratio a/b of the semi-axes must be positive and finite, got 0 m/m");
  expect_model_error([&] { kalker_coefficients(nan, 0.3); },
                     "the ratio a/b of the semi-axes must be positive and finite, got nan m/m");
  EXPECT_THROW(kalker_coefficients(1, -0.1), ModelError);
  EXPECT_THROW(kalker_coefficients(1, 0.51), ModelError);
  EXPECT_THROW(kalker_coefficients(1, nan), ModelError);
}

}  // namespace
}  // namespace tread::reference
