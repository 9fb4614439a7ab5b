#include "tread/study/fem_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/casefile/structure_builder.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/structured.hpp"

namespace tread::study {
namespace {

using casefile::nth_table;
using casefile::StructureInput;

int number(std::size_t i) { return static_cast<int>(i) + 1; }

/// x, y, z or with a minus before it.
Eigen::Vector3d axis(const std::string& name) {
  return (name.front() == '-' ? -1 : 1) * Eigen::Vector3d::Unit(name.back() - 'x');
}

Eigen::Vector3d vector_of(const std::vector<double>& values) {
  return values.size() == 3 ? Eigen::Vector3d(values[0], values[1], values[2])
                            : Eigen::Vector3d::Zero();
}

fem::HexahedronFormulation formulation_of(const std::string& element) {
  return element == "full" ? fem::HexahedronFormulation::full
                           : fem::HexahedronFormulation::incompatible_modes;
}

/// The node at a place, which may be off by what rounding of coordinates in files leaves.
int node_at(const fem::Mesh& mesh, const Eigen::Vector3d& place) {
  const Eigen::Vector3d extent = mesh.nodes.rowwise().maxCoeff() - mesh.nodes.rowwise().minCoeff();
  Eigen::Index nearest = 0;
  const double distance = (mesh.nodes.colwise() - place).colwise().norm().minCoeff(&nearest);
  if (distance <= 1e-6 * extent.norm()) return static_cast<int>(nearest);
  const Eigen::Vector3d other = mesh.nodes.col(nearest);
  throw ModelError(fmt::format(
      "no node is at ({:.6g}, {:.6g}, {:.6g}): the nearest is node {} at ({:.6g}, {:.6g}, {:.6g})",
      place[0], place[1], place[2], label_of_node(mesh, static_cast<int>(nearest)), other[0],
      other[1], other[2]));
}

/// Along a cycloid: velocity and acceleration are zero at begin and end.
std::function<structure::SupportMotion(double)> settlement_of(double displacement, double begin,
                                                              double duration) {
  return [=](double time) {
    const double part = std::clamp((time - begin) / duration, 0.0, 1.0);
    const double angle = 2 * std::numbers::pi * part;
    const double rate = displacement / duration;
    return structure::SupportMotion{
        displacement * (part - std::sin(angle) / (2 * std::numbers::pi)),
        rate * (1 - std::cos(angle)), rate / duration * 2 * std::numbers::pi * std::sin(angle)};
  };
}

class Builder {
 public:
  Builder(const StructureInput& input, const CasePlaces& places) : input_(input), places_(places) {}

  fem::Model build() {
    if (input_.type == "block") {
      start_block();
    } else {
      start_mesh();
    }
    model_.line.start = input_.start.value_or(0);
    model_.line.interpolation = input_.interpolation == "smooth"
                                    ? fem::LineInterpolation::smooth
                                    : fem::LineInterpolation::shape_functions;
    model_.damping = casefile::rayleigh_of(input_);
    model_.mass =
        input_.mass_matrix == "lumped" ? fem::MassKind::lumped : fem::MassKind::consistent;
    add_supports();
    add_springs();
    add_masses();
    add_links();
    return std::move(model_);
  }

 private:
  template <class Work>
  auto blame(const std::string& key, Work&& work) const {
    return places_.blame({key, "structure.type"}, "", work);
  }

  void start_block() {
    fem::Block block{.n_spans = input_.spans,
                     .length = input_.span_length,
                     .width = input_.width,
                     .height = input_.height,
                     .nx = input_.elements_along,
                     .ny = input_.elements_across,
                     .nz = input_.elements_high,
                     .start = input_.start.value_or(0)};
    const double density = input_.density.value_or(input_.mass_per_length.value_or(0) /
                                                   (input_.width * input_.height));
    const auto bearings =
        input_.bearings == "middle" ? fem::BearingHeight::middle : fem::BearingHeight::bottom;
    model_ = blame("structure.type", [&] {
      return block_model(block, {input_.young_modulus, input_.poisson_ratio, density},
                         formulation_of(input_.element), bearings);
    });
    if (input_.bearings == "none") model_.supports.clear();
  }

  void start_mesh() {
    model_.mesh = *input_.mesh;
    model_.up = axis(input_.up);
    model_.line.group = input_.load_line;
    model_.line.direction = axis(input_.along);
    if (!input_.load_line_point.empty()) model_.line.point = vector_of(input_.load_line_point);
    blame("structure.load_line", [&] { find_groups(model_.mesh, input_.load_line); });
    for (std::size_t i = 0; i < input_.parts.size(); ++i) add_part(i);
  }

  void add_part(std::size_t i) {
    const casefile::PartInput& part = input_.parts[i];
    const std::string table = nth_table("structure.part", number(i));
    blame(table + ".group", [&] { find_groups(model_.mesh, part.group); });
    const fem::SolidMaterial material{part.young_modulus, part.poisson_ratio, part.density};
    if (part.kind == "solid") {
      model_.solids.push_back({part.group, material, formulation_of(part.element)});
      return;
    }
    fem::BeamPart beam;
    beam.group = part.group;
    beam.kind = part.displacements == "plane" ? fem::BeamKind::plane : fem::BeamKind::spatial;
    const fem::BeamSection section{.area = part.area.value_or(0),
                                   .second_moment_y = part.second_moment.value_or(0),
                                   .second_moment_z = part.second_moment_z.value_or(0),
                                   .torsion_constant = part.torsion_constant.value_or(0),
                                   .shear_area_y = part.shear_area_y.value_or(0),
                                   .shear_area_z = part.shear_area.value_or(0)};
    beam.properties = beam_properties(section, material);
    beam.orientation = part.orientation.empty() ? model_.up : vector_of(part.orientation);
    beam.offset_1 = beam.offset_2 = vector_of(part.offset);
    model_.beams.push_back(std::move(beam));
  }

  std::vector<int> nodes_of(const std::string& table, const casefile::NodesInput& nodes) const {
    if (!nodes.group.empty()) {
      return blame(table + ".group", [&] { return nodes_of_group(model_.mesh, nodes.group); });
    }
    if (nodes.node) {
      return blame(table + ".node",
                   [&] { return std::vector<int>{node_with_label(model_.mesh, *nodes.node)}; });
    }
    return blame(table + ".at",
                 [&] { return std::vector<int>{node_at(model_.mesh, vector_of(nodes.at))}; });
  }

  void add_supports() {
    for (std::size_t i = 0; i < input_.supports.size(); ++i) {
      const casefile::SupportInput& support = input_.supports[i];
      fem::Support held;
      held.nodes = nodes_of(nth_table("structure.support", number(i)), support.nodes);
      for (const std::string& direction : support.fix) {
        held.fixed[static_cast<std::size_t>(direction.back() - 'x' +
                                            (direction.size() == 2 ? 3 : 0))] = true;
      }
      if (support.settlement) add_settling(support, held);
      if (std::ranges::count(held.fixed, true) == 0) continue;
      model_.supports.push_back(std::move(held));
    }
  }

  /// The vertical direction of a support moves; the others stay at rest.
  void add_settling(const casefile::SupportInput& support, fem::Support& held) {
    Eigen::Index vertical = 0;
    model_.up.cwiseAbs().maxCoeff(&vertical);
    fem::Support settling{.group = {}, .nodes = held.nodes, .fixed = {}, .motion = {}};
    settling.fixed[static_cast<std::size_t>(vertical)] = true;
    held.fixed[static_cast<std::size_t>(vertical)] = false;
    const double down = model_.up(vertical) > 0 ? -1 : 1;
    settling.motion = settlement_of(down * *support.settlement, support.settlement_begin,
                                    support.settlement_duration.value_or(0));
    model_.supports.push_back(std::move(settling));
  }

  void add_springs() {
    for (std::size_t i = 0; i < input_.springs.size(); ++i) {
      const casefile::SpringInput& spring = input_.springs[i];
      const std::string table = nth_table("structure.spring", number(i));
      for (const int node : nodes_of(table, spring.nodes)) {
        fem::Connector connector;
        connector.name =
            fmt::format("spring_{}_at_node_{}", number(i), label_of_node(model_.mesh, node));
        connector.to = node;
        if (spring.to_node) {
          connector.from = blame(table + ".to_node",
                                 [&] { return node_with_label(model_.mesh, *spring.to_node); });
        }
        if (!spring.direction.empty()) {
          connector.direction = axis(spring.direction);
          if (spring.direction.size() == 2) connector.kind = fem::ConnectorKind::rotation;
        }
        if (!spring.elongations.empty()) {
          model_.nonlinear_springs.push_back(
              {connector, PiecewiseLinear(spring.elongations, spring.forces)});
        }
        if (spring.stiffness || spring.damping > 0) {
          model_.springs.push_back({connector, spring.stiffness.value_or(0), spring.damping});
        }
      }
    }
  }

  void add_masses() {
    for (std::size_t i = 0; i < input_.masses.size(); ++i) {
      const casefile::MassInput& mass = input_.masses[i];
      for (const int node : nodes_of(nth_table("structure.point_mass", number(i)), mass.nodes)) {
        model_.masses.push_back({node, mass.mass, vector_of(mass.inertia)});
      }
    }
  }

  void add_links() {
    for (std::size_t i = 0; i < input_.links.size(); ++i) {
      const casefile::LinkInput& link = input_.links[i];
      const std::string table = nth_table("structure.link", number(i));
      fem::RigidLink rigid;
      rigid.master =
          blame(table + ".master", [&] { return node_with_label(model_.mesh, link.master); });
      rigid.slaves =
          blame(table + ".group", [&] { return nodes_of_group(model_.mesh, link.group); });
      std::erase(rigid.slaves, rigid.master);
      model_.links.push_back(std::move(rigid));
    }
  }

  const StructureInput& input_;
  const CasePlaces& places_;
  fem::Model model_;
};

}  // namespace

fem::Model fem_model(const StructureInput& input, const CasePlaces& places) {
  return Builder(input, places).build();
}

}  // namespace tread::study
