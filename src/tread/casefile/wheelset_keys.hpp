#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/wheel_rail_keys.hpp"
#include "tread/casefile/wheelset_case.hpp"

namespace tread::casefile {

/// The keys of scenario `wheelset`, as they are written.
struct WheelsetPositionInput {
  std::vector<double> lateral;
  std::vector<double> lateral_range;  // first, last, step
  std::vector<double> yaw;
  std::vector<double> yaw_range;
  std::string combine;  // together, grid
};

struct WheelsetLoadInput {
  std::optional<double> wheel_force;
  std::optional<double> wheelset_force;
  std::optional<double> height;
  double roll = 0;
};

struct WheelsetMotionInput {
  double speed = 0;
  std::string rotation;
  std::optional<double> angular_velocity;
};

struct WheelsetGeometryInput {
  std::vector<double> lateral_range;
  std::vector<double> amplitudes;
  std::string roll;  // left_out, followed
};

struct WheelsetInput {
  std::string scenario;
  std::string title;
  WheelsetPositionInput position;
  WheelsetLoadInput support;
  WheelsetMotionInput rolling;
  WheelRailInput wheel_rail;
  WheelsetGeometryInput geometry;
  std::vector<double> fields_at;
};

KeyList<WheelsetInput> wheelset_keys(std::vector<Choice> scenarios);

WheelsetCase build_wheelset_case(const WheelsetInput& input, const std::filesystem::path& base_dir,
                                 Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
