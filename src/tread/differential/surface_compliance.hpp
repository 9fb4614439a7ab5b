#pragma once

#include "tread/differential/elastic_piece.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::differential {

/// Stiffness of a mesh whose group "cut" is held, for the displacements of the other nodes.
struct HeldStiffness {
  Eigen::SparseMatrix<double> matrix;
  std::vector<int> first;  // of each node of the mesh: number of its x in the matrix, y and z
                           // follow; -1: held
};

HeldStiffness held_stiffness(const fem::Mesh& mesh, const Material& material);

/// Inverse of the stiffness on the nodes of the surface: displacements under unit forces on them,
/// x y z node by node, m/N, made exactly symmetric. Throws PreparationStopped when the observer
/// asks for it.
Eigen::MatrixXd surface_compliance(const HeldStiffness& stiffness,
                                   const structure::SparseFactor& factor,
                                   const std::vector<int>& mesh_nodes, Observer* observer);

/// What the two take for a mesh with so many nodes, bytes. A factor of nested dissection grows as
/// the 4/3 power of the unknowns; 13 to 17 times that for linear elements, 17 to 21 for quadratic
/// ones, was measured on pieces of wheels and rails.
struct PieceMemory {
  double factor = 0;
  double compliance = 0;
};
PieceMemory expected_memory(double n_nodes, double n_zone_nodes, ElementOrder order);

}  // namespace tread::differential
