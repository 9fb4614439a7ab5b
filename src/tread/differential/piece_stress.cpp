#include "tread/differential/piece_stress.hpp"

#include <fmt/format.h>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/stress_tensor.hpp"
#include "tread/differential/surface_compliance.hpp"
#include "tread/fem/solid_elements.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::differential {
namespace {

/// The forces on free displacements; what pulls at a node that is held goes into its support.
Eigen::VectorXd loads_of(const ElasticPiece& piece, const HeldStiffness& stiffness,
                         const Eigen::VectorXd& forces) {
  const std::vector<int>& nodes = piece.surface.mesh_nodes;
  if (static_cast<std::size_t>(forces.size()) != 3 * nodes.size()) {
    throw ModelError(
        fmt::format("{} forces act on a surface of {} nodes: x, y and z of each node are needed",
                    forces.size(), nodes.size()));
  }
  Eigen::VectorXd loads = Eigen::VectorXd::Zero(stiffness.matrix.rows());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const int first = stiffness.first[as_size(nodes[i])];
    if (first < 0) continue;
    loads.segment<3>(first) += forces.segment<3>(3 * static_cast<Eigen::Index>(i));
  }
  return loads;
}

double von_mises_of(const Eigen::Matrix<double, 6, 1>& s) {
  return von_mises(StressTensor{s[0], s[1], s[2], s[3], s[5], s[4]});
}

}  // namespace

PieceFields piece_fields(const ElasticPiece& piece, const Eigen::VectorXd& forces) {
  const HeldStiffness stiffness = held_stiffness(piece.mesh, piece.material);
  const Eigen::VectorXd loads = loads_of(piece, stiffness, forces);
  const Eigen::VectorXd unknowns = structure::SparseFactor(stiffness.matrix).solve(loads);

  PieceFields fields;
  const int n = piece.mesh.n_nodes();
  fields.displacement = Eigen::Matrix3Xd::Zero(3, n);
  for (int node = 0; node < n; ++node) {
    const int first = stiffness.first[as_size(node)];
    if (first >= 0) fields.displacement.col(node) = unknowns.segment<3>(first);
  }
  fields.stress =
      fem::mean_stresses(piece.mesh, "body", fields.displacement,
                         {piece.material.young_modulus(), piece.material.poisson_ratio, 0});
  fields.von_mises.resize(n);
  for (int node = 0; node < n; ++node) {
    fields.von_mises[node] = von_mises_of(fields.stress.col(node));
  }
  return fields;
}

}  // namespace tread::differential
