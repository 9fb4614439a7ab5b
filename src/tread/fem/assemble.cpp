#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/displacements.hpp"
#include "tread/fem/line_of_model.hpp"
#include "tread/fem/lower_pattern.hpp"
#include "tread/fem/model.hpp"

namespace tread::fem {
namespace {

/// Matrices of an element; empty: none.
struct ElementMatrices {
  Eigen::MatrixXd stiffness;
  Eigen::MatrixXd mass;
  Eigen::MatrixXd damping;
};

Eigen::Matrix3Xd places_of_element(const Mesh& mesh, const Eigen::MatrixXi& nodes,
                                   Eigen::Index element) {
  Eigen::Matrix3Xd places(3, nodes.cols());
  for (Eigen::Index a = 0; a < nodes.cols(); ++a) places.col(a) = mesh.nodes.col(nodes(element, a));
  return places;
}

/// visit(raw displacements, a function that makes the matrices) for every element of a kind.
template <class Visit>
void for_solids(const Model& model, const Visit& visit) {
  std::vector<int> raw;
  for (const SolidPart& part : model.solids) {
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (dimension_of(group->shape) != 3) continue;
      for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
        raw.clear();
        for (const int node : group->nodes.row(i)) {
          for (int c = 0; c < 3; ++c) raw.push_back(raw_dof(node, c));
        }
        visit(raw, [&] {
          const Eigen::Matrix3Xd places = places_of_element(model.mesh, group->nodes, i);
          return ElementMatrices{
              solid_stiffness(group->shape, places, part.material, part.formulation),
              solid_mass(group->shape, places, part.material.density, model.mass),
              {}};
        });
      }
    }
  }
}

template <class Visit>
void for_beams(const Model& model, const Visit& visit) {
  std::vector<int> raw;
  std::vector<int> rows;  // of the twelve
  for (const BeamPart& part : model.beams) {
    for (const ElementGroup* group : find_groups(model.mesh, part.group)) {
      if (group->shape != ElementShape::line_2) continue;
      for (Eigen::Index i = 0; i < group->nodes.rows(); ++i) {
        raw.clear();
        rows.clear();
        for (int end = 0; end < 2; ++end) {
          for (const int c : components_of(part.kind)) {
            raw.push_back(raw_dof(group->nodes(i, end), c));
            rows.push_back(k_components * end + c);
          }
        }
        visit(raw, [&] {
          const BeamPlace place =
              place_of(model.mesh, part, group->nodes(i, 0), group->nodes(i, 1));
          return ElementMatrices{beam_stiffness(place, part.properties)(rows, rows),
                                 beam_mass(place, part.properties, model.mass)(rows, rows),
                                 {}};
        });
      }
    }
  }
}

template <class Visit>
void for_springs(const Model& model, const Visit& visit) {
  for (const Spring& spring : model.springs) {
    std::vector<int> raw;
    std::vector<double> weights;
    for (const Share& share : elongation_of(model, spring.connector)) {
      raw.push_back(share.number);
      weights.push_back(share.weight);
    }
    visit(raw, [&] {
      const Eigen::Map<const Eigen::VectorXd> b(weights.data(),
                                                static_cast<Eigen::Index>(weights.size()));
      const Eigen::MatrixXd unit = b * b.transpose();
      return ElementMatrices{spring.stiffness * unit, {}, spring.damping * unit};
    });
  }
}

template <class Visit>
void for_masses(const Model& model, const Displacements& displacements, const Visit& visit) {
  for (const PointMass& mass : model.masses) {
    std::vector<int> raw;
    std::vector<double> values;
    for (int c = 0; c < k_components; ++c) {
      if (!displacements.is_used(raw_dof(mass.node, c))) continue;
      raw.push_back(raw_dof(mass.node, c));
      values.push_back(c < 3 ? mass.mass : mass.inertia[c - 3]);
    }
    const bool can_turn = !raw.empty() && raw.back() % k_components >= 3;
    if (raw.empty() || (!can_turn && !mass.inertia.isZero(0))) {
      throw ModelError(fmt::format(
          "the point mass of {} kg is on node {}, which has no {}: {}", mass.mass,
          label_of_node(model.mesh, mass.node), raw.empty() ? "displacements" : "rotations",
          raw.empty() ? "join the node to an element, a spring or a rigid link"
                      : "leave out its inertia, or put it on a node of a beam or a rigid link"));
    }
    visit(raw, [&] {
      const Eigen::Map<const Eigen::VectorXd> diagonal(values.data(),
                                                       static_cast<Eigen::Index>(values.size()));
      return ElementMatrices{{}, diagonal.asDiagonal(), {}};
    });
  }
}

template <class Visit>
void for_elements(const Model& model, const Displacements& displacements, const Visit& visit) {
  for_solids(model, visit);
  for_beams(model, visit);
  for_springs(model, visit);
  for_masses(model, displacements, visit);
}

/// What an element's displacements are in independent ones: numbers and, where links are concerned,
/// raw = transformation x numbers.
struct Mapping {
  std::vector<int> numbers;
  Eigen::MatrixXd transformation;  // empty: one to one
};

Mapping map(const Displacements& displacements, const std::vector<int>& raw) {
  Mapping mapping;
  bool is_one_to_one = true;
  for (const int one : raw) {
    for (const Share& share : displacements.shares(one)) {
      if (share.weight != 1) is_one_to_one = false;
      mapping.numbers.push_back(share.number);
    }
  }
  if (is_one_to_one && mapping.numbers.size() == raw.size()) return mapping;
  std::ranges::sort(mapping.numbers);
  mapping.numbers.erase(std::unique(mapping.numbers.begin(), mapping.numbers.end()),
                        mapping.numbers.end());
  mapping.transformation = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(raw.size()),
                                                 static_cast<Eigen::Index>(mapping.numbers.size()));
  for (std::size_t i = 0; i < raw.size(); ++i) {
    for (const Share& share : displacements.shares(raw[i])) {
      const auto column = std::ranges::lower_bound(mapping.numbers, share.number);
      mapping.transformation(static_cast<Eigen::Index>(i), column - mapping.numbers.begin()) +=
          share.weight;
    }
  }
  return mapping;
}

struct Entries {
  LowerPattern pattern;
  std::vector<double> stiffness;
  std::vector<double> mass;
  std::vector<double> damping;
};

LowerPattern count_entries(const Model& model, const Displacements& displacements) {
  std::vector<int> begins{0};
  std::vector<int> numbers;
  for_elements(model, displacements, [&](const std::vector<int>& raw, const auto&) {
    const Mapping mapping = map(displacements, raw);
    numbers.insert(numbers.end(), mapping.numbers.begin(), mapping.numbers.end());
    begins.push_back(static_cast<int>(numbers.size()));
  });
  return LowerPattern(displacements.n_all(), begins, numbers);
}

Entries sum_elements(const Model& model, const Displacements& displacements) {
  Entries entries{count_entries(model, displacements), {}, {}, {}};
  const std::size_t n = entries.pattern.n_entries();
  entries.stiffness.assign(n, 0);
  entries.mass.assign(n, 0);
  entries.damping.assign(n, 0);
  for_elements(model, displacements, [&](const std::vector<int>& raw, const auto& make) {
    const ElementMatrices matrices = make();
    const Mapping mapping = map(displacements, raw);
    const auto add = [&](const Eigen::MatrixXd& matrix, std::vector<double>& to) {
      if (matrix.size() == 0) return;
      if (mapping.transformation.size() == 0) {
        entries.pattern.add(mapping.numbers, matrix, to);
      } else {
        entries.pattern.add(mapping.numbers,
                            mapping.transformation.transpose() * matrix * mapping.transformation,
                            to);
      }
    };
    add(matrices.stiffness, entries.stiffness);
    add(matrices.mass, entries.mass);
    add(matrices.damping, entries.damping);
  });
  for (std::size_t k = 0; k < n; ++k) {
    entries.damping[k] += model.damping.mass_factor * entries.mass[k] +
                          model.damping.stiffness_factor * entries.stiffness[k];
  }
  return entries;
}

std::vector<structure::LawSpring> law_springs(const Model& model,
                                              const Displacements& displacements) {
  std::vector<structure::LawSpring> springs;
  for (const NonlinearSpring& spring : model.nonlinear_springs) {
    const FreeWeights weights =
        free_weights(model, displacements, elongation_of(model, spring.connector),
                     fmt::format("spring '{}'", spring.connector.name));
    springs.push_back({spring.connector.name, weights.dofs, weights.values, spring.law});
  }
  return springs;
}

structure::SupportRows support_rows(const Model& model, const Displacements& displacements,
                                    const Entries& entries) {
  const int n_free = displacements.n_free();
  structure::SupportRows rows{entries.pattern.below(n_free, entries.mass),
                              entries.pattern.below(n_free, entries.damping),
                              entries.pattern.below(n_free, entries.stiffness),
                              {},
                              {}};
  for (int i = n_free; i < displacements.n_all(); ++i) {
    rows.names.push_back(name_of_raw(model.mesh, displacements.raw_of(i)));
    rows.motions.push_back(displacements.motion(i));
  }
  return rows;
}

}  // namespace

structure::ElasticStructure assemble(const Model& model) {
  check(model);
  const Displacements displacements(model);
  const int n_free = displacements.n_free();
  if (n_free == 0) {
    throw ModelError("the structure has no free displacements: give it elements that are not held");
  }
  const Entries entries = sum_elements(model, displacements);
  structure::ElasticStructure structure;
  structure.mass = entries.pattern.leading(n_free, entries.mass, Zeros::dropped);
  structure.damping = entries.pattern.leading(n_free, entries.damping, Zeros::dropped);
  structure.stiffness = entries.pattern.leading(n_free, entries.stiffness, Zeros::kept);
  structure.line = line_of_model(model, displacements);
  structure.springs = law_springs(model, displacements);
  structure.supports = support_rows(model, displacements, entries);
  for (int i = 0; i < n_free; ++i) {
    structure.dof_names.push_back(name_of_raw(model.mesh, displacements.raw_of(i)));
  }
  return structure;
}

}  // namespace tread::fem
