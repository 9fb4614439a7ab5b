#include "tread/fem/node_table.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "fem_files/complaint.hpp"

namespace tread::fem {
namespace {

NodeTable parse_nodes(const std::string& text) { return parse_node_table(text, "nodes.csv"); }

std::string complaint_about_nodes(const std::string& text) {
  return testing_support::complaint([&] { parse_nodes(text); });
}

/// A beam of three spans of unlike length on four nodes: both ends held, slopes free.
const std::string k_beam =
    "node,x,y,z,direction,line,held\n"
    "10,0,0,0,uz,1,1\n10,0,0,0,ry,,\n"
    "40,4.5,0,0,uz,1,\n40,4.5,0,0,ry,,\n"
    "20,1,0,0,uz,1,\n20,1,0,0,ry,,\n"
    "30,3,0,0,uz,1,\n30,3,0,0,ry,,\n";

TEST(NodeTable, lines_are_rows_of_the_matrices_in_their_order) {
  const NodeTable table = parse_nodes(k_beam);
  EXPECT_EQ(table.n_rows, 7);
  ASSERT_EQ(table.nodes.size(), 4U);
  EXPECT_EQ(table.nodes[1].label, 40);
  EXPECT_EQ(table.nodes[1].position, Eigen::Vector3d(4.5, 0, 0));
  EXPECT_EQ(table.nodes[0].row(Direction::uz), TableNode::k_held);
  EXPECT_EQ(table.nodes[0].row(Direction::ux), TableNode::k_not_there);
  EXPECT_EQ(table.nodes[0].row(Direction::ry), 0);
  EXPECT_EQ(table.nodes[3].row(Direction::ry), 6);
  EXPECT_EQ(line_nodes(table), (LineNodes{{10, 40, 20, 30}}));
  EXPECT_EQ(displacement_names(table)[1], "node 40 z");
  EXPECT_EQ(displacement_names(table)[2], "node 40 ry");
}

TEST(NodeTable, a_column_of_rows_frees_the_order_and_other_words_mean_the_same) {
  const NodeTable table =
      parse_nodes("Direction;Row;Node;Z;Y;X\n# ansys\nROTX;3;5;0;0;1\nUX;1;5;0;0;1\ny;2;5;0;0;1\n");
  EXPECT_EQ(table.nodes[0].rows, (std::array<int, 6>{0, 1, -1, 2, -1, -1}));
  EXPECT_EQ(table.n_rows, 3);
}

TEST(NodeTable, what_is_written_reads_back_as_the_same_table) {
  NodeTable table = parse_nodes(k_beam);
  table.nodes[2].position = {1.0 / 3, -1e-300, 0.1};
  const NodeTable again = parse_nodes(node_table_text(table));
  ASSERT_EQ(again.nodes.size(), table.nodes.size());
  EXPECT_EQ(again.n_rows, table.n_rows);
  for (std::size_t i = 0; i < table.nodes.size(); ++i) {
    EXPECT_EQ(again.nodes[i].label, table.nodes[i].label);
    EXPECT_EQ(again.nodes[i].position, table.nodes[i].position);
    EXPECT_EQ(again.nodes[i].rows, table.nodes[i].rows);
    EXPECT_EQ(again.nodes[i].piece, table.nodes[i].piece);
  }
}

TEST(NodeTable, names_of_displacements_lead_back_to_nodes_of_a_mesh) {
  Mesh mesh;
  mesh.nodes = Eigen::Matrix3d{{0, 1, 2}, {0, 0, 5}, {0, 0, 0}};
  mesh.node_labels = {7, 8, 9};
  const auto table = node_table_of(mesh, {"node 9 z", "node 7 ry", "node 9 x"});
  ASSERT_TRUE(table);
  EXPECT_EQ(displacement_names(*table),
            (std::vector<std::string>{"node 9 z", "node 7 ry", "node 9 x"}));
  EXPECT_EQ(table->nodes[0].position, Eigen::Vector3d(2, 5, 0));
  EXPECT_FALSE(node_table_of(mesh, {"mode 3"}));
  EXPECT_FALSE(node_table_of(mesh, {"node 6 z"}));
  EXPECT_FALSE(node_table_of(mesh, {"node 9 z", "node 9 z"}));
}

/// Deflection and slope at x of a line, for displacements of the structure.
double deflection(const structure::LoadLine& line, double x, const Eigen::VectorXd& y) {
  const structure::LineWeights weights = line.at(x);
  const auto& dofs = line.segments()[static_cast<std::size_t>(weights.segment)].dofs;
  double w = 0;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    w += weights.shape[static_cast<Eigen::Index>(i)] * y[dofs[i]];
  }
  return w;
}

LineOptions with(Interpolation interpolation) {
  LineOptions options;
  options.interpolation = interpolation;
  return options;
}

TEST(NodeLoadLine, linear_interpolation_runs_straight_between_nodes_and_counts_down) {
  const NodeTable table = parse_nodes(k_beam);
  const auto line = load_line_over(table, line_nodes(table), with(Interpolation::linear));
  EXPECT_EQ(line.start(), 0);
  EXPECT_EQ(line.end(), 4.5);
  Eigen::VectorXd y = Eigen::VectorXd::Zero(7);
  y[3] = 0.02;                                          // node 20, x = 1, up
  y[5] = -0.04;                                         // node 30, x = 3
  EXPECT_DOUBLE_EQ(deflection(line, 0.25, y), -0.005);  // node 10 is held
  EXPECT_DOUBLE_EQ(deflection(line, 1.5, y), -0.005);
  EXPECT_DOUBLE_EQ(deflection(line, 3, y), 0.04);
}

TEST(NodeLoadLine, smooth_interpolation_keeps_every_parabola_on_unequal_spacing) {
  const NodeTable table = parse_nodes(k_beam);
  const auto line = load_line_over(table, line_nodes(table), with(Interpolation::smooth));
  const auto parabola = [](double x) { return 0.3 * x - 0.7 * x * x; };  // 0 at the held node
  Eigen::VectorXd y = Eigen::VectorXd::Zero(7);
  y[1] = parabola(4.5);
  y[3] = parabola(1);
  y[5] = parabola(3);
  for (double x = 0; x <= 4.5; x += 0.1) EXPECT_NEAR(deflection(line, x, y), -parabola(x), 1e-14);
}

TEST(NodeLoadLine, smooth_interpolation_has_no_kinks) {
  const NodeTable table = parse_nodes(k_beam);
  const auto line = load_line_over(table, line_nodes(table), with(Interpolation::smooth));
  Eigen::VectorXd y = Eigen::VectorXd::Zero(7);
  y[1] = 1;
  y[3] = -2;
  y[5] = 0.5;
  const double h = 1e-6;
  for (const double x : {1.0, 3.0}) {
    const double left = (deflection(line, x, y) - deflection(line, x - h, y)) / h;
    const double right = (deflection(line, x + h, y) - deflection(line, x, y)) / h;
    EXPECT_NEAR(left, right, 1e-4);  // h times the jump of the curvature, about 10
  }
}

/// Small displacements of a beam that bends as w(a) in the plane of `along` and `vertical`: the
/// rotation is half the curl, rotation = (a x v) dw/da.
TEST(NodeLoadLine, hermite_interpolation_keeps_every_cubic_whatever_the_axes) {
  const auto cubic = [](double x) { return 0.2 * x - 0.1 * x * x + 0.03 * x * x * x; };
  const auto slope = [](double x) { return 0.2 - 0.2 * x + 0.09 * x * x; };
  const std::array<double, 3> places{-1, 0.5, 4};
  for (int along = 0; along < 3; ++along) {
    for (int vertical = 0; vertical < 3; ++vertical) {
      if (along == vertical) continue;
      Eigen::Vector3d a = Eigen::Vector3d::Unit(along);
      const Eigen::Vector3d turn = a.cross(Eigen::Vector3d(Eigen::Vector3d::Unit(vertical)));
      NodeTable table;
      Eigen::VectorXd y(12);
      for (std::size_t i = 0; i < places.size(); ++i) {
        TableNode node;
        node.label = static_cast<long long>(i) + 1;
        node.position = places[i] * a;
        node.rows[static_cast<std::size_t>(vertical)] = table.n_rows;
        y[table.n_rows++] = cubic(places[i]);
        for (std::size_t k = 0; k < 3; ++k) {
          node.rows[3 + k] = table.n_rows;
          y[table.n_rows++] = slope(places[i]) * turn[static_cast<Eigen::Index>(k)];
        }
        table.nodes.push_back(node);
      }
      LineOptions options = with(Interpolation::hermite);
      options.along = static_cast<Axis>(along);
      options.vertical = static_cast<Axis>(vertical);
      for (const auto positive : {LineOptions::Positive::up, LineOptions::Positive::down}) {
        options.positive = positive;
        const double sign = positive == LineOptions::Positive::up ? -1 : 1;
        const auto line = load_line_over(table, {{3, 1, 2}}, options);
        for (double x = -1; x <= 4; x += 0.25) {
          EXPECT_NEAR(deflection(line, x, y), sign * cubic(x), 1e-14) << along << vertical;
        }
      }
    }
  }
}

TEST(NodeLoadLine, two_nodes_are_joined_straight_and_two_held_ones_do_not_move) {
  const NodeTable table = parse_nodes(
      "node x y z direction held\n1 0 0 0 uz 1\n2 1 0 0 uz 1\n3 2 0 0 uz 0\n4 5 0 0 uz 0\n");
  const auto pair = load_line_over(table, {{3, 4}}, with(Interpolation::smooth));
  Eigen::VectorXd y(2);
  y << 1, 4;
  EXPECT_DOUBLE_EQ(deflection(pair, 3, y), -2);
  const auto line = load_line_over(table, {{1, 2, 3}}, with(Interpolation::linear));
  EXPECT_EQ(deflection(line, 0.5, y), 0);
  EXPECT_DOUBLE_EQ(deflection(line, 1.5, y), -0.5);
  const NodeTable bearing = parse_nodes(
      "node x y z direction held\n1 0 0 0 uz 1\n2 1 0 0 uz 1\n3 2 0 0 uz 1\n4 3 0 0 uz 1\n"
      "5 4 0 0 uz 0\n");
  const auto smooth = load_line_over(bearing, {{1, 2, 3, 4, 5}}, with(Interpolation::smooth));
  EXPECT_EQ(deflection(smooth, 0.5, Eigen::VectorXd::Ones(1)), 0);
  EXPECT_DOUBLE_EQ(deflection(smooth, 4, Eigen::VectorXd::Ones(1)), -1);
}

TEST(NodeLoadLine, spans_that_are_not_joined_meet_in_two_nodes) {
  const NodeTable table = parse_nodes(
      "node,x,y,z,direction,line\n1,0,0,0,uz,1\n2,2,0,0,uz,1\n3,2,0,0,uz,2\n4,5,0,0,uz,2\n");
  EXPECT_EQ(line_nodes(table), (LineNodes{{1, 2}, {3, 4}}));
  for (const auto interpolation : {Interpolation::linear, Interpolation::smooth}) {
    const auto line = load_line_over(table, line_nodes(table), with(interpolation));
    EXPECT_EQ(line.end(), 5);
    const Eigen::Vector4d y(1, 2, 30, 60);
    EXPECT_DOUBLE_EQ(deflection(line, 1, y), -1.5);
    EXPECT_DOUBLE_EQ(deflection(line, 3, y), -40);
  }
}

TEST(NodeLoadLineErrors, lines_that_cannot_be_drawn_are_told) {
  const NodeTable table = parse_nodes(k_beam);
  const auto complaint = [&](const NodeTable& of, const LineNodes& nodes,
                             Interpolation interpolation) {
    return testing_support::complaint([&] { load_line_over(of, nodes, with(interpolation)); });
  };
  EXPECT_EQ(complaint(table, {{10}}, Interpolation::linear),
            "nodes.csv: the load line has 1 nodes in a piece: needs two or more\n"
            "  hint: write 1 in the column 'line' for the nodes under the rail");
  EXPECT_EQ(complaint(table, {{10, 11}}, Interpolation::linear),
            "nodes.csv: node 11 of the load line is not in the table");
  const NodeTable solid =
      parse_nodes("node,x,y,z,direction\n1,0,0,0,uz\n2,1,0,0,uz\n3,1,1,0,uz\n4,2,0,0,uy\n");
  EXPECT_EQ(
      complaint(solid, {{1, 2, 3}}, Interpolation::linear),
      "nodes.csv: nodes 2 and 3 of the load line are both at x = 1 m\n"
      "  hint: a load line is a single row of nodes; spans that are not joined have numbers of "
      "their own in the column 'line'");
  EXPECT_EQ(complaint(solid, {}, Interpolation::linear),
            "nodes.csv: no node is on the load line\n"
            "  hint: write 1 in the column 'line' for the nodes under the rail");
  EXPECT_EQ(complaint(table, {{10, 20}, {30, 40}}, Interpolation::linear),
            "nodes.csv: the load line has a gap of 2 m at x = 1 m: its pieces must follow one "
            "another");
  EXPECT_EQ(complaint(solid, {{1, 2, 4}}, Interpolation::linear),
            "nodes.csv: node 4 of the load line has no displacement uz\n"
            "  hint: give its row, or a line with 1 in the column 'held' if a support holds it");
  EXPECT_EQ(complaint(solid, {{1, 2}}, Interpolation::hermite),
            "nodes.csv: node 1 of the load line has no displacement ry\n"
            "  hint: give its row, or a line with 1 in the column 'held' if a support holds it");
}

TEST(NodeTableErrors, every_line_that_is_wrong_is_told) {
  EXPECT_EQ(complaint_about_nodes("node,x,y,z,direction,line\n"
                                  "1,0,0,0,uz,0\n"
                                  "1,0,0,0,uz,0\n"
                                  "2,1,0,zero,uz,0\n"
                                  "3,1,0,0,up,0\n"
                                  "4,1,0,0,uz\n"
                                  "5.5,1,0,0,uz,yes\n"
                                  "1,9,0,0,ux,0\n"
                                  "6,nan,0,0,ux,0\n"
                                  "7,1,0,0,ux,0,0,0\n"),
            "nodes.csv:3: node 1 has the displacement uz twice\n"
            "nodes.csv:4: z must be a number, got \"zero\"\n"
            "nodes.csv:5: direction must be ux, uy, uz, rx, ry or rz, got \"up\"\n"
            "nodes.csv:6: must have 6 values as the first line has names, got 5\n"
            "nodes.csv:7: node must be a whole number, got \"5.5\"\n"
            "nodes.csv:7: line must be a whole number from 0 to 1000000, got \"yes\"\n"
            "nodes.csv:8: node 1 is at (0, 0, 0) in another line, got (9, 0, 0)\n"
            "nodes.csv:9: x must be a finite number, got nan\n"
            "nodes.csv:10: must have 6 values as the first line has names, got more");
  EXPECT_EQ(complaint_about_nodes("node,x,y,z,direction,line\n1,0,0,0,uz,1\n1,0,0,0,ux,2\n"),
            "nodes.csv:3: node 1 is on piece 1 of the load line in another line, got 2");
}

TEST(NodeTableErrors, columns_that_are_missing_or_unknown_are_told) {
  EXPECT_EQ(complaint_about_nodes(""),
            "nodes.csv: is empty\n  hint: its first line names its columns");
  EXPECT_EQ(complaint_about_nodes("node,x,y,z,direction\n"), "nodes.csv: holds no displacements");
  EXPECT_EQ(complaint_about_nodes("node,x,y,dir,x\n1,0,0,0,uz\n"),
            "nodes.csv:1: a column of this name is not known, got \"dir\"\n"
            "  hint: columns are node, x, y, z, direction and, if you want, row, line, held\n"
            "nodes.csv:1: the column comes twice, got \"x\"\n"
            "nodes.csv:1: a column is missing: the first line must name it, got z\n"
            "  hint: node,x,y,z,direction\n"
            "nodes.csv:1: a column is missing: the first line must name it, got direction\n"
            "  hint: node,x,y,z,direction");
}

TEST(NodeTableErrors, rows_that_are_missing_or_come_twice_are_told) {
  const std::string head = "node,x,y,z,direction,row\n";
  EXPECT_EQ(complaint_about_nodes(head + "1,0,0,0,uz,1\n1,0,0,0,ux,3\n"),
            "nodes.csv: row 2 is missing\n"
            "  hint: rows count from 1 without gaps, as those of the matrices");
  EXPECT_EQ(complaint_about_nodes(head + "1,0,0,0,uz,1\n1,0,0,0,ux,1\n"),
            "nodes.csv:3: row 1 is already that of line 2");
  EXPECT_EQ(complaint_about_nodes(head + "1,0,0,0,uz,0\n"),
            "nodes.csv:2: row must be a whole number from 1 to 2147483647, got \"0\"");
}

}  // namespace
}  // namespace tread::fem
