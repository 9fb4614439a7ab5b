#include "tread/elastodynamics/complementarity.hpp"

#include <Eigen/Cholesky>
#include <limits>

#include "tread/core/as_size.hpp"

namespace tread::elastodynamics {
namespace {

constexpr int k_max_blocks_without_progress = 10;
constexpr double k_round_off = 1e-12;  // of the largest free gap

class Pivoting {
 public:
  Pivoting(const Eigen::MatrixXd& compliance, const Eigen::VectorXd& free_gap)
      : compliance_(compliance), free_gap_(free_gap), touches_(as_size(size()), 0) {}

  Complementarity solve(const std::vector<unsigned char>& start) {
    for (int i = 0; i < size(); ++i) {
      touches_[as_size(i)] = start.empty() ? free_gap_[i] < 0 : start[as_size(i)];
    }
    int fewest = std::numeric_limits<int>::max();
    int patience = k_max_blocks_without_progress;
    const int limit = 200 + 20 * size();
    for (solution_.iterations = 1; solution_.iterations <= limit; ++solution_.iterations) {
      solve_on_touching();
      const std::vector<int> wrong = violations();
      if (wrong.empty()) {
        solution_.status = SolveStatus::converged;
        return solution_;
      }
      const auto n_wrong = static_cast<int>(wrong.size());
      if (n_wrong < fewest) {
        fewest = n_wrong;
        patience = k_max_blocks_without_progress;
      } else {
        --patience;
      }
      if (patience > 0) {
        for (const int i : wrong) flip(i);
      } else {
        flip(wrong.back());  // Murty: always the last one
      }
    }
    solution_.status = SolveStatus::stalled;
    return solution_;
  }

 private:
  int size() const { return static_cast<int>(free_gap_.size()); }
  void flip(int i) { touches_[as_size(i)] = touches_[as_size(i)] == 0; }

  void solve_on_touching() {
    std::vector<int> set;
    for (int i = 0; i < size(); ++i) {
      if (touches_[as_size(i)] != 0) set.push_back(i);
    }
    solution_.force = Eigen::VectorXd::Zero(size());
    solution_.gap = free_gap_;
    if (set.empty()) return;
    const Eigen::MatrixXd block = compliance_(set, set);
    const Eigen::VectorXd force = block.llt().solve(-free_gap_(set));
    solution_.force(set) = force;
    solution_.gap += compliance_(Eigen::all, set) * force;
    for (const int i : set) solution_.gap[i] = 0;
  }

  std::vector<int> violations() const {
    // A gap smaller than round-off is closed; so is a force that moves nothing by more than that.
    const double tiny_gap = k_round_off * free_gap_.cwiseAbs().maxCoeff();
    std::vector<int> wrong;
    for (int i = 0; i < size(); ++i) {
      const bool is_tensile = solution_.force[i] * compliance_(i, i) < -tiny_gap;
      const bool is_overlapping = solution_.gap[i] < -tiny_gap;
      if (is_tensile || is_overlapping) wrong.push_back(i);
    }
    return wrong;
  }

  const Eigen::MatrixXd& compliance_;
  const Eigen::VectorXd& free_gap_;
  std::vector<unsigned char> touches_;
  Complementarity solution_;
};

}  // namespace

Complementarity solve_complementarity(const Eigen::MatrixXd& compliance,
                                      const Eigen::VectorXd& free_gap,
                                      const std::vector<unsigned char>& start) {
  if (free_gap.size() == 0) return {SolveStatus::converged, 0, free_gap, free_gap};
  Complementarity solution = Pivoting(compliance, free_gap).solve(start);
  solution.force = solution.force.cwiseMax(0);
  solution.gap = solution.gap.cwiseMax(0);
  return solution;
}

}  // namespace tread::elastodynamics
