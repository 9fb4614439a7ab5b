#include "tread/fem/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::fem {
namespace {

struct ShapeFacts {
  const char* name;
  int dimension;
  int n_nodes;
};

constexpr std::array<ShapeFacts, 9> k_shapes{{{"point", 0, 1},
                                              {"2-node line", 1, 2},
                                              {"3-node line", 1, 3},
                                              {"3-node triangle", 2, 3},
                                              {"6-node triangle", 2, 6},
                                              {"4-node quadrilateral", 2, 4},
                                              {"4-node tetrahedron", 3, 4},
                                              {"10-node tetrahedron", 3, 10},
                                              {"8-node hexahedron", 3, 8}}};

const ShapeFacts& facts(ElementShape shape) { return k_shapes[static_cast<std::size_t>(shape)]; }

void check_nodes(const ElementGroup& group, Eigen::Index element, int n_nodes) {
  std::set<int> distinct;
  for (const int node : group.nodes.row(element)) {
    if (node < 0 || node >= n_nodes) {
      throw ModelError(fmt::format("{} {} of group '{}' uses a node that does not exist",
                                   name_of(group.shape), label_of_element(group, element),
                                   group.name));
    }
    if (distinct.insert(node).second) continue;
    throw ModelError(fmt::format("{} {} of group '{}' uses a node twice: it has no volume",
                                 name_of(group.shape), label_of_element(group, element),
                                 group.name));
  }
}

}  // namespace

int n_nodes_of(ElementShape shape) { return facts(shape).n_nodes; }
int dimension_of(ElementShape shape) { return facts(shape).dimension; }
const char* name_of(ElementShape shape) { return facts(shape).name; }

long long label_of_node(const Mesh& mesh, int node) {
  return mesh.node_labels.empty() ? node + 1 : mesh.node_labels[as_size(node)];
}

long long label_of_element(const ElementGroup& group, Eigen::Index element) {
  return group.labels.empty() ? element + 1 : group.labels[static_cast<std::size_t>(element)];
}

std::vector<const ElementGroup*> find_groups(const Mesh& mesh, const std::string& name) {
  std::vector<const ElementGroup*> found;
  std::set<std::string> names;
  for (const ElementGroup& group : mesh.groups) {
    if (!group.name.empty()) names.insert(group.name);
    if (group.name == name) found.push_back(&group);
  }
  if (!found.empty() && !name.empty()) return found;
  const std::vector<std::string> known(names.begin(), names.end());
  const std::string near = nearest(name, known);
  throw ModelError(fmt::format(
      "the mesh has no group '{}': {}{}", name,
      known.empty() ? "it has no named groups at all, name them in the program that makes it"
                    : fmt::format("it has {}", fmt::join(known, ", ")),
      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

std::vector<int> nodes_of_group(const Mesh& mesh, const std::string& name) {
  std::set<int> nodes;
  for (const ElementGroup* group : find_groups(mesh, name)) {
    nodes.insert(group->nodes.data(), group->nodes.data() + group->nodes.size());
  }
  return {nodes.begin(), nodes.end()};
}

void check(const Mesh& mesh) {
  if (mesh.n_nodes() == 0) throw ModelError("the mesh has no nodes");
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    if (mesh.nodes.col(i).allFinite()) continue;
    throw ModelError(fmt::format("node {} of the mesh is at ({}, {}, {}): must be finite",
                                 label_of_node(mesh, i), mesh.nodes(0, i), mesh.nodes(1, i),
                                 mesh.nodes(2, i)));
  }
  for (const ElementGroup& group : mesh.groups) {
    if (group.nodes.cols() != n_nodes_of(group.shape)) {
      throw ModelError(fmt::format("elements of group '{}' have {} nodes: a {} has {}", group.name,
                                   group.nodes.cols(), name_of(group.shape),
                                   n_nodes_of(group.shape)));
    }
    for (Eigen::Index i = 0; i < group.nodes.rows(); ++i) check_nodes(group, i, mesh.n_nodes());
  }
}

}  // namespace tread::fem
