#pragma once

#include <span>
#include <string_view>

#include "tread/vehicle/vehicle_models.hpp"

namespace tread::vehicle {

/// Vehicles of the literature, as used by the open program TTB-2D (two-dimensional models;
/// suspensions per axle and per bogie).
struct NamedVehicle {
  std::string_view name;    // manchester
  std::string_view source;  // where the data were published
  FullVehicle data;
};

std::span<const NamedVehicle> named_vehicles();

/// Throws ModelError that names the nearest vehicle if there is none of that name.
const NamedVehicle& find_vehicle(std::string_view name);

}  // namespace tread::vehicle
