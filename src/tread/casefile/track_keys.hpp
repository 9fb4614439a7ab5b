#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// A track over a bridge of finite elements and over the ground before and behind it: what table
/// [track] says. SI; choices as their words. Both rails and their pads count as one.
struct TrackInput {
  std::string type;                     // ballasted, two_layer, slab
  std::optional<double> before;         // m of rail before x = 0
  std::optional<double> after;          // m of rail behind the bridge
  double sleeper_spacing = 0;           // m
  std::optional<double> first_sleeper;  // m from the beginning of the rail
  std::optional<double> element_length;
  double rail_bending_stiffness = 0;           // N m2
  double rail_mass = 0;                        // kg/m
  std::optional<double> rail_shear_stiffness;  // N
  std::vector<double> rail_rayleigh;           // 1/s and s
  double pad_stiffness = 0, pad_damping = 0;   // N/m, N s/m, under a sleeper
  double sleeper_mass = 0;                     // kg
  double ballast_stiffness = 0, ballast_damping = 0;
  double ballast_mass = 0;  // kg
  double subballast_stiffness = 0, subballast_damping = 0;
  std::string ballast_on_bridge;  // lumped, in_deck, separate
  std::string beyond;             // ground, refuse
};

/// The table [track] alone: other key lists adopt it.
KeyList<TrackInput> track_keys();

}  // namespace tread::casefile
