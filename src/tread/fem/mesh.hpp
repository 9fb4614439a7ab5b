#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace tread::fem {

/// Nodes and elements of a structure, in groups with names: what a mesh file holds. Node order
/// within an element is that of Gmsh (its reference manual, "Node ordering").
enum class ElementShape {
  point,
  line_2,
  line_3,
  triangle_3,
  triangle_6,
  quadrilateral_4,
  tetrahedron_4,
  tetrahedron_10,
  hexahedron_8,
};

int n_nodes_of(ElementShape shape);
int dimension_of(ElementShape shape);  // 0 to 3
const char* name_of(ElementShape shape);

/// Elements of one shape that share a name (a physical group of Gmsh). Several may have the same
/// name: a group of mixed shapes.
struct ElementGroup {
  std::string name;  // empty: in no named group
  ElementShape shape = ElementShape::point;
  Eigen::MatrixXi nodes;          // an element a row, indices into Mesh::nodes
  std::vector<long long> labels;  // the file's numbers of the elements; empty: counted from 1
};

struct Mesh {
  Eigen::Matrix3Xd nodes;              // m, a node a column
  std::vector<long long> node_labels;  // the file's numbers; empty: counted from 1
  std::vector<ElementGroup> groups;

  int n_nodes() const { return static_cast<int>(nodes.cols()); }
};

/// The numbers by which people know a node and an element.
long long label_of_node(const Mesh& mesh, int node);
long long label_of_element(const ElementGroup& group, Eigen::Index element);

/// All groups of a name; throws ModelError that lists the names there are (and the nearest).
std::vector<const ElementGroup*> find_groups(const Mesh& mesh, const std::string& name);

/// Nodes of all elements of a name, each once, in rising order.
std::vector<int> nodes_of_group(const Mesh& mesh, const std::string& name);

/// Throws ModelError: no nodes, coordinates that are not finite, elements on nodes that do not
/// exist or one twice.
void check(const Mesh& mesh);

}  // namespace tread::fem
