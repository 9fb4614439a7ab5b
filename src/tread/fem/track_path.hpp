#pragma once

#include <vector>

#include "tread/fem/model.hpp"

namespace tread::fem {

/// A straight piece of a track's path between two nodes.
struct PathStep {
  int from = 0;
  int to = 0;
  int middle = -1;  // node half way, of quadratic edges
};

/// Steps that share nodes, in the order in which wheels pass.
using PathPiece = std::vector<PathStep>;

/// The path along nodes or line elements. A new piece begins where a node lies on the one before
/// without being the same. Throws ModelError unless it is a simple path without gaps.
std::vector<PathPiece> track_path(const Mesh& mesh, const TrackLine& line);

}  // namespace tread::fem
