#pragma once

#include "tread/casefile/rail_vehicle_keys.hpp"
#include "tread/vehicle/rail_vehicle.hpp"

namespace tread::casefile {

/// The vehicle that the keys describe, its wheels of this radius. What does not fit together goes
/// to problems, at the key that it is about; the vehicle is of use only if there are none.
vehicle::RailVehicle build_rail_vehicle(const RailVehicleInput& input, double wheel_radius,
                                        const Reading& reading, ProblemList& problems);

/// The key at which something said about a body or joint of the vehicle is told: that of the first
/// one whose name stands in the text, else vehicle.type.
std::string rail_vehicle_key(const RailVehicleInput& input, const std::string& text);

}  // namespace tread::casefile
