#include "tread/structure/beam_systems.hpp"

#include <cmath>

namespace tread::structure {

ModalSystem::ModalSystem(const BeamModes& modes, LoadFunction load) : load_(std::move(load)) {
  const Eigen::Map<const integrate::Vector> omega(modes.omega().data(), modes.n_modes());
  stiffness_ = omega.cwiseAbs2();
  damping_ = Eigen::Map<const integrate::Vector>(modes.damping_rate().data(), modes.n_modes());
  is_damped_ = damping_.cwiseAbs().maxCoeff() > 0;
}

void ModalSystem::internal_force(double, const integrate::Vector& position,
                                 const integrate::Vector& velocity, integrate::Vector& force) {
  force = stiffness_.cwiseProduct(position) + damping_.cwiseProduct(velocity);
}

bool ModalSystem::tangent_stiffness(const integrate::State&, integrate::Matrix& stiffness) {
  stiffness = stiffness_.asDiagonal();
  return true;
}

bool ModalSystem::tangent_damping(const integrate::State&, integrate::Matrix& damping) {
  damping = damping_.asDiagonal();
  return true;
}

bool ModalSystem::solve_effective(const integrate::EffectiveFactors& factors,
                                  const integrate::State&, const integrate::Vector& b,
                                  integrate::Vector& x) {
  x = b.array() /
      (factors.mass + factors.damping * damping_.array() + factors.stiffness * stiffness_.array());
  return true;
}

std::optional<integrate::Energy> ModalSystem::energy(const integrate::State& state) {
  integrate::Energy energy;
  energy.kinetic = state.velocity.squaredNorm() / 2;
  energy.elastic = state.position.cwiseAbs2().dot(stiffness_) / 2;
  return energy;
}

DifferenceSystem::DifferenceSystem(DifferenceModel model, LoadFunction load)
    : model_(std::move(model)), load_(std::move(load)) {}

void DifferenceSystem::internal_force(double, const integrate::Vector& position,
                                      const integrate::Vector&, integrate::Vector& force) {
  force.noalias() = model_.stiffness * position;
}

void DifferenceSystem::solve_mass(const integrate::Vector&, const integrate::Vector& force,
                                  integrate::Vector& acceleration) {
  acceleration = force.cwiseQuotient(model_.mass);
}

void DifferenceSystem::apply_mass(const integrate::Vector&, const integrate::Vector& acceleration,
                                  integrate::Vector& force) {
  force = acceleration.cwiseProduct(model_.mass);
}

bool DifferenceSystem::tangent_stiffness(const integrate::State&, integrate::Matrix& stiffness) {
  stiffness = integrate::Matrix(model_.stiffness);
  return true;
}

void add_point_force(const DifferenceModel& model, double x, double force,
                     integrate::Vector& pressure) {
  const double place = x / model.spacing;
  const auto left = static_cast<Eigen::Index>(std::floor(place));
  const double s = place - static_cast<double>(left);
  const Eigen::Index n = pressure.size();
  // The i-th inner point is the (i + 1)-th of the beam; what its ends carry moves nothing.
  if (left >= 1 && left <= n) pressure[left - 1] += (1 - s) * force / model.spacing;
  if (left >= 0 && left < n) pressure[left] += s * force / model.spacing;
}

}  // namespace tread::structure
