#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/tangential_case.hpp"

namespace tread::casefile {

/// The keys of [friction], shared by all scenarios with friction in them.
struct FrictionInput {
  std::string law;
  std::optional<double> coefficient;
  std::optional<double> static_coefficient;
  std::optional<double> kinetic_coefficient;
  std::vector<double> falling_heights;
  std::vector<double> half_velocities;
  std::optional<double> memory_distance;
  std::optional<double> memory_velocity;
  std::string branch;
  std::vector<double> row_factors;
};

/// The keys as a list of their own, to be adopted by a scenario.
KeyList<FrictionInput> friction_keys();

/// Law and memory; row factors need a grid and are left to the caller. What is wrong between the
/// keys goes to problems.
Friction build_friction_law(const FrictionInput& input, const Reading& reading,
                            ProblemList& problems);

}  // namespace tread::casefile
