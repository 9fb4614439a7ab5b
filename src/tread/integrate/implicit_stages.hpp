#pragma once

#include <vector>

#include "tread/integrate/counted_system.hpp"

namespace tread::integrate {

/// What every implicit scheme of the room comes down to: the accelerations a_i of its stages (s = 1
/// but for Radau and Gauss) from
///
///   M(Y_i) (w_m a_i + a0) + w_f P(t_i, X_i, V_i) = r_i
///   X_i = X~_i + sum_j Q_ij a_j,     V_i = V~_i + sum_j A_ij a_j,     Y_i = X_i + b (x0 - X_i)
///
/// with predictors X~, V~ and a right-hand side r that hold all that is known. Columns are stages.
/// b and a0 are not zero only in alpha schemes, which balance forces between the ends of the step.
struct StageEquations {
  std::vector<double> times;  // t_i
  Matrix positions;           // X~, n x s
  Matrix velocities;          // V~
  Matrix right_hand_side;     // r
  Matrix position_weights;    // Q, s x s, s²
  Matrix velocity_weights;    // A, s x s, s
  double mass_weight = 1;     // w_m
  double force_weight = 1;    // w_f
  double mass_blend = 0;      // b
  Vector old_position;        // x0; counts only if b is not 0
  Vector old_acceleration;    // a0; empty: zero

  int n_stages() const { return static_cast<int>(times.size()); }
};

/// Solves for the accelerations, which hold a first guess on entry.
SolveStatus solve_stages(const StageEquations& equations, const NonlinearSettings& settings,
                         CountedSystem& system, Matrix& accelerations);

}  // namespace tread::integrate
