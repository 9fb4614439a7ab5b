#include "rolling/scenarios.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tread::contact::test {
namespace {

using Example = CattaneoToCarter;

RollingSetup common_setup(RollingScheme scheme) {
  RollingSetup setup;
  setup.bodies = {Example::material, Example::material};
  setup.friction.law = CoulombFriction{Example::friction, Example::friction};
  setup.distance = [](double x, double y) { return Example::curvature * (x * x + y * y); };
  setup.scheme = scheme;
  return setup;
}

}  // namespace

double line_cell(int cells_across) { return 2 * Example::half_width / cells_across; }

RollingSetup line_contact(int cells_across, RollingScheme scheme, int commits_per_cell) {
  RollingSetup setup = common_setup(scheme);
  const int n = cells_across + 8;
  setup.grid = centred_grid(n, 1, n * line_cell(cells_across), 1);
  setup.line_datum = 0.1;
  setup.distance = [](double x, double) { return Example::curvature * x * x; };
  setup.commits_per_cell = commits_per_cell;
  setup.options.tolerance = 1e-8;
  return setup;
}

RollingStep line_load(double force_ratio) {
  // Hertz: a² = 4 F R / (π E*) a metre, of two bodies with E* = G/(1 - ν)
  const double modulus = Example::material.shear_modulus / (1 - Example::material.poisson_ratio);
  RollingStep step;
  step.normal_value = std::numbers::pi * Example::half_width * Example::half_width * modulus *
                      Example::curvature / 2;
  step.kinematics.x = given_force(force_ratio * Example::friction * step.normal_value);
  return step;
}

RollingSetup circular_contact(RollingScheme scheme) {
  RollingSetup setup = common_setup(scheme);
  setup.grid = {34, 33, -4e-3, -4e-3, k_circular_cell, k_circular_cell};
  return setup;
}

RollingSetup circular_contact(RollingScheme scheme, int cells, double cell) {
  RollingSetup setup = common_setup(scheme);
  setup.grid = centred_grid(cells, cells, cells * cell, cells * cell);
  return setup;
}

RollingStep circular_load(double force_ratio) {
  RollingStep step;
  step.normal_value = k_circular_load;
  step.kinematics.x = given_force(force_ratio * Example::friction * k_circular_load);
  return step;
}

RollingContact rolled(const RollingSetup& setup, const RollingStep& start, const Course& course,
                      double c, double cells) {
  RollingContact contact(setup);
  RollingStep at_rest = start;
  at_rest.speed = 0;
  EXPECT_EQ(contact.step(1, at_rest), SolveStatus::converged);
  const long n = std::lround(cells / c);
  for (long k = 1; k <= n; ++k) {
    RollingStep step = course(static_cast<double>(k) * c);
    step.speed = 1;
    const SolveStatus status = contact.step(c * setup.grid.dx, step);
    EXPECT_EQ(status, SolveStatus::converged) << "c = " << c << ", step " << k;
    if (status != SolveStatus::converged) break;
  }
  return contact;
}

RollingContact rolled(const RollingSetup& setup, RollingStep load, double c, double cells) {
  return rolled(
      setup, load, [&](double) { return load; }, c, cells);
}

void roll(RollingContact& contact, RollingStep load, double c, double cells) {
  const Grid& grid = contact.setup().grid;
  const double cell = 1 / std::max(std::abs(std::cos(load.direction)) / grid.dx,
                                   std::abs(std::sin(load.direction)) / grid.dy);
  if (load.speed == 0) load.speed = 1;
  const long n = std::lround(cells / c);
  for (long k = 0; k < n; ++k) {
    const SolveStatus status = contact.step(c * cell / load.speed, load);
    ASSERT_EQ(status, SolveStatus::converged) << "c = " << c << ", step " << k;
  }
}

FrictionalSolution steady(const RollingSetup& setup, const RollingStep& step) {
  FrictionalProblem problem;
  problem.normal.grid = setup.grid;
  problem.normal.bodies = setup.bodies;
  problem.normal.line_datum = setup.line_datum;
  problem.normal.prescribed = step.normal;
  problem.normal.value = step.normal_value;
  for (int j = 0; j < setup.grid.ny; ++j) {
    for (int i = 0; i < setup.grid.nx; ++i) {
      problem.normal.distance.push_back(setup.distance(setup.grid.x(i), setup.grid.y(j)));
    }
  }
  problem.friction = setup.friction;
  problem.rolling.direction = step.direction;
  problem.rolling.speed = step.speed > 0 ? step.speed : 1;
  problem.kinematics = step.kinematics;
  FrictionalWorkspace workspace;
  FrictionalSolution solution = solve_frictional(problem, setup.options, workspace);
  EXPECT_EQ(solution.status, SolveStatus::converged);
  return solution;
}

std::vector<double> row_of_tractions(const RollingContact& contact) {
  const Grid& grid = contact.grid();
  const auto begin = contact.solution().traction.x.begin() +
                     static_cast<std::ptrdiff_t>(grid.index(0, grid.ny / 2));
  return {begin, begin + grid.nx};
}

double total_variation(const std::vector<double>& p) {
  double sum = 0;
  for (std::size_t i = 1; i < p.size(); ++i) sum += std::abs(p[i] - p[i - 1]);
  return sum;
}

double peak_ahead_of(const RollingContact& contact, double x) {
  const std::vector<double> p = row_of_tractions(contact);
  double peak = 0;
  for (int i = 0; i < contact.grid().nx; ++i) {
    if (contact.grid().x(i) > x) peak = std::max(peak, std::abs(p[static_cast<std::size_t>(i)]));
  }
  return peak;
}

double relative_distance(const std::vector<double>& p, const std::vector<double>& reference) {
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    difference += std::pow(p[i] - reference[i], 2);
    size += std::pow(reference[i], 2);
  }
  return std::sqrt(difference / size);
}

std::vector<double> on_coarser_row(const RollingContact& fine, const Grid& coarse) {
  std::vector<double> means(static_cast<std::size_t>(coarse.nx), 0);
  const std::vector<double> p = row_of_tractions(fine);
  const double part = fine.grid().dx / coarse.dx;
  for (int i = 0; i < fine.grid().nx; ++i) {
    const int cell = static_cast<int>(std::floor((fine.grid().x(i) - coarse.x0) / coarse.dx + 0.5));
    if (cell < 0 || cell >= coarse.nx) continue;
    means[static_cast<std::size_t>(cell)] += part * p[static_cast<std::size_t>(i)];
  }
  return means;
}

double sawtooth(const RollingContact& contact) {
  const Grid& grid = contact.grid();
  const std::vector<double> p = row_of_tractions(contact);
  const auto sticks = [&](int i) {
    return contact.solution().cells[grid.index(i, grid.ny / 2)] == CellState::adhesion;
  };
  int first = 0;
  int last = grid.nx - 1;
  while (first < last && !sticks(first)) ++first;
  while (first < last && !sticks(last)) --last;
  double largest = 0;
  for (int i = first + 4; i <= last - 4; ++i) {
    const auto at = [&](int k) { return p[static_cast<std::size_t>(i + k)]; };
    const double alternating = (at(-2) - 4 * at(-1) + 6 * at(0) - 4 * at(1) + at(2)) / 16;
    largest = std::max(largest, std::abs(alternating / at(0)));
  }
  return largest;
}

}  // namespace tread::contact::test
