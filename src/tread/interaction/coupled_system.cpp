#include "tread/interaction/coupled_system.hpp"

#include "tread/core/as_size.hpp"

namespace tread::interaction {
namespace {

vehicle::WheelDefect defect_of(const TrainBridgeProblem& problem, std::size_t wheel) {
  if (problem.defects.empty()) return vehicle::Round{};
  return problem.defects[problem.defects.size() == 1 ? 0 : wheel];
}

std::span<double> column(Matrix& matrix, Eigen::Index i) {
  return {matrix.col(i).data(), static_cast<std::size_t>(matrix.rows())};
}

}  // namespace

CoupledSystem::CoupledSystem(const TrainBridgeProblem& problem) : problem_(problem) {
  if (problem_.bridge) {
    const structure::BeamModes& bridge = *problem_.bridge;
    const auto n = static_cast<Eigen::Index>(bridge.n_modes());
    damping_ = Eigen::Map<const Vector>(bridge.damping_rate().data(), n);
    stiffness_ = Eigen::Map<const Vector>(bridge.omega().data(), n).cwiseAbs2();
  }
  for (const vehicle::PlacedVehicle& placed : problem_.train.vehicles) {
    const Body body{&placed.vehicle, n_modes() + n_dofs_, n_wheels()};
    bodies_.push_back(body);
    n_dofs_ += placed.vehicle.n_dofs();
    for (const vehicle::Wheel& wheel : placed.vehicle.wheels) {
      wheels_.push_back({body.row + wheel.dof, placed.offset + wheel.offset,
                         defect_of(problem_, wheels_.size())});
    }
    const Vector loads = wheel_statics(placed.vehicle).loads;
    wheel_loads_.insert(wheel_loads_.end(), loads.begin(), loads.end());
  }
}

WheelPlaces CoupledSystem::places_at(double time, ShapeOrder order) const {
  WheelPlaces places;
  places.time = time;
  places.acceleration = problem_.acceleration;
  places.speed = problem_.speed + places.acceleration * time;
  const double way = (problem_.speed + places.acceleration * time / 2) * time;
  places.x.resize(n_wheels());
  for (int k = 0; k < n_wheels(); ++k) {
    const WheelIndex& wheel = wheels_[as_size(k)];
    const double x = problem_.start_position + way - wheel.offset;
    const vehicle::ProfileAt rail = profile_at(problem_.rail, x);
    const vehicle::ProfileAt tread = defect_at(wheel.defect, way);
    places.x(k) = x;
    places.surface.push_back(
        {rail.height - tread.height, rail.slope - tread.slope, rail.curvature - tread.curvature});
    if (problem_.bridge && x >= 0 && x <= problem_.bridge->length()) places.on_bridge.push_back(k);
  }
  const auto n_on = static_cast<Eigen::Index>(places.on_bridge.size());
  places.shape.resize(n_modes(), n_on);
  if (order >= ShapeOrder::slope) places.slope.resize(n_modes(), n_on);
  if (order >= ShapeOrder::curvature) places.curvature.resize(n_modes(), n_on);
  for (Eigen::Index i = 0; i < n_on; ++i) {
    const double x = places.x(places.on_bridge[static_cast<std::size_t>(i)]);
    problem_.bridge->shape(x, column(places.shape, i));
    if (order >= ShapeOrder::slope) problem_.bridge->slope(x, column(places.slope, i));
    if (order >= ShapeOrder::curvature) problem_.bridge->curvature(x, column(places.curvature, i));
  }
  return places;
}

void CoupledSystem::add_contact(const WheelPlaces& places, const WheelForces& forces, double factor,
                                Vector& sum) const {
  Eigen::Index i = 0;
  for (const int k : places.on_bridge) {
    sum.head(n_modes()) += factor * forces.on_bridge(k) * places.shape.col(i++);
  }
  for (int k = 0; k < n_wheels(); ++k) sum(wheel_row(k)) -= factor * forces.on_wheel(k);
}

void CoupledSystem::internal_force(const Vector& position, const Vector& velocity,
                                   Vector& force) const {
  force.resize(size());
  force.head(n_modes()) = damping_.cwiseProduct(velocity.head(n_modes())) +
                          stiffness_.cwiseProduct(position.head(n_modes()));
  for (const Body& body : bodies_) {
    const int n = body.vehicle->n_dofs();
    force.segment(body.row, n) = body.vehicle->damping * velocity.segment(body.row, n) +
                                 body.vehicle->stiffness * position.segment(body.row, n);
  }
}

Vector CoupledSystem::load() const {
  Vector load = Vector::Zero(size());
  for (const Body& body : bodies_) {
    load.segment(body.row, body.vehicle->n_dofs()) = body.vehicle->load;
  }
  return load;
}

Vector CoupledSystem::apply_mass(const Vector& a) const {
  Vector force = a;
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

Approach CoupledSystem::approach(const WheelPlaces& places, const State& state,
                                 ShapeOrder order) const {
  const double v = places.speed;
  const double a = places.acceleration;
  const bool has_rate = order >= ShapeOrder::slope;
  const bool has_acceleration = order >= ShapeOrder::curvature;
  Approach approach{at_wheels(state.position), {}, {}};
  if (has_rate) approach.rate = at_wheels(state.velocity);
  if (has_acceleration) approach.acceleration = at_wheels(state.acceleration);
  for (int k = 0; k < n_wheels(); ++k) {
    const vehicle::ProfileAt& surface = places.surface[as_size(k)];
    approach.value(k) += surface.height;
    if (has_rate) approach.rate(k) += v * surface.slope;
    if (has_acceleration) {
      approach.acceleration(k) += v * v * surface.curvature + a * surface.slope;
    }
  }
  const auto q = state.position.head(n_modes());
  const auto q_t = state.velocity.head(n_modes());
  Eigen::Index i = 0;
  for (const int k : places.on_bridge) {
    approach.value(k) -= places.shape.col(i).dot(q);
    if (has_rate) {
      approach.rate(k) -= places.shape.col(i).dot(q_t) + v * places.slope.col(i).dot(q);
    }
    if (has_acceleration) {
      approach.acceleration(k) -= places.shape.col(i).dot(state.acceleration.head(n_modes())) +
                                  2 * v * places.slope.col(i).dot(q_t) +
                                  v * v * places.curvature.col(i).dot(q) +
                                  a * places.slope.col(i).dot(q);
    }
    ++i;
  }
  return approach;
}

void StageSystem::factorise(const Factors& factors) {
  if (factors == factors_) return;
  factors_ = factors;
  const double c = factors.force_weight * factors.velocity_weight;
  const double k = factors.force_weight * factors.position_weight;
  inverse_ = (factors.mass_weight + c * system_.modal_damping().array() +
              k * system_.modal_stiffness().array())
                 .inverse();
  vehicles_.clear();
  wheel_columns_.clear();
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const vehicle::PlaneVehicle& vehicle = *body.vehicle;
    vehicles_.emplace_back(factors.mass_weight * vehicle.mass + c * vehicle.damping +
                           k * vehicle.stiffness);
    Matrix picks = Matrix::Zero(vehicle.n_dofs(), vehicle.n_wheels());
    int i = 0;
    for (const vehicle::Wheel& wheel : vehicle.wheels) picks(wheel.dof, i++) = 1;
    wheel_columns_.push_back(vehicles_.back().solve(picks));
  }
}

void StageSystem::begin(const OneStage& stage, const State& old, const Vector& old_contact) {
  factorise({stage.position_weight, stage.velocity_weight, stage.mass_weight, stage.force_weight});
  stage_ = stage;
  Vector force;
  system_.internal_force(stage.position, stage.velocity, force);
  Vector right = system_.load() - stage.force_weight * force;
  if (stage.force_weight != 1) {
    system_.internal_force(old.position, old.velocity, force);
    right += (1 - stage.force_weight) * (old_contact - force);
  }
  if (stage.mass_weight != 1) {
    right -= (1 - stage.mass_weight) * system_.apply_mass(old.acceleration);
  }
  const int n_modes = system_.n_modes();
  free_.time = stage.time;
  free_.acceleration.resize(system_.size());
  free_.acceleration.head(n_modes) = inverse_.cwiseProduct(right.head(n_modes));
  std::size_t i = 0;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const int n = body.vehicle->n_dofs();
    free_.acceleration.segment(body.row, n) = vehicles_[i++].solve(right.segment(body.row, n));
  }
  free_.position = stage.position + stage.position_weight * free_.acceleration;
  free_.velocity = stage.velocity + stage.velocity_weight * free_.acceleration;
}

void StageSystem::finish(const WheelPlaces& places, const WheelForces& forces, State& state) const {
  const int n_modes = system_.n_modes();
  state.time = stage_.time;
  state.acceleration = free_.acceleration;
  if (!places.on_bridge.empty()) {
    Vector load(static_cast<Eigen::Index>(places.on_bridge.size()));
    Eigen::Index i = 0;
    for (const int k : places.on_bridge) load(i++) = stage_.force_weight * forces.on_bridge(k);
    state.acceleration.head(n_modes) += inverse_.cwiseProduct(places.shape * load);
  }
  std::size_t i_body = 0;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const Matrix& columns = wheel_columns_[i_body++];
    state.acceleration.segment(body.row, columns.rows()) -=
        stage_.force_weight * columns * forces.on_wheel.segment(body.first_wheel, columns.cols());
  }
  state.position = stage_.position + stage_.position_weight * state.acceleration;
  state.velocity = stage_.velocity + stage_.velocity_weight * state.acceleration;
}

Matrix StageSystem::wheels_part(double weight) const {
  const int n = system_.n_wheels();
  Matrix part = Matrix::Zero(n, n);
  std::size_t i_body = 0;
  for (const CoupledSystem::Body& body : system_.bodies()) {
    const Matrix& columns = wheel_columns_[i_body++];
    int i = 0;
    for (const vehicle::Wheel& wheel : body.vehicle->wheels) {
      part.block(body.first_wheel + i++, body.first_wheel, 1, columns.cols()) =
          weight * stage_.force_weight * columns.row(wheel.dof);
    }
  }
  return part;
}

/// Rows (what a wheel feels of each mode) times columns (what moves each mode).
Matrix StageSystem::bridge_part(const WheelPlaces& places, const Matrix& rows) const {
  const int n = system_.n_wheels();
  Matrix part = Matrix::Zero(n, n);
  if (places.on_bridge.empty()) return part;
  const Matrix columns = (stage_.force_weight * inverse_).asDiagonal() * places.shape;
  const Matrix dense = rows.transpose() * columns;
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
                                  places.speed * stage_.position_weight * places.slope)};
}

StageSystem::Compliance StageSystem::acceleration_compliance(const WheelPlaces& places) const {
  const double v = places.speed;
  return {wheels_part(1),
          bridge_part(places, places.shape + 2 * v * stage_.velocity_weight * places.slope +
                                  stage_.position_weight * (v * v * places.curvature +
                                                            places.acceleration * places.slope))};
}

}  // namespace tread::interaction
