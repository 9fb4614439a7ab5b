#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact/problems.hpp"
#include "tread/halfspace/influence.hpp"
#include "tread/halfspace/surface_operator.hpp"

/// What a solution of the normal problem must satisfy, computed again from its pressure by direct
/// sums over the cells: no transform, no single precision, nothing of the solver.
namespace tread::contact::test {

inline std::vector<double> displacement_by_sums(const NormalProblem& problem,
                                                const std::vector<double>& pressure) {
  const Grid& grid = problem.grid;
  const Compliance compliance = compliance_of(problem.bodies);
  std::vector<double> u(grid.n_cells(), 0.0);
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      double& here = u[grid.index(i, j)];
      if (problem.line_datum > 0) {
        for (int k = 0; k < grid.nx; ++k) {
          here += 2 * compliance.normal() * pressure[as_size(k)] *
                  halfspace::strip_log_integral(grid.x(i) - grid.x(k), grid.dx, problem.line_datum);
        }
      } else {
        here = halfspace::surface_displacement(grid.x(i), grid.y(j), grid, compliance,
                                               halfspace::Direction::z, halfspace::Direction::z,
                                               pressure);
      }
    }
  }
  return u;
}

/// Gaps are relative to the largest displacement, pressures to the largest pressure.
struct Balance {
  double residual = 0;  // as NormalSolution::residual
  double smallest_pressure = 0;
  double smallest_gap = 0;
  double largest_product = 0;  // |p g|
  double force = 0;            // sum p dA, N
  double displacement_error = 0;
};

inline Balance balance_of(const NormalProblem& problem, const NormalSolution& solution) {
  const std::vector<double> u = displacement_by_sums(problem, solution.pressure);
  const double highest = *std::max_element(u.begin(), u.end());
  const double peak = *std::max_element(solution.pressure.begin(), solution.pressure.end());
  Balance balance;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double p = solution.pressure[i];
    balance.force += p * problem.grid.cell_area();
    balance.smallest_pressure = std::min(balance.smallest_pressure, p / peak);
    balance.displacement_error =
        std::max(balance.displacement_error, std::abs(solution.displacement[i] - u[i]) / highest);
    if (std::isinf(problem.distance[i])) {
      if (p != 0) balance.largest_product = problem.distance[i];
      continue;
    }
    const double gap = (problem.distance[i] + u[i] - solution.approach) / highest;
    balance.smallest_gap = std::min(balance.smallest_gap, gap);
    balance.largest_product = std::max(balance.largest_product, std::abs(p / peak * gap));
    balance.residual = std::max(balance.residual, p > 0 ? std::abs(gap) : -gap);
  }
  return balance;
}

/// Largest difference of two fields, relative to the largest value of the second.
inline double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  double scale = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(b[i]));
  }
  return scale > 0 ? largest / scale : largest;
}

}  // namespace tread::contact::test
