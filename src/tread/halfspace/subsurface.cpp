#include "tread/halfspace/subsurface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/halfspace/potentials.hpp"

namespace tread::halfspace {
namespace {

using std::numbers::pi;

struct Elastic {
  explicit Elastic(const Material& body)
      : nu(body.poisson_ratio), compliance(1 / (4 * pi * body.shear_modulus)) {}
  double nu;
  double compliance;  // 1/(4 pi G); 0 for a rigid body
};

/// Equations (2) for p = 1; the factors 1/(4 pi G) and 1/(2 pi) come later.
SubsurfaceState from_normal(double nu, const Potentials& f, double z) {
  const double k = 1 - 2 * nu;
  SubsurfaceState s;
  s.displacement = {-k * f.phi1_x - limit_product(z, f.phi0_x),
                    -k * f.phi1_y - limit_product(z, f.phi0_y),
                    2 * (1 - nu) * f.phi0 - z * f.phi0_z};
  s.stress.xx = 2 * nu * f.phi0_z - k * f.phi1_xx - z * f.phi0_xx;
  s.stress.yy = 2 * nu * f.phi0_z - k * f.phi1_yy - z * f.phi0_yy;
  s.stress.zz = f.phi0_z + z * (f.phi0_xx + f.phi0_yy);
  s.stress.xy = -limit_product(k, f.phi1_xy) - z * f.phi0_xy;
  s.stress.xz = -z * f.phi0_xz;
  s.stress.yz = -z * f.phi0_yz;
  return s;
}

/// Equations (3) for q = 1, in the same way.
SubsurfaceState from_tangential(double nu, const Potentials& f, double z) {
  SubsurfaceState s;
  s.displacement = {2 * f.phi0 + 2 * nu * f.phi2_xx - z * f.phi1_xx,
                    2 * nu * f.phi2_xy - limit_product(z, f.phi1_xy),
                    (1 - 2 * nu) * f.phi1_x - limit_product(z, f.phi0_x)};
  s.stress.xx = 2 * f.phi0_x - 2 * nu * f.phi2_xyy + z * (f.phi1_xyy + f.phi0_xz);
  s.stress.yy = limit_product(2 * nu, f.phi0_x + f.phi2_xyy) - z * f.phi1_xyy;
  s.stress.zz = -z * f.phi0_xz;
  s.stress.xy = f.phi0_y + 2 * nu * f.phi2_xxy - z * f.phi1_xxy;
  s.stress.xz = f.phi0_z - z * f.phi0_xx;
  s.stress.yz = -z * f.phi0_xy;
  return s;
}

Potentials exchanged(Potentials f) {
  std::swap(f.phi0_x, f.phi0_y);
  std::swap(f.phi0_xx, f.phi0_yy);
  std::swap(f.phi0_xz, f.phi0_yz);
  std::swap(f.phi1_x, f.phi1_y);
  std::swap(f.phi1_xx, f.phi1_yy);
  std::swap(f.phi1_xxy, f.phi1_xyy);
  std::swap(f.phi2_xx, f.phi2_yy);
  std::swap(f.phi2_xxy, f.phi2_xyy);
  return f;
}

SubsurfaceState exchanged(SubsurfaceState s) {
  std::swap(s.displacement.x(), s.displacement.y());
  std::swap(s.stress.xx, s.stress.yy);
  std::swap(s.stress.xz, s.stress.yz);
  return s;
}

void add_scaled(double displacement_factor, double stress_factor, const SubsurfaceState& unit,
                SubsurfaceState& sum) {
  sum.displacement += displacement_factor * unit.displacement;
  sum.stress += stress_factor * unit.stress;
}

/// Unloaded directions are left out: their potentials may be infinite on an edge, and 0 times that
/// is no number.
void add_state(const Elastic& body, const SurfaceTraction& t, const Potentials& f, double z,
               SubsurfaceState& sum) {
  const auto add = [&](double traction, const SubsurfaceState& unit) {
    add_scaled(traction * body.compliance, traction / (2 * pi), unit, sum);
  };
  if (t.z != 0) add(t.z, from_normal(body.nu, f, z));
  if (t.x != 0) add(t.x, from_tangential(body.nu, f, z));
  if (t.y != 0) add(t.y, exchanged(from_tangential(body.nu, exchanged(f), z)));
}

void check_finite(double value, const char* what) {
  if (!std::isfinite(value)) {
    throw ModelError(fmt::format("{} must be finite, got {}", what, value));
  }
}

void check_depth(double z) {
  if (!(z >= 0 && std::isfinite(z))) {
    throw ModelError(
        fmt::format("the depth below the surface must be finite and >= 0 m, got {}; for a body at "
                    "z < 0 use |z| and "
                    "mirror the result",
                    z));
  }
}

void check_point(const Eigen::Vector3d& point) {
  check_finite(point.x(), "the x of a point");
  check_finite(point.y(), "the y of a point");
  check_depth(point.z());
}

void check_traction(const SurfaceTraction& t) {
  check_finite(t.x, "the traction along x");
  check_finite(t.y, "the traction along y");
  check_finite(t.z, "the pressure");
}

void check_side(double low, double high, const char* axis) {
  if (!(high > low && std::isfinite(low) && std::isfinite(high))) {
    throw ModelError(fmt::format(
        "a loaded area must have a positive, finite width along {0}, got {0} from {1} to {2} m",
        axis, low, high));
  }
}

void check_field(std::span<const double> field, const Grid& grid, const char* what) {
  if (field.empty()) return;
  if (field.size() != grid.n_cells()) {
    throw ModelError(
        fmt::format("{} has {} values for a grid of {} x {} cells; give one for each cell", what,
                    field.size(), grid.nx, grid.ny));
  }
  const auto bad = std::find_if_not(field.begin(), field.end(),
                                    [](double value) { return std::isfinite(value); });
  if (bad != field.end()) {
    throw ModelError(
        fmt::format("{} of cell {} must be finite, got {}", what, bad - field.begin(), *bad));
  }
}

void check_input(const Material& body, const Grid& grid, const TractionField& tractions) {
  check(body);
  check(grid);
  check_field(tractions.pressure, grid, "the pressure");
  check_field(tractions.traction_x, grid, "the traction along x");
  check_field(tractions.traction_y, grid, "the traction along y");
}

struct LoadedCell {
  int i;
  int j;
  SurfaceTraction traction;
};

std::vector<LoadedCell> loaded_cells(const Grid& grid, const TractionField& tractions) {
  const auto value = [](std::span<const double> field, std::size_t cell) {
    return field.empty() ? 0.0 : field[cell];
  };
  std::vector<LoadedCell> cells;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const std::size_t cell = grid.index(i, j);
      const SurfaceTraction t{value(tractions.traction_x, cell), value(tractions.traction_y, cell),
                              value(tractions.pressure, cell)};
      if (t.x != 0 || t.y != 0 || t.z != 0) cells.push_back({i, j, t});
    }
  }
  return cells;
}

Rectangle cell_around(double x, double y, const Grid& grid) {
  return {x - 0.5 * grid.dx, x + 0.5 * grid.dx, y - 0.5 * grid.dy, y + 0.5 * grid.dy};
}

SubsurfaceState sum_over(const std::vector<LoadedCell>& cells, const Elastic& body,
                         const Grid& grid, const Eigen::Vector3d& point) {
  const double z =
      point.z() + 0.0;  // -0 becomes +0: the angles of potentials.cpp know the difference
  SubsurfaceState sum;
  for (const LoadedCell& cell : cells) {
    const Rectangle loaded = cell_around(grid.x(cell.i), grid.y(cell.j), grid);
    add_state(body, cell.traction, rectangle_potentials(loaded, point.x(), point.y(), z), z, sum);
  }
  return sum;
}

constexpr std::size_t k_n_components = 9;

std::array<double, k_n_components> components(const SubsurfaceState& s) {
  return {s.displacement.x(), s.displacement.y(), s.displacement.z(), s.stress.xx, s.stress.yy,
          s.stress.zz,        s.stress.xy,        s.stress.xz,        s.stress.yz};
}

SubsurfaceState from_components(const std::array<double, k_n_components>& c) {
  return {{c[0], c[1], c[2]}, {c[3], c[4], c[5], c[6], c[7], c[8]}};
}

/// One array per component: the sums over a layer then run along contiguous rows.
using ComponentArrays = std::array<std::vector<double>, k_n_components>;

/// Coefficients of one cell for every offset (point minus cell) that a grid can have, -(nx-1)..nx-1
/// by -(ny-1)..ny-1.
class OffsetTable {
 public:
  OffsetTable(const Grid& grid, const std::vector<Potentials>& potentials, const Elastic& body,
              const SurfaceTraction& unit, double z)
      : grid_(grid), stride_(2 * static_cast<std::size_t>(grid.nx) - 1) {
    for (auto& component : values_) component.resize(potentials.size());
    for (std::size_t k = 0; k < potentials.size(); ++k) {
      SubsurfaceState state;
      add_state(body, unit, potentials[k], z, state);
      const auto c = components(state);
      for (std::size_t m = 0; m < k_n_components; ++m) values_[m][k] = c[m];
    }
  }

  /// Adds coefficient times traction for all pairs of loaded cells and points; an output row and
  /// the one table row it needs stay in cache.
  void add_cells(const std::vector<LoadedCell>& cells, double SurfaceTraction::*direction,
                 ComponentArrays& sum) const {
    const auto nx = static_cast<std::size_t>(grid_.nx);
    for (std::size_t m = 0; m < k_n_components; ++m) {
      for (int row = 0; row < grid_.ny; ++row) {
        double* out = sum[m].data() + grid_.index(0, row);
        for (const LoadedCell& cell : cells) {
          const double traction = cell.traction.*direction;
          const double* coefficient =
              values_[m].data() + stride_ * static_cast<std::size_t>(row - cell.j + grid_.ny - 1) +
              static_cast<std::size_t>(grid_.nx - 1 - cell.i);
          for (std::size_t k = 0; k < nx; ++k) out[k] += traction * coefficient[k];
        }
      }
    }
  }

 private:
  Grid grid_;
  std::size_t stride_;
  ComponentArrays values_;
};

std::vector<Potentials> offset_potentials(const Grid& grid, double z) {
  const Rectangle cell = cell_around(0, 0, grid);
  std::vector<Potentials> potentials;
  potentials.reserve(4 * grid.n_cells());
  for (int dj = 1 - grid.ny; dj < grid.ny; ++dj) {
    for (int di = 1 - grid.nx; di < grid.nx; ++di) {
      potentials.push_back(rectangle_potentials(cell, di * grid.dx, dj * grid.dy, z));
    }
  }
  return potentials;
}

}  // namespace

SubsurfaceState& SubsurfaceState::operator+=(const SubsurfaceState& other) {
  displacement += other.displacement;
  stress += other.stress;
  return *this;
}

SubsurfaceState under_point_force(const Material& body, const SurfaceTraction& force,
                                  const Eigen::Vector3d& point) {
  check(body);
  check_traction(force);
  check_point(point);
  if (point.isZero(0)) {
    throw ModelError("the state under a point force is infinite at its point of application");
  }
  SubsurfaceState sum;
  add_state(Elastic(body), force, point_potentials(point.x(), point.y(), point.z()), point.z(),
            sum);
  return sum;
}

SubsurfaceState under_rectangle(const Material& body, const Rectangle& loaded,
                                const SurfaceTraction& traction, const Eigen::Vector3d& point) {
  check(body);
  check_side(loaded.x_low, loaded.x_high, "x");
  check_side(loaded.y_low, loaded.y_high, "y");
  check_traction(traction);
  check_point(point);
  const double z = point.z() + 0.0;
  SubsurfaceState sum;
  add_state(Elastic(body), traction, rectangle_potentials(loaded, point.x(), point.y(), z), z, sum);
  return sum;
}

SubsurfaceState under_strip(const Material& body, double x_low, double x_high,
                            const SurfaceTraction& traction, double x, double z, double datum) {
  check(body);
  check_side(x_low, x_high, "x");
  check_traction(traction);
  check_finite(x, "the x of a point");
  check_depth(z);
  if (!(datum > 0 && std::isfinite(datum))) {
    throw ModelError(fmt::format("the datum distance must be > 0 m and finite, got {}", datum));
  }
  SubsurfaceState sum;
  add_state(Elastic(body), traction, strip_potentials(x_low, x_high, x, z + 0.0, datum), z, sum);
  return sum;
}

namespace {

bool on_cell_edge(double offset_in_cells) {
  const double from_edge = offset_in_cells - std::floor(offset_in_cells) - 0.5;
  return std::abs(from_edge) < 1e-6;
}

/// A point on the surface between two cells lies, to rounding, inside neither or on the singular
/// edges of both: the depth a hair below, where the sum over cells is regular and the same to eight
/// digits. Other points keep their depth.
double regular_depth(const Grid& grid, double x, double y, double z) {
  const double hair = 1e-9 * std::min(grid.dx, grid.dy);
  if (z >= hair) return z;
  return on_cell_edge((x - grid.x0) / grid.dx) || on_cell_edge((y - grid.y0) / grid.dy) ? hair : z;
}

}  // namespace

SubsurfaceState subsurface_at(const Material& body, const Grid& grid,
                              const TractionField& tractions, const Eigen::Vector3d& point) {
  return subsurface_at(body, grid, tractions, std::span(&point, 1)).front();
}

std::vector<SubsurfaceState> subsurface_at(const Material& body, const Grid& grid,
                                           const TractionField& tractions,
                                           std::span<const Eigen::Vector3d> points) {
  check_input(body, grid, tractions);
  for (const Eigen::Vector3d& point : points) check_point(point);
  const std::vector<LoadedCell> cells = loaded_cells(grid, tractions);
  const Elastic elastic(body);
  std::vector<SubsurfaceState> states;
  states.reserve(points.size());
  for (const Eigen::Vector3d& point : points) {
    const double z = regular_depth(grid, point.x(), point.y(), point.z());
    states.push_back(sum_over(cells, elastic, grid, {point.x(), point.y(), z}));
  }
  return states;
}

std::vector<SubsurfaceState> subsurface_column(const Material& body, const Grid& grid,
                                               const TractionField& tractions, double x, double y,
                                               std::span<const double> depths) {
  std::vector<Eigen::Vector3d> points;
  points.reserve(depths.size());
  for (const double z : depths) points.emplace_back(x, y, z);
  return subsurface_at(body, grid, tractions, points);
}

std::vector<SubsurfaceState> subsurface_layer(const Material& body, const Grid& grid,
                                              const TractionField& tractions, double depth) {
  check_input(body, grid, tractions);
  check_depth(depth);
  const double z = depth + 0.0;
  const Elastic elastic(body);
  const std::vector<LoadedCell> cells = loaded_cells(grid, tractions);
  const std::vector<Potentials> potentials = offset_potentials(grid, z);
  ComponentArrays sum;
  for (auto& component : sum) component.assign(grid.n_cells(), 0.0);

  const auto add_direction = [&](double SurfaceTraction::*direction) {
    const auto is_loaded = [&](const LoadedCell& cell) { return cell.traction.*direction != 0; };
    if (std::none_of(cells.begin(), cells.end(), is_loaded)) return;
    SurfaceTraction unit;
    unit.*direction = 1;
    const OffsetTable table(grid, potentials, elastic, unit, z);
    table.add_cells(cells, direction, sum);
  };
  add_direction(&SurfaceTraction::z);
  add_direction(&SurfaceTraction::x);
  add_direction(&SurfaceTraction::y);

  std::vector<SubsurfaceState> states(grid.n_cells());
  for (std::size_t k = 0; k < states.size(); ++k) {
    std::array<double, k_n_components> c{};
    for (std::size_t m = 0; m < k_n_components; ++m) c[m] = sum[m][k];
    states[k] = from_components(c);
  }
  return states;
}

SubsurfaceState line_subsurface_at(const Material& body, const Grid& grid,
                                   const TractionField& tractions, double x, double z,
                                   double datum) {
  check_input(body, grid, tractions);
  if (grid.ny != 1) {
    throw ModelError(
        fmt::format("a line contact has a grid with ny = 1, got {} x {} cells", grid.nx, grid.ny));
  }
  SubsurfaceState sum;
  for (const LoadedCell& cell : loaded_cells(grid, tractions)) {
    const double centre = grid.x(cell.i);
    sum += under_strip(body, centre - 0.5 * grid.dx, centre + 0.5 * grid.dx, cell.traction, x,
                       regular_depth(grid, x, grid.y0, z), datum);
  }
  return sum;
}

LowerBodyTractions lower_body_tractions(const TractionField& on_upper_body) {
  const auto opposite = [](std::span<const double> field) {
    std::vector<double> reversed(field.size());
    std::transform(field.begin(), field.end(), reversed.begin(), std::negate<>());
    return reversed;
  };
  return {opposite(on_upper_body.traction_x), opposite(on_upper_body.traction_y)};
}

SubsurfaceState mirrored(const SubsurfaceState& state) {
  SubsurfaceState m = state;
  m.displacement.z() = -m.displacement.z();
  m.stress.xz = -m.stress.xz;
  m.stress.yz = -m.stress.yz;
  return m;
}

}  // namespace tread::halfspace
