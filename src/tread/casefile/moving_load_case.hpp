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
  std::string type;               // axles, or a train that structure/train_library.hpp knows
  std::vector<double> distances;  // m behind the first axle
  std::vector<double> forces;     // N; one for all, or one each
  int n_forces = 0;               // of HSLM-B
  double spacing = 0;             // m, of HSLM-B
  int n_wagons = 0;               // of line categories
};

struct FirstTrainInput {
  AxleTrainInput axles;
  std::optional<double> speed;      // m/s
  std::vector<double> speeds;       // m/s
  std::vector<double> speed_range;  // m/s: first, last, step
  std::optional<double> front;      // m
};

struct SecondTrainInput {
  AxleTrainInput axles;           // type none: there is no second train; same: like the first
  std::string direction;          // left, right
  std::optional<double> speed;    // m/s
  std::optional<double> meet_at;  // m
};

struct MovingLoadTime {
  std::optional<double> step;  // s
  double free_vibration = 0;   // s
  std::optional<double> end;   // s
};

struct MovingLoadOutput {
  std::vector<double> sections;          // m
  std::optional<double> deck_frequency;  // Hz
};

struct MovingLoadCase {
  std::string scenario;
  std::string title;
  BridgeInput bridge;
  FirstTrainInput train;
  SecondTrainInput second_train;
  MovingLoadTime time;
  MovingLoadOutput output;
  std::map<std::string, Place> places;  // key -> where it was written
};

}  // namespace tread::casefile
