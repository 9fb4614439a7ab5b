#pragma once

#include <Eigen/Core>
#include <vector>

#include "tread/core/solve_status.hpp"
#include "tread/differential/contact_system.hpp"

namespace tread::differential {

/// Newton's method for the condensed system with Armijo's line search, as the paper has it:
/// displacements are the unknowns.
class NewtonSolver {
 public:
  /// @param u the first guess; then the solution, or the last iterate
  SolveStatus solve(ContactSystem& system, const NewtonSettings& settings, Observer* observer,
                    Eigen::VectorXd& u, ContactCounts& counts);

  double residual() const { return norm_; }  // of the last solve, m

 private:
  enum class Step { found, failed };
  Step find_step(ContactSystem& system, const NewtonSettings& settings, const Eigen::VectorXd& u,
                 ContactCounts& counts);
  template <typename Operator>
  int bicgstab(const Operator& apply, const NewtonSettings& settings);
  void lu_step(ContactSystem& system);

  double norm_ = 0;
  Eigen::VectorXd f_, residual_, step_, trial_, trial_residual_;
  Eigen::VectorXd r_, r0_, p_, v_, s_, t_;
};

}  // namespace tread::differential
