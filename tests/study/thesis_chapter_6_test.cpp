#include "tread/study/thesis_chapter_6.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tread::study {
namespace {

const ReproducedRow& row(const Reproduction& reproduction, const std::string& what) {
  for (const ReproducedRow& candidate : reproduction.rows) {
    if (candidate.what == what) return candidate;
  }
  throw std::runtime_error("no row " + what);
}

Reproduction run_figure(Reproduction (*what)(Observer&)) {
  Observer observer;
  Reproduction reproduction = what(observer);
  EXPECT_EQ(reproduction.status, SolveStatus::converged);
  return reproduction;
}

TEST(ThesisFig51, TheStableWedgesAreThoseOfTheBooks) {
  const Reproduction figure = run_figure(thesis_fig_5_1);
  // Hairer and Wanner, Solving ODEs II, section V.2: 90, 90, 86.03, 73.35, 51.84, 17.84 degrees
  const double angles[] = {90, 90, 86.03, 73.35, 51.84, 17.84};
  ASSERT_EQ(figure.rows.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(figure.rows[i].ours, angles[i], 0.006);
  EXPECT_EQ(figure.curves.size(), 6U);
}

TEST(ThesisTable61, HasPaperBothMassesAndAReasonForEveryEntry) {
  const Reproduction table = run_figure(thesis_table_6_1);
  ASSERT_EQ(table.rows.size(), 10U * 3 * 2);
  for (const ReproducedRow& entry : table.rows) {
    EXPECT_TRUE(entry.paper.has_value()) << entry.what;
    EXPECT_TRUE(std::isfinite(entry.ours)) << entry.what;
    EXPECT_FALSE(entry.why.empty()) << entry.what;
  }
  // signs and orders of magnitude that do not depend on the phase of the bounces
  const auto is_near = [&](const std::string& what, double factor) {
    const ReproducedRow& entry = row(table, what + ", m = 3812 kg");
    EXPECT_GT(entry.ours / *entry.paper, 1 / factor) << entry.what << " " << entry.ours;
    EXPECT_LT(entry.ours / *entry.paper, factor) << entry.what << " " << entry.ours;
  };
  is_near("Forward Euler, E = 2e+07 Pa", 5);
  is_near("Forward Euler, E = 2e+09 Pa", 5);
  is_near("Backward Euler, E = 2e+07 Pa", 1.1);
  is_near("Backward Euler, E = 2e+09 Pa", 1.01);
  is_near("Backward Euler, E = 2e+11 Pa", 1.01);
  is_near("BDF3, E = 2e+09 Pa", 2);
  is_near("BDF3, E = 2e+11 Pa", 2);
  is_near("Radau3, E = 2e+07 Pa", 3);
  is_near("Radau3, E = 2e+11 Pa", 1.3);
  is_near("RK4 as listed, E = 2e+07 Pa", 1.5);
  is_near("RK4 as listed, E = 2e+09 Pa", 1.5);
}

TEST(ThesisFig61, TheBallComesBackToItsHeight) {
  const Reproduction figure = run_figure(thesis_fig_6_1);
  EXPECT_NEAR(row(figure, "first touch").ours, std::sqrt(2 / 9.81), 1e-6);
  EXPECT_NEAR(row(figure, "height after the first bounce").ours, 1, 1e-5);
}

TEST(ThesisFig62, TheTotalEnergyStays) {
  const Reproduction figure = run_figure(thesis_fig_6_2);
  EXPECT_LT(std::abs(row(figure, "largest change of the total energy, relative").ours), 1e-4);
  EXPECT_EQ(figure.curves.size(), 4U);
}

TEST(ThesisFig63, ForwardEulerGainsSeveralTimesTheEnergy) {
  const Reproduction figure = run_figure(thesis_fig_6_3);
  EXPECT_GT(figure.rows.front().ours, 1);
}

TEST(ThesisFig64, SolverAndHertzAgreeAndOnlyForwardEulerGains) {
  const Reproduction figure = run_figure(thesis_fig_6_4);
  for (const char* scheme : {"Verlet", "Forward Euler", "Radau5"}) {
    const std::string name = scheme;
    // the true sphere carries delta/(10 R) = 0.6 % less than the paraboloid at the same approach
    EXPECT_NEAR(row(figure, name + ": largest force, solver over Hertz").ours, 1, 0.006);
    for (const char* law : {"Hertz", "solver"}) {
      const double change =
          row(figure, name + ": energy after the bounce, " + law + ", relative").ours;
      if (name == "Forward Euler") {
        EXPECT_GT(change, 0.2);
      } else {
        EXPECT_LT(std::abs(change), 1e-3) << name << law;
      }
    }
  }
}

TEST(ThesisFig65, TheSurfaceIsDeepestInTheMiddle) {
  const Reproduction figure = run_figure(thesis_fig_6_5);
  ASSERT_EQ(figure.maps.size(), 1U);
  const ReproducedMap& map = figure.maps.front();
  const double middle = map.values[map.grid.index(map.grid.nx / 2, map.grid.ny / 2)];
  // the cell beside the middle, where the sphere stands a little higher than its pole
  const double r = std::hypot(map.grid.dx / 2, map.grid.dy / 2);
  const double rise = 0.1 - std::sqrt(0.01 - r * r);
  EXPECT_NEAR(-middle, row(figure, "deepest approach").ours - rise, 1e-9);
  for (const double height : map.values) EXPECT_GE(height, middle - 1e-12);
}

}  // namespace
}  // namespace tread::study
