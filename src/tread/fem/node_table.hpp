#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/fem/mesh.hpp"
#include "tread/structure/load_line.hpp"

namespace tread::fem {

/// Which row of the matrices of a structure is which displacement of which node: what turns
/// matrices of another program into something a wheel can run on.
///
///   node,x,y,z,direction,line
///   1,0,0,0,ry,1
///   2,1.5,0,0,uz,1
///   ...
///
/// A line a displacement, in the order of the matrices' rows. Columns, in any order:
///   node       its number in the other program
///   x, y, z    where it is, m
///   direction  ux, uy, uz (or x, y, z) along the axes; rx, ry, rz (or rotx, ...) about them,
///              right-handed
///   row        may be left out: the row of the matrices, from 1; lines may then have any order
///   line       may be left out: 1 for nodes of the load line (it is enough to say so once a node);
///              where spans are not joined, the number of the span: 1, 2, ...
///   held       may be left out: 1 for a displacement that a support holds; it has no row
/// Comma, semicolon, tab or blanks separate; empty lines and lines that start with # do not count.
enum class Direction { ux, uy, uz, rx, ry, rz };

struct TableNode {
  static constexpr int k_not_there = -1;  // the node has no such displacement
  static constexpr int k_held = -2;

  long long label = 0;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m
  std::array<int, 6> rows{k_not_there, k_not_there, k_not_there,
                          k_not_there, k_not_there, k_not_there};  // by Direction, from 0
  int piece = 0;  // of the load line, from 1; 0: not on it

  int row(Direction direction) const { return rows[static_cast<std::size_t>(direction)]; }
};

struct NodeTable {
  std::string name;              // of its file, for messages
  std::vector<TableNode> nodes;  // in the order in which the table names them first
  int n_rows = 0;
};

/// Throws CaseError that tells every line that is wrong: columns that are missing or unknown,
/// numbers that are none, a displacement or a row that comes twice or not at all, a node in two
/// places.
NodeTable parse_node_table(std::string_view text, const std::string& file_name);

/// The table with all columns; reads back as the same one.
std::string node_table_text(const NodeTable& table);

/// "node 12 z", "node 12 ry", one for each row.
std::vector<std::string> displacement_names(const NodeTable& table);

/// The way back: of displacements with such names on the nodes of a mesh. Nothing, if one has
/// another name.
std::optional<NodeTable> node_table_of(const Mesh& mesh,
                                       const std::vector<std::string>& displacement_names);

/// Numbers of the nodes that the table puts on the load line, a piece after the other.
using LineNodes = std::vector<std::vector<long long>>;
LineNodes line_nodes(const NodeTable& table);

enum class Axis { x, y, z };

/// How the deflection runs from node to node of a load line.
enum class Interpolation {
  linear,
  smooth,   // cubic, structure::smoothed()
  hermite,  // cubic, its slope at a node the node's rotation about the transverse axis
};

struct LineOptions {
  Axis along = Axis::x;     // the track runs towards its positive end
  Axis vertical = Axis::z;  // another one
  enum class Positive { up, down } positive = Positive::up;  // where the vertical axis points
  Interpolation interpolation = Interpolation::linear;
};

/// The load line over the nodes of each piece, in any order: x along the track is their coordinate.
/// Pieces follow one another. Where a node's displacement is held, it is zero. Throws CaseError:
/// fewer than two nodes, one that the table does not have, two of a piece at the same x, one
/// without vertical displacement or (hermite) rotation, gaps between pieces; ModelError for axes
/// that are the same.
structure::LoadLine load_line_over(const NodeTable& table, const LineNodes& pieces,
                                   const LineOptions& options);

}  // namespace tread::fem
