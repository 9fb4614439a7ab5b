#include "tread/structure/rigid_motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/matrix_parts.hpp"
#include "tread/structure/sparse_modes.hpp"

namespace tread::structure {
namespace {

/// Eigenvalues of (K, diagonal of K) lie between 0 and a few; those of a beam in n elements go down
/// to (pi/n)^4/24, rounding leaves some 1e-17 of those that should be 0.
constexpr double k_no_resistance = 1e-15;
constexpr int k_most_motions = 7;
constexpr std::size_t k_most_names = 4;

SparseMatrix diagonal_of(const SparseMatrix& matrix) {
  SparseMatrix diagonal(matrix.rows(), matrix.cols());
  diagonal.setIdentity();
  diagonal.diagonal() = matrix.diagonal();
  return diagonal;
}

/// Names of the displacements that move most, largest first.
std::vector<std::string> movers(const ElasticStructure& structure, const std::vector<int>& part,
                                const Eigen::VectorXd& shares) {
  std::vector<Eigen::Index> order(part.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](Eigen::Index i) { return shares[i]; });
  std::vector<std::string> names;
  for (const Eigen::Index i : order) {
    if (names.size() == k_most_names || shares[i] < 0.1 * shares[order.front()]) break;
    names.push_back(displacement_name(structure, part[static_cast<std::size_t>(i)]));
  }
  return names;
}

void check_part(const ElasticStructure& structure, const SparseMatrix& own,
                const std::vector<int>& part) {
  const SparseMatrix diagonal = diagonal_of(own);
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    if (diagonal.coeff(i, i) > 0) continue;
    throw ModelError(fmt::format(
        "{} has stiffness {:.6g}: nothing holds it, join it to the structure or fix it",
        displacement_name(structure, part[static_cast<std::size_t>(i)]), diagonal.coeff(i, i)));
  }
  const int n = std::min(k_most_motions, static_cast<int>(own.rows()));
  const SparseModes modes = sparse_modes(own, diagonal, {n, 1e-10});
  const auto n_free = (modes.omega.array().square() < k_no_resistance).count();
  if (n_free == 0) return;
  const Eigen::VectorXd shares =
      diagonal.diagonal().cwiseProduct(modes.shapes.leftCols(n_free).rowwise().squaredNorm());
  throw ModelError(fmt::format(
      "the structure is not held: its part of {} displacements, {} to {}, can move in {} "
      "without resistance, most of all {}; add supports or springs, or join it to the rest",
      part.size(), displacement_name(structure, part.front()),
      displacement_name(structure, part.back()),
      n_free == k_most_motions ? fmt::format("{} ways or more", n_free)
                               : fmt::format("{} way{}", n_free, n_free == 1 ? "" : "s"),
      fmt::join(movers(structure, part, shares), ", ")));
}

}  // namespace

double steepest(const PiecewiseLinear& law) {
  double slope = 0;
  for (const double place : law.places()) slope = std::max(slope, law.at(place).slope);
  return slope;
}

SparseMatrix stiffness_with_laws(const ElasticStructure& structure) {
  if (structure.springs.empty()) return structure.stiffness;
  std::vector<Eigen::Triplet<double>> triplets;
  for (const LawSpring& spring : structure.springs) {
    const double slope = steepest(spring.law);
    for (std::size_t i = 0; i < spring.dofs.size(); ++i) {
      for (std::size_t j = 0; j < spring.dofs.size(); ++j) {
        triplets.emplace_back(spring.dofs[i], spring.dofs[j],
                              slope * spring.weights[i] * spring.weights[j]);
      }
    }
  }
  SparseMatrix springs(structure.n_dofs(), structure.n_dofs());
  springs.setFromTriplets(triplets.begin(), triplets.end());
  return structure.stiffness + springs;
}

void check_supported(const ElasticStructure& structure) {
  const SparseMatrix stiffness = stiffness_with_laws(structure);
  std::vector<SparseMatrix> held;  // spans of a viaduct are equal
  for (const std::vector<int>& part : connected_parts({&stiffness})) {
    SparseMatrix own = part_of(stiffness, part);
    if (std::ranges::any_of(held, [&](const auto& other) { return are_equal(own, other); })) {
      continue;
    }
    check_part(structure, own, part);
    held.push_back(std::move(own));
  }
}

}  // namespace tread::structure
