#include "tread/study/wheel_rail_curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "reproduced.hpp"
#include "tread/running/steady_running.hpp"
#include "tread/study/load_transfer.hpp"
#include "tread/study/wheel_rail_curve_run.hpp"

namespace tread::study {
namespace {

using test::ours;

constexpr double k_in_the_curve = 350 / 45.0;  // s

LoadTransfer solved_transfer() {
  const auto wagon = wagon_in_curve(wheel_rail::semi_elastic());
  const running::SteadyRunning steady = find_steady_curving(*wagon, 0, k_in_the_curve);
  EXPECT_EQ(steady.status, SolveStatus::converged);
  return load_transfer(*wagon, steady, k_in_the_curve);
}

double sum_of(const LoadTransfer& transfer, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += transfer.shares[i].load;
  return sum;
}

/// By hand, from masses, heights, springs and the stop's table: a_y = V^2/R cos - g sin = 1.294
/// m/s2 outwards, 13.8 kN from wheel to wheel, and 44 mm at which springs and stop hold 8 t.
TEST(LoadTransfer, BeginsWithTheEstimateByHand) {
  const LoadTransfer transfer = solved_transfer();
  EXPECT_NEAR(transfer.lateral_acceleration, -1.294, 1e-3);
  EXPECT_NEAR(transfer.half_axle_load + transfer.shares[0].load, 68.7e3, 0.05e3);
  EXPECT_NEAR(transfer.half_axle_load - transfer.shares[0].load, 41.1e3, 0.05e3);
  EXPECT_NEAR(transfer.estimated_shift, -0.044, 0.5e-3);
  const double shifted = transfer.shares[0].load + transfer.shift_by_hand;
  EXPECT_GT(transfer.half_axle_load + shifted, 71e3);
  EXPECT_LT(transfer.half_axle_load + shifted, 72e3);
  EXPECT_GT(transfer.half_axle_load - shifted, 38e3);
  EXPECT_LT(transfer.half_axle_load - shifted, 39e3);
}

TEST(LoadTransfer, SharesAddUpToWhatTheContactsCarry) {
  const LoadTransfer transfer = solved_transfer();
  // Left out are the squares of roll angles of some 20 mrad.
  EXPECT_LT(std::abs(transfer.rest), 2e-3 * transfer.solved);
  EXPECT_NEAR(sum_of(transfer, 0, transfer.shares.size()) + transfer.rest, transfer.solved, 1e-6);
  // Of what an estimate by hand leaves out, most is that the outer wheel touches further inwards.
  const auto most =
      std::max_element(transfer.shares.begin() + 3, transfer.shares.end(),
                       [](const LoadShare& a, const LoadShare& b) { return a.load < b.load; });
  EXPECT_EQ(most->what, "contact point of the left wheel");
}

/// A coarse half-space in larger steps; the car body sways once in 66 m.
const Reproduction& coarse_curve() {
  static const Reproduction curve = [] {
    Observer observer;
    return wheel_rail_curve(
        {.step = 4e-3, .cells = 10, .length = 290, .steady = 66, .n_threads = 1}, observer);
  }();
  return curve;
}

TEST(WheelRailCurve, HasAReasonInEveryRow) {
  EXPECT_EQ(coarse_curve().status, SolveStatus::converged);
  for (const ReproducedRow& row : coarse_curve().rows) EXPECT_FALSE(row.why.empty()) << row.what;
}

TEST(WheelRailCurve, TheSteadyPartOfTheRunsIsQuasiStatic) {
  const Reproduction& curve = coarse_curve();
  for (const char* what :
       {"Q of the left wheel", "Q of the right wheel", "Y of the left wheel",
        "lateral displacement of the wheelset", "lateral displacement of the car body"}) {
    const double still = ours(curve, std::string(what) + ", quasi-static");
    EXPECT_NEAR(ours(curve, std::string(what) + ", semi-elastic run"), still,
                0.01 * std::abs(still))
        << what;
  }
}

/// Loads follow from where the bodies are, whatever the contact is; contact places and creep
/// forces need not.
TEST(WheelRailCurve, BothContactModelsCarryTheSameLoads) {
  const Reproduction& curve = coarse_curve();
  for (const char* what : {"Q of the left wheel", "Q of the right wheel", "Y of the left wheel",
                           "lateral displacement of the car body"}) {
    const double semi = ours(curve, std::string(what) + ", semi-elastic run");
    EXPECT_NEAR(ours(curve, std::string(what) + ", half-space run"), semi, 0.01 * std::abs(semi))
        << what;
  }
}

TEST(WheelRailCurve, TheOuterWheelTouchesTwiceOnItsWayToTheFlangeRoot) {
  const Reproduction& curve = coarse_curve();
  for (const std::string run : {"semi-elastic run", "half-space run"}) {
    const double from = ours(curve, "second contact on the left wheel from, " + run);
    EXPECT_GT(from, 50) << run;
    // half-spaces 37 m; as one patch it would be told where neither contact is
    EXPECT_GT(ours(curve, "second contact on the left wheel over, " + run), 25) << run;
    EXPECT_LT(from, 150) << run;
    EXPECT_GT(ours(curve, "second contact on the left wheel to, " + run), from) << run;
    EXPECT_LT(ours(curve, "contact on the left wheel, " + run), -0.025) << run;
  }
}

TEST(WheelRailCurve, DrawsAreasOfBothModelsOnWheelsAndRails) {
  std::set<std::string> bands;
  for (const ReproducedCurve& curve : coarse_curve().curves) {
    EXPECT_EQ(curve.x.size(), curve.y.size()) << curve.y_label;
    if (curve.y_high.empty()) continue;
    ASSERT_EQ(curve.y.size(), curve.y_high.size()) << curve.y_label;
    bands.insert(curve.y_label);
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      if (!std::isfinite(curve.y[i])) continue;
      EXPECT_LT(curve.y[i], curve.y_high[i]) << curve.y_label;
    }
  }
  EXPECT_EQ(bands.size(), 8u);
}

/// Into the curve. Steps of 1 ms and tolerances of 1e-6 leave micrometres.
TEST(WheelRailIntegrators, GiveTheSameMotion) {
  Observer observer;
  const Reproduction runs = wheel_rail_integrators(150, observer);
  ASSERT_EQ(runs.status, SolveStatus::converged);
  for (const std::string name : {"Bogacki-Shampine 2(3)", "Dormand-Prince 5", "HHT"}) {
    EXPECT_LT(ours(runs, "wheelset, largest difference from Dormand-Prince 4(5), " + name), 2e-5)
        << name;
  }
  // Six stages a step at a fixed step, the last of a step being the first of the next at best.
  const double steps = ours(runs, "steps, Dormand-Prince 5");
  EXPECT_NEAR(steps, 150 / 45.0 / 5e-4, 2);
  EXPECT_GE(ours(runs, "contact problems a side, Dormand-Prince 5"), 6 * steps);
  EXPECT_LE(ours(runs, "contact problems a side, Dormand-Prince 5"), 7 * steps + 10);
}

TEST(WheelRailCurve, SaysThatItWasStopped) {
  test::Stops stops;
  for (const Reproduction& ended :
       {wheel_rail_curve({.cells = 10}, stops), wheel_rail_integrators(150, stops)}) {
    EXPECT_EQ(ended.status, SolveStatus::stopped);
    EXPECT_TRUE(ended.rows.empty());
  }
}

}  // namespace
}  // namespace tread::study
