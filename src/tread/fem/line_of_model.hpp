#pragma once

#include <string>
#include <vector>

#include "tread/fem/displacements.hpp"
#include "tread/fem/model.hpp"
#include "tread/structure/load_line.hpp"

namespace tread::fem {

/// Where a beam of a part lies between two nodes.
BeamPlace place_of(const Mesh& mesh, const BeamPart& part, int node_1, int node_2);

/// A weighted sum of displacements, in free ones: those held at rest add nothing.
struct FreeWeights {
  std::vector<int> dofs;  // none twice
  std::vector<double> values;
};

/// Throws ModelError if a moving support takes part; `what` names the sum.
FreeWeights free_weights(const Model& model, const Displacements& displacements,
                         const std::vector<Share>& raw, const std::string& what);

/// The load line as shape functions (or smooth) over free displacements; empty if none is wanted.
structure::LoadLine line_of_model(const Model& model, const Displacements& displacements);

}  // namespace tread::fem
