#include "tread/interaction/statics.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/interaction/motion.hpp"

namespace tread::interaction {
namespace {

constexpr double k_tolerance = 1e-13;  // of the forces, relative
constexpr double k_settled = 1e-10;    // of forces and heights between rounds of linear laws
constexpr int k_max_iterations = 50;

/// All vehicles seen by their wheels, and the bridge: what stands still.
struct Rest {
  WheelPlaces places;
  Matrix vehicle_stiffness;
  Vector loads;
  Matrix bridge_compliance;
  Vector level;               // r - f below each wheel, less what springs and supports make of w
  Matrix on_bridge;           // compliance of the points on the bridge: wheels, then springs
  Vector moved;               // w below these points that comes of supports alone
  Vector spring_forces;       // what laws add to the linear parts of the bridge's springs
  Vector contact_compliance;  // d delta / dF of each wheel
  Vector load_share;          // dQ / dF
};

Rest rest_of(const CoupledSystem& system) {
  const int n = system.n_wheels();
  const int n_springs = system.bridge().n_springs();
  Rest rest{system.places_at(0, ShapeOrder::slope),
            Matrix::Zero(n, n),
            Vector::Zero(n),
            Matrix::Zero(n, n),
            Vector::Zero(n),
            {},
            {},
            Vector::Zero(n_springs),
            Vector::Zero(n),
            Vector::Ones(n)};
  const std::vector<int>& points = rest.places.on_bridge;
  const auto n_on = static_cast<Eigen::Index>(points.size());
  rest.moved = Vector::Zero(n_on);
  if (n_on == 0) return rest;
  rest.on_bridge = system.bridge().static_compliance(rest.places);
  for (Eigen::Index i = 0; i < n_on - n_springs; ++i) {
    for (Eigen::Index j = 0; j < n_on - n_springs; ++j) {
      rest.bridge_compliance(points[static_cast<std::size_t>(i)],
                             points[static_cast<std::size_t>(j)]) = rest.on_bridge(i, j);
    }
  }
  Vector support_load(system.n_bridge());
  system.bridge().external_force(0, support_load);
  if (support_load.isZero(0)) return rest;
  const Vector q = system.bridge().static_response(support_load);
  for (Eigen::Index i = 0; i < n_on; ++i) {
    rest.moved(i) = system.bridge().dot(rest.places, rest.places.shape, i, q);
  }
  return rest;
}

/// The vehicles with their wheels near given displacements: linear there.
void see_vehicles(const CoupledSystem& system, const Vector& wheels, Rest& rest) {
  for (const CoupledSystem::Body& body : system.bodies()) {
    const int m = body.vehicle->n_wheels();
    const Vector z = wheels.segment(body.first_wheel, m);
    const vehicle::WheelStatics statics = wheel_statics(*body.vehicle, z);
    rest.vehicle_stiffness.block(body.first_wheel, body.first_wheel, m, m) = statics.stiffness;
    rest.loads.segment(body.first_wheel, m) = statics.loads + statics.stiffness * z;
  }
}

/// The surface as the wheels find it before they press on it.
void see_surface(const CoupledSystem& system, Rest& rest) {
  for (int k = 0; k < system.n_wheels(); ++k) {
    rest.level(k) = rest.places.surface[as_size(k)].height;
  }
  const Eigen::Index n_springs = rest.spring_forces.size();
  const Eigen::Index n_on = rest.moved.size() - n_springs;
  for (Eigen::Index i = 0; i < n_on; ++i) {
    double w = rest.moved(i);
    if (n_springs > 0) w += rest.on_bridge.row(i).tail(n_springs).dot(rest.spring_forces);
    rest.level(rest.places.on_bridge[static_cast<std::size_t>(i)]) -= w;
  }
}

/// Forces of the bridge's springs under the wheels' loads: Newton's method on the pieces of the
/// laws. Returns by how much they changed.
double find_springs(const CoupledSystem& system, const Vector& bridge_loads, Rest& rest) {
  const Eigen::Index n_springs = rest.spring_forces.size();
  if (n_springs == 0) return 0;
  const Eigen::Index n_on = rest.moved.size() - n_springs;
  Vector loads(n_on);
  for (Eigen::Index i = 0; i < n_on; ++i) {
    loads(i) = bridge_loads(rest.places.on_bridge[static_cast<std::size_t>(i)]);
  }
  const Matrix compliance = rest.on_bridge.bottomRightCorner(n_springs, n_springs);
  const Vector free =
      -rest.moved.tail(n_springs) - rest.on_bridge.bottomLeftCorner(n_springs, n_on) * loads;
  const Vector before = rest.spring_forces;
  Vector elongation = free - compliance * before;
  for (int i = 0; i < k_max_iterations; ++i) {
    Matrix matrix = Matrix::Identity(n_springs, n_springs);
    Vector right(n_springs);
    for (Eigen::Index j = 0; j < n_springs; ++j) {
      const PiecewiseLinear::At law = system.bridge().spring(static_cast<int>(j), elongation(j));
      matrix.row(j) += law.slope * compliance.row(j);
      right(j) = law.value + law.slope * (free(j) - elongation(j));
    }
    rest.spring_forces = matrix.partialPivLu().solve(right);
    const Vector next = free - compliance * rest.spring_forces;
    const bool is_settled = (next - elongation).norm() <= k_tolerance * next.norm();
    elongation = next;
    if (is_settled) break;
  }
  return (rest.spring_forces - before).norm();
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

void stand_elastic(const ContactModel& model, Rest& rest, StandingTrain& train) {
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
    rest.contact_compliance = stiffness.cwiseInverse();
    rest.load_share = bridge_stiffness.cwiseQuotient(stiffness);
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

void check_loads(const Rest& rest) {
  for (Eigen::Index i = 0; i < rest.loads.size(); ++i) {
    if (rest.loads(i) > 0) continue;
    throw ModelError(
        fmt::format("wheel {} carries {:.4g} N at rest: every wheel must be pressed down, check "
                    "masses and loads, or start at touch",
                    i + 1, rest.loads(i)));
  }
}

bool has_laws(const CoupledSystem& system) {
  return std::ranges::any_of(system.bodies(),
                             [](const auto& body) { return !body.vehicle->laws.empty(); });
}

StandingTrain stand(const CoupledSystem& system, Rest& rest) {
  StandingTrain train;
  train.wheels = Vector::Zero(system.n_wheels());
  // Laws of suspensions and bridge springs: linear about the state found before, until it stays.
  for (int i = 0; i < k_max_iterations; ++i) {
    const Vector before = train.wheels;
    see_vehicles(system, before, rest);
    see_surface(system, rest);
    if (i == 0) check_loads(rest);
    if (std::holds_alternative<RigidContact>(system.problem().contact)) {
      stand_rigid(rest, train);
    } else {
      stand_elastic(system.problem().contact, rest, train);
    }
    train.wheels = train.approaches + rest.bridge_compliance * train.bridge_loads - rest.level;
    const double change = find_springs(system, train.bridge_loads, rest);
    const bool is_settled = (train.wheels - before).norm() <= k_settled * train.wheels.norm();
    if ((!has_laws(system) || is_settled) && change <= k_settled * rest.loads.norm()) break;
    if (i + 1 == k_max_iterations) {
      throw ModelError("springs with laws find no rest under the standing train: start at touch");
    }
  }
  Vector points = Vector::Zero(system.n_points());
  points.head(system.n_wheels()) = train.bridge_loads;
  points.segment(system.n_wheels(), rest.spring_forces.size()) = rest.spring_forces;
  Vector load(system.n_bridge());
  system.bridge().external_force(0, load);
  Eigen::Index i = 0;
  for (const int k : rest.places.on_bridge) system.bridge().add(rest.places, i++, points(k), load);
  train.modes = load.isZero(0) ? load : system.bridge().static_response(load);
  if (!(train.forces.minCoeff() > 0)) {
    throw ModelError(
        fmt::format("a wheel would have to be pulled down by {:.4g} N to touch at rest: the rail "
                    "is too uneven for this start, start at touch",
                    -train.forces.minCoeff()));
  }
  return train;
}

/// What laws of springs add at a state, into the points after the wheels.
void add_spring_forces(const CoupledSystem& system, Motion& motion) {
  const Vector elongation = system.approach(motion.places, motion.state, ShapeOrder::shape).value;
  for (int k = system.n_wheels(); k < system.n_points(); ++k) {
    motion.approach(k) = elongation(k);
    motion.forces.on_wheel(k) = motion.forces.on_bridge(k) = system.spring(k, elongation(k)).value;
  }
}

/// Whether a wheel is where it has moved the bridge by coming: at the end where it comes on, or on
/// a rail over a joint, it has not yet.
bool has_moved_bridge(const CoupledSystem& system, const WheelPlaces& places, int wheel) {
  const BridgeSystem& bridge = system.bridge();
  const double x = places.x(wheel);
  const double back = std::copysign(1e-9, -places.speed(wheel));
  return bridge.carries(x + back) && !system.problem().joint_rails.at(x);
}

/// A rate of forces at rest: each goes on with its wheel along the bridge.
Vector moving_load(const CoupledSystem& system, const Rest& rest, const StandingTrain& train) {
  WheelPlaces turned = rest.places;
  turned.shape = rest.places.slope;
  Vector load = Vector::Zero(system.n_bridge());
  Eigen::Index i = 0;
  for (const int k : turned.on_bridge) {
    if (k < system.n_wheels() && has_moved_bridge(system, turned, k)) {
      system.bridge().add(turned, i, turned.speed(k) * train.bridge_loads(k), load);
    }
    ++i;
  }
  return load;
}

/// What wheels and springs with laws push more when they are displaced: minus the rate of their
/// force by that of z, or of w below a spring.
Matrix stiffness_of_points(const CoupledSystem& system, const Rest& rest,
                           const StandingTrain& train) {
  const int n_wheels = system.n_wheels();
  const int n_springs = system.bridge().n_springs();
  Matrix stiffness = Matrix::Zero(n_wheels + n_springs, n_wheels + n_springs);
  stiffness.topLeftCorner(n_wheels, n_wheels) = rest.vehicle_stiffness;
  const auto first = static_cast<Eigen::Index>(rest.places.on_bridge.size()) - n_springs;
  for (int j = 0; j < n_springs; ++j) {
    const double elongation =
        -system.bridge().dot(rest.places, rest.places.shape, first + j, train.modes);
    stiffness(n_wheels + j, n_wheels + j) = system.bridge().spring(j, elongation).slope;
  }
  return stiffness;
}

/// The state at rest changes as the train moves on: its rate is the velocity. Forces stay nearly
/// the same, but for those that stiff suspensions move from wheel to wheel.
void set_moving(const CoupledSystem& system, const Rest& rest, const StandingTrain& train,
                State& state) {
  const int n_wheels = system.n_wheels();
  const BridgeSystem& bridge = system.bridge();
  const WheelPlaces& places = rest.places;
  Vector load = moving_load(system, rest, train);
  const auto velocity = [&] { return load.isZero(0) ? load : bridge.static_response(load); };
  const Vector with_same_forces = velocity();
  const int n = n_wheels + bridge.n_springs();
  Vector rate = Vector::Zero(n);           // of w below the points
  Matrix compliance = Matrix::Zero(n, n);  // of the points
  compliance.diagonal().head(n_wheels) = rest.contact_compliance;
  const auto n_on = static_cast<Eigen::Index>(places.on_bridge.size());
  for (Eigen::Index i = 0; i < n_on; ++i) {
    const int k = places.on_bridge[static_cast<std::size_t>(i)];
    rate(k) = bridge.dot(places, places.shape, i, with_same_forces);
    if (k < n_wheels) rate(k) += places.speed(k) * bridge.dot(places, places.slope, i, train.modes);
    for (Eigen::Index j = 0; j < n_on; ++j) {
      const int other = places.on_bridge[static_cast<std::size_t>(j)];
      compliance(k, other) +=
          rest.on_bridge(i, j) * (other < n_wheels ? rest.load_share(other) : 1.0);
    }
  }
  const Matrix stiffness = stiffness_of_points(system, rest, train);
  const Vector force_rate =
      -(Matrix::Identity(n, n) + stiffness * compliance).partialPivLu().solve(stiffness * rate);
  const Vector wheels = (rate + compliance * force_rate).head(n_wheels);
  Eigen::Index i = 0;
  for (const int k : places.on_bridge) {
    bridge.add(places, i++, force_rate(k) * (k < n_wheels ? rest.load_share(k) : 1.0), load);
  }
  state.velocity.head(system.n_bridge()) = velocity();
  for (const CoupledSystem::Body& body : system.bodies()) {
    constexpr double k_interval = 1e-4;  // s; vehicles without laws are linear
    const int m = body.vehicle->n_wheels();
    const Vector z = train.wheels.segment(body.first_wheel, m);
    const Vector way = k_interval * wheels.segment(body.first_wheel, m);
    state.velocity.segment(body.row, body.vehicle->n_dofs()) =
        (displacements_at_rest(*body.vehicle, z + way) -
         displacements_at_rest(*body.vehicle, z - way)) /
        (2 * k_interval);
  }
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
  Rest rest = rest_of(system);
  return stand(system, rest);
}

Motion start_motion(const CoupledSystem& system) {
  Motion motion;
  const int n = system.size();
  motion.places = system.places_at(0, ShapeOrder::curvature);
  motion.state = {0, Vector::Zero(n), Vector::Zero(n), Vector::Zero(n)};
  motion.approach = Vector::Zero(system.n_points());
  motion.forces = {motion.approach, motion.approach};
  if (system.problem().start == StartState::touch) {
    for (int k = 0; k < system.n_wheels(); ++k) {
      motion.state.position(system.wheel_row(k)) = -motion.places.surface[as_size(k)].height;
    }
  } else {
    Rest rest = rest_of(system);
    const StandingTrain train = stand(system, rest);
    motion.approach.head(system.n_wheels()) = train.approaches;
    motion.forces.on_wheel.head(system.n_wheels()) = train.forces;
    motion.forces.on_bridge.head(system.n_wheels()) = train.bridge_loads;
    motion.state.position.head(system.n_bridge()) = train.modes;
    for (const CoupledSystem::Body& body : system.bodies()) {
      motion.state.position.segment(body.row, body.vehicle->n_dofs()) = displacements_at_rest(
          *body.vehicle, train.wheels.segment(body.first_wheel, body.vehicle->n_wheels()));
    }
    const bool is_moving = system.problem().start == StartState::static_equilibrium;
    if (is_moving) set_moving(system, rest, train, motion.state);
  }
  add_spring_forces(system, motion);
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
