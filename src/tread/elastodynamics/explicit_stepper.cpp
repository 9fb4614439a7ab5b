#include "tread/elastodynamics/explicit_stepper.hpp"

#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/elastodynamics/discretisations.hpp"

namespace tread::elastodynamics {
namespace {

/// x_i / m_i where there is mass, 0 elsewhere.
Vector over_mass(const SemiDiscrete& semi, const Vector& force, double damping_factor) {
  Vector result = Vector::Zero(force.size());
  for (Eigen::Index i = 0; i < force.size(); ++i) {
    if (semi.mass[i] > 0) {
      result[i] = force[i] / (semi.mass[i] + damping_factor * semi.damping[i]);
    }
  }
  return result;
}

}  // namespace

MasslessPoints::MasslessPoints(const SemiDiscrete& semi, double step) : semi_(semi) {
  std::vector<int> number(as_size(static_cast<int>(semi.n_dofs())), -1);
  for (int i = 0; i < semi.n_dofs(); ++i) {
    if (semi.mass[i] > 0) continue;
    number[as_size(i)] = static_cast<int>(points_.size());
    points_.push_back(i);
  }
  if (points_.empty()) return;
  dashpots_ = semi.damping / step;
  Triplets entries;
  for (int k = 0; k < semi.stiffness.outerSize(); ++k) {
    if (number[as_size(k)] < 0) continue;
    for (SparseMatrix::InnerIterator it(semi.stiffness, k); it; ++it) {
      const int row = number[as_size(static_cast<int>(it.row()))];
      if (row >= 0) entries.emplace_back(row, number[as_size(k)], it.value());
    }
  }
  for (const int i : points_) {
    const int row = number[as_size(i)];
    entries.emplace_back(row, row, dashpots_[i]);
  }
  const auto n = static_cast<Eigen::Index>(points_.size());
  factorised_.emplace(sparse_from(n, n, entries), Symmetry::unsymmetric);
}

void MasslessPoints::settle(Vector& u, const Vector& before, const Vector& surface_force) const {
  if (points_.empty()) return;
  const Vector held = dashpots_.cwiseProduct(before);
  u(points_).setZero();
  const Vector right = held - semi_.load * surface_force - semi_.stiffness * u;
  u(points_) = factorised_->solve(right(points_));
}

double massive_norm(const SemiDiscrete& semi, const Vector& u) {
  return (semi.mass.array() > 0).select(u, 0).norm();
}

ExplicitStepper::ExplicitStepper(const SemiDiscrete& semi, const Cylinder& cylinder, Scheme scheme,
                                 std::optional<HeightPressure> height_pressure)
    : semi_(semi),
      cylinder_(cylinder),
      scheme_(scheme),
      height_pressure_(std::move(height_pressure)) {}

void ExplicitStepper::initialise(ImpactState& state) {
  apply_contact(state);
  state.a = over_mass(semi_, ground_force(state), 0);
  state.acceleration = state.force / cylinder_.mass - cylinder_.gravity;
}

bool ExplicitStepper::advance(ImpactState& state, double step) {
  const MasslessPoints& points = massless(step);
  if (scheme_ == Scheme::leapfrog) {
    leapfrog(state, step, points);
  } else {
    forward_euler(state, step, points);
  }
  state.time += step;
  return true;
}

void ExplicitStepper::apply_contact(ImpactState& state) {
  if (height_pressure_) {
    HeightLoad load = height_pressure_->at(-state.height);
    state.force = load.force_on_cylinder;
    state.surface_force = std::move(load.surface_force);
    return;
  }
  // A surface point without mass is where its spring and the cylinder leave it: the force of each
  // point is known at once.
  const Vector free_surface = semi_.observe * state.u;
  for (Eigen::Index i = 0; i < free_surface.size(); ++i) {
    const double x = semi_.surface_x[static_cast<std::size_t>(i)];
    const double overlap = free_surface[i] - (state.height + rise(x, cylinder_.radius));
    state.surface_force[i] = overlap > 0 ? overlap / semi_.flexibility[i] : 0;
  }
  state.force = state.surface_force.sum();
}

Vector ExplicitStepper::ground_force(const ImpactState& state) const {
  return -(semi_.stiffness * state.u) - semi_.load * state.surface_force -
         semi_.damping.cwiseProduct(state.v);
}

void ExplicitStepper::leapfrog(ImpactState& state, double step, const MasslessPoints& points) {
  const Vector before = state.u;
  const Vector v_before = state.v;
  const Vector half_way = state.v + step / 2 * state.a;
  state.u += step * half_way;
  const double half_way_cylinder = state.velocity + step / 2 * state.acceleration;
  state.height += step * half_way_cylinder;
  apply_contact(state);
  points.settle(state.u, before, state.surface_force);
  // (M + h/2 C) v1 = M v(1/2) + h/2 (f - K u1)
  const Vector force = -(semi_.stiffness * state.u) - semi_.load * state.surface_force;
  state.v = over_mass(semi_, semi_.mass.cwiseProduct(half_way) + step / 2 * force, step / 2);
  state.a = over_mass(semi_, force - semi_.damping.cwiseProduct(state.v), 0);
  const Vector way = (state.u - before) / step;
  if (!points.empty()) {
    state.v = (semi_.mass.array() > 0).select(state.v, way);
  }
  // what the dashpots take from the energy that this scheme keeps
  state.absorbed += step / 2 * way.dot(semi_.damping.cwiseProduct(v_before + state.v));
  state.acceleration = state.force / cylinder_.mass - cylinder_.gravity;
  state.velocity = half_way_cylinder + step / 2 * state.acceleration;
}

void ExplicitStepper::forward_euler(ImpactState& state, double step, const MasslessPoints& points) {
  const Vector before = state.u;
  state.u += step * state.v;
  state.v += step * state.a;
  state.height += step * state.velocity;
  state.velocity += step * state.acceleration;
  apply_contact(state);
  points.settle(state.u, before, state.surface_force);
  const Vector way = (state.u - before) / step;
  state.v = (semi_.mass.array() > 0).select(state.v, way);
  state.absorbed += step * way.dot(semi_.damping.cwiseProduct(way));
  state.a = over_mass(semi_, ground_force(state), 0);
  state.acceleration = state.force / cylinder_.mass - cylinder_.gravity;
}

const MasslessPoints& ExplicitStepper::massless(double step) {
  return massless_.try_emplace(step, semi_, step).first->second;
}

}  // namespace tread::elastodynamics
