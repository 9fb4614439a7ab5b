#include "tread/differential/newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tread::differential {
namespace {

constexpr double k_decrease = 1e-4;   // Armijo's
constexpr int k_many_iterations = 8;  // of GMRES: new factors cost as much as a hundred

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
  std::vector<int> unknowns(static_cast<std::size_t>(system.size()));
  for (std::size_t i = 0; i < unknowns.size(); ++i) unknowns[i] = static_cast<int>(i);
  Eigen::MatrixXd jacobian;
  system.jacobian(unknowns, jacobian);
  step_ = jacobian.partialPivLu().solve(-residual_);
}

void NewtonSolver::factorise(ContactSystem& system, const std::vector<int>& unknowns,
                             ContactCounts& counts) {
  Eigen::MatrixXd jacobian;
  system.jacobian(unknowns, jacobian);
  kept_.lu.compute(jacobian.cast<float>());
  kept_.nodes.clear();
  kept_.n_wheel = 0;
  const auto n_wheel = static_cast<int>(system.wheel().size());
  for (std::size_t i = 0; i < unknowns.size(); i += 3) {
    const bool of_wheel = unknowns[i] < n_wheel;
    const int position = (of_wheel ? unknowns[i] : unknowns[i] - n_wheel) / 3;
    kept_.nodes.push_back(
        (of_wheel ? system.wheel() : system.rail()).nodes()[static_cast<std::size_t>(position)]);
    if (of_wheel) ++kept_.n_wheel;
  }
  ++counts.factors;
}

/// Where the unknowns of the kept factors are in vectors of the touching ones.
void NewtonSolver::map_kept(const ContactSystem& system, const std::vector<int>& unknowns) {
  std::vector<int> place(static_cast<std::size_t>(system.size()), -1);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    place[static_cast<std::size_t>(unknowns[i])] = static_cast<int>(i);
  }
  kept_.positions.clear();
  const auto n_wheel = static_cast<int>(system.wheel().size());
  for (std::size_t i = 0; i < kept_.nodes.size(); ++i) {
    const bool of_wheel = static_cast<int>(i) < kept_.n_wheel;
    const int position = (of_wheel ? system.wheel() : system.rail()).position(kept_.nodes[i]);
    const int first = position < 0 ? -1 : 3 * position + (of_wheel ? 0 : n_wheel);
    const int at = first < 0 ? -1 : place[static_cast<std::size_t>(first)];
    for (int k = 0; k < 3; ++k) kept_.positions.push_back(at < 0 ? -1 : at + k);
  }
}

void NewtonSolver::precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z) {
  z = r;
  kept_.right.setZero(static_cast<Eigen::Index>(kept_.positions.size()));
  for (std::size_t i = 0; i < kept_.positions.size(); ++i) {
    const int at = kept_.positions[i];
    if (at >= 0) kept_.right[static_cast<Eigen::Index>(i)] = static_cast<float>(r[at]);
  }
  kept_.right = kept_.lu.solve(kept_.right).eval();
  for (std::size_t i = 0; i < kept_.positions.size(); ++i) {
    const int at = kept_.positions[i];
    if (at >= 0) z[at] = kept_.right[static_cast<Eigen::Index>(i)];
  }
}

/// Flexible GMRES on the touching unknowns, whose solution is left in t_. Y. Saad, Iterative
/// Methods for Sparse Linear Systems (2003), ch. 9.
int NewtonSolver::gmres(const ContactSystem& system, const std::vector<int>& unknowns,
                        const NewtonSettings& settings) {
  const auto n = static_cast<Eigen::Index>(unknowns.size());
  const int most = settings.max_linear_iterations;
  const auto restrict_to = [&](const Eigen::VectorXd& all, Eigen::VectorXd& some) {
    some.resize(n);
    for (Eigen::Index i = 0; i < n; ++i) some[i] = all[unknowns[static_cast<std::size_t>(i)]];
  };
  const auto extend = [&](const Eigen::VectorXd& some, Eigen::VectorXd& all) {
    all.setZero(system.size());
    for (Eigen::Index i = 0; i < n; ++i) all[unknowns[static_cast<std::size_t>(i)]] = some[i];
  };
  basis_.resize(static_cast<std::size_t>(most) + 1);
  preconditioned_.resize(static_cast<std::size_t>(most));
  restrict_to(residual_, basis_[0]);
  basis_[0] = -basis_[0];
  const double start = basis_[0].norm();
  t_.setZero(n);
  if (!(start > 0)) return 0;
  basis_[0] /= start;
  Eigen::MatrixXd hessenberg = Eigen::MatrixXd::Zero(most + 1, most);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(most + 1);
  right[0] = start;
  std::vector<double> cosine, sine;
  int k = 0;
  while (k < most) {
    const auto column = static_cast<std::size_t>(k);
    precondition(basis_[column], preconditioned_[column]);
    extend(preconditioned_[column], p_);
    system.apply(p_, v_);
    Eigen::VectorXd& next = basis_[column + 1];
    restrict_to(v_, next);
    for (int i = 0; i <= k; ++i) {
      hessenberg(i, k) = basis_[static_cast<std::size_t>(i)].dot(next);
      next -= hessenberg(i, k) * basis_[static_cast<std::size_t>(i)];
    }
    hessenberg(k + 1, k) = next.norm();
    if (hessenberg(k + 1, k) > 0) next /= hessenberg(k + 1, k);
    for (int i = 0; i < k; ++i) {
      const auto j = static_cast<std::size_t>(i);
      const double a = hessenberg(i, k);
      const double b = hessenberg(i + 1, k);
      hessenberg(i, k) = cosine[j] * a + sine[j] * b;
      hessenberg(i + 1, k) = cosine[j] * b - sine[j] * a;
    }
    const double length = std::hypot(hessenberg(k, k), hessenberg(k + 1, k));
    if (!(length > 0) || !std::isfinite(length)) break;
    cosine.push_back(hessenberg(k, k) / length);
    sine.push_back(hessenberg(k + 1, k) / length);
    hessenberg(k, k) = length;
    right[k + 1] = -sine.back() * right[k];
    right[k] *= cosine.back();
    ++k;
    if (std::abs(right[k]) <= settings.forcing * start) break;
  }
  for (int i = k - 1; i >= 0; --i) {
    for (int j = i + 1; j < k; ++j) right[i] -= hessenberg(i, j) * right[j];
    right[i] /= hessenberg(i, i);
    t_ += right[i] * preconditioned_[static_cast<std::size_t>(i)];
  }
  return k;
}

/// f depends on touching unknowns alone: the step is solved for these, and the others follow from
/// step = -F + H (df/dU) step.
void NewtonSolver::kept_lu_step(ContactSystem& system, const NewtonSettings& settings,
                                ContactCounts& counts) {
  const std::vector<int>& unknowns = system.touching_unknowns();
  if (unknowns.empty()) {
    step_ = -residual_;
    return;
  }
  bool fresh = false;
  if (kept_.nodes.empty()) {
    factorise(system, unknowns, counts);
    fresh = true;
  }
  map_kept(system, unknowns);
  int n = gmres(system, unknowns, settings);
  counts.linear += n;
  if (n >= std::min(k_many_iterations, settings.max_linear_iterations) && !fresh) {
    factorise(system, unknowns, counts);
    map_kept(system, unknowns);
    n = gmres(system, unknowns, settings);
    counts.linear += n;
  }
  p_.setZero(system.size());
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    p_[unknowns[i]] = t_[static_cast<Eigen::Index>(i)];
  }
  system.force_change(p_, v_);
  system.displacements(v_, step_);
  step_ -= residual_;
}

NewtonSolver::Step NewtonSolver::find_step(ContactSystem& system, const NewtonSettings& settings,
                                           const Eigen::VectorXd& u, ContactCounts& counts) {
  system.linearise();
  switch (settings.method) {
    case NewtonMethod::bicgstab:
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
      lu_step(system);
      ++counts.factors;
      break;
    case NewtonMethod::kept_lu:
      kept_lu_step(system, settings, counts);
      break;
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
