#include "tread/contact/rolling_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/contact/contact_fixed_history.hpp"
#include "tread/contact/world_fixed_window.hpp"
#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

/// Ways that differ by less than this part of what they are compared with are the same.
constexpr double k_same_way = 1e-9;
/// The longest step of one call, in cells: more is more likely a mistake in a unit.
constexpr double k_most_cells = 1e6;
constexpr int k_most_commits = 1000;

const char* name_of(RollingScheme scheme) {
  switch (scheme) {
    case RollingScheme::exact:
      return "exact";
    case RollingScheme::interpolated:
      return "interpolated";
    case RollingScheme::world_fixed:
      return "world-fixed";
  }
  return "unknown";
}

void check_setup(const RollingSetup& setup) {
  tread::check(setup.grid);
  tread::check(setup.bodies);
  check(setup.friction.law);
  check(setup.friction.memory);
  if (!setup.distance) throw ModelError("rolling contact needs an undeformed distance");
  if (setup.commits_per_cell < 0 || setup.commits_per_cell > k_most_commits) {
    throw ModelError(fmt::format("commits per cell must be from 0 to {}, got {}", k_most_commits,
                                 setup.commits_per_cell));
  }
}

void check_step(double dt, const RollingStep& step) {
  if (!(dt > 0) || !std::isfinite(dt)) {
    throw ModelError(fmt::format("a step must take longer than 0 s, got {}", dt));
  }
  if (!(step.speed >= 0) || !std::isfinite(step.speed)) {
    throw ModelError(fmt::format(
        "the rolling speed must be >= 0 m/s, got {}; to roll backwards turn the rolling "
        "direction by half a turn",
        step.speed));
  }
  if (!std::isfinite(step.direction)) {
    throw ModelError(
        fmt::format("the rolling direction must be a finite number, got {} rad", step.direction));
  }
  if (!std::isfinite(step.normal_value)) {
    throw ModelError(fmt::format("the {} must be a finite number, got {}",
                                 step.normal == Prescribed::force ? "normal force" : "approach",
                                 step.normal_value));
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
  for (const double centre : step.kinematics.spin_centre) {
    if (!std::isfinite(centre)) {
      throw ModelError(fmt::format("the centre of spin must be finite, got {}", centre));
    }
  }
}

}  // namespace

struct RollingContact::Impl {
  explicit Impl(RollingSetup s) { begin(std::move(s)); }

  void begin(RollingSetup s) {
    check_setup(s);
    setup = std::move(s);
    history_maker.set_up(setup.grid, bodies(), friction_at_rest());
    if (team_ && team_->size() != setup.options.n_threads) team_.reset();
    grid = setup.grid;
    state = state_at_rest();
    solution = {};
    problem.normal.bodies = setup.bodies;
    problem.normal.line_datum = setup.line_datum;
    problem.friction = setup.friction;
    problem.layer_flexibility = setup.layer_flexibility;
    problem.motion = Motion::shift;
  }

  /// Copies what counts; plans and buffers are made anew.
  Impl(const Impl& other) : Impl(other.setup) {
    state = other.state;
    solution = other.solution;
    grid = other.grid;
  }

  bool world_fixed() const { return setup.scheme == RollingScheme::world_fixed; }
  double friction_at_rest() const { return static_coefficient(setup.friction.law); }
  TangentialDisplacement::Bodies bodies() const {
    return {compliance_of(setup.bodies), setup.line_datum, setup.layer_flexibility};
  }

  RollingState state_at_rest() const {
    const std::size_t n = setup.grid.n_cells();
    RollingState rest;
    rest.scheme = setup.scheme;
    rest.grid = setup.grid;
    for (RollingState::Snapshot* snapshot : {&rest.committed, &rest.last}) {
      snapshot->traction.assign(n, 0);
      snapshot->pressure.assign(n, 0);
      snapshot->cells.assign(n, CellState::outside);
      snapshot->friction.assign(n, friction_at_rest());
    }
    return rest;
  }

  SolveStatus start_steady(const RollingStep& now) {
    check_step(1, now);
    if (!(now.speed > 0)) {
      throw ModelError("steady rolling needs a speed > 0 m/s, got 0: start at rest instead");
    }
    FrictionalProblem steady = problem;
    steady.motion = Motion::steady_rolling;
    steady.rolling = {now.direction, now.speed, setup.lead};
    steady.kinematics = now.kinematics;
    set_normal(now, setup.grid, steady.normal);
    solution = solve_frictional(steady, setup.options, workspace);
    grid = setup.grid;
    if (solution.status != SolveStatus::converged) return solution.status;
    state = state_at_rest();
    take(state.last);
    state.committed = state.last;
    state.last_step = now;
    state.creepage = solution.creepage;
    return SolveStatus::converged;
  }

  SolveStatus step(double dt, const RollingStep& now) {
    check_step(dt, now);
    const Heading heading = heading_of(setup.grid, now.direction);
    const double length = now.speed * dt;
    if (length / heading.cell > k_most_cells) {
      throw ModelError(fmt::format("a step of {} m is {:.3g} cells long: check speed and time step",
                                   length, length / heading.cell));
    }
    before = state;
    solution_before = solution;
    const Grid grid_before = grid;
    try {
      const SolveStatus status = advance(dt, length, heading, now);
      if (status == SolveStatus::converged) {
        state.last_step = now;
      } else {
        state = before;
      }
      return status;
    } catch (...) {
      state = before;
      solution = solution_before;
      grid = grid_before;
      throw;
    }
  }

  SolveStatus advance(double dt, double length, const Heading& heading, const RollingStep& now) {
    if (!world_fixed()) return contact_fixed_step(dt, length, heading, now);
    const bool turns = turns_round(state, now);
    if (state.since.length > 0 && (turns || length == 0)) commit(state, state.last);
    if (before.last_step.direction != now.direction) state.past_point = 0;
    return length > 0 ? world_fixed_step(dt, length, heading, now) : one_step(dt, 0, heading, now);
  }

  // ---- the grid moves with the contact, or nothing moves ----

  SolveStatus contact_fixed_step(double dt, double length, const Heading& heading,
                                 const RollingStep& now) {
    int n = 1;
    if (setup.scheme == RollingScheme::interpolated) {
      n = std::max(1, static_cast<int>(std::ceil(length / heading.cell * (1 - k_same_way))));
    }
    SolveStatus status = SolveStatus::converged;
    for (int k = 1; k <= n && status == SolveStatus::converged; ++k) {
      status = one_step(dt / n, length / n, heading, loads_after(now, static_cast<double>(k) / n));
    }
    return status;
  }

  SolveStatus one_step(double dt, double length, const Heading& heading, const RollingStep& now) {
    double lead = setup.lead;
    if (length == 0) {
      history_maker.standing(state.committed, history, team());
    } else if (setup.scheme == RollingScheme::exact) {
      history_maker.exact(state, length, heading, history, team());
    } else {
      history_maker.interpolated(state, length, heading, history, team());
      lead *= heading.cell / length;  // its steady state is that of steps of one cell
    }
    problem.kinematics = now.kinematics;
    problem.rolling = {now.direction, length > 0 ? now.speed : 1};
    const Grid here = world_fixed() ? window_in_contact_frame(state) : setup.grid;
    if (solve(now, here, {length, lead, dt}) != SolveStatus::converged) return solution.status;
    state.time += dt;
    state.way[0] += length * heading.x;
    state.way[1] += length * heading.y;
    const Creepage& creepage = solution.creepage;
    if (length > 0) {
      update_mean_creepage(state,
                           {length, {length * creepage.longitudinal, length * creepage.lateral}},
                           heading.cell, creepage.spin);
    } else {
      state.pieces.clear();
      state.creepage = creepage;
    }
    state.past_point = 0;
    state.since.work = solution.frictional_power * (length > 0 ? dt : 1);  // of a shift: in J
    commit(state, state.last);
    return SolveStatus::converged;
  }

  // ---- the grid stays on the rail ----

  SolveStatus world_fixed_step(double dt, double length, const Heading& heading,
                               const RollingStep& now) {
    const double between = setup.commits_per_cell > 0 ? heading.cell / setup.commits_per_cell
                                                      : length + state.past_point;
    double done = 0;
    while (done < length) {
      const double left = length - done;
      const double to_point = between - state.past_point;
      const bool reaches = to_point <= left + k_same_way * between;
      const bool ends = left <= to_point + k_same_way * between;
      const double piece = ends ? left : to_point;
      done = ends ? length : done + piece;
      const SolveStatus status =
          world_fixed_piece(dt * piece / length, piece, heading, loads_after(now, done / length));
      if (status != SolveStatus::converged) return status;
      state.past_point += piece;
      if (reaches) {
        commit(state, state.last);
        state.past_point = 0;
      }
    }
    return SolveStatus::converged;
  }

  SolveStatus world_fixed_piece(double dt, double length, const Heading& heading,
                                const RollingStep& now) {
    go_on(state, dt, length, heading, now.kinematics, friction_at_rest());
    history_maker.standing(state.committed, history, team());
    const RollingState::Since& since = state.since;
    problem.kinematics = kinematics_since_committed(state, now.kinematics);
    problem.rolling = {now.direction, since.length / since.time};
    const Grid window = window_in_contact_frame(state);
    // no lead: where particles were during the step is in the kinematics
    if (solve(now, window, {since.length, 0, since.time}) != SolveStatus::converged) {
      return solution.status;
    }
    if (solution.normal.touches_edge) {
      throw ModelError(fmt::format(
          "the contact reaches the edge of its window of {} x {} cells, {:.4g} x {:.4g} "
          "m: in world-fixed rolling the window must be larger than the contact by two "
          "cells on every side; enlarge the grid",
          window.nx, window.ny, window.width(), window.height()));
    }
    state.since.work = solution.frictional_power * since.time;
    const std::array<double, 2> creep = move_to_origin(state, solution.creepage);
    update_mean_creepage(state, {length, creep}, heading.cell, now.kinematics.spin);
    return SolveStatus::converged;
  }

  // ---- parts of all steps ----

  /// What is prescribed after a part of the step: loads go evenly from those before, creepages
  /// hold.
  RollingStep loads_after(const RollingStep& now, double part) const {
    RollingStep at = now;
    const RollingStep& old = before.last_step;
    const bool is_first = before.time == 0 && old.speed == 0;  // a steady start has a speed
    if (part >= 1 || is_first) return at;
    const auto between = [part](double a, double b) { return a + part * (b - a); };
    if (old.normal == now.normal) {
      at.normal_value = between(old.normal_value, now.normal_value);
    }
    const auto force = [&](const Given& a, Given& b) {
      if (a.kind == Given::Kind::force && b.kind == Given::Kind::force) {
        b.value = between(a.value, b.value);
      }
    };
    force(old.kinematics.x, at.kinematics.x);
    force(old.kinematics.y, at.kinematics.y);
    return at;
  }

  /// Solves from the history at hand; the outcome becomes the last state.
  SolveStatus solve(const RollingStep& now, const Grid& here, const Step& step) {
    grid = here;
    set_normal(now, here, problem.normal);
    guess();
    solve_step(problem, step, history, setup.options, workspace, solution, Start::from_guess);
    if (solution.status == SolveStatus::converged) take(state.last);
    return solution.status;
  }

  void set_normal(const RollingStep& now, const Grid& here, NormalProblem& normal) const {
    normal.grid = here;
    normal.prescribed = now.normal;
    normal.value = now.normal_value;
    normal.distance.resize(here.n_cells());
    for (int j = 0; j < here.ny; ++j) {
      for (int i = 0; i < here.nx; ++i) {
        normal.distance[here.index(i, j)] = setup.distance(here.x(i), here.y(j));
      }
    }
  }

  /// The last tractions as first guess.
  void guess() {
    const std::size_t n = setup.grid.n_cells();
    solution.traction = state.last.traction;
    solution.cells = state.last.cells;
    solution.friction = state.last.friction;
    solution.slip.assign(n, 0);
    solution.creepage = {};
    solution.normal.pressure = state.last.pressure;
    solution.normal.displacement.resize(n);
    solution.normal.force = 0;
    for (const double p : solution.normal.pressure) solution.normal.force += p;
    solution.normal.force *= setup.grid.cell_area();
  }

  void take(RollingState::Snapshot& snapshot) const {
    snapshot.traction = solution.traction;
    snapshot.pressure = solution.normal.pressure;
    snapshot.cells = solution.cells;
    for (std::size_t i = 0; i < snapshot.friction.size(); ++i) {
      const bool touches = solution.cells[i] != CellState::outside;
      snapshot.friction[i] = touches ? solution.friction[i] : friction_at_rest();
    }
  }

  ThreadTeam& team() {
    if (!team_) team_ = std::make_unique<ThreadTeam>(setup.options.n_threads);
    return *team_;
  }

  RollingSetup setup;
  RollingState state;
  FrictionalSolution solution;

  // Memory only: nothing here outlives a step in meaning.
  FrictionalProblem problem;
  FrictionalWorkspace workspace;
  ContactFixedHistory history_maker;
  std::unique_ptr<ThreadTeam> team_;
  History history;
  Grid grid;  // of the solution, in the contact frame
  RollingState before;
  FrictionalSolution solution_before;
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
void RollingContact::begin(RollingSetup setup) { impl_->begin(std::move(setup)); }
SolveStatus RollingContact::step(double dt, const RollingStep& step) {
  return impl_->step(dt, step);
}
SolveStatus RollingContact::start_steady(const RollingStep& step) {
  return impl_->start_steady(step);
}
const FrictionalSolution& RollingContact::solution() const { return impl_->solution; }
const Grid& RollingContact::grid() const { return impl_->grid; }
Creepage RollingContact::creepage() const { return impl_->state.creepage; }
void RollingContact::set_distance(DistanceFunction distance) {
  if (!distance) throw ModelError("rolling contact needs an undeformed distance");
  impl_->setup.distance = std::move(distance);
}
const RollingState& RollingContact::state() const { return impl_->state; }

void RollingContact::restore(const RollingState& state) {
  const Grid& ours = impl_->setup.grid;
  if (!(state.grid == ours)) {
    throw ModelError(fmt::format(
        "the history belongs to a grid of {} x {} cells of {:.4g} x {:.4g} m from ({:.4g}, {:.4g}) "
        "m, this contact has {} x {} cells of {:.4g} x {:.4g} m from ({:.4g}, {:.4g}) m: start "
        "anew, or use the grid the history was made with",
        state.grid.nx, state.grid.ny, state.grid.dx, state.grid.dy, state.grid.x0, state.grid.y0,
        ours.nx, ours.ny, ours.dx, ours.dy, ours.x0, ours.y0));
  }
  if (state.scheme != impl_->setup.scheme) {
    throw ModelError(fmt::format(
        "the history was made in {} rolling, this contact rolls in the {} scheme: start anew, or "
        "use the scheme the history was made with",
        name_of(state.scheme), name_of(impl_->setup.scheme)));
  }
  impl_->state = state;
  impl_->solution = {};
  impl_->grid = impl_->world_fixed() ? window_in_contact_frame(state) : ours;
}

}  // namespace tread::contact
