#include "tread/fem/line_of_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/face_crossings.hpp"
#include "tread/fem/shape_functions.hpp"
#include "tread/fem/track_path.hpp"
#include "tread/structure/smooth_line.hpp"

namespace tread::fem {
namespace {

using structure::LineSegment;
using Coefficients = Eigen::Matrix<double, Eigen::Dynamic, 4>;
using NodePair = std::pair<int, int>;

NodePair sorted_pair(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

/// Elements that have an edge on the path.
struct EdgeUsers {
  struct Beam {
    const BeamPart* part;
    int node_1;
    int node_2;
  };
  std::map<NodePair, Beam> beams;
  std::map<NodePair, int> edges;  // of solids: their middle node, -1 if they have none
};

void add_solid_edges(const ElementGroup& group, const std::vector<bool>& is_on_path,
                     EdgeUsers& users) {
  constexpr std::array<std::array<int, 2>, 12> of_hexahedron{{{0, 1},
                                                              {1, 2},
                                                              {2, 3},
                                                              {3, 0},
                                                              {4, 5},
                                                              {5, 6},
                                                              {6, 7},
                                                              {7, 4},
                                                              {0, 4},
                                                              {1, 5},
                                                              {2, 6},
                                                              {3, 7}}};
  const bool is_hexahedron = group.shape == ElementShape::hexahedron_8;
  const bool has_middles = group.shape == ElementShape::tetrahedron_10;
  const std::size_t n_edges = is_hexahedron ? 12 : 6;
  for (Eigen::Index i = 0; i < group.nodes.rows(); ++i) {
    for (std::size_t e = 0; e < n_edges; ++e) {
      const auto& [a, b] = is_hexahedron ? of_hexahedron[e] : Tetrahedron10::edges[e];
      const int from = group.nodes(i, a);
      const int to = group.nodes(i, b);
      if (!is_on_path[as_size(from)] || !is_on_path[as_size(to)]) continue;
      users.edges[sorted_pair(from, to)] =
          has_middles ? group.nodes(i, 4 + static_cast<Eigen::Index>(e)) : -1;
    }
  }
}

EdgeUsers find_edge_users(const Model& model, const std::vector<PathPiece>& path) {
  std::vector<bool> is_on_path(as_size(model.mesh.n_nodes()), false);
  for (const PathPiece& piece : path) {
    for (const PathStep& step : piece) {
      is_on_path[as_size(step.from)] = is_on_path[as_size(step.to)] = true;
    }
  }
  EdgeUsers users;
  for (const SolidPart& part : model.solids) {
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (dimension_of(group->shape) == 3) add_solid_edges(*group, is_on_path, users);
    }
  }
  for (const BeamPart& part : model.beams) {
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (group->shape != ElementShape::line_2) continue;
      for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
        const int a = group->nodes(i, 0);
        const int b = group->nodes(i, 1);
        users.beams.emplace(sorted_pair(a, b), EdgeUsers::Beam{&part, a, b});
      }
    }
  }
  return users;
}

/// Weights of nodes (a row each) times a direction: weights of their displacements.
LineSegment of_translations(double start, double length, const std::vector<int>& nodes,
                            const Coefficients& weights, const Eigen::Vector3d& down) {
  LineSegment segment{start, length, {}, Coefficients(3 * weights.rows(), 4)};
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    for (int c = 0; c < 3; ++c) {
      segment.coefficients.row(static_cast<Eigen::Index>(segment.dofs.size())) =
          down[c] * weights.row(static_cast<Eigen::Index>(a));
      segment.dofs.push_back(raw_dof(nodes[a], c));
    }
  }
  return segment;
}

LineSegment on_edge(double start, double length, const PathStep& step, int middle,
                    const Eigen::Vector3d& down) {
  if (middle < 0) {
    Coefficients linear(2, 4);
    linear << 1, -1, 0, 0, 0, 1, 0, 0;
    return of_translations(start, length, {step.from, step.to}, linear, down);
  }
  Coefficients quadratic(3, 4);
  quadratic << 1, -3, 2, 0, 0, -1, 2, 0, 0, 4, -4, 0;
  return of_translations(start, length, {step.from, step.to, middle}, quadratic, down);
}

LineSegment on_beam(const Model& model, double start, double length, const PathStep& step,
                    const EdgeUsers::Beam& beam, const Eigen::Vector3d& down) {
  const BeamPlace place = place_of(model.mesh, *beam.part, beam.node_1, beam.node_2);
  const Eigen::Matrix<double, 12, 4> all = beam_deflection(place, beam.part->properties, down);
  Eigen::Matrix4d turn = Eigen::Matrix4d::Identity();  // of polynomials in 1 - s
  if (step.from != beam.node_1) {
    turn << 1, 0, 0, 0, 1, -1, 0, 0, 1, -2, 1, 0, 1, -3, 3, -1;
  }
  const std::span<const int> components = components_of(beam.part->kind);
  LineSegment segment{start, length, {}, Coefficients(2 * components.size(), 4)};
  for (const auto& [end, node] : {std::pair{0, beam.node_1}, {1, beam.node_2}}) {
    for (const int c : components) {
      segment.coefficients.row(static_cast<Eigen::Index>(segment.dofs.size())) =
          all.row(k_components * end + c) * turn;
      segment.dofs.push_back(raw_dof(node, c));
    }
  }
  return segment;
}

std::vector<LineSegment> along_path(const Model& model, const Eigen::Vector3d& down) {
  const std::vector<PathPiece> path = track_path(model.mesh, model.line);
  const EdgeUsers users = find_edge_users(model, path);
  std::vector<LineSegment> segments;
  double x = model.line.start;
  for (const PathPiece& piece : path) {
    for (const PathStep& step : piece) {
      const double length =
          (model.mesh.nodes.col(step.to) - model.mesh.nodes.col(step.from)).norm();
      const NodePair pair = sorted_pair(step.from, step.to);
      const auto beam = users.beams.find(pair);
      const auto edge = users.edges.find(pair);
      if (beam != users.beams.end()) {
        segments.push_back(on_beam(model, x, length, step, beam->second, down));
      } else if (edge != users.edges.end()) {
        segments.push_back(on_edge(x, length, step, edge->second, down));
      } else {
        throw ModelError(fmt::format(
            "the load line goes from node {} to node {}, but no element of the structure has this "
            "edge: lead it along beams or along edges of solids, or over faces",
            label_of_node(model.mesh, step.from), label_of_node(model.mesh, step.to)));
      }
      x += length;
    }
  }
  return segments;
}

std::vector<LineSegment> over_faces(const Model& model, const Displacements& displacements,
                                    const Eigen::Vector3d& down) {
  std::vector<LineSegment> segments;
  const std::vector<FaceCrossing> crossings = face_crossings(model.mesh, model.line, model.up);
  const double shift = model.line.start - crossings.front().begin;
  for (const FaceCrossing& crossing : crossings) {
    for (const int node : crossing.nodes) {
      if (displacements.is_used(raw_dof(node, 0))) continue;
      throw ModelError(fmt::format(
          "the load line crosses a face at node {}, which belongs to no solid: choose faces of the "
          "structure's solids",
          label_of_node(model.mesh, node)));
    }
    segments.push_back(of_translations(crossing.begin + shift, crossing.end - crossing.begin,
                                       crossing.nodes, crossing.weights, down));
  }
  return segments;
}

bool leads_over_faces(const Model& model) {
  if (model.line.group.empty()) return false;
  const auto groups = find_groups(model.mesh, model.line.group);
  const bool has_lines = std::ranges::any_of(
      groups, [](const ElementGroup* group) { return dimension_of(group->shape) == 1; });
  return !has_lines && model.line.point.has_value();
}

/// Sums of displacements as rows of a segment.
void write_rows(const std::map<int, Eigen::RowVector4d>& rows, std::vector<int>& numbers,
                Coefficients& coefficients) {
  coefficients.resize(static_cast<Eigen::Index>(rows.size()), 4);
  for (const auto& [number, row] : rows) {
    coefficients.row(static_cast<Eigen::Index>(numbers.size())) = row;
    numbers.push_back(number);
  }
}

/// The same sums in free displacements, and in those that supports hold.
LineSegment in_free(const Model& model, const Displacements& displacements,
                    const LineSegment& segment, const std::string& what) {
  std::map<int, Eigen::RowVector4d> rows, held;
  for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
    const Eigen::RowVector4d row = segment.coefficients.row(static_cast<Eigen::Index>(i));
    if (row.isZero(0)) continue;
    for (const Share& share : displacements.shares(segment.dofs[i])) {
      const int support = share.number - displacements.n_free();
      (support < 0 ? rows.try_emplace(share.number, Eigen::RowVector4d::Zero())
                   : held.try_emplace(support, Eigen::RowVector4d::Zero()))
          .first->second += share.weight * row;
      if (support >= 0 && displacements.motion(share.number)) {
        throw ModelError(
            fmt::format("{} is on {}, which a support moves: put a stiff spring between them", what,
                        name_of_raw(model.mesh, displacements.raw_of(share.number))));
      }
    }
  }
  // Where all is held nothing moves, whichever displacement says so.
  if (rows.empty()) rows.emplace(0, Eigen::RowVector4d::Zero());
  LineSegment free{segment.start, segment.length, {}, {}};
  write_rows(rows, free.dofs, free.coefficients);
  write_rows(held, free.supports, free.support_coefficients);
  return free;
}

}  // namespace

BeamPlace place_of(const Mesh& mesh, const BeamPart& part, int node_1, int node_2) {
  return {mesh.nodes.col(node_1), mesh.nodes.col(node_2), part.orientation, part.offset_1,
          part.offset_2};
}

FreeWeights free_weights(const Model& model, const Displacements& displacements,
                         const std::vector<Share>& raw, const std::string& what) {
  LineSegment sum{0, 1, {}, Coefficients::Zero(static_cast<Eigen::Index>(raw.size()), 4)};
  for (const Share& share : raw) {
    sum.coefficients(static_cast<Eigen::Index>(sum.dofs.size()), 0) = share.weight;
    sum.dofs.push_back(share.number);
  }
  const LineSegment free = in_free(model, displacements, sum, what);
  const Eigen::VectorXd values = free.coefficients.col(0);
  return {free.dofs, {values.begin(), values.end()}};
}

structure::LoadLine line_of_model(const Model& model, const Displacements& displacements) {
  if (model.line.is_empty()) return {};
  const Eigen::Vector3d down = -model.up.normalized();
  structure::LoadLine line(leads_over_faces(model) ? over_faces(model, displacements, down)
                                                   : along_path(model, down));
  if (model.line.interpolation == LineInterpolation::smooth) line = structure::smoothed(line);
  std::vector<LineSegment> segments;
  for (const LineSegment& segment : line.segments()) {
    segments.push_back(in_free(model, displacements, segment, "the load line"));
  }
  return structure::LoadLine(std::move(segments));
}

}  // namespace tread::fem
