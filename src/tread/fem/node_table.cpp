#include "tread/fem/node_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/letters.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/read_number.hpp"
#include "tread/core/text_items.hpp"

namespace tread::fem {
namespace {

constexpr std::array<const char*, 6> k_directions{"ux", "uy", "uz", "rx", "ry", "rz"};
constexpr std::array<const char*, 6> k_in_names{"x", "y", "z", "rx", "ry", "rz"};
constexpr std::array<const char*, 6> k_long_names{"", "", "", "rotx", "roty", "rotz"};

std::optional<Direction> read_direction(std::string_view word) {
  const std::string lower = lower_case_of(word);
  for (std::size_t i = 0; i < k_directions.size(); ++i) {
    if (lower == k_directions[i] || lower == k_in_names[i] ||
        (!lower.empty() && lower == k_long_names[i])) {
      return static_cast<Direction>(i);
    }
  }
  return std::nullopt;
}

enum class Column { node, x, y, z, direction, row, line, held };
constexpr std::size_t k_n_table_columns = 8;
constexpr std::size_t k_n_needed = 5;
constexpr int k_max_pieces = 1'000'000;

const std::array<std::string, k_n_table_columns> k_column_names{"node",      "x",   "y",    "z",
                                                                "direction", "row", "line", "held"};

class NodeTableReader {
 public:
  explicit NodeTableReader(const std::string& file_name) { table_.name = file_name; }

  NodeTable read(std::string_view text) && {
    bool has_head = false;
    for_each_line(text, [&](std::string_view line, int number) {
      number_ = number;
      if (!has_head) {
        read_head(line);
        has_head = true;
      } else if (head_is_good_) {
        read_line(line);
      }
    });
    number_ = 0;
    if (!has_head) complain("is empty", "", "its first line names its columns");
    if (has_head && problems_.empty() && n_lines_ == 0) complain("holds no displacements");
    if (problems_.empty()) check_rows();
    problems_.throw_if_any(table_.name);
    return std::move(table_);
  }

 private:
  void complain(std::string reason, std::string value = "", std::string hint = "") {
    problems_.add({table_.name, number_, "", std::move(reason), std::move(value), std::move(hint)});
  }

  void read_head(std::string_view line) {
    for_each_item(line, [&](std::string_view item) {
      const std::string name = lower_case_of(item);
      const auto found = std::ranges::find(k_column_names, name);
      if (found == k_column_names.end()) {
        complain("a column of this name is not known", quoted(item),
                 "columns are node, x, y, z, direction and, if you want, row, line, held");
      } else {
        auto& place = place_of_[static_cast<std::size_t>(found - k_column_names.begin())];
        if (place) complain("the column comes twice", quoted(item));
        place = n_items_;
      }
      ++n_items_;
      return true;
    });
    for (std::size_t i = 0; i < k_n_needed; ++i) {
      if (!place_of_[i]) {
        complain("a column is missing: the first line must name it", k_column_names[i],
                 "node,x,y,z,direction");
      }
    }
    head_is_good_ = problems_.empty();
  }

  bool has(Column column) const { return place_of_[static_cast<std::size_t>(column)].has_value(); }

  /// Empty: no such column, or nothing in it.
  std::string_view item(Column column) const {
    const auto& place = place_of_[static_cast<std::size_t>(column)];
    return place ? items_[*place] : std::string_view{};
  }

  void read_line(std::string_view line) {
    ++n_lines_;
    items_.clear();
    for_each_item(line, [&](std::string_view item) {
      items_.push_back(item);
      return items_.size() <= n_items_;
    });
    if (items_.size() != n_items_) {
      complain(fmt::format("must have {} values as the first line has names", n_items_),
               items_.size() > n_items_ ? "more" : fmt::format("{}", items_.size()));
      return;
    }
    const auto label = whole(Column::node, std::numeric_limits<long long>::min(),
                             std::numeric_limits<long long>::max());
    const auto position = read_position();
    const auto direction = read_direction(item(Column::direction));
    if (!direction) {
      complain("direction must be ux, uy, uz, rx, ry or rz", quoted(item(Column::direction)));
    }
    const auto piece = number_or_0(Column::line, k_max_pieces);
    const auto held = number_or_0(Column::held, 1);
    if (!label || !position || !direction || !piece || !held) return;
    const auto row = *held == 1 ? std::optional<int>(TableNode::k_held) : read_row();
    if (!row) return;
    TableNode* node = node_of(*label, *position);
    if (node == nullptr) return;
    int& place = node->rows[static_cast<std::size_t>(*direction)];
    if (place != TableNode::k_not_there) {
      complain(fmt::format("node {} has the displacement {} twice", *label,
                           k_directions[static_cast<std::size_t>(*direction)]));
      return;
    }
    if (*piece != 0 && node->piece != 0 && *piece != node->piece) {
      complain(fmt::format("node {} is on piece {} of the load line in another line", *label,
                           node->piece),
               fmt::format("{}", *piece));
      return;
    }
    place = *row;
    node->piece = std::max(node->piece, *piece);
  }

  std::optional<long long> whole(Column column, long long least, long long most) {
    const auto value = read_integer(item(column));
    if (value && *value >= least && *value <= most) return value;
    complain(
        fmt::format("{} must be a whole number{}", k_column_names[static_cast<std::size_t>(column)],
                    least < 0 ? "" : fmt::format(" from {} to {}", least, most)),
        quoted(item(column)));
    return std::nullopt;
  }

  std::optional<Eigen::Vector3d> read_position() {
    Eigen::Vector3d position;
    for (int i = 0; i < 3; ++i) {
      const auto column = static_cast<Column>(static_cast<int>(Column::x) + i);
      const auto [value, fault] = read_number(item(column));
      if (fault != NumberFault::none) {
        complain(
            fmt::format("{} {}", k_column_names[static_cast<std::size_t>(column)], wanted(fault)),
            shown(fault, item(column)));
        return std::nullopt;
      }
      position[i] = value;
    }
    return position;
  }

  /// Nothing written means 0.
  std::optional<int> number_or_0(Column column, int most) {
    if (item(column).empty()) return 0;
    const auto value = whole(column, 0, most);
    if (!value) return std::nullopt;
    return static_cast<int>(*value);
  }

  std::optional<int> read_row() {
    if (!has(Column::row)) return n_free_++;
    const auto row = whole(Column::row, 1, std::numeric_limits<int>::max());
    if (!row) return std::nullopt;
    const auto [first, is_new] = line_of_row_.emplace(static_cast<int>(*row - 1), number_);
    if (!is_new) {
      complain(fmt::format("row {} is already that of line {}", *row, first->second));
      return std::nullopt;
    }
    ++n_free_;
    return static_cast<int>(*row - 1);
  }

  TableNode* node_of(long long label, const Eigen::Vector3d& position) {
    const auto [place, is_new] = index_of_node_.emplace(label, table_.nodes.size());
    if (is_new) {
      table_.nodes.push_back({label, position, TableNode{}.rows, 0});
      return &table_.nodes.back();
    }
    TableNode& node = table_.nodes[place->second];
    if (node.position == position) return &node;
    complain(fmt::format("node {} is at ({}, {}, {}) in another line", label, node.position.x(),
                         node.position.y(), node.position.z()),
             fmt::format("({}, {}, {})", position.x(), position.y(), position.z()));
    return nullptr;
  }

  void check_rows() {
    table_.n_rows = n_free_;
    int expected = 0;
    for (const auto& [row, line] : line_of_row_) {
      if (row != expected) {
        complain(fmt::format("row {} is missing", expected + 1), "",
                 "rows count from 1 without gaps, as those of the matrices");
        return;
      }
      ++expected;
    }
  }

  NodeTable table_;
  ProblemList problems_;
  int number_ = 0;  // of the line
  std::array<std::optional<std::size_t>, k_n_table_columns> place_of_;
  std::size_t n_items_ = 0;
  bool head_is_good_ = false;
  std::vector<std::string_view> items_;
  int n_lines_ = 0;
  int n_free_ = 0;
  std::map<int, int> line_of_row_;
  std::unordered_map<long long, std::size_t> index_of_node_;
};

}  // namespace

NodeTable parse_node_table(std::string_view text, const std::string& file_name) {
  return NodeTableReader(file_name).read(text);
}

std::string node_table_text(const NodeTable& table) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "node,x,y,z,direction,row,line,held\n");
  for (const TableNode& node : table.nodes) {
    for (std::size_t i = 0; i < node.rows.size(); ++i) {
      const int row = node.rows[i];
      if (row == TableNode::k_not_there) continue;
      fmt::format_to(out, "{},{},{},{},{},{},{},{}\n", node.label, node.position.x(),
                     node.position.y(), node.position.z(), k_directions[i],
                     row < 0 ? "" : fmt::format("{}", row + 1), node.piece,
                     row == TableNode::k_held ? 1 : 0);
    }
  }
  return fmt::to_string(text);
}

std::vector<std::string> displacement_names(const NodeTable& table) {
  std::vector<std::string> names(as_size(table.n_rows));
  for (const TableNode& node : table.nodes) {
    for (std::size_t i = 0; i < node.rows.size(); ++i) {
      if (node.rows[i] < 0) continue;
      names[as_size(node.rows[i])] = fmt::format("node {} {}", node.label, k_in_names[i]);
    }
  }
  return names;
}

std::optional<NodeTable> node_table_of(const Mesh& mesh, const std::vector<std::string>& names) {
  std::unordered_map<long long, int> node_of_label;
  for (int i = 0; i < mesh.n_nodes(); ++i) node_of_label.emplace(label_of_node(mesh, i), i);
  NodeTable table;
  std::unordered_map<long long, std::size_t> index_of_node;
  for (const std::string& name : names) {
    constexpr std::string_view k_begin = "node ";
    const std::size_t blank = name.rfind(' ');
    if (!name.starts_with(k_begin) || blank < k_begin.size()) return std::nullopt;
    const auto label =
        read_integer(std::string_view(name).substr(k_begin.size(), blank - k_begin.size()));
    const auto direction = read_direction(std::string_view(name).substr(blank + 1));
    const auto node = label ? node_of_label.find(*label) : node_of_label.end();
    if (!direction || node == node_of_label.end()) return std::nullopt;
    const auto [place, is_new] = index_of_node.emplace(*label, table.nodes.size());
    if (is_new) {
      table.nodes.push_back({*label, mesh.nodes.col(node->second), TableNode{}.rows, 0});
    }
    int& row = table.nodes[place->second].rows[static_cast<std::size_t>(*direction)];
    if (row != TableNode::k_not_there) return std::nullopt;
    row = table.n_rows++;
  }
  return table;
}

LineNodes line_nodes(const NodeTable& table) {
  std::map<int, std::vector<long long>> labels;
  for (const TableNode& node : table.nodes) {
    if (node.piece != 0) labels[node.piece].push_back(node.label);
  }
  LineNodes pieces;
  for (auto& [piece, nodes] : labels) pieces.push_back(std::move(nodes));
  return pieces;
}

}  // namespace tread::fem
