#include "tread/contact/potential_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::contact {
namespace {

const Material k_steel = Material::from_young(2.1e11, 0.3);
constexpr double k_margin = 1.2;

UngriddedProblem steel_problem(Shape shape, double force) {
  UngriddedProblem problem;
  problem.shape = std::move(shape);
  problem.bodies = {k_steel, k_steel};
  problem.value = force;
  return problem;
}

/// The area is found on coarse grids of 40 cells, of which a contact fills more than half: its size
/// is known to two of at least 22 cells.
constexpr double k_accuracy = 2.0 / 22;

TEST(PotentialContact, IsAsMuchLargerThanTheHertzContactAsAskedFor) {
  NormalWorkspace workspace;
  for (const double force : {1e-3, 1.0, 1e5}) {
    for (const double radius_y : {0.3, 3.0, 0.01}) {
      const UngriddedProblem problem = steel_problem(Paraboloid{0.3, radius_y}, force);
      const Grid grid = find_potential_contact(problem, 50, 60, k_margin, workspace);
      const auto hertz = reference::hertz_ellipse_from_force(force, {0.5 / 0.3, 0.5 / radius_y},
                                                             contact_modulus(problem.bodies));
      EXPECT_EQ(grid.nx, 50);
      EXPECT_EQ(grid.ny, 60);
      EXPECT_NEAR(grid.width() / (2 * k_margin * hertz.semi_axes.x), 1, k_accuracy);
      EXPECT_NEAR(grid.height() / (2 * k_margin * hertz.semi_axes.y), 1, k_accuracy);
    }
  }
}

TEST(PotentialContact, LiesAroundTheLowestPointOfATiltedQuadric) {
  // 2 (x - 3 mm)^2 + 5 (y + 1 mm)^2, written out
  const double x0 = 3e-3;
  const double y0 = -1e-3;
  const Quadric quadric{{2, 0, 5, -4 * x0, -10 * y0, 2 * x0 * x0 + 5 * y0 * y0}};
  NormalWorkspace workspace;
  const Grid grid =
      find_potential_contact(steel_problem(quadric, 1000), 40, 40, k_margin, workspace);
  EXPECT_NEAR(grid.x0 + 0.5 * (grid.nx - 1) * grid.dx, x0, 0.05 * grid.width());
  EXPECT_NEAR(grid.y0 + 0.5 * (grid.ny - 1) * grid.dy, y0, 0.05 * grid.height());
}

TEST(PotentialContact, OfALineContactKeepsTheLengthThatCarriesTheForce) {
  UngriddedProblem problem = steel_problem(Cylinder{0.005}, 4000);
  problem.line_datum = 0.05;
  problem.line_length = 0.02;
  NormalWorkspace workspace;
  const Grid grid = find_potential_contact(problem, 100, 1, k_margin, workspace);
  const auto hertz =
      reference::hertz_line_from_force(4000 / 0.02, 0.005, contact_modulus(problem.bodies));
  EXPECT_DOUBLE_EQ(grid.dy, 0.02);
  EXPECT_NEAR(grid.width() / (2 * k_margin * hertz.half_width), 1, k_accuracy);
}

TEST(PotentialContact, OfAFiniteCylinderHoldsItsEnds) {
  NormalWorkspace workspace;
  const Grid grid = find_potential_contact(steel_problem(Cylinder{0.01, Axis::y, 0.008}, 2000), 60,
                                           60, k_margin, workspace);
  EXPECT_GT(grid.height(), 0.008);
  EXPECT_LT(grid.height(), 0.012);
}

TEST(PotentialContact, WithoutAnyContactStillIsAGrid) {
  UngriddedProblem problem = steel_problem(Sphere{0.01}, 0);
  problem.prescribed = Prescribed::approach;
  problem.value = -1e-6;
  NormalWorkspace workspace;
  EXPECT_NO_THROW(check(find_potential_contact(problem, 20, 20, k_margin, workspace)));
}

TEST(PotentialContact, FindsAContactFarSmallerThanTheFirstLook) {
  UngriddedProblem problem = steel_problem(Sphere{0.46}, 0);
  problem.prescribed = Prescribed::approach;
  NormalWorkspace workspace;
  for (const double approach : {1e-7, 5e-7, 1e-10}) {
    problem.value = approach;
    const Grid grid = find_potential_contact(problem, 50, 50, k_margin, workspace);
    EXPECT_NEAR(grid.width() / (2 * k_margin * std::sqrt(0.46 * approach)), 1, k_accuracy);
  }
}

TEST(PotentialContact, OfAnEndlessCylinderIsRefusedWithTheWaysOut) {
  NormalWorkspace workspace;
  try {
    find_potential_contact(steel_problem(Cylinder{0.01}, 100), 20, 20, k_margin, workspace);
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "no potential contact area was found: the contact seems to have no end. Give the "
                 "size of the grid, or a length of the cylinder, or ask for a line contact");
  }
}

}  // namespace
}  // namespace tread::contact
