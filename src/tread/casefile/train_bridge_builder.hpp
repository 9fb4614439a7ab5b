#pragma once

#include <filesystem>

#include "tread/casefile/train_bridge_keys.hpp"

namespace tread::casefile {

/// The case of a file whose keys have been read; what does not fit together goes to problems. Files
/// that it names are sought from base_dir, and refused if that is empty.
TrainBridgeCase build_train_bridge_case(TrainBridgeInput input,
                                        const std::filesystem::path& base_dir, Reading& reading,
                                        ProblemList& problems);

}  // namespace tread::casefile
