#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// How the rail departs from its level line: table [rail] of scenario `train_bridge`. SI; choices
/// as their words.
struct RailInput {
  std::string type;                  // level, sine, bump, ramp, joint, spectrum, file
  std::optional<double> amplitude;   // m
  std::optional<double> wavelength;  // m
  std::optional<double> height;      // m
  std::optional<double> depth;       // m
  std::optional<double> length;      // m
  std::string form;                  // of a joint: straight, parabola
  std::optional<double> spacing;     // m
  std::string spectrum;
  double shortest_wave = 0;     // m
  double longest_wave = 0;      // m
  int seed = 1;                 // of the waves' phases
  double scale = 1;             // of heights
  double ramp = 0;              // m, over which waves of a spectrum grow
  std::optional<double> start;  // m
  std::optional<double> end;    // m
  std::string file;
  std::string height_unit;
  std::optional<double> over_joints;  // m
  std::vector<double> places;         // m; of the file
  std::vector<double> heights;        // m
};

KeyList<RailInput> rail_keys();

/// Reads the file that is named; what is wrong goes to problems.
void build_rail(RailInput& rail, const std::filesystem::path& base_dir, Reading& reading,
                ProblemList& problems);

}  // namespace tread::casefile
