#include "tread/study/thesis_chapter_8.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "reproduced.hpp"

namespace tread::study {
namespace {

using test::ours;
using test::reproduced;

/// One unit of the last digit of a number printed with so many significant digits.
double last_digit(double printed, int n_digits) {
  return std::pow(10, std::floor(std::log10(printed)) + 1 - n_digits);
}

TEST(ThesisTable81, AgreesWithinOneUnitOfTheLastPrintedDigit) {
  const Reproduction table = reproduced(thesis_table_8_1);
  ASSERT_EQ(table.rows.size(), 15U);
  for (const ReproducedRow& row : table.rows) {
    const int n_digits = row.unit == "rad/s" ? 5 : 6;
    EXPECT_NEAR(row.ours, *row.paper, last_digit(*row.paper, n_digits)) << row.what;
  }
}

TEST(ThesisTable82, AgreesWithinOneUnitOfTheFourthDecimal) {
  const Reproduction table = reproduced(thesis_table_8_2);
  ASSERT_EQ(table.rows.size(), 15U);
  for (const ReproducedRow& row : table.rows) EXPECT_NEAR(row.ours, *row.paper, 1e-4) << row.what;
}

TEST(ThesisTable84, AgreesWithinOneUnitOfTheLastPrintedDigit) {
  const Reproduction table = reproduced(thesis_table_8_4);
  ASSERT_EQ(table.rows.size(), 20U);
  for (const ReproducedRow& row : table.rows) {
    const int n_digits = row.unit == "Hz" ? 4 : 5;
    EXPECT_NEAR(row.ours, *row.paper, last_digit(*row.paper, n_digits)) << row.what;
  }
}

TEST(ThesisFig82, EveryModeHasOneZeroMore) {
  const Reproduction figure = reproduced(thesis_fig_8_2);
  for (int n = 1; n <= 5; ++n) {
    EXPECT_EQ(ours(figure, "mode " + std::to_string(n) + ": zeros inside the beam"), n - 1);
  }
  EXPECT_EQ(figure.curves.size(), 5U);
}

TEST(ThesisFigs83And84, TenTimesThePointsAreAHundredTimesCloser) {
  const Reproduction coarse = reproduced(thesis_fig_8_3);
  const Reproduction fine = reproduced(thesis_fig_8_4);
  for (int n = 1; n <= 3; ++n) {
    const std::string what = "mode " + std::to_string(n) + ": largest difference over its peak";
    // (199/19)^2 = 109.7; 20 points are not yet in the second-order range.
    EXPECT_NEAR(ours(coarse, what) / ours(fine, what), 110, 20) << what;
    EXPECT_LT(ours(fine, what), 3e-4);
  }
}

TEST(ThesisFig85, AnEvenLoadHasNoPartInOddModes) {
  const Reproduction figure = reproduced(thesis_fig_8_5);
  EXPECT_NEAR(ours(figure, "coefficient 2 over the first"), 0, 1e-14);
  EXPECT_NEAR(ours(figure, "coefficient 4 over the first"), 0, 1e-14);
  // sin(3 pi/2)/3^4, a little less for the width of the load
  EXPECT_NEAR(ours(figure, "coefficient 3 over the first"), -1.0 / 81, 1e-4);
}

TEST(ThesisFig86, SevenModesCannotBeToldFromFiniteDifferences) {
  const Reproduction figure = reproduced(thesis_fig_8_6);
  EXPECT_LT(ours(figure, "7 modes: largest error over the peak"), 0.005);
  EXPECT_GT(ours(figure, "1 mode: largest error over the peak"), 0.3);
  EXPECT_LT(ours(figure, "finite differences, dx = 1/1000: largest error over the peak"), 1e-5);
}

TEST(ThesisFig87, ThePrintedDeflectionFollowsFromALoadNotDividedByTheSpacing) {
  const Reproduction figure = reproduced(thesis_fig_8_7);
  // "about 0.3 cm", "about 3.33 s"
  EXPECT_NEAR(ours(figure, "largest deflection, m g applied in N/m"), 3e-3, 1e-4);
  EXPECT_NEAR(ours(figure, "time of the largest deflection"), 3.33, 0.02);
  const double modes = ours(figure, "largest deflection, 40 modes");
  EXPECT_NEAR(ours(figure, "largest deflection, Verlet") / modes, 1, 1e-3);
  EXPECT_NEAR(modes / ours(figure, "static deflection under the load at midspan"), 1, 2e-3);
}

TEST(ThesisFig88, JustAboveTheLimitTheRunGrowsAndBelowItDoesNot) {
  const Reproduction figure = reproduced(thesis_fig_8_8);
  EXPECT_NEAR(ours(figure, "largest stable step of Verlet"), 3.89868e-5, 5e-11);
  EXPECT_GT(ours(figure, "largest deflection at 0.06 s, dt = 3.899e-5 s"), 1);
  EXPECT_LT(ours(figure, "largest deflection at 0.06 s, dt = 3.8976e-5 s"), 1e-4);
  EXPECT_NEAR(ours(figure, "largest stable step of RK4"), 5.5e-5, 0.05e-5);
  EXPECT_EQ(ours(figure, "largest stable step of forward Euler"), 0);
}

TEST(ThesisFig89, AtTheCriticalSpeedTheDeflectionGrowsAndBesideItDoesNot) {
  const Reproduction figure = reproduced(thesis_fig_8_9);
  EXPECT_NEAR(ours(figure, "critical speed, first frequency times L"), 91.356, 5e-4);
  const auto growth = [&](const std::string& speed) {
    return ours(figure, "largest deflection within 5 s, " + speed) /
           ours(figure, "largest deflection within 0.5 s, " + speed);
  };
  // Ten times as long, in proportion to time.
  EXPECT_NEAR(growth("91.356 m/s"), 10, 1.5);
  EXPECT_LT(growth("100 m/s"), 2.5);
}

}  // namespace
}  // namespace tread::study
