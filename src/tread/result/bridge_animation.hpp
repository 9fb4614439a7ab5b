#pragma once

#include <string>

#include "tread/result/result.hpp"

namespace tread::result {

/// A bridge and the train on it, moving: a figure for the report with a few lines of script of its
/// own, and no outside resource. Without a script it is the still picture. Deflections are drawn
/// many times as large as the lengths along the track.
std::string animation_figure(const BridgeAnimation& animation);

/// A row an instant: time, deflections at all places, places of all wheels.
Table animation_table(const BridgeAnimation& animation);

}  // namespace tread::result
