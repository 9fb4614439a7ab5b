#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "tread/fem/model.hpp"

namespace tread::fem {

/// A displacement of a node, before numbering: 6 node + (0 to 5: x y z rx ry rz).
constexpr int k_components = 6;
constexpr int raw_dof(int node, int component) { return k_components * node + component; }

struct Share {
  int number;     // of an independent displacement
  double weight;  // -
};

/// Which displacements a model has and how they are numbered: the free ones first, then those with
/// supports; slaves of links are combinations of these.
class Displacements {
 public:
  explicit Displacements(const Model& model);

  int n_free() const { return n_free_; }
  int n_all() const { return static_cast<int>(raw_of_.size()); }
  bool is_used(int raw) const { return number_[static_cast<std::size_t>(raw)] != k_unused; }

  /// What a used displacement is made of.
  std::span<const Share> shares(int raw) const;

  int raw_of(int number) const { return raw_of_[static_cast<std::size_t>(number)]; }
  /// Of those with supports; empty: at rest.
  const std::function<structure::SupportMotion(double)>& motion(int number) const;

 private:
  static constexpr int k_unused = -1;
  static constexpr int k_slave = -2;

  void use_elements(const Model& model);
  void use_connectors(const Model& model);
  void use_links(const Model& model);
  void number(const Model& model);
  void use(int node, int component);

  std::vector<int> number_;  // of each raw displacement
  std::vector<int> raw_of_;
  int n_free_ = 0;
  std::vector<Share> own_;                                // each independent displacement itself
  std::unordered_map<int, std::vector<Share>> of_slave_;  // while counting: in raw displacements
  std::vector<int> slave_order_;                          // masters before their slaves
  std::vector<std::function<structure::SupportMotion(double)>> motions_;  // after the free ones
};

/// "node 17 rz".
std::string name_of_raw(const Mesh& mesh, int raw);

std::span<const int> components_of(BeamKind kind);

/// Unit vector along which a connector pulls.
Eigen::Vector3d direction_of(const Model& model, const Connector& connector);

/// The displacements a connector's elongation is made of.
std::vector<Share> elongation_of(const Model& model, const Connector& connector);  // raw numbers

}  // namespace tread::fem
