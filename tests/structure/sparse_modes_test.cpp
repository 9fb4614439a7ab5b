#include "tread/structure/sparse_modes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"
#include "tread/structure/elastic_structure.hpp"
#include "tread/structure/matrix_parts.hpp"

namespace tread::structure {
namespace {

struct Pair {
  SparseMatrix stiffness;
  SparseMatrix mass;
};

/// n masses on a line, springs 1 between neighbours; held at both ends, or free; several of them.
Pair chains(int n, int count, bool is_held) {
  Pair pair{SparseMatrix(n * count, n * count), SparseMatrix(n * count, n * count)};
  std::vector<Eigen::Triplet<double>> k;
  for (int c = 0; c < count; ++c) {
    for (int i = 0; i < n; ++i) {
      const int at = c * n + i;
      const bool is_end = i == 0 || i == n - 1;
      k.emplace_back(at, at, is_end && !is_held ? 1 : 2);
      if (i + 1 < n) {
        k.emplace_back(at, at + 1, -1);
        k.emplace_back(at + 1, at, -1);
      }
    }
  }
  pair.stiffness.setFromTriplets(k.begin(), k.end());
  pair.mass.setIdentity();
  return pair;
}

void expect_modes(const Pair& pair, const SparseModes& modes) {
  const Eigen::MatrixXd gram = modes.shapes.transpose() * pair.mass * modes.shapes;
  EXPECT_LT((gram - Eigen::MatrixXd::Identity(gram.rows(), gram.cols())).norm(), 1e-8);
  EXPECT_LT(modes.residual.maxCoeff(), 1e-6);
}

/// omega of mode j of a chain held at both ends.
double held(int j, int n) { return 2 * std::sin(j * std::numbers::pi / (2 * (n + 1))); }

TEST(SparseModes, a_chain_has_its_closed_form_frequencies) {
  const int n = 500;
  const Pair pair = chains(n, 1, true);
  const SparseModes modes = sparse_modes(pair.stiffness, pair.mass, {12});
  for (int j = 1; j <= 12; ++j) EXPECT_NEAR(modes.omega[j - 1], held(j, n), 1e-9 * held(j, n));
  expect_modes(pair, modes);
}

TEST(SparseModes, a_free_chain_has_one_rigid_motion) {
  const int n = 400;
  const Pair pair = chains(n, 1, false);
  const SparseModes modes = sparse_modes(pair.stiffness, pair.mass, {6});
  EXPECT_LT(modes.omega[0], 1e-6);
  for (int j = 1; j < 6; ++j) {
    const double exact = 2 * std::sin(j * std::numbers::pi / (2 * n));
    EXPECT_NEAR(modes.omega[j], exact, 1e-8 * exact);
  }
  expect_modes(pair, modes);
}

TEST(SparseModes, equal_parts_have_every_mode_as_often_as_there_are_parts) {
  const int n = 300;
  const Pair pair = chains(n, 3, true);
  const SparseModes modes = sparse_modes(pair.stiffness, pair.mass, {8});
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(modes.omega[i], held(i / 3 + 1, n), 1e-9);
  }
  expect_modes(pair, modes);
}

TEST(SparseModes, equal_frequencies_inside_one_part_are_not_missed) {
  // A closed ring: all modes but the first come in pairs.
  const int n = 400;
  Pair pair = chains(n, 1, true);
  pair.stiffness.coeffRef(0, n - 1) = -1;
  pair.stiffness.coeffRef(n - 1, 0) = -1;
  const SparseModes modes = sparse_modes(pair.stiffness, pair.mass, {9});
  EXPECT_LT(modes.omega[0], 1e-6);
  for (int i = 1; i < 9; ++i) {
    const double exact = 2 * std::sin((i + 1) / 2 * std::numbers::pi / n);
    EXPECT_NEAR(modes.omega[i], exact, 1e-8 * exact);
  }
  expect_modes(pair, modes);
}

TEST(SparseModes, displacements_without_mass_follow_statically) {
  // Every second mass left out: the springs between are in series, half as stiff.
  const int n = 401;
  Pair pair = chains(n, 1, true);
  for (int i = 0; i < n; i += 2) pair.mass.coeffRef(i, i) = 0;
  const SparseModes modes = sparse_modes(pair.stiffness, pair.mass, {5});
  const int n_heavy = 200;
  for (int j = 1; j <= 5; ++j) {
    const double exact = std::sqrt(0.5) * held(j, n_heavy);
    EXPECT_NEAR(modes.omega[j - 1], exact, 1e-9 * exact);
  }
  expect_modes(pair, modes);
}

TEST(SparseModes, small_structures_are_solved_densely_with_the_same_answer) {
  const Pair pair = chains(5, 1, true);
  const SparseModes modes = sparse_modes(pair.stiffness, pair.mass, {5});
  for (int j = 1; j <= 5; ++j) EXPECT_NEAR(modes.omega[j - 1], held(j, 5), 1e-12);
  EXPECT_THROW(sparse_modes(pair.stiffness, pair.mass, {6}), ModelError);
  EXPECT_THROW(sparse_modes(pair.stiffness, pair.mass, {0}), ModelError);
}

TEST(MatrixParts, parts_are_found_taken_out_and_compared) {
  const Pair pair = chains(4, 2, true);
  const auto parts = connected_parts({&pair.stiffness});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1], (std::vector<int>{4, 5, 6, 7}));
  const SparseMatrix first = part_of(pair.stiffness, parts[0]);
  SparseMatrix second = part_of(pair.stiffness, parts[1]);
  EXPECT_TRUE(are_equal(first, second));
  second.coeffRef(3, 3) += 1e-9;
  EXPECT_FALSE(are_equal(first, second));
}

TEST(MatrixParts, stored_zeros_join_nothing) {
  Pair pair = chains(4, 2, true);
  pair.stiffness.coeffRef(3, 4) = 0;
  pair.stiffness.coeffRef(4, 3) = 0;
  EXPECT_EQ(connected_parts({&pair.stiffness}).size(), 2u);
}

}  // namespace
}  // namespace tread::structure
