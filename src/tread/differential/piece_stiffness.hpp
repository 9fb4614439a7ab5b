#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "tread/core/material.hpp"
#include "tread/fem/mesh.hpp"
#include "tread/fem/solid_elements.hpp"

namespace tread::differential {

/// The stiffness of a piece's mesh, its nodes of group "cut" held, and where in it a node is.
struct PieceStiffness {
  Eigen::SparseMatrix<double> matrix;  // N/m, both halves
  /// Of each node of the mesh: the number of its displacement along x (y and z follow); -1: held,
  /// or of no element.
  std::vector<int> first_unknown;
};

fem::SolidMaterial solid_material(const Material& material);

/// Throws ModelError when the mesh or the material cannot be that of a piece.
PieceStiffness piece_stiffness(const fem::Mesh& mesh, const Material& material);

}  // namespace tread::differential
