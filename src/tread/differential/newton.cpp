#include "tread/differential/newton.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tread::differential {
namespace {

constexpr double k_decrease = 1e-4;  // Armijo's

}  // namespace

/// Solves F' step = -F until the residual is `forcing` of what it was. H. A. van der Vorst, SIAM J.
/// Sci. Stat. Comput. 13 (1992) 631-644.
template <typename Operator>
int NewtonSolver::bicgstab(const Operator& apply, const NewtonSettings& settings) {
  step_.setZero(residual_.size());
  r_ = -residual_;
  r0_ = r_;
  const double target = settings.forcing * r_.norm();
  double rho = 1, alpha = 1, omega = 1;
  p_.setZero(r_.size());
  v_.setZero(r_.size());
  for (int k = 1; k <= settings.max_linear_iterations; ++k) {
    const double rho_new = r0_.dot(r_);
    const double beta = rho_new / rho * (alpha / omega);
    rho = rho_new;
    p_ = r_ + beta * (p_ - omega * v_);
    apply(p_, v_);
    alpha = rho / r0_.dot(v_);
    if (!std::isfinite(alpha)) return k;
    s_ = r_ - alpha * v_;
    step_ += alpha * p_;
    if (s_.norm() <= target) return k;
    apply(s_, t_);
    omega = t_.dot(s_) / t_.squaredNorm();
    if (!std::isfinite(omega) || omega == 0) return k;
    step_ += omega * s_;
    r_ = s_ - omega * t_;
    if (r_.norm() <= target) return k;
  }
  return settings.max_linear_iterations;
}

void NewtonSolver::lu_step(ContactSystem& system) {
  Eigen::MatrixXd jacobian;
  system.jacobian(jacobian);
  step_ = jacobian.partialPivLu().solve(-residual_);
}

NewtonSolver::Step NewtonSolver::find_step(ContactSystem& system, const NewtonSettings& settings,
                                           const Eigen::VectorXd& u, ContactCounts& counts) {
  switch (settings.method) {
    case NewtonMethod::bicgstab:
      system.linearise();
      counts.linear += bicgstab(
          [&](const Eigen::VectorXd& v, Eigen::VectorXd& result) { system.apply(v, result); },
          settings);
      break;
    case NewtonMethod::bicgstab_differences: {
      const double length = std::sqrt(std::numeric_limits<double>::epsilon()) *
                            std::max(u.norm(), std::sqrt(static_cast<double>(u.size())) * 1e-6);
      counts.linear += bicgstab(
          [&](const Eigen::VectorXd& v, Eigen::VectorXd& result) {
            const double size = v.norm();
            if (!(size > 0)) {
              result.setZero(v.size());
              return;
            }
            const double shift = length / size;
            trial_ = u + shift * v;
            system.residual(trial_, f_, trial_residual_);
            result = (trial_residual_ - residual_) / shift;
          },
          settings);
      break;
    }
    case NewtonMethod::lu:
      system.linearise();
      lu_step(system);
      ++counts.factors;
      break;
    case NewtonMethod::tractions:
      throw std::logic_error("tractions are solved for by TractionSolver");
  }
  return step_.allFinite() ? Step::found : Step::failed;
}

SolveStatus NewtonSolver::solve(ContactSystem& system, const NewtonSettings& settings,
                                Observer* observer, Eigen::VectorXd& u, ContactCounts& counts) {
  system.residual(u, f_, residual_);
  norm_ = residual_.norm();
  for (int turn = 0; !(norm_ < settings.tolerance); ++turn) {
    if (turn == settings.max_iterations) return SolveStatus::max_iterations;
    if (observer != nullptr && observer->stop_requested()) return SolveStatus::stopped;
    if (find_step(system, settings, u, counts) == Step::failed) return SolveStatus::blew_up;
    ++counts.newton;
    double share = 1;
    double norm = 0;
    int backtracks = 0;
    while (true) {
      trial_ = u + share * step_;
      system.residual(trial_, f_, trial_residual_);
      norm = trial_residual_.norm();
      if (norm <= (1 - k_decrease * share) * norm_) break;
      if (backtracks == settings.max_backtracks) {
        system.residual(u, f_, residual_);
        return SolveStatus::stalled;
      }
      ++backtracks;
      share /= 2;
    }
    counts.backtracks += backtracks;
    u.swap(trial_);
    residual_.swap(trial_residual_);
    norm_ = norm;
  }
  return SolveStatus::converged;
}

}  // namespace tread::differential
