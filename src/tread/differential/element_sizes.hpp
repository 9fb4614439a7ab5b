#pragma once

#include <vector>

#include "tread/differential/piece_section.hpp"

namespace tread::differential {

/// How large elements of a piece shall be: fine down to three layers from the zone, then growing in
/// proportion to the distance from it up to the coarse size,
///
///   h = min(coarse, fine + 0.25 max(0, d - 3 fine))
///
/// where fine is smaller on curved parts of the zone (PieceSettings::radius_share), on a grid over
/// half of the piece (x >= 0), between which the mesh generator interpolates.
struct ElementSizes {
  double spacing = 0;                 // of the grid, m
  double y_origin = 0, z_origin = 0;  // x starts at 0
  int n_x = 0, n_y = 0, n_z = 0;
  std::vector<double> values;  // m, z fastest, then y

  double expected_nodes = 0;  // of corners in all of the mesh, roughly
  double expected_zone_nodes = 0;
};

ElementSizes element_sizes(const profile::Profile& profile, const PieceSection& section,
                           const PieceSettings& settings);

}  // namespace tread::differential
