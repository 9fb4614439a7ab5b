#include "tread/fem/solid_elements.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/shape_functions.hpp"

namespace tread::fem {
namespace {

template <class Visit>
auto with_shape(ElementShape shape, const Visit& visit) {
  switch (shape) {
    case ElementShape::tetrahedron_4:
      return visit(Tetrahedron4{});
    case ElementShape::tetrahedron_10:
      return visit(Tetrahedron10{});
    default:
      assert(shape == ElementShape::hexahedron_8);
      return visit(Hexahedron8{});
  }
}

struct Lame {
  double lambda;
  double mu;
};

Lame lame(const SolidMaterial& material) {
  const double nu = material.poisson_ratio;
  const double mu = material.young_modulus / (2 * (1 + nu));
  return {2 * mu * nu / (1 - 2 * nu), mu};
}

/// Adds a point's part to the lower half of K; rows of `gradients` belong to nodes (or to the
/// displacements inside an element).
template <int N>
void add_stiffness(const Lame& lame, double volume, const Eigen::Matrix<double, N, 3>& gradients,
                   Eigen::Matrix<double, 3 * N, 3 * N>& stiffness) {
  const double lambda = lame.lambda * volume;
  const double mu = lame.mu * volume;
  const Eigen::Matrix<double, N, N> products = mu * gradients * gradients.transpose();
  for (int b = 0; b < N; ++b) {
    for (int j = 0; j < 3; ++j) {
      const double lambda_b = lambda * gradients(b, j);
      for (int a = b; a < N; ++a) {
        const double mu_a = mu * gradients(a, j);
        for (int i = 0; i < 3; ++i) {
          stiffness(3 * a + i, 3 * b + j) += lambda_b * gradients(a, i) + mu_a * gradients(b, i);
        }
        stiffness(3 * a + j, 3 * b + j) += products(a, b);
      }
    }
  }
}

template <class Matrix>
Eigen::MatrixXd mirrored(const Matrix& lower) {
  return lower.template selfadjointView<Eigen::Lower>();
}

template <class Shape>
Eigen::MatrixXd compatible_stiffness(const Eigen::Matrix3Xd& nodes, const Lame& lame) {
  constexpr int n = Shape::n_nodes;
  const Eigen::Matrix<double, 3, n> places = nodes;
  Eigen::Matrix<double, 3 * n, 3 * n> stiffness = Eigen::Matrix<double, 3 * n, 3 * n>::Zero();
  for (const QuadraturePoint& point : Shape::stiffness_points()) {
    const typename Shape::Gradients own = Shape::gradients(point.at);
    const Eigen::Matrix3d jacobian = places * own;
    const typename Shape::Gradients gradients = own * jacobian.inverse();
    add_stiffness<n>(lame, point.weight * jacobian.determinant(), gradients, stiffness);
  }
  return mirrored(stiffness);
}

Eigen::MatrixXd incompatible_stiffness(const Eigen::Matrix3Xd& nodes, const Lame& lame) {
  constexpr int n = 11;  // eight nodes and three parabolas
  const Eigen::Matrix<double, 3, 8> places = nodes;
  const Eigen::Matrix3d at_centre = places * Hexahedron8::gradients(Eigen::Vector3d::Zero());
  const Eigen::Matrix3d inverse_at_centre = at_centre.inverse();
  const double volume_at_centre = at_centre.determinant();
  Eigen::Matrix<double, 3 * n, 3 * n> all = Eigen::Matrix<double, 3 * n, 3 * n>::Zero();
  for (const QuadraturePoint& point : Hexahedron8::stiffness_points()) {
    const Hexahedron8::Gradients own = Hexahedron8::gradients(point.at);
    const Eigen::Matrix3d jacobian = places * own;
    const double volume = jacobian.determinant();
    Eigen::Matrix<double, n, 3> gradients;
    gradients.topRows<8>() = own * jacobian.inverse();
    gradients.bottomRows<3>() = Eigen::DiagonalMatrix<double, 3>(-2 * point.at) *
                                inverse_at_centre * (volume_at_centre / volume);
    add_stiffness<n>(lame, point.weight * volume, gradients, all);
  }
  const Eigen::Matrix<double, 9, 24> coupling = all.bottomLeftCorner<9, 24>();
  const Eigen::Matrix<double, 9, 9> inner =
      all.bottomRightCorner<9, 9>().selfadjointView<Eigen::Lower>();
  const Eigen::Matrix<double, 24, 24> condensed =
      all.topLeftCorner<24, 24>() - coupling.transpose() * inner.llt().solve(coupling);
  return mirrored(condensed);
}

template <class Shape>
Eigen::MatrixXd consistent_scalar_mass(const Eigen::Matrix3Xd& nodes, double density) {
  constexpr int n = Shape::n_nodes;
  const Eigen::Matrix<double, 3, n> places = nodes;
  Eigen::Matrix<double, n, n> mass = Eigen::Matrix<double, n, n>::Zero();
  for (const QuadraturePoint& point : Shape::mass_points()) {
    const Eigen::Matrix3d jacobian = places * Shape::gradients(point.at);
    const typename Shape::Values values = Shape::values(point.at);
    mass += (density * point.weight * jacobian.determinant()) * values * values.transpose();
  }
  return mirrored(mass);
}

Eigen::MatrixXd lumped_solid(ElementShape shape, const Eigen::MatrixXd& mass) {
  if (shape != ElementShape::tetrahedron_10) return mass.rowwise().sum().asDiagonal();
  return (mass.diagonal() * (mass.sum() / mass.trace())).asDiagonal();
}

/// The same mass in x, y and z.
Eigen::MatrixXd in_three_directions(const Eigen::MatrixXd& scalar) {
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(3 * scalar.rows(), 3 * scalar.cols());
  for (Eigen::Index b = 0; b < scalar.cols(); ++b) {
    for (Eigen::Index a = 0; a < scalar.rows(); ++a) {
      mass.block<3, 3>(3 * a, 3 * b).diagonal().setConstant(scalar(a, b));
    }
  }
  return mass;
}

/// Where an element's nodes are in its own coordinates.
template <class Shape>
std::vector<Eigen::Vector3d> own_places() {
  std::vector<Eigen::Vector3d> places(Shape::corners().begin(), Shape::corners().end());
  if constexpr (Shape::n_nodes == 10) {
    for (const auto& [i, j] : Shape::edges) {
      places.push_back((places[as_size(i)] + places[as_size(j)]) / 2);
    }
  }
  return places;
}

Eigen::Matrix<double, 6, 1> stress_of(const Eigen::Matrix3d& gradient, const Lame& lame) {
  const Eigen::Matrix3d strain = (gradient + gradient.transpose()) / 2;
  const Eigen::Matrix3d stress =
      lame.lambda * strain.trace() * Eigen::Matrix3d::Identity() + 2 * lame.mu * strain;
  Eigen::Matrix<double, 6, 1> six;
  six << stress(0, 0), stress(1, 1), stress(2, 2), stress(0, 1), stress(1, 2), stress(2, 0);
  return six;
}

double shape_of_jacobian(const Eigen::Matrix3d& jacobian) {
  const double lengths = jacobian.colwise().norm().prod();
  return lengths > 0 ? jacobian.determinant() / lengths : 0;
}

}  // namespace

Eigen::MatrixXd solid_stiffness(ElementShape shape, const Eigen::Matrix3Xd& nodes,
                                const SolidMaterial& material, HexahedronFormulation formulation) {
  const Lame constants = lame(material);
  if (shape == ElementShape::hexahedron_8 &&
      formulation == HexahedronFormulation::incompatible_modes) {
    return incompatible_stiffness(nodes, constants);
  }
  return with_shape(shape,
                    [&](auto of) { return compatible_stiffness<decltype(of)>(nodes, constants); });
}

Eigen::MatrixXd solid_mass(ElementShape shape, const Eigen::Matrix3Xd& nodes, double density,
                           MassKind kind) {
  const Eigen::MatrixXd mass = with_shape(
      shape, [&](auto of) { return consistent_scalar_mass<decltype(of)>(nodes, density); });
  return in_three_directions(kind == MassKind::lumped ? lumped_solid(shape, mass) : mass);
}

NodeStresses solid_stress(ElementShape shape, const Eigen::Matrix3Xd& nodes,
                          const Eigen::Matrix3Xd& displacements, const SolidMaterial& material) {
  const Lame constants = lame(material);
  return with_shape(shape, [&](auto of) {
    using Shape = decltype(of);
    static const std::vector<Eigen::Vector3d> at = own_places<Shape>();
    const Eigen::Matrix<double, 3, Shape::n_nodes> places = nodes;
    const Eigen::Matrix<double, 3, Shape::n_nodes> moved = displacements;
    NodeStresses stresses(6, Shape::n_nodes);
    for (int a = 0; a < Shape::n_nodes; ++a) {
      const typename Shape::Gradients own = Shape::gradients(at[as_size(a)]);
      stresses.col(a) = stress_of(moved * own * (places * own).inverse(), constants);
    }
    return stresses;
  });
}

double solid_volume(ElementShape shape, const Eigen::Matrix3Xd& nodes) {
  return with_shape(shape, [&](auto of) {
    using Shape = decltype(of);
    const Eigen::Matrix<double, 3, Shape::n_nodes> places = nodes;
    double volume = 0;
    for (const QuadraturePoint& point : Shape::mass_points()) {
      const Eigen::Matrix3d jacobian = places * Shape::gradients(point.at);
      volume += point.weight * jacobian.determinant();
    }
    return volume;
  });
}

NodeStresses mean_stresses(const Mesh& mesh, const std::string& group,
                           const Eigen::Matrix3Xd& displacements, const SolidMaterial& material) {
  NodeStresses sums = NodeStresses::Zero(6, mesh.n_nodes());
  Eigen::RowVectorXd volumes = Eigen::RowVectorXd::Zero(mesh.n_nodes());
  for (const ElementGroup* part : find_groups(mesh, group)) {
    if (dimension_of(part->shape) != 3) continue;
    for (Eigen::Index i = 0; i < part->nodes.rows(); ++i) {
      const Eigen::RowVectorXi around = part->nodes.row(i);
      const Eigen::Matrix3Xd places = mesh.nodes(Eigen::all, around);
      const double volume = solid_volume(part->shape, places);
      const NodeStresses own =
          solid_stress(part->shape, places, displacements(Eigen::all, around), material);
      for (Eigen::Index a = 0; a < around.size(); ++a) {
        sums.col(around[a]) += volume * own.col(a);
        volumes[around[a]] += volume;
      }
    }
  }
  for (Eigen::Index node = 0; node < sums.cols(); ++node) {
    if (volumes[node] > 0) sums.col(node) /= volumes[node];
  }
  return sums;
}

double worst_corner(ElementShape shape, const Eigen::Matrix3Xd& nodes) {
  return with_shape(shape, [&](auto of) {
    using Shape = decltype(of);
    const Eigen::Matrix<double, 3, Shape::n_nodes> places = nodes;
    double worst = 1;
    for (const Eigen::Vector3d& corner : Shape::corners()) {
      worst = std::min(worst, shape_of_jacobian(places * Shape::gradients(corner)));
    }
    for (const QuadraturePoint& point : Shape::stiffness_points()) {
      worst = std::min(worst, shape_of_jacobian(places * Shape::gradients(point.at)));
    }
    return worst;
  });
}

void check(const SolidMaterial& material) {
  if (!(material.young_modulus > 0) || !std::isfinite(material.young_modulus)) {
    throw ModelError(fmt::format("a solid has Young's modulus {} Pa: must be finite and > 0",
                                 material.young_modulus));
  }
  if (!(material.density >= 0) || !std::isfinite(material.density)) {
    throw ModelError(
        fmt::format("a solid has density {} kg/m3: must be finite and not negative (0: no mass)",
                    material.density));
  }
  const double nu = material.poisson_ratio;
  if (nu > -1 && nu < 0.5) return;
  throw ModelError(
      fmt::format("a solid has Poisson's ratio {}: must lie between -1 and 0.5, both excluded (a "
                  "solid that keeps its volume needs another kind of element; 0.49 is near)",
                  nu));
}

}  // namespace tread::fem
