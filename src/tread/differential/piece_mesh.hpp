#pragma once

#include "tread/differential/elastic_piece.hpp"

namespace tread::differential {

/// Mesh of a piece and its fine surface. Half of it comes from Gmsh, the other is its mirror image
/// at x = 0: what a symmetric load does is symmetric to rounding.
struct PieceMesh {
  fem::Mesh mesh;
  ContactSurface surface;
};

/// Throws ModelError when a piece cannot be cut out like this (piece_section) or its mesh would
/// take more than 4 GiB; fast, without meshing.
void check_piece(const profile::Profile& profile, const PieceSettings& settings);

/// @param radius r0 of a wheel, m; infinite for a rail
PieceMesh piece_mesh(const profile::Profile& profile, double radius, const PieceSettings& settings,
                     Observer* observer);

/// The same with nodes in the middle of edges.
fem::Mesh quadratic(const fem::Mesh& linear);

}  // namespace tread::differential
