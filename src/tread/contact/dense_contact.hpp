#pragma once

#include <Eigen/Dense>
#include <vector>

#include "tread/contact/active_set.hpp"

namespace tread::contact {

/// The same problem as ActiveSet for contacts of few cells, where factorising the active part of K
/// beats any iteration.
///
/// Each step solves K q = δ - h on the active cells exactly and then moves cells in or out. The
/// factors of the last active set are kept: from one time step to the next it rarely changes, and a
/// solve is then two triangular ones.
class DenseContact {
 public:
  /// Contacts of more cells than this are left to ActiveSet.
  static constexpr std::size_t k_max_active = 100;

  /// Starts from set.q and set.u, and ends in them. False if the contact has too many cells or the
  /// active set does not settle; what `set` holds is then still a usable first guess.
  bool solve(const ActiveSet::Goal& goal, const NormalKernelTable& table, ActiveSet& set);

  /// K y = 1 on the contact of the last solve, y = 0 elsewhere: dq/dδ.
  void unit_response(std::vector<double>& y) const;

 private:
  void find_active(const std::vector<double>& h, const std::vector<double>& q,
                   const std::vector<double>& u, double approach);
  /// False if the matrix is not positive definite, which only rounding can cause.
  bool factorise(const NormalKernelTable& table, int nx);
  int active_cell(Eigen::Index k) const { return active_[static_cast<std::size_t>(k)]; }
  void displace(const NormalKernelTable& table, int nx, int ny, const Eigen::VectorXd& load,
                std::vector<double>& u);

  NormalKernelShape factored_shape_;
  int factored_nx_ = 0;
  std::vector<int> active_;
  std::vector<int> factored_;  // the active cells that factors_ belongs to
  Eigen::MatrixXd factors_;    // lower Cholesky factor
  Eigen::VectorXd unit_;       // K^-1 1
  Eigen::VectorXd load_;
  std::vector<double> mirrored_;  // kernel rows over all offsets -nx+1 .. nx-1
  NormalKernelShape mirrored_shape_;
  int mirrored_nx_ = 0;
  int mirrored_ny_ = 0;
};

}  // namespace tread::contact
