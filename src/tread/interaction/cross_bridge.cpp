#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/integrate/scheme_energy.hpp"
#include "tread/interaction/contact_step.hpp"
#include "tread/interaction/crossing_stability.hpp"
#include "tread/interaction/energy_account.hpp"
#include "tread/interaction/multiplier_step.hpp"
#include "tread/interaction/recorder.hpp"
#include "tread/interaction/rigid_step.hpp"
#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {
namespace {

constexpr double k_time_rounding = 1e-6;  // of a step
constexpr double k_part_of_limit = 0.8;   // of the limit: contacts get stiffer under larger loads
constexpr double k_growth_height = 1e-5;  // m: raising the train by it takes less than growth does

/// The options with a step that may be taken.
CrossingOptions with_stable_step(const TrainBridgeProblem& problem, CrossingOptions options,
                                 integrate::StepStability& stability) {
  stability = crossing_stability(problem, options.scheme, options.step);
  if (stability.is_stable || options.unstable_step == UnstableStep::allow) return options;
  const bool has_limit = stability.limit > 0 && std::isfinite(stability.limit);
  if (options.unstable_step == UnstableStep::refuse || !has_limit) {
    integrate::check_stability(options.scheme, options.step, stability);
  }
  const double n_parts = std::ceil(options.step / (k_part_of_limit * stability.limit));
  const double every = n_parts * options.record_every;
  options.step /= n_parts;
  options.min_step = std::min(options.min_step, options.step);
  options.record_every = static_cast<int>(std::min(every, 1e9));
  stability.is_stable = true;
  return options;
}

using AnyStep = std::variant<ContactStep, RigidStep, MultiplierStep>;

AnyStep make_step(const CoupledSystem& system, const CrossingOptions& options) {
  if (const auto* rigid = std::get_if<RigidContact>(&system.problem().contact)) {
    if (rigid->constraint == RigidConstraint::displacement) {
      return AnyStep(std::in_place_type<MultiplierStep>, system, options);
    }
    return AnyStep(std::in_place_type<RigidStep>, system, options);
  }
  return AnyStep(std::in_place_type<ContactStep>, system, options);
}

/// A crossing under way.
class March {
 public:
  March(const TrainBridgeProblem& problem, const CrossingOptions& options,
        const integrate::StepStability& stability)
      : options_(options),
        stability_(stability),
        system_(problem),
        step_(make_step(system_, options)),
        account_(system_),
        duration_(duration_of(problem)),
        n_steps_(static_cast<long long>(std::ceil(duration_ / options.step * (1 - 1e-12)))),
        recorder_(system_, options, n_steps_ / options.record_every + 2) {}

  Crossing run() {
    crossing_.wheel_loads = system_.wheel_loads();
    crossing_.step = options_.step;
    crossing_.stability = stability_;
    std::ranges::sort(options_.snapshots);
    motion_ = start_motion(system_);
    std::visit([&](auto& step) { step.start(motion_); }, step_);
    watch_growth();
    record();
    keep_snapshots();
    crossing_.status = SolveStatus::converged;
    for (long long i = 1; i <= n_steps_ && crossing_.status == SolveStatus::converged; ++i) {
      advance(i == n_steps_ ? duration_ : static_cast<double>(i) * options_.step);
      if (crossing_.status != SolveStatus::converged) break;
      keep_snapshots();
      if (i % options_.record_every == 0 || i == n_steps_) record();
      tell(i);
    }
    recorder_.finish(crossing_);
    gather();
    return std::move(crossing_);
  }

 private:
  /// To a time, in one step if that converges.
  void advance(double until) {
    const double least = options_.min_step > 0 ? options_.min_step : options_.step / 1024;
    double h = until - motion_.state.time;
    // What rounding of the time leaves over is no step.
    while (until - motion_.state.time > k_time_rounding * options_.step) {
      const double left = until - motion_.state.time;
      // The nominal step is handed on as it is: multistep schemes ask for equal ones.
      const bool is_nominal = std::abs(left - options_.step) <= k_time_rounding * options_.step;
      const double step = h < left ? h : (is_nominal ? options_.step : left);
      const StepOutcome outcome = take(step);
      if (outcome.status == SolveStatus::converged) continue;
      h = step / 2;
      if (h < least || has_grown_) {
        give_up(outcome);
        return;
      }
      ++crossing_.counts.retries;
    }
    motion_.state.time = until;
  }

  /// Schemes that are stable for every step are not watched: they cannot make motions grow.
  void watch_growth() {
    if (integrate::is_stable_for_any_step(options_.scheme)) return;
    double weight = 0;
    for (const double load : system_.wheel_loads()) weight += load;
    growth_.emplace(
        motion_.state, weight * k_growth_height,
        [this](const Vector&, const Vector& a, Vector& force) { force = system_.apply_mass(a); });
  }

  StepOutcome take(double step) {
    const bool keeps_before = options_.track_energy || growth_;
    std::optional<Motion> before;
    if (keeps_before) before = motion_;
    StepOutcome outcome =
        std::visit([&](auto& solver) { return solver.step(step, motion_); }, step_);
    const bool is_taken = outcome.status == SolveStatus::converged;
    if (growth_ && is_taken && !growth_->is_sound(before->state, motion_.state)) {
      motion_ = std::move(*before);
      outcome.status = SolveStatus::blew_up;
      has_grown_ = true;
      return outcome;
    }
    count(outcome);
    if (options_.track_energy && is_taken) account_.add(*before, motion_, outcome);
    return outcome;
  }

  void count(const StepOutcome& outcome) {
    if (outcome.status != SolveStatus::converged) return;
    ++crossing_.counts.steps;
    crossing_.midway_gap = std::max(crossing_.midway_gap, outcome.midway_gap);
    crossing_.counts.iterations += outcome.iterations;
    crossing_.counts.most_iterations =
        std::max(crossing_.counts.most_iterations, outcome.iterations);
  }

  void give_up(const StepOutcome& outcome) {
    // Beyond the limit a step that cannot be solved, or numbers without end, are growth, too.
    crossing_.is_unstable = has_grown_ || !stability_.is_stable;
    crossing_.status = outcome.status;
    const std::string where = fmt::format("at t = {:.6g} s, leading wheel at {:.4g} m",
                                          motion_.state.time, motion_.places.x(0));
    if (crossing_.is_unstable) {
      crossing_.message = fmt::format(
          "became unstable {}: {} with steps of {:.4g} s makes the motion grow by "
          "itself",
          where, options_.scheme.name, options_.step);
      return;
    }
    crossing_.message = fmt::format(
        "did not converge {}: {} even with steps below {:.3g} s", where, to_string(outcome.status),
        options_.min_step > 0 ? options_.min_step : options_.step / 1024);
    const std::string reason = contact_failure();
    if (!reason.empty()) crossing_.message += "; " + reason;
  }

  /// Of the last contact on a grid that could not be solved.
  std::string contact_failure() {
    auto* contact = std::get_if<ContactStep>(&step_);
    if (contact == nullptr) return {};
    for (const ContactPoint& point : contact->points()) {
      if (!point.failure().empty()) return point.failure();
    }
    return {};
  }

  void record() {
    recorder_.add(motion_, crossing_);
    if (!options_.track_energy) return;
    auto* contact = std::get_if<ContactStep>(&step_);
    crossing_.energy.rows.push_back(account_.row(motion_, contact ? &contact->points() : nullptr));
  }

  /// All that were due since the step before.
  void keep_snapshots() {
    auto* contact = std::get_if<ContactStep>(&step_);
    while (n_snapshots_ < options_.snapshots.size() &&
           options_.snapshots[n_snapshots_] <=
               motion_.state.time + k_time_rounding * options_.step) {
      ++n_snapshots_;
      if (!contact) continue;
      int wheel = 0;
      for (const ContactPoint& point : contact->points()) {
        if (point.solution() && motion_.forces.on_wheel(wheel) > 0) {
          crossing_.snapshots.push_back(
              {motion_.state.time, wheel, *point.solution(), point.problem()->grid});
        }
        ++wheel;
      }
    }
  }

  std::string told(long long i) const {
    const auto& counts = crossing_.counts;
    const double mean = static_cast<double>(counts.iterations) /
                        static_cast<double>(std::max<long long>(1, counts.steps));
    return fmt::format("crossing the bridge, step {} of {}, {:.1f} iterations a step", i, n_steps_,
                       mean);
  }

  void tell(long long i) {
    if (!options_.observer) return;
    options_.observer->on_progress(static_cast<double>(i) / static_cast<double>(n_steps_), told(i));
    if (!options_.observer->stop_requested()) return;
    crossing_.status = SolveStatus::stopped;
    crossing_.message = fmt::format("stopped at t = {:.6g} s", motion_.state.time);
  }

  void gather() {
    crossing_.counts.factorisations = system_.bridge().n_factorisations();
    if (auto* contact = std::get_if<ContactStep>(&step_)) {
      crossing_.counts.contact_solves = contact->n_contact_solves();
      for (const ContactPoint& point : contact->points()) {
        const Grid* grid = point.largest_grid();
        if (grid == nullptr) break;
        const bool is_larger =
            !crossing_.largest_grid || grid->n_cells() > crossing_.largest_grid->n_cells();
        if (is_larger) crossing_.largest_grid = *grid;
      }
    } else if (auto* rigid = std::get_if<RigidStep>(&step_)) {
      crossing_.impacts = std::move(rigid->impacts());
      crossing_.contact_changes = std::move(rigid->changes());
    } else {
      crossing_.contact_changes = std::move(std::get<MultiplierStep>(step_).changes());
    }
  }

  CrossingOptions options_;
  integrate::StepStability stability_;
  CoupledSystem system_;
  AnyStep step_;
  EnergyAccount account_;
  double duration_;
  long long n_steps_;
  Recorder recorder_;
  Motion motion_;
  std::optional<integrate::SchemeEnergy> growth_;
  bool has_grown_ = false;
  std::size_t n_snapshots_ = 0;  // kept
  Crossing crossing_;
};

}  // namespace

Crossing cross_bridge(const TrainBridgeProblem& problem, const CrossingOptions& options) {
  check(problem, options);
  integrate::StepStability stability;
  const CrossingOptions stable = with_stable_step(problem, options, stability);
  check(problem, stable);
  return March(problem, stable, stability).run();
}

}  // namespace tread::interaction
