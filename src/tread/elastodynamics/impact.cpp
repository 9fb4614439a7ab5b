#include "tread/elastodynamics/impact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "tread/core/errors.hpp"
#include "tread/elastodynamics/explicit_stepper.hpp"
#include "tread/elastodynamics/implicit_stepper.hpp"
#include "tread/elastodynamics/step_energy.hpp"

namespace tread::elastodynamics {
namespace {

/// After a halved step, so many good ones before a longer one is tried again.
constexpr int k_good_steps = 5;
constexpr double k_default_min_step = 1.0 / 1024;
/// How far ahead a landing makes the small step count (listing A.3).
constexpr double k_look_ahead = 1.2;

void require_positive(double value, const char* what, const char* unit) {
  if (!(value > 0) || !std::isfinite(value)) {
    throw ModelError(fmt::format("{} must be positive, got {} {}", what, value, unit));
  }
}

bool has_height_law(SurfaceCondition surface) {
  return surface == SurfaceCondition::hertz_thesis || surface == SurfaceCondition::hertz_line ||
         surface == SurfaceCondition::grid_solver;
}

void check_surface(const ImpactProblem& problem, Scheme scheme) {
  if (problem.surface == SurfaceCondition::unilateral &&
      problem.block.discretisation == Discretisation::collocated) {
    throw ModelError(
        "unilateral contact needs the staggered grid: on the collocated one surface forces and "
        "displacements have no symmetric law and no energy can be shown to be kept");
  }
  if (problem.surface == SurfaceCondition::displacement && !is_implicit(scheme)) {
    throw ModelError(
        "moving the points below the cylinder needs an implicit scheme: midpoint or "
        "backward_euler");
  }
}

void check_impact(const ImpactProblem& problem, const ImpactOptions& options) {
  check(problem.block);
  require_positive(problem.radius, "the radius of the cylinder", "m");
  require_positive(problem.mass, "the mass of the cylinder", "kg/m");
  require_positive(options.step, "the time step", "s");
  require_positive(options.tolerance, "the tolerance", "m");
  if (!(problem.height >= 0) || !std::isfinite(problem.height)) {
    throw ModelError(fmt::format(
        "the cylinder must start on or above the surface, got a height of {} m", problem.height));
  }
  if (problem.surface == SurfaceCondition::grid_solver && problem.datum_distance != 0 &&
      !(problem.datum_distance >= problem.block.width)) {
    throw ModelError(
        fmt::format("the datum distance must be at least the width of the block, {} m, got {} m",
                    problem.block.width, problem.datum_distance));
  }
  check_surface(problem, options.scheme);
}

std::optional<HeightPressure> height_pressure(const ImpactProblem& problem,
                                              const SemiDiscrete& semi) {
  if (!has_height_law(problem.surface)) return std::nullopt;
  const HeightLaw law = problem.surface == SurfaceCondition::hertz_thesis ? HeightLaw::hertz_thesis
                        : problem.surface == SurfaceCondition::hertz_line ? HeightLaw::hertz_line
                                                                          : HeightLaw::grid_solver;
  const double datum = problem.datum_distance > 0 ? problem.datum_distance : problem.block.width;
  return HeightPressure(law, problem.radius, problem.block.solid.material, semi.surface_x,
                        semi.surface_length, datum);
}

StabilityLimit limit_of(const ImpactProblem& problem, const SemiDiscrete& semi, Scheme scheme) {
  if (is_implicit(scheme)) return {};
  if (scheme == Scheme::forward_euler) return {LimitBasis::never_stable, 0};
  return leapfrog_limit(semi, {problem.radius, problem.mass});
}

void refuse_unstable(const StabilityLimit& limit, Scheme scheme, double step,
                     UnstableStep unstable) {
  if (unstable == UnstableStep::allow || step <= limit.largest_step) return;
  if (limit.basis == LimitBasis::never_stable && scheme == Scheme::leapfrog) {
    throw ModelError(
        "the collocated grid has modes that grow in leapfrog whatever the step; take the staggered "
        "grid, backward_euler, or allow_unstable = true to see it");
  }
  if (limit.basis == LimitBasis::never_stable) {
    throw ModelError(
        "forward Euler lets every undamped wave grow: no step is stable; take leapfrog, midpoint "
        "or backward_euler, or allow_unstable = true to see it");
  }
  throw ModelError(
      fmt::format("the step of {:.6g} s is unstable: the largest stable step on this grid is "
                  "{:.6g} s; take that or less, an implicit scheme, or allow_unstable = true",
                  step, limit.largest_step));
}

double force_modulus_of(const ImpactProblem& p) {
  return p.force_modulus > 0 ? p.force_modulus
                             : contact_modulus({Material::rigid(), p.block.solid.material});
}

}  // namespace

struct ImpactMarch::Impl {
  Impl(const ImpactProblem& p, const ImpactOptions& o)
      : problem(p),
        options(o),
        semi((check_impact(p, o), discretise(p.block))),
        cylinder{p.radius, p.mass, p.gravity},
        limit(limit_of(p, semi, o.scheme)),
        rise_over_lowest(semi.n_surface()) {
    refuse_unstable(limit, o.scheme, o.step, o.unstable);
    for (Eigen::Index i = 0; i < semi.n_surface(); ++i) {
      rise_over_lowest[i] = rise(semi.surface_x[static_cast<std::size_t>(i)], p.radius);
    }
    state.u = Vector::Zero(semi.n_dofs());
    state.v = Vector::Zero(semi.n_dofs());
    state.surface_force = Vector::Zero(semi.n_surface());
    state.height = p.height;
    state.velocity = p.velocity;
    if (is_implicit(o.scheme)) {
      const ImplicitStepper::Settings settings{o.scheme,    p.surface,        o.iteration,
                                               o.tolerance, o.max_iterations, force_modulus_of(p)};
      stepper.emplace<ImplicitStepper>(semi, cylinder, settings, height_pressure(p, semi));
    } else {
      auto& explicit_stepper =
          stepper.emplace<ExplicitStepper>(semi, cylinder, o.scheme, height_pressure(p, semi));
      explicit_stepper.initialise(state);
    }
  }

  ImplicitStepper* implicit() { return std::get_if<ImplicitStepper>(&stepper); }

  bool advance(double step) {
    last_step = step;
    if (ImplicitStepper* s = implicit()) return s->advance(state, step);
    return std::get<ExplicitStepper>(stepper).advance(state, step);
  }

  Vector surface() const {
    return semi.observe * state.u - semi.flexibility.cwiseProduct(state.surface_force);
  }
  Vector gap() const { return (rise_over_lowest - surface()).array() + state.height; }

  ImpactProblem problem;
  ImpactOptions options;
  SemiDiscrete semi;
  Cylinder cylinder;
  StabilityLimit limit;
  Vector rise_over_lowest;
  ImpactState state;
  double last_step = 0;
  std::variant<std::monostate, ImplicitStepper, ExplicitStepper> stepper;
};

ImpactMarch::ImpactMarch(const ImpactProblem& problem, const ImpactOptions& options)
    : impl_(std::make_unique<Impl>(problem, options)) {}
ImpactMarch::~ImpactMarch() = default;
ImpactMarch::ImpactMarch(ImpactMarch&&) noexcept = default;

bool ImpactMarch::advance(double step) { return impl_->advance(step); }
const ImpactState& ImpactMarch::state() const { return impl_->state; }
const SemiDiscrete& ImpactMarch::ground() const { return impl_->semi; }
const StabilityLimit& ImpactMarch::limit() const { return impl_->limit; }
Vector ImpactMarch::surface() const { return impl_->surface(); }
Vector ImpactMarch::gap() const { return impl_->gap(); }
int ImpactMarch::n_factorisations() const {
  return impl_->implicit() ? impl_->implicit()->n_factorisations() : 0;
}

ImpactStep ImpactMarch::record() const {
  const ImpactState& state = impl_->state;
  ImpactStep record;
  record.time = state.time;
  record.step = impl_->last_step;
  record.height = state.height;
  record.velocity = state.velocity;
  record.force = state.force;
  record.surface_force = state.surface_force.sum();
  record.peak_pressure = state.surface_force.maxCoeff() / impl_->semi.surface_length;
  const Vector gaps = gap();
  for (Eigen::Index i = 0; i < gaps.size(); ++i) {
    record.deepest_overlap = std::max(record.deepest_overlap, -gaps[i]);
    if (state.surface_force[i] <= 0) continue;
    record.contact_width += impl_->semi.surface_length;
    record.widest_gap = std::max(record.widest_gap, gaps[i]);
  }
  record.iterations = impl_->implicit() ? impl_->implicit()->iterations() : 0;
  record.energy =
      energy_of(impl_->semi, impl_->cylinder, impl_->options.scheme, impl_->last_step, state);
  return record;
}

ImpactSnapshot ImpactMarch::snapshot() const {
  const ImpactState& state = impl_->state;
  const Vector heights = surface();
  const Vector pressure = state.surface_force / impl_->semi.surface_length;
  ImpactSnapshot shot;
  shot.time = state.time;
  shot.height = state.height;
  shot.surface_x = impl_->semi.surface_x;
  shot.surface_height.assign(heights.begin(), heights.end());
  shot.pressure.assign(pressure.begin(), pressure.end());
  shot.displacement =
      displacement_field(impl_->problem.block, impl_->semi, state.u, state.surface_force);
  return shot;
}

namespace {

/// Chooses the steps of a run: shorter near the ground, halved where one cannot be solved.
class StepControl {
 public:
  explicit StepControl(const ImpactOptions& options)
      : step_(options.step),
        free_step_(options.free_step > 0 ? options.free_step : options.step),
        min_step_(options.min_step > 0 ? options.min_step : k_default_min_step * options.step) {}

  double next(const ImpactState& state) const {
    const double ahead = state.height + k_look_ahead * free_step_ * state.velocity;
    const bool is_free = state.u.isZero(0) && state.height > 0 && ahead > 0;
    return fraction_ * (is_free ? free_step_ : step_);
  }
  /// False: the next half would be below the least step.
  bool halve(double failed_step) {
    n_good_ = 0;
    ++n_halvings_;
    fraction_ /= 2;
    return failed_step / 2 >= min_step_;
  }
  void succeeded() {
    if (fraction_ < 1 && ++n_good_ >= k_good_steps) {
      fraction_ *= 2;
      n_good_ = 0;
    }
  }
  double min_step() const { return min_step_; }
  int n_halvings() const { return n_halvings_; }

 private:
  double step_;
  double free_step_;
  double min_step_;
  double fraction_ = 1;
  int n_good_ = 0;
  int n_halvings_ = 0;
};

bool is_finite(const ImpactStep& step) {
  return std::isfinite(step.energy.total()) && std::isfinite(step.height);
}

/// How much more energy there is than at the start.
class EnergyWatch {
 public:
  explicit EnergyWatch(const ImpactStep& start) : start_(start.energy), lowest_(start_.gravity) {}

  /// Over what the cylinder brought with it and by falling.
  double gain(const ImpactStep& now) {
    lowest_ = std::min(lowest_, now.energy.gravity);
    return brought() > 0 ? (now.energy.total() - start_.total()) / brought() : 0;
  }
  double brought() const { return start_.cylinder + start_.gravity - lowest_; }

 private:
  ImpactEnergy start_;
  double lowest_;  // J/m, of the gravity's part
};

void finish(ImpactRun& run, SolveStatus status, std::string message) {
  run.status = status;
  run.message = std::move(message);
}

}  // namespace

ImpactRun run_impact(const ImpactProblem& problem, const ImpactOptions& options) {
  require_positive(options.end_time, "the end time", "s");
  ImpactMarch march(problem, options);
  StepControl control(options);
  std::vector<double> instants = options.instants;
  std::sort(instants.begin(), instants.end());
  std::size_t i_instant = 0;
  ImpactRun run;
  run.limit = march.limit();
  run.smallest_step = options.step;
  run.steps.push_back(march.record());
  EnergyWatch energy(run.steps.front());
  const auto keep_fields = [&] {
    bool is_due = false;
    // half a step early is as near as half a step late
    const double now = march.state().time + 1e-9 * options.step;
    for (; i_instant < instants.size() && instants[i_instant] <= now; ++i_instant) is_due = true;
    if (is_due) run.snapshots.push_back(march.snapshot());
  };
  keep_fields();
  while (march.state().time < options.end_time * (1 - 1e-12)) {
    if (options.observer != nullptr) {
      options.observer->on_progress(march.state().time / options.end_time,
                                    fmt::format("marching in time, {:.3g} of {:.3g} s",
                                                march.state().time, options.end_time));
      if (options.observer->stop_requested()) {
        finish(
            run, SolveStatus::stopped,
            fmt::format("stopped at {:.6g} s of {:.6g} s", march.state().time, options.end_time));
        break;
      }
    }
    const double step = control.next(march.state());
    if (!march.advance(step)) {
      if (control.halve(step)) continue;
      finish(run, SolveStatus::max_iterations,
             fmt::format("the step from {:.6g} s could not be solved with {:.3g} s, and half of "
                         "it is below the least step of {:.3g} s",
                         march.state().time, step, control.min_step()));
      break;
    }
    control.succeeded();
    run.smallest_step = std::min(run.smallest_step, step);
    ImpactStep record = march.record();
    if (!is_finite(record)) {
      finish(run, SolveStatus::blew_up,
             fmt::format("numbers beyond all bounds at {:.6g} s", record.time));
      break;
    }
    run.energy_gain = std::max(run.energy_gain, energy.gain(record));
    run.steps.push_back(std::move(record));
    keep_fields();
    if (run.energy_gain > options.largest_energy_gain) {
      finish(run, SolveStatus::blew_up,
             fmt::format("at {:.6g} s the energy has grown by {:.2g} % of what the cylinder "
                         "brought, {:.2g} % are allowed",
                         run.steps.back().time, 100 * run.energy_gain,
                         100 * options.largest_energy_gain));
      break;
    }
  }
  run.n_factorisations = march.n_factorisations();
  run.n_halvings = control.n_halvings();
  run.energy_brought = energy.brought();
  return run;
}

}  // namespace tread::elastodynamics
