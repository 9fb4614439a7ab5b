#pragma once

#include <filesystem>

#include "tread/casefile/wheel_rail_keys.hpp"

namespace tread::casefile {

/// Profiles and contact model of a case; its files are opened here, sought from base_dir (empty:
/// refused). What does not fit together goes to problems, at the key that it is about; the pair is
/// there only if its profiles are.
WheelRailCase build_wheel_rail(const WheelRailInput& input, const std::filesystem::path& base_dir,
                               Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
