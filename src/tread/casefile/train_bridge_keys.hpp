#pragma once

#include <vector>

#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/casefile/time_keys.hpp"
#include "tread/casefile/train_bridge_case.hpp"
#include "tread/casefile/vehicle_assembly_keys.hpp"

namespace tread::casefile {

/// A wheel's contact on a grid, unless told.
inline constexpr long long k_wheel_cells = 40;
/// A step is solved to eight digits: the force in it must be more exact.
inline constexpr double k_wheel_contact_tolerance = 1e-10;

/// The keys of scenario `train_bridge` as they are read.
struct TrainBridgeInput {
  std::string scenario;
  std::string title;
  BridgeInput bridge;
  StructureInput structure;
  TrackInput track;
  VehicleInput vehicle;
  std::vector<CoachInput> coaches;
  VehicleAssemblyInput assembly;
  TrainMotionInput train;
  MeetingTrainInput second_train;
  WheelContactInput wheel_contact;
  RailInput rail;
  WheelDefectInput wheel_defect;
  RollingAxleInput rolling;
  TimeInput time;
  StepSolverInput step_solver;
  TrainBridgeOutput output;
  ContactInput contact;  // its shape, bodies, grid and solver
};

/// The declarations. scenarios: the choices of the key `scenario`.
KeyList<TrainBridgeInput> train_bridge_keys(std::vector<Choice> scenarios);

}  // namespace tread::casefile
