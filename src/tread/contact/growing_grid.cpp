#include "tread/contact/growing_grid.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "tread/core/cell_range.hpp"

namespace tread::contact {
namespace {

/// Of the cells along an axis, added on each of its two sides.
constexpr double k_more_cells = 0.25;
constexpr int k_fewest_more_cells = 2;
/// A contact that fills less of the first grid fits it again.
constexpr double k_fits_well = 0.75;

/// n cells and as many more on both sides as a growth brings; n itself if that is too many.
int more_cells(int n, int n_first) {
  const int more = std::max(k_fewest_more_cells, static_cast<int>(std::ceil(k_more_cells * n)));
  const int wanted = std::min(n + 2 * more, k_most_growth * n_first);
  return wanted - (wanted - n) % 2;
}

/// Larger where the contact touches it; the same: it may not grow.
Grid larger(const Grid& grid, const Grid& first, const CellRange& contact) {
  Grid out = grid;
  if (contact.x_first == 0 || contact.x_last == grid.nx - 1) out.nx = more_cells(grid.nx, first.nx);
  // a single row has no edge across it
  const bool has_rows = grid.ny > 1;
  if (has_rows && (contact.y_first == 0 || contact.y_last == grid.ny - 1)) {
    out.ny = more_cells(grid.ny, first.ny);
  }
  if (out.n_cells() > k_max_cells) return grid;
  out.x0 -= (out.nx - grid.nx) / 2 * grid.dx;
  out.y0 -= (out.ny - grid.ny) / 2 * grid.dy;
  return out;
}

void move_to(const Grid& grid, const DistanceOnGrid& distance_on, NormalProblem& problem,
             NormalSolution& solution) {
  solution.pressure = carried_over(problem.grid, grid, solution.pressure);
  solution.displacement = carried_over(problem.grid, grid, solution.displacement);
  problem.grid = grid;
  problem.distance = distance_on(grid);
}

}  // namespace

std::vector<double> carried_over(const Grid& from, const Grid& to,
                                 const std::vector<double>& field) {
  if (field.empty() || from == to) return field;
  assert(field.size() == from.n_cells());
  std::vector<double> out(to.n_cells(), 0.0);
  const int i_shift = static_cast<int>(std::lround((from.x0 - to.x0) / to.dx));
  const int j_shift = static_cast<int>(std::lround((from.y0 - to.y0) / to.dy));
  for (int j = std::max(0, -j_shift); j < std::min(from.ny, to.ny - j_shift); ++j) {
    for (int i = std::max(0, -i_shift); i < std::min(from.nx, to.nx - i_shift); ++i) {
      out[to.index(i + i_shift, j + j_shift)] = field[from.index(i, j)];
    }
  }
  return out;
}

void solve_growing(NormalProblem& problem, const Grid& first, const DistanceOnGrid& distance_on,
                   const NormalOptions& options, NormalWorkspace& workspace,
                   NormalSolution& solution, Start start) {
  solve_normal(problem, options, workspace, solution, start);
  while (solution.touches_edge && solution.status == SolveStatus::converged) {
    const Grid grid = larger(problem.grid, first,
                             positive_range(solution.pressure, problem.grid.nx, problem.grid.ny));
    if (grid == problem.grid) return;
    move_to(grid, distance_on, problem, solution);
    solve_normal(problem, options, workspace, solution, Start::from_guess);
  }
}

void shrink_if_small(NormalProblem& problem, const Grid& first, const DistanceOnGrid& distance_on,
                     NormalSolution& solution) {
  if (problem.grid == first) return;
  const Grid& grid = problem.grid;
  const CellRange contact = positive_range(solution.pressure, grid.nx, grid.ny);
  const auto fits = [](int begin, int end, int n_beside, int n_first) {
    return begin > n_beside && end < n_beside + n_first - 1 &&
           end - begin + 1 <= k_fits_well * n_first;
  };
  const bool is_small =
      contact.is_empty() ||
      (fits(contact.x_first, contact.x_last, (grid.nx - first.nx) / 2, first.nx) &&
       (grid.ny == 1 || fits(contact.y_first, contact.y_last, (grid.ny - first.ny) / 2, first.ny)));
  if (is_small) move_to(first, distance_on, problem, solution);
}

}  // namespace tread::contact
