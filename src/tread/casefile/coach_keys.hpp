#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/vehicle_input.hpp"

namespace tread::casefile {

/// Vehicles of a train that is composed: tables [[coach]] of scenario `train_bridge`, from the
/// front.
struct CoachInput {
  VehicleInput vehicle;                  // full, or a known one; how many
  std::optional<double> length;          // m, over couplers; known after build_coaches
  std::optional<double> front_overhang;  // m; none: centred
};

/// Choices of the vehicles of the literature, and their names.
std::vector<Choice> known_vehicle_choices();
std::vector<std::string> known_vehicle_names();

KeyList<CoachInput> coach_keys();

/// Fills in lengths that are known; what does not fit together goes to problems.
void build_coaches(std::vector<CoachInput>& coaches, const Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
