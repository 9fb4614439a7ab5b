#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "contact/balance.hpp"
#include "contact/orders.hpp"
#include "contact/report.hpp"
#include "frictional/problems.hpp"
#include "frictional/solved.hpp"
#include "tread/reference/hertz.hpp"

/// The same problem in another frame, in other units, or with the bodies' names exchanged has the
/// same solution.
namespace tread::contact::test {
namespace {

using std::numbers::pi;

/// Tractions are less well conditioned than the residual, see tests of the tolerance.
constexpr double k_same_solution = 1e-6;

FrictionalSolution solved_anew(const FrictionalProblem& problem) {
  FrictionalWorkspace workspace;
  return solved(problem, workspace);
}

/// A contact without any symmetry of its own: skew surfaces, friction that varies over the patch,
/// all creepages, the centre of spin away from the origin.
FrictionalProblem skew(const BodyPair& bodies) {
  const Grid grid = centred_grid(25, 22, 15e-3, 11e-3, 0.4e-3, -0.3e-3);
  FrictionalProblem problem;
  problem.normal = with_force(problem_on(grid, bodies,
                                         [](double x, double y) {
                                           return 0.7 * x * x + 1.3 * y * y + 0.2 * x * y +
                                                  20 * x * x * x - 30 * x * y * y;
                                         }),
                              70000);
  problem.friction.law = coulomb(0.35);
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      problem.friction.factor.push_back(1 + 20 * grid.x(i) + 35 * grid.y(j));
    }
  }
  problem.kinematics.spin_centre = {0.2e-3, -0.5e-3};
  problem.rolling.speed = 25;
  return problem;
}

struct Named {
  std::string name;
  FrictionalProblem problem;
};

std::vector<Named> problems() {
  std::vector<Named> all;
  const BodyPair unlike{{82e9, 0.28}, {25e9, 0.2}};
  for (const auto& [material, bodies] : {std::pair{std::string("like"), alike(82e9, 0.28)},
                                         std::pair{std::string("unlike"), unlike}}) {
    for (const Motion motion : {Motion::shift, Motion::steady_rolling}) {
      FrictionalProblem problem = skew(bodies);
      problem.motion = motion;
      const double size = motion == Motion::shift ? 5e-3 : 1;
      problem.kinematics.x = given_creepage(8e-4 * size);
      problem.kinematics.y = given_creepage(-5e-4 * size);
      problem.kinematics.spin = 0.2 * size;
      const std::string name = material + (motion == Motion::shift ? ", shift" : ", rolling");
      all.push_back({name + ", creepages given", problem});
      problem.kinematics.x = given_force(-0.4 * 0.35 * 70000);
      all.push_back({name + ", one force given", problem});
      problem.kinematics.y = given_force(0.3 * 0.35 * 70000);
      all.push_back({name + ", forces given", problem});
    }
  }
  return all;
}

/// Fields of the solution at cell (i, j) move to another cell and turn or change sign there.
struct Change {
  std::function<std::size_t(const Grid& now, int i, int j)> cell;  // where (i, j) is now
  std::array<std::array<double, 2>, 2> matrix;                     // of tractions and slip
  double moment = 1;                                               // factor of moment and spin
};

FrictionalSolution changed(const FrictionalSolution& before, const Grid& old_grid, const Grid& grid,
                           const Change& change) {
  FrictionalSolution after = before;
  const auto& m = change.matrix;
  const auto turned = [&](double x, double y) {
    return std::pair{m[0][0] * x + m[0][1] * y, m[1][0] * x + m[1][1] * y};
  };
  for (int j = 0; j < old_grid.ny; ++j) {
    for (int i = 0; i < old_grid.nx; ++i) {
      const std::size_t from = old_grid.index(i, j);
      const std::size_t to = change.cell(grid, i, j);
      after.cells[to] = before.cells[from];
      after.normal.pressure[to] = before.normal.pressure[from];
      std::tie(after.traction.x[to], after.traction.y[to]) =
          turned(before.traction.x[from], before.traction.y[from]);
      std::tie(after.slip.x[to], after.slip.y[to]) =
          turned(before.slip.x[from], before.slip.y[from]);
    }
  }
  std::tie(after.forces.longitudinal, after.forces.lateral) =
      turned(before.forces.longitudinal, before.forces.lateral);
  std::tie(after.creepage.longitudinal, after.creepage.lateral) =
      turned(before.creepage.longitudinal, before.creepage.lateral);
  after.forces.spin_moment *= change.moment;
  return after;
}

double largest_difference(const FrictionalSolution& a, const FrictionalSolution& b) {
  const double force = 0.35 * b.normal.force;
  const double creep = std::hypot(b.creepage.longitudinal, b.creepage.lateral);
  EXPECT_EQ(a.cells, b.cells);
  return std::max({difference(a.normal.pressure, b.normal.pressure),
                   difference(a.traction, b.traction), difference(a.slip, b.slip),
                   std::abs(a.normal.approach / b.normal.approach - 1),
                   std::abs(a.forces.longitudinal - b.forces.longitudinal) / force,
                   std::abs(a.forces.lateral - b.forces.lateral) / force,
                   std::abs(a.forces.spin_moment - b.forces.spin_moment) / (force * 5e-3),
                   std::hypot(a.creepage.longitudinal - b.creepage.longitudinal,
                              a.creepage.lateral - b.creepage.lateral) /
                       creep,
                   std::abs(a.frictional_power / b.frictional_power - 1)});
}

/// Moves what is given per cell.
std::vector<double> moved(const std::vector<double>& field, const Grid& old_grid, const Grid& grid,
                          const Change& change) {
  std::vector<double> result(field.size());
  for (int j = 0; j < old_grid.ny; ++j) {
    for (int i = 0; i < old_grid.nx; ++i) {
      result[change.cell(grid, i, j)] = field[old_grid.index(i, j)];
    }
  }
  return result;
}

/// Solves every problem as it is and changed, and compares.
void expect_same(const std::string& what, const Change& change,
                 const std::function<void(FrictionalProblem&)>& change_problem) {
  double worst = 0;
  const std::vector<Named> all = problems();
  for (const Named& named : all) {
    SCOPED_TRACE(named.name);
    FrictionalProblem after = named.problem;
    change_problem(after);
    const Grid& old_grid = named.problem.normal.grid;
    const Grid& grid = after.normal.grid;
    after.normal.distance = moved(named.problem.normal.distance, old_grid, grid, change);
    after.friction.factor = moved(named.problem.friction.factor, old_grid, grid, change);
    const FrictionalSolution expected = changed(solved_anew(named.problem), old_grid, grid, change);
    const double d = largest_difference(solved_anew(after), expected);
    EXPECT_LT(d, k_same_solution);
    worst = std::max(worst, d);
  }
  report_row("friction-symmetry", what, all.size(), digits(worst, 2));
}

TEST(FrictionSymmetry, mirrored_in_y) {
  const Change change{[](const Grid& now, int i, int j) { return now.index(i, now.ny - 1 - j); },
                      {{{1, 0}, {0, -1}}},
                      -1};
  expect_same("mirrored in y: lateral creepage and spin change sign", change,
              [](FrictionalProblem& p) {
                Grid& grid = p.normal.grid;
                grid.y0 = -grid.y(grid.ny - 1);
                p.kinematics.y.value *= -1;
                p.kinematics.spin *= -1;
                p.kinematics.spin_centre[1] *= -1;
              });
}

TEST(FrictionSymmetry, rolling_backwards_is_rolling_forwards_mirrored_in_x) {
  const Change change{[](const Grid& now, int i, int j) { return now.index(now.nx - 1 - i, j); },
                      {{{-1, 0}, {0, 1}}},
                      -1};
  expect_same("rolling backwards, mirrored in x", change, [](FrictionalProblem& p) {
    Grid& grid = p.normal.grid;
    grid.x0 = -grid.x(grid.nx - 1);
    p.kinematics.x.value *= -1;
    p.kinematics.spin *= -1;
    p.kinematics.spin_centre[0] *= -1;
    p.rolling.direction = pi;
  });
}

TEST(FrictionSymmetry, rolling_along_y_is_rolling_along_x_turned) {
  // x' = -y, y' = x
  const Change change{[](const Grid& now, int i, int j) { return now.index(now.nx - 1 - j, i); },
                      {{{0, -1}, {1, 0}}},
                      1};
  expect_same("rolling along y, turned by 90 degrees", change, [](FrictionalProblem& p) {
    const Grid old = p.normal.grid;
    p.normal.grid = {old.ny, old.nx, -old.y(old.ny - 1), old.x0, old.dy, old.dx};
    const Kinematics k = p.kinematics;
    p.kinematics.x = {k.y.kind, -k.y.value};
    p.kinematics.y = k.x;
    p.kinematics.spin_centre = {-k.spin_centre[1], k.spin_centre[0]};
    p.rolling.direction = pi / 2;
  });
}

/// Half a turn about x brings body 2 on top. What acts on it is the opposite of what acts on body
/// 1, its velocity relative to body 1 too; y and z change sign.
TEST(FrictionSymmetry, what_acts_on_body_2_is_the_opposite_of_what_acts_on_body_1) {
  const Change change{[](const Grid& now, int i, int j) { return now.index(i, now.ny - 1 - j); },
                      {{{-1, 0}, {0, 1}}},
                      1};
  expect_same("bodies exchanged", change, [](FrictionalProblem& p) {
    Grid& grid = p.normal.grid;
    grid.y0 = -grid.y(grid.ny - 1);
    std::swap(p.normal.bodies.upper, p.normal.bodies.lower);
    p.kinematics.x.value *= -1;
    p.kinematics.spin_centre[1] *= -1;
  });
}

TEST(FrictionSymmetry, units_do_not_matter) {
  double worst = 0;
  const std::vector<Named> all = problems();
  for (const Named& named : all) {
    SCOPED_TRACE(named.name);
    // mm, N, N/mm2
    const double length = 1e3;
    FrictionalProblem p = named.problem;
    const bool shift = p.motion == Motion::shift;
    Grid& grid = p.normal.grid;
    grid = {grid.nx,          grid.ny,          length * grid.x0,
            length * grid.y0, length * grid.dx, length * grid.dy};
    for (double& h : p.normal.distance) h *= length;
    p.normal.bodies.upper.shear_modulus *= 1e-6;
    p.normal.bodies.lower.shear_modulus *= 1e-6;
    if (shift) {
      for (Given* given : {&p.kinematics.x, &p.kinematics.y}) {
        if (given->kind == Given::Kind::creepage) given->value *= length;
      }
    } else {
      p.kinematics.spin /= length;
    }
    for (double& c : p.kinematics.spin_centre) c *= length;
    p.rolling.speed *= length;
    FrictionalSolution ours = solved_anew(p);
    ours.normal.approach /= length;
    for (double& v : ours.normal.pressure) v *= 1e6;
    for (std::size_t i = 0; i < ours.cells.size(); ++i) {
      ours.traction.x[i] *= 1e6;
      ours.traction.y[i] *= 1e6;
      ours.slip.x[i] /= shift ? length : 1;
      ours.slip.y[i] /= shift ? length : 1;
    }
    ours.forces.spin_moment /= length;
    ours.creepage.longitudinal /= shift ? length : 1;
    ours.creepage.lateral /= shift ? length : 1;
    ours.frictional_power /= length;
    const double d = largest_difference(ours, solved_anew(named.problem));
    EXPECT_LT(d, k_same_solution);
    worst = std::max(worst, d);
  }
  report_row("friction-symmetry", "in mm and N/mm2", all.size(), digits(worst, 2));
}

/// A ball that rolls obliquely over the grid's rows. Particles come from between cells, where the
/// displacement is interpolated linearly; both solutions are of first order in the cell, so is
/// their difference.
TEST(FrictionSymmetry, oblique_rolling_of_a_ball_tends_to_rolling_along_x_turned) {
  const BodyPair bodies = alike(82e9, 0.28);
  const double force = 75925.92592592593;
  const double a = 5e-3;
  FrictionalWorkspace workspace;
  const std::array levels = {22, 32, 44, 64, 88};
  for (const int degrees : {30, 45, 120, 225}) {
    const double chi = degrees * pi / 180;
    expect_orders(
        "friction-orders", fmt::format("ball, rolling at {} degrees", degrees), levels, 6,
        [&](int n) {
          FrictionalProblem problem =
              pressed(centred_grid(n, n, 2.2 * a, 2.2 * a), bodies, 2, 2, force, coulomb(0.3));
          const double xi = 2e-3;
          const double eta = -1e-3;
          problem.kinematics.spin = 0.3;
          problem.kinematics.x = given_creepage(xi);
          problem.kinematics.y = given_creepage(eta);
          const FrictionalOptions options = frictional_tolerance(1e-8);
          const FrictionalSolution along = solve_frictional(problem, options, workspace);
          problem.kinematics.x = given_creepage(xi * std::cos(chi) - eta * std::sin(chi));
          problem.kinematics.y = given_creepage(xi * std::sin(chi) + eta * std::cos(chi));
          problem.rolling.direction = chi;
          const FrictionalSolution oblique = solve_frictional(problem, options, workspace);
          EXPECT_EQ(along.status, SolveStatus::converged);
          EXPECT_EQ(oblique.status, SolveStatus::converged);
          const CreepForces f = oblique.forces;
          const double x = f.longitudinal * std::cos(chi) + f.lateral * std::sin(chi);
          const double y = -f.longitudinal * std::sin(chi) + f.lateral * std::cos(chi);
          return std::vector<Error>{
              {"force, over mu Fn",
               std::hypot(x - along.forces.longitudinal, y - along.forces.lateral) / (0.3 * force),
               {0.7, 1.4}},
              {"spin moment, over mu Fn a",
               (f.spin_moment - along.forces.spin_moment) / (0.3 * force * a),
               {0.7, 1.6}},
          };
        });
  }
}

}  // namespace
}  // namespace tread::contact::test
