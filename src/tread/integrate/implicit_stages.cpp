#include "tread/integrate/implicit_stages.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::integrate {
namespace {

/// A residual this small against its terms is rounding.
constexpr double k_rounding = 1e-14;
constexpr double k_sufficient_decrease = 1e-4;
constexpr int k_max_halvings = 12;

Eigen::Map<const Vector> flat(const Matrix& m) { return {m.data(), m.size()}; }

class StageSolver {
 public:
  StageSolver(const StageEquations& equations, const NonlinearSettings& settings,
              CountedSystem& system, Matrix& accelerations)
      : eq_(equations),
        settings_(settings),
        system_(system),
        a_(accelerations),
        n_(system.size()),
        s_(equations.n_stages()),
        residual_(n_, s_),
        state_{0, Vector(n_), Vector(n_), Vector(n_)},
        force_(n_),
        inertia_(n_) {}

  SolveStatus solve() {
    evaluate();
    switch (settings_.method) {
      case NonlinearSolver::picard:
        return iterate([this] { return picard_change(); });
      case NonlinearSolver::secant:
        return iterate([this] { return secant_change(); });
      case NonlinearSolver::newton:
        return newton();
    }
    return SolveStatus::blew_up;
  }

 private:
  // ---- residual ----

  void place_state(int stage) {
    state_.time = eq_.times[as_size(stage)];
    state_.acceleration = a_.col(stage);
    state_.position = eq_.positions.col(stage);
    state_.velocity = eq_.velocities.col(stage);
    for (int j = 0; j < s_; ++j) {
      state_.position += eq_.position_weights(stage, j) * a_.col(j);
      state_.velocity += eq_.velocity_weights(stage, j) * a_.col(j);
    }
  }

  /// Where the mass is taken: Y of the stage in state_.
  const Vector& mass_position() {
    if (eq_.mass_blend == 0) return state_.position;
    mass_position_ = state_.position + eq_.mass_blend * (eq_.old_position - state_.position);
    return mass_position_;
  }

  /// Residual of all stages at a_, its norm, and the norm of the terms it is the difference of.
  void evaluate() {
    double squares = 0;
    for (int i = 0; i < s_; ++i) {
      place_state(i);
      system_.internal_force(state_.time, state_.position, state_.velocity, force_);
      weighted_ = eq_.mass_weight * state_.acceleration;
      if (eq_.old_acceleration.size() > 0) weighted_ += eq_.old_acceleration;
      system_.system().apply_mass(mass_position(), weighted_, inertia_);
      residual_.col(i) = inertia_ + eq_.force_weight * force_ - eq_.right_hand_side.col(i);
      squares += inertia_.squaredNorm() + (eq_.force_weight * force_).squaredNorm() +
                 eq_.right_hand_side.col(i).squaredNorm();
    }
    residual_norm_ = residual_.norm();
    terms_norm_ = std::sqrt(squares);
  }

  bool is_at_rounding() const { return residual_norm_ <= k_rounding * terms_norm_; }

  /// Is a change of the accelerations too small to matter for positions and velocities?
  bool is_small(const Matrix& change) const {
    const auto small = [&](const Matrix& weights, const Matrix& predictor) {
      const Matrix own = a_ * weights.transpose();
      const double size = std::max((predictor + own).norm(), own.norm());
      const double moved = (change * weights.transpose()).norm();
      return moved <= std::max(settings_.absolute_tolerance, settings_.relative_tolerance * size);
    };
    return small(eq_.position_weights, eq_.positions) &&
           small(eq_.velocity_weights, eq_.velocities);
  }

  // ---- Picard and secant ----

  template <class Change>
  SolveStatus iterate(Change next_change) {
    for (int k = 0; k < settings_.max_iterations; ++k) {
      if (!std::isfinite(residual_norm_)) return SolveStatus::blew_up;
      if (is_at_rounding()) return SolveStatus::converged;
      ++system_.counts().iterations;
      const Matrix change = next_change();
      a_ += change;
      if (change.allFinite() && is_small(change)) return SolveStatus::converged;
      evaluate();
    }
    return SolveStatus::max_iterations;
  }

  /// -M^-1 R / w_m: the difference to what the equation of motion makes of the present forces.
  Matrix fixed_point_change() {
    Matrix change(n_, s_);
    for (int i = 0; i < s_; ++i) {
      place_state(i);
      const Vector right = -residual_.col(i) / eq_.mass_weight;
      system_.system().solve_mass(mass_position(), right, inertia_);
      change.col(i) = inertia_;
    }
    return change;
  }

  Matrix picard_change() { return settings_.relaxation * fixed_point_change(); }

  /// Broyden's good update of the inverse, kept as a list of rank-one factors:
  /// H_{k+1} = (1 + u s^T) H_k with u = (s - H y)/(s^T H y), H_0 = 1 on the fixed-point residual.
  Matrix secant_change() {
    const Matrix target = fixed_point_change();  // -g
    if (last_change_.size() > 0) {
      const Vector s = flat(last_change_);
      const Vector h_y = apply_inverse(flat(last_target_) - flat(target));
      const double denominator = s.dot(h_y);
      if (denominator != 0) {
        updates_.push_back({(s - h_y) / denominator, s});
      }
    }
    last_target_ = target;
    const Vector change = apply_inverse(flat(target));
    last_change_ = Eigen::Map<const Matrix>(change.data(), n_, s_);
    return last_change_;
  }

  Vector apply_inverse(Vector vector) const {
    for (const RankOne& update : updates_) vector += update.u * update.s.dot(vector);
    return vector;
  }

  // ---- Newton ----

  SolveStatus newton() {
    for (int k = 0; k < settings_.max_iterations; ++k) {
      if (!std::isfinite(residual_norm_)) return SolveStatus::blew_up;
      if (is_at_rounding()) return SolveStatus::converged;
      ++system_.counts().iterations;
      const Matrix direction = newton_direction();
      if (!direction.allFinite()) return SolveStatus::blew_up;
      if (is_small(direction)) {
        a_ += direction;
        return SolveStatus::converged;
      }
      if (!line_search(direction)) {
        // the forces themselves may be no more exact (an iterative contact solver inside)
        return residual_norm_ <= settings_.relative_tolerance * terms_norm_
                   ? SolveStatus::converged
                   : SolveStatus::max_iterations;
      }
    }
    return SolveStatus::max_iterations;
  }

  bool line_search(const Matrix& direction) {
    const Matrix start = a_;
    const Matrix start_residual = residual_;
    const double start_norm = residual_norm_;
    const double start_terms = terms_norm_;
    double length = 1;
    for (int halving = 0; halving <= k_max_halvings; ++halving, length /= 2) {
      a_ = start + length * direction;
      evaluate();
      if (residual_norm_ <= (1 - k_sufficient_decrease * length) * start_norm) return true;
    }
    a_ = start;
    residual_ = start_residual;
    residual_norm_ = start_norm;
    terms_norm_ = start_terms;
    return false;
  }

  Matrix newton_direction() {
    ++system_.counts().jacobians;
    if (s_ == 1 && settings_.jacobian != Jacobian::finite_differences) {
      place_state(0);
      const EffectiveFactors factors{eq_.mass_weight, eq_.force_weight * eq_.velocity_weights(0, 0),
                                     eq_.force_weight * eq_.position_weights(0, 0)};
      Vector direction(n_);
      if (system_.system().solve_effective(factors, state_, -residual_.col(0), direction)) {
        return direction;
      }
    }
    const Vector solution = dense_jacobian().partialPivLu().solve(-flat(residual_));
    return Eigen::Map<const Matrix>(solution.data(), n_, s_);
  }

  Matrix dense_jacobian() {
    Matrix jacobian(n_ * s_, n_ * s_);
    Matrix stiffness(n_, n_);
    Matrix damping(n_, n_);
    for (int i = 0; i < s_; ++i) {
      place_state(i);
      tangents(stiffness, damping);
      for (int j = 0; j < s_; ++j) {
        jacobian.block(i * n_, j * n_, n_, n_) =
            eq_.force_weight *
            (eq_.velocity_weights(i, j) * damping + eq_.position_weights(i, j) * stiffness);
      }
      add_mass(jacobian.block(i * n_, i * n_, n_, n_));
    }
    return jacobian;
  }

  void add_mass(Eigen::Ref<Matrix> block) {
    Vector unit = Vector::Zero(n_);
    for (int k = 0; k < n_; ++k) {
      unit(k) = 1;
      system_.system().apply_mass(mass_position(), unit, inertia_);
      block.col(k) += eq_.mass_weight * inertia_;
      unit(k) = 0;
    }
  }

  /// K and C at state_.
  void tangents(Matrix& stiffness, Matrix& damping) {
    stiffness.setZero();
    damping.setZero();
    const bool wants_exact = settings_.jacobian != Jacobian::finite_differences;
    const bool has_stiffness = wants_exact && system_.system().tangent_stiffness(state_, stiffness);
    const bool has_damping = !system_.system().depends_on_velocity() ||
                             (wants_exact && system_.system().tangent_damping(state_, damping));
    if (settings_.jacobian == Jacobian::exact && !(has_stiffness && has_damping)) {
      throw ModelError(
          "an exact Jacobian was asked for, but the system has none: take finite differences");
    }
    if (has_stiffness && has_damping) return;
    const Vector base = forces_at_state();
    if (!has_stiffness) difference(state_.position, base, stiffness);
    if (!has_damping) difference(state_.velocity, base, damping);
  }

  Vector forces_at_state() {
    system_.internal_force(state_.time, state_.position, state_.velocity, force_);
    system_.system().apply_mass(mass_position(), state_.acceleration, inertia_);
    return force_ + inertia_;
  }

  /// Derivative of M(x) a + P by each entry of a part of state_. An entry moves by a small part of
  /// its own size or, where that is zero, of what the accelerations have moved the stages.
  void difference(Vector& varied, const Vector& base, Matrix& derivative) {
    const Matrix& weights =
        &varied == &state_.position ? eq_.position_weights : eq_.velocity_weights;
    const double reach = weights.cwiseAbs().maxCoeff();
    for (int k = 0; k < n_; ++k) {
      const double kept = varied(k);
      const double size = std::max(std::abs(kept), reach * std::abs(state_.acceleration(k)));
      const double shift = std::sqrt(std::numeric_limits<double>::epsilon()) *
                           (size > 0 ? size : std::max(reach, 1e-8));
      varied(k) = kept + shift;
      const double exact_shift = varied(k) - kept;
      derivative.col(k) = (forces_at_state() - base) / exact_shift;
      varied(k) = kept;
    }
  }

  struct RankOne {
    Vector u;
    Vector s;
  };

  const StageEquations& eq_;
  const NonlinearSettings& settings_;
  CountedSystem& system_;
  Matrix& a_;
  int n_;
  int s_;
  Matrix residual_;
  double residual_norm_ = 0;
  double terms_norm_ = 0;
  State state_;
  Vector mass_position_;
  Vector weighted_;
  Vector force_;
  Vector inertia_;
  std::vector<RankOne> updates_;
  Matrix last_target_;
  Matrix last_change_;
};

}  // namespace

SolveStatus solve_stages(const StageEquations& equations, const NonlinearSettings& settings,
                         CountedSystem& system, Matrix& accelerations) {
  return StageSolver(equations, settings, system, accelerations).solve();
}

}  // namespace tread::integrate
