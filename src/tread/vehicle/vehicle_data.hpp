#pragma once

#include <span>
#include <string_view>

#include "tread/vehicle/vehicle_models.hpp"

namespace tread::vehicle {

/// Vehicles of the literature, as used by the open programs TTB-2D and ROSE (two-dimensional
/// models; suspensions per axle and per bogie, both sides together), and trains made of them.
struct NamedVehicle {
  std::string_view name;    // manchester
  std::string_view source;  // where the data were published
  FullVehicle data;
  double length = 0;          // m, over couplers; 0: not known
  double front_overhang = 0;  // m, from its front end to its first bogie; 0: it is centred
};

struct NamedTrain {
  struct Group {
    std::string_view vehicle;
    int count = 1;
  };
  std::string_view name;  // velaro_e
  std::string_view source;
  std::span<const Group> groups;  // from the front
};

std::span<const NamedVehicle> named_vehicles();

/// Throws ModelError that names the nearest vehicle if there is none of that name.
const NamedVehicle& find_vehicle(std::string_view name);

/// Whole trains, every vehicle of which has a known length.
std::span<const NamedTrain> named_trains();
const NamedTrain& find_train(std::string_view name);

}  // namespace tread::vehicle
