#include "tread/differential/piece_stress.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>

#include "fem/meshes.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/stress_tensor.hpp"
#include "tread/fem/model.hpp"

namespace tread::differential {
namespace {

using fem::test::SolidKind;

constexpr std::array k_kinds{SolidKind::linear_tetrahedra, SolidKind::quadratic_tetrahedra};

/// A face of a tetrahedron that no other one shares, right-handed about the normal that leaves the
/// body: three corners, then the middles of sides 01 12 20.
using Face = std::vector<int>;

std::vector<Face> free_faces(const fem::ElementGroup& body) {
  // The order of corners that leaves the fourth behind, and of Gmsh's middles of their sides.
  constexpr std::array<std::array<int, 6>, 4> faces{
      {{0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 9, 7}, {0, 3, 2, 7, 8, 6}, {1, 2, 3, 5, 8, 9}}};
  std::map<std::array<int, 3>, std::vector<Face>> found;
  const std::size_t n = body.nodes.cols() == 10 ? 6 : 3;
  for (Eigen::Index e = 0; e < body.nodes.rows(); ++e) {
    for (const std::array<int, 6>& local : faces) {
      Face face;
      for (std::size_t i = 0; i < n; ++i) face.push_back(body.nodes(e, local[i]));
      std::array<int, 3> key{face[0], face[1], face[2]};
      std::ranges::sort(key);
      found[key].push_back(face);
    }
  }
  std::vector<Face> free;
  for (const auto& [key, owners] : found) {
    if (owners.size() == 1) free.push_back(owners.front());
  }
  return free;
}

/// A block of tetrahedra, held where x = 0; all nodes may have forces.
struct Block {
  ElasticPiece piece;
  std::vector<Face> loaded;  // free faces that are not held
};

enum class Inside { even, distorted };

Block block(SolidKind kind, const Material& material, Inside inside = Inside::even) {
  Block result;
  fem::Mesh mesh = fem::block_mesh({1, 1.2, 0.5, 0.4, 4, 2, 2});
  if (inside == Inside::distorted) {
    fem::test::distort(mesh, 0.01);
    for (Eigen::Index i = 0; i < mesh.nodes.cols(); ++i) {
      if (mesh.nodes(0, i) < 0.1) mesh.nodes(0, i) = 0;  // the cut stays plane
    }
  }
  fem::test::cut_into_tetrahedra(mesh);
  if (kind == SolidKind::quadratic_tetrahedra) fem::test::add_middles(mesh);
  fem::ElementGroup body = mesh.groups.front();
  body.name = "body";
  std::vector<Face> held;
  for (const Face& face : free_faces(body)) {
    const bool is_cut = std::ranges::all_of(face, [&](int a) { return mesh.nodes(0, a) == 0; });
    (is_cut ? held : result.loaded).push_back(face);
  }
  fem::ElementGroup cut{
      "cut",
      held.front().size() == 6 ? fem::ElementShape::triangle_6 : fem::ElementShape::triangle_3,
      Eigen::MatrixXi(static_cast<Eigen::Index>(held.size()),
                      static_cast<Eigen::Index>(held.front().size())),
      {}};
  for (std::size_t i = 0; i < held.size(); ++i) {
    for (std::size_t a = 0; a < held[i].size(); ++a) {
      cut.nodes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(a)) = held[i][a];
    }
  }
  mesh.groups = {body, cut};
  result.piece.material = material;
  result.piece.mesh = mesh;
  for (int i = 0; i < mesh.n_nodes(); ++i) result.piece.surface.mesh_nodes.push_back(i);
  return result;
}

/// Forces of the nodes that hold a constant stress at the free faces of a block. The integral of a
/// shape function over a plane face is a third of it at a corner of a linear one, and at the middle
/// of a side of a quadratic one (whose corners have none).
Eigen::VectorXd forces_of(const Block& block, const Eigen::Matrix3d& stress) {
  const Eigen::Matrix3Xd& nodes = block.piece.mesh.nodes;
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(3 * nodes.cols());
  for (const Face& face : block.loaded) {
    const Eigen::Vector3d a = nodes.col(face[0]);
    const Eigen::Vector3d b = nodes.col(face[1]);
    const Eigen::Vector3d c = nodes.col(face[2]);
    const Eigen::Vector3d area = (b - a).cross(c - a) / 2;
    const std::size_t first = face.size() == 6 ? 3 : 0;
    for (std::size_t i = first; i < first + 3; ++i) {
      forces.segment<3>(3 * face[i]) += stress * area / 3;
    }
  }
  return forces;
}

Eigen::Matrix3d stress_of(const Eigen::Matrix3d& gradient, const Material& material) {
  const Eigen::Matrix3d strain = (gradient + gradient.transpose()) / 2;
  const double nu = material.poisson_ratio;
  const double lambda = 2 * material.shear_modulus * nu / (1 - 2 * nu);
  return lambda * strain.trace() * Eigen::Matrix3d::Identity() +
         2 * material.shear_modulus * strain;
}

Eigen::Matrix<double, 6, 1> six(const Eigen::Matrix3d& s) {
  Eigen::Matrix<double, 6, 1> result;
  result << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0);
  return result;
}

/// A linear field that is zero on the cut: u = a x. Tolerances: rounding of a solve with a
/// condition number of some 1e4.
TEST(PieceStress, patch_test_a_linear_displacement_has_its_constant_stress_at_all_nodes) {
  const Material steel = Material::from_young(2.1e11, 0.3);
  const Eigen::Vector3d slope(1e-3, -4e-4, 7e-4);
  Eigen::Matrix3d gradient = Eigen::Matrix3d::Zero();
  gradient.col(0) = slope;
  const Eigen::Matrix3d stress = stress_of(gradient, steel);
  for (const SolidKind kind : k_kinds) {
    const Block body = block(kind, steel, Inside::distorted);
    const PieceFields fields = piece_fields(body.piece, forces_of(body, stress));
    const Eigen::Matrix3Xd exact = gradient * body.piece.mesh.nodes;
    EXPECT_LT((fields.displacement - exact).norm(), 1e-11 * exact.norm());
    ASSERT_EQ(fields.stress.cols(), body.piece.mesh.n_nodes());
    for (Eigen::Index i = 0; i < fields.stress.cols(); ++i) {
      EXPECT_LT((fields.stress.col(i) - six(stress)).norm(), 1e-10 * stress.norm()) << i;
      EXPECT_NEAR(fields.von_mises[i],
                  von_mises({stress(0, 0), stress(1, 1), stress(2, 2), stress(0, 1), stress(0, 2),
                             stress(1, 2)}),
                  1e-10 * stress.norm());
    }
  }
}

TEST(PieceStress, a_bar_without_lateral_contraction_carries_force_over_area_in_tension) {
  const Material cork = Material::from_young(3e7, 0);
  const double force = 1200;
  const double area = 0.5 * 0.4;
  for (const SolidKind kind : k_kinds) {
    const Block bar = block(kind, cork);
    const Eigen::Matrix3d stress = Eigen::Vector3d(force / area, 0, 0).asDiagonal();
    const PieceFields fields = piece_fields(bar.piece, forces_of(bar, stress));
    const Eigen::Matrix3Xd& nodes = bar.piece.mesh.nodes;
    for (Eigen::Index i = 0; i < nodes.cols(); ++i) {
      EXPECT_NEAR(fields.stress(0, i), force / area, 1e-9 * force / area);
      EXPECT_NEAR(fields.von_mises[i], force / area, 1e-9 * force / area);
      const Eigen::Vector3d longer(force / area / 3e7 * nodes(0, i), 0, 0);
      EXPECT_LT((fields.displacement.col(i) - longer).norm(), 1e-9 * force / area / 3e7);
    }
  }
}

TEST(PieceStress, the_held_faces_react_with_the_opposite_of_forces_and_moments) {
  const Material steel = Material::from_young(2.1e11, 0.28);
  for (const SolidKind kind : k_kinds) {
    const Block body = block(kind, steel, Inside::distorted);
    const fem::Mesh& mesh = body.piece.mesh;
    Eigen::VectorXd forces = Eigen::VectorXd::Zero(3 * mesh.n_nodes());
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();
    for (const int node : body.loaded.back()) {
      if (mesh.nodes(0, node) == 0) continue;
      const Eigen::Vector3d force(1e3 + node, -2e3, 5e2 * node);
      forces.segment<3>(3 * node) = force;
      sum += force;
      moment += mesh.nodes.col(node).cross(force);
    }
    ASSERT_GT(sum.norm(), 0);
    const PieceFields fields = piece_fields(body.piece, forces);
    // Another assembly, element by element, of all nodes: what is left is what holds the cut.
    const fem::ElementGroup& elements = mesh.groups.front();
    Eigen::Matrix3Xd left = Eigen::Matrix3Xd::Zero(3, mesh.n_nodes());
    for (Eigen::Index e = 0; e < elements.nodes.rows(); ++e) {
      const Eigen::RowVectorXi around = elements.nodes.row(e);
      const Eigen::MatrixXd stiffness =
          fem::solid_stiffness(elements.shape, mesh.nodes(Eigen::all, around),
                               {steel.young_modulus(), steel.poisson_ratio, 0});
      const Eigen::VectorXd moved = fields.displacement(Eigen::all, around).reshaped();
      const Eigen::VectorXd inner = stiffness * moved;
      for (Eigen::Index a = 0; a < around.size(); ++a) {
        left.col(around[a]) += inner.segment<3>(3 * a);
      }
    }
    Eigen::Vector3d reaction = Eigen::Vector3d::Zero();
    Eigen::Vector3d reaction_moment = Eigen::Vector3d::Zero();
    for (int i = 0; i < mesh.n_nodes(); ++i) {
      const Eigen::Vector3d place = mesh.nodes.col(i);
      if (place.x() == 0) {
        reaction += left.col(i);
        reaction_moment += place.cross(left.col(i));
      } else {
        EXPECT_LT((left.col(i) - forces.segment<3>(3 * i)).norm(), 1e-9 * sum.norm());
      }
    }
    EXPECT_LT((reaction + sum).norm(), 1e-9 * sum.norm());
    EXPECT_LT((reaction_moment + moment).norm(), 1e-9 * sum.norm());
  }
}

TEST(PieceStress, forces_that_do_not_fit_the_surface_are_refused) {
  const Block body = block(SolidKind::linear_tetrahedra, Material::from_young(2.1e11, 0.3));
  EXPECT_THROW(piece_fields(body.piece, Eigen::VectorXd::Zero(7)), ModelError);
}

}  // namespace
}  // namespace tread::differential
