#pragma once

#include <Eigen/Core>

#include "tread/differential/elastic_piece.hpp"

namespace tread::differential {

/// Displacements and stresses in all of a piece, from the forces on the nodes of its fine surface.
struct PieceFields {
  Eigen::Matrix3Xd displacement;  // of the mesh's nodes, m
  /// xx yy zz xy yz zx at the mesh's nodes, Pa: means over the elements around each, weighted by
  /// their volumes.
  Eigen::Matrix<double, 6, Eigen::Dynamic> stress;
  Eigen::VectorXd von_mises;  // Pa
};

/// Factorises the stiffness again. @param forces as ElasticContact::wheel_forces() gives them
PieceFields piece_fields(const ElasticPiece& piece, const Eigen::VectorXd& forces);

}  // namespace tread::differential
