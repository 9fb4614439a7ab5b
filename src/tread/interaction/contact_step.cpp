#include "tread/interaction/contact_step.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"

namespace tread::interaction {
namespace {

DerivativeRule derivative_rule(const StepIteration& iteration) {
  if (const auto* newton = std::get_if<QuasiNewton>(&iteration)) return newton->derivative;
  return ConsistentDerivative{};
}

}  // namespace

ContactStep::ContactStep(const CoupledSystem& system, const CrossingOptions& options)
    : system_(system), options_(options), scheme_(options.scheme), stage_(system) {
  const ContactModel& model = system.problem().contact;
  for (int k = 0; k < system.n_wheels(); ++k) {
    points_.emplace_back(model, derivative_rule(options.iteration));
  }
  if (const auto* linear = std::get_if<LinearContact>(&model)) damping_ = linear->damping;
  for (const double load : system.wheel_loads()) force_scale_ = std::max(force_scale_, load);
}

void ContactStep::start(Motion& motion) {
  Responses responses = respond(motion.approach);
  motion.forces = responses.forces;
  stage_.begin(instant_stage(motion.state), motion.state, motion.contact);
  stage_.finish(motion.places, motion.forces, motion.state);
  complete(system_, motion);
  before_ = motion.approach;
}

ContactStep::Responses ContactStep::respond(const Vector& approach) {
  const Eigen::Index n = approach.size();
  Responses responses{{Vector(n), Vector(n)}, Vector(n), Vector(n)};
  for (int k = 0; k < system_.n_wheels(); ++k) {
    const ContactResponse response = points_[as_size(k)].at(approach(k));
    responses.forces.on_wheel(k) = response.force;
    responses.forces.on_bridge(k) = response.bridge_load;
    responses.wheel_stiffness(k) = response.stiffness;
    responses.bridge_stiffness(k) = response.bridge_stiffness;
    if (response.status != SolveStatus::converged) responses.status = response.status;
  }
  for (int k = system_.n_wheels(); k < system_.n_points(); ++k) {
    const PiecewiseLinear::At spring = system_.spring(k, approach(k));
    responses.forces.on_wheel(k) = responses.forces.on_bridge(k) = spring.value;
    responses.wheel_stiffness(k) = responses.bridge_stiffness(k) = spring.slope;
  }
  return responses;
}

/// Whether the last, small change of a Newton iteration may be taken along the slopes: contacts
/// stay closed or open, springs on their piece (a force that appears is not in the slope).
bool ContactStep::is_linear(const Vector& approach, const Vector& change, const Vector& force,
                            const Vector& force_change, double tolerance) const {
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if ((approach(k) > 0) != (approach(k) + change(k) > 0)) return false;
  }
  for (int k = system_.n_wheels(); k < system_.n_points(); ++k) {
    const double then = system_.spring(k, approach(k) + change(k)).value;
    if (std::abs(then - force(k) - force_change(k)) > tolerance) return false;
  }
  return true;
}

/// F = f(delta) + c rate with rate = free_rate - compliance F, for closed contacts: linear in F.
/// Forces that would pull are zero.
void ContactStep::add_damping(const Vector& approach, const Vector& free_rate,
                              const Matrix& compliance, Responses& responses,
                              Matrix& wheel_tangent) const {
  const Eigen::Index n = approach.size();
  Vector c = Vector::Zero(n);
  for (int k = 0; k < system_.n_wheels(); ++k) c(k) = approach(k) > 0 ? damping_ : 0;
  const Vector elastic = responses.forces.on_wheel;
  const Eigen::PartialPivLU<Matrix> factors(Matrix::Identity(n, n) + c.asDiagonal() * compliance);
  Vector force = factors.solve(elastic + c.cwiseProduct(free_rate));
  wheel_tangent = factors.solve(Matrix(responses.wheel_stiffness.asDiagonal()));
  for (int k = 0; k < system_.n_wheels(); ++k) {
    if (force(k) >= 0) continue;
    force(k) = 0;
    wheel_tangent.row(k).setZero();
  }
  responses.forces = {force, force};
}

/// Wheels do not pull.
void ContactStep::press_only(WheelForces& forces) const {
  for (Vector* force : {&forces.on_wheel, &forces.on_bridge}) {
    force->head(system_.n_wheels()) = force->head(system_.n_wheels()).cwiseMax(0);
  }
}

StepOutcome ContactStep::newton(const WheelPlaces& places, Vector& approach, WheelForces& forces) {
  const auto order = is_damped() ? ShapeOrder::slope : ShapeOrder::shape;
  const Approach free = system_.approach(places, stage_.free(), order);
  const StageSystem::Compliance compliance = stage_.approach_compliance(places);
  Matrix rate_compliance;
  if (is_damped()) {
    const StageSystem::Compliance rate = stage_.rate_compliance(places);
    rate_compliance = rate.of_wheels + rate.of_bridge;
  }
  const Eigen::Index n = approach.size();
  StepOutcome outcome;
  for (outcome.iterations = 1; outcome.iterations <= options_.max_iterations;
       ++outcome.iterations) {
    Responses responses = respond(approach);
    if (responses.status != SolveStatus::converged) {
      outcome.status = responses.status;
      return outcome;
    }
    Matrix tangent;  // of damped contacts, all of which feel each other; else it is diagonal
    if (is_damped()) add_damping(approach, free.rate, rate_compliance, responses, tangent);
    const Vector residual = approach - free.value +
                            compliance.of_wheels * responses.forces.on_wheel +
                            compliance.of_bridge * responses.forces.on_bridge;
    Matrix jacobian = Matrix::Identity(n, n);
    if (is_damped()) {
      jacobian += (compliance.of_wheels + compliance.of_bridge) * tangent;
    } else {
      jacobian += compliance.of_wheels * responses.wheel_stiffness.asDiagonal();
      jacobian += compliance.of_bridge * responses.bridge_stiffness.asDiagonal();
    }
    const Vector change = -jacobian.partialPivLu().solve(residual);
    const Vector force_change =
        is_damped() ? Vector(tangent * change) : responses.wheel_stiffness.cwiseProduct(change);
    const double tolerance =
        options_.force_tolerance * std::max(force_scale_, responses.forces.on_wheel.maxCoeff());
    if (force_change.cwiseAbs().maxCoeff() <= tolerance &&
        is_linear(approach, change, responses.forces.on_wheel, force_change, tolerance)) {
      // The last correction costs no contact solve: its error is of second order in it.
      approach += change;
      forces.on_wheel = responses.forces.on_wheel + force_change;
      forces.on_bridge = is_damped() ? forces.on_wheel
                                     : Vector(responses.forces.on_bridge +
                                              responses.bridge_stiffness.cwiseProduct(change));
      press_only(forces);
      return outcome;
    }
    approach += change;
  }
  outcome.status = SolveStatus::max_iterations;
  return outcome;
}

/// Relative change of the bridge's deflection and velocity (L2 over its length) and the vehicles'
/// displacements and velocities, in one sum as the thesis has it.
double ContactStep::change_of(const State& from, const State& to) const {
  const int n_modes = system_.n_bridge();
  double mass = 1;
  if (system_.problem().bridge) {
    const structure::Beam& beam = system_.problem().bridge->parts().front().beam;
    mass = beam.sections.front().mass_per_length;
  }
  const auto square = [&](const Vector& y) {
    return y.head(n_modes).squaredNorm() / mass + y.tail(y.size() - n_modes).squaredNorm();
  };
  const double size = square(to.position) + square(to.velocity);
  const double change = square(to.position - from.position) + square(to.velocity - from.velocity);
  return size > 0 ? std::sqrt(change / size) : 0;
}

StepOutcome ContactStep::picard(const Picard& settings, const WheelPlaces& places, const State& old,
                                Vector& approach, WheelForces& forces, State& state) {
  State iterate = old;
  StepOutcome outcome;
  const auto order = is_damped() ? ShapeOrder::slope : ShapeOrder::shape;
  for (outcome.iterations = 1; outcome.iterations <= options_.max_iterations;
       ++outcome.iterations) {
    const Approach at = system_.approach(places, iterate, order);
    approach = at.value;
    Responses responses = respond(approach);
    if (responses.status != SolveStatus::converged) {
      outcome.status = responses.status;
      return outcome;
    }
    forces = responses.forces;
    if (is_damped()) {
      for (int k = 0; k < system_.n_wheels(); ++k) {
        if (approach(k) > 0) forces.on_wheel(k) += damping_ * at.rate(k);
      }
      press_only(forces);
      forces.on_bridge = forces.on_wheel;
    }
    stage_.finish(places, forces, state);
    const double change = change_of(iterate, state);
    if (!std::isfinite(change)) break;
    if (change <= settings.tolerance) return outcome;
    const double omega = settings.relaxation(outcome.iterations);
    iterate.position += omega * (state.position - iterate.position);
    iterate.velocity += omega * (state.velocity - iterate.velocity);
  }
  outcome.status = SolveStatus::max_iterations;
  return outcome;
}

/// Goes on as in the step before while the contact changes little; else from the last approach.
Vector ContactStep::first_guess(const Motion& motion, double step) const {
  if (before_.size() == 0 || step != step_before_) return motion.approach;
  const Vector change = motion.approach - before_;
  const bool is_smooth = (change.array().abs() <= 0.2 * motion.approach.array().abs()).all();
  return is_smooth ? Vector(motion.approach + change) : motion.approach;
}

StepOutcome ContactStep::step(double step, Motion& motion) {
  for (ContactPoint& point : points_) point.begin_step();
  const OneStage stage = scheme_.begin(step, motion.state);
  stage_.begin(stage, motion.state, motion.contact);
  Motion next;
  next.places = system_.places_at(
      stage.time, options_.track_energy || is_damped() ? ShapeOrder::slope : ShapeOrder::shape);
  next.approach = first_guess(motion, step);
  StepOutcome outcome;
  if (const auto* settings = std::get_if<Picard>(&options_.iteration)) {
    outcome = picard(*settings, next.places, motion.state, next.approach, next.forces, next.state);
  } else {
    outcome = newton(next.places, next.approach, next.forces);
    if (outcome.status == SolveStatus::converged) {
      stage_.finish(next.places, next.forces, next.state);
    }
  }
  if (outcome.status != SolveStatus::converged) {
    scheme_.restart();
    return outcome;
  }
  if (!is_finite(next)) {
    outcome.status = SolveStatus::blew_up;
    return outcome;
  }
  complete(system_, next);
  before_ = motion.approach;
  step_before_ = step;
  motion = std::move(next);
  return outcome;
}

long long ContactStep::n_contact_solves() const {
  long long n = 0;
  for (const ContactPoint& point : points_) n += point.n_solves();
  return n;
}

}  // namespace tread::interaction
