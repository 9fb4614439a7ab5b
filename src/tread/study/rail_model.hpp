#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/rail_keys.hpp"
#include "tread/result/result.hpp"
#include "tread/vehicle/surface_profile.hpp"

namespace tread::study {

/// The rail of a case of scenario `train_bridge`, and what is worth telling of it.
struct RailModel {
  vehicle::SurfaceProfile profile;
  double shortest_wave = 0;             // m; 0: level
  bool has_kinks = false;               // its slope jumps somewhere: wheels are struck there
  std::string note;                     // spectrum, convention, band, seed; how many heights
  std::vector<result::Scalar> scalars;  // rms in the bands D1 and D2
};

/// Where the first wheel starts and how far it runs, m.
struct TrainWay {
  double start = 0;
  double end = 0;
};

/// Throws ModelError for a band, length or joint that makes no sense.
RailModel rail_model(const casefile::RailInput& input, const TrainWay& way);

}  // namespace tread::study
