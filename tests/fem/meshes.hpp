#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "tread/fem/structured.hpp"

namespace tread::fem::test {

/// Nodes moved in all directions by waves, so that no element stays a brick.
inline void distort(Mesh& mesh, double amplitude) {
  for (Eigen::Index i = 0; i < mesh.nodes.cols(); ++i) {
    const Eigen::Vector3d p = mesh.nodes.col(i);
    mesh.nodes.col(i) += amplitude * Eigen::Vector3d(std::sin(3 * p[1] + 2 * p[2] + 0.3),
                                                     std::cos(2 * p[0] - 3 * p[2]),
                                                     std::sin(2 * p[0] + 3 * p[1] + 1));
  }
}

/// Each hexahedron of group "solid" cut into six tetrahedra around its diagonal from node 0 to 6.
inline void cut_into_tetrahedra(Mesh& mesh) {
  constexpr std::array<std::array<int, 4>, 6> cut{
      {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}}};
  ElementGroup& group = mesh.groups.front();
  Eigen::MatrixXi nodes(6 * group.nodes.rows(), 4);
  for (Eigen::Index i = 0; i < group.nodes.rows(); ++i) {
    for (int t = 0; t < 6; ++t) {
      for (int a = 0; a < 4; ++a) {
        nodes(6 * i + t, a) =
            group.nodes(i, cut[static_cast<std::size_t>(t)][static_cast<std::size_t>(a)]);
      }
    }
  }
  group = {group.name, ElementShape::tetrahedron_4, nodes, {}};
}

/// 4-node tetrahedra made 10-node ones with straight edges.
inline void add_middles(Mesh& mesh) {
  constexpr std::array<std::array<int, 2>, 6> edges{
      {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}}};
  ElementGroup& group = mesh.groups.front();
  std::map<std::pair<int, int>, int> middles;
  std::vector<Eigen::Vector3d> places;
  Eigen::MatrixXi nodes(group.nodes.rows(), 10);
  nodes.leftCols(4) = group.nodes;
  const int n_corners = mesh.n_nodes();
  for (Eigen::Index i = 0; i < nodes.rows(); ++i) {
    for (int e = 0; e < 6; ++e) {
      const int a = nodes(i, edges[static_cast<std::size_t>(e)][0]);
      const int b = nodes(i, edges[static_cast<std::size_t>(e)][1]);
      const auto [middle, is_new] = middles.try_emplace(
          {std::min(a, b), std::max(a, b)}, n_corners + static_cast<int>(places.size()));
      if (is_new) places.push_back((mesh.nodes.col(a) + mesh.nodes.col(b)) / 2);
      nodes(i, 4 + e) = middle->second;
    }
  }
  mesh.nodes.conservativeResize(3, n_corners + static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    mesh.nodes.col(n_corners + static_cast<Eigen::Index>(i)) = places[i];
  }
  group = {group.name, ElementShape::tetrahedron_10, nodes, {}};
}

enum class SolidKind { full, incompatible, linear_tetrahedra, quadratic_tetrahedra };

inline Mesh solid_mesh(const Block& block, SolidKind kind) {
  Mesh mesh = block_mesh(block);
  if (kind == SolidKind::linear_tetrahedra || kind == SolidKind::quadratic_tetrahedra) {
    cut_into_tetrahedra(mesh);
  }
  if (kind == SolidKind::quadratic_tetrahedra) add_middles(mesh);
  return mesh;
}

inline HexahedronFormulation formulation_of(SolidKind kind) {
  return kind == SolidKind::full ? HexahedronFormulation::full
                                 : HexahedronFormulation::incompatible_modes;
}

inline constexpr std::array k_solid_kinds{SolidKind::full, SolidKind::incompatible,
                                          SolidKind::linear_tetrahedra,
                                          SolidKind::quadratic_tetrahedra};

/// Node and direction of a displacement or support named "node 12 z" of a mesh without labels.
inline std::pair<int, int> node_and_direction(const std::string& name) {
  constexpr std::array<const char*, 6> names{"x", "y", "z", "rx", "ry", "rz"};
  const std::size_t space = name.rfind(' ');
  const auto direction = std::find(names.begin(), names.end(), name.substr(space + 1));
  return {std::stoi(name.substr(5, space - 5)) - 1, static_cast<int>(direction - names.begin())};
}

}  // namespace tread::fem::test
