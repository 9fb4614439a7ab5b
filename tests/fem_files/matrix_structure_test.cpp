#include "tread/fem/matrix_structure.hpp"

#include <gtest/gtest.h>

#include "fem_files/complaint.hpp"
#include "fem_files/same_matrix.hpp"
#include "tread/fem/gmsh_file.hpp"
#include "tread/fem/matrix_market.hpp"
#include "tread/fem/structured.hpp"

namespace tread::fem {
namespace {

using structure::ElasticStructure;
using structure::LoadLine;
using structure::SparseMatrix;
using testing_support::is_same;

SparseMatrix sparse(const Eigen::MatrixXd& dense) { return dense.sparseView(); }

/// Three displacements in a row, joined by springs.
MatrixStructure small() {
  MatrixStructure matrices;
  matrices.mass = {"m.mtx", sparse(Eigen::Vector3d(2, 2, 1).asDiagonal())};
  matrices.stiffness = {"k.mtx", sparse(Eigen::Matrix3d{{4, -2, 0}, {-2, 4, -2}, {0, -2, 2}})};
  matrices.nodes = parse_node_table(
      "node,x,y,z,direction,line\n1,0,0,0,uz,1\n2,1,0,0,uz,1\n3,2,0,0,uz,1\n", "nodes.csv");
  matrices.line = load_line_over(*matrices.nodes, line_nodes(*matrices.nodes), {});
  return matrices;
}

std::string complaint_about_structure(const MatrixStructure& matrices) {
  return testing_support::complaint([&] { structure_of(matrices); });
}

TEST(MatrixStructure, rayleigh_damping_is_added_to_the_damping_given) {
  MatrixStructure matrices = small();
  EXPECT_EQ(structure_of(matrices).damping.nonZeros(), 0);
  matrices.rayleigh.mass_factor = 0.5;
  matrices.rayleigh.stiffness_factor = 0.25;
  matrices.damping = NamedMatrix{"c.mtx", sparse(Eigen::Vector3d(0, 0, 8).asDiagonal())};
  const ElasticStructure structure = structure_of(matrices);
  EXPECT_EQ(Eigen::MatrixXd(structure.damping),
            (Eigen::Matrix3d{{2, -0.5, 0}, {-0.5, 2, -0.5}, {0, -0.5, 9}}));
  EXPECT_EQ(structure.dof_names[2], "node 3 z");
}

TEST(MatrixStructure, halves_that_differ_by_rounding_are_made_equal) {
  MatrixStructure matrices = small();
  matrices.stiffness.values.coeffRef(1, 0) = -2 * (1 + 1e-12);
  const SparseMatrix stiffness = structure_of(matrices).stiffness;
  EXPECT_EQ(stiffness.coeff(1, 0), stiffness.coeff(0, 1));
  EXPECT_NEAR(stiffness.coeff(1, 0), -2 * (1 + 0.5e-12), 1e-15);
}

TEST(MatrixStructureErrors, matrices_that_do_not_belong_together_are_told_with_their_files) {
  MatrixStructure matrices = small();
  matrices.stiffness.values = sparse(Eigen::MatrixXd::Ones(3, 2));
  EXPECT_EQ(complaint_about_structure(matrices), "k.mtx: the matrix must be square, got 3 x 2");
  matrices.stiffness.values = sparse(Eigen::MatrixXd::Ones(2, 2));
  EXPECT_EQ(complaint_about_structure(matrices),
            "k.mtx: the matrix must have 3 rows as that of m.mtx, got 2\n"
            "  hint: write all matrices for the same displacements and supports");
  matrices = small();
  matrices.damping = NamedMatrix{"c.mtx", SparseMatrix(4, 4)};
  EXPECT_EQ(complaint_about_structure(matrices),
            "c.mtx: the matrix must have 3 rows as that of m.mtx, got 4\n"
            "  hint: write all matrices for the same displacements and supports");
  matrices = small();
  matrices.nodes->n_rows = 2;
  EXPECT_EQ(complaint_about_structure(matrices),
            "nodes.csv: must have 3 displacements as m.mtx has rows, got 2\n"
            "  hint: displacements that a support holds have 1 in the column 'held'");
}

TEST(MatrixStructureErrors, the_entry_that_is_not_symmetric_is_told) {
  MatrixStructure matrices = small();
  matrices.stiffness.values.coeffRef(2, 1) = -1.9999;
  EXPECT_EQ(complaint_about_structure(matrices),
            "k.mtx: the matrix must be symmetric: entry (3, 2) is -1.9999, (2, 3), got -2\n"
            "  hint: if the file holds one half only, it must say so: symmetric (Matrix Market), "
            "RSA (Harwell-Boeing)");
}

TEST(MatrixStructureErrors, a_negative_mass_is_refused) {
  MatrixStructure matrices = small();
  matrices.mass.values.coeffRef(1, 1) = -1;
  EXPECT_THROW(structure_of(matrices), ModelError);
}

/// Cubics with awkward numbers, two segments that share a displacement.
LoadLine awkward_line() {
  structure::LineSegment first{-1.0 / 3, 1.0 / 7, {2, 0}, Eigen::Matrix<double, 2, 4>::Zero()};
  first.coefficients << 0.1, -1e-17, 3.3, 1.0 / 3, 1, 2, 3, 4;
  structure::LineSegment second = first;
  second.start = first.start + first.length;
  second.dofs = {1, 2};
  second.coefficients *= 0.7;
  return LoadLine({first, second});
}

TEST(StructureFiles, what_is_written_reads_back_to_the_bit) {
  MatrixStructure matrices = small();
  matrices.rayleigh.mass_factor = 1.0 / 3;
  matrices.stiffness.values *= 1e9 / 7;
  matrices.line = awkward_line();
  const ElasticStructure structure = structure_of(matrices);

  const StructureFiles files = files_of(structure);
  MatrixStructure again;
  again.mass = {"mass.mtx", parse_matrix_market(files.mass, "mass.mtx")};
  again.damping = NamedMatrix{"damping.mtx", parse_matrix_market(files.damping, "damping.mtx")};
  again.stiffness = {"stiffness.mtx", parse_matrix_market(files.stiffness, "stiffness.mtx")};
  again.line = parse_load_line(files.load_line, "load_line.csv", 3);
  const ElasticStructure back = structure_of(again);
  EXPECT_TRUE(is_same(back.mass, structure.mass));
  EXPECT_TRUE(is_same(back.damping, structure.damping));
  EXPECT_TRUE(is_same(back.stiffness, structure.stiffness));
  ASSERT_EQ(back.line.segments().size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back.line.segments()[i].start, structure.line.segments()[i].start);
    EXPECT_EQ(back.line.segments()[i].length, structure.line.segments()[i].length);
    EXPECT_EQ(back.line.segments()[i].dofs, structure.line.segments()[i].dofs);
    EXPECT_EQ(back.line.segments()[i].coefficients, structure.line.segments()[i].coefficients);
  }
}

/// Two spans of solids on bearings, as for a crossing.
Model bridge() {
  Block block;
  block.n_spans = 2;
  block.length = 10;
  block.width = 1.3;
  block.height = 0.7;
  block.nx = 5;
  block.ny = 2;
  block.nz = 2;
  SolidMaterial material;
  material.young_modulus = 3.1e10;
  material.poisson_ratio = 0.2;
  material.density = 2500;
  Model model = block_model(block, material, HexahedronFormulation::incompatible_modes,
                            BearingHeight::bottom);
  model.damping = {0.3, 1e-4};
  return model;
}

void expect_same_structure(const ElasticStructure& a, const ElasticStructure& b) {
  EXPECT_TRUE(is_same(a.mass, b.mass));
  EXPECT_TRUE(is_same(a.damping, b.damping));
  EXPECT_TRUE(is_same(a.stiffness, b.stiffness));
  EXPECT_EQ(a.dof_names, b.dof_names);
  EXPECT_EQ(load_line_text(a.line), load_line_text(b.line));
}

TEST(StructureFiles, a_bridge_of_solids_comes_back_from_its_matrices_and_from_its_mesh_to_the_bit) {
  const Model model = bridge();
  const ElasticStructure structure = assemble(model);

  Model from_mesh = model;
  from_mesh.mesh = parse_gmsh(gmsh_text(model.mesh), "bridge.msh");
  expect_same_structure(assemble(from_mesh), structure);

  const StructureFiles files = files_of(structure);
  const auto table = node_table_of(model.mesh, structure.dof_names);
  ASSERT_TRUE(table);
  MatrixStructure again;
  again.mass = {"mass.mtx", parse_matrix_market(files.mass, "mass.mtx")};
  again.damping = NamedMatrix{"damping.mtx", parse_matrix_market(files.damping, "damping.mtx")};
  again.stiffness = {"stiffness.mtx", parse_matrix_market(files.stiffness, "stiffness.mtx")};
  again.line = parse_load_line(files.load_line, "load_line.csv", structure.n_dofs());
  again.nodes = parse_node_table(node_table_text(*table), "nodes.csv");
  expect_same_structure(structure_of(again), structure);
}

TEST(StructureFiles, what_matrices_cannot_hold_is_refused) {
  ElasticStructure structure = structure_of(small());
  structure.supports.names = {"node 4 z"};
  structure.supports.motions.resize(1);
  EXPECT_NO_THROW(files_of(structure));  // at rest: only its reaction is lost
  structure.supports.motions[0] = [](double) { return structure::SupportMotion{}; };
  EXPECT_THROW(files_of(structure), ModelError);
  structure.supports = {};
  structure.springs.push_back({"bearing", {0}, {1}, PiecewiseLinear({0, 1}, {0, 1})});
  EXPECT_THROW(files_of(structure), ModelError);
}

TEST(LoadLineErrors, every_line_that_is_wrong_is_told) {
  const auto complaint = [](const std::string& text) {
    return testing_support::complaint([&] { parse_load_line(text, "line.csv", 3); });
  };
  const std::string head = "segment,start,length,dof,c0,c1,c2,c3\n";
  EXPECT_EQ(complaint(""), "line.csv: is empty");
  EXPECT_EQ(complaint(head), "line.csv: holds no segments");
  EXPECT_EQ(complaint("x,y\n"),
            "line.csv:1: the first line must be segment,start,length,dof,c0,c1,c2,c3, got "
            "\"x,y\"");
  EXPECT_EQ(complaint(head + "1,0,1,1,1,0,0,0\n"
                             "1,0,2,2,1,0,0,0\n"
                             "1,0,1,4,1,0,0,0\n"
                             "1.5,0,1,1,1,0,0,0\n"
                             "1,0,1,1,x,0,0,0\n"
                             "1,0,1,1,1,0,0\n"
                             "1,0,1,1,1,0,0,0,0\n"
                             "1,0,1,1,1,0,0,inf\n"),
            "line.csv:3: segment 1 has another start or length in a line before, got 0, 2\n"
            "line.csv:4: dof must be a row of the matrices, 1 to 3, got 4\n"
            "line.csv:5: segment must be a whole number from 1, got 1.5\n"
            "line.csv:6: c0 must be a number, got \"x\"\n"
            "line.csv:7: must have 8 values, got 7\n"
            "line.csv:8: must have 8 values, got 9\n"
            "line.csv:9: c3 must be a finite number, got inf");
  EXPECT_EQ(complaint(head + "1,0,1,1,1,0,0,0\n2,1.5,1,2,1,0,0,0\n"),
            "line.csv: the load line has a gap of 0.5 m at x = 1 m: its pieces must follow one "
            "another");
}

}  // namespace
}  // namespace tread::fem
