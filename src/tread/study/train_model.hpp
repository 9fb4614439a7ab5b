#pragma once

#include <string>
#include <vector>

#include "tread/casefile/train_bridge_case.hpp"
#include "tread/vehicle/train.hpp"

namespace tread::study {

/// The train of a case of scenario `train_bridge`: equal vehicles, coaches, or one of the library.
/// Vehicles of one name are equal. Throws ModelError.
vehicle::Train train_of(const casefile::TrainBridgeCase& input);

/// Whether its wheels come in pairs.
bool has_wheelsets(const casefile::TrainBridgeCase& input);

/// Loads of all axles at rest on a level track, N, front to back.
std::vector<double> axle_loads_of(const vehicle::Train& train);

/// "Train: 8 vehicles, 32 axles, ...": of a train of different vehicles; else empty.
std::string note_on_train(const casefile::TrainBridgeCase& input, const vehicle::Train& train);

}  // namespace tread::study
