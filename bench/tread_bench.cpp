// How fast and how large the contact solvers are. Everything is measured against one forward
// plus one backward real FFT of the padded grid (FFTW, measured plan, double) in the same run,
// because machines differ and are noisy. The ball drop is measured against the time that it
// simulates.
//
//   tread_bench            all tables
//   tread_bench quick      without the largest grids
//   tread_bench friction   contact with friction only
//   tread_bench drop       the ball drop only

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "contact_problems.hpp"
#include "friction_tables.hpp"
#include "measure.hpp"
#include "tread/contact/normal.hpp"
#include "tread/core/shape.hpp"
#include "tread/study/drop.hpp"

namespace tread::bench {
namespace {

using contact::NormalOptions;
using contact::NormalProblem;
using contact::NormalSolution;
using contact::NormalWorkspace;
using contact::Start;

/// A time without a solution is worth nothing.
void require_converged(const NormalSolution& solution) {
  if (solution.status == SolveStatus::converged) return;
  fmt::print(stderr, "bench: a solve did not converge, residual {}\n", solution.residual);
  std::exit(1);
}

struct Measured {
  double unit = 1e9;
  double solve = 1e9;
  NormalSolution solution;
};

/// Best times of unit and cold solve, taken in turn.
Measured measure_cold(const NormalProblem& problem, int repeats) {
  Measured best;
  FftPair pair(problem.grid.nx);
  NormalWorkspace workspace;
  const NormalOptions options;  // tolerance 1e-6, one thread
  solve_normal(problem, options, workspace, best.solution, Start::cold);  // makes plans and tables
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (int k = 0; k < 3; ++k) best.unit = std::min(best.unit, timed([&] { pair.run(); }));
    best.solve = std::min(best.solve, timed([&] {
                            solve_normal(problem, options, workspace, best.solution, Start::cold);
                          }));
    require_converged(best.solution);
  }
  return best;
}

void cold_table(bool quick) {
  struct Row {
    const char* kind;
    int n;
    double target;   // FFT pairs; 0: none
    double contact;  // what the solver of CONTACT 25.2 needs at its best, measured once elsewhere
  };
  const std::vector<Row> rows = {
      {"hertz", 100, 0, 0},   {"hertz", 300, 11, 80},  {"hertz", 1000, 8, 45},
      {"ellipse", 300, 0, 0}, {"ellipse", 1000, 0, 0}, {"two", 300, 0, 0},
      {"two", 1000, 0, 0},    {"punch", 300, 0, 0},    {"punch", 1000, 0, 0},
      {"rough", 300, 45, 0},  {"rough", 1000, 45, 0}};
  fmt::print("Cold solve, force given, residual 1e-6, one thread, plans and tables not counted.\n");
  fmt::print("{:<9}{:>6} {:>10} {:>10} {:>9} {:>12}  {:>10} {:>8} {:>9}  {}\n", "problem", "n",
             "unit ms", "solve ms", "pairs", "target pairs", "iterations", "contact", "residual",
             "solver of CONTACT 25.2, pairs");
  for (const Row& row : rows) {
    if (quick && row.n > 300) continue;
    const NormalProblem problem = contact_problem(row.kind, row.n);
    const Measured m = measure_cold(problem, row.n >= 1000 ? 7 : 40);
    const double pairs = m.solve / m.unit;
    fmt::print("{:<9}{:>6} {:>10.3f} {:>10.2f} {:>9.2f} {:>12}  {:>10} {:>7.1f}% {:>9.1e}  {}\n",
               row.kind, row.n, 1e3 * m.unit, 1e3 * m.solve, pairs, target_text(pairs, row.target),
               m.solution.iterations,
               100 * static_cast<double>(m.solution.n_contact) /
                   static_cast<double>(problem.grid.n_cells()),
               m.solution.residual, row.contact > 0 ? fmt::format("{:.0f}", row.contact) : "");
  }
}

void growth_table(bool quick) {
  fmt::print("\nGrowth with the grid: hertz, time over N log2 N of the padded grid.\n");
  fmt::print("{:>6} {:>12} {:>12} {:>14}\n", "n", "cells", "solve ms", "ns / (N log N)");
  for (const int n : {100, 200, 400, 700, 1000, 1400, 2000}) {
    if (quick && n > 400) break;
    const NormalProblem problem = contact_problem("hertz", n);
    NormalWorkspace workspace;
    NormalSolution solution;
    double best = 1e9;
    for (int repeat = 0; repeat < (n > 700 ? 4 : 15); ++repeat) {
      best = std::min(best,
                      timed([&] { solve_normal(problem, {}, workspace, solution, Start::cold); }));
    }
    const double padded = 4.0 * n * n;
    fmt::print("{:>6} {:>12} {:>12.2f} {:>14.3f}\n", n, problem.grid.n_cells(), 1e3 * best,
               1e9 * best / (padded * std::log2(padded)));
  }
}

/// Mean and best time of a warm solve while the approach goes up and down in steps of 1 %.
void warm_row(const char* name, NormalProblem problem, double approach, double target) {
  problem.prescribed = contact::Prescribed::approach;
  problem.value = approach;
  NormalWorkspace workspace;
  NormalSolution solution;
  solve_normal(problem, {}, workspace, solution, Start::cold);
  double best_sweep = 1e9;
  constexpr int k_steps = 10;
  for (int sweep = 0; sweep < 300; ++sweep) {
    const double time = timed([&] {
      for (int step = 0; step < 2 * k_steps; ++step) {
        problem.value *= step < k_steps ? 1.01 : 1 / 1.01;
        solve_normal(problem, {}, workspace, solution, Start::from_solution);
        require_converged(solution);
      }
    });
    best_sweep = std::min(best_sweep, time);
  }
  const double microseconds = 1e6 * best_sweep / (2 * k_steps);
  fmt::print("{:<28} {:>9} {:>12.1f} {:>14}\n", name, solution.n_contact, microseconds,
             target_text(microseconds, target));
}

void warm_table() {
  fmt::print(
      "\nWarm start, approach changed by 1 %, residual 1e-6, one thread: mean over a sweep of 20 "
      "solves, best sweep.\n");
  fmt::print("{:<28} {:>9} {:>12} {:>14}\n", "problem", "contact", "microseconds", "target");
  const double approach = 2.4e-5;
  NormalProblem ball = contact_problem("hertz", 25);
  warm_row("25 x 25, ball", ball, approach, 120);
  NormalProblem wheel;
  wheel.bodies = {Material::from_young(2e11, 0.5), Material::rigid()};
  wheel.grid = Grid{25, 11, -0.025, -4, 0.05 / 24, 0.8};
  wheel.distance.resize(wheel.grid.n_cells());
  for (int j = 0; j < 11; ++j) {
    for (int i = 0; i < 25; ++i) {
      const double x = wheel.grid.x(i);
      wheel.distance[wheel.grid.index(i, j)] = x * x / (0.3 + std::sqrt(0.09 - x * x));
    }
  }
  warm_row("25 x 11 long cells, at rest", wheel, 4.64e-7, 40);
  warm_row("25 x 11 long cells, heavy", wheel, 2e-4, 40);
}

void first_call() {
  const NormalProblem problem = contact_problem("hertz", 300);
  const double time = timed([&] {
    NormalWorkspace workspace;
    NormalSolution solution;
    solve_normal(problem, {}, workspace, solution, Start::cold);
  });
  fmt::print("\nFirst call with planning and tables, hertz 300 x 300: {:.2f} s (target 1: {})\n",
             time, time <= 1 ? "met" : "MISSED");
}

/// Peak memory of a process that does nothing but one solve.
void peak_memory() {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const NormalProblem problem = contact_problem("hertz", 1000);
    NormalWorkspace workspace;
    _exit(solve_normal(problem, {}, workspace).status == SolveStatus::converged ? 0 : 1);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fmt::print(stderr, "bench: the solve for the peak memory failed\n");
    std::exit(1);
  }
  const double megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  fmt::print("Peak memory, hertz 1000 x 1000: {:.0f} MB (target 400: {})\n", megabytes,
             megabytes <= 400 ? "met" : "MISSED");
}

/// A ball that bounces for 10 s on plastic, the contact solver inside every step: one thread.
void ball_drop() {
  constexpr double k_seconds = 10;
  const Grid grid = centred_grid(60, 60, 0.04, 0.04);
  const BodyPair bodies{Material::rigid(), Material::from_young(2e9, 0.3)};
  study::ContactLaw law = study::GridLaw({grid, bodies, undeformed_distance(Sphere{0.1}, grid)},
                                         {.tolerance = 1e-10}, study::GridLaw::Edge::refuse);
  study::DropOptions options;
  options.scheme.name = "newmark";
  options.end_time = k_seconds;
  options.step = 1e-3;
  options.contact_step = 1e-4;
  study::DropOutcome outcome;
  const double time = timed([&] {
    outcome = run_drop({.mass = 10, .gravity = 9.81, .height = 1, .velocity = 0}, law, options);
  });
  const double ratio = time / k_seconds;
  fmt::print(
      "\nBall drop of {} s on 60 x 60 cells, {} contact solves: {:.3f} of real time (target 1: "
      "{})\n",
      k_seconds, std::get<study::GridLaw>(law).n_solves(), ratio,
      ratio < 1 && outcome.status == SolveStatus::converged ? "met" : "MISSED");
}

}  // namespace
}  // namespace tread::bench

int main(int argc, char** argv) {
  using namespace tread::bench;
  const std::string which = argc > 1 ? argv[1] : "";
  const bool quick = which == "quick";
  if (which == "friction") {
    friction_tables();
    return 0;
  }
  if (which == "drop") {
    ball_drop();
    return 0;
  }
  peak_memory();  // first, while this process itself is small
  first_call();
  cold_table(quick);
  warm_table();
  growth_table(quick);
  friction_tables();
  ball_drop();
}
