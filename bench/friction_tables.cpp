#include "friction_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "measure.hpp"
#include "tread/contact/frictional.hpp"
#include "tread/halfspace/convolution.hpp"

namespace tread::bench {
namespace {

using contact::FrictionalProblem;
using contact::FrictionalSolution;
using contact::FrictionalWorkspace;
using contact::Given;
using contact::given_creepage;
using contact::given_force;
using contact::History;
using contact::Motion;
using contact::NormalProblem;
using contact::Start;
using contact::Step;
using contact::TangentialProblem;
using contact::TangentialSolution;
using contact::TangentialWorkspace;

constexpr double k_radius = 5e-3;  // of the contact, m
constexpr double k_coefficient = 0.3;
constexpr double k_spin_unit = 1.2;  // 1/m
constexpr double k_creep_unit = 7.752e-3;

void require_converged(SolveStatus status, double residual) {
  if (status == SolveStatus::converged) return;
  fmt::print(stderr, "bench: a solve with friction did not converge, residual {}\n", residual);
  std::exit(1);
}

/// Steel ball and flat, contact radius 5 mm on a square 1.1 times as large.
NormalProblem ball(int n) {
  const Material steel{82e9, 0.28};
  NormalProblem problem;
  problem.grid = centred_grid(n, n, 2.216 * k_radius, 2.216 * k_radius);
  problem.bodies = {steel, steel};
  problem.value = 75925.9;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double x = problem.grid.x(i);
      const double y = problem.grid.y(j);
      problem.distance.push_back((x * x + y * y) / 0.5);
    }
  }
  return problem;
}

/// Creepages in units that begin to slide, or the force over what friction carries.
struct Mix {
  double longitudinal;
  double lateral;
  double spin;
  double force = 0;
};

TangentialProblem tangential(const NormalProblem& normal, const std::vector<double>& pressure,
                             Motion motion, const Mix& mix) {
  const Grid& grid = normal.grid;
  TangentialProblem problem;
  problem.grid = grid;
  problem.bodies = normal.bodies;
  problem.motion = motion;
  problem.step = {1, 0};
  const bool rolls = motion == Motion::steady_rolling;
  const double length = rolls ? grid.dx : 0.1 * k_radius;
  problem.rigid.resize(grid.n_cells());
  double most = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t cell = grid.index(i, j);
      const double spin = k_spin_unit * mix.spin;
      problem.bound.push_back(k_coefficient * pressure[cell]);
      problem.rigid.x[cell] = length * (k_creep_unit * mix.longitudinal - spin * grid.y(j));
      problem.rigid.y[cell] =
          length * (k_creep_unit * mix.lateral + spin * (grid.x(i) + (rolls ? grid.dx / 6 : 0)));
      most += problem.bound.back() * grid.cell_area();
    }
  }
  if (mix.force != 0) {
    problem.force_given = {true, true};
    problem.force = {mix.force * most, 0};
  }
  return problem;
}

/// Here the unit is a product of the library's own: one component there and back, with its padding
/// and its skipping of zeros. FFTW's plain pair of transforms stands beside it.
class ScalarProduct {
 public:
  explicit ScalarProduct(int n)
      : product_(n, n,
                 halfspace::padded_symbol(n, n, halfspace::Parity::even, halfspace::Parity::even,
                                          [](int, int) { return 1.0; })) {}

  void run() {
    product_.apply(
        team_,
        [&](int, double* row) {
          std::fill_n(row, product_.nx(), 1.0);
          return true;
        },
        [](int, const double*) {});
  }

 private:
  ThreadTeam team_{1};
  halfspace::Convolution<double> product_;
};

struct Units {
  explicit Units(int n) : product(n), pair(n) {}

  void measure() {
    for (int k = 0; k < 5; ++k) {
      product_time = std::min(product_time, timed([&] { product.run(); }));
      pair_time = std::min(pair_time, timed([&] { pair.run(); }));
    }
  }

  ScalarProduct product;
  FftPair pair;
  double product_time = 1e9;
  double pair_time = 1e9;
};

void print_head(const char* title) {
  fmt::print("\n{}\n", title);
  fmt::print("{:<28}{:>5} {:>9} {:>9} {:>7} {:>14} {:>11} {:>11} {:>14}\n", "problem", "n",
             "unit ms", "solve ms", "units", "target", "FFTW pairs", "iterations",
             "products alone");
}

void print_row(const std::string& name, int n, const Units& units, double solve, double target,
               int iterations, double products) {
  const double ratio = solve / units.product_time;
  fmt::print("{:<28}{:>5} {:>9.3f} {:>9.2f} {:>7.1f} {:>14} {:>11.1f} {:>11} {:>14.1f}\n", name, n,
             1e3 * units.product_time, 1e3 * solve, ratio, target_text(ratio, target),
             solve / units.pair_time, iterations, products);
}

/// Cold solves of the tangential problem for a given bound.
void cold_rows(int n, Motion motion, const std::vector<Mix>& mixes, double target,
               double force_target) {
  const NormalProblem normal = ball(n);
  contact::NormalWorkspace normal_workspace;
  const std::vector<double> pressure = solve_normal(normal, {}, normal_workspace).pressure;
  Units units(n);
  for (const Mix& mix : mixes) {
    const TangentialProblem problem = tangential(normal, pressure, motion, mix);
    TangentialWorkspace workspace;
    TangentialSolution solution;
    solve_tangential(problem, {}, workspace, solution, Start::cold);  // makes plans and tables
    double solve = 1e9;
    double products = 0;
    for (int repeat = 0; repeat < 15; ++repeat) {
      units.measure();
      const double before = workspace.products();
      solve = std::min(
          solve, timed([&] { solve_tangential(problem, {}, workspace, solution, Start::cold); }));
      products = workspace.products() - before;
      require_converged(solution.status, solution.residual);
    }
    const std::string name =
        mix.force != 0
            ? fmt::format("force {:g}, spin {:g}", mix.force, mix.spin)
            : fmt::format("creep {:g} {:g}, spin {:g}", mix.longitudinal, mix.lateral, mix.spin);
    print_row(name, n, units, solve, mix.force != 0 ? force_target : target, solution.iterations,
              2 * products);
  }
}

/// Rolling cell by cell with a force that goes to and fro, each step from the one before: normal
/// and tangential problem together.
class RollingBall {
 public:
  explicit RollingBall(int n) {
    problem_.normal = ball(n);
    problem_.friction.law = contact::CoulombFriction{k_coefficient, k_coefficient};
    problem_.kinematics.spin = 0.1 * k_spin_unit;
    history_.displacement.assign(problem_.normal.grid.n_cells(), 0);
  }

  /// Time of one step, s.
  double step() {
    const Grid& grid = problem_.normal.grid;
    problem_.kinematics.x =
        given_creepage(k_creep_unit * (0.2 + 0.02 * std::sin(0.1 * n_steps_++)));
    const double time = timed([&] {
      solve_step(problem_, {grid.dx, 0.5, 0}, history_, {}, workspace_, solution_,
                 Start::from_solution);
    });
    require_converged(solution_.status, solution_.residual);
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i + 1 < grid.nx; ++i) {
        history_.displacement.x[grid.index(i, j)] = solution_.displacement.x[grid.index(i + 1, j)];
        history_.displacement.y[grid.index(i, j)] = solution_.displacement.y[grid.index(i + 1, j)];
      }
    }
    return time;
  }

  int iterations() const { return solution_.iterations; }
  double products() { return workspace_.tangential().products(); }

 private:
  FrictionalProblem problem_;
  FrictionalWorkspace workspace_;
  FrictionalSolution solution_;
  History history_;
  int n_steps_ = 0;
};

struct Rolled {
  double time = 1e9;    // of a step, mean over some steps, best of several means, s
  double products = 0;  // per step
};

Rolled roll(RollingBall& rolling) {
  constexpr int k_steps = 20;
  for (int k = 0; k < 60; ++k) rolling.step();
  Rolled best;
  for (int round = 0; round < 10; ++round) {
    const double before = rolling.products();
    double time = 0;
    for (int k = 0; k < k_steps; ++k) time += rolling.step();
    best.time = std::min(best.time, time / k_steps);
    best.products = (rolling.products() - before) / k_steps;
  }
  return best;
}

}  // namespace

void friction_tables() {
  const std::vector<Mix> shifts = {{1, 0, 0},       {5, 0, 0},        {3, 3, 3},       {0, 0, 5},
                                   {0, 0, 0, -0.3}, {0, 0, 0, -0.66}, {0, 0, 3, -0.66}};
  const std::vector<Mix> rollings = {{1, 0, 0},        {0.25, 0, 0},    {0, 0.5, 0},
                                     {0.5, 0.25, 0.5}, {0.2, 0.1, 0.5}, {0.3, 0.3, 1.5},
                                     {0, 0, 0.5},      {0, 0, 1.5},     {0, 0, 0.5, -0.66}};
  print_head("Shift, residual 1e-6, one thread, plans and tables not counted.");
  cold_rows(200, Motion::shift, shifts, 110, 150);
  print_head("Steady rolling, the same.");
  cold_rows(100, Motion::steady_rolling, rollings, 170, 0);
  print_head("A step of rolling from the step before, normal problem included.");
  {
    RollingBall rolling(100);
    Units units(100);
    for (int k = 0; k < 10; ++k) units.measure();
    const Rolled rolled = roll(rolling);
    print_row("one cell per step", 100, units, rolled.time, 60, rolling.iterations(),
              2 * rolled.products);
  }
  RollingBall rolling(25);
  const double microseconds = 1e6 * roll(rolling).time;
  fmt::print("The same on 25 x 25: {:.0f} microseconds, target {}\n", microseconds,
             target_text(microseconds, 1000));
}

}  // namespace tread::bench
