#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fem/beams.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/model.hpp"
#include "tread/fem/structured.hpp"
#include "tread/structure/sparse_factor.hpp"
#include "tread/structure/sparse_modes.hpp"

namespace tread::fem {
namespace {

using Eigen::Vector3d;

/// Beams from node to node.
Model chain(const std::vector<Vector3d>& places, BeamKind kind) {
  Model model;
  model.mesh.nodes.resize(3, static_cast<Eigen::Index>(places.size()));
  ElementGroup group{"beam", ElementShape::line_2, {}, {}};
  group.nodes.resize(static_cast<Eigen::Index>(places.size()) - 1, 2);
  for (std::size_t i = 0; i < places.size(); ++i) {
    model.mesh.nodes.col(static_cast<Eigen::Index>(i)) = places[i];
    if (i > 0) {
      group.nodes.row(static_cast<Eigen::Index>(i) - 1) << static_cast<int>(i) - 1,
          static_cast<int>(i);
    }
  }
  model.mesh.groups.push_back(group);
  BeamPart part;
  part.group = "beam";
  part.properties = test::concrete_beam();
  part.kind = kind;
  model.beams.push_back(part);
  return model;
}

constexpr std::array<bool, 6> k_clamped{true, true, true, true, true, true};

int dof_named(const structure::ElasticStructure& structure, const std::string& name) {
  const auto found = std::ranges::find(structure.dof_names, name);
  EXPECT_NE(found, structure.dof_names.end()) << name;
  return static_cast<int>(found - structure.dof_names.begin());
}

Eigen::VectorXd solve(const structure::ElasticStructure& structure,
                      const std::vector<std::pair<std::string, double>>& loads) {
  Eigen::VectorXd load = Eigen::VectorXd::Zero(structure.n_dofs());
  for (const auto& [name, force] : loads) load[dof_named(structure, name)] += force;
  return structure::SparseFactor(structure.stiffness).solve(load);
}

TEST(Assemble, nodes_have_only_the_displacements_that_elements_use) {
  Model model = chain({{0, 0, 0}, {1, 0, 0}}, BeamKind::plane);
  model.supports.push_back({"", {0}, k_clamped, {}});
  const structure::ElasticStructure structure = assemble(model);
  EXPECT_EQ(structure.dof_names, (std::vector<std::string>{"node 2 x", "node 2 z", "node 2 ry"}));
  EXPECT_EQ(structure.supports.names,
            (std::vector<std::string>{"node 1 x", "node 1 z", "node 1 ry"}));
}

TEST(Assemble, offsets_equal_rigid_links_of_the_same_lever) {
  const Vector3d lever_1(0.1, 0.2, -0.5), lever_2(-0.1, 0.3, -0.4);
  Model with_offsets = chain({{0, 0, 0}, {3, 0.5, 1}}, BeamKind::spatial);
  with_offsets.beams[0].offset_1 = lever_1;
  with_offsets.beams[0].offset_2 = lever_2;
  with_offsets.supports.push_back({"", {0}, k_clamped, {}});

  Model with_links =
      chain({lever_1, Vector3d(3, 0.5, 1) + lever_2, {0, 0, 0}, {3, 0.5, 1}}, BeamKind::spatial);
  with_links.mesh.groups[0].nodes = Eigen::RowVector2i(0, 1);
  with_links.links = {{2, {0}}, {3, {1}}};
  with_links.supports.push_back({"", {2}, k_clamped, {}});

  const structure::ElasticStructure a = assemble(with_offsets);
  const structure::ElasticStructure b = assemble(with_links);
  ASSERT_EQ(a.n_dofs(), 6);
  ASSERT_EQ(b.n_dofs(), 6);
  EXPECT_LT((a.stiffness - b.stiffness).norm(), 1e-13 * a.stiffness.norm());
  EXPECT_LT((a.mass - b.mass).norm(), 1e-13 * a.mass.norm());
  EXPECT_LT((a.supports.stiffness - b.supports.stiffness).norm(), 1e-13 * a.stiffness.norm());
}

TEST(Assemble, chains_of_links_are_one_rigid_body) {
  // A beam's tip, and a mass at the end of two links behind it.
  Model model = chain({{0, 0, 0}, {2, 0, 0}, {2, 0.3, 1}, {2.5, 0, 1.2}}, BeamKind::spatial);
  model.mesh.groups[0].nodes = Eigen::RowVector2i(0, 1);
  model.links = {{2, {3}}, {1, {2}}};
  // A spring that cannot be felt lets node 4 have displacements for its mass.
  for (int axis = 0; axis < 3; ++axis) {
    Connector connector{"soft", k_ground, 3, ConnectorKind::translation, Vector3d::Unit(axis)};
    model.springs.push_back({connector, 0, 0});
  }
  model.masses.push_back({3, 100, Vector3d::Zero()});
  model.supports.push_back({"", {0}, k_clamped, {}});
  const structure::ElasticStructure structure = assemble(model);
  ASSERT_EQ(structure.n_dofs(), 6);
  Model alone = model;
  alone.masses.clear();
  const Eigen::MatrixXd added = structure.mass - assemble(alone).mass;
  const Vector3d r(0.5, 0, 1.2);
  for (int axis = 0; axis < 3; ++axis) {
    const int z = dof_named(structure, std::string("node 2 ") + "xyz"[axis]);
    const int turn = dof_named(structure, std::string("node 2 r") + "xyz"[axis]);
    EXPECT_NEAR(added(z, z), 100, 1e-10);
    EXPECT_NEAR(added(turn, turn), 100 * (r.squaredNorm() - r[axis] * r[axis]), 1e-10);
  }
}

TEST(Assemble, springs_pull_along_their_direction) {
  // Two bars as springs at 45 degrees under a load: the classical two-bar truss.
  Model model;
  model.mesh.nodes.resize(3, 3);
  model.mesh.nodes << -1, 0, 1, 0, 0, 0, 1, 0, 1;
  model.springs.push_back({{"left", 0, 1, ConnectorKind::translation, {}}, 1e6, 2e3});
  model.springs.push_back({{"right", 2, 1, ConnectorKind::translation, {}}, 1e6, 2e3});
  model.masses.push_back({1, 50, Vector3d::Zero()});
  model.supports.push_back({"", {0, 2}, k_clamped, {}});
  const structure::ElasticStructure structure = assemble(model);
  ASSERT_EQ(structure.n_dofs(), 2);
  EXPECT_NEAR(structure.stiffness.coeff(0, 0), 1e6, 1e-8);
  EXPECT_NEAR(structure.stiffness.coeff(1, 1), 1e6, 1e-8);
  EXPECT_NEAR(structure.stiffness.coeff(0, 1), 0, 1e-8);
  EXPECT_NEAR(structure.damping.coeff(1, 1), 2e3, 1e-10);
  EXPECT_NEAR(structure.mass.coeff(1, 1), 50, 1e-12);
}

TEST(Assemble, rotational_springs_and_point_inertia_act_on_rotations) {
  Model model = chain({{0, 0, 0}, {2, 0, 0}}, BeamKind::plane);
  model.springs.push_back(
      {{"joint", k_ground, 0, ConnectorKind::rotation, Vector3d::UnitY()}, 5e7, 0});
  model.masses.push_back({1, 10, {0, 3, 0}});
  model.supports.push_back({"", {0}, {true, false, true}, {}});
  const structure::ElasticStructure structure = assemble(model);
  const double p = 1000, l = 2, ei = test::concrete_beam().bending_stiffness_y,
               ga = test::concrete_beam().shear_stiffness_z;
  const Eigen::VectorXd u = solve(structure, {{"node 2 z", p}});
  const double exact = p * (l * l * l / (3 * ei) + l / ga + l * l / 5e7);
  EXPECT_NEAR(u[dof_named(structure, "node 2 z")], exact, 1e-11 * exact);
  model.masses.clear();
  const int turn = dof_named(structure, "node 2 ry");
  EXPECT_NEAR(structure.mass.coeff(turn, turn) - assemble(model).mass.coeff(turn, turn), 3, 1e-10);
}

TEST(Assemble, nonlinear_springs_become_springs_with_laws_of_free_displacements) {
  Model model = chain({{0, 0, 0}, {2, 0, 0}}, BeamKind::plane);
  const PiecewiseLinear stop({-0.01, 0, 1}, {-1e5, 0, 0});
  const Connector to_ground{"stop", k_ground, 1, ConnectorKind::translation, Vector3d::UnitZ()};
  const Connector between{"tie", 0, 1, ConnectorKind::translation, {}};
  for (const Connector& connector : {to_ground, between}) {
    NonlinearSpring& spring = model.nonlinear_springs.emplace_back();
    spring.connector = connector;
    spring.law = stop;
  }
  model.supports.push_back({"", {0}, k_clamped, {}});
  const structure::ElasticStructure structure = assemble(model);
  ASSERT_EQ(structure.springs.size(), 2u);
  EXPECT_EQ(structure.springs[0].name, "stop");
  EXPECT_EQ(structure.springs[0].dofs, std::vector<int>{dof_named(structure, "node 2 z")});
  EXPECT_EQ(structure.springs[0].weights, std::vector<double>{1});
  EXPECT_EQ(structure.springs[1].dofs, std::vector<int>{dof_named(structure, "node 2 x")});
}

TEST(Assemble, rayleigh_damping_and_dampers_add_up) {
  Model model = chain({{0, 0, 0}, {2, 0, 0}}, BeamKind::plane);
  model.supports.push_back({"", {0}, k_clamped, {}});
  model.springs.push_back(
      {{"damper", k_ground, 1, ConnectorKind::translation, Vector3d::UnitZ()}, 0, 700});
  model.damping = {0.3, 2e-4};
  const structure::ElasticStructure structure = assemble(model);
  Eigen::MatrixXd expected = 0.3 * structure.mass + 2e-4 * structure.stiffness;
  const int z = dof_named(structure, "node 2 z");
  expected(z, z) += 700;
  EXPECT_LT((Eigen::MatrixXd(structure.damping) - expected).norm(), 1e-14 * expected.norm());
}

TEST(Assemble, a_support_that_is_moved_carries_the_structure_along) {
  // Both supports of a free beam moved alike: every node follows, no forces.
  Model model = chain({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, BeamKind::plane);
  const auto motion = [](double t) { return structure::SupportMotion{0.1 * t, 0.1, 0}; };
  model.supports.push_back({"", {0, 2}, {false, false, true}, motion});
  model.supports.push_back({"", {0}, {true}, {}});
  const structure::ElasticStructure structure = assemble(model);
  Eigen::VectorXd given(static_cast<Eigen::Index>(structure.supports.names.size()));
  for (std::size_t i = 0; i < structure.supports.names.size(); ++i) {
    const auto& moved = structure.supports.motions[i];
    given[static_cast<Eigen::Index>(i)] = moved ? moved(2).displacement : 0;
  }
  EXPECT_NEAR(given.sum(), 0.4, 1e-15);
  const Eigen::VectorXd u = structure::SparseFactor(structure.stiffness)
                                .solve(-structure.supports.stiffness.transpose() * given);
  EXPECT_NEAR(u[dof_named(structure, "node 2 z")], 0.2, 1e-12);
  EXPECT_NEAR(u[dof_named(structure, "node 2 ry")], 0, 1e-12);
}

TEST(Assemble, two_beams_with_offsets_bend_as_one_section) {
  // Equal plane beams of height h one over the other, their axes h/2 from the node between them: a
  // moment at the end bends them as a section of twice the height.
  const double h = 0.6, l = 3;
  Model model = chain({{0, 0, 0}, {l, 0, 0}}, BeamKind::plane);
  BeamPart upper = model.beams[0];
  model.beams[0].offset_1 = model.beams[0].offset_2 = Vector3d(0, 0, -h / 2);
  upper.offset_1 = upper.offset_2 = Vector3d(0, 0, h / 2);
  for (BeamPart* part : {&model.beams[0], &upper}) {
    part->properties.shear_stiffness_z = BeamProperties::k_rigid;
  }
  model.beams.push_back(upper);
  model.supports.push_back({"", {0}, k_clamped, {}});
  const structure::ElasticStructure structure = assemble(model);
  const Eigen::VectorXd u = solve(structure, {{"node 2 ry", 1}});
  const double ei = 30e9 * 0.4 * std::pow(2 * h, 3) / 12;
  EXPECT_NEAR(u[dof_named(structure, "node 2 ry")], l / ei, 1e-12 * l / ei);
  EXPECT_NEAR(u[dof_named(structure, "node 2 z")], -l * l / (2 * ei), 1e-12 * l * l / ei);
}

}  // namespace
}  // namespace tread::fem
