#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "contact/report.hpp"
#include "tangential/friction_problems.hpp"

/// Contacts of odd size and shape, friction beyond reason, and motions that ask for nothing.
namespace tread::contact::test {
namespace {

BodyPair unlike() { return {Material{8e10, 0.28}, Material{2e9, 0.1}}; }

FrictionTrial trial_on(const NormalProblem& normal, double coefficient, Motion motion) {
  FrictionTrial trial;
  trial.coefficient = coefficient;
  trial.problem = like_bodies(normal, coefficient, motion);
  if (motion == Motion::steady_rolling) trial.path = steady_path(normal.grid, 0);
  return trial;
}

/// Ball of 0.3 m on a flat, 10 kN: contact radius 2.3 mm.
NormalProblem ball(const Grid& grid, const BodyPair& bodies = steel_on_steel()) {
  return with_force(
      problem_on(grid, bodies, [](double x, double y) { return (x * x + y * y) / 0.6; }), 1e4);
}

FrictionalSolution expect_right(const FrictionTrial& trial, const std::string& name) {
  FrictionalWorkspace workspace;
  const FrictionalSolution solution = solve(trial, {}, workspace);
  const FrictionBalance b = balance_of(trial, solution);
  EXPECT_EQ(solution.status, SolveStatus::converged) << name << ", residual " << solution.residual;
  EXPECT_LE(b.above_bound, k_law) << name;
  EXPECT_LE(b.below_bound, k_law) << name;
  EXPECT_LE(b.adhesion_slip, k_law) << name;
  EXPECT_LE(b.not_opposite, k_law) << name;
  EXPECT_LE(b.slip_error, k_law) << name;
  EXPECT_LE(b.force_error, k_law) << name;
  EXPECT_LE(b.gap_error, k_law) << name;
  EXPECT_EQ(b.n_wrong_state, 0u) << name;
  return solution;
}

/// Every motion and every choice of what is given.
void expect_right_in_all_motions(const NormalProblem& normal, double coefficient,
                                 const std::string& name, bool row = false) {
  const double force = 0.6 * coefficient * normal.value;
  for (const Motion motion : {Motion::shift, Motion::steady_rolling}) {
    const double unit = coefficient * (motion == Motion::shift ? 2e-5 : 5e-3);
    for (const double level : {0.02, 0.5, 20.0}) {
      FrictionTrial trial = trial_on(normal, coefficient, motion);
      trial.problem.kinematics = {given_creepage(level * unit),
                                  given_creepage(-0.4 * level * unit),
                                  row ? 0 : 100 * level * unit,
                                  {0, 0}};
      expect_right(trial, fmt::format("{}, {} motion, level {}", name,
                                      motion == Motion::shift ? "shift" : "steady", level));
      trial.problem.kinematics.x = given_force(force);
      expect_right(trial, fmt::format("{}, {} motion, level {}, force along x", name,
                                      motion == Motion::shift ? "shift" : "steady", level));
      trial.problem.kinematics.y = given_force(0.7 * force);
      expect_right(trial, fmt::format("{}, {} motion, level {}, both forces", name,
                                      motion == Motion::shift ? "shift" : "steady", level));
    }
  }
}

TEST(ExtremeFriction, contacts_of_odd_shapes_obey_the_law) {
  const auto infinite = std::numeric_limits<double>::infinity();
  const Grid square = centred_grid(24, 24, 6e-3, 6e-3);
  struct Shape {
    const char* name;
    NormalProblem normal;
  };
  const auto flat = [&](const Grid& grid, const std::function<bool(int, int)>& inside) {
    NormalProblem problem = problem_on(grid, steel_on_steel(), [](double, double) { return 0.0; });
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        if (!inside(i, j)) problem.distance[grid.index(i, j)] = infinite;
      }
    }
    return with_force(problem, 1e4);
  };
  const std::vector<Shape> shapes = {
      {"a single cell", flat(square, [](int i, int j) { return i == 7 && j == 11; })},
      {"a single cell in the corner", flat(square, [](int i, int j) { return i == 23 && j == 0; })},
      {"a row of cells", flat(square, [](int i, int j) { return j == 5 && i > 3 && i < 20; })},
      {"a column of cells", flat(square, [](int i, int j) { return i == 5 && j > 3 && j < 20; })},
      {"a diagonal", flat(square, [](int i, int j) { return i == j; })},
      {"a chessboard", flat(square, [](int i, int j) { return (i + j) % 2 == 0; })},
      {"the whole grid", flat(square, [](int, int) { return true; })},
      {"a ring", flat(square,
                      [](int i, int j) {
                        const double r = std::hypot(i - 11.5, j - 11.5);
                        return r > 6 && r < 11;
                      })},
      {"two patches", with_force(problem_on(square, steel_on_steel(),
                                            [](double x, double y) {
                                              const double d = std::abs(x) - 1.7e-3;
                                              return (d * d + y * y) / 0.3;
                                            }),
                                 5e3)},
      {"a ball pressed beyond the grid", ball(centred_grid(20, 20, 3e-3, 3e-3))},
      {"a ball over one edge", ball(centred_grid(20, 20, 5e-3, 5e-3, 2.4e-3, 0))},
      {"cells 100 times longer along x", ball(centred_grid(5, 60, 50 * 6e-3 / 60 * 5, 6e-3))},
      {"cells 100 times longer along y", ball(centred_grid(60, 5, 6e-3, 50 * 6e-3 / 60 * 5))},
      {"a grid of 1 x 30", ball(centred_grid(1, 30, 2e-4, 6e-3))},
      {"a grid of 30 x 1", ball(centred_grid(30, 1, 6e-3, 2e-4))},
      {"a grid of one cell", ball(centred_grid(1, 1, 1e-3, 1e-3))},
      {"unlike bodies", ball(centred_grid(24, 24, 12e-3, 12e-3), unlike())},
  };
  for (const Shape& shape : shapes) {
    expect_right_in_all_motions(shape.normal, 0.3, shape.name, shape.normal.grid.ny == 1);
  }
}

TEST(ExtremeFriction, tiny_and_huge_coefficients_obey_the_law) {
  const NormalProblem normal = ball(centred_grid(24, 24, 6e-3, 6e-3));
  for (const double coefficient : {1e-12, 1e-4, 10.0}) {
    expect_right_in_all_motions(normal, coefficient, fmt::format("coefficient {}", coefficient));
  }
}

TEST(ExtremeFriction, without_limit_everything_sticks_whatever_the_coefficient) {
  const NormalProblem normal = ball(centred_grid(40, 40, 6e-3, 6e-3));
  for (const Motion motion : {Motion::shift, Motion::steady_rolling}) {
    CreepForces first;
    for (const double coefficient : {1e3, 1e9, 1e30}) {
      FrictionTrial trial = trial_on(normal, coefficient, motion);
      const double unit = motion == Motion::shift ? 1e-5 : 1e-3;
      trial.problem.kinematics = {given_creepage(unit), given_creepage(unit), 100 * unit, {0, 0}};
      const FrictionalSolution solution =
          expect_right(trial, fmt::format("coefficient {}", coefficient));
      EXPECT_EQ(solution.n_slip, 0u);
      if (coefficient == 1e3) first = solution.forces;
      EXPECT_NEAR(solution.forces.longitudinal, first.longitudinal,
                  1e-5 * std::abs(first.longitudinal));
      EXPECT_NEAR(solution.forces.lateral, first.lateral, 1e-5 * std::abs(first.longitudinal));
    }
  }
}

TEST(ExtremeFriction, no_creepage_gives_no_traction_also_from_a_first_guess_that_has_some) {
  for (const Motion motion : {Motion::shift, Motion::steady_rolling}) {
    for (const bool by_force : {false, true}) {
      const FrictionTrial still = trial_on(ball(centred_grid(24, 24, 6e-3, 6e-3)), 0.3, motion);
      TangentialProblem problem;
      problem.grid = still.problem.normal.grid;
      problem.bodies = still.problem.normal.bodies;
      problem.motion = motion;
      problem.step = {1, 0};
      problem.bound.assign(problem.grid.n_cells(), 1e8);
      problem.rigid.assign(problem.grid.n_cells(), 1e-6);
      TangentialWorkspace workspace;
      TangentialSolution solution;
      solve_tangential(problem, {}, workspace, solution, Start::cold);
      EXPECT_GT(std::abs(solution.force[0]), 1);
      problem.rigid.assign(problem.grid.n_cells(), 0);
      problem.force_given = {by_force, by_force};
      solve_tangential(problem, {}, workspace, solution, Start::from_solution);
      EXPECT_EQ(solution.status, SolveStatus::converged);
      EXPECT_EQ(solution.n_slip, 0u);
      for (const double p : solution.traction.x) EXPECT_EQ(p, 0);
      for (const double p : solution.traction.y) EXPECT_EQ(p, 0);
      for (const double s : solution.slip.x) EXPECT_EQ(s, 0);
    }
  }
}

TEST(ExtremeFriction, a_step_that_changes_nothing_keeps_the_tractions) {
  FrictionTrial first = trial_on(ball(centred_grid(24, 24, 6e-3, 6e-3)), 0.3, Motion::shift);
  first.problem.kinematics = {given_creepage(4e-6), given_creepage(1e-6), 0, {0, 0}};
  const FrictionalSolution before = expect_right(first, "first");
  FrictionTrial second = first;
  second.problem.kinematics = {};
  second.step = Step{};
  second.history = {before.displacement, before.cells, {}};
  FrictionalWorkspace workspace;
  const FrictionalSolution after = solve(second, {}, workspace);
  EXPECT_EQ(after.status, SolveStatus::converged) << after.residual;
  const double scale = *std::max_element(before.bound.begin(), before.bound.end());
  for (std::size_t i = 0; i < before.bound.size(); ++i) {
    EXPECT_NEAR(after.traction.x[i], before.traction.x[i], k_law * scale);
    EXPECT_NEAR(after.traction.y[i], before.traction.y[i], k_law * scale);
  }
}

TEST(ExtremeFriction, a_contact_of_atoms_size_gives_the_same_tractions_as_one_of_millimetres) {
  for (const Motion motion : {Motion::shift, Motion::steady_rolling}) {
    const auto solution_at = [&](double scale) {
      NormalProblem normal =
          problem_on(centred_grid(24, 24, scale * 6e-3, scale * 6e-3), steel_on_steel(),
                     [&](double x, double y) { return (x * x + y * y) / (0.6 * scale); });
      FrictionTrial trial = trial_on(with_force(normal, scale * scale * 1e4), 0.3, motion);
      const double unit = motion == Motion::shift ? scale * 5e-6 : 1e-3;
      trial.problem.kinematics = {given_creepage(unit), given_creepage(unit), 0, {0, 0}};
      return expect_right(trial, fmt::format("scale {}", scale));
    };
    const FrictionalSolution usual = solution_at(1);
    for (const double scale : {1e-9, 1e9}) {
      const FrictionalSolution other = solution_at(scale);
      EXPECT_EQ(other.n_slip, usual.n_slip);
      const double most = *std::max_element(usual.bound.begin(), usual.bound.end());
      for (std::size_t i = 0; i < usual.bound.size(); ++i) {
        EXPECT_NEAR(other.traction.x[i], usual.traction.x[i], k_law * most);
        EXPECT_NEAR(other.traction.y[i], usual.traction.y[i], k_law * most);
      }
    }
  }
}

}  // namespace
}  // namespace tread::contact::test
