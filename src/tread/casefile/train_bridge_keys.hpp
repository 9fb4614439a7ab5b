#pragma once

#include <filesystem>
#include <vector>

#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/casefile/time_keys.hpp"
#include "tread/casefile/train_bridge_case.hpp"

namespace tread::casefile {

/// The keys of scenario `train_bridge` as they are read.
struct TrainBridgeInput {
  std::string scenario;
  std::string title;
  BridgeInput bridge;
  VehicleInput vehicle;
  TrainMotionInput train;
  WheelContactInput wheel_contact;
  RailInput rail;
  WheelDefectInput wheel_defect;
  TimeInput time;
  StepSolverInput step_solver;
  TrainBridgeOutput output;
  ContactInput contact;  // its shape, bodies, grid and solver
};

/// The declarations. scenarios: the choices of the key `scenario`.
KeyList<TrainBridgeInput> train_bridge_keys(std::vector<Choice> scenarios);

/// The case of a file whose keys have been read; what does not fit together goes to problems. Files
/// that it names are sought from base_dir, and refused if that is empty.
TrainBridgeCase build_train_bridge_case(TrainBridgeInput input,
                                        const std::filesystem::path& base_dir, Reading& reading,
                                        ProblemList& problems);

}  // namespace tread::casefile
