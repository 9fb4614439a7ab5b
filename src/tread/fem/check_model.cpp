#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/line_of_model.hpp"
#include "tread/fem/model.hpp"

namespace tread::fem {
namespace {

constexpr double k_flat = 1e-6;  // det J over the lengths of its columns

std::string element_name(const ElementGroup& group, Eigen::Index i) {
  return fmt::format("{} {} of group '{}'", name_of(group.shape), label_of_element(group, i),
                     group.name);
}

void check_solid_shape(const Mesh& mesh, const ElementGroup& group, Eigen::Index i) {
  Eigen::Matrix3Xd places(3, group.nodes.cols());
  for (Eigen::Index a = 0; a < places.cols(); ++a) {
    places.col(a) = mesh.nodes.col(group.nodes(i, a));
  }
  const double worst = worst_corner(group.shape, places);
  if (worst > k_flat) return;
  const Eigen::Vector3d centre = places.rowwise().mean();
  throw ModelError(fmt::format(
      "{} at ({:.6g}, {:.6g}, {:.6g}) is {}: its Jacobian is {:.3g} of a brick's at its worst "
      "corner; order its nodes as Gmsh does, or mesh this place anew",
      element_name(group, i), centre[0], centre[1], centre[2],
      worst < -k_flat ? "inverted" : "flat", worst));
}

/// An element in two groups would be there twice.
void check_once(const Model& model) {
  std::map<std::vector<int>, const ElementGroup*> seen;
  for (const SolidPart& part : model.solids) {
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (dimension_of(group->shape) != 3) continue;
      for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
        std::vector<int> nodes(group->nodes.row(i).begin(), group->nodes.row(i).end());
        std::ranges::sort(nodes);
        const auto [other, is_new] = seen.emplace(std::move(nodes), group);
        if (is_new) continue;
        throw ModelError(
            fmt::format("{} is solid twice, the other time in group '{}': give each "
                        "place one material",
                        element_name(*group, i), other->second->name));
      }
    }
  }
}

void check_solids(const Model& model) {
  for (const SolidPart& part : model.solids) {
    check(part.material);
    bool has_volume = false;
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (dimension_of(group->shape) != 3) continue;
      has_volume = has_volume || group->nodes.rows() > 0;
      for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
        check_solid_shape(model.mesh, *group, i);
      }
    }
    if (has_volume) continue;
    throw ModelError(fmt::format(
        "group '{}' is to be solid but has no volume elements: give hexahedra or tetrahedra",
        part.group));
  }
}

void check_beam_not_negative(const std::string& group, const char* what, double value) {
  if (value >= 0) return;
  throw ModelError(
      fmt::format("the beams of group '{}' have {} {}: must not be negative", group, what, value));
}

void check_beam_positive(const std::string& group, const char* what, double value) {
  if (value > 0) return;
  throw ModelError(
      fmt::format("the beams of group '{}' have {} {}: must be > 0", group, what, value));
}

void check_properties(const BeamPart& part) {
  const BeamProperties& beam = part.properties;
  check_beam_positive(part.group, "bending stiffness EI_y", beam.bending_stiffness_y);
  check_beam_positive(part.group, "shear stiffness along z", beam.shear_stiffness_z);
  check_beam_not_negative(part.group, "mass per length", beam.mass_per_length);
  check_beam_not_negative(part.group, "rotary inertia about y", beam.rotary_inertia_y);
  if (part.kind == BeamKind::bending) return;
  check_beam_positive(part.group, "axial stiffness EA", beam.axial_stiffness);
  if (part.kind == BeamKind::plane) return;
  check_beam_positive(part.group, "bending stiffness EI_z", beam.bending_stiffness_z);
  check_beam_positive(part.group, "torsional stiffness GJ", beam.torsional_stiffness);
  check_beam_positive(part.group, "shear stiffness along y", beam.shear_stiffness_y);
  check_beam_not_negative(part.group, "rotary inertia about z", beam.rotary_inertia_z);
  check_beam_not_negative(part.group, "polar inertia", beam.polar_inertia);
}

void check_beam_place(const Model& model, const BeamPart& part, const ElementGroup& group,
                      Eigen::Index i) {
  const BeamPlace place = place_of(model.mesh, part, group.nodes(i, 0), group.nodes(i, 1));
  const Eigen::Vector3d axis = place.node_2 + place.offset_2 - place.node_1 - place.offset_1;
  const double length = axis.norm();
  if (!(length > 0)) {
    throw ModelError(
        fmt::format("{} has no length: its ends are at one place", element_name(group, i)));
  }
  const bool leaves_plane = std::abs(axis[1]) > 1e-9 * length || part.offset_1[1] != 0;
  const bool leaves_x =
      std::abs(axis[2]) > 1e-9 * length || !part.offset_1.isZero(0) || !part.offset_2.isZero(0);
  if ((part.kind == BeamKind::spatial || !leaves_plane) &&
      (part.kind != BeamKind::bending || !leaves_x)) {
    return;
  }
  throw ModelError(fmt::format("{} leads along ({:.6g}, {:.6g}, {:.6g}): {}",
                               element_name(group, i), axis[0], axis[1], axis[2],
                               part.kind == BeamKind::plane
                                   ? "plane frames lie in the x-z plane, use spatial beams"
                                   : "beams with bending alone lie along x without offsets, use "
                                     "plane frames or spatial beams"));
}

void check_beams(const Model& model) {
  for (const BeamPart& part : model.beams) {
    check_properties(part);
    bool has_lines = false;
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (group->shape == ElementShape::line_3) {
        throw ModelError(fmt::format(
            "group '{}' is to be beams but has 3-node lines: mesh it with 2-node lines (order 1)",
            part.group));
      }
      if (group->shape != ElementShape::line_2) continue;
      has_lines = has_lines || group->nodes.rows() > 0;
      for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
        check_beam_place(model, part, *group, i);
      }
    }
    if (has_lines) continue;
    throw ModelError(fmt::format("group '{}' is to be beams but has no lines", part.group));
  }
}

void check_node(const Model& model, const std::string& what, int node) {
  if (node >= 0 && node < model.mesh.n_nodes()) return;
  throw ModelError(fmt::format("{} uses node {} (counted from 0) of {}: it does not exist", what,
                               node, model.mesh.n_nodes()));
}

void check_connector(const Model& model, const Connector& connector) {
  const std::string what = fmt::format("spring '{}'", connector.name);
  for (const int node : {connector.from, connector.to}) {
    if (node != k_ground) check_node(model, what, node);
  }
  if (connector.from == connector.to) {
    throw ModelError(fmt::format("{} has both ends {}: it must join two", what,
                                 connector.to == k_ground ? "on the ground" : "on one node"));
  }
  if (connector.direction) {
    if (connector.direction->allFinite() && connector.direction->norm() > 0) return;
    throw ModelError(fmt::format("{} has a direction without length", what));
  }
  if (connector.from == k_ground || connector.to == k_ground) {
    throw ModelError(fmt::format("{} goes to the ground: say in which direction", what));
  }
  if ((model.mesh.nodes.col(connector.to) - model.mesh.nodes.col(connector.from)).norm() > 0) {
    return;
  }
  throw ModelError(
      fmt::format("{} joins two nodes at one place: say in which direction it acts", what));
}

void check_springs(const Model& model) {
  for (const Spring& spring : model.springs) {
    check_connector(model, spring.connector);
    for (const auto& [what, value] :
         {std::pair{"stiffness", spring.stiffness}, {"damping", spring.damping}}) {
      if (value >= 0 && std::isfinite(value)) continue;
      throw ModelError(fmt::format("spring '{}' has {} {}: must be finite and not negative",
                                   spring.connector.name, what, value));
    }
  }
  for (const NonlinearSpring& spring : model.nonlinear_springs) {
    check_connector(model, spring.connector);
    if (!spring.law.places().empty()) continue;
    throw ModelError(fmt::format("spring '{}' has no law: give its force over its elongation",
                                 spring.connector.name));
  }
}

void check_masses(const Model& model) {
  for (const PointMass& mass : model.masses) {
    check_node(model, "a point mass", mass.node);
    for (const double value : {mass.mass, mass.inertia[0], mass.inertia[1], mass.inertia[2]}) {
      if (value >= 0 && std::isfinite(value)) continue;
      throw ModelError(fmt::format(
          "the point mass on node {} has {} as mass or inertia: must be finite and not negative",
          label_of_node(model.mesh, mass.node), value));
    }
  }
}

void check_links(const Model& model) {
  for (const RigidLink& link : model.links) {
    check_node(model, "a rigid link", link.master);
    for (const int slave : link.slaves) {
      check_node(model, "a rigid link", slave);
      if (slave != link.master) continue;
      throw ModelError(fmt::format("node {} is master and slave of one rigid link",
                                   label_of_node(model.mesh, slave)));
    }
  }
}

void check_damping(const Model& model) {
  for (const double factor : {model.damping.mass_factor, model.damping.stiffness_factor}) {
    if (factor >= 0 && std::isfinite(factor)) continue;
    throw ModelError(
        fmt::format("Rayleigh damping has the factor {}: must be finite and not "
                    "negative",
                    factor));
  }
}

}  // namespace

void check(const Model& model) {
  check(model.mesh);
  if (!model.up.allFinite() || !(model.up.norm() > 0)) {
    throw ModelError("the direction up has no length: give a vector such as (0, 0, 1)");
  }
  if (!model.line.is_empty() && !(model.line.direction.norm() > 0)) {
    throw ModelError("the load line's direction has no length: give a vector such as (1, 0, 0)");
  }
  check_solids(model);
  check_once(model);
  check_beams(model);
  check_springs(model);
  check_masses(model);
  check_links(model);
  check_damping(model);
  for (const Support& support : model.supports) {
    if (!support.group.empty()) continue;
    for (const int node : support.nodes) check_node(model, "a support", node);
  }
}

int node_with_label(const Mesh& mesh, long long label) {
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    if (label_of_node(mesh, i) == label) return i;
  }
  throw ModelError(fmt::format("the mesh has no node {}: it has {} nodes, {} to {}", label,
                               mesh.n_nodes(), label_of_node(mesh, 0),
                               label_of_node(mesh, mesh.n_nodes() - 1)));
}

}  // namespace tread::fem
