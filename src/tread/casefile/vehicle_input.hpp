#pragma once

#include <optional>
#include <string>

#include "tread/vehicle/assembly.hpp"

namespace tread::casefile {

/// A vehicle in the vertical plane as it is read. SI; choices as their words.
struct VehicleInput {
  std::string type;  // wheel, sprung_mass, quarter, half, full, assembly, or a known vehicle
  std::string part;  // of a known one: whole, half, quarter
  std::optional<double> mass;  // kg; wheel
  double load = 0;             // N on top of it
  std::optional<double> body_mass;
  std::optional<double> body_inertia;  // kg m2
  std::optional<double> bogie_mass;
  std::optional<double> bogie_inertia;
  std::optional<double> wheelset_mass;
  std::optional<double> stiffness;  // N/m; sprung_mass
  double damping = 0;               // N s/m
  std::optional<double> primary_stiffness;
  double primary_damping = 0;
  std::optional<double> secondary_stiffness;
  double secondary_damping = 0;
  std::optional<double> bogie_distance;  // m
  std::optional<double> wheelbase;       // m
  double wheel_radius = 0;               // m
  int count = 1;
  std::optional<double> pitch;                       // m
  double gravity = 0;                                // m/s2
  std::optional<vehicle::VehicleAssembly> assembly;  // of that type

  /// A body on spring and damper with nothing below: the spring's end is the wheel.
  bool has_massless_wheel() const {
    return type == "sprung_mass" && wheelset_mass && *wheelset_mass == 0;
  }
};

}  // namespace tread::casefile
