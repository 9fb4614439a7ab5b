#include "tread/elastodynamics/complementarity.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <random>

namespace tread::elastodynamics {
namespace {

/// Tries all sets of touching points: the one that fits is the solution.
Eigen::VectorXd by_trying_all_sets(const Eigen::MatrixXd& a, const Eigen::VectorXd& g0) {
  const auto n = static_cast<int>(g0.size());
  for (unsigned set = 0; set < (1U << n); ++set) {
    std::vector<int> touching;
    for (int i = 0; i < n; ++i) {
      if ((set >> i & 1U) != 0) touching.push_back(i);
    }
    Eigen::VectorXd q = Eigen::VectorXd::Zero(n);
    if (!touching.empty()) {
      const Eigen::MatrixXd block = a(touching, touching);
      const Eigen::VectorXd right = -g0(touching);
      const Eigen::VectorXd force = block.llt().solve(right);
      q(touching) = force;
    }
    const Eigen::VectorXd g = a * q + g0;
    if (q.minCoeff() >= 0 && g.minCoeff() >= -1e-12) return q;
  }
  return {};
}

TEST(Complementarity, EqualsTheSetFoundByTryingAll) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 9;
    const Eigen::MatrixXd root = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    // badly conditioned now and then, as a stiff cylinder on a fine grid
    const Eigen::MatrixXd a = root * root.transpose() + 1e-3 * Eigen::MatrixXd::Identity(n, n);
    const Eigen::VectorXd g0 = Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); });
    const Complementarity solved = solve_complementarity(a, g0);
    ASSERT_EQ(solved.status, SolveStatus::converged);
    const Eigen::VectorXd expected = by_trying_all_sets(a, g0);
    EXPECT_LT((solved.force - expected).norm(), 1e-9 * (1 + expected.norm())) << "trial " << trial;
    EXPECT_EQ(solved.force.cwiseProduct(solved.gap).cwiseAbs().maxCoeff(), 0);
  }
}

TEST(Complementarity, TheStartDoesNotChangeTheSolution) {
  const Eigen::MatrixXd a{{2, 1, 0}, {1, 2, 1}, {0, 1, 2}};
  const Eigen::VectorXd g0{{-1, 0.2, -0.5}};
  const Eigen::VectorXd cold = solve_complementarity(a, g0).force;
  for (unsigned set = 0; set < 8; ++set) {
    std::vector<unsigned char> start;
    for (int i = 0; i < 3; ++i) start.push_back((set >> i & 1U) != 0);
    EXPECT_LT((solve_complementarity(a, g0, start).force - cold).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace tread::elastodynamics
