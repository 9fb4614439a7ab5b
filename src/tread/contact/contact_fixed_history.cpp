#include "tread/contact/contact_fixed_history.hpp"

#include <algorithm>
#include <cmath>

namespace tread::contact {
namespace {

/// Cells around the grid in interpolation: particles come from one cell ahead.
constexpr int k_margin = 1;
/// Places that differ by less than this part of a cell are the same.
constexpr double k_same_place = 1e-9;

/// Linear between the four cells around a point that lies (x, y) cells, at most one each way, from
/// the centre of cell (i, j).
double bilinear(const std::vector<double>& field, const Grid& grid, int i, int j, double x,
                double y) {
  const int side_x = x < 0 ? -1 : 1;
  const int side_y = y < 0 ? -1 : 1;
  const double far_x = std::abs(x);
  const double far_y = std::abs(y);
  double value = (1 - far_x) * (1 - far_y) * field[grid.index(i, j)];
  if (far_x > 0) value += far_x * (1 - far_y) * field[grid.index(i + side_x, j)];
  if (far_y > 0) value += (1 - far_x) * far_y * field[grid.index(i, j + side_y)];
  if (far_x > 0 && far_y > 0) value += far_x * far_y * field[grid.index(i + side_x, j + side_y)];
  return value;
}

}  // namespace

void ContactFixedHistory::standing(const RollingState::Snapshot& before, History& history,
                                   ThreadTeam& team) {
  history.cells = before.cells;
  history.friction = before.friction;
  displacement_.compute(grid_, bodies_, before.traction, before.pressure, history.displacement,
                        team);
}

void ContactFixedHistory::exact(const RollingState& state, double length, const Heading& heading,
                                History& history, ThreadTeam& team) {
  move_states(state, length, heading, history);
  const RollingState::Snapshot& before = state.committed;
  halfspace::ShiftedOperator& product =
      renewed(shifted_, grid_, bodies_.compliance, {length * heading.x, length * heading.y},
              bodies_.line_datum);
  VectorField<double>& u = history.displacement;
  u.resize(grid_.n_cells());
  product.apply(before.traction.x, before.traction.y, u.x, u.y, team);
  product.add_pressure(before.pressure, u.x, u.y, team);
  if (bodies_.layer_flexibility == 0) return;
  // across the layer: the traction of the cell that the particle was in
  VectorField<double> traction = before.traction;
  const long long by_x = std::llround(length * heading.x / grid_.dx);
  const long long by_y = std::llround(length * heading.y / grid_.dy);
  move_cells(traction.x, grid_, by_x, by_y, 0.0);
  move_cells(traction.y, grid_, by_x, by_y, 0.0);
  for (std::size_t i = 0; i < u.size(); ++i) {
    u.x[i] += bodies_.layer_flexibility * traction.x[i];
    u.y[i] += bodies_.layer_flexibility * traction.y[i];
  }
}

void ContactFixedHistory::interpolated(const RollingState& state, double length,
                                       const Heading& heading, History& history, ThreadTeam& team) {
  move_states(state, length, heading, history);
  const RollingState::Snapshot& before = state.committed;
  const int margin_y = grid_.ny > 1 ? k_margin : 0;
  Grid wide = grid_;
  wide.nx += 2 * k_margin;
  wide.ny += 2 * margin_y;
  wide_traction_.assign(wide.n_cells(), 0);
  wide_pressure_.assign(wide.n_cells(), 0);
  for (int j = 0; j < grid_.ny; ++j) {
    for (int i = 0; i < grid_.nx; ++i) {
      const std::size_t from = grid_.index(i, j);
      const std::size_t to = wide.index(i + k_margin, j + margin_y);
      wide_traction_.x[to] = before.traction.x[from];
      wide_traction_.y[to] = before.traction.y[from];
      wide_pressure_[to] = before.pressure[from];
    }
  }
  displacement_.compute(wide, bodies_, wide_traction_, wide_pressure_, wide_displacement_, team);

  const double theta = std::min(1.0, length / heading.cell);
  const double step_x = std::clamp(heading.cell * heading.x / grid_.dx, -1.0, 1.0);
  const double step_y = std::clamp(heading.cell * heading.y / grid_.dy, -1.0, 1.0);
  const auto carried = [&](const std::vector<double>& u, int i, int j) {
    return (1 - theta) * u[wide.index(i, j)] + theta * bilinear(u, wide, i, j, step_x, step_y);
  };
  history.displacement.resize(grid_.n_cells());
  for (int j = 0; j < grid_.ny; ++j) {
    for (int i = 0; i < grid_.nx; ++i) {
      const std::size_t cell = grid_.index(i, j);
      history.displacement.x[cell] = carried(wide_displacement_.x, i + k_margin, j + margin_y);
      history.displacement.y[cell] = carried(wide_displacement_.y, i + k_margin, j + margin_y);
    }
  }
}

void ContactFixedHistory::move_states(const RollingState& state, double length,
                                      const Heading& heading, History& history) const {
  const double by_x = length * heading.x / grid_.dx;
  const double by_y = length * heading.y / grid_.dy;
  const auto whole_cells = [](double way, double by) {
    return std::llround(way + by) - std::llround(way);
  };
  history.cells = state.committed.cells;
  move_cells(history.cells, grid_, whole_cells(state.way[0] / grid_.dx, by_x),
             whole_cells(state.way[1] / grid_.dy, by_y), CellState::outside);
  move_coefficients(state.committed.friction, by_x, by_y, history.friction);
}

void ContactFixedHistory::move_coefficients(const std::vector<double>& before, double by_x,
                                            double by_y, std::vector<double>& coefficients) const {
  const double whole_x = std::floor(by_x + k_same_place);
  const double whole_y = std::floor(by_y + k_same_place);
  const double far_x = std::max(0.0, by_x - whole_x);
  const double far_y = std::max(0.0, by_y - whole_y);
  const auto at = [&](long long i, long long j) {
    const bool inside = i >= 0 && i < grid_.nx && j >= 0 && j < grid_.ny;
    return inside ? before[grid_.index(static_cast<int>(i), static_cast<int>(j))]
                  : friction_at_rest_;
  };
  coefficients.resize(grid_.n_cells());
  for (int j = 0; j < grid_.ny; ++j) {
    for (int i = 0; i < grid_.nx; ++i) {
      const long long m = i + static_cast<long long>(whole_x);
      const long long n = j + static_cast<long long>(whole_y);
      coefficients[grid_.index(i, j)] =
          (1 - far_y) * ((1 - far_x) * at(m, n) + far_x * at(m + 1, n)) +
          far_y * ((1 - far_x) * at(m, n + 1) + far_x * at(m + 1, n + 1));
    }
  }
}

}  // namespace tread::contact
