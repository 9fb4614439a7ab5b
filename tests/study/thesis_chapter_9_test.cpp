#include "tread/study/thesis_chapter_9.hpp"

#include <gtest/gtest.h>

#include "reproduced.hpp"

namespace tread::study {
namespace {

using test::ours;

TEST(ThesisFig91, TheWheelFitsIntoTheDentedBridge) {
  Observer observer;
  const Reproduction figure = thesis_fig_9_1(observer);
  ASSERT_EQ(figure.status, SolveStatus::converged);
  for (const ReproducedRow& row : figure.rows) EXPECT_FALSE(row.why.empty()) << row.what;
  // Gap of the contact solver, 1e-11 of the displacement, and of the iteration, 1e-10.
  EXPECT_LT(ours(figure, "largest gap in the contact over the approach"), 1e-9);
  EXPECT_EQ(figure.curves.size(), 3U);
}

TEST(ThesisFig91, AlgorithmConvergesBeyondFivePercentOfTheLength) {
  Observer observer;
  const Reproduction figure = thesis_fig_9_1(observer);
  const double easy = ours(figure, "iterations of algorithm 9.1");
  const double limit = ours(figure, "iterations, deflection of 5 % of the length");
  const double beyond = ours(figure, "iterations, deflection of 17 % of the length");
  EXPECT_LT(easy, limit);  // the more the bridge bends, the more it changes the contact
  EXPECT_LT(limit, beyond);
  EXPECT_LT(beyond, 100);
}

TEST(ThesisFig91, InTrueProportionsTheDentCannotBeSeen) {
  Observer observer;
  const Reproduction figure = thesis_fig_9_1(observer);
  // 4.639e-7 m over 0.879 (m g/8 m) L^3/(48 EI) = 1.543 mm
  EXPECT_NEAR(ours(figure, "local over global deformation, steel wheel of chapter 10"), 3.006e-4,
              2e-7);
}

}  // namespace
}  // namespace tread::study
