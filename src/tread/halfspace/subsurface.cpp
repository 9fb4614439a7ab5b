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

/// The m-th number of a state: displacements along x, y, z, then stresses.
double& component(SubsurfaceState& s, std::size_t m) {
  StressTensor& stress = s.stress;
  const std::array<double*, k_n_components> all{
      &s.displacement.x(), &s.displacement.y(), &s.displacement.z(), &stress.xx, &stress.yy,
      &stress.zz,          &stress.xy,          &stress.xz,          &stress.yz};
  return *all[m];
}

/// Along which axes the m-th number changes its sign with the offset, by a pressure: its index
/// counts how often it names x and y. A traction along an axis counts as one more.
struct Parities {
  Parity x, y;
};
Parities parities(std::size_t direction, std::size_t m) {
  constexpr std::array<int, k_n_components> k_n_x{1, 0, 0, 0, 0, 0, 1, 1, 0};
  constexpr std::array<int, k_n_components> k_n_y{0, 1, 0, 0, 0, 0, 1, 0, 1};
  const auto parity = [](int n) { return n % 2 == 0 ? Parity::even : Parity::odd; };
  return {parity(k_n_x[m] + (direction == 0 ? 1 : 0)), parity(k_n_y[m] + (direction == 1 ? 1 : 0))};
}

SurfaceTraction unit_traction(std::size_t direction) {
  return {direction == 0 ? 1.0 : 0.0, direction == 1 ? 1.0 : 0.0, direction == 2 ? 1.0 : 0.0};
}

/// Kernels of larger grids are not kept: hundreds of megabytes.
constexpr std::size_t k_most_cells_kept = 200'000;

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

SubsurfaceLayer::SubsurfaceLayer(const Material& body, const Grid& grid, double depth)
    : body_(body), grid_(grid), depth_(depth + 0.0) {
  check(body);
  check(grid);
  check_depth(depth);
}

bool SubsurfaceLayer::is_for(const Material& body, const Grid& grid, double depth) const {
  return body.shear_modulus == body_.shear_modulus && body.poisson_ratio == body_.poisson_ratio &&
         depth == depth_ && grid.nx == grid_.nx && grid.ny == grid_.ny && grid.dx == grid_.dx &&
         grid.dy == grid_.dy;
}

void SubsurfaceLayer::make_kernels(std::size_t direction) {
  const Elastic elastic(body_);
  const Rectangle cell = cell_around(0, 0, grid_);
  std::vector<SubsurfaceState> unit(grid_.n_cells());
  for (int j = 0; j < grid_.ny; ++j) {
    for (int i = 0; i < grid_.nx; ++i) {
      add_state(elastic, unit_traction(direction),
                rectangle_potentials(cell, i * grid_.dx, j * grid_.dy, depth_), depth_,
                unit[grid_.index(i, j)]);
    }
  }
  for (std::size_t m = 0; m < k_n_components; ++m) {
    const auto [x, y] = parities(direction, m);
    kernels_[direction].emplace_back(grid_.nx, grid_.ny,
                                     padded_symbol(grid_.nx, grid_.ny, x, y, [&](int i, int j) {
                                       return component(unit[grid_.index(i, j)], m);
                                     }));
  }
}

void SubsurfaceLayer::add_direction(std::size_t direction, std::span<const double> traction,
                                    std::vector<SubsurfaceState>& states, ThreadTeam& team) {
  const auto is_loaded = [](double value) { return value != 0; };
  if (std::none_of(traction.begin(), traction.end(), is_loaded)) return;
  Kernels& kernels = kernels_[direction];
  if (kernels.empty()) make_kernels(direction);
  for (std::size_t m = 0; m < k_n_components; ++m) {
    kernels[m].apply(
        team,
        [&](int j, double* row) {
          return copy_row(traction.data() + grid_.index(0, j), grid_.nx, row);
        },
        [&](int j, const double* row) {
          for (int i = 0; i < grid_.nx; ++i) component(states[grid_.index(i, j)], m) += row[i];
        });
  }
  if (grid_.n_cells() > k_most_cells_kept) kernels.clear();
}

std::vector<SubsurfaceState> SubsurfaceLayer::states(const TractionField& tractions,
                                                     ThreadTeam& team) {
  check_input(body_, grid_, tractions);
  std::vector<SubsurfaceState> states(grid_.n_cells());
  add_direction(2, tractions.pressure, states, team);
  add_direction(0, tractions.traction_x, states, team);
  add_direction(1, tractions.traction_y, states, team);
  return states;
}

std::vector<SubsurfaceState> subsurface_layer(const Material& body, const Grid& grid,
                                              const TractionField& tractions, double depth) {
  ThreadTeam alone(1);
  return SubsurfaceLayer(body, grid, depth).states(tractions, alone);
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
