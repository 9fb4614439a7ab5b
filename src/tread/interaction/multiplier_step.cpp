#include "tread/interaction/multiplier_step.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "tread/core/as_size.hpp"
#include "tread/interaction/held_wheels.hpp"

namespace tread::interaction {
namespace {

constexpr double k_approach_rounding = 1e-14;  // m: not inside
constexpr int k_searches_at_once = 8;  // then one wheel at a time, which cannot go round in circles

}  // namespace

MultiplierStep::MultiplierStep(const CoupledSystem& system, const CrossingOptions& options)
    : system_(system),
      scheme_(options.scheme),
      stage_(system),
      is_held_(as_size(system.n_wheels()), true),
      max_iterations_(k_searches_at_once + 2 * system.n_wheels() + options.max_iterations) {
  for (const double load : system.wheel_loads()) force_scale_ = std::max(force_scale_, load);
}

std::vector<int> MultiplierStep::wheels_held() const {
  std::vector<int> wheels;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (is_held_[as_size(k)]) wheels.push_back(k);
  }
  return wheels;
}

/// Forces of wheels with mass are those that keep them on the surface at the instant; springs,
/// those below wheels without mass among them, have theirs from the places of their ends.
void MultiplierStep::start(Motion& motion) {
  stage_.begin(instant_stage(motion.state), motion.state, motion.contact);
  const StageSystem::Compliance parts = stage_.acceleration_compliance(motion.places);
  const Matrix compliance = parts.of_wheels + parts.of_bridge;
  std::vector<int> with_mass;
  Vector known = motion.forces.on_wheel;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (system_.has_mass(k)) {
      with_mass.push_back(k);
      known(k) = 0;
    }
  }
  const Vector free =
      system_.approach(motion.places, stage_.free(), ShapeOrder::curvature).acceleration;
  motion.forces.on_wheel =
      known + solve_for(with_mass, compliance, free - compliance * known).cwiseMax(0);
  motion.forces.on_bridge = motion.forces.on_wheel;
  stage_.finish(motion.places, motion.forces, motion.state);
  for (int k = 0; k < system_.n_wheels(); ++k) {
    is_held_[as_size(k)] = motion.forces.on_wheel(k) > 0;
  }
  motion.approach = system_.approach(motion.places, motion.state, ShapeOrder::shape).value;
  move_massless(motion);
  complete(system_, motion);
}

/// Wheels that pull are let go, those inside are held. Returns whether any changed.
bool MultiplierStep::change_held(const Vector& forces, const Vector& approach, bool one_only) {
  bool has_changed = false;
  for (int k = 0; k < system_.n_wheels(); ++k) {
    const bool is_held = is_held_[as_size(k)];
    const bool is_wrong =
        is_held ? forces(k) < -k_force_rounding * force_scale_ : approach(k) > k_approach_rounding;
    if (!is_wrong) continue;
    is_held_[as_size(k)] = !is_held;
    has_changed = true;
    if (one_only) break;
  }
  return has_changed;
}

bool MultiplierStep::find_forces(const WheelPlaces& places, Motion& motion, StepOutcome& outcome) {
  const StageSystem::Compliance parts = stage_.approach_compliance(places);
  const Matrix compliance = parts.of_wheels + parts.of_bridge;
  const Vector free = system_.approach(places, stage_.free(), ShapeOrder::shape).value;
  for (int i = 1; i <= max_iterations_; ++i) {
    outcome.iterations = i;
    const std::optional<Vector> forces =
        holding_forces(system_, {wheels_held(), compliance, free, compliance, free, force_scale_});
    if (!forces) return false;
    if (change_held(*forces, free - compliance * *forces, i > k_searches_at_once)) continue;
    motion.forces.on_wheel = *forces;
    motion.forces.on_wheel.head(system_.n_wheels()) = forces->head(system_.n_wheels()).cwiseMax(0);
    motion.forces.on_bridge = motion.forces.on_wheel;
    return true;
  }
  return false;
}

/// In the air the end of a spring is where the spring has no force; with a damper beside it, it is
/// where the scheme puts it.
void MultiplierStep::move_massless(Motion& motion) const {
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const vehicle::PlaneVehicle& vehicle = *body.vehicle;
    const std::vector<int> massless = massless_wheels(vehicle);
    if (massless.empty()) continue;
    const int n = vehicle.n_dofs();
    const Matrix inner = vehicle.stiffness(massless, massless);
    if (!Matrix(vehicle.damping(massless, massless)).isZero(0)) continue;
    for (Vector* part : {&motion.state.velocity, &motion.state.acceleration}) {
      Vector own = part->segment(body.row, n);
      own(massless).setZero();
      const Vector pulled = Vector(vehicle.stiffness * own)(massless);
      const Vector found = inner.ldlt().solve(pulled);
      own(massless) = -found;
      part->segment(body.row, n) = own;
    }
  }
  const Approach approach = system_.approach(motion.places, motion.state, ShapeOrder::curvature);
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (system_.has_mass(k) || !is_held_[as_size(k)]) continue;
    motion.state.velocity(system_.wheel_row(k)) -= approach.rate(k);
    motion.state.acceleration(system_.wheel_row(k)) -= approach.acceleration(k);
  }
}

StepOutcome MultiplierStep::step(double step, Motion& motion) {
  StepOutcome outcome;
  const std::vector<bool> held_before = is_held_;
  integrate::OneStageScheme next_scheme = scheme_;
  const OneStage stage = next_scheme.begin(step, motion.state);
  stage_.begin(stage, motion.state, motion.contact);
  Motion next;
  next.places = system_.places_at(stage.time, ShapeOrder::curvature);
  if (!find_forces(next.places, next, outcome)) {
    is_held_ = held_before;
    outcome.status = SolveStatus::max_iterations;
    return outcome;
  }
  stage_.finish(next.places, next.forces, next.state);
  next.approach = system_.approach(next.places, next.state, ShapeOrder::shape).value;
  if (!is_finite(next)) {
    is_held_ = held_before;
    outcome.status = SolveStatus::stalled;
    return outcome;
  }
  move_massless(next);
  complete(system_, next);
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (is_held_[as_size(k)] == held_before[as_size(k)]) continue;
    changes_.push_back(
        {next.state.time, k,
         is_held_[as_size(k)] ? ContactChange::Kind::found : ContactChange::Kind::lost});
  }
  outcome.midway_gap = midway_gap(system_, motion, next);
  motion = std::move(next);
  scheme_ = std::move(next_scheme);
  return outcome;
}

}  // namespace tread::interaction
