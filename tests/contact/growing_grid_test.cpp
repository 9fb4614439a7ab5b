#include "tread/contact/growing_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tread/core/shape.hpp"

namespace tread::contact {
namespace {

constexpr double k_cell = 0.5e-3;  // m
const BodyPair k_steel_pair{Material::from_young(2.1e11, 0.3), Material::from_young(2.1e11, 0.3)};

DistanceOnGrid paraboloid(double radius_x, double radius_y) {
  return [shape = Shape(Paraboloid{radius_x, radius_y})](const Grid& grid) {
    return undeformed_distance(shape, grid);
  };
}

NormalProblem on_cells(int nx, int ny, const DistanceOnGrid& distance_on, double approach) {
  NormalProblem problem;
  problem.grid = centred_grid(nx, ny, nx * k_cell, ny * k_cell);
  problem.bodies = k_steel_pair;
  problem.distance = distance_on(problem.grid);
  problem.prescribed = Prescribed::approach;
  problem.value = approach;
  return problem;
}

struct Grown {
  NormalProblem problem;
  NormalSolution solution;
};

Grown grown(int nx, int ny, const DistanceOnGrid& distance_on, double approach) {
  Grown out{on_cells(nx, ny, distance_on, approach), {}};
  NormalWorkspace workspace;
  const Grid first = out.problem.grid;
  solve_growing(out.problem, first, distance_on, {.tolerance = 1e-10}, workspace, out.solution,
                Start::cold);
  return out;
}

TEST(GrowingGrid, GivesTheSolutionOfAGridThatWasLargeEnough) {
  const DistanceOnGrid distance_on = paraboloid(0.5, 0.3);
  const double approach = 1e-4;
  const Grown small = grown(6, 6, distance_on, approach);
  EXPECT_EQ(small.solution.status, SolveStatus::converged);
  EXPECT_FALSE(small.solution.touches_edge);
  EXPECT_GT(small.problem.grid.nx, 6);
  EXPECT_EQ(small.problem.grid.dx, k_cell);
  NormalWorkspace workspace;
  const NormalProblem large = on_cells(60, 60, distance_on, approach);
  const NormalSolution right = solve_normal(large, {.tolerance = 1e-10}, workspace);
  EXPECT_NEAR(small.solution.force, right.force, 1e-8 * right.force);
  const std::vector<double> pressure =
      carried_over(small.problem.grid, large.grid, small.solution.pressure);
  for (std::size_t i = 0; i < pressure.size(); ++i) {
    EXPECT_NEAR(pressure[i], right.pressure[i], 1e-7 * right.peak_pressure);
  }
}

TEST(GrowingGrid, GetsMoreCellsOnlyAlongTheAxisThatNeedsThem) {
  const Grown grown_in_x = grown(6, 40, paraboloid(0.5, 0.3), 1e-4);
  EXPECT_FALSE(grown_in_x.solution.touches_edge);
  EXPECT_GT(grown_in_x.problem.grid.nx, 6);
  EXPECT_EQ(grown_in_x.problem.grid.ny, 40);
}

TEST(GrowingGrid, EndsAtItsLimitAndTellsIt) {
  const Grown wild = grown(6, 6, paraboloid(0.5, 0.3), 0.05);  // a contact of about 160 cells
  EXPECT_TRUE(wild.solution.touches_edge);
  EXPECT_EQ(wild.problem.grid.nx, 6 * k_most_growth);
  EXPECT_EQ(wild.problem.grid.ny, 6 * k_most_growth);
}

TEST(GrowingGrid, GoesBackToTheFirstGridOnceTheContactIsSmall) {
  const DistanceOnGrid distance_on = paraboloid(0.5, 0.5);
  Grown contact = grown(10, 10, distance_on, 1e-4);
  const Grid first = on_cells(10, 10, distance_on, 0).grid;
  shrink_if_small(contact.problem, first, distance_on, contact.solution);
  EXPECT_NE(contact.problem.grid, first);  // it is still large
  contact.problem.value = 4e-6;
  NormalWorkspace workspace;
  solve_growing(contact.problem, first, distance_on, {.tolerance = 1e-10}, workspace,
                contact.solution, Start::from_solution);
  const double force = contact.solution.force;
  shrink_if_small(contact.problem, first, distance_on, contact.solution);
  EXPECT_EQ(contact.problem.grid, first);
  EXPECT_EQ(contact.solution.pressure.size(), first.n_cells());
  solve_growing(contact.problem, first, distance_on, {.tolerance = 1e-10}, workspace,
                contact.solution, Start::from_solution);
  EXPECT_NEAR(contact.solution.force, force, 1e-8 * force);
}

}  // namespace
}  // namespace tread::contact
