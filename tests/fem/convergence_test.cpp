#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "fem/meshes.hpp"
#include "tread/fem/model.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::fem {
namespace {

using test::SolidKind;

/// A cantilever 0 <= x <= l of height 2c (z from -c to c) with the shear force P at x = l. For nu =
/// 0 the stresses sigma_xx = -P (l - x) z / I, tau = P (c^2 - z^2) / (2 I) belong to displacements
/// (the strains integrated, G = E/2) that are the same in every plane y = constant:
///
///   u_x = P/EI (-(l x - x^2/2) z - z^3/3),   u_z = P/EI (l x^2/2 - x^3/6 + c^2 x)
///
/// Bending with shear: beam theory's P l/(5/6 G A) is c^2 4/5 of P l/EI instead of c^2, because it
/// holds the mean rotation of the section at x = 0 and here the axis' normal is held.
struct Cantilever {
  double l = 4;
  double c = 0.5;
  double width = 0.5;
  double young = 1e6;
  double load = 1e-3;  // P/EI

  Eigen::Vector3d displacement(const Eigen::Vector3d& place) const {
    const double x = place[0];
    const double z = place[2] - c;  // blocks stand on z = 0
    return load * Eigen::Vector3d(-(l * x - x * x / 2) * z - z * z * z / 3, 0,
                                  l * x * x / 2 - x * x * x / 6 + c * c * x);
  }
  double traction(double z) const { return load * young * (c * c - (z - c) * (z - c)) / 2; }
  double force() const { return load * young * width * 8 * c * c * c / 12; }
};

constexpr std::array<std::pair<double, double>, 4> k_gauss{
    {{0.06943184420297371, 0.1739274225687269},
     {0.3300094782075719, 0.3260725774312731},
     {0.6699905217924281, 0.3260725774312731},
     {0.9305681557970263, 0.1739274225687269}}};

/// Nodal forces in z of the traction on the end x = l, added to `forces` (a node each).
void load_rectangle(const Cantilever& cantilever, const Mesh& mesh, const std::array<int, 4>& nodes,
                    Eigen::VectorXd& forces) {
  const Eigen::Vector3d a = mesh.nodes.col(nodes[0]);
  const Eigen::Vector3d d = Eigen::Vector3d(mesh.nodes.col(nodes[2])) - a;
  for (const auto& [s, ws] : k_gauss) {
    for (const auto& [t, wt] : k_gauss) {
      const double part = ws * wt * std::abs(d[1] * d[2]) * cantilever.traction(a[2] + t * d[2]);
      const std::array<double, 4> shapes{(1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t};
      for (std::size_t i = 0; i < 4; ++i) forces[nodes[i]] += part * shapes[i];
    }
  }
}

/// Three corners, and of quadratic faces the middles opposite to none: 01, 12, 20.
void load_triangle(const Cantilever& cantilever, const Mesh& mesh, const std::vector<int>& nodes,
                   Eigen::VectorXd& forces) {
  const Eigen::Vector3d a = mesh.nodes.col(nodes[0]);
  const Eigen::Vector3d b = mesh.nodes.col(nodes[1]);
  const Eigen::Vector3d c = mesh.nodes.col(nodes[2]);
  const double twice_area = (b - a).cross(c - a).norm();
  for (const auto& [s, ws] : k_gauss) {
    for (const auto& [t, wt] : k_gauss) {
      const Eigen::Vector3d l(1 - s, s * (1 - t), s * t);  // a square folded onto the triangle
      const double z = l[0] * a[2] + l[1] * b[2] + l[2] * c[2];
      const double part = ws * wt * s * twice_area * cantilever.traction(z);
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const bool is_linear = nodes.size() == 3;
        forces[nodes[static_cast<std::size_t>(i)]] +=
            part * (is_linear ? l[i] : l[i] * (2 * l[i] - 1));
        if (!is_linear) forces[nodes[static_cast<std::size_t>(3 + i)]] += part * 4 * l[i] * l[j];
      }
    }
  }
}

Eigen::VectorXd end_forces(const Cantilever& cantilever, const Mesh& mesh) {
  const ElementGroup& group = mesh.groups.front();
  const auto is_at_end = [&](int node) { return mesh.nodes(0, node) > cantilever.l - 1e-9; };
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(mesh.n_nodes());
  for (Eigen::Index i = 0; i < group.nodes.rows(); ++i) {
    const auto node = [&](int a) { return group.nodes(i, a); };
    if (group.shape == ElementShape::hexahedron_8) {
      const std::array<int, 4> face{node(1), node(2), node(6), node(5)};
      if (std::ranges::all_of(face, is_at_end)) load_rectangle(cantilever, mesh, face, forces);
      continue;
    }
    constexpr std::array<std::array<int, 6>, 4> faces{
        {{0, 1, 2, 4, 5, 6}, {0, 1, 3, 4, 9, 7}, {1, 2, 3, 5, 8, 9}, {0, 2, 3, 6, 8, 7}}};
    for (const auto& face : faces) {
      std::vector<int> nodes;
      for (int k = 0; k < (group.nodes.cols() == 4 ? 3 : 6); ++k) {
        nodes.push_back(node(face[static_cast<std::size_t>(k)]));
      }
      if (std::ranges::all_of(nodes, is_at_end)) load_triangle(cantilever, mesh, nodes, forces);
    }
  }
  return forces;
}

/// Error of the tip's deflection (its mean over the end, weighted by the traction), relative.
double error_of_cantilever(SolidKind kind, int refinement) {
  const Cantilever cantilever;
  Model model;
  model.mesh = test::solid_mesh({1, cantilever.l, cantilever.width, 2 * cantilever.c,
                                 8 * refinement, refinement, 2 * refinement},
                                kind);
  model.solids.push_back({"solid", {cantilever.young, 0, 1}, test::formulation_of(kind)});
  Support root;
  root.fixed = {true, true, true};
  for (int i = 0; i < model.mesh.n_nodes(); ++i) {
    if (model.mesh.nodes(0, i) < 1e-9) root.nodes.push_back(i);
  }
  model.supports.push_back(root);
  const structure::ElasticStructure structure = assemble(model);
  Eigen::VectorXd given(structure.supports.stiffness.rows());
  for (Eigen::Index i = 0; i < given.size(); ++i) {
    const auto [node, direction] =
        test::node_and_direction(structure.supports.names[static_cast<std::size_t>(i)]);
    given[i] = cantilever.displacement(model.mesh.nodes.col(node))[direction];
  }
  const Eigen::VectorXd at_nodes = end_forces(cantilever, model.mesh);
  EXPECT_NEAR(at_nodes.sum(), cantilever.force(), 1e-12 * cantilever.force());
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(structure.n_dofs());
  for (Eigen::Index i = 0; i < forces.size(); ++i) {
    const auto [node, direction] =
        test::node_and_direction(structure.dof_names[static_cast<std::size_t>(i)]);
    if (direction == 2) forces[i] = at_nodes[node];
  }
  const Eigen::VectorXd u = structure::SparseFactor(structure.stiffness)
                                .solve(forces - structure.supports.stiffness.transpose() * given);
  const double tip = cantilever.displacement({cantilever.l, 0, cantilever.c})[2];
  return std::abs(forces.dot(u) / cantilever.force() - tip) / tip;
}

double order_of(SolidKind kind, int coarse) {
  const double first = error_of_cantilever(kind, coarse);
  const double second = error_of_cantilever(kind, 2 * coarse);
  return std::log2(first / second);
}

// The work of the load converges at twice the order of the strains. Were the limit not the exact
// deflection, the observed order would fall to zero.
TEST(Convergence, cantilever_of_linear_elements_tends_to_bending_with_shear_at_second_order) {
  EXPECT_NEAR(order_of(SolidKind::full, 2), 2, 0.1);
  EXPECT_NEAR(order_of(SolidKind::incompatible, 2), 2, 0.1);
  EXPECT_NEAR(order_of(SolidKind::linear_tetrahedra, 3), 2, 0.2);
}

TEST(Convergence, cantilever_of_quadratic_tetrahedra_tends_to_it_at_fourth_order) {
  EXPECT_NEAR(order_of(SolidKind::quadratic_tetrahedra, 2), 4, 0.3);
}

TEST(Convergence, incompatible_modes_are_far_nearer_than_full_integration_on_coarse_meshes) {
  EXPECT_LT(error_of_cantilever(SolidKind::incompatible, 1),
            0.1 * error_of_cantilever(SolidKind::full, 1));
}

}  // namespace
}  // namespace tread::fem
