#include "tread/study/wheel_rail_differential.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "reproduced.hpp"
#include "tread/study/wheel_rail_differential_figures.hpp"

namespace tread::study {
namespace {

using test::ours;

/// Hertz and FASTSIM in the place of the elastic bodies: what the figures make of two runs does not
/// depend on what has been run. The way ends behind the second contact of the outer wheel.
DifferentialNumerics with_stand_in() {
  DifferentialNumerics numerics;
  numerics.length = 135;
  numerics.steady = 5;
  numerics.model = [](const differential::NewtonSettings&) { return wheel_rail::hertz_fastsim(); };
  return numerics;
}

SharedWork& shared() {
  static SharedWork work;
  return work;
}

Reproduction history(CurveHistory which) {
  Observer observer;
  return wheel_rail_history(which, with_stand_in(), shared(), observer);
}

Reproduction area(CurveArea which) {
  Observer observer;
  return wheel_rail_area(which, with_stand_in(), shared(), observer);
}

TEST(SharedWork, IsMadeOnce) {
  SharedWork work;
  int n_made = 0;
  const auto make = [&] { return ++n_made; };
  EXPECT_EQ(*work.get<int>("one", make), 1);
  EXPECT_EQ(*work.get<int>("one", make), 1);
  EXPECT_EQ(*work.get<int>("another", make), 2);
}

/// Damping along the normal, which the stand-in has not, does nothing to a steady state.
TEST(WheelRailDifferential, HistoriesTellTheSteadyDifferenceOfBothModels) {
  using enum CurveHistory;
  for (const CurveHistory which : {wheelset, car_body, y_left, q_left, y_right, q_right}) {
    const Reproduction figure = history(which);
    ASSERT_EQ(figure.status, SolveStatus::converged);
    ASSERT_EQ(figure.rows.size(), 4u);
    EXPECT_NEAR(figure.rows[2].ours, figure.rows[0].ours - figure.rows[1].ours, 1e-9);
    double largest = 0;  // Y of the right wheel passes through zero near the end
    for (const double value : figure.curves[0].y) largest = std::max(largest, std::abs(value));
    EXPECT_LT(std::abs(figure.rows[2].ours), 0.01 * largest) << figure.rows[2].what;
    for (const ReproducedRow& row : figure.rows) EXPECT_FALSE(row.why.empty()) << row.what;
    EXPECT_EQ(figure.curves.size(), 2u);
  }
}

TEST(WheelRailDifferential, HistoriesSayWhetherWhatIsAskedForIsMet) {
  EXPECT_TRUE(history(CurveHistory::q_left).rows[2].why.ends_with("within 3 %, met"));
  EXPECT_TRUE(history(CurveHistory::y_left).rows[2].why.ends_with("within 5 %, met"));
  EXPECT_TRUE(history(CurveHistory::wheelset).rows[2].why.ends_with("within 0.0003 m, met"));
}

TEST(WheelRailDifferential, TheOuterWheelAndRailHaveTwoAreasInTheTransition) {
  for (const auto& [which, where] :
       {std::pair{CurveArea::left_wheel, "left wheel"}, {CurveArea::left_rail, "left rail"}}) {
    const Reproduction figure = area(which);
    const std::string of = fmt::format(" on the {}, differential", where);
    EXPECT_GT(ours(figure, "way with two disjoint areas" + of), 10) << where;
    const double from = ours(figure, "two disjoint areas from" + of);
    EXPECT_GT(from, k_curve_straight) << where;
    EXPECT_GT(ours(figure, "two disjoint areas to" + of), from) << where;
  }
}

/// Points of one Hertz model in ellipses of another are in their middle.
TEST(WheelRailDifferential, ContactPointsLieInTheAreas) {
  using enum CurveArea;
  for (const CurveArea which : {left_wheel, right_wheel, left_rail, right_rail}) {
    const Reproduction figure = area(which);
    ASSERT_EQ(figure.status, SolveStatus::converged);
    const ReproducedRow& inside = figure.rows.back();
    EXPECT_GT(inside.ours, 99) << inside.what;
    ASSERT_FALSE(figure.curves.empty());
    EXPECT_EQ(figure.curves.back().mark, result::Mark::points);
    std::set<std::string> labels;
    for (const ReproducedCurve& curve : figure.curves) labels.insert(curve.y_label);
    EXPECT_EQ(labels.size(), 1u);
  }
}

TEST(WheelRailDifferential, SaysThatItWasStopped) {
  test::Stops stops;
  SharedWork work;
  const DifferentialNumerics numerics = with_stand_in();
  for (const Reproduction& stopped :
       {wheel_rail_table_5(numerics, work, stops), wheel_rail_table_6(numerics, work, stops),
        wheel_rail_fig_9(numerics, work, stops),
        wheel_rail_history(CurveHistory::wheelset, numerics, work, stops),
        wheel_rail_area(CurveArea::left_wheel, numerics, work, stops)}) {
    EXPECT_EQ(stopped.status, SolveStatus::stopped);
    EXPECT_TRUE(stopped.rows.empty());
  }
}

}  // namespace
}  // namespace tread::study
