#include "tread/vehicle/vehicle_models.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::vehicle {
namespace {

void check_positive(const char* what, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} = {} must be > 0: give it in SI units", what, value));
}

void check_not_negative(const char* what, double value) {
  if (value >= 0 && std::isfinite(value)) return;
  throw ModelError(fmt::format("{} = {} must be >= 0", what, value));
}

/// A vehicle under construction: masses first, then what joins them.
class Assembly {
 public:
  Assembly(std::string name, int n_dofs, double gravity) : gravity_(gravity) {
    check_not_negative("gravity", gravity);
    vehicle_.name = std::move(name);
    vehicle_.mass = vehicle_.damping = vehicle_.stiffness = Matrix::Zero(n_dofs, n_dofs);
    vehicle_.load = Vector::Zero(n_dofs);
  }

  int add_mass(std::string name, double mass) {
    const int dof = add_inertia(std::move(name), mass);
    vehicle_.load(dof) = mass * gravity_;
    return dof;
  }

  int add_inertia(std::string name, double inertia) {
    check_positive(name.c_str(), inertia);
    const int dof = static_cast<int>(vehicle_.dof_names.size());
    vehicle_.dof_names.push_back(std::move(name));
    vehicle_.mass(dof, dof) = inertia;
    return dof;
  }

  void add_wheel(int dof, double offset) { vehicle_.wheels.push_back({dof, offset}); }
  void add_load(int dof, double load) { vehicle_.load(dof) += load; }

  /// A spring and a damper; what they are stretched by is `pull` times the displacements.
  void join(const Vector& pull, double stiffness, double damping) {
    check_positive("suspension stiffness", stiffness);
    check_not_negative("suspension damping", damping);
    vehicle_.stiffness += stiffness * pull * pull.transpose();
    vehicle_.damping += damping * pull * pull.transpose();
  }

  /// Stretch between two displacements.
  Vector between(int upper, int lower) const {
    return Vector::Unit(vehicle_.load.size(), upper) - Vector::Unit(vehicle_.load.size(), lower);
  }

  Vector unit(int dof) const { return Vector::Unit(vehicle_.load.size(), dof); }

  PlaneVehicle finish() const { return vehicle_; }

 private:
  PlaneVehicle vehicle_;
  double gravity_;
};

/// A bogie's heave and pitch, and its two wheelsets with the primary suspension.
int add_bogie(Assembly& vehicle, const FullVehicle& data, const std::string& name, double front) {
  const int heave = vehicle.add_mass(name + " heave", data.bogie_mass);
  const int pitch = vehicle.add_inertia(name + " pitch", data.bogie_inertia);
  for (const double side : {1.0, -1.0}) {
    const int wheel = vehicle.add_mass(
        name + (side > 0 ? " leading wheelset" : " trailing wheelset"), data.wheelset_mass);
    // Positive pitch is nose down: ahead of the centre the frame moves down.
    const Vector stretch =
        vehicle.between(heave, wheel) + side * data.wheelbase / 2 * vehicle.unit(pitch);
    vehicle.join(stretch, data.primary_stiffness, data.primary_damping);
    vehicle.add_wheel(wheel, front + (side > 0 ? 0 : data.wheelbase));
  }
  return heave;
}

}  // namespace

PlaneVehicle make_vehicle(const SingleWheel& wheel, double gravity) {
  Assembly vehicle("single wheel", 1, gravity);
  const int dof = vehicle.add_mass("wheel", wheel.mass);
  vehicle.add_load(dof, wheel.load);
  vehicle.add_wheel(dof, 0);
  return vehicle.finish();
}

PlaneVehicle make_vehicle(const SprungMass& sprung, double gravity) {
  Assembly vehicle("sprung mass", 2, gravity);
  const int body = vehicle.add_mass("body", sprung.body_mass);
  const int wheel = vehicle.add_mass("wheel", sprung.wheel_mass);
  vehicle.join(vehicle.between(body, wheel), sprung.stiffness, sprung.damping);
  vehicle.add_wheel(wheel, 0);
  return vehicle.finish();
}

PlaneVehicle make_vehicle(const QuarterVehicle& quarter, double gravity) {
  Assembly vehicle("quarter vehicle", 3, gravity);
  const int body = vehicle.add_mass("body", quarter.body_mass);
  const int bogie = vehicle.add_mass("bogie", quarter.bogie_mass);
  const int wheel = vehicle.add_mass("wheel", quarter.wheel_mass);
  vehicle.join(vehicle.between(body, bogie), quarter.secondary_stiffness,
               quarter.secondary_damping);
  vehicle.join(vehicle.between(bogie, wheel), quarter.primary_stiffness, quarter.primary_damping);
  vehicle.add_wheel(wheel, 0);
  return vehicle.finish();
}

PlaneVehicle make_vehicle(const FullVehicle& full, double gravity) {
  check_positive("bogie distance", full.bogie_distance);
  check_positive("wheelbase", full.wheelbase);
  Assembly vehicle(full.name, 10, gravity);
  const int heave = vehicle.add_mass("body heave", full.body_mass);
  const int pitch = vehicle.add_inertia("body pitch", full.body_inertia);
  for (const double side : {1.0, -1.0}) {
    const int bogie = add_bogie(vehicle, full, side > 0 ? "front bogie" : "rear bogie",
                                side > 0 ? 0 : full.bogie_distance);
    const Vector stretch =
        vehicle.between(heave, bogie) + side * full.bogie_distance / 2 * vehicle.unit(pitch);
    vehicle.join(stretch, full.secondary_stiffness, full.secondary_damping);
  }
  return vehicle.finish();
}

PlaneVehicle make_half_vehicle(const FullVehicle& full, double gravity) {
  check_positive("wheelbase", full.wheelbase);
  Assembly vehicle("half of " + full.name, 5, gravity);
  const int body = vehicle.add_mass("body", full.body_mass / 2);
  const int bogie = add_bogie(vehicle, full, "bogie", 0);
  vehicle.join(vehicle.between(body, bogie), full.secondary_stiffness, full.secondary_damping);
  return vehicle.finish();
}

QuarterVehicle quarter_of(const FullVehicle& full) {
  return {full.body_mass / 4,        full.bogie_mass / 2,  full.wheelset_mass,
          full.primary_stiffness,    full.primary_damping, full.secondary_stiffness / 2,
          full.secondary_damping / 2};
}

}  // namespace tread::vehicle
