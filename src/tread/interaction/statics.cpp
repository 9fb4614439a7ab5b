#include "tread/interaction/statics.hpp"

#include <fmt/format.h>

#include <Eigen/LU>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/interaction/motion.hpp"

namespace tread::interaction {
namespace {

constexpr double k_tolerance = 1e-13;  // of the forces, relative
constexpr int k_max_iterations = 50;

/// All vehicles seen by their wheels, and the bridge: what stands still.
struct Rest {
  WheelPlaces places;
  Matrix vehicle_stiffness;
  Vector loads;
  Matrix bridge_compliance;
  Vector level;  // r - f below each wheel
};

Rest rest_of(const CoupledSystem& system) {
  const int n = system.n_wheels();
  Rest rest{system.places_at(0, ShapeOrder::slope), Matrix::Zero(n, n), Vector(n),
            Matrix::Zero(n, n), Vector(n)};
  for (const CoupledSystem::Body& body : system.bodies()) {
    const int m = body.vehicle->n_wheels();
    const vehicle::WheelStatics statics = wheel_statics(*body.vehicle);
    rest.vehicle_stiffness.block(body.first_wheel, body.first_wheel, m, m) = statics.stiffness;
    rest.loads.segment(body.first_wheel, m) = statics.loads;
  }
  if (!rest.places.on_bridge.empty()) {
    if (!(system.modal_stiffness().minCoeff() > 0)) {
      throw ModelError(
          "the bridge can move as a whole (a mode without stiffness): a train cannot stand on it; "
          "give it supports, or start at touch");
    }
    const Matrix& shape = rest.places.shape;
    const Matrix dense =
        shape.transpose() * system.modal_stiffness().cwiseInverse().asDiagonal() * shape;
    for (std::size_t i = 0; i < rest.places.on_bridge.size(); ++i) {
      for (std::size_t j = 0; j < rest.places.on_bridge.size(); ++j) {
        rest.bridge_compliance(rest.places.on_bridge[i], rest.places.on_bridge[j]) =
            dense(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
    }
  }
  for (int k = 0; k < n; ++k) rest.level(k) = rest.places.surface[as_size(k)].height;
  return rest;
}

void stand_rigid(const Rest& rest, StandingTrain& train) {
  const Eigen::Index n = rest.loads.size();
  const Matrix& k = rest.vehicle_stiffness;
  train.approaches = Vector::Zero(n);
  train.forces = (Matrix::Identity(n, n) + k * rest.bridge_compliance)
                     .partialPivLu()
                     .solve(rest.loads + k * rest.level);
  train.bridge_loads = train.forces;
  train.iterations = 1;
  train.status = SolveStatus::converged;
}

void stand_elastic(const Rest& rest, const ContactModel& model, StandingTrain& train) {
  const Eigen::Index n = rest.loads.size();
  std::vector<ContactPoint> points;
  train.approaches.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    points.emplace_back(model);
    train.approaches(i) = points.back().approach_under(rest.loads(i));
  }
  const Matrix& k = rest.vehicle_stiffness;
  Vector stiffness(n), bridge_stiffness(n);
  train.forces.resize(n);
  train.bridge_loads.resize(n);
  train.status = SolveStatus::max_iterations;
  for (train.iterations = 1; train.iterations <= k_max_iterations; ++train.iterations) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const ContactResponse response = points[static_cast<std::size_t>(i)].at(train.approaches(i));
      train.forces(i) = response.force;
      train.bridge_loads(i) = response.bridge_load;
      stiffness(i) = response.stiffness;
      bridge_stiffness(i) = response.bridge_stiffness;
    }
    const Vector wheels =
        train.approaches + rest.bridge_compliance * train.bridge_loads - rest.level;
    const Vector residual = train.forces - rest.loads + k * wheels;
    const Matrix jacobian =
        Matrix(stiffness.asDiagonal()) +
        k * (Matrix::Identity(n, n) + rest.bridge_compliance * bridge_stiffness.asDiagonal());
    if (residual.cwiseAbs().maxCoeff() <= k_tolerance * rest.loads.cwiseAbs().maxCoeff()) {
      train.status = SolveStatus::converged;
      return;
    }
    const Vector change = jacobian.partialPivLu().solve(residual);
    train.approaches -= change;
    if (change.cwiseQuotient(train.approaches).cwiseAbs().maxCoeff() < k_tolerance) {
      train.status = SolveStatus::converged;  // the contact solver's own tolerance is reached
      return;
    }
  }
}

StandingTrain stand(const CoupledSystem& system) {
  const Rest rest = rest_of(system);
  for (Eigen::Index i = 0; i < rest.loads.size(); ++i) {
    if (rest.loads(i) > 0) continue;
    throw ModelError(
        fmt::format("wheel {} carries {:.4g} N at rest: every wheel must be pressed down, check "
                    "masses and loads, or start at touch",
                    i + 1, rest.loads(i)));
  }
  StandingTrain train;
  if (std::holds_alternative<RigidContact>(system.problem().contact)) {
    stand_rigid(rest, train);
  } else {
    stand_elastic(rest, system.problem().contact, train);
  }
  train.wheels = train.approaches + rest.bridge_compliance * train.bridge_loads - rest.level;
  Vector load = Vector::Zero(system.size());
  system.add_contact(rest.places, {train.forces, train.bridge_loads}, 1, load);
  train.modes = load.head(system.n_modes()).cwiseQuotient(system.modal_stiffness());
  if (!(train.forces.minCoeff() > 0)) {
    throw ModelError(
        fmt::format("a wheel would have to be pulled down by {:.4g} N to touch at rest: the rail "
                    "is too uneven for this start, start at touch",
                    -train.forces.minCoeff()));
  }
  return train;
}

/// Wheels follow the surface that they stand on.
void follow_surface(const CoupledSystem& system, Motion& motion) {
  const Vector rate = system.approach(motion.places, motion.state, ShapeOrder::slope).rate;
  for (int k = 0; k < system.n_wheels(); ++k) {
    motion.state.velocity(system.wheel_row(k)) -= rate(k);
  }
}

}  // namespace

StandingTrain stand_on_bridge(const TrainBridgeProblem& problem) {
  const CoupledSystem system(problem);
  return stand(system);
}

Motion start_motion(const CoupledSystem& system) {
  Motion motion;
  const int n = system.size();
  motion.places = system.places_at(0, ShapeOrder::curvature);
  motion.state = {0, Vector::Zero(n), Vector::Zero(n), Vector::Zero(n)};
  motion.approach = Vector::Zero(system.n_wheels());
  motion.forces = {motion.approach, motion.approach};
  if (system.problem().start == StartState::touch) {
    for (int k = 0; k < system.n_wheels(); ++k) {
      motion.state.position(system.wheel_row(k)) = -motion.places.surface[as_size(k)].height;
    }
  } else {
    const StandingTrain train = stand(system);
    motion.approach = train.approaches;
    motion.forces = {train.forces, train.bridge_loads};
    motion.state.position.head(system.n_modes()) = train.modes;
    for (const CoupledSystem::Body& body : system.bodies()) {
      motion.state.position.segment(body.row, body.vehicle->n_dofs()) = displacements_at_rest(
          *body.vehicle, train.wheels.segment(body.first_wheel, body.vehicle->n_wheels()));
    }
  }
  follow_surface(system, motion);
  complete(system, motion);
  return motion;
}

LocalShare local_share(const BodyPair& bodies) {
  check(bodies);
  const double wheel = compliance_of(bodies.upper).normal();
  const double bridge = compliance_of(bodies.lower).normal();
  return {wheel / (wheel + bridge), bridge / (wheel + bridge)};
}

}  // namespace tread::interaction
