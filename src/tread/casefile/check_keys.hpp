#pragma once

#include <optional>
#include <string>

#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// What a study is checked for: table [checks]. SI; choices as their words. A limit left out is
/// that of the norm.
struct CheckInput {
  std::string track;                   // ballasted, ballastless
  int tracks = 1;                      // on the bridge
  std::string comfort;                 // very_good, good, acceptable
  std::optional<double> line_speed;    // m/s
  std::optional<double> longest_span;  // m

  std::optional<double> deck_acceleration;           // m/s2
  std::optional<double> span_to_deflection;          // L/delta
  std::optional<double> comfort_acceleration;        // m/s2
  std::optional<double> comfort_span_to_deflection;  // L/delta, from the chart
  std::optional<double> twist;                       // m over 3 m
  std::optional<double> end_rotation;                // rad
  std::optional<double> horizontal_rotation;         // rad
  std::optional<double> horizontal_deflection;       // m, of the deck: no limit
  std::optional<double> horizontal_radius;           // m
  std::optional<double> lateral_frequency;           // Hz
  std::optional<double> unloading;                   // dQ/Q0
  std::optional<double> wheel_force;                 // N
  std::optional<double> derailment_quotient;         // Y/Q
  std::optional<double> sum_of_lateral_forces;       // N
};

/// The table [checks] alone: the keys of a study adopt it.
KeyList<CheckInput> check_keys();

}  // namespace tread::casefile
