#include "tread/fem/solid_elements.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "fem/meshes.hpp"
#include "tread/fem/model.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::fem {
namespace {

using test::k_solid_kinds;
using test::SolidKind;

constexpr SolidMaterial k_element_concrete{25e9, 0.2, 2500};

Eigen::Matrix3Xd first_element(const Mesh& mesh) {
  Eigen::Matrix3Xd places(3, mesh.groups.front().nodes.cols());
  for (Eigen::Index a = 0; a < places.cols(); ++a) {
    places.col(a) = mesh.nodes.col(mesh.groups.front().nodes(0, a));
  }
  return places;
}

Mesh distorted_mesh(SolidKind kind, int n) {
  Mesh mesh = block_mesh({1, 1.3, 1.1, 0.9, n, n, n});
  test::distort(mesh, 0.06);
  if (kind == SolidKind::linear_tetrahedra || kind == SolidKind::quadratic_tetrahedra) {
    test::cut_into_tetrahedra(mesh);
  }
  if (kind == SolidKind::quadratic_tetrahedra) test::add_middles(mesh);
  return mesh;
}

Eigen::MatrixXd stiffness_of(SolidKind kind, const Mesh& mesh) {
  return solid_stiffness(mesh.groups.front().shape, first_element(mesh), k_element_concrete,
                         test::formulation_of(kind));
}

/// Values of a linear field at nodes, x y z each.
Eigen::VectorXd linear_field(const Eigen::Matrix3Xd& places, const Eigen::Matrix3d& gradient,
                             const Eigen::Vector3d& shift) {
  const Eigen::Matrix3Xd u = (gradient * places).colwise() + shift;
  return u.reshaped();
}

Eigen::Matrix3d some_gradient() {
  Eigen::Matrix3d gradient;
  gradient << 1, 0.4, -0.3, 0.2, -0.7, 0.5, 0.6, -0.1, 0.8;
  return 1e-3 * gradient;
}

TEST(SolidElements, rigid_motions_of_distorted_elements_meet_no_force) {
  for (const SolidKind kind : k_solid_kinds) {
    const Mesh mesh = distorted_mesh(kind, 1);
    const Eigen::MatrixXd stiffness = stiffness_of(kind, mesh);
    Eigen::Matrix3d spin;
    spin << 0, -0.3, 0.5, 0.3, 0, -0.2, -0.5, 0.2, 0;
    const Eigen::VectorXd motion = linear_field(first_element(mesh), spin, {0.1, -0.4, 0.7});
    EXPECT_LT((stiffness * motion).norm(), 1e-13 * stiffness.norm() * motion.norm());
  }
}

TEST(SolidElements, stiffness_resists_everything_but_six_rigid_motions) {
  for (const SolidKind kind : k_solid_kinds) {
    const Eigen::MatrixXd stiffness = stiffness_of(kind, distorted_mesh(kind, 1));
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(stiffness).eigenvalues();
    EXPECT_LT(values.head(6).cwiseAbs().maxCoeff(), 1e-13 * values.maxCoeff());
    EXPECT_GT(values[6], 1e-4 * values.maxCoeff());
  }
}

TEST(SolidElements, energy_of_a_constant_strain_is_exact_on_distorted_elements) {
  const Eigen::Matrix3d gradient = some_gradient();
  const Eigen::Matrix3d strain = (gradient + gradient.transpose()) / 2;
  const double nu = k_element_concrete.poisson_ratio;
  const double mu = k_element_concrete.young_modulus / (2 * (1 + nu));
  const double lambda = 2 * mu * nu / (1 - 2 * nu);
  const double density = lambda * strain.trace() * strain.trace() / 2 + mu * strain.squaredNorm();
  for (const SolidKind kind : k_solid_kinds) {
    const Mesh mesh = distorted_mesh(kind, 1);
    const Eigen::Matrix3Xd places = first_element(mesh);
    const ElementShape shape = mesh.groups.front().shape;
    const double volume = solid_mass(shape, places, 1).sum() / 3;
    const Eigen::VectorXd u = linear_field(places, gradient, {0, 0, 0});
    EXPECT_NEAR(u.dot(stiffness_of(kind, mesh) * u) / 2, volume * density,
                1e-12 * volume * density);
  }
}

TEST(SolidElements, patch_test_inner_nodes_follow_a_linear_field_given_at_the_boundary) {
  const Eigen::Matrix3d gradient = some_gradient();
  for (const SolidKind kind : k_solid_kinds) {
    Model model;
    const Mesh regular = test::solid_mesh({1, 1.3, 1.1, 0.9, 3, 3, 3}, kind);
    model.mesh = distorted_mesh(kind, 3);
    model.solids.push_back({"solid", k_element_concrete, test::formulation_of(kind)});
    Support boundary;
    boundary.fixed = {true, true, true};
    for (int i = 0; i < regular.n_nodes(); ++i) {
      const Eigen::Vector3d p = regular.nodes.col(i);
      const bool is_inside = p[0] > 1e-9 && p[0] < 1.3 - 1e-9 && std::abs(p[1]) < 0.55 - 1e-9 &&
                             p[2] > 1e-9 && p[2] < 0.9 - 1e-9;
      if (!is_inside) boundary.nodes.push_back(i);
    }
    model.supports.push_back(boundary);
    const structure::ElasticStructure structure = assemble(model);
    ASSERT_GE(structure.n_dofs(), 24);

    const auto exact = [&](const std::string& name) {
      const auto [node, direction] = test::node_and_direction(name);
      return gradient.row(direction).dot(model.mesh.nodes.col(node));
    };
    Eigen::VectorXd given(structure.supports.stiffness.rows());
    for (Eigen::Index i = 0; i < given.size(); ++i) {
      given[i] = exact(structure.supports.names[static_cast<std::size_t>(i)]);
    }
    const Eigen::VectorXd u = structure::SparseFactor(structure.stiffness)
                                  .solve(-structure.supports.stiffness.transpose() * given);
    for (Eigen::Index i = 0; i < u.size(); ++i) {
      EXPECT_NEAR(u[i], exact(structure.dof_names[static_cast<std::size_t>(i)]), 1e-10 * 1e-3);
    }
  }
}

TEST(SolidElements, mass_of_a_frustum_has_its_exact_moments) {
  // A square of side 2 - z between z = 0 and 1.
  Eigen::Matrix3Xd places(3, 8);
  places << -1, 1, 1, -1, -.5, .5, .5, -.5,  //
      -1, -1, 1, 1, -.5, -.5, .5, .5,        //
      0, 0, 0, 0, 1, 1, 1, 1;
  const Eigen::MatrixXd mass = solid_mass(ElementShape::hexahedron_8, places, 3);
  const auto along = [&](int direction, const Eigen::RowVectorXd& values) {
    Eigen::Matrix3Xd u = Eigen::Matrix3Xd::Zero(3, 8);
    u.row(direction) = values;
    return Eigen::VectorXd(u.reshaped());
  };
  for (int direction = 0; direction < 3; ++direction) {
    const Eigen::VectorXd ones = along(direction, Eigen::RowVectorXd::Ones(8));
    const Eigen::VectorXd x = along(direction, places.row(0));
    const Eigen::VectorXd z = along(direction, places.row(2));
    EXPECT_NEAR(ones.dot(mass * ones), 3 * 7.0 / 3, 1e-13);
    EXPECT_NEAR(ones.dot(mass * z), 3 * 11.0 / 12, 1e-13);
    EXPECT_NEAR(z.dot(mass * z), 3 * 8.0 / 15, 1e-13);
    EXPECT_NEAR(x.dot(mass * x), 3 * 31.0 / 60, 1e-13);
  }
}

TEST(SolidElements, mass_of_tetrahedra_is_exact_for_what_their_nodes_can_show) {
  // Corners at the origin and at a, b, c on the axes: int x^i y^j z^k = a^(i+1) b^(j+1) c^(k+1)
  // i! j! k! / (i+j+k+3)!.
  const double a = 2, b = 3, c = 0.5, density = 7;
  Eigen::Matrix3Xd places(3, 10);
  places.leftCols(4) << 0, a, 0, 0, 0, 0, b, 0, 0, 0, 0, c;
  places.col(4) = (places.col(0) + places.col(1)) / 2;
  places.col(5) = (places.col(1) + places.col(2)) / 2;
  places.col(6) = (places.col(0) + places.col(2)) / 2;
  places.col(7) = (places.col(0) + places.col(3)) / 2;
  places.col(8) = (places.col(2) + places.col(3)) / 2;
  places.col(9) = (places.col(1) + places.col(3)) / 2;
  const auto product = [](const Eigen::MatrixXd& mass, const Eigen::ArrayXd& f,
                          const Eigen::ArrayXd& g) {
    Eigen::Matrix3Xd u = Eigen::Matrix3Xd::Zero(3, f.size());
    Eigen::Matrix3Xd v = u;
    u.row(2) = f.matrix().transpose();
    v.row(2) = g.matrix().transpose();
    return Eigen::VectorXd(u.reshaped()).dot(mass * Eigen::VectorXd(v.reshaped()));
  };
  const Eigen::MatrixXd four = solid_mass(ElementShape::tetrahedron_4, places.leftCols(4), density);
  const Eigen::ArrayXd x4 = places.leftCols(4).row(0), y4 = places.leftCols(4).row(1);
  const double unit = density * a * b * c;
  EXPECT_NEAR(product(four, x4, x4), unit * a * a * 2 / 120, 1e-13 * unit);
  EXPECT_NEAR(product(four, x4, y4), unit * a * b / 120, 1e-13 * unit);

  const Eigen::MatrixXd ten = solid_mass(ElementShape::tetrahedron_10, places, density);
  const Eigen::ArrayXd x = places.row(0), y = places.row(1), z = places.row(2);
  EXPECT_NEAR(product(ten, x.square(), x.square()), unit * a * a * a * a * 24 / 5040, 1e-13 * unit);
  EXPECT_NEAR(product(ten, x.square(), y * z), unit * a * a * b * c * 2 / 5040, 1e-13 * unit);
  EXPECT_NEAR(product(ten, x * y, x * y), unit * a * a * b * b * 4 / 5040, 1e-13 * unit);
  EXPECT_NEAR(product(ten, x * y, z * y), unit * a * b * b * c * 2 / 5040, 1e-13 * unit);
}

TEST(SolidElements, lumped_masses_are_positive_and_keep_the_mass) {
  for (const SolidKind kind : k_solid_kinds) {
    const Mesh mesh = distorted_mesh(kind, 1);
    const ElementShape shape = mesh.groups.front().shape;
    const Eigen::Matrix3Xd places = first_element(mesh);
    const Eigen::MatrixXd lumped = solid_mass(shape, places, 2500, MassKind::lumped);
    const Eigen::MatrixXd consistent = solid_mass(shape, places, 2500);
    EXPECT_EQ(lumped, Eigen::MatrixXd(lumped.diagonal().asDiagonal()));
    EXPECT_GT(lumped.diagonal().minCoeff(), 0);
    EXPECT_NEAR(lumped.sum(), consistent.sum(), 1e-13 * consistent.sum());
  }
}

TEST(SolidElements, incompatible_modes_bend_a_single_row_of_flat_elements_as_a_beam) {
  // Pure bending of a brick 10 x 1 x 1, nu = 0: moment per curvature EI. Full integration locks:
  // its energy is larger by (1 + (l/h)^2 / 2) for shear modulus E/2.
  const SolidMaterial material{1e6, 0, 1};
  const Mesh mesh = block_mesh({1, 10, 1, 1, 1, 1, 1});
  const Eigen::Matrix3Xd places = first_element(mesh);
  Eigen::Matrix3Xd u = Eigen::Matrix3Xd::Zero(3, 8);
  for (Eigen::Index a = 0; a < 8; ++a) u(0, a) = (places(0, a) - 5) * (places(2, a) - 0.5);
  const Eigen::VectorXd motion = u.reshaped();
  const auto energy = [&](HexahedronFormulation formulation) {
    const Eigen::MatrixXd k =
        solid_stiffness(ElementShape::hexahedron_8, places, material, formulation);
    return motion.dot(k * motion) / 2;
  };
  const double exact = 0.5 * 1e6 * 10 / 12;  // E I l / 2 for the curvature 1
  EXPECT_NEAR(energy(HexahedronFormulation::incompatible_modes), exact, 1e-12 * exact);
  EXPECT_NEAR(energy(HexahedronFormulation::full), exact * (1 + 100.0 / 2), 1e-12 * exact * 51);
}

TEST(SolidElements, stress_of_a_linear_displacement_is_hookes_at_every_node) {
  const Eigen::Matrix3d gradient = some_gradient();
  const Eigen::Matrix3d strain = (gradient + gradient.transpose()) / 2;
  const double mu = k_element_concrete.young_modulus / (2 * (1 + k_element_concrete.poisson_ratio));
  const double lambda =
      2 * mu * k_element_concrete.poisson_ratio / (1 - 2 * k_element_concrete.poisson_ratio);
  const Eigen::Matrix3d s = lambda * strain.trace() * Eigen::Matrix3d::Identity() + 2 * mu * strain;
  Eigen::Matrix<double, 6, 1> exact;
  exact << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0);
  for (const SolidKind kind : k_solid_kinds) {
    const Mesh mesh = distorted_mesh(kind, 2);
    const Eigen::Matrix3Xd moved = gradient * mesh.nodes;
    const NodeStresses means = mean_stresses(mesh, "solid", moved, k_element_concrete);
    for (Eigen::Index i = 0; i < means.cols(); ++i) {
      EXPECT_LT((means.col(i) - exact).norm(), 1e-11 * exact.norm());
    }
  }
}

/// Bending: u_x = -c x z, u_z = c (x^2 + nu z^2 - nu y^2)/2, u_y = c nu y z has sigma_xx = -E c z
/// alone.
TEST(SolidElements, quadratic_tetrahedra_have_the_stress_of_bending_at_their_nodes) {
  const Mesh mesh = distorted_mesh(SolidKind::quadratic_tetrahedra, 1);
  const double c = 1e-3;
  const double nu = k_element_concrete.poisson_ratio;
  Eigen::Matrix3Xd moved(3, mesh.n_nodes());
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    const Eigen::Vector3d p = mesh.nodes.col(i);
    moved.col(i) << -c * p.x() * p.z(), c * nu * p.y() * p.z(),
        c * (p.x() * p.x() + nu * (p.z() * p.z() - p.y() * p.y())) / 2;
  }
  const NodeStresses means = mean_stresses(mesh, "solid", moved, k_element_concrete);
  const double scale = k_element_concrete.young_modulus * c;
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    EXPECT_NEAR(means(0, i), -scale * mesh.nodes(2, i), 1e-11 * scale);
    EXPECT_LT(means.col(i).tail(5).norm(), 1e-11 * scale);
  }
}

TEST(SolidElements, volumes_of_cut_elements_sum_to_that_of_the_block) {
  for (const SolidKind kind : k_solid_kinds) {
    const Mesh mesh = test::solid_mesh({1, 1.3, 1.1, 0.9, 2, 1, 1}, kind);
    const ElementGroup& group = mesh.groups.front();
    double volume = 0;
    for (Eigen::Index e = 0; e < group.nodes.rows(); ++e) {
      const Eigen::RowVectorXi around = group.nodes.row(e);
      volume += solid_volume(group.shape, mesh.nodes(Eigen::all, around));
    }
    EXPECT_NEAR(volume, 1.3 * 1.1 * 0.9, 1e-13);
  }
}

}  // namespace
}  // namespace tread::fem
