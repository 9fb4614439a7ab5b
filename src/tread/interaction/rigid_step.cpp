#include "tread/interaction/rigid_step.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/as_size.hpp"

namespace tread::interaction {
namespace {

constexpr double k_force_rounding = 1e-10;  // of the largest wheel load: no force
constexpr double k_gap_rounding = 1e-13;    // m: no gap
constexpr double k_slope_rounding = 1e-12;
constexpr int k_max_searches = 100;

/// Rows and columns of some wheels.
Matrix part_of(const Matrix& matrix, const std::vector<int>& wheels) {
  const auto n = static_cast<Eigen::Index>(wheels.size());
  Matrix part(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      part(i, j) = matrix(wheels[static_cast<std::size_t>(i)], wheels[static_cast<std::size_t>(j)]);
    }
  }
  return part;
}

/// Solves for the wheels named; the others have zero.
Vector solve_for(const std::vector<int>& wheels, const Matrix& matrix, const Vector& right) {
  Vector x = Vector::Zero(right.size());
  if (wheels.empty()) return x;
  Vector b(static_cast<Eigen::Index>(wheels.size()));
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    b(static_cast<Eigen::Index>(i)) = right(wheels[i]);
  }
  const Vector y = part_of(matrix, wheels).partialPivLu().solve(b);
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    x(wheels[i]) = y(static_cast<Eigen::Index>(i));
  }
  return x;
}

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

void RigidStep::start(Motion& motion) { settle(motion); }

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
  if (system_.n_points() == system_.n_wheels()) {
    forces.on_wheel = solve_for(wheels_in_contact(), compliance, free);
  } else {
    solve_with_springs(places, compliance, free, forces);
  }
  forces.on_bridge = forces.on_wheel;
}

/// Wheels keep their acceleration, springs their law: g = law(e), e = free elongation - compliance
/// (F, g). Newton's method on the pieces of the laws, which are linear.
void RigidStep::solve_with_springs(const WheelPlaces& places, const Matrix& compliance,
                                   const Vector& free, WheelForces& forces) const {
  const int n_wheels = system_.n_wheels();
  const int n = system_.n_points();
  const StageSystem::Compliance parts = stage_.approach_compliance(places);
  const Matrix elongation_compliance = parts.of_wheels + parts.of_bridge;
  const Vector free_elongation = system_.approach(places, stage_.free(), ShapeOrder::shape).value;
  std::vector<int> solved = wheels_in_contact();
  for (int k = n_wheels; k < n; ++k) solved.push_back(k);
  Vector elongation = free_elongation;
  for (int i = 0; i < k_max_searches; ++i) {
    Matrix matrix = compliance;
    Vector right = free;
    for (int k = n_wheels; k < n; ++k) {
      const PiecewiseLinear::At law = system_.spring(k, elongation(k));
      matrix.row(k) = law.slope * elongation_compliance.row(k);
      matrix(k, k) += 1;
      right(k) = law.value + law.slope * (free_elongation(k) - elongation(k));
    }
    forces.on_wheel = solve_for(solved, matrix, right);
    const Vector next = free_elongation - elongation_compliance * forces.on_wheel;
    double error = 0;
    for (int k = n_wheels; k < n; ++k) {
      error = std::max(error, std::abs(system_.spring(k, next(k)).value - forces.on_wheel(k)));
    }
    elongation = next;
    if (error <= k_force_rounding * force_scale_) return;
  }
  // No step: it is not finite, and taken again with half its length.
  forces.on_wheel.setConstant(std::numeric_limits<double>::quiet_NaN());
}

/// Accelerations and forces at the instant; wheels that would be pulled leave.
void RigidStep::settle(Motion& motion) {
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

Motion RigidStep::trial(double step, const Motion& from) {
  next_scheme_ = scheme_;
  const OneStage stage = next_scheme_.begin(step, from.state);
  stage_.begin(stage, from.state, from.contact);
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
    if (net.minCoeff(&weakest) >= -k_force_rounding * force_scale_ * step) break;
    lose(static_cast<int>(weakest), motion.state.time);
  }
  WheelForces impulses{impulse, impulse};
  const Vector free = stage_.free().acceleration;
  State struck = motion.state;
  stage_.finish(motion.places, impulses, struck);
  motion.state.velocity += struck.acceleration - free;
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
  Motion next = trial(step, motion);
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
    motion = std::move(next);
    scheme_ = next_scheme_;
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
