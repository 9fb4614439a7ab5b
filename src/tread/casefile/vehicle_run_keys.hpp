#pragma once

#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/rail_vehicle_keys.hpp"
#include "tread/casefile/time_keys.hpp"
#include "tread/casefile/vehicle_run_case.hpp"
#include "tread/casefile/wheel_rail_keys.hpp"

namespace tread::casefile {

/// The keys of scenario `vehicle_run` as they are read.
struct VehicleRunInput {
  std::string scenario;
  std::string title;
  RailVehicleInput vehicle;
  WheelRailInput wheel_rail;
  AlignmentInput alignment;
  RunInput run;
  TimeInput time;
  AnalysisInput analysis;
  VehicleRunOutput output;
};

/// The declarations. scenarios: the choices of the key `scenario`.
KeyList<VehicleRunInput> vehicle_run_keys(std::vector<Choice> scenarios);

}  // namespace tread::casefile
