#include "tread/contact/rolling_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tread/contact/tangential_displacement.hpp"
#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/halfspace/shifted_operator.hpp"

namespace tread::contact {
namespace {

using Snapshot = RollingState::Snapshot;

/// Ways that differ by less than this part of a cell are the same.
constexpr double k_same_way = 1e-9;
/// The longest step of one call, in cells: more is more likely a mistake in a unit.
constexpr double k_most_cells = 1e6;
constexpr double k_smallest_cosine = 1e-12;

double clean(double value) { return std::abs(value) < k_smallest_cosine ? 0 : value; }

/// Rolling direction in cells.
struct Heading {
  double x = 1;  // unit vector
  double y = 0;
  double cell = 0;  // way through one cell along the axis that is nearest, m
};

Heading heading_of(const Grid& grid, double direction) {
  Heading heading{clean(std::cos(direction)), clean(std::sin(direction)), 0};
  if (grid.ny == 1 && heading.y != 0) {
    throw ModelError(fmt::format(
        "a contact on a single row of cells can roll along x only (0 or 180 degrees), got {} rad",
        direction));
  }
  heading.cell = 1 / std::max(std::abs(heading.x) / grid.dx, std::abs(heading.y) / grid.dy);
  return heading;
}

/// Moves a field so that cell (i, j) gets what was at (i + by_x, j + by_y); new cells are empty.
template <class T>
void move_cells(std::vector<T>& field, const Grid& grid, long long by_x, long long by_y, T empty) {
  if (field.empty() || (by_x == 0 && by_y == 0)) return;
  std::vector<T> moved(field.size(), empty);
  for (int j = 0; j < grid.ny; ++j) {
    const long long from_j = j + by_y;
    if (from_j < 0 || from_j >= grid.ny) continue;
    for (int i = 0; i < grid.nx; ++i) {
      const long long from_i = i + by_x;
      if (from_i < 0 || from_i >= grid.nx) continue;
      moved[grid.index(i, j)] =
          field[grid.index(static_cast<int>(from_i), static_cast<int>(from_j))];
    }
  }
  field = std::move(moved);
}

double sum_of_sizes(const VectorField<double>& field) {
  double sum = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    sum += std::abs(field.x[i]) + std::abs(field.y[i]);
  }
  return sum;
}

void move_cells(Snapshot& snapshot, const Grid& grid, long long by_x, long long by_y,
                double friction_at_rest) {
  move_cells(snapshot.friction, grid, by_x, by_y, friction_at_rest);
  move_cells(snapshot.traction.x, grid, by_x, by_y, 0.0);
  move_cells(snapshot.traction.y, grid, by_x, by_y, 0.0);
  move_cells(snapshot.pressure, grid, by_x, by_y, 0.0);
  move_cells(snapshot.cells, grid, by_x, by_y, CellState::outside);
}

void check(const RollingSetup& setup) {
  tread::check(setup.grid);
  tread::check(setup.bodies);
  check(setup.friction.law);
  check(setup.friction.memory);
  if (!setup.distance) throw ModelError("rolling contact needs an undeformed distance");
  if (setup.commits_per_cell < 1 || setup.commits_per_cell > 1000) {
    throw ModelError(
        fmt::format("commits per cell must be from 1 to 1000, got {}", setup.commits_per_cell));
  }
}

void check(double dt, const RollingStep& step) {
  if (!(dt > 0) || !std::isfinite(dt)) {
    throw ModelError(fmt::format("a step must take longer than 0 s, got {}", dt));
  }
  if (!(step.speed >= 0) || !std::isfinite(step.speed)) {
    throw ModelError(fmt::format(
        "the rolling speed must be >= 0 m/s, got {}; to roll backwards turn the rolling "
        "direction by half a turn",
        step.speed));
  }
  for (const Given& given : {step.kinematics.x, step.kinematics.y}) {
    if (!std::isfinite(given.value)) {
      throw ModelError(
          fmt::format("a creepage or tangential force must be finite, got {}", given.value));
    }
  }
  if (!std::isfinite(step.kinematics.spin)) {
    throw ModelError(fmt::format("the spin must be finite, got {}", step.kinematics.spin));
  }
}

}  // namespace

struct RollingContact::Impl {
  explicit Impl(RollingSetup s) : setup(std::move(s)) {
    check(setup);
    clear(state.committed);
    clear(state.last);
    state.grid = setup.grid;
    problem.normal.bodies = setup.bodies;
    problem.normal.line_datum = setup.line_datum;
    problem.normal.grid = setup.grid;
    problem.friction = setup.friction;
    problem.layer_flexibility = setup.layer_flexibility;
    bodies = {compliance_of(setup.bodies), setup.line_datum, setup.layer_flexibility};
  }

  /// Copies what counts; plans and buffers are made anew.
  Impl(const Impl& other) : Impl(other.setup) {
    state = other.state;
    solution = other.solution;
    problem = other.problem;
  }

  double at_rest() const { return static_coefficient(setup.friction.law); }

  void clear(Snapshot& snapshot) const {
    const std::size_t n = setup.grid.n_cells();
    snapshot.traction.assign(n, 0);
    snapshot.pressure.assign(n, 0);
    snapshot.cells.assign(n, CellState::outside);
    snapshot.friction.assign(n, at_rest());
  }

  SolveStatus step(double dt, const RollingStep& now) {
    check(dt, now);
    before = state;
    solution_before = solution;
    SolveStatus status = SolveStatus::stopped;
    try {
      status = advance(dt, now);
    } catch (...) {
      undo();
      throw;
    }
    if (status != SolveStatus::converged) {
      failed = solution;
      undo();
      solution = failed;  // what was reached, for the reader
    }
    return status;
  }

  void undo() {
    state = before;
    solution = solution_before;
  }

  SolveStatus advance(double dt, const RollingStep& now) {
    const double length = now.speed * dt;
    if (setup.scheme == RollingScheme::world_fixed) commit_if_turned(now);
    const Heading heading = heading_of(setup.grid, now.direction);
    if (length / heading.cell > k_most_cells) {
      throw ModelError(fmt::format("a step of {} m is {:.3g} cells long: check speed and time step",
                                   length, length / heading.cell));
    }
    SolveStatus status = SolveStatus::converged;
    if (length == 0 || setup.scheme != RollingScheme::world_fixed) {
      status = whole_step(dt, length, heading, now);
    } else {
      status = world_fixed_step(dt, length, heading, now);
    }
    state.last_step = now;
    return status;
  }

  // ---- contact-fixed steps, and shifts in every scheme ----

  SolveStatus whole_step(double dt, double length, const Heading& heading, const RollingStep& now) {
    if (state.length_since > 0 || state.spin_since != 0) commit(state.last);
    if (length > 0) {
      displacement_where_particles_were(length, heading);
    } else {
      moved_cells = state.committed.cells;
      moved_friction = state.committed.friction;
      displacement.compute(setup.grid, bodies, state.committed.traction, state.committed.pressure,
                           history.displacement, team());
    }
    history.cells = moved_cells;
    history.friction = moved_friction;
    double lead = 0;
    if (length > 0) {
      lead = setup.lead * (setup.scheme == RollingScheme::interpolated ? heading.cell / length : 1);
    }
    prepare(now, contact_grid());
    problem.kinematics = now.kinematics;
    problem.rolling = {now.direction, length > 0 ? now.speed : 1};
    guess();
    solve_step(problem, {length, lead, dt}, history, setup.options, workspace, solution,
               Start::from_guess);
    if (solution.status != SolveStatus::converged) return solution.status;
    state.time += dt;
    state.way[0] += length * heading.x;
    state.way[1] += length * heading.y;
    take(state.last);
    const double per_creepage = length > 0 ? length : 1;
    state.last.rigid = {state.committed.rigid[0] + per_creepage * solution.creepage.longitudinal,
                        state.committed.rigid[1] + per_creepage * solution.creepage.lateral};
    commit(state.last);
    state.marks.clear();
    return SolveStatus::converged;
  }

  /// The displacement one step ago of the particles that are at the cell centres now.
  void displacement_where_particles_were(double length, const Heading& heading) {
    const Grid& grid = setup.grid;
    const double cells_x = length * heading.x / grid.dx;
    const double cells_y = length * heading.y / grid.dy;
    moved_cells = state.committed.cells;
    moved_friction = state.committed.friction;
    move_cells(moved_cells, grid, std::llround(cells_x), std::llround(cells_y), CellState::outside);
    move_cells(moved_friction, grid, std::llround(cells_x), std::llround(cells_y), at_rest());
    if (setup.scheme == RollingScheme::exact) {
      exact_displacement(length, heading);
    } else {
      interpolated_displacement(length, heading);
    }
  }

  void exact_displacement(double length, const Heading& heading) {
    const Grid& grid = setup.grid;
    halfspace::ShiftedOperator& product =
        renewed(shifted, grid, bodies.compliance, {length * heading.x, length * heading.y},
                setup.line_datum);
    VectorField<double>& u = history.displacement;
    u.resize(grid.n_cells());
    product.apply(state.committed.traction.x, state.committed.traction.y, u.x, u.y, team());
    product.add_pressure(state.committed.pressure, u.x, u.y, team());
    if (setup.layer_flexibility == 0) return;
    // across the layer: the traction of the cell that the particle was in
    VectorField<double> traction = state.committed.traction;
    const long long by_x = std::llround(length * heading.x / grid.dx);
    const long long by_y = std::llround(length * heading.y / grid.dy);
    move_cells(traction.x, grid, by_x, by_y, 0.0);
    move_cells(traction.y, grid, by_x, by_y, 0.0);
    for (std::size_t i = 0; i < u.size(); ++i) {
      u.x[i] += setup.layer_flexibility * traction.x[i];
      u.y[i] += setup.layer_flexibility * traction.y[i];
    }
  }

  /// Equation (16) of the paper with c* = 1: linear between whole steps of one cell. Off the axes a
  /// whole step ends between two cells and is itself interpolated.
  void interpolated_displacement(double length, const Heading& heading) {
    const Grid& grid = setup.grid;
    const double steps = length / heading.cell;
    const int whole = static_cast<int>(std::floor(steps + k_same_way));
    const double theta = std::max(0.0, steps - whole);
    // A grid with room for where the particles were.
    const int more = whole + 2;
    const int more_y = grid.ny > 1 ? more : 0;
    Grid wide = grid;
    wide.nx += 2 * more;
    wide.ny += 2 * more_y;
    VectorField<double> traction;
    traction.assign(wide.n_cells(), 0);
    std::vector<double> pressure(wide.n_cells(), 0);
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        const std::size_t to = wide.index(i + more, j + more_y);
        traction.x[to] = state.committed.traction.x[grid.index(i, j)];
        traction.y[to] = state.committed.traction.y[grid.index(i, j)];
        pressure[to] = state.committed.pressure[grid.index(i, j)];
      }
    }
    VectorField<double> u;
    displacement.compute(wide, bodies, traction, pressure, u, team());
    const double step_x = heading.cell * heading.x / grid.dx;
    const double step_y = heading.cell * heading.y / grid.dy;
    const auto at = [&](const std::vector<double>& field, int i, int j, int n_steps) {
      const double x = i + more + n_steps * step_x;
      const double y = j + more_y + n_steps * step_y;
      const double near_x = std::floor(x + k_same_way);
      const double near_y = std::floor(y + k_same_way);
      const double far_x = std::max(0.0, x - near_x);
      const double far_y = std::max(0.0, y - near_y);
      const auto value = [&](int a, int b) {
        return field[wide.index(static_cast<int>(near_x) + a, static_cast<int>(near_y) + b)];
      };
      double result = (1 - far_x) * (1 - far_y) * value(0, 0);
      if (far_x > k_same_way) result += far_x * (1 - far_y) * value(1, 0);
      if (far_y > k_same_way) result += (1 - far_x) * far_y * value(0, 1);
      if (far_x > k_same_way && far_y > k_same_way) result += far_x * far_y * value(1, 1);
      return result;
    };
    history.displacement.resize(grid.n_cells());
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        const std::size_t cell = grid.index(i, j);
        history.displacement.x[cell] =
            (1 - theta) * at(u.x, i, j, whole) + theta * at(u.x, i, j, whole + 1);
        history.displacement.y[cell] =
            (1 - theta) * at(u.y, i, j, whole) + theta * at(u.y, i, j, whole + 1);
      }
    }
  }

  // ---- world-fixed rolling ----

  SolveStatus world_fixed_step(double dt, double length, const Heading& heading,
                               const RollingStep& now) {
    const double between = heading.cell / setup.commits_per_cell;
    if (state.marks.empty()) state.marks.push_back({0, state.committed.rigid});
    // Forces and load at the end of the step; within it they grow evenly from those before.
    double done = 0;
    for (;;) {
      const double way = state.marks.back().way;
      const double next =
          (std::floor(way / between + k_same_way * setup.commits_per_cell) + 1) * between;
      const bool ends_here = next - way > (length - done) * (1 + k_same_way);
      const double piece = ends_here ? length - done : next - way;
      if (piece <= k_same_way * heading.cell) break;
      done += piece;
      const SolveStatus status =
          world_fixed_piece(dt * piece / length, piece, heading, interpolated(now, done / length));
      if (status != SolveStatus::converged) return status;
      if (!ends_here) commit(state.last);
      if (done >= length * (1 - k_same_way)) break;
    }
    return SolveStatus::converged;
  }

  /// What is prescribed after a part of the step: loads grow evenly, creepages hold.
  RollingStep interpolated(const RollingStep& now, double part) const {
    RollingStep at = now;
    const RollingStep& old = state.last_step;
    const auto between = [part](double a, double b) { return a + part * (b - a); };
    if (old.normal == now.normal && old.normal_value > 0) {
      at.normal_value = between(old.normal_value, now.normal_value);
    }
    const auto force = [&](const Given& a, const Given& b, Given& result) {
      if (a.kind == Given::Kind::force && b.kind == Given::Kind::force) {
        result.value = between(a.value, b.value);
      }
    };
    if (old.normal_value > 0) {
      force(old.kinematics.x, now.kinematics.x, at.kinematics.x);
      force(old.kinematics.y, now.kinematics.y, at.kinematics.y);
    }
    return at;
  }

  SolveStatus world_fixed_piece(double dt, double length, const Heading& heading,
                                const RollingStep& now) {
    const std::array<double, 2> middle{state.way[0] + 0.5 * length * heading.x,
                                       state.way[1] + 0.5 * length * heading.y};
    state.time += dt;
    state.way[0] += length * heading.x;
    state.way[1] += length * heading.y;
    move_window();
    accumulate(length, middle, now.kinematics);
    const double since = state.length_since;
    const double time_since = state.time - state.committed.time;

    prepare(now, contact_grid());
    problem.rolling = {now.direction, since / time_since};
    Kinematics& k = problem.kinematics;
    k = now.kinematics;
    if (k.x.kind == Given::Kind::creepage) k.x.value = state.rigid_since[0] / since;
    if (k.y.kind == Given::Kind::creepage) k.y.value = state.rigid_since[1] / since;
    k.spin = state.spin_since / since;
    // accumulated about the place where the contact was when the state was kept
    k.spin_centre = {state.committed.way[0] - state.way[0], state.committed.way[1] - state.way[1]};
    history.cells = state.committed.cells;
    history.friction = state.committed.friction;
    displacement.compute(problem.normal.grid, bodies, state.committed.traction,
                         state.committed.pressure, history.displacement, team());
    guess();
    solve_step(problem, {since, 0, time_since}, history, setup.options, workspace, solution,
               Start::from_guess);
    if (solution.status != SolveStatus::converged) return solution.status;
    if (touches_edge()) {
      throw ModelError(fmt::format(
          "the contact reaches the edge of its window of {} x {} cells, {:.4g} x {:.4g} "
          "m: in world-fixed rolling the window must be larger than the contact by two "
          "cells on every side; enlarge the grid",
          setup.grid.nx, setup.grid.ny, setup.grid.width(), setup.grid.height()));
    }
    take(state.last);
    const std::array<double, 2> total{since * solution.creepage.longitudinal,
                                      since * solution.creepage.lateral};
    state.last.rigid = {state.committed.rigid[0] + total[0] - state.spin_part_since[0],
                        state.committed.rigid[1] + total[1] - state.spin_part_since[1]};
    mark(length, heading.cell);
    // The mean creepage at the contact's origin, without what the moving centre adds under spin.
    solution.creepage.longitudinal = (total[0] - state.spin_part_since[0]) / since;
    solution.creepage.lateral = (total[1] - state.spin_part_since[1]) / since;
    return SolveStatus::converged;
  }

  void accumulate(double length, const std::array<double, 2>& middle, const Kinematics& k) {
    const std::array<double, 2> from{middle[0] - state.committed.way[0] + k.spin_centre[0],
                                     middle[1] - state.committed.way[1] + k.spin_centre[1]};
    const std::array<double, 2> spin_part{length * k.spin * from[1], -length * k.spin * from[0]};
    const std::array<double, 2> creep{k.x.kind == Given::Kind::creepage ? length * k.x.value : 0,
                                      k.y.kind == Given::Kind::creepage ? length * k.y.value : 0};
    for (std::size_t d = 0; d < 2; ++d) {
      state.rigid_since[d] += creep[d] + spin_part[d];
      state.spin_part_since[d] += spin_part[d];
    }
    state.spin_since += length * k.spin;
    state.length_since += length;
  }

  void move_window() {
    const Grid& grid = setup.grid;
    const std::array<long long, 2> target{std::llround(state.way[0] / grid.dx),
                                          grid.ny > 1 ? std::llround(state.way[1] / grid.dy) : 0};
    const long long by_x = target[0] - state.window[0];
    const long long by_y = target[1] - state.window[1];
    if (by_x == 0 && by_y == 0) return;
    const double kept = sum_of_sizes(state.committed.traction);
    move_cells(state.committed, grid, by_x, by_y, at_rest());
    if (sum_of_sizes(state.committed.traction) < kept * (1 - 1e-12)) {
      throw ModelError(
          fmt::format("the window of {} x {} cells is too small to hold the contact while it moves "
                      "over the rail: enlarge the grid by a few cells on every side",
                      grid.nx, grid.ny));
    }
    move_cells(state.last, grid, by_x, by_y, at_rest());
    state.window = target;
  }

  /// The grid at hand, in the contact frame.
  Grid contact_grid() const {
    Grid grid = setup.grid;
    if (setup.scheme == RollingScheme::world_fixed) {
      grid.x0 += static_cast<double>(state.window[0]) * grid.dx - state.way[0];
      if (grid.ny > 1) grid.y0 += static_cast<double>(state.window[1]) * grid.dy - state.way[1];
    }
    return grid;
  }

  bool touches_edge() const {
    const Grid& grid = setup.grid;
    const auto touches = [&](int i, int j) {
      return solution.normal.pressure[grid.index(i, j)] > 0;
    };
    for (int j = 0; j < grid.ny; ++j) {
      if (touches(0, j) || touches(grid.nx - 1, j)) return true;
    }
    for (int i = 0; grid.ny > 1 && i < grid.nx; ++i) {
      if (touches(i, 0) || touches(i, grid.ny - 1)) return true;
    }
    return false;
  }

  void mark(double length, double cell) {
    auto& marks = state.marks;
    marks.push_back({marks.back().way + length, state.last.rigid});
    // one mark at or before the beginning of the last cell is enough
    const double begin = marks.back().way - cell;
    std::size_t first = 0;
    while (first + 1 < marks.size() && marks[first + 1].way <= begin) ++first;
    marks.erase(marks.begin(), marks.begin() + static_cast<std::ptrdiff_t>(first));
  }

  Creepage mean_creepage() const {
    Creepage creepage = solution.creepage;
    const auto& marks = state.marks;
    if (marks.size() < 2) return creepage;
    const double cell = heading_of(setup.grid, state.last_step.direction).cell;
    const double end = marks.back().way;
    const double begin = std::max(marks.front().way, end - cell);
    std::size_t k = 0;
    while (k + 2 < marks.size() && marks[k + 1].way <= begin) ++k;
    const double span = marks[k + 1].way - marks[k].way;
    const double part = span > 0 ? std::clamp((begin - marks[k].way) / span, 0.0, 1.0) : 0;
    const auto slope = [&](std::size_t d) {
      const double from = marks[k].rigid[d] + part * (marks[k + 1].rigid[d] - marks[k].rigid[d]);
      return (marks.back().rigid[d] - from) / (end - begin);
    };
    creepage.longitudinal = slope(0);
    creepage.lateral = slope(1);
    return creepage;
  }

  /// A load that turns round within a cell leaves a trace in the tractions that would be lost if
  /// only whole fractions of a cell were kept.
  void commit_if_turned(const RollingStep& now) {
    const RollingStep& old = state.last_step;
    std::array<double, 3> change{};
    const auto change_of = [](const Given& a, const Given& b) {
      if (a.kind != b.kind) return 0.0;
      return b.kind == Given::Kind::force ? b.value - a.value : b.value;
    };
    change[0] = change_of(old.kinematics.x, now.kinematics.x);
    change[1] = change_of(old.kinematics.y, now.kinematics.y);
    if (old.normal == now.normal) change[2] = now.normal_value - old.normal_value;
    bool turned = old.direction != now.direction || (old.speed > 0) != (now.speed > 0);
    for (std::size_t k = 0; k < 3; ++k) {
      turned = turned || change[k] * state.last_change[k] < 0;
      if (change[k] != 0) state.last_change[k] = change[k];
    }
    if (turned && state.length_since > 0) commit(state.last);
  }

  // ---- parts of all steps ----

  void prepare(const RollingStep& now, const Grid& grid) {
    problem.motion = Motion::shift;
    problem.normal.grid = grid;
    problem.normal.prescribed = now.normal;
    problem.normal.value = now.normal_value;
    problem.normal.distance.resize(grid.n_cells());
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        problem.normal.distance[grid.index(i, j)] = setup.distance(grid.x(i), grid.y(j));
      }
    }
  }

  /// The last tractions as first guess.
  void guess() {
    solution.traction = state.last.traction;
    solution.cells = state.last.cells;
    solution.normal.pressure = state.last.pressure;
    solution.normal.displacement.resize(setup.grid.n_cells());
    solution.slip.assign(setup.grid.n_cells(), 0);
    solution.normal.force = 0;
    for (const double p : solution.normal.pressure) solution.normal.force += p;
    solution.normal.force *= setup.grid.cell_area();
    solution.creepage = {};
  }

  void take(Snapshot& snapshot) const {
    snapshot.traction = solution.traction;
    snapshot.pressure = solution.normal.pressure;
    snapshot.cells = solution.cells;
    snapshot.friction.resize(solution.cells.size());
    for (std::size_t i = 0; i < snapshot.friction.size(); ++i) {
      const bool touches = solution.cells[i] != CellState::outside;
      snapshot.friction[i] = touches ? solution.friction[i] : at_rest();
    }
    snapshot.time = state.time;
    snapshot.way = state.way;
  }

  void commit(const Snapshot& snapshot) {
    state.committed = snapshot;
    state.rigid_since = {0, 0};
    state.spin_since = 0;
    state.spin_part_since = {0, 0};
    state.length_since = 0;
  }

  ThreadTeam& team() {
    if (!team_ || team_->size() != setup.options.n_threads) {
      team_ = std::make_unique<ThreadTeam>(setup.options.n_threads);
    }
    return *team_;
  }

  RollingSetup setup;
  RollingState state;
  FrictionalSolution solution;
  FrictionalProblem problem;
  TangentialDisplacement::Bodies bodies;

  // Memory only: nothing here outlives a step in meaning.
  FrictionalWorkspace workspace;
  TangentialDisplacement displacement;
  std::optional<halfspace::ShiftedOperator> shifted;
  std::unique_ptr<ThreadTeam> team_;
  History history;
  std::vector<CellState> moved_cells;
  std::vector<double> moved_friction;
  RollingState before;
  FrictionalSolution solution_before;
  FrictionalSolution failed;
};

RollingContact::RollingContact(RollingSetup setup)
    : impl_(std::make_unique<Impl>(std::move(setup))) {}
RollingContact::~RollingContact() = default;
RollingContact::RollingContact(const RollingContact& other)
    : impl_(std::make_unique<Impl>(*other.impl_)) {}
RollingContact& RollingContact::operator=(const RollingContact& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
RollingContact::RollingContact(RollingContact&&) noexcept = default;
RollingContact& RollingContact::operator=(RollingContact&&) noexcept = default;

const RollingSetup& RollingContact::setup() const { return impl_->setup; }
SolveStatus RollingContact::step(double dt, const RollingStep& step) {
  return impl_->step(dt, step);
}
const FrictionalSolution& RollingContact::solution() const { return impl_->solution; }
const Grid& RollingContact::grid() const { return impl_->problem.normal.grid; }
Creepage RollingContact::creepage() const { return impl_->mean_creepage(); }
void RollingContact::set_distance(DistanceFunction distance) {
  if (!distance) throw ModelError("rolling contact needs an undeformed distance");
  impl_->setup.distance = std::move(distance);
}
const RollingState& RollingContact::state() const { return impl_->state; }

void RollingContact::restore(const RollingState& state) {
  const Grid& ours = impl_->setup.grid;
  if (!(state.grid == ours)) {
    throw ModelError(fmt::format(
        "the history belongs to a grid of {} x {} cells of {:.4g} x {:.4g} m, this contact has {} "
        "x "
        "{} cells of {:.4g} x {:.4g} m: start anew, or use the grid the history was made with",
        state.grid.nx, state.grid.ny, state.grid.dx, state.grid.dy, ours.nx, ours.ny, ours.dx,
        ours.dy));
  }
  impl_->state = state;
}

}  // namespace tread::contact
