#include "tread/contact/tangential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tread/contact/nested_grids.hpp"
#include "tread/contact/stick_slip.hpp"
#include "tread/contact/tangential_operators.hpp"
#include "tread/core/as_size.hpp"
#include "tread/core/cell_range.hpp"
#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

/// Coarse grids need only show which cells stick.
constexpr double k_coarse_traction_tolerance = 1e-2;
/// A force this close to what friction can carry leaves no cell that sticks, and no solution.
constexpr double k_almost_all = 1 - 1e-9;

StepBack step_back_of(const TangentialProblem& problem) {
  if (problem.motion == Motion::shift) return {};
  const auto [x, y] = problem.step;
  if (std::abs(x) == 1) return {StepBack::Axis::x, x > 0 ? 1 : -1, y};
  return {StepBack::Axis::y, y > 0 ? 1 : -1, x};
}

void check_field(std::size_t size, const Grid& grid, const char* what) {
  if (size != grid.n_cells()) {
    throw ModelError(
        fmt::format("{} has {} values on a grid of {} cells", what, size, grid.n_cells()));
  }
}

void check_finite(const VectorField<double>& field, std::size_t cell, const char* what) {
  if (std::isfinite(field.x[cell]) && std::isfinite(field.y[cell])) return;
  throw ModelError(fmt::format("the {} displacement must be finite, got ({}, {}) m in cell {}",
                               what, field.x[cell], field.y[cell], cell));
}

void check_forces(const TangentialProblem& problem) {
  if (!problem.force_given[0] && !problem.force_given[1]) return;
  double most = 0;
  for (const double g : problem.bound) most += g;
  most *= problem.grid.cell_area();
  const double fx = problem.force_given[0] ? problem.force[0] : 0;
  const double fy = problem.force_given[1] ? problem.force[1] : 0;
  const double asked = std::hypot(fx, fy);
  if (asked == 0 && most == 0) return;
  if (!(asked < k_almost_all * most)) {
    throw ModelError(
        fmt::format("a tangential force of {:.6g} N is prescribed but friction can carry no more "
                    "than {:.6g} N: the bodies slide, and no creepage belongs to that force; "
                    "prescribe a smaller force, or the creepage",
                    asked, most));
  }
}

void check_tangential(const TangentialProblem& problem) {
  tread::check(problem.grid);
  tread::check(problem.bodies);
  check_field(problem.bound.size(), problem.grid, "the traction bound");
  check_field(problem.rigid.x.size(), problem.grid, "the rigid displacement");
  check_field(problem.rigid.y.size(), problem.grid, "the rigid displacement");
  if (problem.known.size() != 0) {
    check_field(problem.known.x.size(), problem.grid, "the known displacement");
    check_field(problem.known.y.size(), problem.grid, "the known displacement");
  }
  for (std::size_t i = 0; i < problem.bound.size(); ++i) {
    if (!(problem.bound[i] >= 0) || !std::isfinite(problem.bound[i])) {
      throw ModelError(fmt::format(
          "the traction bound must be >= 0 and finite, got {} Pa in cell {}", problem.bound[i], i));
    }
    if (problem.bound[i] <= 0) continue;
    check_finite(problem.rigid, i, "rigid");
    if (problem.known.size() != 0) check_finite(problem.known, i, "known");
  }
  if (!(problem.layer_flexibility >= 0) || !std::isfinite(problem.layer_flexibility)) {
    throw ModelError(fmt::format("the flexibility of the layer must be >= 0 m/Pa, got {}",
                                 problem.layer_flexibility));
  }
  for (const double f : problem.force) {
    if (!std::isfinite(f)) throw ModelError(fmt::format("the force must be finite, got {} N", f));
  }
  if (problem.motion == Motion::steady_rolling) {
    const double x = std::abs(problem.step[0]);
    const double y = std::abs(problem.step[1]);
    if (!(std::max(x, y) == 1)) {
      throw ModelError(fmt::format(
          "steady rolling goes one cell per step along x or y, got ({}, {}) cells", x, y));
    }
  }
  check_forces(problem);
}

bool has_failed(const StickSlip::Outcome& outcome) {
  return outcome.status == SolveStatus::stalled || outcome.status == SolveStatus::max_iterations;
}

/// A part of the grid, which may reach beyond it, that holds the contact and where its particles
/// were one step before.
struct Window {
  int x = 0;
  int y = 0;
  int nx = 0;
  int ny = 0;
};

Window window_around(const CellRange& range, const std::array<double, 2>& step) {
  const auto axis = [](int first, int n, double s) {
    const int before = s < 0 ? 1 : 0;
    const int after = s > 0 ? 1 : 0;
    return std::pair{first - before, roomy(n + before + after)};
  };
  const auto [x, nx] = axis(range.x_first, range.nx(), step[0]);
  const auto [y, ny] = axis(range.y_first, range.ny(), step[1]);
  return {x, y, nx, ny};
}

/// One grid of the nested sequence: the cells' sizes and the problem on them.
struct Level {
  Extent extent;
  double dx = 0;
  double dy = 0;
  StickSlip problem;
};

/// Bounds, rigid displacements and forces of the next coarser level.
void restrict_to(Level& coarse, const Level& fine, const StepBack& step_back) {
  const int fx = fine.extent.nx == coarse.extent.nx ? 1 : 2;
  const int fy = fine.extent.ny == coarse.extent.ny ? 1 : 2;
  // Steady rolling goes one cell per step: with larger cells the step is longer, and with it the
  // rigid displacement.
  const double longer = step_back.axis == StepBack::Axis::none ? 1
                        : step_back.axis == StepBack::Axis::x  ? fx
                                                               : fy;
  // The load is traction times dx.
  const double load = fx;
  for (int j = 0; j < coarse.extent.ny; ++j) {
    for (int i = 0; i < coarse.extent.nx; ++i) {
      double bound = 0;
      double wx = 0;
      double wy = 0;
      int n_inside = 0;
      for (int fj = fy * j; fj < std::min(fy * (j + 1), fine.extent.ny); ++fj) {
        for (int fi = fx * i; fi < std::min(fx * (i + 1), fine.extent.nx); ++fi) {
          const std::size_t cell = as_size(fj) * as_size(fine.extent.nx) + as_size(fi);
          if (fine.problem.bound[cell] <= 0) continue;
          bound += fine.problem.bound[cell];
          wx += fine.problem.rigid.x[cell];
          wy += fine.problem.rigid.y[cell];
          ++n_inside;
        }
      }
      const std::size_t cell = as_size(j) * as_size(coarse.extent.nx) + as_size(i);
      coarse.problem.bound[cell] = load * bound / (fx * fy);
      coarse.problem.rigid.x[cell] = n_inside > 0 ? longer * wx / n_inside : 0;
      coarse.problem.rigid.y[cell] = n_inside > 0 ? longer * wy / n_inside : 0;
    }
  }
}

/// First guess on the fine level: the traction over its bound is what is interpolated.
void prolong(const Level& coarse, Level& fine) {
  const int fx = fine.extent.nx == coarse.extent.nx ? 1 : 2;
  const int fy = fine.extent.ny == coarse.extent.ny ? 1 : 2;
  const auto neighbours = [](int k, int factor, int n) {
    const int here = k / factor;
    const int beside = factor == 1 ? here : k % 2 == 0 ? here - 1 : here + 1;
    return std::pair{here, std::clamp(beside, 0, n - 1)};
  };
  for (int j = 0; j < fine.extent.ny; ++j) {
    for (int i = 0; i < fine.extent.nx; ++i) {
      const std::size_t cell = as_size(j) * as_size(fine.extent.nx) + as_size(i);
      fine.problem.load.x[cell] = fine.problem.load.y[cell] = 0;
      if (fine.problem.bound[cell] <= 0) continue;
      const auto [xa, xb] = neighbours(i, fx, coarse.extent.nx);
      const auto [ya, yb] = neighbours(j, fy, coarse.extent.ny);
      double sum_x = 0;
      double sum_y = 0;
      double weights = 0;
      const auto take = [&](int ci, int cj, double weight) {
        const std::size_t c = as_size(cj) * as_size(coarse.extent.nx) + as_size(ci);
        const double g = coarse.problem.bound[c];
        if (g <= 0) return;
        sum_x += weight * coarse.problem.load.x[c] / g;
        sum_y += weight * coarse.problem.load.y[c] / g;
        weights += weight;
      };
      take(xa, ya, 9);
      take(xb, ya, 3);
      take(xa, yb, 3);
      take(xb, yb, 1);
      if (weights <= 0) continue;
      fine.problem.load.x[cell] = fine.problem.bound[cell] * sum_x / weights;
      fine.problem.load.y[cell] = fine.problem.bound[cell] * sum_y / weights;
    }
  }
}

}  // namespace

struct TangentialWorkspace::Impl {
  TangentialOperatorCache operators;
  std::unique_ptr<ThreadTeam> team;
  std::vector<Level> levels;  // finest first
  Window window;
  double products = 0;
};

TangentialWorkspace::TangentialWorkspace() : impl_(std::make_unique<Impl>()) {}
TangentialWorkspace::~TangentialWorkspace() = default;
TangentialWorkspace::TangentialWorkspace(TangentialWorkspace&&) noexcept = default;
TangentialWorkspace& TangentialWorkspace::operator=(TangentialWorkspace&&) noexcept = default;
double TangentialWorkspace::products() const { return impl_->products; }

namespace {

class TangentialSolve {
 public:
  TangentialSolve(const TangentialProblem& problem, const TangentialOptions& options,
                  TangentialWorkspace::Impl& work)
      : problem_(problem),
        options_(options),
        work_(work),
        step_back_(step_back_of(problem)),
        compliance_(compliance_of(problem.bodies)) {
    if (work_.team == nullptr || work_.team->size() != options.n_threads) {
      work_.team = std::make_unique<ThreadTeam>(options.n_threads);
    }
  }

  void run(TangentialSolution& solution, Start start) {
    check_tangential(problem_);
    const Grid& grid = problem_.grid;
    const bool warm = start != Start::cold && solution.traction.x.size() == grid.n_cells();
    const CellRange range = positive_range(problem_.bound, grid.nx, grid.ny);
    if (range.is_empty()) {
      nothing(solution);
      return;
    }
    const bool driven = choose_unit();
    open_window(range);
    Level& finest = work_.levels[0];
    std::optional<StickSlip::Outcome> outcome;
    if (warm && driven) {
      read_guess(solution);
      outcome = solve(finest, options_.tolerance, 0);
    }
    for (const StickSlip::Pace pace : {StickSlip::Pace::quick, StickSlip::Pace::careful}) {
      if (outcome && !has_failed(*outcome)) break;
      pace_ = pace;
      outcome = from_coarse_grids();
    }
    write(*outcome, solution);
  }

  void respond(const TangentialSolution& solution, const std::vector<double>& bound_change,
               const VectorField<double>& rigid_change, VectorField<double>& traction_change) {
    check_tangential(problem_);
    const Grid& grid = problem_.grid;
    traction_change.assign(grid.n_cells(), 0);
    const CellRange range = positive_range(problem_.bound, grid.nx, grid.ny);
    if (range.is_empty()) return;
    choose_unit();
    open_window(range);
    read_guess(solution);
    Level& finest = work_.levels[0];
    const std::size_t n = finest.extent.n_cells();
    std::vector<double> bounds(n);
    VectorField<double> rigid;
    VectorField<double> change;
    rigid.resize(n);
    for_window([&](std::size_t inside, std::size_t cell) {
      bounds[inside] = scale_ * bound_change[cell];
      rigid.x[inside] = rigid_change.x[cell] / unit_;
      rigid.y[inside] = rigid_change.y[cell] / unit_;
    });
    finest.problem.solve_response(goal(options_.tolerance, 0), rigid, bounds, change,
                                  operators(finest), *work_.team);
    for_window([&](std::size_t inside, std::size_t cell) {
      traction_change.x[cell] = change.x[inside] / scale_;
      traction_change.y[cell] = change.y[inside] / scale_;
    });
  }

 private:
  void nothing(TangentialSolution& solution) const {
    const std::size_t n = problem_.grid.n_cells();
    solution = {};
    solution.status = SolveStatus::converged;
    solution.traction.assign(n, 0);
    solution.slip.assign(n, 0);
    solution.cells.assign(n, CellState::outside);
  }

  /// body(index in the window, index in the grid), for cells that are in both.
  template <class Body>
  void for_window(Body&& body) const {
    const Window& w = work_.window;
    const Grid& grid = problem_.grid;
    for (int j = std::max(0, -w.y); j < std::min(w.ny, grid.ny - w.y); ++j) {
      for (int i = std::max(0, -w.x); i < std::min(w.nx, grid.nx - w.x); ++i) {
        body(as_size(j) * as_size(w.nx) + as_size(i), grid.index(w.x + i, w.y + j));
      }
    }
  }

  Level& level(std::size_t k, const Extent& extent, double dx, double dy) {
    if (work_.levels.size() <= k) work_.levels.resize(k + 1);
    Level& at = work_.levels[k];
    at.extent = extent;
    at.dx = dx;
    at.dy = dy;
    at.problem.resize(extent.nx, extent.ny);
    at.problem.step_back = step_back_;
    // A coarse grid's cells may have another shape; its solution is a first guess only.
    const double stretch = (dx / problem_.grid.dx) / (dy / problem_.grid.dy);
    at.problem.step_back.transverse = std::clamp(
        step_back_.transverse * (step_back_.axis == StepBack::Axis::x ? stretch : 1 / stretch),
        -1.0, 1.0);
    return at;
  }

  /// False: nothing moves the bodies, and nothing pulls them.
  bool choose_unit() {
    double largest_bound = 0;
    double largest_move = 0;
    std::size_t n_contact = 0;
    for (std::size_t i = 0; i < problem_.bound.size(); ++i) {
      if (problem_.bound[i] <= 0) continue;
      ++n_contact;
      largest_bound = std::max(largest_bound, problem_.bound[i]);
      largest_move =
          std::max({largest_move, std::abs(problem_.rigid.x[i]), std::abs(problem_.rigid.y[i])});
      if (problem_.known.size() == 0) continue;
      largest_move =
          std::max({largest_move, std::abs(problem_.known.x[i]), std::abs(problem_.known.y[i])});
    }
    double largest_force = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      if (problem_.force_given[k]) {
        largest_force = std::max(largest_force, std::abs(problem_.force[k]));
      }
    }
    const double load = compliance_.shear * problem_.grid.dx;
    const double drive =
        largest_move +
        load * largest_force / (problem_.grid.cell_area() * static_cast<double>(n_contact));
    unit_ = drive > 0 ? std::min(load * largest_bound, drive) : load * largest_bound;
    scale_ = load / unit_;
    return drive > 0;
  }

  void open_window(const CellRange& range) {
    work_.window = window_around(
        range, problem_.motion == Motion::shift ? std::array<double, 2>{0, 0} : problem_.step);
    const Window& w = work_.window;
    Level& finest = level(0, {w.nx, w.ny}, problem_.grid.dx, problem_.grid.dy);
    std::fill(finest.problem.bound.begin(), finest.problem.bound.end(), 0.0);
    for (VectorField<double>* field : {&finest.problem.rigid, &finest.problem.load}) {
      field->assign(finest.extent.n_cells(), 0);
    }
    for_window([&](std::size_t inside, std::size_t cell) {
      finest.problem.bound[inside] = scale_ * problem_.bound[cell];
      finest.problem.rigid.x[inside] = problem_.rigid.x[cell] / unit_;
      finest.problem.rigid.y[inside] = problem_.rigid.y[cell] / unit_;
    });
    finest.problem.known.resize(problem_.known.size() == 0 ? 0 : finest.extent.n_cells());
    if (problem_.known.size() != 0) {
      finest.problem.known.assign(finest.extent.n_cells(), 0);
      for_window([&](std::size_t inside, std::size_t cell) {
        finest.problem.known.x[inside] = problem_.known.x[cell] / unit_;
        finest.problem.known.y[inside] = problem_.known.y[cell] / unit_;
        finest.problem.rigid.x[inside] += finest.problem.known.x[inside];
        finest.problem.rigid.y[inside] += finest.problem.known.y[inside];
      });
    }
    finest.problem.offset = {0, 0};
  }

  void read_guess(const TangentialSolution& solution) {
    Level& finest = work_.levels[0];
    for_window([&](std::size_t inside, std::size_t cell) {
      double x = scale_ * solution.traction.x[cell];
      double y = scale_ * solution.traction.y[cell];
      const double size = std::hypot(x, y);
      const double g = finest.problem.bound[inside];
      if (size > g) {
        x *= g / size;
        y *= g / size;
      }
      finest.problem.load.x[inside] = x;
      finest.problem.load.y[inside] = y;
    });
    for (std::size_t k = 0; k < 2; ++k) {
      finest.problem.offset[k] = problem_.force_given[k] ? solution.offset[k] / unit_ : 0;
    }
  }

  TangentialOperators& operators(const Level& at) {
    const Grid cell{at.extent.nx, at.extent.ny, 0, 0, at.dx, at.dy};
    return work_.operators.get(
        at.extent.nx, at.extent.ny,
        tangential_shape(cell, compliance_, problem_.line_datum, problem_.layer_flexibility));
  }

  StickSlip::Goal goal(double tolerance, std::size_t k) const {
    StickSlip::Goal g;
    g.tolerance = tolerance;
    g.max_iterations = options_.max_iterations;
    g.pace = pace_;
    const Level& at = work_.levels[k];
    for (std::size_t d = 0; d < 2; ++d) {
      g.force_given[d] = problem_.force_given[d];
      // Σ q = shear compliance * dx * F / cell area
      g.total[d] = compliance_.shear * at.dx * problem_.force[d] / (at.dx * at.dy * unit_);
    }
    return g;
  }

  StickSlip::Outcome solve(Level& at, double tolerance, std::size_t k) {
    const long long before = at.problem.n_products();
    const StickSlip::Outcome outcome =
        at.problem.solve(goal(tolerance, k), operators(at), *work_.team, options_.observer);
    const double weight = static_cast<double>(at.extent.n_cells()) /
                          static_cast<double>(work_.levels[0].extent.n_cells());
    work_.products += weight * static_cast<double>(at.problem.n_products() - before);
    return outcome;
  }

  StickSlip::Outcome from_coarse_grids() {
    std::size_t n_levels = 1;
    for (Extent next = coarser(work_.levels[0].extent);
         !(next == work_.levels[n_levels - 1].extent); next = coarser(next)) {
      const Level& fine = work_.levels[n_levels - 1];
      const double dx = fine.dx * (next.nx == fine.extent.nx ? 1 : 2);
      const double dy = fine.dy * (next.ny == fine.extent.ny ? 1 : 2);
      level(n_levels, next, dx, dy);
      restrict_to(work_.levels[n_levels], work_.levels[n_levels - 1], step_back_);
      ++n_levels;
    }
    Level& coarsest = work_.levels[n_levels - 1];
    std::fill(coarsest.problem.load.x.begin(), coarsest.problem.load.x.end(), 0.0);
    std::fill(coarsest.problem.load.y.begin(), coarsest.problem.load.y.end(), 0.0);
    coarsest.problem.offset = {0, 0};
    StickSlip::Outcome outcome;
    for (std::size_t k = n_levels; k-- > 0;) {
      Level& at = work_.levels[k];
      if (k + 1 < n_levels) {
        const Level& coarse = work_.levels[k + 1];
        prolong(coarse, at);
        const bool same_step =
            step_back_.axis == StepBack::Axis::none ||
            (step_back_.axis == StepBack::Axis::x ? coarse.dx == at.dx : coarse.dy == at.dy);
        for (std::size_t d = 0; d < 2; ++d) {
          at.problem.offset[d] = coarse.problem.offset[d] * (same_step ? 1 : 0.5);
        }
      }
      outcome = solve(at, k == 0 ? options_.tolerance : k_coarse_traction_tolerance, k);
      if (outcome.status == SolveStatus::stopped) break;
    }
    return outcome;
  }

  void write(const StickSlip::Outcome& outcome, TangentialSolution& solution) const {
    const std::size_t n = problem_.grid.n_cells();
    const StickSlip& box = work_.levels[0].problem;
    solution.status = outcome.status;
    solution.iterations = outcome.inner_iterations;
    solution.residual = outcome.residual;
    solution.offset = {unit_ * box.offset[0], unit_ * box.offset[1]};
    solution.force = {0, 0};
    solution.n_adhesion = solution.n_slip = 0;
    solution.traction.assign(n, 0);
    solution.slip.assign(n, 0);
    solution.cells.assign(n, CellState::outside);
    for_window([&](std::size_t inside, std::size_t cell) {
      const CellState state = box.state(inside);
      if (state == CellState::outside) return;
      solution.cells[cell] = state;
      solution.traction.x[cell] = box.load.x[inside] / scale_;
      solution.traction.y[cell] = box.load.y[inside] / scale_;
      const auto [slip_x, slip_y] = box.slip(inside);
      solution.slip.x[cell] = unit_ * slip_x;
      solution.slip.y[cell] = unit_ * slip_y;
      solution.force[0] += solution.traction.x[cell];
      solution.force[1] += solution.traction.y[cell];
      (state == CellState::slip ? solution.n_slip : solution.n_adhesion) += 1;
    });
    for (double& f : solution.force) f *= problem_.grid.cell_area();
  }

  const TangentialProblem& problem_;
  const TangentialOptions& options_;
  TangentialWorkspace::Impl& work_;
  StepBack step_back_;
  Compliance compliance_;
  StickSlip::Pace pace_ = StickSlip::Pace::quick;
  double unit_ = 1;   // of length in the boxes, m: loads and slips of the order of one
  double scale_ = 1;  // load over traction
};

}  // namespace

void solve_tangential(const TangentialProblem& problem, const TangentialOptions& options,
                      TangentialWorkspace& workspace, TangentialSolution& solution, Start start) {
  TangentialSolve(problem, options, workspace.impl()).run(solution, start);
}

void traction_response(const TangentialProblem& problem, const TangentialSolution& solution,
                       const std::vector<double>& bound_change,
                       const VectorField<double>& rigid_change, TangentialWorkspace& workspace,
                       VectorField<double>& traction_change) {
  const TangentialOptions options;
  TangentialSolve(problem, options, workspace.impl())
      .respond(solution, bound_change, rigid_change, traction_change);
}

}  // namespace tread::contact
