#include "tread/contact/normal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/contact/active_set.hpp"
#include "tread/contact/dense_contact.hpp"
#include "tread/contact/nested_grids.hpp"
#include "tread/contact/normal_operators.hpp"
#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/thread_team.hpp"

namespace tread::contact {
namespace {

/// Coarse grids only provide a first guess for the next: solving them further than their own error
/// is wasted.
constexpr double k_coarse_pressure_tolerance = 1e-4;
/// Direct sums over the contact beat transforms on grids up to this many cells.
constexpr std::size_t k_max_dense_grid = 1024;
constexpr double k_infinity = std::numeric_limits<double>::infinity();
/// Distances of so many displacements never close; as infinite ones they cannot overflow single
/// precision.
constexpr double k_out_of_reach = 1e12;
constexpr double k_warm_inner_reduction = 0.01;
constexpr int k_max_threads = 256;
/// Straight on for at most this many times the last step.
constexpr double k_longest_extrapolation = 2;
/// Rounds of iterating in a box and checking on the whole grid.
constexpr int k_max_box_rounds = 12;
/// Residuals that rounding alone can cause: no other method would get below.
constexpr double k_rounding_floor = 1e-13;
constexpr int k_max_approach_steps = 60;
constexpr double k_slope_tolerance = 1e-3;

/// The problem in the variables of ActiveSet: lengths in units of about the largest displacement,
/// counted from the smallest undeformed distance, so that single precision neither under- nor
/// overflows; q = load_per_pressure * p.
struct Scaling {
  double unit;                // m
  double smallest_distance;   // m
  double load_per_pressure;   // normal compliance * dx / unit, 1/Pa
  double total_per_force_dy;  // Σ q dy for a force of 1 N, m/N
};

Scaling scaling_of(const NormalProblem& problem, double smallest_distance) {
  const double normal = compliance_of(problem.bodies).normal();
  const Grid& grid = problem.grid;
  const double unit = problem.prescribed == Prescribed::approach
                          ? problem.value - smallest_distance
                          : normal * problem.value / std::sqrt(grid.width() * grid.height());
  return {unit, smallest_distance, normal * grid.dx / unit, normal / unit};
}

void check_options(const NormalOptions& options) {
  if (!(options.tolerance > 0)) {
    throw ModelError(fmt::format("the tolerance must be > 0, got {}", options.tolerance));
  }
  if (options.max_iterations < 1) {
    throw ModelError(
        fmt::format("at least one iteration is needed, got {}", options.max_iterations));
  }
  if (options.n_threads < 1 || options.n_threads > k_max_threads) {
    throw ModelError(fmt::format("the number of threads must be 1 to {}, got {}", k_max_threads,
                                 options.n_threads));
  }
}

void check_problem(const NormalProblem& problem) {
  check(problem.grid);
  check(problem.bodies);
  if (problem.distance.size() != problem.grid.n_cells()) {
    throw ModelError(
        fmt::format("the undeformed distance has {} values for a grid of {} x {} cells",
                    problem.distance.size(), problem.grid.nx, problem.grid.ny));
  }
  if (!std::isfinite(problem.value)) {
    throw ModelError(fmt::format("the prescribed {} must be finite, got {}",
                                 problem.prescribed == Prescribed::force ? "force" : "approach",
                                 problem.value));
  }
  if (problem.prescribed == Prescribed::force && problem.value < 0) {
    throw ModelError(fmt::format("the normal force must be >= 0 N, got {}", problem.value));
  }
  if (problem.line_datum != 0) {
    const double reach = problem.grid.width();
    if (problem.grid.ny != 1) {
      throw ModelError(fmt::format("a line contact has one row of cells, got {}", problem.grid.ny));
    }
    if (!(problem.line_datum >= reach) || problem.line_datum == k_infinity) {
      throw ModelError(fmt::format(
          "the datum distance of a line contact must be finite and at least the width of its grid, "
          "{} m, got {} m",
          reach, problem.line_datum));
    }
  }
}

/// NaN or -infinity anywhere is refused; +infinity means no contact there.
double smallest_distance(const NormalProblem& problem) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < problem.distance.size(); ++i) {
    const double h = problem.distance[i];
    if (std::isnan(h) || h == -std::numeric_limits<double>::infinity()) {
      throw ModelError(fmt::format("the undeformed distance of cell ({}, {}) is {}",
                                   i % as_size(problem.grid.nx), i / as_size(problem.grid.nx), h));
    }
    smallest = std::min(smallest, h);
  }
  if (!std::isfinite(smallest)) {
    throw ModelError("the undeformed distance is infinite everywhere: there is nothing to touch");
  }
  return smallest;
}

/// Removes load from cells that must not touch; returns what is left.
double sum_where_allowed(std::vector<double>& load, const std::vector<double>& h) {
  double sum = 0;
  for (std::size_t i = 0; i < load.size(); ++i) {
    if (h[i] == k_infinity) load[i] = 0;
    sum += load[i];
  }
  return sum;
}

/// Copies a box out of a field of the whole grid, or back into it.
void cut(const std::vector<double>& field, int nx, const Box& box, std::vector<double>& part) {
  part.resize(box.extent.n_cells());
  for (int j = 0; j < box.extent.ny; ++j) {
    std::copy_n(field.data() + as_size(box.y + j) * as_size(nx) + as_size(box.x), box.extent.nx,
                part.data() + as_size(j) * as_size(box.extent.nx));
  }
}

void paste(const std::vector<double>& part, const Box& box, std::vector<double>& field, int nx) {
  for (int j = 0; j < box.extent.ny; ++j) {
    std::copy_n(part.data() + as_size(j) * as_size(box.extent.nx), box.extent.nx,
                field.data() + as_size(box.y + j) * as_size(nx) + as_size(box.x));
  }
}

/// The box that also holds every cell outside it where the surfaces overlap.
Box grown(const Box& box, const std::vector<double>& h, const std::vector<double>& u,
          double approach, std::vector<double>& load, const Extent& extent) {
  bool any = false;
  for (int j = 0; j < extent.ny; ++j) {
    for (int i = 0; i < extent.nx; ++i) {
      const bool inside =
          i >= box.x && i < box.x + box.extent.nx && j >= box.y && j < box.y + box.extent.ny;
      const std::size_t cell = as_size(j) * as_size(extent.nx) + as_size(i);
      if (!inside && h[cell] + u[cell] < approach) {
        load[cell] = std::numeric_limits<double>::min();  // counts as contact for the box only
        any = true;
      }
    }
  }
  return any ? box_around(load, extent) : box;
}

}  // namespace

struct NormalWorkspace::Impl {
  /// What the last solve returned and for which bodies and cells: any other first guess may have a
  /// displacement that does not belong to its pressure. And the solution before it: a sequence of
  /// warm starts goes on in a straight line.
  struct History {
    Grid grid;
    double normal_compliance = 0;
    double line_datum = 0;
    double approach = 0;
    double force = 0;
    double approach_before = 0;
    double force_before = 0;
    std::vector<double> pressure_before;  // empty: the sequence has just begun
    std::vector<double> displacement_before;

    bool returned(const NormalSolution& solution, const NormalProblem& problem) const {
      return solution.approach == approach && solution.force == force && problem.grid == grid &&
             problem.line_datum == line_datum &&
             compliance_of(problem.bodies).normal() == normal_compliance;
    }
  };

  NormalOperatorCache operators;
  std::unique_ptr<ThreadTeam> team;
  Prolongation prolongation;
  std::vector<Extent> extents;            // of the nested grids, finest first
  std::vector<std::vector<double>> gaps;  // their scaled undeformed distances
  std::vector<double> coarse_load;        // solution on the grid before
  std::vector<double> load;               // first guess on the grid at hand
  ActiveSet whole;                        // the finest grid
  ActiveSet part;                         // a box of it, or a coarse grid
  History history;
  DenseContact dense;  // the finest grid, if few cells touch
};

NormalWorkspace::NormalWorkspace() : impl_(std::make_unique<Impl>()) {}
NormalWorkspace::~NormalWorkspace() = default;
NormalWorkspace::NormalWorkspace(NormalWorkspace&&) noexcept = default;
NormalWorkspace& NormalWorkspace::operator=(NormalWorkspace&&) noexcept = default;

namespace {

class NormalSolve {
 public:
  NormalSolve(const NormalProblem& problem, const NormalOptions& options,
              NormalWorkspace::Impl& work, NormalSolution& solution)
      : problem_(problem), options_(options), work_(work), solution_(solution) {
    check_options(options);
    if (work_.team == nullptr || work_.team->size() != options.n_threads) {
      work_.team = std::make_unique<ThreadTeam>(options.n_threads);
    }
  }

  void run(Start start) {
    check_problem(problem_);
    const double smallest = smallest_distance(problem_);
    const bool none =
        problem_.prescribed == Prescribed::force ? problem_.value == 0 : problem_.value <= smallest;
    if (none) {
      no_contact(problem_.prescribed == Prescribed::force ? smallest : problem_.value);
      return;
    }
    scaling_ = scaling_of(problem_, smallest);
    work_.gaps.resize(std::max<std::size_t>(work_.gaps.size(), 1));
    work_.gaps[0].resize(problem_.distance.size());
    std::transform(problem_.distance.begin(), problem_.distance.end(), work_.gaps[0].begin(),
                   [this](double h) {
                     const double scaled = (h - scaling_.smallest_distance) / scaling_.unit;
                     return scaled < k_out_of_reach ? scaled : k_infinity;
                   });
    if (start != Start::cold && usable_start()) {
      start_from_solution(start);
    } else {
      start_from_coarse_grids();
    }
    finest_grid();
    if (warm_ && solution_.status == SolveStatus::stalled) {  // a first guess that led astray
      warm_ = false;
      start_from_coarse_grids();
      finest_grid();
    }
    if (options_.derivative == Derivative::approach && solution_.status != SolveStatus::stopped) {
      derivative();
    }
  }

 private:
  Extent finest() const { return {problem_.grid.nx, problem_.grid.ny}; }

  NormalKernelShape shape(double dx, double dy) const {
    return {problem_.line_datum > 0 ? 1.0 : dy / dx, problem_.line_datum / dx};
  }

  BoxOperators& operators(const Extent& extent, double dx, double dy) {
    return work_.operators.get(extent.nx, extent.ny, shape(dx, dy));
  }

  ActiveSet::Goal goal(double dy, double tolerance) const {
    ActiveSet::Goal goal;
    goal.force_given = problem_.prescribed == Prescribed::force;
    if (goal.force_given) {
      goal.total = problem_.value * scaling_.total_per_force_dy / dy;
    } else {
      goal.approach = (problem_.value - scaling_.smallest_distance) / scaling_.unit;
    }
    goal.tolerance = tolerance;
    goal.max_iterations = options_.max_iterations;
    if (warm_) goal.inner_reduction = k_warm_inner_reduction;
    return goal;
  }

  void no_contact(double approach) {
    work_.history.pressure_before.clear();
    work_.history.force = -1;  // no solution to go on from
    solution_.status = SolveStatus::converged;
    solution_.iterations = 0;
    solution_.residual = 0;
    solution_.approach = approach;
    solution_.force = solution_.peak_pressure = solution_.contact_area = 0;
    solution_.n_contact = 0;
    solution_.touches_edge = false;
    solution_.stiffness = 0;
    solution_.derivative_residual = 0;
    solution_.pressure.assign(problem_.grid.n_cells(), 0.0);
    solution_.displacement.assign(problem_.grid.n_cells(), 0.0);
    solution_.pressure_derivative.clear();
    if (options_.derivative == Derivative::approach) {
      solution_.pressure_derivative.assign(problem_.grid.n_cells(), 0.0);
    }
  }

  bool usable_start() const {
    const std::size_t n = problem_.grid.n_cells();
    return solution_.pressure.size() == n && solution_.displacement.size() == n &&
           solution_.force > 0 &&
           std::all_of(solution_.pressure.begin(), solution_.pressure.end(),
                       [](double p) { return p >= 0; });
  }

  /// The pressure at hand, scaled to the force if that is prescribed, or carried on in a straight
  /// line from the one before it. The displacement follows by the same rule, without a product, if
  /// it is known to belong to the pressure.
  void start_from_solution(Start start) {
    auto& history = work_.history;
    const bool force_given = problem_.prescribed == Prescribed::force;
    displacement_known_ = start == Start::from_solution && history.returned(solution_, problem_);
    double step = 0;
    if (displacement_known_ && !history.pressure_before.empty()) {
      const double made = force_given ? solution_.force - history.force_before
                                      : solution_.approach - history.approach_before;
      const double wanted = problem_.value - (force_given ? solution_.force : solution_.approach);
      if (made != 0 && std::abs(wanted) <= k_longest_extrapolation * std::abs(made)) {
        step = wanted / made;
      }
    }
    if (step == 0) {
      history.pressure_before.assign(solution_.pressure.begin(), solution_.pressure.end());
      history.displacement_before.assign(solution_.displacement.begin(),
                                         solution_.displacement.end());
    }
    ActiveSet& whole = work_.whole;
    whole.resize(finest().nx, finest().ny);
    double sum = 0;
    for (std::size_t i = 0; i < solution_.pressure.size(); ++i) {
      const double p = (1 + step) * solution_.pressure[i] - step * history.pressure_before[i];
      const double u =
          (1 + step) * solution_.displacement[i] - step * history.displacement_before[i];
      // a cell that may no longer touch keeps nothing
      const bool allowed = work_.gaps[0][i] < k_infinity;
      if (!allowed && p != 0) displacement_known_ = false;
      whole.q[i] = allowed ? scaling_.load_per_pressure * p : 0;
      whole.u[i] = u / scaling_.unit;
      sum += whole.q[i];
    }
    if (force_given && sum > 0) {
      const double scale = goal(problem_.grid.dy, 0).total / sum;
      for (double& q : whole.q) q *= scale;
      for (double& u : whole.u) u *= scale;
    }
    warm_ = true;
    history.approach_before = solution_.approach;
    history.force_before = solution_.force;
    std::swap(history.pressure_before, solution_.pressure);
    std::swap(history.displacement_before, solution_.displacement);
  }

  void start_from_coarse_grids() {
    work_.history.pressure_before.clear();  // a new sequence begins
    make_coarse_grids();
    for (std::size_t level = work_.extents.size() - 1; level > 0; --level) {
      const Extent extent = work_.extents[level];
      const double dx = problem_.grid.dx * std::exp2(halvings(level, &Extent::nx));
      const double dy = problem_.grid.dy * std::exp2(halvings(level, &Extent::ny));
      first_guess(level, dy);
      const Box box =
          level + 1 == work_.extents.size() ? Box{0, 0, extent} : box_around(work_.load, extent);
      solve_in(work_.part, box, extent, work_.gaps[level], dx, dy,
               std::max(options_.tolerance, k_coarse_pressure_tolerance));
      work_.coarse_load.assign(extent.n_cells(), 0.0);
      paste(work_.part.q, box, work_.coarse_load, extent.nx);
    }
    first_guess(0, problem_.grid.dy);
    work_.whole.resize(finest().nx, finest().ny);
    work_.whole.q = work_.load;
    displacement_known_ = false;
  }

  void make_coarse_grids() {
    work_.extents.assign(1, finest());
    for (Extent next = coarser(finest()); !(next == work_.extents.back());
         next = coarser(work_.extents.back())) {
      work_.extents.push_back(next);
    }
    work_.gaps.resize(std::max(work_.gaps.size(), work_.extents.size()));
    for (std::size_t level = 1; level < work_.extents.size(); ++level) {
      restrict_distance(work_.gaps[level - 1], work_.extents[level - 1], work_.gaps[level],
                        work_.extents[level]);
    }
  }

  int halvings(std::size_t level, int Extent::*count) const {
    int n = 0;
    for (std::size_t l = 0; l < level; ++l) {
      if (work_.extents[l].*count != work_.extents[l + 1].*count) ++n;
    }
    return n;
  }

  /// work_.load on a level: from the coarser one, or without one all cells alike (force) or none
  /// (approach).
  void first_guess(std::size_t level, double dy) {
    const Extent extent = work_.extents[level];
    const std::vector<double>& h = work_.gaps[level];
    const bool force_given = problem_.prescribed == Prescribed::force;
    if (level + 1 == work_.extents.size()) {
      work_.load.assign(extent.n_cells(), force_given ? 1.0 : 0.0);
    } else {
      work_.prolongation.apply(work_.coarse_load, work_.extents[level + 1], work_.load, extent);
      // q is per cell size along x
      if (extent.nx != work_.extents[level + 1].nx) {
        for (double& load : work_.load) load *= 0.5;
      }
    }
    double sum = sum_where_allowed(work_.load, h);
    if (force_given && sum == 0) {  // few cells may touch, and the coarser grid has lost them
      std::fill(work_.load.begin(), work_.load.end(), 1.0);
      sum = sum_where_allowed(work_.load, h);
    }
    if (force_given && sum > 0) {
      const double scale = goal(dy, 0).total / sum;
      for (double& load : work_.load) load *= scale;
    }
  }

  /// Iterates on one box of a grid; `set` gets the box's fields.
  ActiveSet::Outcome solve_in(ActiveSet& set, const Box& box, const Extent& extent,
                              const std::vector<double>& h, double dx, double dy,
                              double tolerance) {
    set.resize(box.extent.nx, box.extent.ny);
    cut(h, extent.nx, box, set.h);
    cut(work_.load, extent.nx, box, set.q);
    BoxOperators& box_operators = operators(box.extent, dx, dy);
    set.compute_displacement(box_operators, *work_.team);
    return set.solve(goal(dy, tolerance), box_operators, *work_.team, options_.observer);
  }

  /// Iterates in a box around the contact, then checks on the whole grid in double precision; again
  /// if that finds more.
  void finest_grid() {
    ActiveSet& whole = work_.whole;
    ThreadTeam& team = *work_.team;
    const Grid& grid = problem_.grid;
    const ActiveSet::Goal goal = this->goal(grid.dy, options_.tolerance);
    whole.h.assign(work_.gaps[0].begin(), work_.gaps[0].end());
    if (finest().n_cells() <= k_max_dense_grid && displacement_known_ &&
        work_.dense.solve(goal, operators(finest(), grid.dx, grid.dy).table(), whole)) {
      const ActiveSet::Outcome exact = whole.assess(goal, team);
      if (exact.residual <= goal.tolerance) {
        dense_solved_ = true;
        store(exact, 1, SolveStatus::converged);
        return;
      }
    }
    Box box = box_around(whole.q, finest());
    ActiveSet::Outcome checked;
    int iterations = 0;
    int steps = 0;
    SolveStatus ended = SolveStatus::converged;
    double last_residual = std::numeric_limits<double>::infinity();
    for (int round = 0; round < k_max_box_rounds; ++round) {
      const bool boxed = !(box.extent == finest());
      ActiveSet& set = boxed ? work_.part : whole;
      if (boxed) {
        set.resize(box.extent.nx, box.extent.ny);
        cut(whole.h, grid.nx, box, set.h);
        cut(whole.q, grid.nx, box, set.q);
        if (displacement_known_) cut(whole.u, grid.nx, box, set.u);
      }
      // fetched anew: the cache keeps the two used last for certain, not more
      BoxOperators& all = operators(finest(), grid.dx, grid.dy);
      BoxOperators& box_operators = boxed ? operators(box.extent, grid.dx, grid.dy) : all;
      set.clip_negative(box_operators, team);  // of a first guess that was carried on too far
      if (!displacement_known_) set.compute_displacement(box_operators, team);
      // Single-precision steps drift a little: after a failed check aim lower.
      ActiveSet::Goal aim = goal;
      aim.tolerance *= round == 0 ? 0.9 : 0.5;
      aim.max_iterations = std::max(options_.max_iterations - steps, 1);
      const ActiveSet::Outcome outcome = set.solve(aim, box_operators, team, options_.observer);
      iterations += outcome.inner_iterations;
      steps += outcome.steps;
      ended = outcome.status;
      if (boxed) {
        std::fill(whole.q.begin(), whole.q.end(), 0.0);
        paste(set.q, box, whole.q, grid.nx);
      }
      whole.compute_displacement(all, team);
      displacement_known_ = true;
      checked = whole.assess(goal, team);
      if (checked.residual <= goal.tolerance || ended == SolveStatus::stopped ||
          ended == SolveStatus::max_iterations) {
        break;
      }
      if (boxed) {
        work_.load.assign(whole.q.begin(), whole.q.end());
        const Box larger = grown(box, whole.h, whole.u, checked.approach, work_.load, finest());
        if (!(larger == box)) {
          box = larger;
          continue;
        }
      }
      if (ended == SolveStatus::stalled || !(checked.residual < 0.5 * last_residual)) {
        if (goal.force_given && checked.residual > k_rounding_floor) {
          iterations += by_approach(goal, all, checked);
          if (stop_requested()) ended = SolveStatus::stopped;
        }
        break;
      }
      last_residual = checked.residual;
    }
    store(checked, iterations,
          checked.residual <= goal.tolerance ? SolveStatus::converged
          : ended == SolveStatus::converged  ? SolveStatus::stalled
                                             : ended);
  }

  /// The safe way for a prescribed force whose active set does not settle: with the approach given
  /// it does, and the force grows steadily with the approach. Newton's method on the approach, kept
  /// within bounds. Returns the inner iterations.
  int by_approach(const ActiveSet::Goal& force_goal, BoxOperators& all,
                  ActiveSet::Outcome& checked) {
    ActiveSet& whole = work_.whole;
    ThreadTeam& team = *work_.team;
    ActiveSet::Goal goal = force_goal;
    goal.force_given = false;
    goal.tolerance = 0.1 * force_goal.tolerance;
    double low = 0;  // no contact there
    double high = std::numeric_limits<double>::infinity();
    double approach = std::max(checked.approach, 0.0);
    int iterations = 0;
    for (int step = 0; step < k_max_approach_steps; ++step) {
      goal.approach = approach;
      // Twice: what single-precision steps have drifted is mended by steps that are much smaller.
      for (int refinement = 0; refinement < 2; ++refinement) {
        whole.compute_displacement(all, team);
        iterations += whole.solve(goal, all, team, options_.observer).inner_iterations;
      }
      if (stop_requested()) break;
      double total = 0;
      for (const double load : whole.q) total += load;
      const double excess = total - force_goal.total;
      if (std::abs(excess) <= 0.3 * force_goal.tolerance * force_goal.total) break;
      (excess > 0 ? high : low) = approach;
      whole.solve_unit(work_.load, k_slope_tolerance, all, team, options_.observer);
      double slope = 0;
      for (const double y : work_.load) slope += y;
      double next = slope > 0 ? approach - excess / slope : 0;
      if (!(next > low && next < high)) {
        next = std::isfinite(high) ? 0.5 * (low + high) : std::max(2 * approach, 1.0);
      }
      approach = next;
    }
    double total = 0;
    for (const double load : whole.q) total += load;
    if (total > 0) {
      for (double& load : whole.q) load *= force_goal.total / total;
    }
    whole.compute_displacement(all, team);
    checked = whole.assess(force_goal, team);
    return iterations;
  }

  void store(const ActiveSet::Outcome& checked, int iterations, SolveStatus status) {
    const ActiveSet& whole = work_.whole;
    const Grid& grid = problem_.grid;
    const double pressure_per_load = 1 / scaling_.load_per_pressure;
    solution_.status = status;
    solution_.iterations = iterations;
    solution_.residual = checked.residual;
    // as given, not as it comes back from scaled units
    solution_.approach = problem_.prescribed == Prescribed::approach
                             ? problem_.value
                             : scaling_.smallest_distance + scaling_.unit * checked.approach;
    solution_.pressure.resize(grid.n_cells());
    solution_.displacement.resize(grid.n_cells());
    std::transform(whole.u.begin(), whole.u.end(), solution_.displacement.begin(),
                   [this](double u) { return u * scaling_.unit; });
    double sum = 0;
    double peak = 0;
    std::size_t n_contact = 0;
    for (std::size_t i = 0; i < whole.q.size(); ++i) {
      const double p = whole.q[i] * pressure_per_load;
      solution_.pressure[i] = p;
      sum += p;
      peak = std::max(peak, p);
      n_contact += p > 0 ? 1 : 0;
    }
    solution_.force = sum * grid.cell_area();
    double displaced = 0;
    for (const double u : whole.u) displaced += u;
    const bool force_met = problem_.prescribed == Prescribed::approach ||
                           std::abs(solution_.force - problem_.value) <= 1e-9 * problem_.value;
    if (!std::isfinite(sum + displaced) ||
        !force_met) {  // never seen; never to be passed off as a solution
      solution_.status = SolveStatus::stalled;
      solution_.residual = k_infinity;
    }
    solution_.peak_pressure = peak;
    solution_.n_contact = n_contact;
    solution_.contact_area = static_cast<double>(n_contact) * grid.cell_area();
    solution_.touches_edge = touches_edge();
    solution_.stiffness = 0;
    solution_.derivative_residual = 0;
    solution_.pressure_derivative.clear();
    auto& history = work_.history;
    history.grid = grid;
    history.normal_compliance = compliance_of(problem_.bodies).normal();
    history.line_datum = problem_.line_datum;
    history.approach = solution_.approach;
    history.force = solution_.force;
  }

  bool stop_requested() const {
    return options_.observer != nullptr && options_.observer->stop_requested();
  }

  bool touches_edge() const {
    const Grid& grid = problem_.grid;
    const auto loaded = [&](int i, int j) { return solution_.pressure[grid.index(i, j)] > 0; };
    for (int i = 0; i < grid.nx; ++i) {
      // a single row has no edge across it
      if (grid.ny > 1 && (loaded(i, 0) || loaded(i, grid.ny - 1))) return true;
    }
    for (int j = 0; j < grid.ny; ++j) {
      if (grid.nx > 1 && (loaded(0, j) || loaded(grid.nx - 1, j))) return true;
    }
    return false;
  }

  /// K y = 1 on the contact: dq/dδ there, and the stiffness as its sum.
  void derivative() {
    const Grid& grid = problem_.grid;
    std::vector<double>& y = solution_.pressure_derivative;
    if (dense_solved_) {
      y.resize(grid.n_cells());
      work_.dense.unit_response(y);
    } else {
      solution_.derivative_residual =
          work_.whole.solve_unit(y, options_.tolerance, operators(finest(), grid.dx, grid.dy),
                                 *work_.team, options_.observer);
    }
    const double pressure_per_load = 1 / (scaling_.load_per_pressure * scaling_.unit);
    double sum = 0;
    for (double& value : y) {
      value *= pressure_per_load;
      sum += value;
    }
    solution_.stiffness = sum * grid.cell_area();
  }

  const NormalProblem& problem_;
  const NormalOptions& options_;
  NormalWorkspace::Impl& work_;
  NormalSolution& solution_;
  Scaling scaling_{};
  bool displacement_known_ = false;
  bool dense_solved_ = false;
  bool warm_ = false;
};

}  // namespace

NormalSolution solve_normal(const NormalProblem& problem, const NormalOptions& options,
                            NormalWorkspace& workspace) {
  NormalSolution solution;
  solve_normal(problem, options, workspace, solution, Start::cold);
  return solution;
}

void solve_normal(const NormalProblem& problem, const NormalOptions& options,
                  NormalWorkspace& workspace, NormalSolution& solution, Start start) {
  NormalSolve(problem, options, workspace.impl(), solution).run(start);
}

}  // namespace tread::contact
