#include "tread/contact/frictional.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/contact/friction_turns.hpp"
#include "tread/contact/heading.hpp"
#include "tread/contact/tangential_displacement.hpp"
#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

/// A part of a cell that rounding may leave.
constexpr double k_cell_rounding = 1e-12;
constexpr double k_outer_floor = 1e-12;
/// Differences for derivatives, over the strain at which the whole contact slides, and how exactly
/// their two sides are solved.
constexpr double k_difference = 1e-3;
constexpr double k_difference_tolerance = 1e-8;
constexpr double k_bound_weight = 10;
/// Slips are found more exactly, by this part of the tolerance, where coefficients depend on them.
constexpr double k_settling = 0.1;
constexpr double k_settling_floor = 1e-11;
/// Turns between coefficients and slips, for each one allowed between pressures and tractions.
constexpr int k_law_turns = 10;
/// What a change of the bounds brings about in them: from here on there may be several solutions.
constexpr double k_steepest_fall = 1;

void check_number(double value, const char* what, const char* unit) {
  if (!std::isfinite(value)) {
    throw ModelError(fmt::format("the {} must be a finite number, got {}{}{}", what, value,
                                 *unit == 0 ? "" : " ", unit));
  }
}

void check_frictional(const FrictionalProblem& problem) {
  check(problem.friction.law);
  check(problem.friction.memory);
  const std::size_t n = problem.normal.grid.n_cells();
  if (!problem.friction.factor.empty() && problem.friction.factor.size() != n) {
    throw ModelError(fmt::format("the friction factor has {} values on a grid of {} cells",
                                 problem.friction.factor.size(), n));
  }
  for (const double f : problem.friction.factor) {
    if (!(f >= 0) || !std::isfinite(f)) {
      throw ModelError(fmt::format("a friction factor must be >= 0 and finite, got {}", f));
    }
  }
  const bool x_force = problem.kinematics.x.kind == Given::Kind::force;
  const bool y_force = problem.kinematics.y.kind == Given::Kind::force;
  check_number(problem.kinematics.x.value, x_force ? "force along x" : "longitudinal creepage",
               x_force ? "N" : "");
  check_number(problem.kinematics.y.value, y_force ? "force along y" : "lateral creepage",
               y_force ? "N" : "");
  check_number(problem.kinematics.spin, "spin creepage", "1/m");
  for (const double c : problem.kinematics.spin_centre) check_number(c, "centre of spin", "m");
  check_number(problem.rolling.direction, "rolling direction", "rad");
  check_number(problem.rolling.lead, "lead of a step of rolling", "");
  if (!(problem.rolling.speed > 0) || !std::isfinite(problem.rolling.speed)) {
    throw ModelError(
        fmt::format("the rolling speed must be > 0 m/s, got {}; to roll backwards turn the rolling "
                    "direction by half a turn",
                    problem.rolling.speed));
  }
  const std::size_t extra = problem.extra_creepage.size();
  if (extra != 0 && (extra != n || problem.extra_creepage.y.size() != n)) {
    throw ModelError(
        fmt::format("the extra creepage has {} values on a grid of {} cells", extra, n));
  }
}

void check_history(const History& history, std::size_t n_cells) {
  for (const std::size_t size : {history.displacement.x.size(), history.displacement.y.size(),
                                 history.cells.size(), history.friction.size()}) {
    if (size != 0 && size != n_cells) {
      throw ModelError(fmt::format(
          "the history has {} values on a grid of {} cells: it belongs to another grid; start anew "
          "or use the grid it was made with",
          size, n_cells));
    }
  }
}

/// The step of steady rolling: one cell along the axis nearest to the rolling direction.
struct SteadyStep {
  std::array<double, 2> cells{1, 0};
  double length = 0;  // m
};

SteadyStep steady_step(const Grid& grid, double direction) {
  const Heading heading = heading_of(grid, direction);
  const auto exact = [](double cells) {  // the larger one is a whole cell, whatever rounding says
    return std::abs(std::abs(cells) - 1) < k_cell_rounding ? std::copysign(1.0, cells) : cells;
  };
  return {
      {exact(heading.cell * (heading.x / grid.dx)), exact(heading.cell * (heading.y / grid.dy))},
      heading.cell};
}

/// Forces and moment of tractions over a grid.
CreepForces resultant(const Grid& grid, const VectorField<double>& traction) {
  CreepForces sums;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double px = traction.x[grid.index(i, j)];
      const double py = traction.y[grid.index(i, j)];
      sums.longitudinal += px;
      sums.lateral += py;
      sums.spin_moment += grid.x(i) * py - grid.y(j) * px;
    }
  }
  const double area = grid.cell_area();
  return {area * sums.longitudinal, area * sums.lateral, area * sums.spin_moment};
}

}  // namespace

struct FrictionalWorkspace::Impl {
  NormalWorkspace normal;
  TangentialWorkspace tangential;
  TangentialDisplacement displacement;
  std::unique_ptr<ThreadTeam> team;
  NormalProblem normal_problem;  // with the distance that tractions add
  TangentialProblem tangential_problem;
  TangentialSolution tangential_solution;
  VectorField<double> rigid;    // w without coupling and history
  VectorField<double> sheared;  // displacement by the pressure
  std::vector<double> lifted;   // displacement by the tractions
  std::vector<double> last_pressure;
  VectorField<double> last_traction;
  std::vector<unsigned char> has_slipped;
  std::vector<double> friction;  // μ per cell
  std::vector<double> asked;     // μ that the law has for the slips
  std::vector<double> weight;    // what makes a bound of μ
  FrictionTurns turns;
};

FrictionalWorkspace::FrictionalWorkspace() : impl_(std::make_unique<Impl>()) {}
FrictionalWorkspace::~FrictionalWorkspace() = default;
FrictionalWorkspace::FrictionalWorkspace(FrictionalWorkspace&&) noexcept = default;
FrictionalWorkspace& FrictionalWorkspace::operator=(FrictionalWorkspace&&) noexcept = default;
NormalWorkspace& FrictionalWorkspace::normal() { return impl_->normal; }
TangentialWorkspace& FrictionalWorkspace::tangential() { return impl_->tangential; }

namespace {

class FrictionalSolve {
 public:
  FrictionalSolve(const FrictionalProblem& problem, const FrictionalOptions& options,
                  FrictionalWorkspace::Impl& work, FrictionalSolution& solution)
      : problem_(problem),
        options_(options),
        work_(work),
        solution_(solution),
        grid_(problem.normal.grid),
        bodies_{compliance_of(problem.normal.bodies), problem.normal.line_datum,
                problem.layer_flexibility} {
    check_frictional(problem);
    if (work_.team == nullptr || work_.team->size() != options.n_threads) {
      work_.team = std::make_unique<ThreadTeam>(options.n_threads);
    }
  }

  void steady_or_shift(Start start) {
    if (problem_.motion == Motion::steady_rolling) {
      const SteadyStep step = steady_step(grid_, problem_.rolling.direction);
      cells_per_step_ = step.cells;
      length_ = step.length;
      lead_ = problem_.rolling.lead;
      duration_ = length_ / problem_.rolling.speed;
    }
    solve(start);
  }

  void step(const Step& step, const History& history, Start start) {
    step_ = &step;
    if (!(step.distance >= 0) || !std::isfinite(step.distance)) {
      throw ModelError(fmt::format("a step's length must be >= 0 m, got {}", step.distance));
    }
    check_number(step.lead, "lead of a step", "");
    if (!(step.duration >= 0) || !std::isfinite(step.duration)) {
      throw ModelError(fmt::format("a step's duration must be >= 0 s, got {}", step.duration));
    }
    check_history(history, grid_.n_cells());
    length_ = step.distance > 0 ? step.distance : 1;
    rolls_ = step.distance > 0;
    lead_ = step.lead;
    duration_ = step.duration;
    history_ = &history;
    solve(start);
  }

 private:
  bool steady() const { return problem_.motion == Motion::steady_rolling && history_ == nullptr; }
  bool is_rolling() const { return steady() || rolls_; }
  const FallingFriction* falling() const {
    return std::get_if<FallingFriction>(&problem_.friction.law);
  }
  const CoulombFriction* stick_slip_law() const {
    const auto* law = std::get_if<CoulombFriction>(&problem_.friction.law);
    return law != nullptr && law->static_coefficient > law->kinetic_coefficient ? law : nullptr;
  }
  /// The normal problem does not depend on tractions, nor the law on what slipped before.
  bool one_turn() const { return !coupled() && stick_slip_law() == nullptr; }
  bool coupled() const { return bodies_.compliance.coupling != 0; }
  Coupling& coupling() { return work_.displacement.coupling(grid_, bodies_); }
  double factor(std::size_t cell) const {
    return problem_.friction.factor.empty() ? 1 : problem_.friction.factor[cell];
  }

  void solve(Start start) {
    if (falling() != nullptr && !(duration_ > 0)) {
      throw ModelError(
          "a friction coefficient that depends on the slip velocity needs a step with a duration: "
          "rolling with a speed, or Coulomb friction");
    }
    // Pressures may be known where tractions are not, from a normal problem solved before.
    const bool knows_pressure =
        start != Start::cold && solution_.normal.pressure.size() == grid_.n_cells();
    const bool knows_traction = knows_pressure && solution_.traction.x.size() == grid_.n_cells();
    prepare(knows_traction);
    Start normal_start = knows_pressure ? start : Start::cold;
    Start tangential_start = knows_traction ? start : Start::cold;
    solution_.iterations = 0;
    solution_.outer_iterations = 0;
    double best_change = std::numeric_limits<double>::infinity();
    for (int turn = 0;; ++turn) {
      const bool normal_changes = turn == 0 || coupled();
      if (normal_changes && !solve_normal_part(normal_start)) return;
      work_.tangential_problem.rigid = work_.rigid;
      set_known_displacement();
      if (falling() == nullptr) {
        set_coefficients();
        set_bounds();
        solve_tangential_part(tangential_options(), tangential_start);
      } else {
        settle_friction(tangential_start);
      }
      normal_start = tangential_start = Start::from_guess;
      if (solution_.status != SolveStatus::converged) break;
      if (one_turn()) break;
      const bool newly_slipping = mark_slipping();
      const double change = change_of_turn();
      // A bound that was relaxed is not yet that of the friction law.
      solution_.outer_change = std::max(change, k_bound_weight * bound_gap_);
      if (!newly_slipping && turn > 0 && solution_.outer_change <= outer_tolerance()) break;
      if (!newly_slipping && turn + 1 >= options_.max_outer_iterations) {
        solution_.status = SolveStatus::max_iterations;
        break;
      }
      // A turn that moves away is answered by smaller ones, until they come closer again.
      if (!newly_slipping && turn > 1) {
        relaxation_ = change > best_change ? std::max(0.1, 0.5 * relaxation_)
                                           : std::min(1.0, 2 * relaxation_);
      }
      best_change = std::min(best_change, change);
    }
    finish();
  }

  void solve_tangential_part(const TangentialOptions& options, Start start) {
    solve_tangential(work_.tangential_problem, options, work_.tangential, work_.tangential_solution,
                     start);
    take_tangential();
    ++solution_.outer_iterations;
  }

  /// A falling law: turns until coefficients and slips belong together.
  void settle_friction(Start start) {
    TangentialOptions options = tangential_options();
    // What slips are off must not keep the turns from settling.
    options.tolerance =
        std::min(options.tolerance, std::max(k_settling * options.tolerance, k_settling_floor));
    const double least = kinetic_coefficient(problem_.friction.law);
    const double most = static_coefficient(problem_.friction.law);
    set_weights();
    const bool keeps_order = !steady() && !(problem_.friction.memory.distance > 0);
    work_.turns.begin(options.tolerance,
                      keeps_order ? FrictionTurns::Order::kept : FrictionTurns::Order::not_kept);
    for (int turn = 1;; ++turn) {
      for (std::size_t i = 0; i < work_.weight.size(); ++i) {
        work_.tangential_problem.bound[i] = work_.weight[i] * work_.friction[i];
      }
      solve_tangential_part(options, start);
      start = Start::from_guess;
      if (solution_.status != SolveStatus::converged) return;
      set_asked();
      work_.turns.look_at(work_.friction, work_.asked, work_.weight);
      solution_.outer_change = work_.turns.error();
      if (solution_.outer_change <= outer_tolerance() || work_.turns.ended()) return;
      if (turn >= k_law_turns * options_.max_outer_iterations) {
        solution_.status = SolveStatus::max_iterations;
        return;
      }
      work_.turns.advance(work_.friction, work_.asked, least, most);
    }
  }

  /// The coefficients with which turns begin.
  void set_first_coefficients(bool warm) {
    const std::size_t n = grid_.n_cells();
    work_.friction.assign(n, static_coefficient(problem_.friction.law));
    if (falling() == nullptr) return;
    switch (falling()->branch) {
      case SlipBranch::low_slip:
        break;
      case SlipBranch::high_slip:
        work_.friction.assign(n, kinetic_coefficient(problem_.friction.law));
        break;
      case SlipBranch::as_before:
        if (warm && solution_.friction.size() == n) work_.friction = solution_.friction;
        break;
    }
  }

  void prepare(bool warm) {
    const std::size_t n = grid_.n_cells();
    work_.normal_problem = problem_.normal;
    TangentialProblem& t = work_.tangential_problem;
    t.grid = grid_;
    t.bodies = problem_.normal.bodies;
    t.line_datum = problem_.normal.line_datum;
    t.layer_flexibility = problem_.layer_flexibility;
    t.motion = steady() ? Motion::steady_rolling : Motion::shift;
    t.step = cells_per_step_;
    const std::array<const Given*, 2> given{&problem_.kinematics.x, &problem_.kinematics.y};
    for (std::size_t k = 0; k < 2; ++k) {
      t.force_given[k] = given[k]->kind == Given::Kind::force;
      t.force[k] = t.force_given[k] ? given[k]->value : 0;
    }
    work_.last_pressure.clear();
    set_first_coefficients(warm);
    set_rigid();
    work_.sheared.assign(n, 0);
    work_.lifted.assign(n, 0);
    work_.has_slipped.assign(n, 0);
    if (history_ != nullptr && history_->cells.size() == n) {
      for (std::size_t i = 0; i < n; ++i) {
        work_.has_slipped[i] = history_->cells[i] == CellState::slip ? 1 : 0;
      }
    }
    TangentialSolution& guess = work_.tangential_solution;
    if (warm) {
      guess.traction = solution_.traction;
      guess.cells = solution_.cells;
      guess.slip = solution_.slip;
      for (std::size_t i = 0; i < n; ++i) {
        guess.slip.x[i] *= length_;
        guess.slip.y[i] *= length_;
      }
      guess.offset = {solution_.creepage.longitudinal * length_,
                      solution_.creepage.lateral * length_};
      if (coupled()) coupling().lift(solution_.traction, work_.lifted, *work_.team);
    } else {
      guess.traction.assign(n, 0);
      guess.slip.assign(n, 0);
      guess.cells.assign(n, CellState::outside);
      guess.offset = {0, 0};
    }
  }

  /// Rigid displacement of body 1 over the step, where the creepage is given.
  void set_rigid() {
    const Kinematics& k = problem_.kinematics;
    rigid_motion({k.x.kind == Given::Kind::creepage ? k.x.value : 0,
                  k.y.kind == Given::Kind::creepage ? k.y.value : 0, k.spin},
                 work_.rigid);
    if (problem_.extra_creepage.size() == 0) return;
    for (std::size_t i = 0; i < work_.rigid.size(); ++i) {
      work_.rigid.x[i] += length_ * problem_.extra_creepage.x[i];
      work_.rigid.y[i] += length_ * problem_.extra_creepage.y[i];
    }
  }

  /// What creepages displace body 1 by over the step: also the derivative with respect to each.
  void rigid_motion(const Creepage& creepage, VectorField<double>& w) const {
    const Kinematics& k = problem_.kinematics;
    const double ahead = is_rolling() ? lead_ * length_ : 0;
    const double ahead_x = ahead * std::cos(problem_.rolling.direction);
    const double ahead_y = ahead * std::sin(problem_.rolling.direction);
    w.resize(grid_.n_cells());
    for (int j = 0; j < grid_.ny; ++j) {
      const double y = grid_.y(j) + ahead_y - k.spin_centre[1];
      for (int i = 0; i < grid_.nx; ++i) {
        const double x = grid_.x(i) + ahead_x - k.spin_centre[0];
        const std::size_t cell = grid_.index(i, j);
        w.x[cell] = length_ * (creepage.longitudinal - creepage.spin * y);
        w.y[cell] = length_ * (creepage.lateral + creepage.spin * x);
      }
    }
  }

  NormalOptions normal_options() const {
    NormalOptions options;
    // What a pressure is off near the edge of the contact must not keep the turns from settling.
    options.tolerance = (coupled() ? 0.1 : 1) * options_.tolerance;
    options.max_iterations = options_.max_iterations;
    options.n_threads = options_.n_threads;
    options.observer = options_.observer;
    if (options_.sensitivity == Sensitivity::forces) options.derivative = Derivative::approach;
    return options;
  }

  TangentialOptions tangential_options() const {
    TangentialOptions options;
    options.tolerance = options_.tolerance;
    options.max_iterations = options_.max_iterations;
    options.n_threads = options_.n_threads;
    options.observer = options_.observer;
    return options;
  }

  /// Turns change by what the solvers leave open; that much cannot be asked of them.
  double outer_tolerance() const { return std::max(10 * options_.tolerance, k_outer_floor); }

  /// False: not solved, or the bodies do not touch.
  bool solve_normal_part(Start start) {
    if (coupled()) {
      for (std::size_t i = 0; i < work_.lifted.size(); ++i) {
        work_.normal_problem.distance[i] = problem_.normal.distance[i] + work_.lifted[i];
      }
    }
    solve_normal(work_.normal_problem, normal_options(), work_.normal, solution_.normal, start);
    if (solution_.normal.status == SolveStatus::converged && solution_.normal.n_contact > 0) {
      return true;
    }
    solution_.status = solution_.normal.status;
    work_.tangential_problem.bound.assign(grid_.n_cells(), 0);
    work_.tangential_problem.rigid = work_.rigid;
    if (solution_.normal.status != SolveStatus::converged) {
      work_.tangential_problem.force_given = {false, false};  // not the force's fault
    }
    solve_tangential(work_.tangential_problem, tangential_options(), work_.tangential,
                     work_.tangential_solution, Start::cold);
    const SolveStatus status = solution_.normal.status;
    take_tangential();
    solution_.status = status;
    finish();
    return false;
  }

  double slip_velocity(std::size_t cell) const {
    const TangentialSolution& t = work_.tangential_solution;
    if (t.cells[cell] != CellState::slip) return 0;
    return std::hypot(t.slip.x[cell], t.slip.y[cell]) / duration_;
  }

  /// Coulomb's law.
  void set_coefficients() {
    std::vector<double>& mu = work_.friction;
    const auto& law = std::get<CoulombFriction>(problem_.friction.law);
    for (std::size_t i = 0; i < mu.size(); ++i) {
      mu[i] = work_.has_slipped[i] != 0 ? law.kinetic_coefficient : law.static_coefficient;
    }
  }

  /// What a falling law asks for.
  void set_asked() {
    std::vector<double>& mu = work_.asked;
    mu.resize(grid_.n_cells());
    const FallingFriction& law = *falling();
    for (std::size_t i = 0; i < mu.size(); ++i) mu[i] = coefficient(law, slip_velocity(i));
    if (problem_.friction.memory.distance > 0) delay_coefficients(mu);
  }

  /// Friction memory: coefficients follow those that the particles had one step before.
  void delay_coefficients(std::vector<double>& mu) const {
    const FrictionMemory& memory = problem_.friction.memory;
    const double at_rest = static_coefficient(problem_.friction.law);
    const auto delayed = [&](std::size_t cell, double before) {
      const double way = duration_ * std::max(slip_velocity(cell), memory.velocity);
      const double theta = memory.distance / (memory.distance + way);
      return theta * before + (1 - theta) * mu[cell];
    };
    if (!steady()) {
      const bool known = history_ != nullptr && history_->friction.size() == mu.size();
      for (std::size_t i = 0; i < mu.size(); ++i) {
        mu[i] = delayed(i, known ? history_->friction[i] : at_rest);
      }
      return;
    }
    // Steady rolling: one step before, a particle was where its neighbours ahead are now. Cells are
    // visited from the leading edge on.
    const std::vector<double>& pressure = solution_.normal.pressure;
    const bool along_x = std::abs(cells_per_step_[0]) == 1;
    const int n = along_x ? grid_.nx : grid_.ny;
    const int m = along_x ? grid_.ny : grid_.nx;
    const int ahead = cells_per_step_[along_x ? 0 : 1] > 0 ? 1 : -1;
    const double transverse = cells_per_step_[along_x ? 1 : 0];
    const int side = transverse < 0 ? -1 : 1;
    const double far = std::abs(transverse);
    const auto at = [&](int primary, int other) {
      if (primary < 0 || primary >= n || other < 0 || other >= m) return at_rest;
      const std::size_t cell = along_x ? grid_.index(primary, other) : grid_.index(other, primary);
      return pressure[cell] > 0 ? mu[cell] : at_rest;
    };
    for (int k = 0; k < n; ++k) {
      const int i = ahead > 0 ? n - 1 - k : k;
      for (int j = 0; j < m; ++j) {
        const std::size_t cell = along_x ? grid_.index(i, j) : grid_.index(j, i);
        mu[cell] = delayed(cell, (1 - far) * at(i + ahead, j) + far * at(i + ahead, j + side));
      }
    }
  }

  void set_bounds() { relax_to(work_.tangential_problem.bound, work_.friction); }

  /// Of a falling law: bounds over coefficients.
  void set_weights() {
    work_.asked.assign(grid_.n_cells(), 1);
    relax_to(work_.weight, work_.asked);
    work_.tangential_problem.bound.resize(work_.weight.size());
  }

  /// Pressures times coefficients, relaxed against what they were.
  void relax_to(std::vector<double>& bound, const std::vector<double>& coefficients) {
    const std::vector<double>& pressure = solution_.normal.pressure;
    const bool relax = relaxation_ < 1 && bound.size() == pressure.size();
    bound.resize(pressure.size());
    double largest = 0;
    double largest_gap = 0;
    for (std::size_t i = 0; i < bound.size(); ++i) {
      const double next = pressure[i] > 0 ? pressure[i] * factor(i) * coefficients[i] : 0;
      bound[i] = relax && bound[i] > 0 && next > 0
                     ? relaxation_ * next + (1 - relaxation_) * bound[i]
                     : next;
      largest = std::max(largest, next);
      largest_gap = std::max(largest_gap, std::abs(next - bound[i]));
    }
    bound_gap_ = largest > 0 ? largest_gap / largest : 0;
  }

  /// What is known of the change of displacement: the step before, and what the pressure does in
  /// bodies of unlike material.
  void set_known_displacement() {
    const std::size_t n = grid_.n_cells();
    const bool has_history = history_ != nullptr && history_->displacement.size() == n;
    VectorField<double>& known = work_.tangential_problem.known;
    known.assign(has_history || coupled() ? n : 0, 0);
    if (has_history) {
      for (std::size_t i = 0; i < n; ++i) {
        known.x[i] = -history_->displacement.x[i];
        known.y[i] = -history_->displacement.y[i];
      }
    }
    if (!coupled()) return;
    coupling().shear(solution_.normal.pressure, work_.sheared, *work_.team);
    for (std::size_t i = 0; i < n; ++i) {
      known.x[i] += work_.sheared.x[i];
      known.y[i] += work_.sheared.y[i];
    }
    if (steady()) coupling().subtract_moved(known, cells_per_step_);
  }

  void take_tangential() {
    const TangentialSolution& t = work_.tangential_solution;
    solution_.status = t.status;
    solution_.residual = t.residual;
    solution_.iterations += t.iterations;
    if (coupled() && t.status == SolveStatus::converged) {
      coupling().lift(t.traction, work_.lifted, *work_.team);
    }
  }

  bool mark_slipping() {
    if (stick_slip_law() == nullptr) return false;
    bool any = false;
    for (std::size_t i = 0; i < work_.has_slipped.size(); ++i) {
      if (work_.tangential_solution.cells[i] == CellState::slip && work_.has_slipped[i] == 0) {
        work_.has_slipped[i] = 1;
        any = true;
      }
    }
    return any;
  }

  /// Largest change of pressure and traction since the turn before, over their largest value.
  double change_of_turn() {
    const std::vector<double>& p = solution_.normal.pressure;
    const VectorField<double>& q = work_.tangential_solution.traction;
    double change_p = 0;
    double largest_p = 0;
    double change_q = 0;
    double largest_q = 0;
    const bool first = work_.last_pressure.size() != p.size();
    for (std::size_t i = 0; i < p.size(); ++i) {
      largest_p = std::max(largest_p, p[i]);
      largest_q = std::max(largest_q, std::hypot(q.x[i], q.y[i]));
      if (first) continue;
      change_p = std::max(change_p, std::abs(p[i] - work_.last_pressure[i]));
      change_q = std::max(change_q, std::hypot(q.x[i] - work_.last_traction.x[i],
                                               q.y[i] - work_.last_traction.y[i]));
    }
    work_.last_pressure = p;
    work_.last_traction = q;
    if (first) return 1;
    return std::max(largest_p > 0 ? change_p / largest_p : 0,
                    largest_q > 0 ? change_q / largest_q : 0);
  }

  void finish() {
    TangentialSolution& t = work_.tangential_solution;
    const std::size_t n = grid_.n_cells();
    solution_.bound = work_.tangential_problem.bound;
    solution_.friction = work_.friction;
    solution_.traction = t.traction;
    solution_.cells = t.cells;
    solution_.n_adhesion = t.n_adhesion;
    solution_.n_slip = t.n_slip;
    solution_.slip = t.slip;
    for (std::size_t i = 0; i < n; ++i) {
      solution_.slip.x[i] /= length_;
      solution_.slip.y[i] /= length_;
    }
    const Kinematics& k = problem_.kinematics;
    solution_.creepage = {k.x.kind == Given::Kind::creepage ? k.x.value : t.offset[0] / length_,
                          k.y.kind == Given::Kind::creepage ? k.y.value : t.offset[1] / length_,
                          k.spin};
    sum_up();
    work_.displacement.compute(grid_, bodies_, solution_.traction, solution_.normal.pressure,
                               solution_.displacement, *work_.team);
    check_uniqueness();
    if (options_.sensitivity == Sensitivity::forces) sensitivity();
  }

  void sum_up() {
    solution_.forces = resultant(grid_, solution_.traction);
    double power = 0;
    for (std::size_t i = 0; i < solution_.cells.size(); ++i) {
      if (solution_.cells[i] != CellState::slip) continue;
      power += solution_.traction.x[i] * solution_.slip.x[i] +
               solution_.traction.y[i] * solution_.slip.y[i];
    }
    solution_.frictional_power =
        grid_.cell_area() * power * (is_rolling() ? problem_.rolling.speed : 1);
  }

  /// Whether a change of the bounds, passed on from slip to slip, may grow by itself.
  void check_uniqueness() {
    solution_.may_not_be_unique = false;
    if (falling() == nullptr || solution_.normal.n_contact == 0) return;
    const std::vector<double>& pressure = solution_.normal.pressure;
    const auto at = static_cast<std::size_t>(std::max_element(pressure.begin(), pressure.end()) -
                                             pressure.begin());
    const auto& table = work_.displacement.operators(grid_, bodies_).table();
    double moved = 0;  // by the pressure as a traction
    if (steady()) {
      // Cells ahead and behind push in opposite ways: what is left is the cell's own.
      const bool along_x = std::abs(cells_per_step_[0]) == 1;
      const auto& next = table(along_x && grid_.nx > 1 ? 1 : 0, !along_x && grid_.ny > 1 ? 1 : 0);
      moved = (table(0, 0).xx - next.xx) * pressure[at] * factor(at);
    } else {
      const auto width = static_cast<std::size_t>(grid_.nx);
      const auto apart = [](std::size_t a, std::size_t b) {
        return static_cast<int>(a > b ? a - b : b - a);
      };
      for (std::size_t i = 0; i < pressure.size(); ++i) {
        if (!(pressure[i] > 0)) continue;
        moved += table(apart(i % width, at % width), apart(i / width, at / width)).xx *
                 pressure[i] * factor(i);
      }
    }
    const double fall = steepest_fall(*falling(), problem_.friction.memory, duration_);
    solution_.may_not_be_unique =
        bodies_.compliance.shear * grid_.dx * moved * fall / duration_ > k_steepest_fall;
  }

  void sensitivity() {
    ForceSensitivity& result = solution_.sensitivity;
    result = {};
    if (solution_.normal.n_contact == 0 || solution_.status != SolveStatus::converged) return;
    if (!one_turn() || falling() != nullptr) {
      sensitivity_by_differences();
      return;
    }
    const std::size_t n = grid_.n_cells();
    std::vector<double> bound_change(n, 0);
    VectorField<double> rigid_change;
    VectorField<double> traction_change;
    result[0][0] = solution_.normal.stiffness;
    for (std::size_t column = 0; column < 4; ++column) {
      if (is_force(column)) continue;
      for (std::size_t i = 0; i < n; ++i) {
        const double p = solution_.normal.pressure[i];
        bound_change[i] = column == 0 && p > 0
                              ? solution_.bound[i] / p * solution_.normal.pressure_derivative[i]
                              : 0;
      }
      rigid_motion({column == 1 ? 1.0 : 0.0, column == 2 ? 1.0 : 0.0, column == 3 ? 1.0 : 0.0},
                   rigid_change);
      traction_response(work_.tangential_problem, work_.tangential_solution, bound_change,
                        rigid_change, work_.tangential, traction_change);
      const CreepForces change = resultant(grid_, traction_change);
      result[1][column] = change.longitudinal;
      result[2][column] = change.lateral;
      result[3][column] = change.spin_moment;
    }
  }

  /// Where each problem depends on the other, or the bound on the slip: central differences.
  void sensitivity_by_differences() {
    const std::vector<double>& bound = solution_.bound;
    const double strain = *std::max_element(bound.begin(), bound.end()) * bodies_.compliance.shear;
    const double size = std::sqrt(solution_.normal.contact_area);
    const double creep = k_difference * strain * (is_rolling() ? 1 : size);
    const std::array<double, 4> steps{k_difference * strain * size, creep, creep, creep / size};
    FrictionalProblem nearby = problem_;
    nearby.normal.prescribed = Prescribed::approach;
    if (auto* law = std::get_if<FallingFriction>(&nearby.friction.law)) {
      law->branch = SlipBranch::as_before;  // the one whose derivatives are wanted
    }
    FrictionalOptions options = options_;
    options.sensitivity = Sensitivity::none;
    options.tolerance = std::min(options.tolerance, k_difference_tolerance);
    const auto forces_at = [&](std::size_t column, double change) {
      nearby.normal.value = solution_.normal.approach + (column == 0 ? change : 0);
      nearby.kinematics = problem_.kinematics;
      if (column == 1) nearby.kinematics.x.value += change;
      if (column == 2) nearby.kinematics.y.value += change;
      if (column == 3) nearby.kinematics.spin += change;
      FrictionalSolution there = solution_;
      FrictionalSolve solve(nearby, options, work_, there);
      if (step_ != nullptr) {
        solve.step(*step_, *history_, Start::from_guess);
      } else {
        solve.steady_or_shift(Start::from_guess);
      }
      return std::array<double, 4>{there.normal.force, there.forces.longitudinal,
                                   there.forces.lateral, there.forces.spin_moment};
    };
    for (std::size_t column = 0; column < 4; ++column) {
      if (is_force(column)) continue;
      const auto above = forces_at(column, steps[column]);
      const auto below = forces_at(column, -steps[column]);
      for (std::size_t row = 0; row < 4; ++row) {
        solution_.sensitivity[row][column] = (above[row] - below[row]) / (2 * steps[column]);
      }
    }
  }

  /// Whether a column of the sensitivity belongs to a direction whose force is given.
  bool is_force(std::size_t column) const {
    return (column == 1 && problem_.kinematics.x.kind == Given::Kind::force) ||
           (column == 2 && problem_.kinematics.y.kind == Given::Kind::force);
  }

  const FrictionalProblem& problem_;
  const FrictionalOptions& options_;
  FrictionalWorkspace::Impl& work_;
  FrictionalSolution& solution_;
  const Grid& grid_;
  TangentialDisplacement::Bodies bodies_;
  const History* history_ = nullptr;  // null: nothing happened before
  const Step* step_ = nullptr;
  std::array<double, 2> cells_per_step_{1, 0};
  double length_ = 1;    // what creepages are multiplied by to become displacements, m
  double lead_ = 0;      // of a particle's mean place during the step, over the step
  double duration_ = 0;  // of the step, s
  bool rolls_ = false;
  double relaxation_ = 1;
  double bound_gap_ = 0;  // left by the relaxation, over the largest bound
};

}  // namespace

FrictionalSolution solve_frictional(const FrictionalProblem& problem,
                                    const FrictionalOptions& options,
                                    FrictionalWorkspace& workspace) {
  FrictionalSolution solution;
  solve_frictional(problem, options, workspace, solution, Start::cold);
  return solution;
}

void solve_frictional(const FrictionalProblem& problem, const FrictionalOptions& options,
                      FrictionalWorkspace& workspace, FrictionalSolution& solution, Start start) {
  FrictionalSolve(problem, options, workspace.impl(), solution).steady_or_shift(start);
}

void solve_step(const FrictionalProblem& problem, const Step& step, const History& history,
                const FrictionalOptions& options, FrictionalWorkspace& workspace,
                FrictionalSolution& solution, Start start) {
  FrictionalSolve(problem, options, workspace.impl(), solution).step(step, history, start);
}

}  // namespace tread::contact
