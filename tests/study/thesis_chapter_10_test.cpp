#include "tread/study/thesis_chapter_10.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "reproduced.hpp"

namespace tread::study {
namespace {

using test::ours;
using test::reproduced;

TEST(ThesisTable102, PrintedIterationsComeOutWithinTwo) {
  const Reproduction table = reproduced(thesis_table_10_2);
  int n_printed = 0;
  for (const ReproducedRow& row : table.rows) {
    if (!row.what.starts_with("omega") || !std::isfinite(*row.paper)) continue;
    EXPECT_NEAR(row.ours, *row.paper, 2) << row.what;
    ++n_printed;
  }
  EXPECT_EQ(n_printed, 19);
}

TEST(ThesisTable102, SteelNeedsAnOmegaThatIsNotReasonableAndQuasiNewtonNone) {
  const Reproduction table = reproduced(thesis_table_10_2);
  EXPECT_TRUE(std::isinf(ours(table, "omega = 0.5, E = 2e+11 Pa")));
  EXPECT_LT(ours(table, "largest omega that can converge, E = 2e+11 Pa"), 1e-3);
  EXPECT_LE(ours(table, "quasi-Newton, E = 2e+11 Pa, iterations a step"), 3);
}

TEST(ThesisTable103, AllPrintedNumbersComeOutWithStepsOfFiveMilliseconds) {
  const Reproduction table = reproduced(thesis_table_10_3);
  int n_coefficients = 0;
  int n_ratios = 0;
  for (const ReproducedRow& row : table.rows) {
    if (!row.what.ends_with("steps of 5 ms")) continue;
    if (row.what.starts_with("c_")) {
      // 7.3e-3 has two digits, the others three.
      EXPECT_NEAR(row.ours / *row.paper, 1, 0.006) << row.what;
      ++n_coefficients;
    } else {
      // Differences of numbers that are within 1e-4 of those behind the printed ones.
      EXPECT_NEAR(row.ours / *row.paper, 1, 1e-3) << row.what;
      ++n_ratios;
    }
  }
  EXPECT_EQ(n_coefficients, 7);
  EXPECT_EQ(n_ratios, 7);
}

TEST(ThesisTable103, ShorterStepsAndNoNumericalDampingGiveLargerCoefficients) {
  const Reproduction table = reproduced(thesis_table_10_3);
  EXPECT_NEAR(ours(table, "c_1, steps of 1 ms"), 7.558e-3, 1e-6);
  EXPECT_NEAR(ours(table, "c_2, steps of 1 ms"), 3.285e-4, 1e-7);
  for (const std::string mode : {"c_1", "c_2", "c_4", "c_8", "c_16", "c_32", "c_64"}) {
    EXPECT_GT(ours(table, mode + ", converged"), ours(table, mode + ", steps of 1 ms")) << mode;
  }
}

TEST(ThesisTable103, CoefficientsFallWithTheFourthPowerWhateverTheScheme) {
  const Reproduction table = reproduced(thesis_table_10_3);
  EXPECT_NEAR(ours(table, "ratio of differences, i = 64, converged"), 16, 0.2);
}

TEST(ThesisFig101, TheBridgeBendsByHalfAsMuchAgainAsAtRestAndEndsSShaped) {
  const Reproduction figure = reproduced(thesis_fig_10_1);
  EXPECT_NEAR(ours(figure, "largest deflection"), 2.4e-3, 0.05e-3);
  EXPECT_NEAR(ours(figure, "largest deflection, converged"), 2.43e-3, 0.01e-3);
  // 0.879 (17 870 kg g/8 m) L^3/(48 EI)
  EXPECT_NEAR(ours(figure, "static deflection under the wheel at midspan"), 1.543e-3, 1e-6);
  EXPECT_LT(ours(figure, "lowest point of the bridge, wheel at 5 m"), 10);
  const double place = ours(figure, "place of the wheel when the first mode passes through zero");
  EXPECT_GT(place, 17);
  EXPECT_LT(place, 20);
  EXPECT_EQ(figure.curves.size(), 4U);
}

TEST(ThesisFig102, ASlowerWheelBendsTheBridgeLessAndLeavesLessVibrationWithoutAnyDamping) {
  const Reproduction figure = reproduced(thesis_fig_10_2);
  EXPECT_NEAR(ours(figure, "largest deflection"), 1.6e-3, 0.05e-3);
  EXPECT_NEAR(ours(figure, "largest deflection, converged"), 1.6e-3, 0.05e-3);
  // What a moving force leaves grows in proportion to its speed, but for the phase.
  EXPECT_LT(ours(figure, "deflection left at 6 m/s, converged"),
            ours(figure, "deflection left at 30 m/s, converged") / 3);
}

TEST(ThesisFig103, BackwardEulerDampsTheOscillationsAwayAndNewmarkKeepsThem) {
  const Reproduction figure = reproduced(thesis_fig_10_3);
  for (const std::string mode : {"c_2", "c_3", "c_4"}) {
    const std::string swing = "swing of " + mode + " in the last third over the first, ";
    EXPECT_LT(ours(figure, swing + "as listed"), 0.7) << mode;
    EXPECT_GT(ours(figure, swing + "converged"), 0.9) << mode;
  }
  EXPECT_EQ(figure.curves.size(), 8U);
}

TEST(ThesisFig104, ApproachAtRestIsThatOfOneColumnOfCells) {
  const Reproduction figure = reproduced(thesis_fig_10_4);
  EXPECT_NEAR(ours(figure, "approach at rest") / 4.639e-7, 1, 1e-3);
  EXPECT_EQ(ours(figure, "cells in contact"), 11);
  EXPECT_NEAR(ours(figure, "approach at rest, refined along the track"), 5.60e-7, 0.005e-7);
  EXPECT_NEAR(ours(figure, "approach at rest, refined in both directions"), 5.58e-7, 0.005e-7);
  EXPECT_NEAR(ours(figure, "approach at rest, refined, width of 8 m"), 6.07e-7, 0.005e-7);
  EXPECT_NEAR(ours(figure, "middle row over an even share of 8 m"), 0.879, 5e-4);
}

TEST(ThesisFig104, TheForceMakesTheApproachLargerInTheMiddleAndTheCurvatureCannot) {
  const Reproduction figure = reproduced(thesis_fig_10_4);
  const double approach = ours(figure, "mean approach, wheel from 5 to 15 m, over that at rest");
  EXPECT_GT(approach, 1.005);
  EXPECT_NEAR(ours(figure, "mean force, wheel from 5 to 15 m, over the weight"), approach, 1e-5);
  EXPECT_LT(ours(figure, "change of the approach by the bridge's curvature, (10.44)"),
            (approach - 1) / 100);
}

TEST(ThesisFig105, DampedFromTouchUndampedFromTouchAndFromStaticEquilibrium) {
  const Reproduction figure = reproduced(thesis_fig_10_5);
  const auto most = [&](const std::string& how) {
    return ours(figure, "largest force over weight, " + how);
  };
  const auto least = [&](const std::string& how) {
    return ours(figure, "smallest force over weight, " + how);
  };
  EXPECT_NEAR(most("as listed"), 1.0175, 2e-3);
  EXPECT_NEAR(least("as listed"), 0.986, 2e-3);
  for (const std::string how : {"from static equilibrium", "from static equilibrium, finer"}) {
    EXPECT_NEAR(most(how), 1.026, 5e-3) << how;
    EXPECT_NEAR(least(how), 0.976, 5e-3) << how;
  }
  EXPECT_NEAR(most("from touch, undamped"), 1.85, 0.01);
  EXPECT_NEAR(least("from touch, undamped"), 0.13, 0.01);
  EXPECT_NEAR(most("from touch, undamped, first swing"), 2, 0.01);
  EXPECT_NEAR(least("from touch, undamped, first swing"), 0, 0.01);
}

}  // namespace
}  // namespace tread::study
