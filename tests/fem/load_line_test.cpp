#include <gtest/gtest.h>

#include <cmath>

#include "fem/meshes.hpp"
#include "tread/fem/model.hpp"
#include "tread/fem/structured.hpp"
#include "tread/structure/smooth_line.hpp"

namespace tread::fem {
namespace {

using Eigen::Vector3d;
using test::SolidKind;

constexpr SolidMaterial k_block_concrete{30e9, 0.2, 2500};

/// Values of the displacements of a field u_z(place), its rotations ry = -du_z/dx left to `slope`.
template <class Field, class Slope>
Eigen::VectorXd values_of(const Model& model, const structure::ElasticStructure& structure,
                          const Field& field, const Slope& slope) {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(structure.n_dofs());
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const auto [node, direction] =
        test::node_and_direction(structure.dof_names[static_cast<std::size_t>(i)]);
    const Vector3d place = model.mesh.nodes.col(node);
    if (direction == 2) values[i] = field(place);
    if (direction == 4) values[i] = -slope(place);
  }
  return values;
}

struct Deflection {
  double value;
  double slope;
};

Deflection at(const structure::LoadLine& line, const Eigen::VectorXd& values, double x) {
  const structure::LineWeights weights = line.at(x);
  const auto& dofs = line.segments()[static_cast<std::size_t>(weights.segment)].dofs;
  return {weights.shape.dot(values(dofs)), weights.slope.dot(values(dofs))};
}

/// A block without supports: all displacements are free.
Model free_block(const Block& block, SolidKind kind) {
  Model model;
  model.mesh = test::solid_mesh(block, kind);
  model.solids.push_back({"solid", k_block_concrete, test::formulation_of(kind)});
  model.line.group = "top centre";
  model.line.start = block.start;
  return model;
}

void expect_linear_field(const Model& model, double begin, double end) {
  const structure::ElasticStructure structure = assemble(model);
  const auto field = [](const Vector3d& p) { return 0.3 + 0.2 * p[0] - 0.5 * p[1] + 0.1 * p[2]; };
  const Eigen::VectorXd values =
      values_of(model, structure, field, [](const Vector3d&) { return 0.2; });
  const double height = model.mesh.nodes.row(2).maxCoeff();
  ASSERT_NEAR(structure.line.start(), begin, 1e-12);
  ASSERT_NEAR(structure.line.end(), end, 1e-9);
  for (int i = 0; i <= 50; ++i) {
    const double x = begin + (end - begin) * i / 50;
    const Deflection w = at(structure.line, values, x);
    EXPECT_NEAR(w.value, -field({x, 0, height}), 1e-12);  // down
    EXPECT_NEAR(w.slope, -0.2, 1e-11);
  }
}

TEST(LoadLine, every_kind_of_solid_and_both_interpolations_reproduce_linear_fields) {
  for (const SolidKind kind : test::k_solid_kinds) {
    for (const LineInterpolation interpolation :
         {LineInterpolation::shape_functions, LineInterpolation::smooth}) {
      Model model = free_block({2, 3, 1, 0.8, 4, 2, 2, 1.5}, kind);
      model.line.interpolation = interpolation;
      expect_linear_field(model, 1.5, 7.5);
    }
  }
}

TEST(LoadLine, over_faces_it_reproduces_linear_fields_also_off_the_nodes) {
  for (const int ny : {2, 3}) {  // along edges, through the middle of faces
    for (const LineInterpolation interpolation :
         {LineInterpolation::shape_functions, LineInterpolation::smooth}) {
      Model model = free_block({2, 3, 1, 0.8, 4, ny, 2}, SolidKind::full);
      model.line.group = "top";
      model.line.point = Vector3d(-5, 0, 20);
      model.line.interpolation = interpolation;
      expect_linear_field(model, 0, 6);
    }
  }
}

TEST(LoadLine, over_triangles_and_crooked_quadrilaterals_too) {
  Model model = free_block({1, 3, 1, 0.8, 5, 3, 2}, SolidKind::full);
  // Inner nodes of the top moved within it.
  for (int i = 0; i < model.mesh.n_nodes(); ++i) {
    auto p = model.mesh.nodes.col(i);
    if (p[2] < 0.79 || p[0] < 0.1 || p[0] > 2.9 || std::abs(p[1]) > 0.4) continue;
    p[0] += 0.1 * std::sin(5 * p[0] + 9 * p[1]);
    p[1] += 0.08 * std::cos(7 * p[0]);
  }
  model.line.group = "top";
  model.line.point = Vector3d(0, 0, 0);
  expect_linear_field(model, 0, 3);

  ElementGroup triangles{"top cut", ElementShape::triangle_3, {}, {}};
  const Eigen::MatrixXi faces = find_groups(model.mesh, "top").front()->nodes;
  triangles.nodes.resize(2 * faces.rows(), 3);
  for (Eigen::Index i = 0; i < faces.rows(); ++i) {
    triangles.nodes.row(2 * i) << faces(i, 0), faces(i, 1), faces(i, 2);
    triangles.nodes.row(2 * i + 1) << faces(i, 0), faces(i, 2), faces(i, 3);
  }
  model.mesh.groups.push_back(triangles);
  model.line.group = "top cut";
  expect_linear_field(model, 0, 3);
}

TEST(LoadLine, across_a_face_the_weights_are_those_of_its_shape_functions) {
  Model model = free_block({1, 2, 2, 1, 1, 1, 1}, SolidKind::full);
  model.line.group = "top";
  model.line.point = Vector3d(0, 0.5, 1);
  model.line.direction = Vector3d(1, 0.1, 0);
  const structure::ElasticStructure structure = assemble(model);
  const auto field = [](const Vector3d& p) { return p[0] * p[1]; };  // bilinear: the face's own
  const Eigen::VectorXd values =
      values_of(model, structure, field, [](const Vector3d&) { return 0; });
  const double stretch = std::sqrt(1.01);
  for (const double x : {0.0, 0.3, 1.1, 1.9}) {
    EXPECT_NEAR(at(structure.line, values, x * stretch).value, -x * (0.5 + 0.1 * x), 1e-13);
  }
}

TEST(LoadLine, edges_of_quadratic_tetrahedra_are_parabolas) {
  const Model model = free_block({1, 2, 1, 1, 2, 2, 2}, SolidKind::quadratic_tetrahedra);
  const structure::ElasticStructure structure = assemble(model);
  const auto field = [](const Vector3d& p) { return p[0] * p[0] - p[0]; };
  const Eigen::VectorXd values =
      values_of(model, structure, field, [](const Vector3d&) { return 0; });
  for (const double x : {0.0, 0.3, 1.1, 1.9}) {
    EXPECT_NEAR(at(structure.line, values, x).value, -(x * x - x), 1e-13);
  }
}

TEST(LoadLine, along_beams_it_is_a_cubic_whichever_way_the_elements_lead) {
  BeamProperties section;
  section.axial_stiffness = 1;
  section.bending_stiffness_y = 1;
  Model model = plane_beam_model({{2}, 3, section});
  model.supports.clear();
  model.mesh.groups[0].nodes.row(1).reverseInPlace();
  const structure::ElasticStructure structure = assemble(model);
  const auto field = [](const Vector3d& p) { return std::pow(p[0], 3) - p[0]; };
  const Eigen::VectorXd values =
      values_of(model, structure, field, [](const Vector3d& p) { return 3 * p[0] * p[0] - 1; });
  for (const double x : {0.0, 0.3, 0.7, 1.1, 1.9}) {
    const Deflection w = at(structure.line, values, x);
    EXPECT_NEAR(w.value, -(x * x * x - x), 1e-13);
    EXPECT_NEAR(w.slope, -(3 * x * x - 1), 1e-12);
  }
}

TEST(LoadLine, smooth_has_no_kinks_and_passes_through_the_nodes) {
  Model model = free_block({1, 4, 1, 1, 8, 2, 2}, SolidKind::full);
  const structure::ElasticStructure kinked = assemble(model);
  model.line.interpolation = LineInterpolation::smooth;
  const structure::ElasticStructure smooth = assemble(model);
  const Eigen::VectorXd values = values_of(
      model, smooth, [](const Vector3d& p) { return std::sin(p[0]); },
      [](const Vector3d&) { return 0; });
  for (int i = 1; i < 8; ++i) {
    const double x = 0.5 * i;
    const Deflection before = at(smooth.line, values, x - 1e-9);
    const Deflection after = at(smooth.line, values, x);
    EXPECT_NEAR(after.value, -std::sin(x), 1e-14);
    EXPECT_NEAR(before.slope, after.slope, 1e-7);
    EXPECT_GT(std::abs(at(kinked.line, values, x - 1e-9).slope - at(kinked.line, values, x).slope),
              1e-2);
    // Slopes by three points: error h^2/6 of the third derivative.
    EXPECT_NEAR(after.slope, -std::cos(x), 0.25 / 6);
  }
}

TEST(LoadLine, smooth_keeps_the_joint_between_spans) {
  Model model = free_block({2, 2, 1, 1, 4, 2, 2}, SolidKind::full);
  model.line.interpolation = LineInterpolation::smooth;
  const structure::ElasticStructure structure = assemble(model);
  // The first span turned, the second at rest.
  const Eigen::VectorXd values = values_of(
      model, structure, [](const Vector3d& p) { return std::min(0.0, p[0] - 2); },
      [](const Vector3d&) { return 0; });
  EXPECT_NEAR(at(structure.line, values, 1.99).slope, -1, 1e-12);
  EXPECT_NEAR(at(structure.line, values, 2.01).slope, 0, 1e-12);
}

TEST(LoadLine, up_may_point_anywhere) {
  Model model = free_block({1, 2, 1, 1, 2, 2, 2}, SolidKind::full);
  model.up = Vector3d(0, -3, 0);
  const structure::ElasticStructure structure = assemble(model);
  Eigen::VectorXd values = Eigen::VectorXd::Zero(structure.n_dofs());
  for (std::size_t i = 0; i < structure.dof_names.size(); ++i) {
    if (structure.dof_names[i].back() == 'y') values[static_cast<Eigen::Index>(i)] = 0.7;
  }
  EXPECT_NEAR(at(structure.line, values, 0.9).value, 0.7, 1e-14);
}

}  // namespace
}  // namespace tread::fem
