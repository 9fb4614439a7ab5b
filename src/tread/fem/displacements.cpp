#include "tread/fem/displacements.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::fem {
namespace {

constexpr std::array<const char*, 6> k_component_names{"x", "y", "z", "rx", "ry", "rz"};
constexpr std::array<int, 6> k_all{0, 1, 2, 3, 4, 5};
constexpr std::array<int, 3> k_of_plane{0, 2, 4};
constexpr std::array<int, 2> k_of_bending{2, 4};

/// Component c of u_m + theta_m x r (or of theta_m), in the master's components.
std::vector<Share> of_master(int master, int component, const Eigen::Vector3d& r) {
  std::vector<Share> shares{{raw_dof(master, component), 1}};
  if (component >= 3) return shares;
  const int next = (component + 1) % 3;
  const int last = (component + 2) % 3;
  if (r[last] != 0) shares.push_back({raw_dof(master, 3 + next), r[last]});
  if (r[next] != 0) shares.push_back({raw_dof(master, 3 + last), -r[next]});
  return shares;
}

/// The link by which each slave hangs on its master, slaves nearest to a free master first.
std::vector<std::pair<int, int>> ordered_links(const Model& model) {
  std::unordered_map<int, int> master_of;
  std::vector<std::pair<int, int>> open;  // slave, master
  for (const RigidLink& link : model.links) {
    for (const int slave : link.slaves) {
      if (!master_of.emplace(slave, link.master).second) {
        throw ModelError(fmt::format(
            "node {} is the slave of two rigid links: make one of its masters the slave of the "
            "other",
            label_of_node(model.mesh, slave)));
      }
      open.push_back({slave, link.master});
    }
  }
  const auto depth = [&](int slave) {
    std::size_t steps = 0;
    for (auto at = master_of.find(slave); at != master_of.end(); at = master_of.find(at->second)) {
      if (++steps <= master_of.size()) continue;
      throw ModelError(
          fmt::format("rigid links go in a circle over node {}: one node of it must "
                      "be free of masters",
                      label_of_node(model.mesh, slave)));
    }
    return steps;
  };
  std::ranges::stable_sort(open, {}, [&](const auto& pair) { return depth(pair.first); });
  return open;
}

}  // namespace

std::span<const int> components_of(BeamKind kind) {
  switch (kind) {
    case BeamKind::plane:
      return k_of_plane;
    case BeamKind::bending:
      return k_of_bending;
    default:
      return k_all;
  }
}

std::string name_of_raw(const Mesh& mesh, int raw) {
  return fmt::format("node {} {}", label_of_node(mesh, raw / k_components),
                     k_component_names[as_size(raw % k_components)]);
}

Eigen::Vector3d direction_of(const Model& model, const Connector& connector) {
  if (connector.direction) return connector.direction->normalized();
  return (model.mesh.nodes.col(connector.to) - model.mesh.nodes.col(connector.from)).normalized();
}

std::vector<Share> elongation_of(const Model& model, const Connector& connector) {
  const Eigen::Vector3d along = direction_of(model, connector);
  const int first = connector.kind == ConnectorKind::rotation ? 3 : 0;
  std::vector<Share> shares;
  for (const auto& [node, sign] : {std::pair{connector.from, -1.0}, {connector.to, 1.0}}) {
    if (node == k_ground) continue;
    for (int c = 0; c < 3; ++c) {
      // Rounding of a direction must not give a plane frame a third dimension.
      if (std::abs(along[c]) < 1e-12) continue;
      shares.push_back({raw_dof(node, first + c), sign * along[c]});
    }
  }
  return shares;
}

Displacements::Displacements(const Model& model)
    : number_(k_components * as_size(model.mesh.n_nodes()), k_unused) {
  use_elements(model);
  use_connectors(model);
  use_links(model);
  number(model);
}

void Displacements::use(int node, int component) { number_[as_size(raw_dof(node, component))] = 0; }

void Displacements::use_elements(const Model& model) {
  for (const SolidPart& part : model.solids) {
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (dimension_of(group->shape) != 3) continue;
      for (const int node : group->nodes.reshaped()) {
        for (int c = 0; c < 3; ++c) use(node, c);
      }
    }
  }
  for (const BeamPart& part : model.beams) {
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (group->shape != ElementShape::line_2) continue;
      for (const int node : group->nodes.reshaped()) {
        for (const int c : components_of(part.kind)) use(node, c);
      }
    }
  }
}

void Displacements::use_connectors(const Model& model) {
  const auto use_one = [&](const Connector& connector) {
    for (const Share& share : elongation_of(model, connector)) number_[as_size(share.number)] = 0;
  };
  for (const Spring& spring : model.springs) use_one(spring.connector);
  for (const NonlinearSpring& spring : model.nonlinear_springs) use_one(spring.connector);
}

void Displacements::use_links(const Model& model) {
  std::vector<std::pair<int, int>> links = ordered_links(model);
  // From the ends of chains to their heads: a master has what its slaves need.
  std::ranges::reverse(links);
  for (const auto& [slave, master] : links) {
    const Eigen::Vector3d r = model.mesh.nodes.col(slave) - model.mesh.nodes.col(master);
    for (int c = 0; c < k_components; ++c) {
      const int raw = raw_dof(slave, c);
      if (!is_used(raw)) continue;
      for (const Share& share : of_slave_[raw] = of_master(master, c, r)) {
        number_[as_size(share.number)] = 0;
      }
      number_[as_size(raw)] = k_slave;
      slave_order_.push_back(raw);
    }
  }
  std::ranges::reverse(slave_order_);
}

void Displacements::number(const Model& model) {
  std::unordered_map<int, std::function<structure::SupportMotion(double)>> held;
  for (const Support& support : model.supports) {
    const std::vector<int> nodes =
        support.group.empty() ? support.nodes : nodes_of_group(model.mesh, support.group);
    bool holds_something = false;
    for (const int node : nodes) {
      for (int c = 0; c < k_components; ++c) {
        const int raw = raw_dof(node, c);
        if (!support.fixed[as_size(c)] || !is_used(raw)) continue;
        holds_something = true;
        if (number_[as_size(raw)] == k_slave) {
          throw ModelError(fmt::format(
              "{} has a support and hangs on a rigid link: put the support on the link's master",
              name_of_raw(model.mesh, raw)));
        }
        if (held.emplace(raw, support.motion).second) continue;
        if (!support.motion && !held[raw]) continue;
        throw ModelError(fmt::format("{} is moved by two supports: leave it to one of them",
                                     name_of_raw(model.mesh, raw)));
      }
    }
    if (holds_something) continue;
    throw ModelError(
        fmt::format("the support on {} holds nothing: its nodes have none of the displacements it "
                    "names (solids "
                    "have x y z, plane frames x z ry)",
                    support.group.empty() ? fmt::format("{} nodes", nodes.size())
                                          : fmt::format("group '{}'", support.group)));
  }
  const int n_raw = static_cast<int>(number_.size());
  const auto number_those = [&](bool with_support) {
    for (int raw = 0; raw < n_raw; ++raw) {
      if (number_[as_size(raw)] < 0 || held.contains(raw) != with_support) continue;
      raw_of_.push_back(raw);
    }
  };
  number_those(false);
  n_free_ = n_all();
  number_those(true);
  for (int i = 0; i < n_all(); ++i) {
    number_[as_size(raw_of_[as_size(i)])] = i;
    own_.push_back({i, 1});
    if (i >= n_free_) motions_.push_back(held[raw_of_[as_size(i)]]);
  }
  for (const int raw : slave_order_) {
    std::vector<Share> resolved;
    for (const Share& of_raw : of_slave_[raw]) {
      for (const Share& share : shares(of_raw.number)) {
        const auto same = std::ranges::find(resolved, share.number, &Share::number);
        if (same != resolved.end()) {
          same->weight += of_raw.weight * share.weight;
        } else {
          resolved.push_back({share.number, of_raw.weight * share.weight});
        }
      }
    }
    of_slave_[raw] = std::move(resolved);
  }
}

std::span<const Share> Displacements::shares(int raw) const {
  const int number = number_[as_size(raw)];
  if (number == k_slave) return of_slave_.at(raw);
  return {own_.data() + number, 1};
}

const std::function<structure::SupportMotion(double)>& Displacements::motion(int number) const {
  return motions_[as_size(number - n_free_)];
}

}  // namespace tread::fem
