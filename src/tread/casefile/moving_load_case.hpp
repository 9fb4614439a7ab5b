#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/bridge_keys.hpp"
#include "tread/casefile/place.hpp"

namespace tread::casefile {

/// A train of moving forces on a bridge: what scenario `moving_load` reads. SI.

struct AxleTrainInput {
  std::string type;                 // axles, HSLM-A1 ... HSLM-A10
  std::vector<double> distances;    // m behind the first axle
  std::vector<double> forces;       // N; one for all, or one each
  std::optional<double> speed;      // m/s
  std::vector<double> speeds;       // m/s
  std::vector<double> speed_range;  // m/s: first, last, step
  double front = 0;                 // m
};

struct MovingLoadTime {
  std::optional<double> step;  // s
  double free_vibration = 0;   // s
  std::optional<double> end;   // s
};

struct MovingLoadOutput {
  std::vector<double> sections;  // m
};

struct MovingLoadCase {
  std::string scenario;
  std::string title;
  BridgeInput bridge;
  AxleTrainInput train;
  MovingLoadTime time;
  MovingLoadOutput output;
  std::map<std::string, Place> places;  // key -> where it was written
};

}  // namespace tread::casefile
