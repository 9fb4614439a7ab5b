#include "tread/interaction/rigid_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/as_size.hpp"
#include "tread/interaction/held_wheels.hpp"

namespace tread::interaction {
namespace {

constexpr double k_gap_rounding = 1e-13;  // m: no gap
constexpr double k_slope_rounding = 1e-12;
constexpr int k_max_searches = 100;

}  // namespace

RigidStep::RigidStep(const CoupledSystem& system, const CrossingOptions& options)
    : system_(system),
      scheme_(options.scheme),
      next_scheme_(scheme_),
      stage_(system),
      in_contact_(as_size(system.n_wheels()), true),
      has_gap_(as_size(system.n_wheels()), false),
      restitution_(std::get<RigidContact>(system.problem().contact).restitution),
      nominal_step_(options.step) {
  for (const double load : system.wheel_loads()) force_scale_ = std::max(force_scale_, load);
}

void RigidStep::start(Motion& motion) { settle_at_instant(motion); }

std::vector<int> RigidStep::wheels_in_contact() const {
  std::vector<int> wheels;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (in_contact_[as_size(k)]) wheels.push_back(k);
  }
  return wheels;
}

void RigidStep::lose(int wheel, double time) {
  in_contact_[as_size(wheel)] = false;
  has_gap_[as_size(wheel)] = false;
  changes_.push_back({time, wheel, ContactChange::Kind::lost});
}

void RigidStep::find(int wheel, double time) {
  in_contact_[as_size(wheel)] = true;
  changes_.push_back({time, wheel, ContactChange::Kind::found});
}

void RigidStep::solve_forces(const WheelPlaces& places, WheelForces& forces) const {
  const StageSystem::Compliance parts = stage_.acceleration_compliance(places);
  const Matrix compliance = parts.of_wheels + parts.of_bridge;
  const Vector free = system_.approach(places, stage_.free(), ShapeOrder::curvature).acceleration;
  const bool has_springs = system_.n_points() > system_.n_wheels();
  Matrix of_approaches;
  Vector approaches;
  if (has_springs) {
    const StageSystem::Compliance own = stage_.approach_compliance(places);
    of_approaches = own.of_wheels + own.of_bridge;
    approaches = system_.approach(places, stage_.free(), ShapeOrder::shape).value;
  }
  const std::optional<Vector> found = holding_forces(
      system_, {wheels_in_contact(), compliance, free, of_approaches, approaches, force_scale_});
  // None: the step is not finite, and taken again with half its length.
  forces.on_wheel = found.value_or(
      Vector::Constant(system_.n_points(), std::numeric_limits<double>::quiet_NaN()));
  forces.on_bridge = forces.on_wheel;
}

/// What new forces add to the accelerations, at an instant.
Vector RigidStep::response_to(const Vector& forces, const Motion& motion) const {
  State moved;
  stage_.finish(motion.places, {forces, forces}, moved);
  return moved.acceleration - stage_.free().acceleration;
}

/// Accelerations and forces after a change of contact, from those before it: a bridge that was
/// interpolated is in no equilibrium from which they could be found anew, and what it lacks would
/// throw wheels off.
void RigidStep::settle_anew(Motion& motion) {
  stage_.begin(instant_stage(motion.state), motion.state, motion.contact);
  const StageSystem::Compliance parts = stage_.acceleration_compliance(motion.places);
  const Matrix compliance = parts.of_wheels + parts.of_bridge;
  const Vector free =
      system_.approach(motion.places, motion.state, ShapeOrder::curvature).acceleration;
  const int n = system_.n_wheels();
  Vector change;
  for (int i = 0; i <= n; ++i) {
    change = Vector::Zero(system_.n_points());
    for (int k = 0; k < n; ++k) {
      if (!in_contact_[as_size(k)]) change(k) = -motion.forces.on_wheel(k);
    }
    change += solve_for(wheels_in_contact(), compliance, free - compliance * change);
    Eigen::Index weakest = 0;
    const Vector on_wheels = (motion.forces.on_wheel + change).head(n);
    if (on_wheels.minCoeff(&weakest) >= -k_force_rounding * force_scale_) break;
    lose(static_cast<int>(weakest), motion.state.time);
  }
  motion.state.acceleration += response_to(change, motion);
  motion.forces.on_wheel += change;
  motion.forces.on_bridge = motion.forces.on_wheel;
  motion.approach = system_.approach(motion.places, motion.state, ShapeOrder::shape).value;
  complete(system_, motion);
}

void RigidStep::settle(Motion& motion) {
  if (system_.bridge().is_costly_to_factorise()) {
    settle_anew(motion);
  } else {
    settle_at_instant(motion);
  }
}

/// Accelerations and forces at the instant; wheels that would be pulled leave.
void RigidStep::settle_at_instant(Motion& motion) {
  stage_.begin(instant_stage(motion.state), motion.state, motion.contact);
  for (int i = 0; i <= system_.n_wheels(); ++i) {
    solve_forces(motion.places, motion.forces);
    Eigen::Index weakest = 0;
    const auto on_wheels = motion.forces.on_wheel.head(system_.n_wheels());
    if (on_wheels.minCoeff(&weakest) >= -k_force_rounding * force_scale_) break;
    lose(static_cast<int>(weakest), motion.state.time);
  }
  stage_.finish(motion.places, motion.forces, motion.state);
  motion.approach = system_.approach(motion.places, motion.state, ShapeOrder::shape).value;
  complete(system_, motion);
}

/// On a bridge whose factors are costly the step has its regular length, and what lies within is
/// interpolated.
Motion RigidStep::trial(double step, const Motion& from) {
  if (!is_interpolated(step)) return whole_trial(step, from);
  if (!regular_) regular_ = whole_trial(nominal_step_, from);
  return part_trial(step, from, *regular_);
}

bool RigidStep::is_interpolated(double step) const {
  return system_.bridge().is_costly_to_factorise() && step != nominal_step_;
}

Motion RigidStep::whole_trial(double step, const Motion& from) {
  next_scheme_ = scheme_;
  const OneStage stage = next_scheme_.begin(step, from.state);
  stage_.begin(stage, from.state, from.contact);
  return end_of_trial(stage);
}

/// The bridge between the ends of a regular step, where wheels in contact follow it. Straight in
/// time: what it stores is then never more than at the ends, also in modes that are faster than the
/// steps and jump from one to the other. Vehicles take a step of their own.
Motion RigidStep::part_trial(double step, const Motion& from, const Motion& to) {
  const double part = step / (to.state.time - from.state.time);
  const auto between = [&](const Vector& a, const Vector& b) {
    return Vector((1 - part) * a + part * b);
  };
  State moved;
  moved.position = between(from.state.position, to.state.position);
  moved.velocity = between(from.state.velocity, to.state.velocity);
  moved.acceleration = between(from.state.acceleration, to.state.acceleration);
  integrate::OneStageScheme scheme = scheme_;
  const OneStage stage = scheme.begin(step, from.state);
  stage_.begin_on_moved_bridge(stage, from.state, from.contact, moved);
  return end_of_trial(stage);
}

Motion RigidStep::end_of_trial(const OneStage& stage) {
  Motion next;
  next.places = system_.places_at(stage.time, ShapeOrder::curvature);
  solve_forces(next.places, next.forces);
  stage_.finish(next.places, next.forces, next.state);
  next.approach = system_.approach(next.places, next.state, ShapeOrder::shape).value;
  return next;
}

/// Positive while the wheel stays as it is: the force of a wheel in contact over the largest load,
/// the gap of one in the air (m).
double RigidStep::margin(const Motion& motion, int wheel) const {
  return in_contact_[as_size(wheel)] ? motion.forces.on_wheel(wheel) / force_scale_
                                     : -motion.approach(wheel);
}

std::optional<int> RigidStep::violated(const Motion& motion) const {
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (!in_contact_[as_size(k)] && !has_gap_[as_size(k)]) continue;
    const double rounding = in_contact_[as_size(k)] ? k_force_rounding : k_gap_rounding;
    if (margin(motion, k) < -rounding) return k;
  }
  return {};
}

/// The step after which a wheel's margin is zero: regula falsi with Illinois' halving.
double RigidStep::locate(int wheel, double step, const Motion& from) {
  double low = 0, high = step;
  double at_low = margin(from, wheel);
  double at_high = margin(trial(high, from), wheel);
  if (at_low <= 0) return 0;
  const double rounding = in_contact_[as_size(wheel)] ? k_force_rounding : k_gap_rounding;
  double middle = high;
  for (int i = 0; i < k_max_searches; ++i) {
    middle = low + (high - low) * at_low / (at_low - at_high);
    const double value = margin(trial(middle, from), wheel);
    if (std::abs(value) <= rounding / 2 || high - low <= 1e-14 * step) break;
    if (value > 0) {
      low = middle;
      at_low = value;
      at_high /= 2;
    } else {
      high = middle;
      at_high = value;
      at_low /= 2;
    }
  }
  return middle;
}

/// Impulses that end the relative motion of all wheels in contact, but for the one that rebounds.
void RigidStep::strike(double step, Motion& motion, StepOutcome& outcome,
                       std::optional<int> rebounding) {
  stage_.begin(instant_stage(motion.state), motion.state, motion.contact);
  const StageSystem::Compliance inverse_mass = stage_.acceleration_compliance(motion.places);
  const Vector rate = system_.approach(motion.places, motion.state, ShapeOrder::slope).rate;
  Vector rate_after = Vector::Zero(rate.size());
  if (rebounding) rate_after(*rebounding) = -restitution_ * rate(*rebounding);
  Vector impulse;
  for (int i = 0; i <= system_.n_wheels(); ++i) {
    impulse = solve_for(wheels_in_contact(), inverse_mass.of_wheels + inverse_mass.of_bridge,
                        rate - rate_after);
    // Over the step the rail may take back no more than it gave.
    Eigen::Index weakest = 0;
    const Vector net = (impulse + step * motion.forces.on_wheel).head(system_.n_wheels());
    // Wheels that go along have impulses of rounding, of either sign.
    const double rounding =
        k_force_rounding * (force_scale_ * nominal_step_ + impulse.cwiseAbs().maxCoeff());
    if (net.minCoeff(&weakest) >= -rounding) break;
    lose(static_cast<int>(weakest), motion.state.time);
  }
  motion.state.velocity += response_to(impulse, motion);
  outcome.impact_loss += impulse.dot(rate + rate_after) / 2;
  for (const int k : wheels_in_contact()) {
    const double slope = motion.places.surface[as_size(k)].slope;
    outcome.impact_drive += impulse(k) * motion.places.speed(k) * slope;
  }
  Vector rises = Vector::Zero(rate.size());  // of the bridge along each wheel's way
  system_.subtract_bridge(motion.places, motion.places.slope, motion.places.speed,
                          motion.state.position, rises);
  outcome.impact_drive += impulse.dot(rises);
  for (const int k : wheels_in_contact()) {
    // On a smooth surface the impulses are no more than the error of the step.
    const double ordinary = step * std::max(motion.forces.on_wheel(k), force_scale_);
    if (impulse(k) > ordinary && rate(k) > 0) {
      impacts_.push_back({motion.state.time, k, impulse(k), rate(k)});
    }
  }
}

/// Of the bridge, which knows them; of rail and wheel where the slope changes otherwise than the
/// curvature says.
bool RigidStep::passes_kink(int wheel, const Motion& from, const Motion& to) const {
  const double x0 = from.places.x(wheel), x1 = to.places.x(wheel);
  const std::vector<double>& kinks = system_.bridge().kinks();
  const bool is_to_the_right = x1 >= x0;
  const auto next =
      is_to_the_right ? std::ranges::upper_bound(kinks, x0) : std::ranges::lower_bound(kinks, x1);
  if (next != kinks.end() && (is_to_the_right ? *next <= x1 : *next < x0)) return true;
  const vehicle::ProfileAt& before = from.places.surface[as_size(wheel)];
  const vehicle::ProfileAt& after = to.places.surface[as_size(wheel)];
  const double change = after.slope - before.slope;
  const double smooth = (x1 - x0) * (before.curvature + after.curvature) / 2;
  return std::abs(change - smooth) > 0.5 * std::abs(change) + k_slope_rounding;
}

void RigidStep::put_on_surface(double step, const Motion& from, Motion& motion,
                               StepOutcome& outcome) {
  bool is_smooth = true;
  for (const int k : wheels_in_contact()) {
    motion.state.position(system_.wheel_row(k)) -= motion.approach(k);
    motion.approach(k) = 0;
    is_smooth = is_smooth && !passes_kink(k, from, motion);
  }
  if (is_smooth) {
    const Vector rate = system_.approach(motion.places, motion.state, ShapeOrder::slope).rate;
    for (const int k : wheels_in_contact()) {
      motion.state.velocity(system_.wheel_row(k)) -= rate(k);
    }
    return;
  }
  const std::size_t n_before = impacts_.size();
  const std::size_t n_changes = changes_.size();
  strike(step, motion, outcome);
  if (impacts_.size() != n_before || changes_.size() != n_changes) {
    settle(motion);
    next_scheme_.restart();
  }
}

/// A wheel that was let go and has not come off yet is not landing: its gap grows with the third
/// power of time, below the error of a scheme of first order. It is back in contact if the surface
/// presses again.
void RigidStep::review_gaps(Motion& motion, StepOutcome& outcome) {
  const Vector acceleration =
      system_.approach(motion.places, motion.state, ShapeOrder::curvature).acceleration;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (in_contact_[as_size(k)]) continue;
    if (motion.approach(k) < -k_gap_rounding) has_gap_[as_size(k)] = true;
    if (has_gap_[as_size(k)] || !(motion.approach(k) > k_gap_rounding && acceleration(k) > 0)) {
      continue;
    }
    land(k, motion, outcome);
    settle(motion);
    scheme_.restart();
  }
}

/// Not when it would be back before the end of a step: a wheel that only trembles has landed.
bool RigidStep::rebounds(int wheel, const Motion& motion) const {
  if (restitution_ == 0) return false;
  const Approach approach = system_.approach(motion.places, motion.state, ShapeOrder::curvature);
  const double back = approach.acceleration(wheel);  // pressing
  return 2 * restitution_ * approach.rate(wheel) > std::max(back, 0.0) * nominal_step_;
}

double RigidStep::kinetic_energy(const Motion& motion) const {
  return motion.state.velocity.dot(system_.apply_mass(motion.state.velocity)) / 2;
}

void RigidStep::land(int wheel, Motion& motion, StepOutcome& outcome) {
  find(wheel, motion.state.time);
  const std::size_t landing = changes_.size() - 1;
  motion.state.position(system_.wheel_row(wheel)) -= motion.approach(wheel);
  motion.forces.on_wheel(wheel) = 0;
  const double energy = kinetic_energy(motion);
  const double drive = outcome.impact_drive;
  const bool is_rebound = rebounds(wheel, motion);
  strike(0, motion, outcome, is_rebound ? std::optional(wheel) : std::nullopt);
  changes_[landing].energy_gained =
      kinetic_energy(motion) - energy - (outcome.impact_drive - drive);
  if (is_rebound && in_contact_[as_size(wheel)]) lose(wheel, motion.state.time);
}

StepOutcome RigidStep::step(double step, Motion& motion) {
  StepOutcome outcome{.iterations = 1};
  regular_.reset();
  Motion next = trial(step, motion);
  if (!is_interpolated(step) && system_.bridge().is_costly_to_factorise()) regular_ = next;
  std::optional<int> event;
  double taken = step;
  for (int i = 0; i <= system_.n_wheels(); ++i) {
    const std::optional<int> wheel = violated(next);
    if (!wheel) break;
    event = wheel;
    taken = locate(*wheel, taken, motion);
    if (taken == 0) break;
    next = trial(taken, motion);
  }
  if (!is_finite(next)) {
    outcome.status = SolveStatus::stalled;
    return outcome;
  }
  const bool leaves = event && in_contact_[as_size(*event)];
  outcome.end_forces = taken > 0 ? next.forces.on_wheel : motion.forces.on_wheel;
  if (taken > 0) {
    put_on_surface(taken, motion, next, outcome);
    outcome.midway_gap = midway_gap(system_, motion, next);
    motion = std::move(next);
    scheme_ = next_scheme_;
    if (is_interpolated(taken)) scheme_.restart();
  }
  if (event) {
    // The impulses at the end of the step may have let it go already.
    if (leaves && in_contact_[as_size(*event)]) lose(*event, motion.state.time);
    if (!leaves) land(*event, motion, outcome);
    settle(motion);
    scheme_.restart();
  }
  review_gaps(motion, outcome);
  complete(system_, motion);
  return outcome;
}

}  // namespace tread::interaction
