#include "tread/differential/surface_compliance.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>

#include "differential/small_pieces.hpp"

namespace tread::differential {
namespace {

/// Forces of a uniform traction (Pa) on the faces of a linear surface.
Eigen::VectorXd uniform_load(const ContactSurface& surface, const Eigen::Vector3d& traction) {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(3 * surface.nodes.cols());
  for (const auto face : surface.faces.rowwise()) {
    const Eigen::Vector3d first = surface.nodes.col(face[0]);
    const double area = (Eigen::Vector3d(surface.nodes.col(face[1])) - first)
                            .cross(Eigen::Vector3d(surface.nodes.col(face[2])) - first)
                            .norm() /
                        2;
    for (const int node : face) force.segment<3>(3 * node) += area / 3 * traction;
  }
  return force;
}

Eigen::Vector3d displacement_in_the_middle(const ElasticPiece& piece,
                                           const Eigen::Vector3d& traction) {
  const Eigen::VectorXd u = piece.compliance * uniform_load(piece.surface, traction);
  const Eigen::Vector3d middle(0, 0, std::isfinite(piece.radius) ? piece.radius : 0);
  Eigen::Index nearest = 0;
  (piece.surface.nodes.colwise() - middle).colwise().norm().minCoeff(&nearest);
  return u.segment<3>(3 * nearest);
}

/// A layer on a rigid floor is stretched or sheared uniformly far from the ends of a uniform load:
///
///   u_z = p d / M,  M = 2 G (1 - nu)/(1 - 2 nu)        u_x = q d / G
///
/// Linear elements hold these fields exactly. The ends of a load at distance a = 5 d are felt as
/// exp(-k a/d): sideways k = pi/2 sqrt((1 - nu)/2) = 0.93 (what is sheared is also stretched along
/// the layer), with 4/pi before it 1.2 %; downwards k > pi/2, below 0.1 %.
TEST(SurfaceCompliance, a_layer_under_uniform_load_moves_as_in_closed_form) {
  constexpr double depth = 3e-3;
  PieceSettings s;
  s.depth = depth;
  s.half_length = 0.02;
  s.zone_half_length = 0.015;
  s.zone_lowest_y = -0.015;
  s.zone_highest_y = 0.015;
  s.fine_size = 1.45e-3;
  s.coarse_size = 3e-3;
  // Flat: 0.2 um off over the width.
  profile::WheelRailPair flat{
      profile::circular_wheel(1e3, 0.02), profile::circular_rail(1e3, 0.02), {}, {}};
  flat.wheelset.nominal_radius = 100;
  const auto pieces = prepare_pair(flat, {k_steel, k_steel}, {s, s}, {});
  const double g = k_steel.shear_modulus;
  const double nu = k_steel.poisson_ratio;
  const double confined = 2 * g * (1 - nu) / (1 - 2 * nu);
  constexpr double load = 1e8;
  for (const ElasticPiece* piece : {&pieces->wheel, &pieces->rail}) {
    EXPECT_NEAR(displacement_in_the_middle(*piece, {0, 0, load}).z() * confined / (load * depth), 1,
                2e-3);
    EXPECT_NEAR(displacement_in_the_middle(*piece, {load, 0, 0}).x() * g / (load * depth), 1,
                0.015);
    EXPECT_NEAR(displacement_in_the_middle(*piece, {0, load, 0}).y() * g / (load * depth), 1,
                0.015);
  }
}

TEST(SurfaceCompliance, is_exactly_symmetric_and_positive_definite) {
  const auto pieces = small_pieces();
  for (const ElasticPiece* piece : {&pieces->wheel, &pieces->rail}) {
    ASSERT_EQ(piece->compliance.rows(), 3 * piece->surface.nodes.cols());
    EXPECT_EQ(piece->compliance, piece->compliance.transpose());
    EXPECT_EQ(piece->compliance.llt().info(), Eigen::Success);
  }
}

TEST(SurfaceCompliance, forces_find_the_displacements_that_the_whole_stiffness_gives_them) {
  const ElasticPiece rail = small_pieces()->rail;
  const HeldStiffness stiffness = held_stiffness(rail.mesh, rail.material);
  const Eigen::VectorXd force =
      Eigen::VectorXd::LinSpaced(rail.compliance.rows(), -1, 2).array().square();
  Eigen::VectorXd all = Eigen::VectorXd::Zero(stiffness.matrix.rows());
  for (std::size_t i = 0; i < rail.surface.mesh_nodes.size(); ++i) {
    const int first = stiffness.first[static_cast<std::size_t>(rail.surface.mesh_nodes[i])];
    all.segment<3>(first) = force.segment<3>(3 * static_cast<Eigen::Index>(i));
  }
  const Eigen::VectorXd u = Eigen::MatrixXd(stiffness.matrix).ldlt().solve(all);
  const Eigen::VectorXd of_surface = rail.compliance * force;
  for (std::size_t i = 0; i < rail.surface.mesh_nodes.size(); ++i) {
    const int first = stiffness.first[static_cast<std::size_t>(rail.surface.mesh_nodes[i])];
    EXPECT_LT(
        (of_surface.segment<3>(3 * static_cast<Eigen::Index>(i)) - u.segment<3>(first)).norm(),
        1e-11 * u.norm());
  }
}

TEST(SurfaceCompliance, four_times_the_modulus_gives_a_quarter_of_it_to_the_last_bit) {
  const auto soft = small_pieces();
  const auto stiff =
      small_pieces(ElementOrder::linear, {4 * k_steel.shear_modulus, k_steel.poisson_ratio});
  EXPECT_EQ(stiff->wheel.compliance * 4, soft->wheel.compliance);
}

/// The displacements of linear elements are among those of quadratic ones on the same corners, and
/// the work of given forces is greatest for the exact solution.
TEST(SurfaceCompliance, quadratic_elements_are_softer_under_any_forces_on_corners) {
  const auto linear = small_pieces();
  const auto quadratic = small_pieces(ElementOrder::quadratic);
  const Eigen::Index n = linear->wheel.compliance.rows();
  ASSERT_EQ(quadratic->wheel.surface.nodes.leftCols(n / 3), linear->wheel.surface.nodes);
  const Eigen::MatrixXd more =
      quadratic->wheel.compliance.topLeftCorner(n, n) - linear->wheel.compliance;
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(more).eigenvalues().minCoeff(), 0);
}

}  // namespace
}  // namespace tread::differential
