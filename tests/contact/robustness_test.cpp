#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "contact/balance.hpp"
#include "contact/dense_solver.hpp"
#include "contact/problems.hpp"
#include "contact/report.hpp"

/// Random problems made to be difficult, and those that once defeated the solver.
namespace tread::contact::test {
namespace {

std::string describe(const NormalProblem& problem, const NormalSolution& solution,
                     double tolerance) {
  return fmt::format("{} x {} cells, dy/dx = {}, {} = {}: {} with residual {} for tolerance {}",
                     problem.grid.nx, problem.grid.ny, problem.grid.dy / problem.grid.dx,
                     problem.prescribed == Prescribed::force ? "force" : "approach", problem.value,
                     to_string(solution.status), solution.residual, tolerance);
}

struct Kind {
  const char* name;
  double smallest_aspect;  // dy/dx from this to its inverse
  double smallest_length;  // of cells, m; up to its inverse
  double roughest;         // smallest Hurst exponent; 0: noise cell by cell
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

/// Any load from touching to full contact.
NormalProblem random_problem(const Kind& kind, Random& random) {
  const int nx = static_cast<int>(random.magnitude(2, 70));
  const int ny = static_cast<int>(random.magnitude(2, 70));
  const double length = random.magnitude(kind.smallest_length, 1 / kind.smallest_length);
  const double dx = 1e-3 * length;
  const double dy = dx * random.magnitude(kind.smallest_aspect, 1 / kind.smallest_aspect);
  const BodyPair bodies = rigid_on(Material::from_young(2e11, 0.3));
  NormalProblem problem = problem_on(centred_grid(nx, ny, nx * dx, ny * dy), bodies,
                                     [](double, double) { return 0.0; });
  if (kind.roughest > 0) {
    problem.distance = rough_heights(problem.grid, random.uniform(kind.roughest, 0.9), random);
  } else {
    for (double& h : problem.distance) h = random.uniform(-1, 1);
  }
  for (double& h : problem.distance) h *= 1e-6 * length;
  const auto [low, high] = std::minmax_element(problem.distance.begin(), problem.distance.end());
  const double part = random.magnitude(1e-3, 30);
  if (random.integer(0, 1) == 0) return with_approach(problem, *low + part * (*high - *low));
  return with_force(problem, contact_modulus(bodies) * part * (*high - *low) *
                                 std::sqrt(problem.grid.width() * problem.grid.height()));
}

class RandomProblems : public testing::TestWithParam<Kind> {};

TEST_P(RandomProblems, all_converge_to_a_tolerance_between_1e_4_and_1e_11) {
  constexpr int n = 300;
  Random random(2024);
  int n_failed = 0;
  NormalWorkspace workspace;
  for (int k = 0; k < n; ++k) {
    const NormalProblem problem = random_problem(GetParam(), random);
    const double tolerance = random.magnitude(1e-11, 1e-4);
    const NormalSolution solution = solve_normal(problem, to_tolerance(tolerance), workspace);
    if (solution.status == SolveStatus::converged) continue;
    if (++n_failed <= 5) ADD_FAILURE() << k << ": " << describe(problem, solution, tolerance);
  }
  EXPECT_EQ(n_failed, 0);
  report_row("random", GetParam().name, n, n_failed);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, RandomProblems,
    testing::Values(Kind{"rough surfaces", 0.5, 1, 0.3},
                    Kind{"rough surfaces, cells up to 1:1000", 1e-3, 1, 0.3},
                    Kind{"noise cell by cell", 0.5, 1, 0},
                    Kind{"noise, cells up to 1:1000", 1e-3, 1, 0},
                    Kind{"rough surfaces, lengths from 1e-9 to 1e9 of the usual", 0.5, 1e-9, 0.3}),
    [](const auto& param) { return fmt::format("kind_{}", param.index); });

TEST(Robustness, line_contacts_of_noise_converge) {
  Random random(31);
  int n_failed = 0;
  constexpr int n = 300;
  for (int k = 0; k < n; ++k) {
    const int nx = random.integer(100, 400);
    NormalProblem problem = problem_on(centred_grid(nx, 1, nx * 1e-3, 1), steel_on_steel(),
                                       [&](double, double) { return random.uniform(0, 1e-5); });
    problem.line_datum = problem.grid.width() * random.magnitude(1, 1e4);
    problem = with_force(problem, random.magnitude(1e3, 1e7));
    const double tolerance = random.magnitude(1e-11, 1e-4);
    const NormalSolution solution = solve(problem, to_tolerance(tolerance));
    if (solution.status == SolveStatus::converged) continue;
    if (++n_failed <= 5) ADD_FAILURE() << k << ": " << describe(problem, solution, tolerance);
  }
  EXPECT_EQ(n_failed, 0);
  report_row("random", "line contact, noise strip by strip", n, n_failed);
}

/// Heights where, with the force prescribed, cells left and joined the contact in turn for ever.
TEST(Robustness, a_prescribed_force_does_not_send_cells_in_and_out_for_ever) {
  NormalProblem problem;
  problem.grid = Grid{2, 6, 0, 0, 1e-3, 1e-6};
  problem.bodies = rigid_on(Material{8e10, 0.25});
  problem.distance = {8e-6, 1e-6, 1e-6, 3e-6, 4e-6, 1e-6, 3e-6, 4e-6, 8e-6, 6e-6, 8e-6, 8e-6};
  problem = with_force(problem, 1088.0512251018019);
  const NormalSolution solution = solve(problem, to_tolerance(1e-10));
  EXPECT_EQ(solution.status, SolveStatus::converged) << solution.residual;
  EXPECT_LT(difference(solution.pressure, solve_dense(problem).pressure), 1e-6);
}

/// All heights of two rows from a few values: small enough to be solved by the dense solver too.
TEST(Robustness, hundreds_of_tiny_problems_with_long_cells_agree_with_the_dense_solver) {
  Random random(5);
  int n_wrong = 0;
  for (int k = 0; k < 600; ++k) {
    NormalProblem problem;
    problem.grid = Grid{random.integer(1, 4), random.integer(2, 12), 0, 0, 1e-3, 1e-6};
    problem.bodies = rigid_on(Material{8e10, 0.25});
    problem.distance.resize(problem.grid.n_cells());
    for (double& h : problem.distance) h = 1e-6 * random.integer(0, 9);
    problem =
        with_force(problem, contact_modulus(problem.bodies) * 1e-5 * random.magnitude(1e-3, 10) *
                                std::sqrt(problem.grid.width() * problem.grid.height()));
    const NormalSolution solution = solve(problem, to_tolerance(1e-10));
    const bool right = solution.status == SolveStatus::converged &&
                       difference(solution.pressure, solve_dense(problem).pressure) < 1e-6;
    if (!right && ++n_wrong <= 5) ADD_FAILURE() << k << ": " << describe(problem, solution, 1e-10);
  }
  EXPECT_EQ(n_wrong, 0);
}

TEST(Robustness, a_force_finds_the_few_cells_that_may_touch) {
  NormalProblem pin =
      problem_on(centred_grid(101, 101, 10e-3, 10e-3), steel_on_steel(), [](double x, double y) {
        return std::hypot(x, y) < 1e-6 ? 0.0 : std::numeric_limits<double>::infinity();
      });
  pin = with_force(pin, 1000);
  const NormalSolution solution = solve(pin, to_tolerance(1e-6));
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_EQ(solution.n_contact, 1u);
  EXPECT_NEAR(solution.force, 1000, 1e-6);
}

TEST(Robustness, distances_out_of_reach_do_not_disturb) {
  const auto punch = [](double outside) {
    return with_force(
        problem_on(centred_grid(60, 60, 10e-3, 10e-3), steel_on_steel(),
                   [&](double x, double y) { return std::hypot(x, y) < 3e-3 ? 0.0 : outside; }),
        1000);
  };
  const NormalSolution infinite =
      solve(punch(std::numeric_limits<double>::infinity()), to_tolerance(1e-8));
  for (const double far : {1.0, 1e20, 1e300}) {
    const NormalSolution solution = solve(punch(far), to_tolerance(1e-8));
    EXPECT_EQ(solution.status, SolveStatus::converged) << far;
    EXPECT_LT(difference(solution.pressure, infinite.pressure), 1e-6) << far;
  }
}

TEST(Robustness, a_contact_of_atoms_size_converges_like_one_of_millimetres) {
  // lengths 1e-9 of a usual contact: displacements of 1e-15 m
  const auto ball = [](double scale) {
    return with_approach(
        problem_on(centred_grid(50, 50, scale * 12e-3, scale * 12e-3), steel_on_steel(),
                   [&](double x, double y) { return (x * x + y * y) / (0.8 * scale); }),
        scale * 2e-5);
  };
  const NormalSolution usual = solve(ball(1), to_tolerance(1e-10));
  const NormalSolution tiny = solve(ball(1e-9), to_tolerance(1e-10));
  const NormalSolution huge = solve(ball(1e9), to_tolerance(1e-10));
  EXPECT_EQ(tiny.status, SolveStatus::converged) << tiny.residual;
  EXPECT_EQ(huge.status, SolveStatus::converged) << huge.residual;
  EXPECT_LT(difference(tiny.pressure, usual.pressure), 1e-7);
  EXPECT_LT(difference(huge.pressure, usual.pressure), 1e-7);
}

TEST(Robustness, a_tolerance_below_rounding_ends_as_stalled_and_soon) {
  const NormalProblem ball =
      with_force(problem_on(centred_grid(60, 60, 12e-3, 12e-3), steel_on_steel(),
                            [](double x, double y) { return (x * x + y * y) / 0.8; }),
                 5000);
  const NormalSolution solution = solve(ball, to_tolerance(1e-18));
  EXPECT_EQ(solution.status, SolveStatus::stalled);
  EXPECT_LT(solution.residual, 1e-13);
  EXPECT_LT(solution.iterations, 300);
}

}  // namespace
}  // namespace tread::contact::test
