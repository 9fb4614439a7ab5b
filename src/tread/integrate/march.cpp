#include "tread/integrate/march.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/errors.hpp"
#include "tread/integrate/march_log.hpp"

namespace tread::integrate {
namespace {

constexpr double k_least_part = 1.0 / 1024;
/// Steps and times that differ by less, relative to a step, are the same.
constexpr double k_same = 1e-6;

void check_options(const MarchOptions& options, const SchemeInfo& scheme, double start) {
  const auto refuse = [](std::string_view what, double value, std::string_view reason) {
    throw ModelError(fmt::format("{} = {} s {}", what, value, reason));
  };
  if (!(options.end_time > start) || !std::isfinite(options.end_time)) {
    refuse("the end time", options.end_time,
           fmt::format("must lie after the start at {} s", start));
  }
  const bool may_be_zero = scheme.is_adaptive;
  if (!(options.step > 0 || (may_be_zero && options.step == 0)) || !std::isfinite(options.step)) {
    refuse("the step", options.step,
           may_be_zero ? "must be > 0, or 0 for no limit" : "must be > 0: give a time step");
  }
  if (!(options.small_step >= 0 && (options.small_step <= options.step || scheme.is_adaptive))) {
    refuse("the small step", options.small_step,
           fmt::format("must lie between 0 and the step of {} s", options.step));
  }
  if (!(options.min_step >= 0) || (options.step > 0 && options.min_step > options.step)) {
    refuse("the least step", options.min_step,
           fmt::format("must lie between 0 and the step of {} s", options.step));
  }
  if (!(options.record_interval >= 0)) {
    refuse("the record interval", options.record_interval, "must be >= 0: 0 records every step");
  }
}

void check_equal_steps(const MarchOptions& options, const SchemeInfo& scheme, double start) {
  if (!scheme.needs_equal_steps) return;
  if (options.small_step > 0 && options.small_step != options.step) {
    throw ModelError(fmt::format(
        "{} takes equal steps only, but a small step of {} s was asked for beside {} s: "
        "leave the small step out or take another scheme",
        scheme.name, options.small_step, options.step));
  }
  const double n_steps = (options.end_time - start) / options.step;
  if (std::abs(n_steps - std::round(n_steps)) > k_same * std::max(1.0, n_steps)) {
    throw ModelError(
        fmt::format("{} takes equal steps only, but {} s is not a whole number of steps of {} s: "
                    "take a step of {} s",
                    scheme.name, options.end_time - start, options.step,
                    (options.end_time - start) / std::ceil(n_steps)));
  }
}

void check_length(const MarchOptions& options, double start) {
  const double shortest = options.small_step > 0 ? options.small_step : options.step;
  if (!(shortest > 0)) return;
  const double n_steps = (options.end_time - start) / shortest;
  if (n_steps > static_cast<double>(options.max_steps)) {
    throw ModelError(
        fmt::format("{:.3g} steps of {} s are more than the limit of {}: take a longer "
                    "step",
                    n_steps, shortest, options.max_steps));
  }
}

/// The state between the ends of a step, by the cubic through positions and velocities.
State between(const State& a, const State& b, double part) {
  const double h = b.time - a.time;
  const double s = part;
  State state;
  state.time = a.time + part * h;
  state.position = (1 + 2 * s) * (1 - s) * (1 - s) * a.position +
                   s * (1 - s) * (1 - s) * h * a.velocity + s * s * (3 - 2 * s) * b.position +
                   s * s * (s - 1) * h * b.velocity;
  state.velocity = 6 * s * (s - 1) / h * (a.position - b.position) +
                   (1 - s) * (1 - 3 * s) * a.velocity + s * (3 * s - 2) * b.velocity;
  return state;
}

State locate(const Event& event, const State& a, const State& b) {
  double low = 0;
  double high = 1;
  const double at_low = event.value(a);
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    const double value = event.value(between(a, b, middle));
    (std::signbit(value) == std::signbit(at_low) && value != 0 ? low : high) = middle;
  }
  return between(a, b, high);
}

class FixedMarch {
 public:
  FixedMarch(EquationOfMotion& system, const SchemeSettings& scheme, const State& start,
             const MarchOptions& options)
      : system_(system),
        scheme_(find_scheme(scheme.name)),
        options_(options),
        stepper_(scheme, system),
        log_(options, start.time, result_) {
    result_.state = start;
    min_step_ = options.min_step > 0
                    ? options.min_step
                    : k_least_part * (options.small_step > 0 ? options.small_step : options.step);
    // Also of a run shorter than a step.
    end_tolerance_ = k_same * std::min(options.step, options.end_time - start.time);
    for (const Event& event : options.events) values_.push_back(event.value(start));
  }

  MarchResult run() {
    if (result_.state.acceleration.size() == 0) {
      const State& s = result_.state;
      result_.state.acceleration = acceleration_of(system_, s.time, s.position, s.velocity);
      ++extra_evaluations_;
    }
    log_.record(result_.state);
    result_.status = SolveStatus::converged;
    while (is_before_end() && result_.status == SolveStatus::converged && !is_over_) advance();
    if (result_.times.back() < result_.state.time) log_.record(result_.state);
    result_.counts = stepper_.counts();
    result_.counts.force_evaluations += extra_evaluations_;
    return std::move(result_);
  }

 private:
  bool is_before_end() const { return result_.state.time < options_.end_time - end_tolerance_; }
  bool wants_small(const State& state) const {
    return options_.small_step > 0 && options_.needs_small_step && options_.needs_small_step(state);
  }

  double chosen_step() const {
    const double now = result_.state.time;
    double h = options_.step;
    if (wants_small(result_.state) || now < small_until_) h = options_.small_step;
    if (now < retry_until_) h = std::min(h, retry_step_);
    const double left = options_.end_time - now;
    return left < h * (1 - k_same) ? left : h;
  }

  void advance() {
    const double h = chosen_step();
    State next = result_.state;
    const SolveStatus status = stepper_.step(h, next);
    if (status != SolveStatus::converged) {
      retry(h, status);
      return;
    }
    const bool is_large = options_.small_step > 0 && h > options_.small_step * (1 + k_same);
    if (is_large && !wants_small(result_.state) && wants_small(next)) {
      small_until_ = result_.state.time + h * (1 - k_same);
      return;
    }
    next.time = next_time(h);
    if (options_.has_grown && options_.has_grown(result_.state, next)) {
      end_unstable(h);
      return;
    }
    accept(h, std::move(next));
  }

  /// Equal steps are counted, not summed: no rounding piles up.
  double next_time(double h) {
    if (h != counted_step_) {
      counted_step_ = h;
      counted_from_ = result_.state.time;
      n_counted_ = 0;
    }
    ++n_counted_;
    const double time = counted_from_ + static_cast<double>(n_counted_) * h;
    return std::abs(time - options_.end_time) < k_same * h ? options_.end_time : time;
  }

  void retry(double h, SolveStatus status) {
    const bool ran_away = status == SolveStatus::blew_up;
    const bool can_retry = !scheme_.needs_equal_steps && (scheme_.is_implicit || !ran_away);
    if (can_retry && h / 2 >= min_step_) {
      if (result_.state.time >= retry_until_) {
        retry_until_ = result_.state.time + h * (1 - k_same);
      }
      retry_step_ = h / 2;
      ++result_.retries;
      return;
    }
    result_.status = status;
    result_.message =
        fmt::format("did not converge at t = {:.6g} s: {}", result_.state.time,
                    ran_away ? fmt::format("the state is not finite after a step of {:.3g} s", h)
                             : fmt::format("a step of {:.3g} s could not be solved, the least one "
                                           "is {:.3g} s",
                                           h, min_step_));
  }

  void end_unstable(double h) {
    result_.status = SolveStatus::blew_up;
    result_.is_unstable = true;
    result_.message = fmt::format(
        "became unstable at t = {:.6g} s: {} with steps of {:.4g} s makes the motion "
        "grow by itself",
        result_.state.time, scheme_.name, h);
  }

  void accept(double h, State next) {
    find_events(next);
    std::swap(result_.state, next);
    system_.accept(result_.state);
    if (!log_.add_step(h, result_.state)) result_.status = SolveStatus::stopped;
    log_.keep(next, result_.state);
  }

  void find_events(const State& next) {
    for (std::size_t i = 0; i < options_.events.size(); ++i) {
      const Event& event = options_.events[i];
      const double value = event.value(next);
      if (passes(event, values_[i], value)) {
        result_.events.push_back({event.name, locate(event, result_.state, next)});
        is_over_ = is_over_ || event.ends_march;
      }
      values_[i] = value;
    }
    std::ranges::stable_sort(result_.events, {},
                             [](const EventHit& hit) { return hit.state.time; });
  }

  EquationOfMotion& system_;
  const SchemeInfo& scheme_;
  const MarchOptions& options_;
  Stepper stepper_;
  MarchResult result_;
  MarchLog log_;
  double min_step_ = 0;
  double end_tolerance_ = 0;
  double small_until_ = -std::numeric_limits<double>::infinity();
  double retry_until_ = -std::numeric_limits<double>::infinity();
  double retry_step_ = 0;
  double counted_step_ = 0;
  double counted_from_ = 0;
  long long n_counted_ = 0;
  long long extra_evaluations_ = 0;
  bool is_over_ = false;
  std::vector<double> values_;
};

}  // namespace

MarchLog::MarchLog(const MarchOptions& options, double start_time, MarchResult& result)
    : options_(options),
      start_time_(start_time),
      result_(result),
      tolerance_(k_same * std::max(options.record_interval, 1e-3 * options.step)),
      next_record_(start_time) {
  result_.records.resize(options.record.size());
}

void MarchLog::record(const State& state) {
  result_.times.push_back(state.time);
  for (std::size_t i = 0; i < options_.record.size(); ++i) {
    result_.records[i].push_back(options_.record[i].value(state));
  }
  // the first time of the raster that lies ahead
  while (options_.record_interval > 0 && next_record_ <= state.time + tolerance_) {
    next_record_ = start_time_ + static_cast<double>(++n_records_) * options_.record_interval;
  }
}

void MarchLog::keep(const State& before, const State& now) {
  const auto& wanted = options_.records_every_step;
  const bool is_wanted = wanted && (wanted(before) || wanted(now));
  if (is_wanted && result_.times.back() < before.time) record(before);
  if (is_wanted || now.time >= next_record_ - tolerance_) record(now);
}

bool MarchLog::add_step(double step, const State& state) {
  result_.shortest_step = result_.shortest_step == 0 ? step : std::min(result_.shortest_step, step);
  result_.longest_step = std::max(result_.longest_step, step);
  if (options_.on_step) options_.on_step(state);
  if (options_.observer == nullptr) return true;
  options_.observer->on_progress(
      std::min(1.0, (state.time - start_time_) / (options_.end_time - start_time_)),
      "marching in time");
  return !options_.observer->stop_requested();
}

bool passes(const Event& event, double before, double after) {
  const bool rises = before < 0 && after >= 0;
  const bool falls = before > 0 && after <= 0;
  switch (event.passing) {
    case Event::Passing::rising:
      return rises;
    case Event::Passing::falling:
      return falls;
    case Event::Passing::both:
      return rises || falls;
  }
  return false;
}

MarchResult march(EquationOfMotion& system, const SchemeSettings& scheme, const State& start,
                  const MarchOptions& options) {
  check(scheme);
  check(system, start);
  const SchemeInfo& info = find_scheme(scheme.name);
  check_options(options, info, start.time);
  if (info.is_adaptive) return march_adaptive(system, scheme, start, options);
  check_equal_steps(options, info, start.time);
  check_length(options, start.time);
  return FixedMarch(system, scheme, start, options).run();
}

}  // namespace tread::integrate
