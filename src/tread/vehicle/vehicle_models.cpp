#include "tread/vehicle/vehicle_models.hpp"

#include "tread/vehicle/vehicle_builder.hpp"

namespace tread::vehicle {
namespace {

/// A bogie's heave and pitch, and its two wheelsets with the primary suspension.
int add_bogie(VehicleBuilder& vehicle, const FullVehicle& data, const std::string& name,
              double front) {
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
  VehicleBuilder vehicle("single wheel", 1, gravity);
  const int dof = vehicle.add_mass("wheel", wheel.mass);
  vehicle.add_load(vehicle.unit(dof), wheel.load);
  vehicle.add_wheel(dof, 0);
  return vehicle.finish();
}

PlaneVehicle make_vehicle(const SprungMass& sprung, double gravity) {
  VehicleBuilder vehicle("sprung mass", 2, gravity);
  const int body = vehicle.add_mass("body", sprung.body_mass);
  const int wheel = sprung.wheel_mass == 0 ? vehicle.add_point("wheel")
                                           : vehicle.add_mass("wheel", sprung.wheel_mass);
  vehicle.join(vehicle.between(body, wheel), sprung.stiffness, sprung.damping);
  vehicle.add_wheel(wheel, 0);
  return vehicle.finish();
}

PlaneVehicle make_vehicle(const QuarterVehicle& quarter, double gravity) {
  VehicleBuilder vehicle("quarter vehicle", 3, gravity);
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
  VehicleBuilder vehicle(full.name, 10, gravity);
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
  VehicleBuilder vehicle("half of " + full.name, 5, gravity);
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
