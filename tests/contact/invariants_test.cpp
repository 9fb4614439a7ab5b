#include <gtest/gtest.h>

#include <utility>

#include "contact/balance.hpp"
#include "contact/problems.hpp"
#include "contact/report.hpp"

/// What must hold for every solution, whatever the shape: checked on many kinds of problems with
/// displacements summed anew (balance.hpp).
namespace tread::contact::test {
namespace {

constexpr double k_balance_tolerance = 1e-8;
/// The transforms and the direct sums round differently.
constexpr double k_rounding = 1e-12;

void expect_balanced(const NormalProblem& problem, const NormalSolution& solution, Balance& worst) {
  ASSERT_EQ(solution.status, SolveStatus::converged) << solution.residual;
  const Balance balance = balance_of(problem, solution);
  EXPECT_EQ(balance.smallest_pressure, 0);
  EXPECT_GE(balance.smallest_gap, -k_balance_tolerance - k_rounding);
  EXPECT_LE(balance.largest_product, k_balance_tolerance + k_rounding);
  EXPECT_LE(solution.residual, k_balance_tolerance);
  EXPECT_NEAR(balance.residual, solution.residual, k_rounding);
  EXPECT_LE(balance.displacement_error, k_rounding);
  EXPECT_NEAR(balance.force / solution.force, 1, 1e-13);
  if (problem.prescribed == Prescribed::force) {
    EXPECT_NEAR(solution.force / problem.value, 1, 1e-13);
  } else {
    EXPECT_EQ(solution.approach, problem.value);
  }
  worst.residual = std::max(worst.residual, balance.residual);
  worst.smallest_gap = std::min(worst.smallest_gap, balance.smallest_gap);
  worst.largest_product = std::max(worst.largest_product, balance.largest_product);
  worst.displacement_error = std::max(worst.displacement_error, balance.displacement_error);
}

void expect_consistent_summary(const NormalProblem& problem, const NormalSolution& solution) {
  std::size_t n_contact = 0;
  double peak = 0;
  bool edge = false;
  const Grid& grid = problem.grid;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double p = solution.pressure[grid.index(i, j)];
      n_contact += p > 0 ? 1 : 0;
      peak = std::max(peak, p);
      const bool outermost = (grid.nx > 1 && (i == 0 || i == grid.nx - 1)) ||
                             (grid.ny > 1 && (j == 0 || j == grid.ny - 1));
      edge = edge || (outermost && p > 0);
    }
  }
  EXPECT_EQ(solution.n_contact, n_contact);
  EXPECT_EQ(solution.peak_pressure, peak);
  EXPECT_DOUBLE_EQ(solution.contact_area, static_cast<double>(n_contact) * grid.cell_area());
  EXPECT_EQ(solution.touches_edge, edge);
}

TEST(Invariants, no_tension_no_overlap_no_pressure_across_a_gap_and_the_right_force) {
  Balance worst;
  int n = 0;
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const NormalSolution by_approach = solve(named.problem, to_tolerance(k_balance_tolerance));
    expect_balanced(named.problem, by_approach, worst);
    expect_consistent_summary(named.problem, by_approach);
    const NormalProblem pressed = with_force(named.problem, by_approach.force);
    const NormalSolution by_force = solve(pressed, to_tolerance(k_balance_tolerance));
    expect_balanced(pressed, by_force, worst);
    expect_consistent_summary(pressed, by_force);
    n += 2;
  }
  report_row("invariants", "tolerance", digits(k_balance_tolerance), n);
  report_row("invariants", "largest overlap / largest displacement", digits(-worst.smallest_gap, 2),
             n);
  report_row("invariants", "largest p g / (peak p, largest u)", digits(worst.largest_product, 2),
             n);
  report_row("invariants", "residual, computed again by direct sums", digits(worst.residual, 2), n);
  report_row("invariants", "displacement against direct sums", digits(worst.displacement_error, 2),
             n);
}

TEST(Invariants, force_and_approach_lead_back_to_each_other) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const NormalSolution by_approach = solve(named.problem, to_tolerance(1e-10));
    const NormalSolution by_force =
        solve(with_force(named.problem, by_approach.force), to_tolerance(1e-10));
    const double u =
        *std::max_element(by_approach.displacement.begin(), by_approach.displacement.end());
    EXPECT_NEAR((by_force.approach - named.problem.value) / u, 0, 1e-8);
    EXPECT_LT(difference(by_force.pressure, by_approach.pressure), 1e-6);
  }
}

/// Cells (i, j) of the second grid take the distance of cell map(i, j) of the first.
template <class Map>
void expect_same_after(const NormalProblem& problem, const Grid& grid, Map&& map) {
  NormalProblem moved = problem;
  moved.grid = grid;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const auto [from_i, from_j] = map(i, j);
      moved.distance[grid.index(i, j)] = problem.distance[problem.grid.index(from_i, from_j)];
    }
  }
  const NormalSolution before = solve(problem, to_tolerance(1e-10));
  const NormalSolution after = solve(moved, to_tolerance(1e-10));
  EXPECT_NEAR(after.force / before.force, 1, 1e-8);
  double largest = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const auto [from_i, from_j] = map(i, j);
      largest = std::max(largest, std::abs(after.pressure[grid.index(i, j)] -
                                           before.pressure[problem.grid.index(from_i, from_j)]));
    }
  }
  EXPECT_LT(largest / before.peak_pressure, 1e-6);
}

TEST(Invariants, mirrored_and_turned_problems_have_mirrored_and_turned_pressures) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const Grid& grid = named.problem.grid;
    expect_same_after(named.problem, grid,
                      [&](int i, int j) { return std::pair(grid.nx - 1 - i, j); });
    expect_same_after(named.problem, grid,
                      [&](int i, int j) { return std::pair(i, grid.ny - 1 - j); });
    if (named.problem.line_datum == 0) {
      const Grid turned{grid.ny, grid.nx, grid.y0, grid.x0, grid.dy, grid.dx};
      expect_same_after(named.problem, turned, [&](int i, int j) { return std::pair(j, i); });
    }
  }
}

TEST(Invariants, a_patch_moved_by_whole_cells_keeps_force_and_pressures) {
  const Grid grid = centred_grid(90, 75, 9e-3, 7.5e-3);
  const auto patch_at = [&](int i, int j) {
    const double x0 = grid.x(i);
    const double y0 = grid.y(j);
    return with_approach(problem_on(grid, steel_on_steel(),
                                    [&](double x, double y) {
                                      const double r2 = (x - x0) * (x - x0) + (y - y0) * (y - y0);
                                      return r2 / (2 * 0.05) + 0.05e-6 * std::cos(4e3 * (x - x0));
                                    }),
                         2e-5);
  };
  const NormalSolution first = solve(patch_at(30, 30), to_tolerance(1e-10));
  const NormalSolution second = solve(patch_at(52, 41), to_tolerance(1e-10));
  ASSERT_FALSE(first.touches_edge || second.touches_edge);
  EXPECT_EQ(first.n_contact, second.n_contact);
  EXPECT_NEAR(second.force / first.force, 1, 1e-9);
  double largest = 0;
  for (int j = 11; j < 75; ++j) {
    for (int i = 22; i < 90; ++i) {
      largest = std::max(largest, std::abs(second.pressure[grid.index(i, j)] -
                                           first.pressure[grid.index(i - 22, j - 11)]));
    }
  }
  EXPECT_LT(largest / first.peak_pressure, 1e-6);
}

TEST(Invariants, where_the_grid_lies_in_space_changes_no_bit) {
  for (const NamedProblem& named : many_kinds()) {
    NormalProblem moved = named.problem;
    moved.grid.x0 += 0.37;
    moved.grid.y0 -= 11;
    EXPECT_EQ(solve(named.problem).pressure, solve(moved).pressure) << named.name;
  }
}

TEST(Invariants, pressures_grow_with_the_moduli_and_which_body_is_the_soft_one_does_not_matter) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const NormalSolution once = solve(named.problem, to_tolerance(1e-10));
    NormalProblem stiffer = named.problem;
    stiffer.bodies.upper.shear_modulus *= 3;
    stiffer.bodies.lower.shear_modulus *= 3;
    const NormalSolution threefold = solve(stiffer, to_tolerance(1e-10));
    EXPECT_NEAR(threefold.force / once.force, 3, 3e-8);
    EXPECT_LT(difference(threefold.displacement, once.displacement), 1e-8);

    NormalProblem exchanged = named.problem;
    std::swap(exchanged.bodies.upper, exchanged.bodies.lower);
    EXPECT_NEAR(solve(exchanged, to_tolerance(1e-10)).force / once.force, 1, 1e-8);
  }
}

TEST(Invariants, half_the_compliance_gives_half_the_approach_of_a_flat_punch) {
  const auto punch = [](double young) {
    return with_force(
        problem_on(centred_grid(40, 40, 0.02, 0.02), rigid_on(Material::from_young(young, 0.3)),
                   [](double x, double y) {
                     return std::hypot(x, y) < 8e-3 ? 0.0 : std::numeric_limits<double>::infinity();
                   }),
        1e4);
  };
  const double soft = solve(punch(1e11), to_tolerance(1e-10)).approach;
  const double stiff = solve(punch(2e11), to_tolerance(1e-10)).approach;
  EXPECT_NEAR(soft / stiff, 2, 1e-9);
}

TEST(Invariants, a_problem_ten_times_larger_in_all_lengths_has_the_same_pressures) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    NormalProblem larger = named.problem;
    for (double* length : {&larger.grid.x0, &larger.grid.y0, &larger.grid.dx, &larger.grid.dy,
                           &larger.line_datum, &larger.value}) {
      *length *= 10;
    }
    for (double& h : larger.distance) h *= 10;
    const NormalSolution small = solve(named.problem, to_tolerance(1e-10));
    const NormalSolution large = solve(larger, to_tolerance(1e-10));
    EXPECT_NEAR(large.force / small.force, 100, 1e-6);
    EXPECT_LT(difference(large.pressure, small.pressure), 1e-6);
  }
}

TEST(Invariants, more_approach_means_more_force_and_a_contact_that_only_grows) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const double lowest =
        *std::min_element(named.problem.distance.begin(), named.problem.distance.end());
    NormalSolution before;
    for (int k = 1; k <= 10; ++k) {
      NormalProblem problem = named.problem;
      problem.value = lowest + 0.15 * k * (named.problem.value - lowest);
      const NormalSolution now = solve(problem, to_tolerance(1e-10));
      if (k > 1) {
        EXPECT_GT(now.force, before.force);
        std::size_t lost = 0;
        for (std::size_t i = 0; i < now.pressure.size(); ++i) {
          // a cell at the very edge may carry a pressure that is zero to tolerance
          if (before.pressure[i] > 1e-6 * before.peak_pressure && now.pressure[i] == 0) ++lost;
        }
        EXPECT_EQ(lost, 0u) << "step " << k;
      }
      before = now;
    }
  }
}

TEST(Invariants, the_tolerance_bounds_force_and_approach_and_less_tightly_pressures) {
  const auto compare = [](const char* name, const NormalProblem& problem) {
    const NormalSolution exact = solve(problem, to_tolerance(1e-11));
    ASSERT_EQ(exact.status, SolveStatus::converged) << name;
    const double u = *std::max_element(exact.displacement.begin(), exact.displacement.end());
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      const NormalSolution by_approach =
          solve(with_approach(problem, exact.approach), to_tolerance(tolerance));
      const NormalSolution by_force =
          solve(with_force(problem, exact.force), to_tolerance(tolerance));
      const double force = std::abs(by_approach.force / exact.force - 1);
      const double approach = std::abs(by_force.approach - exact.approach) / u;
      const double pressure = std::max(difference(by_approach.pressure, exact.pressure),
                                       difference(by_force.pressure, exact.pressure));
      EXPECT_LT(force, tolerance) << name;
      EXPECT_LT(approach, tolerance) << name;
      // the smoothest operator's inverse: a cell's own displacement is a part 1/n of the whole
      EXPECT_LT(pressure, problem.grid.nx * tolerance) << name;
      report_row("tolerance", name, digits(tolerance), digits(force, 2), digits(approach, 2),
                 digits(pressure, 2));
    }
  };
  for (const int n : {30, 100, 300}) {
    const NormalProblem ball =
        with_approach(problem_on(centred_grid(n, n, 6.8e-3, 6.8e-3), steel_on_steel(),
                                 [](double x, double y) { return (x * x + y * y) / 0.8; }),
                      2e-5);
    compare(fmt::format("ball, {0} x {0} cells", n).c_str(), ball);
  }
  Random random(3);
  NormalProblem rough = problem_on(centred_grid(200, 200, 0.02, 0.02), steel_on_steel(),
                                   [](double, double) { return 0.0; });
  rough.distance = rough_heights(rough.grid, 0.7, random);
  for (double& h : rough.distance) h *= 1e-6;
  compare("rough, 200 x 200 cells", with_approach(rough, 0));
}

TEST(Invariants, without_overlap_there_is_no_force_and_that_counts_as_converged) {
  for (const NamedProblem& named : many_kinds()) {
    SCOPED_TRACE(named.name);
    const double lowest =
        *std::min_element(named.problem.distance.begin(), named.problem.distance.end());
    for (const double approach : {lowest, lowest - 1e-6}) {
      const NormalSolution apart =
          solve(with_approach(named.problem, approach), to_tolerance(1e-6, Derivative::approach));
      EXPECT_EQ(apart.status, SolveStatus::converged);
      EXPECT_EQ(apart.force, 0);
      EXPECT_EQ(apart.n_contact, 0u);
      EXPECT_EQ(apart.stiffness, 0);
      EXPECT_EQ(apart.approach, approach);
      EXPECT_EQ(apart.pressure, std::vector<double>(named.problem.grid.n_cells(), 0.0));
    }
    const NormalSolution touching = solve(with_force(named.problem, 0));
    EXPECT_EQ(touching.status, SolveStatus::converged);
    EXPECT_EQ(touching.force, 0);
    EXPECT_EQ(touching.approach, lowest);
  }
}

/// Asks to stop after so many questions.
class Impatient : public Observer {
 public:
  explicit Impatient(int patience) : patience_(patience) {}
  bool stop_requested() override { return patience_-- <= 0; }

 private:
  int patience_;
};

TEST(Invariants, a_stop_at_any_moment_is_told_as_such) {
  // the problem whose force is found by way of the approach
  NormalProblem problem;
  problem.grid = Grid{2, 6, 0, 0, 1e-3, 1e-6};
  problem.bodies = rigid_on(Material{8e10, 0.25});
  problem.distance = {8e-6, 1e-6, 1e-6, 3e-6, 4e-6, 1e-6, 3e-6, 4e-6, 8e-6, 6e-6, 8e-6, 8e-6};
  problem = with_force(problem, 1088.0512251018019);
  for (int patience = 0; patience < 60; ++patience) {
    Impatient observer(patience);
    NormalOptions options = to_tolerance(1e-10);
    options.observer = &observer;
    const NormalSolution solution = solve(problem, options);
    EXPECT_TRUE(solution.status == SolveStatus::stopped ||
                solution.status == SolveStatus::converged)
        << patience << ": " << to_string(solution.status);
  }
}

}  // namespace
}  // namespace tread::contact::test
