#pragma once

#include <filesystem>

#include "tread/casefile/vehicle_run_keys.hpp"

namespace tread::casefile {

/// A run that keeps more states than this is a slip: each has every wheel's patches in it.
inline constexpr double k_most_records = 100'000;

/// The case of a file whose keys have been read; what does not fit together goes to problems. Files
/// that it names are sought from base_dir, and refused if that is empty.
VehicleRunCase build_vehicle_run_case(VehicleRunInput input, const std::filesystem::path& base_dir,
                                      Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
