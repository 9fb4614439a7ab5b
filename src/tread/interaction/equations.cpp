#include "tread/interaction/equations.hpp"

#include <Eigen/LU>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/interaction/motion.hpp"

namespace tread::interaction {
namespace {

double damping_of(const ContactModel& contact) {
  const auto* linear = std::get_if<LinearContact>(&contact);
  return linear ? linear->damping : 0;
}

void refuse_rigid(const ContactModel& contact) {
  check(contact);
  if (!std::holds_alternative<RigidContact>(contact)) return;
  throw ModelError(
      "a rigid contact is a constraint, not a force: give an elastic one, or cross the bridge with "
      "a one-stage scheme");
}

}  // namespace

CoupledMotion::CoupledMotion(const TrainBridgeProblem& problem)
    : system_(problem), damping_(damping_of(problem.contact)) {
  CrossingOptions options;
  options.step = duration_of(problem);
  check(problem, options);
  refuse_rigid(problem.contact);
  if (problem.structure || system_.n_points() > system_.n_wheels()) {
    throw ModelError(
        "a structure of finite elements, or springs with laws, cross with one-stage schemes only: "
        "take cross_bridge");
  }
  for (int k = 0; k < system_.n_wheels(); ++k) points_.emplace_back(problem.contact);
}

State CoupledMotion::start() const {
  State state = start_motion(system_).state;
  state.acceleration.resize(0);  // for the scheme to compute
  return state;
}

WheelForces CoupledMotion::respond(const WheelPlaces& places, const State& state) {
  const auto order = damping_ > 0 ? ShapeOrder::slope : ShapeOrder::shape;
  const Approach approach = system_.approach(places, state, order);
  WheelForces forces{Vector(approach.value.size()), Vector(approach.value.size())};
  for (int k = 0; k < system_.n_wheels(); ++k) {
    const ContactResponse response = points_[as_size(k)].at(approach.value(k));
    double damper = 0;
    if (damping_ > 0 && approach.value(k) > 0) damper = damping_ * approach.rate(k);
    forces.on_wheel(k) = std::max(response.force + damper, 0.0);
    forces.on_bridge(k) = std::max(response.bridge_load + damper, 0.0);
  }
  return forces;
}

Vector CoupledMotion::approaches(const State& state) const {
  return system_
      .approach(system_.places_at(state.time, ShapeOrder::shape), state, ShapeOrder::shape)
      .value;
}

Vector CoupledMotion::forces(const State& state) {
  return respond(system_.places_at(state.time, ShapeOrder::slope), state).on_wheel;
}

void CoupledMotion::internal_force(double time, const Vector& position, const Vector& velocity,
                                   Vector& force) {
  const WheelPlaces places = system_.places_at(time, ShapeOrder::slope);
  system_.internal_force(position, velocity, force);
  const WheelForces forces = respond(places, {time, position, velocity, {}});
  system_.add_contact(places, forces, -1, force);
}

void CoupledMotion::external_force(double time, Vector& force) { force = system_.load(time); }

void CoupledMotion::solve_mass(const Vector&, const Vector& force, Vector& acceleration) {
  acceleration = force;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const int n = body.vehicle->n_dofs();
    acceleration.segment(body.row, n) = body.vehicle->mass.llt().solve(force.segment(body.row, n));
  }
}

void CoupledMotion::apply_mass(const Vector&, const Vector& acceleration, Vector& force) {
  force = system_.apply_mass(acceleration);
}

PrescribedMotion::PrescribedMotion(const structure::BeamModes& bridge, const ContactModel& contact,
                                   std::vector<PrescribedWheel> wheels)
    : bridge_(bridge), wheels_(std::move(wheels)) {
  refuse_rigid(contact);
  if (damping_of(contact) > 0) {
    throw ModelError("a wheel with a given height has no damper: give a contact without damping");
  }
  if (wheels_.empty()) throw ModelError("no wheels are given: the bridge would rest");
  for (std::size_t k = 0; k < wheels_.size(); ++k) points_.emplace_back(contact);
  const auto n = static_cast<Eigen::Index>(bridge.n_modes());
  damping_ = Eigen::Map<const Vector>(bridge.damping_rate().data(), n);
  stiffness_ = Eigen::Map<const Vector>(bridge.omega().data(), n).cwiseAbs2();
}

State PrescribedMotion::start() const {
  return {0, Vector::Zero(size()), Vector::Zero(size()), {}};
}

Matrix PrescribedMotion::shapes(double time) const {
  Matrix shape(size(), static_cast<Eigen::Index>(wheels_.size()));
  Eigen::Index i = 0;
  for (const PrescribedWheel& wheel : wheels_) {
    bridge_.shape(wheel.position(time), {shape.col(i++).data(), as_size(size())});
  }
  return shape;
}

Vector PrescribedMotion::approaches(double time, const Vector& position) const {
  Vector approach = -shapes(time).transpose() * position;
  for (std::size_t k = 0; k < wheels_.size(); ++k) {
    approach(static_cast<Eigen::Index>(k)) += wheels_[k].height(time);
  }
  return approach;
}

Vector PrescribedMotion::forces(double time, const Vector& position) {
  Vector force = approaches(time, position);
  for (std::size_t k = 0; k < wheels_.size(); ++k) {
    double& value = force(static_cast<Eigen::Index>(k));
    value = points_[k].at(value).force;
  }
  return force;
}

void PrescribedMotion::internal_force(double time, const Vector& position, const Vector& velocity,
                                      Vector& force) {
  Vector load = approaches(time, position);
  for (std::size_t k = 0; k < wheels_.size(); ++k) {
    double& value = load(static_cast<Eigen::Index>(k));
    value = points_[k].at(value).bridge_load;
  }
  force = damping_.cwiseProduct(velocity) + stiffness_.cwiseProduct(position) - shapes(time) * load;
}

bool PrescribedMotion::depends_on_velocity() const { return damping_.maxCoeff() > 0; }

bool PrescribedMotion::solve_effective(const integrate::EffectiveFactors& factors,
                                       const State& state, const Vector& b, Vector& x) {
  const Vector inverse =
      (factors.mass + factors.damping * damping_.array() + factors.stiffness * stiffness_.array())
          .inverse();
  const Matrix shape = shapes(state.time);
  const Vector approach = approaches(state.time, state.position);
  Vector slope(approach.size());
  for (Eigen::Index k = 0; k < approach.size(); ++k) {
    slope(k) =
        factors.stiffness * points_[static_cast<std::size_t>(k)].at(approach(k)).bridge_stiffness;
  }
  // (D + W s W')^-1 = D^-1 - D^-1 W (1 + s W' D^-1 W)^-1 s W' D^-1, which allows slopes of zero.
  const Matrix scaled = inverse.asDiagonal() * shape;
  const Matrix small = Matrix::Identity(approach.size(), approach.size()) +
                       slope.asDiagonal() * (shape.transpose() * scaled);
  const Vector free = inverse.cwiseProduct(b);
  x = free - scaled * small.partialPivLu().solve(slope.cwiseProduct(shape.transpose() * free));
  return true;
}

}  // namespace tread::interaction
