#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/text_items.hpp"
#include "tread/fem/gmsh_file.hpp"
#include "tread/fem/gmsh_source.hpp"
#include "tread/fem/gmsh_types.hpp"

namespace tread::fem {
namespace {

static_assert(std::endian::native == std::endian::little, "binary files are read as they are");

constexpr std::string_view k_save_as = "in Gmsh, set Mesh.MshFileVersion = 4.1 and save again";

using EntityKey = std::pair<int, int>;  // dimension, tag; of physical groups too

/// Elements of one entity and shape, in the file's order.
struct ElementBlock {
  EntityKey entity;
  ElementShape shape = ElementShape::point;
  std::vector<int> nodes;  // an element after the other
  std::vector<long long> labels;
};

bool just_counts(const std::vector<long long>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] != static_cast<long long>(i) + 1) return false;
  }
  return true;
}

class GmshReader {
 public:
  GmshReader(std::string_view text, const std::string& file_name, double metres_per_unit)
      : source_(without_byte_order_mark(text), file_name), metres_per_unit_(metres_per_unit) {}

  Mesh read() && {
    read_format();
    while (true) {
      const std::string_view section = source_.text().next_word();
      if (section.empty()) break;
      read_section(section);
    }
    if (node_labels_.empty()) source_.text().refuse_file("holds no nodes");
    if (blocks_.empty()) {
      source_.text().refuse_file("holds no elements", "",
                                 "mesh the model before you save it; with physical groups Gmsh "
                                 "saves only what is in one");
    }
    return mesh();
  }

 private:
  void read_section(std::string_view section) {
    TextSource& text = source_.text();
    if (!section.starts_with('$') || section.starts_with("$End")) {
      source_.refuse("a section such as $Nodes must begin here", quoted(section),
                     "the section before it may hold more than its counts say");
    }
    if (!sections_.insert(std::string(section)).second &&
        (section == "$Nodes" || section == "$Elements" || section == "$Entities")) {
      source_.refuse(fmt::format("{} comes a second time", section));
    }
    if (section == "$PartitionedEntities") {
      source_.refuse("the mesh is partitioned", std::string(section),
                     "unpartition it in Gmsh (Mesh, Unpartition) and save again");
    }
    if (section == "$PhysicalNames") {
      read_names();
    } else if (section == "$Entities") {
      skip_line_end();
      read_entities();
    } else if (section == "$Nodes") {
      skip_line_end();
      read_nodes();
    } else if (section == "$Elements") {
      skip_line_end();
      read_elements();
    } else {
      skip_section(section);
      return;
    }
    const std::string wanted = fmt::format("$End{}", section.substr(1));
    const std::string_view word = text.next_word();
    if (word == wanted) return;
    if (word.empty()) text.refuse_end(wanted);
    source_.refuse(fmt::format("{} must stand here", wanted), quoted(word),
                   "the section holds more than its counts say");
  }

  /// Bytes begin after the line feed.
  void skip_line_end() { source_.text().next_line("the section"); }

  void skip_section(std::string_view section) {
    TextSource& text = source_.text();
    const std::string end = fmt::format("$End{}", section.substr(1));
    const std::size_t found = text.rest().find(end);
    if (found == std::string_view::npos) {
      source_.refuse(fmt::format("the section has no {}", end), quoted(section),
                     "was the file written or copied completely?");
    }
    text.next_bytes(found + end.size());
  }

  void read_format() {
    TextSource& text = source_.text();
    const std::string_view head = text.next_word();
    if (head.empty()) text.refuse_end("$MeshFormat");
    if (head != "$MeshFormat") {
      text.refuse("a Gmsh file must begin with $MeshFormat", quoted(head));
    }
    const std::string_view version = text.next_word();
    if (version != "4.1") {
      if (version.empty()) text.refuse_end("the version");
      text.refuse("the version of the format must be 4.1", one_line(version),
                  std::string(k_save_as));
    }
    const bool is_binary = text.integer(text.next_word(), "0 (text) or 1 (binary)", 0, 1) == 1;
    const long long size = text.integer(text.next_word(), "the size of a count", 1, 16);
    text.next_line("$EndMeshFormat");
    if (is_binary) {
      if (size != 8) {
        text.refuse("counts must have 8 bytes", fmt::format("{}", size), std::string(k_save_as));
      }
      source_.set_mode(GmshSource::Mode::binary);
      const int one = source_.integer("the number 1");
      if (one != 1) {
        text.refuse_file("is binary, but not little endian", "",
                         "save it as text: Mesh.Binary = 0");
      }
    }
    const std::string_view end = text.next_word();
    if (end.empty()) text.refuse_end("$EndMeshFormat");
    if (end != "$EndMeshFormat") text.refuse("$EndMeshFormat must stand here", quoted(end));
  }

  /// Text in binary files, too.
  void read_names() {
    TextSource& text = source_.text();
    constexpr long long k_most = std::numeric_limits<int>::max();
    const long long n = text.integer(text.next_word(), "the number of names", 0, k_most);
    constexpr std::size_t k_bytes_of_name = 8;  // 2 1 "a" and a line feed
    text.check_count(n, k_bytes_of_name, "names");
    for (long long i = 0; i < n; ++i) {
      const int dimension =
          static_cast<int>(text.integer(text.next_word(), "the dimension of a group", 0, 3));
      const int tag =
          static_cast<int>(text.integer(text.next_word(), "the number of a group", 1, k_most));
      const std::string_view rest = text.next_line("a name");
      const std::size_t begin = rest.find('"');
      const std::size_t end = rest.rfind('"');
      if (begin == end) text.refuse("the name of a group must be in double quotes", quoted(rest));
      names_[{dimension, tag}] = std::string(rest.substr(begin + 1, end - begin - 1));
    }
  }

  void read_entities() {
    constexpr std::array<const char*, 4> k_kinds{"points", "curves", "surfaces", "volumes"};
    std::array<long long, 4> counts{};
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t n_numbers = i == 0 ? 3 : 6;
      counts[i] = source_.count(k_kinds[i], {.ints = 1, .sizes = 1, .numbers = n_numbers});
    }
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (long long i = 0; i < counts[as_size(dimension)]; ++i) read_entity(dimension);
    }
  }

  void read_entity(int dimension) {
    const int tag = source_.integer("the tag of an entity");
    const int n_numbers = dimension == 0 ? 3 : 6;
    for (int i = 0; i < n_numbers; ++i) source_.number("a bound of an entity");
    const long long n_groups = source_.count("physical tags", {.ints = 1});
    auto& groups = groups_of_entity_[{dimension, tag}];
    for (long long i = 0; i < n_groups; ++i) {
      // a negative tag means the other orientation
      const long long group = source_.integer("a physical tag");
      groups.push_back(static_cast<int>(std::min<long long>(std::abs(group), INT32_MAX)));
    }
    if (dimension == 0) return;
    const long long n_bounds = source_.count("bounding entities", {.ints = 1});
    for (long long i = 0; i < n_bounds; ++i) source_.integer("a bounding entity");
  }

  int read_dimension() {
    const int dimension = source_.integer("the dimension of an entity", 0);
    if (dimension > 3) {
      source_.refuse("the dimension of an entity must be 0 to 3", fmt::format("{}", dimension));
    }
    return dimension;
  }

  void check_total(const char* what, long long announced, long long found) {
    if (announced == found) return;
    source_.refuse(fmt::format("the section announces {} {}, its blocks hold", announced, what),
                   fmt::format("{}", found));
  }

  void read_nodes() {
    const long long n_blocks = source_.count("blocks of nodes", {.ints = 3, .sizes = 1});
    const long long n_nodes = source_.count("nodes", {.sizes = 1, .numbers = 3});
    if (n_nodes > std::numeric_limits<int>::max()) source_.refuse("has too many nodes");
    source_.size("the least tag of a node", 0);
    source_.size("the largest tag of a node", 0);
    node_labels_.reserve(static_cast<std::size_t>(n_nodes));
    coordinates_.reserve(3 * static_cast<std::size_t>(n_nodes));
    index_of_node_.reserve(static_cast<std::size_t>(n_nodes));
    for (long long i = 0; i < n_blocks; ++i) read_node_block(n_nodes);
    check_total("nodes", n_nodes, static_cast<long long>(node_labels_.size()));
  }

  void read_node_block(long long n_nodes) {
    const int dimension = read_dimension();
    source_.integer("the tag of an entity");
    const int is_parametric = source_.integer("0 or 1 (with parameters)", 0);
    const long long n = source_.count("nodes", {.sizes = 1, .numbers = 3});
    if (static_cast<long long>(node_labels_.size()) + n > n_nodes) {
      check_total("nodes", n_nodes, static_cast<long long>(node_labels_.size()) + n);
    }
    for (long long i = 0; i < n; ++i) {
      const long long label = source_.size("the tag of a node", 1);
      const int index = static_cast<int>(node_labels_.size());
      if (!index_of_node_.emplace(label, index).second) {
        source_.refuse("two nodes have the same tag", fmt::format("{}", label));
      }
      node_labels_.push_back(label);
    }
    const int n_parameters = is_parametric != 0 ? dimension : 0;
    for (long long i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) {
        const double metres = metres_per_unit_ * source_.number("a coordinate");
        if (!std::isfinite(metres)) source_.refuse("a coordinate must be finite in metres");
        coordinates_.push_back(metres);
      }
      for (int k = 0; k < n_parameters; ++k) source_.number("a parameter");
    }
  }

  void read_elements() {
    if (!sections_.contains("$Nodes")) source_.refuse("$Nodes must come before $Elements");
    const long long n_blocks = source_.count("blocks of elements", {.ints = 3, .sizes = 1});
    const long long n_elements = source_.count("elements", {.sizes = 2});
    source_.size("the least tag of an element", 0);
    source_.size("the largest tag of an element", 0);
    long long n_read = 0;
    for (long long i = 0; i < n_blocks; ++i) n_read += read_element_block();
    check_total("elements", n_elements, n_read);
  }

  ElementShape read_shape() {
    const int type = source_.integer("the type of elements");
    const auto shape = shape_of_gmsh_type(type);
    if (shape) return *shape;
    const std::string name = name_of_gmsh_type(type);
    source_.refuse(
        "elements of this type are not known here",
        name.empty() ? fmt::format("type {}", type) : fmt::format("type {} ({})", type, name),
        "use tetrahedra (Mesh.ElementOrder 1 or 2) or 8-node hexahedra, and triangles, "
        "4-node quadrilaterals, lines and points");
  }

  long long read_element_block() {
    ElementBlock block;
    const int dimension = read_dimension();
    block.entity = {dimension, source_.integer("the tag of an entity")};
    block.shape = read_shape();
    const std::size_t n_nodes = as_size(n_nodes_of(block.shape));
    const long long n = source_.count("elements", {.sizes = 1 + n_nodes});
    block.labels.reserve(static_cast<std::size_t>(n));
    block.nodes.reserve(static_cast<std::size_t>(n) * n_nodes);
    for (long long i = 0; i < n; ++i) {
      block.labels.push_back(source_.size("the tag of an element", 1));
      for (std::size_t k = 0; k < n_nodes; ++k) {
        const long long label = source_.size("the tag of a node", 1);
        const auto found = index_of_node_.find(label);
        if (found == index_of_node_.end()) {
          source_.refuse(fmt::format("{} {} uses a node that is not in $Nodes",
                                     name_of(block.shape), block.labels.back()),
                         fmt::format("{}", label));
        }
        block.nodes.push_back(found->second);
      }
    }
    if (n > 0) blocks_.push_back(std::move(block));
    return n;
  }

  /// Of the physical groups of an entity, each once.
  std::vector<std::string> names_of(const EntityKey& entity) const {
    std::vector<std::string> names;
    const auto groups = groups_of_entity_.find(entity);
    if (groups != groups_of_entity_.end()) {
      for (const int group : groups->second) {
        const auto named = names_.find({entity.first, group});
        std::string name =
            named == names_.end() ? fmt::format("{}", group) : std::string(named->second);
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
      }
    }
    if (names.empty()) names.emplace_back();
    return names;
  }

  Mesh mesh() {
    struct Gathered {
      std::vector<const ElementBlock*> blocks;
      std::size_t n = 0;
    };
    std::vector<std::pair<std::string, ElementShape>> keys;  // in the order of the file
    std::map<std::pair<std::string, ElementShape>, Gathered> gathered;
    for (const ElementBlock& block : blocks_) {
      for (const std::string& name : names_of(block.entity)) {
        const std::pair key{name, block.shape};
        Gathered& group = gathered[key];
        if (group.blocks.empty()) keys.push_back(key);
        group.blocks.push_back(&block);
        group.n += block.labels.size();
      }
    }

    Mesh mesh;
    mesh.nodes = Eigen::Map<const Eigen::Matrix3Xd>(coordinates_.data(), 3,
                                                    static_cast<Eigen::Index>(node_labels_.size()));
    if (!just_counts(node_labels_)) mesh.node_labels = node_labels_;
    for (const auto& key : keys) {
      const Gathered& from = gathered.at(key);
      ElementGroup group{key.first, key.second, {}, {}};
      const int n_nodes = n_nodes_of(group.shape);
      group.nodes.resize(static_cast<Eigen::Index>(from.n), n_nodes);
      Eigen::Index row = 0;
      for (const ElementBlock* block : from.blocks) {
        const auto n = static_cast<Eigen::Index>(block->labels.size());
        group.nodes.middleRows(row, n) =
            Eigen::Map<const Eigen::MatrixXi>(block->nodes.data(), n_nodes, n).transpose();
        group.labels.insert(group.labels.end(), block->labels.begin(), block->labels.end());
        row += n;
      }
      if (just_counts(group.labels)) group.labels.clear();
      mesh.groups.push_back(std::move(group));
    }
    return mesh;
  }

  GmshSource source_;
  double metres_per_unit_;
  std::set<std::string> sections_;
  std::map<EntityKey, std::string> names_;
  std::map<EntityKey, std::vector<int>> groups_of_entity_;
  std::vector<double> coordinates_;  // m, x y z of a node after the other
  std::vector<long long> node_labels_;
  std::unordered_map<long long, int> index_of_node_;
  std::vector<ElementBlock> blocks_;
};

}  // namespace

Mesh parse_gmsh(std::string_view text, const std::string& file_name, double metres_per_unit) {
  return GmshReader(text, file_name, metres_per_unit).read();
}

}  // namespace tread::fem
