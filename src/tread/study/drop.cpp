#include "tread/study/drop.hpp"

#include <algorithm>
#include <cmath>

namespace tread::study {
namespace {

using integrate::Event;
using integrate::MarchOptions;
using integrate::MarchResult;
using integrate::State;

DropInstant drop_instant(const State& state) {
  return {state.time, state.position(0), state.velocity(0)};
}

std::vector<Event> events(bool ends_at_top) {
  using enum Event::Passing;
  const auto height = [](const State& s) { return s.position(0); };
  // under the ground a turn is no top
  const auto rise = [](const State& s) { return s.position(0) > 0 ? s.velocity(0) : 1.0; };
  return {{"touch_down", height, falling},
          {"lift_off", height, rising},
          {"top", rise, falling, ends_at_top}};
}

std::vector<integrate::Quantity> drop_quantities(FallingBody& body, ContactLaw& law) {
  const auto part = [&body](double integrate::Energy::*member) {
    return [&body, member](const State& s) { return (*body.energy(s)).*member; };
  };
  return {{"height", "m", [](const State& s) { return s.position(0); }},
          {"velocity", "m/s", [](const State& s) { return s.velocity(0); }},
          {"force", "N", [&law](const State& s) { return contact_force(law, -s.position(0)); }},
          {"kinetic", "J", part(&integrate::Energy::kinetic)},
          {"gravitational", "J", part(&integrate::Energy::potential)},
          {"elastic", "J", part(&integrate::Energy::elastic)}};
}

/// Height, velocity and acceleration at an end of a step.
struct StepEnd {
  DropInstant at;
  double acceleration = 0;
};

/// Where the polynomial of fifth order through both ends of a step has no velocity.
/// @pre falling at a, not falling at b
DropInstant turn_between(const StepEnd& a, const StepEnd& b) {
  const double h = b.at.time - a.at.time;
  const double rise = b.at.height - a.at.height;
  const auto velocity = [&](double s) {
    return 30 * s * s * (1 - s) * (1 - s) * rise / h +
           (1 - s) * (1 - s) * (1 + 2 * s - 15 * s * s) * a.at.velocity +
           s * s * (-12 + 28 * s - 15 * s * s) * b.at.velocity +
           h * (s * (1 - s) * (1 - s) * (1 - 2.5 * s) * a.acceleration +
                s * s * (1 - s) * (1.5 - 2.5 * s) * b.acceleration);
  };
  double low = 0;
  double high = 1;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (velocity(middle) < 0 ? low : high) = middle;
  }
  const double s = high;
  const double s3 = s * s * s;
  const double height = a.at.height + s3 * (10 - 15 * s + 6 * s * s) * rise +
                        h * ((s + s3 * (-6 + 8 * s - 3 * s * s)) * a.at.velocity +
                             s3 * (-4 + 7 * s - 3 * s * s) * b.at.velocity) +
                        h * h / 2 *
                            (s * s * (1 - s) * (1 - s) * (1 - s) * a.acceleration +
                             s3 * (1 - s) * (1 - s) * b.acceleration);
  return {a.at.time + s * h, height, 0};
}

/// Watches every step for what the records may miss.
class StepWatch {
 public:
  StepWatch(FallingBody& body, ContactLaw& law, const State& start, const DropOptions& options,
            DropOutcome& outcome)
      : body_(body),
        law_(law),
        first_energy_(body.energy(start)->total()),
        wanted_(options.instants),
        before_(drop_instant(start)),
        outcome_(outcome) {
    std::ranges::sort(wanted_);
    outcome_.deepest = before_;
  }

  void see(const State& state) {
    const DropInstant now = drop_instant(state);
    if (turns_in_contact(before_, now)) keep_deeper(turn_between(end_at(before_), end_at(now)));
    keep_deeper(now);
    before_ = now;
    const double change = body_.energy(state)->total() / first_energy_ - 1;
    outcome_.final_energy_change = change;
    const auto keep_larger = [change](double& kept) {
      if (std::abs(change) > std::abs(kept)) kept = change;
    };
    keep_larger(outcome_.largest_energy_change);
    if (state.position(0) > 0) keep_larger(outcome_.energy_change_in_air);
    while (next_ < wanted_.size() && state.time >= wanted_[next_] * (1 - 1e-12)) {
      outcome_.instants.push_back(drop_instant(state));
      ++next_;
    }
  }

 private:
  /// Below the ground at both ends, or at it: the force has no kink between them.
  static bool turns_in_contact(const DropInstant& a, const DropInstant& b) {
    return b.height < 0 && a.height <= -1e-6 * b.height && a.velocity < 0 && b.velocity >= 0;
  }

  StepEnd end_at(const DropInstant& at) {
    using integrate::Vector;
    return {at, acceleration_of(body_, at.time, Vector::Constant(1, at.height),
                                Vector::Constant(1, at.velocity))(0)};
  }

  /// The force grows with the approach: it is largest where the body is deepest.
  void keep_deeper(const DropInstant& at) {
    const double force = contact_force(law_, -at.height);
    if (force > outcome_.max_force) {
      outcome_.max_force = force;
      outcome_.max_force_time = at.time;
    }
    if (at.height < outcome_.deepest.height) outcome_.deepest = at;
  }

  FallingBody& body_;
  ContactLaw& law_;
  double first_energy_;
  std::vector<double> wanted_;
  std::size_t next_ = 0;
  DropInstant before_;
  DropOutcome& outcome_;
};

/// A body that starts on the ground and moves down touches at once: no height passes through zero.
bool touches_at_start(const State& start) {
  return start.position(0) <= 0 && start.velocity(0) < 0;
}

void take_events(const MarchResult& march, const State& start, DropOutcome& outcome) {
  if (touches_at_start(start)) outcome.touch_downs.push_back(drop_instant(start));
  for (const integrate::EventHit& hit : march.events) {
    const DropInstant instant = drop_instant(hit.state);
    if (hit.name == "touch_down") outcome.touch_downs.push_back(instant);
    if (hit.name == "lift_off") outcome.lift_offs.push_back(instant);
    if (hit.name == "top" && !outcome.lift_offs.empty()) outcome.tops.push_back(instant);
  }
}

}  // namespace

std::vector<double> DropHistory::total() const {
  std::vector<double> sum(time.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = kinetic[i] + gravitational[i] + elastic[i];
  return sum;
}

double DropOutcome::contact_time() const {
  if (touch_downs.empty() || lift_offs.empty()) return 0;
  return lift_offs.front().time - touch_downs.front().time;
}

DropOutcome run_drop(const Drop& drop, ContactLaw& law, const DropOptions& options) {
  FallingBody body(drop.mass, drop.gravity, law);
  State start;
  start.position = integrate::Vector::Constant(1, drop.height);
  start.velocity = integrate::Vector::Constant(1, drop.velocity);
  DropOutcome outcome;
  StepWatch watch(body, law, start, options, outcome);

  MarchOptions march_options;
  march_options.end_time = options.end_time;
  march_options.step = options.step;
  march_options.small_step = options.contact_step;
  march_options.needs_small_step = [](const State& s) { return s.position(0) < 0; };
  march_options.min_step = options.min_step;
  march_options.record_interval = options.record_interval;
  march_options.records_every_step = march_options.needs_small_step;
  march_options.record = drop_quantities(body, law);
  march_options.events = events(options.ends_at_first_top);
  march_options.on_step = [&watch](const State& s) { watch.see(s); };
  march_options.observer = options.observer;
  const double most = (1 + options.largest_energy_gain) * body.energy(start)->total();
  if (options.largest_energy_gain > 0) {
    march_options.has_grown = [&body, most](const State&, const State& after) {
      return body.energy(after)->total() > most;  // not: a contact that could not be solved
    };
  }
  MarchResult march = integrate::march(body, options.scheme, start, march_options);

  outcome.status = march.status;
  outcome.is_unstable = march.is_unstable;
  outcome.message = std::move(march.message);
  outcome.counts = march.counts;
  outcome.retries = march.retries;
  auto& r = march.records;
  outcome.history = {std::move(march.times), std::move(r[0]), std::move(r[1]), std::move(r[2]),
                     std::move(r[3]),        std::move(r[4]), std::move(r[5])};
  take_events(march, start, outcome);
  return outcome;
}

}  // namespace tread::study
