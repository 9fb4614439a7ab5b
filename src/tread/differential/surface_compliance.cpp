#include "tread/differential/surface_compliance.hpp"

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/fem/model.hpp"

namespace tread::differential {
namespace {

constexpr Eigen::Index k_columns = 64;  // solved together

std::vector<int> numbers_of(const HeldStiffness& stiffness, const std::vector<int>& mesh_nodes) {
  std::vector<int> numbers;
  for (const int node : mesh_nodes) {
    for (int c = 0; c < 3; ++c) numbers.push_back(stiffness.first[as_size(node)] + c);
  }
  return numbers;
}

}  // namespace

HeldStiffness held_stiffness(const fem::Mesh& mesh, const Material& material) {
  fem::Model model;
  model.mesh = mesh;
  model.solids = {{"body", {material.young_modulus(), material.poisson_ratio, 1}}};
  model.supports = {{"cut", {}, {true, true, true, false, false, false}, {}}};
  HeldStiffness stiffness{fem::assemble(model).stiffness, {}};
  stiffness.first.assign(as_size(mesh.n_nodes()), 0);
  for (const int node : fem::nodes_of_group(mesh, "cut")) stiffness.first[as_size(node)] = -1;
  int next = 0;
  for (int& first : stiffness.first) {
    if (first < 0) continue;
    first = next;
    next += 3;
  }
  return stiffness;
}

Eigen::MatrixXd surface_compliance(const HeldStiffness& stiffness,
                                   const structure::SparseFactor& factor,
                                   const std::vector<int>& mesh_nodes, Observer* observer) {
  const std::vector<int> numbers = numbers_of(stiffness, mesh_nodes);
  const auto n = static_cast<Eigen::Index>(numbers.size());
  Eigen::MatrixXd compliance(n, n);
  for (Eigen::Index begin = 0; begin < n; begin += k_columns) {
    const Eigen::Index n_columns = std::min(k_columns, n - begin);
    Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(stiffness.matrix.rows(), n_columns);
    for (Eigen::Index i = 0; i < n_columns; ++i) {
      forces(numbers[static_cast<std::size_t>(begin + i)], i) = 1;
    }
    compliance.middleCols(begin, n_columns) = factor.solve_all(forces)(numbers, Eigen::all);
    if (observer == nullptr) continue;
    observer->on_progress(static_cast<double>(begin + n_columns) / static_cast<double>(n),
                          "solving for unit forces");
    if (observer->stop_requested()) throw PreparationStopped();
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      compliance(i, j) = compliance(j, i) = (compliance(i, j) + compliance(j, i)) / 2;
    }
  }
  return compliance;
}

PieceMemory expected_memory(double n_nodes, double n_zone_nodes, ElementOrder order) {
  const double fill = order == ElementOrder::linear ? 15 : 20;
  return {sizeof(double) * fill * std::pow(3 * n_nodes, 4. / 3),
          sizeof(double) * 9 * n_zone_nodes * n_zone_nodes};
}

}  // namespace tread::differential
