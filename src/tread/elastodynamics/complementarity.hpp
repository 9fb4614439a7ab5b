#pragma once

#include <Eigen/Core>
#include <vector>

#include "tread/core/solve_status.hpp"

namespace tread::elastodynamics {

/// Forces q and gaps g of points that touch without sticking:
///
///   g = A q + g0,    q >= 0,   g >= 0,   q g = 0
///
/// with A symmetric positive definite: there is exactly one solution. Block principal pivoting:
/// all points that break a condition change sides at once; when that stops to help, one at a time,
/// which ends for certain. J. J. Judice, F. M. Pires, Comput. Oper. Res. 21 (1994) 587-596.
struct Complementarity {
  SolveStatus status = SolveStatus::stalled;
  int iterations = 0;
  Eigen::VectorXd force;  // q
  Eigen::VectorXd gap;    // g, exactly 0 where q > 0
};

/// start: points expected to touch (1) or not (0); empty: those with g0 < 0.
Complementarity solve_complementarity(const Eigen::MatrixXd& compliance,
                                      const Eigen::VectorXd& free_gap,
                                      const std::vector<unsigned char>& start = {});

}  // namespace tread::elastodynamics
