#include "tangential/friction_balance.hpp"

#include <algorithm>
#include <cmath>

#include "tread/core/thread_team.hpp"
#include "tread/halfspace/surface_operator.hpp"

namespace tread::contact::test {
namespace {

using halfspace::Direction;
using Vector = std::array<double, 2>;

/// A step that changes displacements by less changes nothing but their last digits.
constexpr double k_rounding = 1e-7;

double size(const Vector& v) { return std::hypot(v[0], v[1]); }

double over(double value, double scale) { return scale > 0 ? value / scale : value; }

}  // namespace

SurfaceDisplacement::SurfaceDisplacement(const NormalProblem& problem, double layer_flexibility,
                                         const std::vector<double>& pressure,
                                         const VectorField<double>& traction)
    : more_y_(problem.grid.ny > 1 ? 1 : 0) {
  const Grid& grid = problem.grid;
  wide_ = Grid{grid.nx + 2,       grid.ny + 2 * more_y_,
               grid.x0 - grid.dx, grid.y0 - more_y_ * grid.dy,
               grid.dx,           grid.dy};
  const Compliance compliance = compliance_of(problem.bodies);
  ThreadTeam team(1);
  const std::array<const std::vector<double>*, 3> load{&traction.x, &traction.y, &pressure};
  const auto add = [&](Direction to, Direction from, std::vector<double>& u) {
    const std::vector<double>& cells = *load[static_cast<std::size_t>(from)];
    std::vector<double> source(wide_.n_cells(), 0);
    std::vector<double> result(wide_.n_cells());
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) source[index(i, j)] = cells[grid.index(i, j)];
    }
    halfspace::SurfaceOperator(wide_, compliance, to, from, problem.line_datum)
        .apply(source, result, team);
    const double layer = to == from && to != Direction::z ? layer_flexibility : 0;
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += result[i] + layer * source[i];
  };
  u_.assign(wide_.n_cells(), 0);
  u_z_.assign(wide_.n_cells(), 0);
  for (const Direction from : {Direction::x, Direction::y, Direction::z}) {
    if (from == Direction::z && compliance.coupling == 0) continue;
    add(Direction::x, from, u_.x);
    add(Direction::y, from, u_.y);
  }
  add(Direction::z, Direction::z, u_z_);
  if (compliance.coupling != 0) {
    add(Direction::z, Direction::x, u_z_);
    add(Direction::z, Direction::y, u_z_);
  }
}

Vector SurfaceDisplacement::at(int i, int j, Vector ahead) const {
  const int floor_x = static_cast<int>(std::floor(ahead[0]));
  const int floor_y = static_cast<int>(std::floor(ahead[1]));
  Vector sum{0, 0};
  for (int b = 0; b < 2; ++b) {
    for (int a = 0; a < 2; ++a) {
      const double x = ahead[0] - floor_x;
      const double y = ahead[1] - floor_y;
      const double weight = (a == 0 ? 1 - x : x) * (b == 0 ? 1 - y : y);
      if (weight == 0) continue;
      const std::size_t cell = index(i + floor_x + a, j + floor_y + b);
      sum[0] += weight * u_.x[cell];
      sum[1] += weight * u_.y[cell];
    }
  }
  return sum;
}

double FrictionBalance::largest() const {
  return std::max({above_bound, below_bound, adhesion_slip, not_opposite, slip_error, force_error,
                   power_error});
}

Path steady_path(const Grid& grid, double direction) {
  const double x = std::cos(direction) / grid.dx;
  const double y = grid.ny > 1 ? std::sin(direction) / grid.dy : 0;
  Path path;
  path.length = 1 / std::max(std::abs(x), std::abs(y));
  path.lead = 1.0 / 6;  // docs/conventions.md
  path.cells = {path.length * x, path.length * y};
  for (double& c : path.cells) {
    const double whole = std::round(c);
    if (std::abs(c - whole) < 1e-11) c = whole;
  }
  return path;
}

FrictionBalance friction_balance(const FrictionalProblem& problem, double coefficient,
                                 const Path& path, const VectorField<double>* before,
                                 const FrictionalSolution& solution) {
  const Grid& grid = problem.normal.grid;
  const std::vector<double>& pressure = solution.normal.pressure;
  const SurfaceDisplacement u(problem.normal, problem.layer_flexibility, pressure,
                              solution.traction);
  const bool steady = path.cells[0] != 0 || path.cells[1] != 0;
  const Kinematics& given = problem.kinematics;
  const Creepage& creepage = solution.creepage;
  const Vector ahead{path.lead * path.length * std::cos(problem.rolling.direction),
                     path.lead * path.length * std::sin(problem.rolling.direction)};

  FrictionBalance balance;
  std::vector<Vector> slips(grid.n_cells(), Vector{0, 0});
  double slip_scale = 0;
  double traction_scale = 0;
  double displacement_scale = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t cell = grid.index(i, j);
      displacement_scale = std::max(displacement_scale, std::abs(u.normal(i, j)));
      traction_scale = std::max(traction_scale,
                                std::hypot(solution.traction.x[cell], solution.traction.y[cell]));
      if (pressure[cell] <= 0) continue;
      const double x = grid.x(i) + ahead[0] - given.spin_centre[0];
      const double y = grid.y(j) + ahead[1] - given.spin_centre[1];
      const Vector w{path.length * (creepage.longitudinal - creepage.spin * y),
                     path.length * (creepage.lateral + creepage.spin * x)};
      Vector change = u.at(i, j, {0, 0});
      Vector last{0, 0};
      if (steady) last = u.at(i, j, path.cells);
      if (before != nullptr) last = {before->x[cell], before->y[cell]};
      for (std::size_t k = 0; k < 2; ++k) {
        change[k] -= last[k];
        slips[cell][k] = w[k] + change[k];
      }
      slip_scale = std::max({slip_scale, size(w), size(change), k_rounding * size(last)});
    }
  }

  Vector force{0, 0};
  double normal_force = 0;
  double power = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t cell = grid.index(i, j);
      const Vector p{solution.traction.x[cell], solution.traction.y[cell]};
      const double bound = coefficient * pressure[cell];
      const double gap = problem.normal.distance[cell] + u.normal(i, j) - solution.normal.approach;
      balance.gap_error = std::max(
          balance.gap_error,
          over(pressure[cell] > 0 ? std::abs(gap) : std::max(0.0, -gap), displacement_scale));
      force = {force[0] + p[0], force[1] + p[1]};
      normal_force += pressure[cell];
      balance.above_bound = std::max(balance.above_bound, over(size(p) - bound, traction_scale));
      const bool outside = solution.cells[cell] == CellState::outside;
      if (outside != (bound <= 0)) ++balance.n_wrong_state;
      if (outside) continue;
      const Vector& s = slips[cell];
      power += p[0] * s[0] + p[1] * s[1];
      const Vector reported{path.length * solution.slip.x[cell] - s[0],
                            path.length * solution.slip.y[cell] - s[1]};
      balance.slip_error = std::max(balance.slip_error, over(size(reported), slip_scale));
      if (solution.cells[cell] == CellState::adhesion) {
        balance.adhesion_slip = std::max(balance.adhesion_slip, over(size(s), slip_scale));
        continue;
      }
      balance.below_bound = std::max(balance.below_bound, over(bound - size(p), traction_scale));
      if (size(s) == 0 || size(p) == 0) continue;
      const Vector both{p[0] / size(p) + s[0] / size(s), p[1] / size(p) + s[1] / size(s)};
      balance.not_opposite =
          std::max(balance.not_opposite,
                   size(both) * std::min(over(size(s), slip_scale), over(size(p), traction_scale)));
    }
  }
  const double area = grid.cell_area();
  const double most = coefficient * normal_force * area;
  const std::array<const Given*, 2> directions{&given.x, &given.y};
  for (std::size_t k = 0; k < 2; ++k) {
    if (directions[k]->kind != Given::Kind::force) continue;
    balance.force_error =
        std::max(balance.force_error, over(std::abs(area * force[k] - directions[k]->value), most));
  }
  const bool rolls = steady || path.lead != 0;
  const double speed = rolls ? problem.rolling.speed / path.length : 1;
  balance.power_error =
      over(std::abs(area * power * speed - solution.frictional_power), most * slip_scale * speed);
  return balance;
}

}  // namespace tread::contact::test
