#pragma once

#include "tread/core/material.hpp"

namespace tread::halfspace {

/// Surface displacement of a half-space under a traction that is bilinear instead of constant over
/// the elements: the tent function
///
///   φ(ξ, η) = (1 - |ξ|/dx) (1 - |η|/dy)      for |ξ| < dx, |η| < dy, and 0 elsewhere
///
/// is 1 at its node and 0 at the eight neighbours, so that tractions given at nodes are
/// interpolated continuously. The influence of a unit tent at its node's offset (x, y), for a
/// point-force kernel K, is a second difference along each axis of K integrated twice along each,
///
///   ∫∫ K(x - ξ, y - η) φ dξ dη = δ²_x δ²_y F / (dx dy),      ∂⁴F/∂x²∂y² = K
///   K = 1/r:   F = (x²y asinh(y/|x|) + x y² asinh(x/|y|)) / 2 - r³/6
///   K = x²/r³: F = x y² asinh(x/|y|)/2 + x² r/2 - r³/3
///   K = xy/r³: F = -(2 x y r + x³ asinh(y/|x|) + y³ asinh(x/|y|)) / 6
///
/// and from three cells away on, where differences cancel, by Gauss-Legendre along each axis whose
/// cells are short beside the distance. Relative accuracy (xy relative to zz): 1e-14 far away; near
/// the node 5e-13 for cells up to three times as long as wide, 2e-14 times the square of that ratio
/// beyond. The members are those of InfluenceCoefficients, m/Pa.
struct BilinearInfluence {
  double xx, xy, yy, zz;
};
BilinearInfluence bilinear_influence(double x, double y, double dx, double dy,
                                     const Compliance& compliance);

/// The same for plane strain: the hat function 1 - |ξ|/dx along x, endless along y; xy is zero.
/// Relative to a surface point at the distance `datum`, m, as strip_influence.
BilinearInfluence bilinear_strip_influence(double x, double dx, double datum,
                                           const Compliance& compliance);

}  // namespace tread::halfspace
