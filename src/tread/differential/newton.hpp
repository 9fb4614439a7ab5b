#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <vector>

#include "tread/core/solve_status.hpp"
#include "tread/differential/contact_system.hpp"

namespace tread::differential {

/// Newton's method for the condensed system, with Armijo's line search.
class NewtonSolver {
 public:
  /// @param u the first guess; then the solution, or the last iterate
  SolveStatus solve(ContactSystem& system, const NewtonSettings& settings, Observer* observer,
                    Eigen::VectorXd& u, ContactCounts& counts);

  double residual() const { return norm_; }  // of the last solve, m
  const Eigen::VectorXd& forces() const { return f_; }

  /// Kept factors are of no use any more.
  void forget() { kept_.nodes.clear(); }

 private:
  enum class Step { found, failed };
  Step find_step(ContactSystem& system, const NewtonSettings& settings, const Eigen::VectorXd& u,
                 ContactCounts& counts);
  template <typename Operator>
  int bicgstab(const Operator& apply, const NewtonSettings& settings);
  void lu_step(ContactSystem& system);
  void kept_lu_step(ContactSystem& system, const NewtonSettings& settings, ContactCounts& counts);
  int gmres(const ContactSystem& system, const std::vector<int>& unknowns,
            const NewtonSettings& settings);
  void factorise(ContactSystem& system, const std::vector<int>& unknowns, ContactCounts& counts);
  void precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z);
  void map_kept(const ContactSystem& system, const std::vector<int>& unknowns);

  /// Factors of an earlier problem, whose nodes are remembered by their numbers: those of the rail
  /// count on from those of the wheel.
  struct Kept {
    std::vector<int> nodes;
    int n_wheel = 0;
    Eigen::PartialPivLU<Eigen::MatrixXf> lu;
    std::vector<int> positions;  // of each of its unknowns among those of the system; -1: none
    Eigen::VectorXf right;
  };
  Kept kept_;

  double norm_ = 0;
  Eigen::VectorXd f_, residual_, step_, trial_, trial_residual_;
  Eigen::VectorXd r_, r0_, p_, v_, s_, t_;
  std::vector<Eigen::VectorXd> basis_, preconditioned_;
};

}  // namespace tread::differential
