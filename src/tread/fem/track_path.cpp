#include "tread/fem/track_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::fem {
namespace {

constexpr double k_same_path_place = 1e-6;  // of a step's length

std::string line_name(const TrackLine& line) {
  return line.group.empty() ? "the load line" : fmt::format("the load line '{}'", line.group);
}

double length_of_step(const Mesh& mesh, const PathStep& step) {
  return (mesh.nodes.col(step.to) - mesh.nodes.col(step.from)).norm();
}

PathStep reversed(const PathStep& step) { return {step.to, step.from, step.middle}; }

std::vector<PathStep> steps_of_group(const Mesh& mesh, const TrackLine& line) {
  std::vector<PathStep> steps;
  for (const ElementGroup* group : find_groups(mesh, line.group)) {
    if (dimension_of(group->shape) != 1) continue;
    for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
      steps.push_back({group->nodes(i, 0), group->nodes(i, 1),
                       group->shape == ElementShape::line_3 ? group->nodes(i, 2) : -1});
    }
  }
  if (!steps.empty()) return steps;
  throw ModelError(
      fmt::format("{} has no line elements: give a group of lines, or of faces and a point over "
                  "which the line goes",
                  line_name(line)));
}

/// Steps joined at nodes; those that are left over after all ends are used close a circle.
std::vector<PathPiece> pieces_of(const Mesh& mesh, const TrackLine& line,
                                 const std::vector<PathStep>& steps) {
  std::map<int, std::vector<std::size_t>> at_node;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    at_node[steps[i].from].push_back(i);
    at_node[steps[i].to].push_back(i);
  }
  for (const auto& [node, those] : at_node) {
    if (those.size() <= 2) continue;
    throw ModelError(
        fmt::format("{} branches at node {}, where {} of its lines meet: it must be "
                    "one path",
                    line_name(line), label_of_node(mesh, node), those.size()));
  }
  std::vector<bool> is_used(steps.size(), false);
  std::vector<PathPiece> pieces;
  for (const auto& [end, those] : at_node) {
    if (those.size() != 1 || is_used[those.front()]) continue;
    PathPiece piece;
    int node = end;
    while (true) {
      const auto& here = at_node[node];
      const auto next = std::ranges::find_if(here, [&](std::size_t i) { return !is_used[i]; });
      if (next == here.end()) break;
      is_used[*next] = true;
      piece.push_back(steps[*next].from == node ? steps[*next] : reversed(steps[*next]));
      node = piece.back().to;
    }
    pieces.push_back(std::move(piece));
  }
  const auto left = std::ranges::find(is_used, false);
  if (left == is_used.end()) return pieces;
  const PathStep& step = steps[static_cast<std::size_t>(left - is_used.begin())];
  throw ModelError(fmt::format("{} goes in a circle over node {}: it must have two ends",
                               line_name(line), label_of_node(mesh, step.from)));
}

/// Pieces turned and sorted so that they run along the direction.
std::vector<PathPiece> pieces_in_order(const Mesh& mesh, const TrackLine& line,
                                       std::vector<PathPiece> pieces) {
  const Eigen::Vector3d along = line.direction.normalized();
  const auto place = [&](int node) { return along.dot(mesh.nodes.col(node)); };
  for (PathPiece& piece : pieces) {
    if (place(piece.back().to) >= place(piece.front().from)) continue;
    std::ranges::reverse(piece);
    for (PathStep& step : piece) step = reversed(step);
  }
  std::ranges::sort(pieces, {}, [&](const PathPiece& piece) { return place(piece.front().from); });
  return pieces;
}

std::vector<PathPiece> pieces_of_nodes(const Mesh& mesh, const TrackLine& line) {
  std::set<int> distinct;
  for (const int node : line.nodes) {
    if (node < 0 || node >= mesh.n_nodes()) {
      throw ModelError(fmt::format("{} uses a node that does not exist", line_name(line)));
    }
    if (distinct.insert(node).second) continue;
    throw ModelError(fmt::format("{} passes node {} twice: it must be a simple path",
                                 line_name(line), label_of_node(mesh, node)));
  }
  std::vector<PathPiece> pieces;
  PathPiece piece;
  for (std::size_t i = 1; i < line.nodes.size(); ++i) {
    const PathStep step{line.nodes[i - 1], line.nodes[i]};
    if (length_of_step(mesh, step) > 0) {
      piece.push_back(step);
    } else if (!piece.empty()) {
      pieces.push_back(std::move(piece));
      piece.clear();
    }
  }
  if (!piece.empty()) pieces.push_back(std::move(piece));
  if (!pieces.empty()) return pieces;
  throw ModelError(fmt::format("{} has {} nodes: give two or more at different places",
                               line_name(line), line.nodes.size()));
}

void check_steps(const Mesh& mesh, const TrackLine& line, const std::vector<PathPiece>& pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (const PathStep& step : pieces[i]) {
      const double length = length_of_step(mesh, step);
      const Eigen::Vector3d half = (mesh.nodes.col(step.from) + mesh.nodes.col(step.to)) / 2;
      if (!(length > 0)) {
        throw ModelError(fmt::format("{} has no length between nodes {} and {}", line_name(line),
                                     label_of_node(mesh, step.from), label_of_node(mesh, step.to)));
      }
      if (step.middle < 0 ||
          (mesh.nodes.col(step.middle) - half).norm() <= k_same_path_place * length) {
        continue;
      }
      throw ModelError(fmt::format(
          "node {} of {} is not half way between nodes {} and {}: a curved edge cannot carry the "
          "line, make it straight",
          label_of_node(mesh, step.middle), line_name(line), label_of_node(mesh, step.from),
          label_of_node(mesh, step.to)));
    }
    if (i == 0) continue;
    const PathStep& before = pieces[i - 1].back();
    const PathStep& after = pieces[i].front();
    const double gap = (mesh.nodes.col(after.from) - mesh.nodes.col(before.to)).norm();
    if (gap <= k_same_path_place * length_of_step(mesh, after)) continue;
    throw ModelError(fmt::format(
        "{} is in {} pieces: {:.4g} m lie between nodes {} and {}, where the next piece should "
        "begin",
        line_name(line), pieces.size(), gap, label_of_node(mesh, before.to),
        label_of_node(mesh, after.from)));
  }
}

}  // namespace

std::vector<PathPiece> track_path(const Mesh& mesh, const TrackLine& line) {
  const std::vector<PathPiece> pieces =
      line.group.empty()
          ? pieces_of_nodes(mesh, line)
          : pieces_in_order(mesh, line, pieces_of(mesh, line, steps_of_group(mesh, line)));
  check_steps(mesh, line, pieces);
  return pieces;
}

}  // namespace tread::fem
