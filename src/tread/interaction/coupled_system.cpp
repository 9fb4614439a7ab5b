#include "tread/interaction/coupled_system.hpp"

#include "tread/core/as_size.hpp"

namespace tread::interaction {
namespace {

vehicle::WheelDefect defect_of(const std::vector<vehicle::WheelDefect>& defects,
                               std::size_t wheel) {
  if (defects.empty()) return vehicle::Round{};
  return defects[defects.size() == 1 ? 0 : wheel];
}

}  // namespace

CoupledSystem::CoupledSystem(const TrainBridgeProblem& problem)
    : problem_(problem), bridge_(make_bridge(problem_)) {
  add_train(problem_.train, {1, problem_.start_position, problem_.speed, problem_.acceleration},
            problem_.defects);
  if (problem_.second) {
    const SecondTrain& second = *problem_.second;
    const double direction = second.direction == SecondTrain::Direction::left ? -1 : 1;
    add_train(second.train, {direction, second.start_position, second.speed, 0}, second.defects);
  }
  number_points();
}

void CoupledSystem::add_train(const vehicle::Train& train, const Run& run,
                              const std::vector<vehicle::WheelDefect>& defects) {
  std::size_t i_wheel = 0;
  for (const vehicle::PlacedVehicle& placed : train.vehicles) {
    const Body body{&placed.vehicle, n_bridge() + n_dofs_, n_wheels(), 0, {}, {}};
    bodies_.push_back(body);
    n_dofs_ += placed.vehicle.n_dofs();
    for (const vehicle::Wheel& wheel : placed.vehicle.wheels) {
      wheels_.push_back({body.row + wheel.dof, placed.offset + wheel.offset,
                         defect_of(defects, i_wheel++), run,
                         !placed.vehicle.mass.row(wheel.dof).isZero(0)});
    }
    const Vector loads = wheel_statics(placed.vehicle).loads;
    wheel_loads_.insert(wheel_loads_.end(), loads.begin(), loads.end());
  }
}

void CoupledSystem::number_points() {
  for (Body& body : bodies_) {
    const vehicle::PlaneVehicle& vehicle = *body.vehicle;
    const auto n_laws = static_cast<int>(vehicle.laws.size());
    body.picks = Matrix::Zero(vehicle.n_dofs(), vehicle.n_wheels() + n_laws);
    for (int i = 0; i < vehicle.n_wheels(); ++i) {
      body.points.push_back(body.first_wheel + i);
      body.picks(vehicle.wheels[as_size(i)].dof, i) = 1;
    }
    body.first_law = n_points();
    for (int j = 0; j < n_laws; ++j) {
      const vehicle::SuspensionLaw& law = vehicle.laws[as_size(j)];
      body.points.push_back(body.first_law + j);
      for (std::size_t k = 0; k < law.dofs.size(); ++k) {
        body.picks(law.dofs[k], vehicle.n_wheels() + j) = law.weights[k];
      }
    }
    n_laws_ += n_laws;
  }
}

WheelPlaces CoupledSystem::places_at(double time, ShapeOrder order) const {
  WheelPlaces places;
  places.time = time;
  places.x.resize(n_wheels());
  places.speed.resize(n_wheels());
  places.acceleration.resize(n_wheels());
  for (int k = 0; k < n_wheels(); ++k) {
    const WheelIndex& wheel = wheels_[as_size(k)];
    const Run& run = wheel.run;
    const double way = (run.speed + run.acceleration * time / 2) * time;
    const double x = run.start + run.direction * (way - wheel.offset);
    const vehicle::ProfileAt rail = profile_at(problem_.rail, x);
    const vehicle::ProfileAt tread = defect_at(wheel.defect, way);
    places.x(k) = x;
    places.speed(k) = run.direction * (run.speed + run.acceleration * time);
    places.acceleration(k) = run.direction * run.acceleration;
    // slopes along +x; the tread's is along the way
    places.surface.push_back({rail.height - tread.height, rail.slope - run.direction * tread.slope,
                              rail.curvature - tread.curvature});
    if (bridge_->carries(x)) places.on_bridge.push_back(k);
  }
  for (int j = 0; j < bridge_->n_springs(); ++j) places.on_bridge.push_back(n_wheels() + j);
  bridge_->place(order, places);
  return places;
}

PiecewiseLinear::At CoupledSystem::spring(int point, double elongation) const {
  const int i = point - n_wheels();
  if (i < bridge_->n_springs()) return bridge_->spring(i, elongation);
  auto body = bodies_.end() - 1;
  while (point < body->first_law) --body;
  return body->vehicle->laws[as_size(point - body->first_law)].law.at(elongation);
}

void CoupledSystem::add_contact(const WheelPlaces& places, const WheelForces& forces, double factor,
                                Vector& sum) const {
  Eigen::Index i = 0;
  for (const int k : places.on_bridge) {
    bridge_->add(places, i++, factor * forces.on_bridge(k), sum.head(n_bridge()));
  }
  for (const Body& body : bodies_) {
    Eigen::Index column = 0;
    for (const int k : body.points) {
      sum.segment(body.row, body.vehicle->n_dofs()) -=
          factor * forces.on_wheel(k) * body.picks.col(column++);
    }
  }
}

void CoupledSystem::internal_force(const Vector& position, const Vector& velocity,
                                   Vector& force) const {
  force.resize(size());
  bridge_->internal_force(position.head(n_bridge()), velocity.head(n_bridge()),
                          force.head(n_bridge()));
  for (const Body& body : bodies_) {
    const int n = body.vehicle->n_dofs();
    force.segment(body.row, n) = body.vehicle->damping * velocity.segment(body.row, n) +
                                 body.vehicle->stiffness * position.segment(body.row, n);
  }
}

Vector CoupledSystem::load(double time) const {
  Vector load = Vector::Zero(size());
  bridge_->external_force(time, load.head(n_bridge()));
  for (const Body& body : bodies_) {
    load.segment(body.row, body.vehicle->n_dofs()) = body.vehicle->load;
  }
  return load;
}

Vector CoupledSystem::apply_mass(const Vector& a) const {
  Vector force(size());
  bridge_->apply_mass(a.head(n_bridge()), force.head(n_bridge()));
  for (const Body& body : bodies_) {
    const int n = body.vehicle->n_dofs();
    force.segment(body.row, n) = body.vehicle->mass * a.segment(body.row, n);
  }
  return force;
}

Vector CoupledSystem::at_wheels(const Vector& y) const {
  Vector z(n_wheels());
  for (int k = 0; k < n_wheels(); ++k) z(k) = y(wheel_row(k));
  return z;
}

void CoupledSystem::subtract_bridge(const WheelPlaces& places, const Matrix& rows, double factor,
                                    const Vector& y, Vector& sum) const {
  const auto q = y.head(n_bridge());
  Eigen::Index i = 0;
  for (const int k : places.on_bridge) sum(k) -= factor * bridge_->dot(places, rows, i++, q);
}

void CoupledSystem::subtract_bridge(const WheelPlaces& places, const Matrix& rows,
                                    const Vector& factors, const Vector& y, Vector& sum) const {
  const auto q = y.head(n_bridge());
  Eigen::Index i = 0;
  for (const int k : places.on_bridge) {
    if (k < n_wheels()) sum(k) -= factors(k) * bridge_->dot(places, rows, i, q);
    ++i;
  }
}

Vector CoupledSystem::on_bridge(const WheelPlaces& places, const Vector& of_wheels) const {
  Vector values = Vector::Zero(static_cast<Eigen::Index>(places.on_bridge.size()));
  Eigen::Index i = 0;
  for (const int k : places.on_bridge) {
    if (k < n_wheels()) values(i) = of_wheels(k);
    ++i;
  }
  return values;
}

Approach CoupledSystem::approach(const WheelPlaces& places, const State& state,
                                 ShapeOrder order) const {
  const Vector& v = places.speed;
  const Vector& a = places.acceleration;
  const bool has_rate = order >= ShapeOrder::slope;
  const bool has_acceleration = order >= ShapeOrder::curvature;
  const auto in_vehicles = [&](const Vector& y) {
    Vector values = Vector::Zero(n_points());
    for (const Body& body : bodies_) {
      const auto u = y.segment(body.row, body.vehicle->n_dofs());
      Eigen::Index column = 0;
      for (const int k : body.points) values(k) = body.picks.col(column++).dot(u);
    }
    return values;
  };
  Approach approach{in_vehicles(state.position), {}, {}};
  if (has_rate) approach.rate = in_vehicles(state.velocity);
  if (has_acceleration) approach.acceleration = in_vehicles(state.acceleration);
  for (int k = 0; k < n_wheels(); ++k) {
    const vehicle::ProfileAt& surface = places.surface[as_size(k)];
    approach.value(k) += surface.height;
    if (has_rate) approach.rate(k) += v(k) * surface.slope;
    if (has_acceleration) {
      approach.acceleration(k) += v(k) * v(k) * surface.curvature + a(k) * surface.slope;
    }
  }
  subtract_bridge(places, places.shape, 1, state.position, approach.value);
  if (has_rate) {
    subtract_bridge(places, places.shape, 1, state.velocity, approach.rate);
    subtract_bridge(places, places.slope, v, state.position, approach.rate);
  }
  if (has_acceleration) {
    subtract_bridge(places, places.shape, 1, state.acceleration, approach.acceleration);
    subtract_bridge(places, places.slope, 2 * v, state.velocity, approach.acceleration);
    subtract_bridge(places, places.curvature, v.cwiseAbs2(), state.position, approach.acceleration);
    subtract_bridge(places, places.slope, a, state.position, approach.acceleration);
  }
  return approach;
}

StageSystem::StageSystem(const CoupledSystem& system)
    : system_(system), bridge_(system.bridge().stage()) {}

void StageSystem::factorise_vehicles(const BridgeStage::Weights& weights) {
  if (weights == weights_) return;
  weights_ = weights;
  vehicles_.clear();
  columns_.clear();
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const vehicle::PlaneVehicle& vehicle = *body.vehicle;
    Matrix matrix = weights.mass * vehicle.mass + weights.damping * vehicle.damping +
                    weights.stiffness * vehicle.stiffness;
    if (weights.stiffness == 0) {  // at an instant what has no mass has no acceleration of its own
      for (const int dof : massless_wheels(vehicle)) matrix(dof, dof) = 1;
    }
    vehicles_.emplace_back(matrix);
    columns_.push_back(vehicles_.back().solve(body.picks));
  }
}

namespace {

BridgeStage::Weights stage_weights(const OneStage& stage) {
  return {stage.mass_weight, stage.force_weight * stage.velocity_weight,
          stage.force_weight * stage.position_weight};
}

}  // namespace

Vector StageSystem::right_side(const OneStage& stage, const State& old,
                               const Vector& old_contact) const {
  const double f = stage.force_weight;
  Vector right = f * system_.load(stage.time);
  if (f != 1) {
    Vector force;
    system_.internal_force(old.position, old.velocity, force);
    right += (1 - f) * (system_.load(old.time) + old_contact - force);
  }
  if (stage.mass_weight != 1) {
    right -= (1 - stage.mass_weight) * system_.apply_mass(old.acceleration);
  }
  return right;
}

void StageSystem::begin(const OneStage& stage, const State& old, const Vector& old_contact) {
  bridge_->factorise(stage_weights(stage));
  factorise_vehicles(stage_weights(stage));
  stage_ = stage;
  is_bridge_moved_ = false;
  const int n_bridge = system_.n_bridge();
  const Vector right = right_side(stage, old, old_contact);
  free_.acceleration.resize(system_.size());
  bridge_->solve(right.head(n_bridge), stage.position.head(n_bridge), stage.velocity.head(n_bridge),
                 stage.force_weight, free_.acceleration.head(n_bridge));
  free_vehicles(stage, right);
}

void StageSystem::begin_on_moved_bridge(const OneStage& stage, const State& old,
                                        const Vector& old_contact, const State& moved) {
  factorise_vehicles(stage_weights(stage));
  stage_ = stage;
  is_bridge_moved_ = true;
  const int n_bridge = system_.n_bridge();
  free_.acceleration.resize(system_.size());
  free_.acceleration.head(n_bridge) = moved.acceleration.head(n_bridge);
  // What the weights make of the acceleration leads to the state that is known.
  stage_.position.head(n_bridge) =
      moved.position.head(n_bridge) - stage.position_weight * moved.acceleration.head(n_bridge);
  stage_.velocity.head(n_bridge) =
      moved.velocity.head(n_bridge) - stage.velocity_weight * moved.acceleration.head(n_bridge);
  free_vehicles(stage_, right_side(stage, old, old_contact));
}

void StageSystem::free_vehicles(const OneStage& stage, const Vector& right) {
  const double f = stage.force_weight;
  free_.time = stage.time;
  std::size_t i = 0;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const int n = body.vehicle->n_dofs();
    free_.acceleration.segment(body.row, n) =
        vehicles_[i++].solve(right.segment(body.row, n) -
                             f * (body.vehicle->damping * stage.velocity.segment(body.row, n) +
                                  body.vehicle->stiffness * stage.position.segment(body.row, n)));
  }
  free_.position = stage.position + stage.position_weight * free_.acceleration;
  free_.velocity = stage.velocity + stage.velocity_weight * free_.acceleration;
}

void StageSystem::finish(const WheelPlaces& places, const WheelForces& forces, State& state) const {
  state.time = stage_.time;
  state.acceleration = free_.acceleration;
  if (!places.on_bridge.empty() && !is_bridge_moved_) {
    Vector load(static_cast<Eigen::Index>(places.on_bridge.size()));
    Eigen::Index i = 0;
    for (const int k : places.on_bridge) load(i++) = stage_.force_weight * forces.on_bridge(k);
    bridge_->add_response(places, load, state.acceleration.head(system_.n_bridge()));
  }
  std::size_t i_body = 0;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const Matrix& columns = columns_[i_body++];
    Eigen::Index column = 0;
    for (const int k : body.points) {
      state.acceleration.segment(body.row, columns.rows()) -=
          stage_.force_weight * forces.on_wheel(k) * columns.col(column++);
    }
  }
  state.position = stage_.position + stage_.position_weight * state.acceleration;
  state.velocity = stage_.velocity + stage_.velocity_weight * state.acceleration;
}

Matrix StageSystem::wheels_part(double weight) const {
  const int n = system_.n_points();
  Matrix part = Matrix::Zero(n, n);
  std::size_t i_body = 0;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const Matrix dense = weight * stage_.force_weight * body.picks.transpose() * columns_[i_body++];
    for (std::size_t i = 0; i < body.points.size(); ++i) {
      for (std::size_t j = 0; j < body.points.size(); ++j) {
        part(body.points[i], body.points[j]) =
            dense(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
    }
  }
  return part;
}

/// Rows (what a point feels of each unknown) times columns (what moves each unknown).
Matrix StageSystem::bridge_part(const WheelPlaces& places, const Matrix& rows) const {
  const int n = system_.n_points();
  Matrix part = Matrix::Zero(n, n);
  if (places.on_bridge.empty() || is_bridge_moved_) return part;
  const Matrix dense = stage_.force_weight * bridge_->compliance(places, rows);
  for (std::size_t i = 0; i < places.on_bridge.size(); ++i) {
    for (std::size_t j = 0; j < places.on_bridge.size(); ++j) {
      part(places.on_bridge[i], places.on_bridge[j]) =
          dense(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
  return part;
}

StageSystem::Compliance StageSystem::approach_compliance(const WheelPlaces& places) const {
  return {wheels_part(stage_.position_weight),
          bridge_part(places, stage_.position_weight * places.shape)};
}

StageSystem::Compliance StageSystem::rate_compliance(const WheelPlaces& places) const {
  return {wheels_part(stage_.velocity_weight),
          bridge_part(places, stage_.velocity_weight * places.shape +
                                  stage_.position_weight * places.slope *
                                      system_.on_bridge(places, places.speed).asDiagonal())};
}

StageSystem::Compliance StageSystem::acceleration_compliance(const WheelPlaces& places) const {
  const Vector v = system_.on_bridge(places, places.speed);
  const Vector a = system_.on_bridge(places, places.acceleration);
  Matrix rows = places.shape;
  rows += places.slope * (2 * stage_.velocity_weight * v + stage_.position_weight * a).asDiagonal();
  rows += places.curvature * (stage_.position_weight * v.cwiseAbs2()).asDiagonal();
  return {wheels_part(1), bridge_part(places, rows)};
}

}  // namespace tread::interaction
