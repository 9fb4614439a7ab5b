#include "tread/contact/coupling.hpp"

#include <cmath>

namespace tread::contact {
namespace {

using halfspace::Direction;

Grid widened(const Grid& grid) {
  const int more_y = grid.ny > 1 ? 1 : 0;
  return {grid.nx + 2, grid.ny + 2 * more_y, grid.x0 - grid.dx, grid.y0 - more_y * grid.dy, grid.dx,
          grid.dy};
}

}  // namespace

Coupling::Coupling(const Grid& grid, const Compliance& compliance, double line_datum)
    : grid_(grid), wide_(widened(grid)), compliance_(compliance), line_datum_(line_datum) {
  const auto make = [&](Direction i, Direction j) {
    return halfspace::SurfaceOperator(wide_, compliance, i, j, line_datum);
  };
  along_x_.push_back(make(Direction::z, Direction::x));
  along_x_.push_back(make(Direction::x, Direction::z));
  if (grid.ny > 1) {
    along_y_.push_back(make(Direction::z, Direction::y));
    along_y_.push_back(make(Direction::y, Direction::z));
  }
  source_.assign(wide_.n_cells(), 0);
  result_.resize(wide_.n_cells());
  sheared_.assign(wide_.n_cells(), 0);
}

bool Coupling::fits(const Grid& grid, const Compliance& compliance, double line_datum) const {
  // where the grid lies does not matter
  return grid_.nx == grid.nx && grid_.ny == grid.ny && grid_.dx == grid.dx && grid_.dy == grid.dy &&
         compliance_.shear == compliance.shear && compliance_.poisson == compliance.poisson &&
         compliance_.coupling == compliance.coupling && line_datum_ == line_datum;
}

void Coupling::lift(const VectorField<double>& traction, std::vector<double>& displacement,
                    ThreadTeam& team) {
  const int off = grid_.ny > 1 ? 1 : 0;
  displacement.assign(grid_.n_cells(), 0);
  const auto add = [&](const std::vector<double>& component, halfspace::SurfaceOperator& product) {
    for (int j = 0; j < grid_.ny; ++j) {
      for (int i = 0; i < grid_.nx; ++i) {
        source_[wide_.index(i + 1, j + off)] = component[grid_.index(i, j)];
      }
    }
    product.apply(source_, result_, team);
    for (int j = 0; j < grid_.ny; ++j) {
      for (int i = 0; i < grid_.nx; ++i) {
        displacement[grid_.index(i, j)] += result_[wide_.index(i + 1, j + off)];
      }
    }
  };
  add(traction.x, along_x_[0]);
  if (!along_y_.empty()) add(traction.y, along_y_[0]);
}

void Coupling::shear(const std::vector<double>& pressure, VectorField<double>& displacement,
                     ThreadTeam& team) {
  const int off = grid_.ny > 1 ? 1 : 0;
  for (int j = 0; j < grid_.ny; ++j) {
    for (int i = 0; i < grid_.nx; ++i) {
      source_[wide_.index(i + 1, j + off)] = pressure[grid_.index(i, j)];
    }
  }
  along_x_[1].apply(source_, sheared_.x, team);
  if (!along_y_.empty()) along_y_[1].apply(source_, sheared_.y, team);
  displacement.resize(grid_.n_cells());
  for (int j = 0; j < grid_.ny; ++j) {
    for (int i = 0; i < grid_.nx; ++i) {
      displacement.x[grid_.index(i, j)] = sheared_.x[wide_.index(i + 1, j + off)];
      displacement.y[grid_.index(i, j)] = sheared_.y[wide_.index(i + 1, j + off)];
    }
  }
}

void Coupling::subtract_moved(VectorField<double>& w, const std::array<double, 2>& step) const {
  const int off = grid_.ny > 1 ? 1 : 0;
  const int sx = static_cast<int>(std::copysign(1.0, step[0]));
  const int sy = off * static_cast<int>(std::copysign(1.0, step[1]));
  const double x = std::abs(step[0]);
  const double y = std::abs(step[1]);
  const auto moved = [&](const std::vector<double>& u, int i, int j) {
    // x or y is 1: two of the four terms vanish
    return (1 - x) * (1 - y) * u[wide_.index(i, j)] + x * (1 - y) * u[wide_.index(i + sx, j)] +
           (1 - x) * y * u[wide_.index(i, j + sy)] + x * y * u[wide_.index(i + sx, j + sy)];
  };
  for (int j = 0; j < grid_.ny; ++j) {
    for (int i = 0; i < grid_.nx; ++i) {
      w.x[grid_.index(i, j)] -= moved(sheared_.x, i + 1, j + off);
      w.y[grid_.index(i, j)] -= moved(sheared_.y, i + 1, j + off);
    }
  }
}

}  // namespace tread::contact
