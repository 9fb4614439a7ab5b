#pragma once

#include <string_view>

#include "tread/casefile/vehicle_assembly_keys.hpp"

namespace tread::casefile {

/// The assembly of vehicle.type = assembly, its parts in the order of the file. What does not fit
/// together, or would not stand on its wheels, goes to problems, at the key that it is about.
vehicle::VehicleAssembly build_vehicle_assembly(const VehicleAssemblyInput& input, double gravity,
                                                const Reading& reading, ProblemList& problems);

/// Tables of an assembly mean nothing to other vehicles.
void refuse_vehicle_assembly(std::string_view type, const Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
