#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "contact/orders.hpp"
#include "contact/problems.hpp"
#include "contact/report.hpp"
#include "tread/reference/hertz.hpp"

/// Convergence to Hertz' closed forms.
///
/// One size of grid tells little: the error depends on how the cells happen to meet the edge of the
/// contact and changes its sign from size to size. A level is therefore the root mean square over
/// several neighbouring sizes, and the order the slope of a straight line through seven levels,
/// from 34 to 260 cells a side over 1.2 times the contact. Below that the coarsest ellipses are not
/// yet in the asymptotic range.
///
/// What to expect of constant pressures on cells whose centres are the collocation points: force,
/// approach, peak pressure and moments of the pressure are of second order in the cell size.
/// Whether a cell at the edge takes part changes them little, since the pressure vanishes there.
/// The contact itself is known to a cell only: area and second moments of the contact are of first
/// order. The stiffness is that of a flat punch with the outline of the contact, and the
/// displacement is worst just outside the edge: both feel the edge directly, and better than first
/// order only as far as its errors cancel along the edge. In a line contact, whose edge is two
/// points, nothing cancels.
namespace tread::contact::test {
namespace {

using std::numbers::pi;

constexpr double k_solver_tolerance = 1e-10;
constexpr std::array k_levels = {34, 47, 66, 92, 129, 181, 253};
constexpr double k_scale = 1.2;  // grid over contact

constexpr Order k_second{1.85, 2.25};
/// Along the long axis of ellipses still a little faster than second order on these grids.
constexpr Order k_second_or_better{1.85, 2.4};
constexpr Order k_first{0.75, 1.25};
constexpr Order k_between{0.9, 1.65};

/// Second moments of a field about the origin, each cell counted as a rectangle.
struct Moments {
  double sum = 0;
  double xx = 0;
  double yy = 0;
};

template <class Weight>
Moments moments_of(const Grid& grid, const std::vector<double>& pressure, Weight&& weight) {
  Moments moments;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double w = weight(pressure[grid.index(i, j)]);
      moments.sum += w;
      moments.xx += w * (grid.x(i) * grid.x(i) + grid.dx * grid.dx / 12);
      moments.yy += w * (grid.y(j) * grid.y(j) + grid.dy * grid.dy / 12);
    }
  }
  moments.xx /= moments.sum;
  moments.yy /= moments.sum;
  return moments;
}

double one_if_positive(double p) { return p > 0 ? 1.0 : 0.0; }
double itself(double p) { return p; }

NormalSolution solved(const NormalProblem& problem, NormalWorkspace& workspace,
                      Derivative derivative = Derivative::none) {
  NormalSolution solution =
      solve_normal(problem, to_tolerance(k_solver_tolerance, derivative), workspace);
  EXPECT_EQ(solution.status, SolveStatus::converged) << solution.residual;
  return solution;
}

reference::HertzEllipse ellipse(double axis_ratio) {
  return reference::hertz_ellipse_from_axes_and_force({5e-3, 5e-3 / axis_ratio}, 5e4,
                                                      contact_modulus(steel_on_steel()));
}

NormalProblem ellipse_problem(const reference::HertzEllipse& hertz, int nx, int ny, double scale) {
  return problem_on(
      centred_grid(nx, ny, 2 * scale * hertz.semi_axes.x, 2 * scale * hertz.semi_axes.y),
      steel_on_steel(),
      [&](double x, double y) { return hertz.curvatures.x * x * x + hertz.curvatures.y * y * y; });
}

/// Over the grid, inside and outside the contact, relative to the approach.
double largest_error(const Grid& grid, const NormalSolution& solution,
                     const reference::HertzEllipse& hertz) {
  double largest = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      largest = std::max(largest, std::abs(solution.displacement[grid.index(i, j)] -
                                           hertz.displacement(grid.x(i), grid.y(j))));
    }
  }
  return largest / hertz.approach;
}

std::vector<Error> ellipse_errors(const reference::HertzEllipse& hertz, int n,
                                  NormalWorkspace& workspace) {
  const NormalProblem problem = ellipse_problem(hertz, n, n, k_scale);
  const NormalSolution by_approach =
      solved(with_approach(problem, hertz.approach), workspace, Derivative::approach);
  const NormalSolution by_force = solved(with_force(problem, hertz.force), workspace);
  const Moments of_contact = moments_of(problem.grid, by_force.pressure, one_if_positive);
  const Moments of_pressure = moments_of(problem.grid, by_force.pressure, itself);
  const double a = hertz.semi_axes.x;
  const double b = hertz.semi_axes.y;
  return {
      {"force for given approach", by_approach.force / hertz.force - 1, k_second},
      {"approach for given force", by_force.approach / hertz.approach - 1, k_second},
      {"peak pressure", by_force.peak_pressure / hertz.peak_pressure - 1, k_second},
      {"a by second moment of the pressure", std::sqrt(5 * of_pressure.xx) / a - 1,
       k_second_or_better},
      {"b by second moment of the pressure", std::sqrt(5 * of_pressure.yy) / b - 1,
       k_second_or_better},
      {"sqrt(a b) by contact area", std::sqrt(by_force.contact_area / (pi * a * b)) - 1, k_first},
      {"a by second moment of the contact", 2 * std::sqrt(of_contact.xx) / a - 1, k_first},
      {"b by second moment of the contact", 2 * std::sqrt(of_contact.yy) / b - 1, k_first},
      {"largest error of the displacement", largest_error(problem.grid, by_force, hertz),
       k_between},
      // F ~ δ^(3/2)
      {"stiffness dF/dδ", by_approach.stiffness / (1.5 * hertz.force / hertz.approach) - 1,
       k_between},
  };
}

class HertzEllipseOrders : public testing::TestWithParam<int> {};

TEST_P(HertzEllipseOrders, all_quantities_converge_with_the_order_expected) {
  const reference::HertzEllipse hertz = ellipse(GetParam());
  const std::string name = GetParam() == 1 ? "circle" : fmt::format("ellipse {}:1", GetParam());
  NormalWorkspace workspace;
  expect_orders("hertz-orders", name, k_levels, 8,
                [&](int n) { return ellipse_errors(hertz, n, workspace); });
}

INSTANTIATE_TEST_SUITE_P(AxisRatios, HertzEllipseOrders, testing::Values(1, 2, 5, 10));

TEST(HertzCircle, stiffness_approaches_twice_modulus_times_radius) {
  const reference::HertzEllipse hertz = ellipse(1);
  NormalWorkspace workspace;
  const NormalSolution fine =
      solved(with_approach(ellipse_problem(hertz, 255, 255, k_scale), hertz.approach), workspace,
             Derivative::approach);
  // the radius is 106 cells: a tenth of a cell, on average along the edge
  EXPECT_NEAR(fine.stiffness / (2 * hertz.contact_modulus * hertz.semi_axes.x), 1, 1e-3);
}

TEST(HertzLine, all_quantities_converge_with_the_order_expected) {
  const double length = 0.25;  // dy, any
  const double datum = 0.7;
  const double modulus = contact_modulus(steel_on_steel());
  const reference::HertzLine hertz = reference::hertz_line_from_force(3e5, 0.46, modulus);
  const double a = hertz.half_width;
  NormalWorkspace workspace;
  expect_orders("hertz-orders", "line", k_levels, 16, [&](int n) {
    NormalProblem problem =
        problem_on(centred_grid(n, 1, 2 * k_scale * a, length), steel_on_steel(),
                   [&](double x, double) { return x * x / (2 * hertz.curvature_radius); });
    problem.line_datum = datum;
    const NormalSolution by_approach =
        solved(with_approach(problem, hertz.approach(datum)), workspace, Derivative::approach);
    const NormalSolution by_force =
        solved(with_force(problem, hertz.force_per_length * length), workspace);
    const Moments of_contact = moments_of(problem.grid, by_force.pressure, one_if_positive);
    const Moments of_pressure = moments_of(problem.grid, by_force.pressure, itself);
    // dδ/dP = (2/(π E*)) ln(2d/a), since a changes with P
    const double stiffness = pi * modulus / (2 * std::log(2 * datum / a)) * length;
    return std::vector<Error>{
        {"force for given approach", by_approach.force / (hertz.force_per_length * length) - 1,
         k_second},
        {"approach for given force", by_force.approach / hertz.approach(datum) - 1, k_second},
        {"peak pressure", by_force.peak_pressure / hertz.peak_pressure - 1, k_second},
        {"a by second moment of the pressure", 2 * std::sqrt(of_pressure.xx) / a - 1, k_second},
        {"a by contact area", by_force.contact_area / (2 * a * length) - 1, k_first},
        {"a by second moment of the contact", std::sqrt(3 * of_contact.xx) / a - 1, k_first},
        {"stiffness dF/dδ", by_approach.stiffness / stiffness - 1, k_first},
    };
  });
}

TEST(HertzCircle, force_for_given_approach_within_a_thousandth_on_100_x_100_cells) {
  for (const int ratio : {1, 2, 5, 10}) {
    const reference::HertzEllipse hertz = ellipse(ratio);
    const NormalSolution solution =
        solve(with_approach(ellipse_problem(hertz, 100, 100, k_scale), hertz.approach));
    EXPECT_EQ(solution.status, SolveStatus::converged);
    const double error = solution.force / hertz.force - 1;
    EXPECT_LT(std::abs(error), 1e-3) << "ellipse " << ratio;
    report_row("hertz-100", ratio == 1 ? std::string("circle") : fmt::format("ellipse {}:1", ratio),
               percent(std::abs(error)), "0.1 %");
  }
}

}  // namespace
}  // namespace tread::contact::test
