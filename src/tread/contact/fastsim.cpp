#include "tread/contact/fastsim.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/reference/kalker_coefficients.hpp"

namespace tread::contact {
namespace {

double square(double x) { return x * x; }

struct Flexibilities {
  double l1 = 0;  // m/Pa
  double l2 = 0;
  double l3 = 0;
};

Flexibilities three_flexibilities(const EllipticContact& contact,
                                  const reference::KalkerCoefficients& kalker) {
  const double a = contact.semi_axis_x;
  const double G = contact.shear_modulus;
  return {8 * a / (3 * G * kalker.c11), 8 * a / (3 * G * kalker.c22),
          std::numbers::pi * a * std::sqrt(a / contact.semi_axis_y) / (4 * G * kalker.c23)};
}

double mean_flexibility(const EllipticContact& contact, const Creepage& creepage,
                        const Flexibilities& l) {
  const double xi2 = square(creepage.longitudinal);
  const double eta2 = square(creepage.lateral);
  const double spin2 = square(3 * std::numbers::pi * contact.semi_axis_x / 32 * creepage.spin);
  const double sum = xi2 + eta2 + spin2;
  return sum > 0 ? sum / (xi2 / l.l1 + eta2 / l.l2 + spin2 / l.l3) : l.l1;
}

Flexibilities blended(const EllipticContact& contact, const Creepage& creepage,
                      const reference::KalkerCoefficients& kalker, const Flexibilities& l) {
  const double mean = mean_flexibility(contact, creepage, l);
  const double unit = static_coefficient(contact.friction) * contact.normal_force /
                      (contact.shear_modulus * contact.semi_axis_x * contact.semi_axis_y);
  const double characteristic = unit * std::hypot(1 / kalker.c11, 1 / kalker.c22);
  const double size = std::hypot(creepage.longitudinal, creepage.lateral);
  const double weight = size < 3 * characteristic ? size / (3 * characteristic) : 1;
  return {std::lerp(l.l1, mean, weight), std::lerp(l.l2, mean, weight),
          std::lerp(l.l3, mean, weight)};
}

Flexibilities flexibilities(const EllipticContact& contact, const Creepage& creepage,
                            const FastsimOptions& options,
                            const reference::KalkerCoefficients& kalker) {
  if (const auto* given = std::get_if<GivenFlexibility>(&options.flexibility)) {
    return {given->value, given->value, given->value};
  }
  const Flexibilities l = three_flexibilities(contact, kalker);
  switch (std::get<FlexibilityRule>(options.flexibility)) {
    case FlexibilityRule::three:
      return l;
    case FlexibilityRule::one: {
      const double mean = mean_flexibility(contact, creepage, l);
      return {mean, mean, mean};
    }
    case FlexibilityRule::blended:
      return blended(contact, creepage, kalker, l);
  }
  return l;
}

/// k of SlopeReduction; the semi-axes are those of the contact as it is on the grid.
double slope_factor(const EllipticContact& contact, reference::SemiAxes axes,
                    const Creepage& creepage, double mu, const SlopeReduction& reduction) {
  if (reduction.limit == 1 || mu == 0) return reduction.initial;
  const double c11 = reference::kalker_coefficients(axes.x / axes.y, contact.poisson_ratio).c11;
  const double turn = contact.direction == RollingDirection::plus_x ? 1 : -1;
  const double with_spin = creepage.lateral + turn * creepage.spin * axes.x;
  const double eta_c = std::max(std::abs(with_spin), std::abs(creepage.lateral));
  const double eps = std::numbers::pi * contact.shear_modulus * axes.x * axes.y *
                     reduction.initial * c11 * std::hypot(creepage.longitudinal, eta_c) /
                     (4 * mu * contact.normal_force);
  return reduction.initial *
         (reduction.limit + (1 - reduction.limit) / (1 + reduction.decay * eps));
}

/// What a step along a strip needs: how fast the traction grows while all sticks, Pa/m.
struct Springs {
  Flexibilities l;
  double growth_x = 0;
  double growth_y = 0;
  double growth_spin = 0;  // per metre off the origin
  double mu = 0;
};

Springs springs(const EllipticContact& contact, reference::SemiAxes axes, const Creepage& creepage,
                const FastsimOptions& options) {
  const auto kalker = reference::kalker_coefficients(contact.semi_axis_x / contact.semi_axis_y,
                                                     contact.poisson_ratio);
  Flexibilities l = flexibilities(contact, creepage, options, kalker);
  const double mu = friction_coefficient(contact, creepage);
  const double k = slope_factor(contact, axes, creepage, mu, options.reduction);
  l = {l.l1 / k, l.l2 / k, l.l3 / k};
  return {l, creepage.longitudinal / l.l1, creepage.lateral / l.l2, creepage.spin / l.l3, mu};
}

/// min(1, bound/size): what friction leaves of a traction.
double kept_part(double bound, double size) { return size > bound ? bound / size : 1; }
template <int n>
Eigen::Array<double, n, 1> kept_part(const Eigen::Array<double, n, 1>& bound,
                                     const Eigen::Array<double, n, 1>& size) {
  return (size > bound).select(bound / size, 1.0);
}

/// State of the march at one cell; with an array for Real, in as many strips side by side.
template <class Real>
struct Cell {
  Real traction_x;
  Real traction_y;
  Real slip_x;
  Real slip_y;
  Real kept;  // of the traction that would stick; below 1: the cell slips

  Real dissipation() const { return -(traction_x * slip_x + traction_y * slip_y); }
};

/// A distance along a strip, and one over it: a march has no time for divisions.
template <class Real>
struct MarchStep {
  Real length;
  Real inverse;
};

/// From the cell before, a step ahead, with spin taken at (x, y).
template <class Real>
void next_cell(const Springs& s, Cell<Real>& cell, const MarchStep<Real>& step, const Real& x,
               const Real& y, const Real& pressure) {
  using std::sqrt;
  const Real stuck_x = cell.traction_x - step.length * (s.growth_x - s.growth_spin * y);
  const Real stuck_y = cell.traction_y - step.length * (s.growth_y + s.growth_spin * x);
  const Real size = sqrt(stuck_x * stuck_x + stuck_y * stuck_y);
  cell.kept = kept_part(Real(s.mu * pressure), size);
  const Real released = (1 - cell.kept) * step.inverse;
  cell.slip_x = -s.l.l1 * released * stuck_x;
  cell.slip_y = -s.l.l2 * released * stuck_y;
  cell.traction_x = cell.kept * stuck_x;
  cell.traction_y = cell.kept * stuck_y;
}

void add(FastsimSolution& sum, const Cell<double>& cell, double x, double y, double area) {
  sum.forces.longitudinal += cell.traction_x * area;
  sum.forces.lateral += cell.traction_y * area;
  sum.forces.spin_moment += (x * cell.traction_y - y * cell.traction_x) * area;
  sum.dissipation += cell.dissipation() * area;
  ++(cell.kept < 1 ? sum.n_slip : sum.n_stick);
}

/// p_n over its mean at 1 - x^2/a^2 - y^2/b^2 = inside > 0.
template <class Real>
Real relative_pressure(PressureShape shape, const Real& inside) {
  using std::sqrt;
  return shape == PressureShape::parabolic ? Real(2 * inside) : Real(1.5 * sqrt(inside));
}

/// The integral of p_n over its mean on the cells of the unit circle; pi but for the error of the
/// midpoint rule. Both shapes are products of a function along and one across the strips.
double discrete_area(const FastsimOptions& options) {
  const auto sum = [&](int n, auto&& f) {
    double total = 0;
    for (int i = 0; i < n; ++i) total += f(1 - square((2 * i + 1.0) / n - 1));
    return 2 * total / n;
  };
  const auto along = [&](double q) { return relative_pressure(options.pressure, q); };
  const auto across = [&](double q) { return along(q) * std::sqrt(q) / along(1); };
  return sum(options.n_slices, along) * sum(options.n_strips, across);
}

void require_in(const char* name, double value, double low, double high) {
  if (value >= low && value <= high) return;
  throw ModelError(fmt::format("{} must lie in {} to {}, got {}", name, low, high, value));
}

void check_springs(const FastsimOptions& options) {
  if (const auto* given = std::get_if<GivenFlexibility>(&options.flexibility)) {
    if (!(given->value > 0) || !std::isfinite(given->value)) {
      throw ModelError(fmt::format(
          "the flexibility of FASTSIM must be positive and finite, got {} m/Pa; steel wheels have "
          "about 1e-13",
          given->value));
    }
  }
  constexpr double k_least = 1e-6;  // springs are divided by it
  require_in("the initial slope reduction k0 of FASTSIM", options.reduction.initial, k_least, 1);
  require_in("the limit alpha of the slope reduction of FASTSIM", options.reduction.limit, 0, 1);
  if (!(options.reduction.decay >= 0) || !std::isfinite(options.reduction.decay)) {
    throw ModelError(fmt::format("the decay beta of the slope reduction must be >= 0, got {}",
                                 options.reduction.decay));
  }
}

void check_counts(const FastsimOptions& options) {
  constexpr int k_most = 10'000;
  if (std::min(options.n_strips, options.n_slices) >= 1 &&
      std::max(options.n_strips, options.n_slices) <= k_most) {
    return;
  }
  throw ModelError(fmt::format(
      "FASTSIM needs 1 to {} strips and slices, got {} strips of {} slices; 20 to 50 are usual",
      k_most, options.n_strips, options.n_slices));
}

void resize(FastsimFields& fields, std::size_t n) {
  for (auto* field : {&fields.pressure, &fields.traction_x, &fields.traction_y, &fields.slip_x,
                      &fields.slip_y, &fields.dissipation}) {
    field->assign(n, 0);
  }
  fields.state.assign(n, FastsimFields::State::outside);
}

void store(FastsimFields& fields, std::size_t k, double pressure, const Cell<double>& cell) {
  fields.pressure[k] = pressure;
  fields.traction_x[k] = cell.traction_x;
  fields.traction_y[k] = cell.traction_y;
  fields.slip_x[k] = cell.slip_x;
  fields.slip_y[k] = cell.slip_y;
  fields.dissipation[k] = cell.dissipation();
  fields.state[k] = cell.kept < 1 ? FastsimFields::State::slip : FastsimFields::State::stick;
}

[[noreturn]] void throw_no_contact(const Grid& grid) {
  throw ModelError(fmt::format(
      "no cell of the grid of {} x {} cells of {} m x {} m is in contact; use smaller cells or "
      "move the grid over the contact",
      grid.nx, grid.ny, grid.dx, grid.dy));
}

/// @param pressure_at pressure of cell (i, j); contact is where it is positive
template <class Pressure>
reference::SemiAxes ellipse_of_cells(const Grid& grid, const Pressure& pressure_at) {
  int first_i = grid.nx;
  int last_i = -1;
  int first_j = grid.ny;
  int last_j = -1;
  int count = 0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      if (!(pressure_at(i, j) > 0)) continue;
      ++count;
      first_i = std::min(first_i, i);
      last_i = std::max(last_i, i);
      first_j = std::min(first_j, j);
      last_j = j;
    }
  }
  if (count == 0) throw_no_contact(grid);
  const double length = grid.dx * (last_i - first_i + 1);
  const double width = grid.dy * (last_j - first_j + 1);
  const double mean = std::sqrt(count * grid.cell_area() / std::numbers::pi);
  return {mean * std::sqrt(length / width), mean * std::sqrt(width / length)};
}

template <class Pressure>
FastsimSolution march_over(const EllipticContact& contact, const Creepage& creepage,
                           const Grid& grid, const FastsimOptions& options, FastsimFields* fields,
                           const Pressure& pressure_at) {
  const reference::SemiAxes axes =
      options.reduction.limit == 1 ? reference::SemiAxes{contact.semi_axis_x, contact.semi_axis_y}
                                   : ellipse_of_cells(grid, pressure_at);
  const Springs s = springs(contact, axes, creepage, options);
  const bool forward = contact.direction == RollingDirection::plus_x;
  const double spin_offset = (forward ? 1 : -1) * grid.dx / 6;
  const MarchStep<double> cell_step{grid.dx, 1 / grid.dx};
  if (fields) resize(*fields, grid.n_cells());
  FastsimSolution sum;
  for (int j = 0; j < grid.ny; ++j) {
    Cell<double> cell{};
    for (int step = 0; step < grid.nx; ++step) {
      const int i = forward ? grid.nx - 1 - step : step;
      const double pressure = pressure_at(i, j);
      if (!(pressure > 0)) {
        cell = {};
        continue;
      }
      next_cell(s, cell, cell_step, grid.x(i) + spin_offset, grid.y(j), pressure);
      add(sum, cell, grid.x(i), grid.y(j), grid.cell_area());
      if (fields) store(*fields, grid.index(i, j), pressure, cell);
    }
  }
  if (sum.n_stick + sum.n_slip == 0) throw_no_contact(grid);
  return sum;
}

void check_pressure(const Grid& grid, std::span<const double> pressure) {
  if (pressure.size() != grid.n_cells()) {
    throw ModelError(fmt::format("the pressure has {} values but the grid has {} x {} cells",
                                 pressure.size(), grid.nx, grid.ny));
  }
  const auto bad =
      std::ranges::find_if(pressure, [](double p) { return !(p >= 0) || !std::isfinite(p); });
  if (bad != pressure.end()) {
    throw ModelError(fmt::format(
        "the pressure must be finite and not negative, got {} Pa in cell {}; it counts positive "
        "in compression",
        *bad, bad - pressure.begin()));
  }
}

/// A march waits for the root of the cell before; strips side by side use the time.
constexpr int k_strips = 8;
using Strips = Eigen::Array<double, k_strips, 1>;

/// Marches the strips from `first` on, k_strips of them or what is left.
void add_strips(FastsimSolution& sum, const EllipticContact& contact, const Springs& s,
                const FastsimOptions& options, double mean_pressure, int first) {
  const double dt = 2.0 / options.n_strips;  // in units of b
  const double ds = 2.0 / options.n_slices;  // in units of a strip's own half length
  const double ahead = contact.direction == RollingDirection::plus_x ? 1 : -1;
  const int n = std::min(k_strips, options.n_strips - first);

  Strips t = Strips::Zero();  // strips that are not there lie in the middle and have no width
  Strips width = Strips::Zero();
  for (int k = 0; k < n; ++k) {
    t[k] = (first + k + 0.5) * dt - 1;
    width[k] = contact.semi_axis_y * dt;
  }
  const Strips c2 = 1 - t * t;
  const Strips half_length = contact.semi_axis_x * c2.sqrt();
  const Strips h = half_length * ds;
  const Strips y = t * contact.semi_axis_y;
  // from edge to first centre it is half a cell; spin is linear in x, so its mean is exact
  const MarchStep<Strips> half_step{0.5 * h, 2 / h};
  const MarchStep<Strips> whole_step{h, 1 / h};

  Cell<Strips> cell{Strips::Zero(), Strips::Zero(), Strips::Zero(), Strips::Zero(), Strips::Ones()};
  Strips force_x = Strips::Zero();  // of a strip, over its cells' area
  Strips force_y = Strips::Zero();
  Strips moment = Strips::Zero();
  Strips dissipation = Strips::Zero();
  Eigen::Array<int, k_strips, 1> n_slip = Eigen::Array<int, k_strips, 1>::Zero();
  for (int i = 0; i < options.n_slices; ++i) {
    const double position = 1 - (i + 0.5) * ds;  // 1 at the leading edge, -1 at the trailing one
    const Strips pressure =
        mean_pressure * relative_pressure(options.pressure, Strips(c2 * (1 - square(position))));
    const Strips x = ahead * position * half_length;
    const MarchStep<Strips>& step = i == 0 ? half_step : whole_step;
    next_cell(s, cell, step, Strips(x + ahead * 0.5 * step.length), y, pressure);
    force_x += cell.traction_x;
    force_y += cell.traction_y;
    moment += x * cell.traction_y - y * cell.traction_x;
    dissipation += cell.dissipation();
    n_slip += (cell.kept < 1).cast<int>();
  }
  const Strips area = h * width;
  sum.forces.longitudinal += (force_x * area).sum();
  sum.forces.lateral += (force_y * area).sum();
  sum.forces.spin_moment += (moment * area).sum();
  sum.dissipation += (dissipation * area).sum();
  const int slipping = n_slip.head(n).sum();
  sum.n_slip += slipping;
  sum.n_stick += n * options.n_slices - slipping;
}

}  // namespace

FastsimSolution fastsim(const EllipticContact& contact, const Creepage& creepage,
                        const FastsimOptions& options) {
  check(contact, creepage);
  check_springs(options);
  check_counts(options);
  const double a = contact.semi_axis_x;
  const double b = contact.semi_axis_y;
  const Springs s = springs(contact, {a, b}, creepage, options);
  const double mean_pressure = contact.normal_force / (discrete_area(options) * a * b);
  FastsimSolution sum;
  for (int first = 0; first < options.n_strips; first += k_strips) {
    add_strips(sum, contact, s, options, mean_pressure, first);
  }
  return sum;
}

FastsimSolution fastsim(const EllipticContact& contact, const Creepage& creepage, const Grid& grid,
                        const FastsimOptions& options, FastsimFields* fields) {
  check(contact, creepage);
  check_springs(options);
  tread::check(grid);
  const double a = contact.semi_axis_x;
  const double b = contact.semi_axis_y;
  const double mean_pressure = contact.normal_force / (std::numbers::pi * a * b);
  return march_over(contact, creepage, grid, options, fields, [&](int i, int j) {
    const double inside = 1 - square(grid.x(i) / a) - square(grid.y(j) / b);
    return inside > 0 ? mean_pressure * relative_pressure(options.pressure, inside) : 0;
  });
}

FastsimSolution fastsim(const EllipticContact& contact, const Creepage& creepage, const Grid& grid,
                        std::span<const double> pressure, const FastsimOptions& options,
                        FastsimFields* fields) {
  check(contact, creepage);
  check_springs(options);
  tread::check(grid);
  check_pressure(grid, pressure);
  return march_over(contact, creepage, grid, options, fields,
                    [&](int i, int j) { return pressure[grid.index(i, j)]; });
}

reference::SemiAxes equivalent_ellipse(const Grid& grid, std::span<const double> pressure) {
  tread::check(grid);
  check_pressure(grid, pressure);
  return ellipse_of_cells(grid, [&](int i, int j) { return pressure[grid.index(i, j)]; });
}

}  // namespace tread::contact
