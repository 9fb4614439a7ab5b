#include "tread/study/case_history.hpp"

#include <cmath>

namespace tread::study {
namespace {

using contact::CellState;
using contact::RollingState;

/// A field on another window of the same cells; `empty` where it was not known.
template <class T>
std::vector<T> moved(const std::vector<T>& field, const Grid& from, const Grid& to, T empty) {
  const auto by_x = std::lround((to.x0 - from.x0) / to.dx);
  const auto by_y = std::lround((to.y0 - from.y0) / to.dy);
  std::vector<T> result(to.n_cells(), empty);
  for (int j = 0; j < to.ny; ++j) {
    const long from_j = j + by_y;
    if (from_j < 0 || from_j >= from.ny) continue;
    for (int i = 0; i < to.nx; ++i) {
      const long from_i = i + by_x;
      if (from_i < 0 || from_i >= from.nx) continue;
      result[to.index(i, j)] =
          field[from.index(static_cast<int>(from_i), static_cast<int>(from_j))];
    }
  }
  return result;
}

RollingState on_grid(const RollingState& state, const Grid& grid, double friction_at_rest) {
  const RollingState::Snapshot& old = state.last;
  RollingState result;
  result.grid = grid;
  RollingState::Snapshot& s = result.last;
  s.traction.x = moved(old.traction.x, state.grid, grid, 0.0);
  s.traction.y = moved(old.traction.y, state.grid, grid, 0.0);
  s.pressure = moved(old.pressure, state.grid, grid, 0.0);
  s.cells = moved(old.cells, state.grid, grid, CellState::outside);
  s.friction = moved(old.friction, state.grid, grid, friction_at_rest);
  for (std::size_t i = 0; i < s.cells.size(); ++i) {
    if (s.cells[i] == CellState::outside) s.friction[i] = friction_at_rest;
  }
  result.committed = s;
  return result;
}

RollingState without_tractions(RollingState state, double friction_at_rest) {
  RollingState::Snapshot& s = state.last;
  const std::size_t n = s.pressure.size();
  s.traction.assign(n, 0);
  s.cells.assign(n, CellState::outside);
  s.friction.assign(n, friction_at_rest);
  state.committed = s;
  return state;
}

}  // namespace

void begin_from(contact::RollingContact& rolling, RollingState state) {
  state.scheme = rolling.setup().scheme;
  rolling.restore(state);
}

RollingState state_of(const Grid& grid, const contact::FrictionalSolution& solution) {
  RollingState state;
  state.grid = grid;
  state.last.traction = solution.traction;
  state.last.pressure = solution.normal.pressure;
  state.last.cells = solution.cells;
  state.last.friction = solution.friction;
  state.last.friction.resize(grid.n_cells(), 0);
  state.committed = state.last;
  return state;
}

std::optional<RollingState> CaseHistory::start_of(casefile::History kind, const Grid& grid,
                                                  double friction_at_rest) const {
  const std::optional<RollingState>& from = kind == casefile::History::same_step ? before_ : last_;
  if (kind == casefile::History::anew || !from) return std::nullopt;
  RollingState state = on_grid(*from, grid, friction_at_rest);
  if (kind != casefile::History::normal_only) return state;
  return without_tractions(std::move(state), friction_at_rest);
}

void CaseHistory::keep(const std::optional<RollingState>& start, const Grid& grid,
                       const contact::FrictionalSolution& solution) {
  before_ = start;
  last_ = state_of(grid, solution);
  is_sound_ = solution.status == SolveStatus::converged;
}

void CaseHistory::keep(const Grid& grid, const contact::NormalSolution& solution) {
  contact::FrictionalSolution bare;
  bare.normal.pressure = solution.pressure;
  bare.traction.assign(grid.n_cells(), 0);
  bare.cells.assign(grid.n_cells(), CellState::outside);
  bare.status = solution.status;
  keep(std::nullopt, grid, bare);
}

}  // namespace tread::study
