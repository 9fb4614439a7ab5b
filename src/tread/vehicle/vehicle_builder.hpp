#pragma once

#include "tread/vehicle/plane_vehicle.hpp"

namespace tread::vehicle {

/// Throw ModelError with name and value.
void check_positive(const std::string& what, double value);
void check_not_negative(const std::string& what, double value);

/// A vehicle under construction: masses first, then what joins them.
class VehicleBuilder {
 public:
  VehicleBuilder(std::string name, int n_dofs, double gravity);

  /// Return the number of the new displacement. A mass has weight, an inertia has none, a point
  /// has neither.
  int add_mass(std::string name, double mass);
  int add_inertia(std::string name, double inertia);
  int add_point(std::string name);

  void add_wheel(int dof, double offset) { vehicle_.wheels.push_back({dof, offset}); }
  void add_load(const Vector& lever, double load) { vehicle_.load += load * lever; }

  /// What a spring, a damper is stretched by is `pull` times the displacements.
  void add_spring(const Vector& pull, double stiffness);
  void add_damper(const Vector& pull, double damping);
  void add_law(std::string name, const Vector& pull, PiecewiseLinear law);
  /// A spring > 0 and a damper >= 0.
  void join(const Vector& pull, double stiffness, double damping);

  /// Stretch between two displacements.
  Vector between(int upper, int lower) const { return unit(upper) - unit(lower); }
  Vector unit(int dof) const { return Vector::Unit(vehicle_.load.size(), dof); }

  PlaneVehicle finish() const { return vehicle_; }

 private:
  PlaneVehicle vehicle_;
  double gravity_;
};

}  // namespace tread::vehicle
