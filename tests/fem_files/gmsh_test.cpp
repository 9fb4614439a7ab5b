#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tread/casefile/text_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/gmsh_file.hpp"

namespace tread::fem {
namespace {

Mesh read_data(const std::string& name, double metres_per_unit = 1) {
  const std::string path = std::string(TREAD_TEST_DATA) + "/" + name;
  return parse_gmsh(casefile::read_text_file(path, 100'000), name, metres_per_unit);
}

const ElementGroup& only_group(const Mesh& mesh, const std::string& name) {
  const auto groups = find_groups(mesh, name);
  EXPECT_EQ(groups.size(), 1U);
  return *groups.front();
}

/// Every number the file of Gmsh holds, by hand from its text.
void expect_span(const Mesh& mesh) {
  ASSERT_EQ(mesh.n_nodes(), 12);
  EXPECT_EQ(mesh.node_labels.front(), 101);
  EXPECT_EQ(mesh.node_labels.back(), 112);
  EXPECT_EQ(mesh.nodes.col(6), Eigen::Vector3d(4, 1, 1));
  EXPECT_NEAR(mesh.nodes(0, 8), 1.999999999994768, 1e-15);  // text has 16 digits

  const ElementGroup& concrete = only_group(mesh, "concrete");
  EXPECT_EQ(concrete.shape, ElementShape::hexahedron_8);
  EXPECT_EQ(concrete.labels, (std::vector<long long>{6, 7}));
  EXPECT_EQ(concrete.nodes,
            (Eigen::Matrix<int, 2, 8>{{0, 8, 9, 3, 4, 10, 11, 7}, {8, 1, 2, 9, 10, 5, 6, 11}}));
  const ElementGroup& everything = only_group(mesh, "everything");
  EXPECT_EQ(everything.nodes, concrete.nodes);
  EXPECT_EQ(everything.labels, concrete.labels);

  const ElementGroup& line = only_group(mesh, "load line");
  EXPECT_EQ(line.shape, ElementShape::line_2);
  EXPECT_EQ(line.nodes, (Eigen::Matrix2i{{4, 10}, {10, 5}}));
  // two curves of the geometry, one group
  EXPECT_EQ(only_group(mesh, "bearing").nodes, (Eigen::Matrix2i{{1, 2}, {3, 0}}));
  // a physical group without a name is known by its number
  EXPECT_EQ(only_group(mesh, "5").shape, ElementShape::point);
  EXPECT_EQ(mesh.groups.size(), 5U);
}

TEST(Gmsh, a_text_file_of_gmsh_gives_nodes_elements_and_physical_groups) {
  expect_span(read_data("span_text.msh"));
}

TEST(Gmsh, a_binary_file_of_gmsh_gives_the_same) { expect_span(read_data("span_binary.msh")); }

TEST(Gmsh, coordinates_are_made_metres) {
  const Mesh mesh = read_data("span_text.msh", 1e-3);
  EXPECT_EQ(mesh.nodes(0, 6), 4e-3);
}

TEST(Gmsh, tags_may_be_sparse_nodes_parametric_and_other_sections_are_skipped) {
  const Mesh mesh = parse_gmsh(
      "$MeshFormat\r\n4.1 0 8\r\n$EndMeshFormat\r\n$Comments\n4 blind $Nodes\n$EndComments\n"
      "$Entities\n0 1 0 0\n1 0 0 0 1 1 1 0 0\n$EndEntities\n"
      "$Nodes\n2 3 7 900000000000\n0 4 0 1\n7\n0 0 0\n1 1 1 2\n900000000000\n12\n"
      "1 0 0 0.5\n0.5 0 0 0.25\n$EndNodes\n"
      "$Elements\n2 2 3 40\n1 1 8 1\n40 7 900000000000 12\n1 9 1 1\n3 7 12\n$EndElements\n"
      "$NodeData\n1\n\"T\"\n$EndNodeData\n",
      "m.msh");
  EXPECT_EQ(mesh.node_labels, (std::vector<long long>{7, 900000000000, 12}));
  EXPECT_EQ(mesh.nodes, (Eigen::Matrix3d{{0, 1, 0.5}, {0, 0, 0}, {0, 0, 0}}));
  ASSERT_EQ(mesh.groups.size(), 2U);
  EXPECT_EQ(mesh.groups[0].name, "");
  EXPECT_EQ(mesh.groups[0].shape, ElementShape::line_3);
  EXPECT_EQ(mesh.groups[0].nodes, (Eigen::Matrix<int, 1, 3>{0, 1, 2}));
  EXPECT_EQ(mesh.groups[0].labels, (std::vector<long long>{40}));
  EXPECT_EQ(mesh.groups[1].nodes, (Eigen::Matrix<int, 1, 2>{0, 2}));
}

TEST(Gmsh, labels_that_just_count_are_left_out) {
  const Mesh mesh = parse_gmsh(
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 2 1 2\n1 1 0 2\n1\n2\n0 0 0\n1 0 0\n"
      "$EndNodes\n$Elements\n1 1 1 1\n1 1 1 1\n1 1 2\n$EndElements\n",
      "m.msh");
  EXPECT_TRUE(mesh.node_labels.empty());
  EXPECT_TRUE(mesh.groups.front().labels.empty());
}

void expect_same_mesh(const Mesh& a, const Mesh& b) {
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.node_labels, b.node_labels);
  ASSERT_EQ(a.groups.size(), b.groups.size());
  for (std::size_t i = 0; i < a.groups.size(); ++i) {
    EXPECT_EQ(a.groups[i].name, b.groups[i].name);
    EXPECT_EQ(a.groups[i].shape, b.groups[i].shape);
    EXPECT_EQ(a.groups[i].nodes, b.groups[i].nodes);
    EXPECT_EQ(a.groups[i].labels, b.groups[i].labels);
  }
}

/// One element of every shape on nodes with awkward coordinates, nodes of its own for each.
Mesh zoo() {
  Mesh mesh;
  int n = 0;
  for (int shape = 0; shape < 9; ++shape) {
    ElementGroup group{
        "group " + std::to_string(shape / 2), static_cast<ElementShape>(shape), {}, {}};
    const int n_nodes = n_nodes_of(group.shape);
    group.nodes = Eigen::RowVectorXi::LinSpaced(n_nodes, n, n + n_nodes - 1);
    group.labels = {100 - shape};
    n += n_nodes;
    mesh.groups.push_back(group);
  }
  mesh.groups[3].name = "";
  mesh.nodes.resize(3, n);
  for (int i = 0; i < n; ++i) {
    mesh.nodes.col(i) = Eigen::Vector3d(std::sin(i), std::exp(-0.1 * i), 1e-17 / (i + 1));
    mesh.node_labels.push_back(1000 - 7 * i);
  }
  return mesh;
}

TEST(Gmsh, what_is_written_reads_back_to_the_bit) {
  expect_same_mesh(parse_gmsh(gmsh_text(zoo()), "m.msh"), zoo());
  const Mesh span = read_data("span_binary.msh");
  const Mesh again = parse_gmsh(gmsh_text(span), "m.msh");
  expect_same_mesh(again, span);
}

TEST(Gmsh, an_element_in_two_groups_is_written_once) {
  const Mesh span = read_data("span_text.msh");
  const std::string text = gmsh_text(span);
  // 1 point, 4 lines, 2 hexahedra
  EXPECT_NE(text.find("$Elements\n4 7 1 7\n"), std::string::npos) << text;
  // the same two nodes twice in one group are two springs
  Mesh pair;
  pair.nodes = Eigen::Matrix<double, 3, 2>::Identity();
  pair.groups = {{"springs", ElementShape::line_2, Eigen::Matrix2i{{0, 1}, {0, 1}}, {}}};
  expect_same_mesh(parse_gmsh(gmsh_text(pair), "m.msh"), pair);
}

TEST(Gmsh, names_that_the_format_cannot_hold_are_refused) {
  Mesh mesh = zoo();
  mesh.groups[0].name = "12\" pipe";
  EXPECT_THROW(gmsh_text(mesh), ModelError);
}

}  // namespace
}  // namespace tread::fem
