#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/node_table.hpp"
#include "tread/structure/smooth_line.hpp"

namespace tread::fem {
namespace {

using Cubic = Eigen::Vector4d;  // coefficients of 1, s, s^2, s^3

// Value and slope at either end of 0 <= s <= 1; slopes are those in s.
const Cubic k_value_at_start{1, 0, -3, 2};
const Cubic k_slope_at_start{0, 1, -2, 1};
const Cubic k_value_at_end{0, 0, 3, -2};
const Cubic k_slope_at_end{0, 0, -1, 1};

[[noreturn]] void refuse_table(const NodeTable& table, std::string reason, std::string hint = "") {
  throw CaseError(Problem{table.name, 0, "", std::move(reason), "", std::move(hint)});
}

/// Sum of coefficients times displacements of the structure, by row.
using Combination = std::map<int, double>;

/// The nodes of a piece in order, and what their deflections (positive down) and slopes are made
/// of.
class NodeChain {
 public:
  NodeChain(const NodeTable& table, const std::vector<long long>& labels,
            const LineOptions& options)
      : table_(table), options_(options) {
    std::unordered_map<long long, const TableNode*> by_label;
    for (const TableNode& node : table.nodes) by_label.emplace(node.label, &node);
    for (const long long label : labels) {
      const auto found = by_label.find(label);
      if (found == by_label.end()) {
        refuse_table(table, fmt::format("node {} of the load line is not in the table", label));
      }
      nodes_.push_back(found->second);
    }
    if (nodes_.size() < 2) {
      refuse_table(
          table,
          fmt::format("the load line has {} nodes in a piece: needs two or more", nodes_.size()),
          "write 1 in the column 'line' for the nodes under the rail");
    }
    std::ranges::sort(nodes_, {}, [this](const TableNode* node) { return x_of(*node); });
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      if (x(i) > x(i - 1)) continue;
      refuse_table(
          table,
          fmt::format("nodes {} and {} of the load line are both at {} = {} m",
                      nodes_[i - 1]->label, nodes_[i]->label, axis_name(options.along), x(i)),
          "a load line is a single row of nodes; spans that are not joined have numbers of "
          "their own "
          "in the column 'line'");
    }
  }

  std::size_t size() const { return nodes_.size(); }
  double x(std::size_t i) const { return x_of(*nodes_[i]); }

  Combination deflection(std::size_t i) const {
    return displacement(i, static_cast<Direction>(options_.vertical), down());
  }

  /// dw/dx at node i. A rotation about the transverse axis t moves the end of a unit arm along a by
  /// t x a, so that the slope of the vertical displacement is rotation . (a x v).
  Combination slope(std::size_t i) const {
    const int along = static_cast<int>(options_.along);
    const int vertical = static_cast<int>(options_.vertical);
    const int transverse = 3 - along - vertical;
    const double sense = (vertical - along + 3) % 3 == 1 ? 1 : -1;
    return displacement(i, static_cast<Direction>(3 + transverse), down() * sense);
  }

 private:
  static const char* axis_name(Axis axis) {
    constexpr std::array<const char*, 3> k_names{"x", "y", "z"};
    return k_names[static_cast<std::size_t>(axis)];
  }

  double down() const { return options_.positive == LineOptions::Positive::up ? -1 : 1; }

  double x_of(const TableNode& node) const {
    return node.position[static_cast<int>(options_.along)];
  }

  Combination displacement(std::size_t i, Direction direction, double factor) const {
    const int row = nodes_[i]->row(direction);
    if (row >= 0) return {{row, factor}};
    if (row == TableNode::k_held) return {};
    constexpr std::array<const char*, 6> k_names{"ux", "uy", "uz", "rx", "ry", "rz"};
    refuse_table(table_,
                 fmt::format("node {} of the load line has no displacement {}", nodes_[i]->label,
                             k_names[static_cast<std::size_t>(direction)]),
                 "give its row, or a line with 1 in the column 'held' if a support holds it");
  }

  const NodeTable& table_;
  LineOptions options_;
  std::vector<const TableNode*> nodes_;
};

structure::LineSegment segment_between(const NodeChain& chain, std::size_t i,
                                       Interpolation interpolation) {
  structure::LineSegment segment;
  segment.start = chain.x(i);
  segment.length = chain.x(i + 1) - chain.x(i);
  std::map<int, Cubic> weights;
  const auto add = [&](const Combination& combination, const Cubic& shape) {
    for (const auto& [row, factor] : combination) {
      weights.try_emplace(row, Cubic::Zero()).first->second += factor * shape;
    }
  };
  if (interpolation == Interpolation::hermite) {
    add(chain.deflection(i), k_value_at_start);
    add(chain.deflection(i + 1), k_value_at_end);
    add(chain.slope(i), segment.length * k_slope_at_start);
    add(chain.slope(i + 1), segment.length * k_slope_at_end);
  } else {
    add(chain.deflection(i), Cubic(1, -1, 0, 0));
    add(chain.deflection(i + 1), Cubic(0, 1, 0, 0));
  }
  // between two nodes that are held nothing moves, but a segment has one displacement at least
  if (weights.empty()) weights.emplace(0, Cubic::Zero());
  segment.coefficients.resize(static_cast<Eigen::Index>(weights.size()), 4);
  for (const auto& [row, cubic] : weights) {
    segment.coefficients.row(static_cast<Eigen::Index>(segment.dofs.size())) = cubic;
    segment.dofs.push_back(row);
  }
  return segment;
}

}  // namespace

structure::LoadLine load_line_over(const NodeTable& table, const LineNodes& pieces,
                                   const LineOptions& options) {
  if (options.along == options.vertical) {
    throw ModelError("the track runs along the vertical axis: choose two different axes");
  }
  if (pieces.empty()) {
    refuse_table(table, "no node is on the load line",
                 "write 1 in the column 'line' for the nodes under the rail");
  }
  std::vector<structure::LineSegment> segments;
  for (const std::vector<long long>& nodes : pieces) {
    const NodeChain chain(table, nodes, options);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      segments.push_back(segment_between(chain, i, options.interpolation));
    }
  }
  try {
    const structure::LoadLine line(std::move(segments));
    return options.interpolation == Interpolation::smooth ? structure::smoothed(line) : line;
  } catch (const ModelError& error) {
    refuse_table(table, error.what());
  }
}

}  // namespace tread::fem
