#pragma once

#include <array>
#include <vector>

#include "tread/contact/frictional.hpp"

/// What contact with friction must satisfy, computed again from pressure and tractions with the
/// surface operators in double precision: nothing of the solvers.
namespace tread::contact::test {

/// The displacement difference u1 - u2 by pressure and tractions, at any point of the grid and one
/// cell beyond it.
class SurfaceDisplacement {
 public:
  SurfaceDisplacement(const NormalProblem& problem, double layer_flexibility,
                      const std::vector<double>& pressure, const VectorField<double>& traction);

  /// `ahead` cells from the centre of cell (i, j), linear between the centres.
  std::array<double, 2> at(int i, int j, std::array<double, 2> ahead) const;

  /// What both surfaces give way together in cell (i, j).
  double normal(int i, int j) const { return u_z_[index(i, j)]; }

 private:
  std::size_t index(int i, int j) const { return wide_.index(i + 1, j + more_y_); }

  Grid wide_;
  int more_y_;
  VectorField<double> u_;
  std::vector<double> u_z_;
};

/// Errors over their scales. Tractions: over the largest one. Slips: over the largest rigid slip in
/// the contact, or the largest change of displacement during the step if that is larger (at least
/// 1e-7 of the displacements before it: what changes less is rounding).
///
/// Friction's law leaves the direction of a traction open where the slip vanishes, and that of a
/// slip where the bound does. An angle between traction and opposite slip therefore counts as the
/// smaller of two errors: of the traction, if the slip were right, and of the slip, if the traction
/// were.
struct FrictionBalance {
  double above_bound = 0;    // |p| - μ pn
  double below_bound = 0;    // μ pn - |p|, where slip is reported
  double adhesion_slip = 0;  // |s| where adhesion is reported
  double not_opposite = 0;   // angle between p and -s in slip, as said above
  double slip_error = 0;     // reported slip
  double force_error = 0;    // of given forces, over μ Fn
  double gap_error = 0;      // gap in contact, penetration outside, over the largest displacement
  double power_error = 0;    // reported frictional power, over μ Fn times the scale of slip
  std::size_t n_wrong_state = 0;  // cells in contact that are reported as outside, or the reverse

  double largest() const;
};

/// What the law of friction may be violated by, of the scales in FrictionBalance; ten times what
/// the solver is asked for.
inline constexpr double k_law = 1e-5;

/// How far the particles go during the step, and where they were before it.
struct Path {
  double length = 1;                  // what creepages are multiplied by, m (1 in a shift)
  double lead = 0;                    // of a particle's mean place during the step, over its length
  std::array<double, 2> cells{0, 0};  // steady rolling: to where the particles were, in cells
};

/// One cell along the axis on which the rolling direction goes furthest, counted in cells.
Path steady_path(const Grid& grid, double direction);

/// @param before u' per cell; null: steady rolling or a shift from rest.
FrictionBalance friction_balance(const FrictionalProblem& problem, double coefficient,
                                 const Path& path, const VectorField<double>* before,
                                 const FrictionalSolution& solution);

}  // namespace tread::contact::test
