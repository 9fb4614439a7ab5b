#include "tread/vehicle/vehicle_builder.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::vehicle {

void check_positive(const std::string& what, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} = {} must be > 0: give it in SI units", what, value));
}

void check_not_negative(const std::string& what, double value) {
  if (value >= 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} = {} must be >= 0", what, value));
}

VehicleBuilder::VehicleBuilder(std::string name, int n_dofs, double gravity) : gravity_(gravity) {
  check_not_negative("gravity", gravity);
  vehicle_.name = std::move(name);
  vehicle_.mass = vehicle_.damping = vehicle_.stiffness = Matrix::Zero(n_dofs, n_dofs);
  vehicle_.load = Vector::Zero(n_dofs);
}

int VehicleBuilder::add_mass(std::string name, double mass) {
  const int dof = add_inertia(std::move(name), mass);
  vehicle_.load(dof) = mass * gravity_;
  return dof;
}

int VehicleBuilder::add_inertia(std::string name, double inertia) {
  check_positive(name, inertia);
  const int dof = add_point(std::move(name));
  vehicle_.mass(dof, dof) = inertia;
  return dof;
}

int VehicleBuilder::add_point(std::string name) {
  vehicle_.dof_names.push_back(std::move(name));
  return static_cast<int>(vehicle_.dof_names.size()) - 1;
}

void VehicleBuilder::add_spring(const Vector& pull, double stiffness) {
  vehicle_.stiffness += stiffness * pull * pull.transpose();
}

void VehicleBuilder::add_damper(const Vector& pull, double damping) {
  vehicle_.damping += damping * pull * pull.transpose();
}

void VehicleBuilder::add_law(std::string name, const Vector& pull, PiecewiseLinear law) {
  SuspensionLaw spring{std::move(name), {}, {}, std::move(law)};
  for (int i = 0; i < pull.size(); ++i) {
    if (pull(i) == 0) continue;
    spring.dofs.push_back(i);
    spring.weights.push_back(pull(i));
  }
  vehicle_.laws.push_back(std::move(spring));
}

void VehicleBuilder::join(const Vector& pull, double stiffness, double damping) {
  check_positive("suspension stiffness", stiffness);
  check_not_negative("suspension damping", damping);
  add_spring(pull, stiffness);
  add_damper(pull, damping);
}

}  // namespace tread::vehicle
