#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/fem/gmsh_file.hpp"
#include "tread/fem/gmsh_types.hpp"

namespace tread::fem {
namespace {

using Buffer = fmt::memory_buffer;

template <class... Arguments>
void add(Buffer& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

struct Element {
  const ElementGroup* group = nullptr;  // one of those that hold it
  Eigen::Index row = 0;
};

/// Elements of one shape that are in the same groups: an entity of Gmsh.
struct Entity {
  int tag = 0;
  std::vector<int> physical_tags;
  std::vector<Element> elements;
};

int dimension_of_entity(const Entity& entity) {
  return dimension_of(entity.elements.front().group->shape);
}

/// Numbers for names; "" has none.
std::map<std::string, int> number_names(const Mesh& mesh) {
  std::map<std::string, int> numbers;
  for (const ElementGroup& group : mesh.groups) {
    const bool is_printable = std::ranges::none_of(
        group.name, [](char c) { return c == '"' || static_cast<unsigned char>(c) < 0x20; });
    if (!is_printable) {
      throw ModelError(fmt::format(
          "group {} cannot be written for Gmsh: names must not hold double quotes or line feeds",
          quoted(group.name)));
    }
    if (group.name.empty() || group.nodes.rows() == 0) continue;
    numbers.emplace(group.name, static_cast<int>(numbers.size()) + 1);
  }
  return numbers;
}

/// The same element in two groups is one element in two groups; twice in the same group it is two.
std::vector<Entity> entities_of(const Mesh& mesh, const std::map<std::string, int>& numbers) {
  using Key = std::pair<std::vector<int>, int>;  // shape and nodes; how many before in its group
  std::map<Key, std::size_t> known;
  std::vector<Element> elements;
  std::vector<std::vector<int>> physical_tags;
  for (const ElementGroup& group : mesh.groups) {
    std::map<std::vector<int>, int> n_before;
    for (Eigen::Index row = 0; row < group.nodes.rows(); ++row) {
      std::vector<int> nodes{static_cast<int>(group.shape)};
      for (const int node : group.nodes.row(row)) nodes.push_back(node);
      const int n = n_before[nodes]++;
      const auto [place, is_new] = known.emplace(Key{std::move(nodes), n}, elements.size());
      if (is_new) {
        elements.push_back({&group, row});
        physical_tags.emplace_back();
      }
      if (!group.name.empty()) physical_tags[place->second].push_back(numbers.at(group.name));
    }
  }

  std::vector<Entity> entities;
  std::map<std::pair<ElementShape, std::vector<int>>, std::size_t> entity_of;
  std::array<int, 4> n_of_dimension{};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const ElementShape shape = elements[i].group->shape;
    const auto [place, is_new] =
        entity_of.emplace(std::pair{shape, physical_tags[i]}, entities.size());
    if (is_new) {
      entities.push_back({++n_of_dimension[as_size(dimension_of(shape))], physical_tags[i], {}});
    }
    entities[place->second].elements.push_back(elements[i]);
  }
  return entities;
}

void add_names(Buffer& text, const std::vector<Entity>& entities,
               const std::map<std::string, int>& numbers) {
  std::set<std::pair<int, int>> used;  // dimension, number
  for (const Entity& entity : entities) {
    for (const int tag : entity.physical_tags) used.emplace(dimension_of_entity(entity), tag);
  }
  if (used.empty()) return;
  add(text, "$PhysicalNames\n{}\n", used.size());
  for (const auto& [dimension, number] : used) {
    const auto named = std::ranges::find(numbers, number, [](const auto& n) { return n.second; });
    add(text, "{} {} \"{}\"\n", dimension, number, named->first);
  }
  add(text, "$EndPhysicalNames\n");
}

void add_box(Buffer& text, const Mesh& mesh, const Entity& entity) {
  Eigen::Vector3d least = Eigen::Vector3d::Constant(std::numeric_limits<double>::max());
  Eigen::Vector3d most = -least;
  for (const Element& element : entity.elements) {
    for (const int node : element.group->nodes.row(element.row)) {
      least = least.cwiseMin(mesh.nodes.col(node));
      most = most.cwiseMax(mesh.nodes.col(node));
    }
  }
  add(text, " {} {} {}", least.x(), least.y(), least.z());
  if (dimension_of_entity(entity) > 0) add(text, " {} {} {}", most.x(), most.y(), most.z());
}

void add_entities(Buffer& text, const Mesh& mesh, const std::vector<Entity>& entities) {
  add(text, "$Entities\n");
  for (int dimension = 0; dimension < 4; ++dimension) {
    const auto n = std::ranges::count(entities, dimension,
                                      [](const Entity& e) { return dimension_of_entity(e); });
    add(text, "{}{}", n, dimension < 3 ? " " : "\n");
  }
  for (int dimension = 0; dimension < 4; ++dimension) {
    for (const Entity& entity : entities) {
      if (dimension_of_entity(entity) != dimension) continue;
      add(text, "{}", entity.tag);
      add_box(text, mesh, entity);
      add(text, " {}", entity.physical_tags.size());
      for (const int tag : entity.physical_tags) add(text, " {}", tag);
      add(text, "{}", dimension > 0 ? " 0\n" : "\n");
    }
  }
  add(text, "$EndEntities\n");
}

void add_nodes(Buffer& text, const Mesh& mesh, const std::vector<Entity>& entities) {
  const auto [least, most] = mesh.node_labels.empty()
                                 ? std::pair{1LL, static_cast<long long>(mesh.n_nodes())}
                                 : std::pair{*std::ranges::min_element(mesh.node_labels),
                                             *std::ranges::max_element(mesh.node_labels)};
  // all nodes are given to one entity: whose they are matters to nobody
  const int dimension = entities.empty() ? 3 : dimension_of_entity(entities.front());
  add(text, "$Nodes\n1 {0} {1} {2}\n{3} 1 0 {0}\n", mesh.n_nodes(), least, most, dimension);
  for (int i = 0; i < mesh.n_nodes(); ++i) add(text, "{}\n", label_of_node(mesh, i));
  for (const auto& node : mesh.nodes.colwise()) {
    add(text, "{} {} {}\n", node.x(), node.y(), node.z());
  }
  add(text, "$EndNodes\n");
}

/// The elements' own numbers, if all have one and all are different; else counted.
std::vector<long long> element_tags(const std::vector<Entity>& entities) {
  std::vector<long long> own;
  std::size_t n = 0;
  for (const Entity& entity : entities) {
    for (const Element& element : entity.elements) {
      ++n;
      const auto& labels = element.group->labels;
      if (!labels.empty()) own.push_back(labels[static_cast<std::size_t>(element.row)]);
    }
  }
  const bool all_different = std::set<long long>(own.begin(), own.end()).size() == n;
  if (own.size() == n && all_different) return own;
  std::vector<long long> counted(n);
  for (std::size_t i = 0; i < n; ++i) counted[i] = static_cast<long long>(i) + 1;
  return counted;
}

void add_elements(Buffer& text, const Mesh& mesh, const std::vector<Entity>& entities) {
  const std::vector<long long> tags = element_tags(entities);
  const auto [least, most] =
      tags.empty() ? std::pair{0LL, 0LL}
                   : std::pair{*std::ranges::min_element(tags), *std::ranges::max_element(tags)};
  add(text, "$Elements\n{} {} {} {}\n", entities.size(), tags.size(), least, most);
  auto tag = tags.begin();
  for (const Entity& entity : entities) {
    add(text, "{} {} {} {}\n", dimension_of_entity(entity), entity.tag,
        gmsh_type_of(entity.elements.front().group->shape), entity.elements.size());
    for (const Element& element : entity.elements) {
      add(text, "{}", *tag++);
      for (const int node : element.group->nodes.row(element.row)) {
        add(text, " {}", label_of_node(mesh, node));
      }
      add(text, "\n");
    }
  }
  add(text, "$EndElements\n");
}

}  // namespace

std::string gmsh_text(const Mesh& mesh) {
  check(mesh);
  const std::map<std::string, int> numbers = number_names(mesh);
  const std::vector<Entity> entities = entities_of(mesh, numbers);
  Buffer text;
  add(text, "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n");
  add_names(text, entities, numbers);
  add_entities(text, mesh, entities);
  add_nodes(text, mesh, entities);
  add_elements(text, mesh, entities);
  return fmt::to_string(text);
}

}  // namespace tread::fem
