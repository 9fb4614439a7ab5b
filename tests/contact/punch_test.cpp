#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "contact/problems.hpp"
#include "contact/report.hpp"
#include "tread/reference/flat_punch.hpp"

/// Rigid flat punches: the contact is given, the pressure infinite at its edge.
namespace tread::contact::test {
namespace {

constexpr double k_punch_radius = 0.01;
const BodyPair k_bodies = rigid_on(Material::from_young(2.1e11, 0.3));

/// n cells over 1.2 times the punch. Cells belong to the punch if their centres do.
NormalProblem circular_punch(int n) {
  return with_force(
      problem_on(
          centred_grid(n, n, 2.4 * k_punch_radius, 2.4 * k_punch_radius), k_bodies,
          [](double x, double y) { return std::hypot(x, y) < k_punch_radius ? 0.0 : k_infinite; }),
      1e5);
}

TEST(FlatPunch, displacement_for_given_load_within_half_a_percent) {
  const reference::FlatPunchCircle exact =
      reference::flat_punch_circle_from_force(1e5, k_punch_radius, contact_modulus(k_bodies));
  for (const int n : {100, 150, 225, 337}) {
    const NormalSolution solution = solve(circular_punch(n), to_tolerance(1e-9));
    ASSERT_EQ(solution.status, SolveStatus::converged);
    const double error = solution.approach / exact.approach - 1;
    EXPECT_LT(std::abs(error), 5e-3) << n;
    report_row("punch", n, solution.n_contact, percent(error), "0.5 %");
  }
}

TEST(FlatPunch, pressure_follows_the_closed_form_and_rises_to_the_edge) {
  const int n = 201;  // a row of cells through the centre
  const NormalProblem problem = circular_punch(n);
  const NormalSolution solution = solve(problem, to_tolerance(1e-9));
  const reference::FlatPunchCircle exact =
      reference::flat_punch_circle_from_force(1e5, k_punch_radius, contact_modulus(k_bodies));
  const Grid& grid = problem.grid;
  // The outline is a staircase: where the edge lies is unknown by up to half a cell. An edge moved
  // by s cells changes the pressure k cells inside it by the part s/(2k).
  double worst = 0;  // relative error times k
  double worst_inside = 0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double r = std::hypot(grid.x(i), grid.y(j));
      const double cells_to_edge = (k_punch_radius - r) / grid.dx;
      if (cells_to_edge < 2) continue;
      const double error = std::abs(solution.pressure[grid.index(i, j)] / exact.pressure(r) - 1);
      worst = std::max(worst, error * cells_to_edge);
      if (cells_to_edge > 20) worst_inside = std::max(worst_inside, error);
    }
  }
  EXPECT_LT(worst, 0.25);
  EXPECT_LT(worst_inside, 0.005);
  report_row("punch", "pressure, 201 x 201 cells, k >= 2 cells from the edge", solution.n_contact,
             fmt::format("{} / k", percent(worst)), "25 % / k");
  report_row("punch", "pressure, 201 x 201 cells, more than 20 cells from the edge",
             solution.n_contact, percent(worst_inside), "0.5 %");

  // along the axes it only rises, and ends at several times the pressure of the centre
  const int middle = n / 2;
  for (int i = middle; i + 1 < n && grid.x(i + 1) < k_punch_radius; ++i) {
    EXPECT_GT(solution.pressure[grid.index(i + 1, middle)],
              solution.pressure[grid.index(i, middle)]);
  }
  EXPECT_GT(solution.peak_pressure, 5 * solution.pressure[grid.index(middle, middle)]);
}

TEST(FlatPunch, the_peak_grows_with_the_root_of_the_number_of_cells) {
  // The mean of 1/sqrt(distance to the edge) over the last cell goes as 1/sqrt(cell size).
  std::vector<double> peaks;
  for (const int n : {51, 201}) {
    peaks.push_back(solve(circular_punch(n), to_tolerance(1e-9)).peak_pressure);
  }
  EXPECT_NEAR(peaks[1] / peaks[0], 2, 0.3);
}

TEST(FlatPunch, line_punch_agrees_with_the_closed_form) {
  const double datum = 1;
  const double length = 2;
  const reference::FlatPunchLine exact =
      reference::flat_punch_line(1e6, k_punch_radius, contact_modulus(k_bodies));
  double before = 0;
  for (const int n : {50, 100, 200, 400}) {  // cells over the punch, whose edges are cell edges
    NormalProblem problem = problem_on(centred_grid(n, 1, 2 * k_punch_radius, length), k_bodies,
                                       [](double, double) { return 0.0; });
    problem.line_datum = datum;
    const NormalSolution solution = solve(with_force(problem, 1e6 * length), to_tolerance(1e-9));
    const double error = std::abs(solution.approach / exact.approach(datum) - 1);
    EXPECT_LT(error, 0.2 / n);
    // first order: the error is that of the last cells
    if (before > 0) {
      EXPECT_NEAR(before / error, 2, 0.1);
    }
    before = error;
    EXPECT_NEAR(solution.pressure[static_cast<std::size_t>(n / 2)] / exact.pressure(0), 1, 1.0 / n);
  }
}

}  // namespace
}  // namespace tread::contact::test
