#pragma once

#include "tread/result/result.hpp"

namespace tread::result {

/// A row an instant: time, deflections at all places, places of all wheels.
Table animation_table(const BridgeAnimation& animation);

}  // namespace tread::result
