#pragma once

#include <Eigen/SparseCore>

#include "tread/structure/beam_modes.hpp"

namespace tread::structure {

/// The beam by central differences on equal intervals (thesis 8.3): inner points only, ends clamped
/// (mirrored virtual point) or simply supported (anti-mirrored). It is the derivative of the energy
///
///   1/2 sum_i c_i EI_i dx ((u_(i-1) - 2 u_i + u_(i+1))/dx^2)^2,   c_i = 1/2 at the ends, else 1
///
/// which gives the thesis' rows 6 -4 1, 7 -4 1 and 5 -4 1 for a uniform beam, and holds for a
/// varying one.
struct DifferenceModel {
  double spacing = 0;                     // dx, m
  std::vector<double> points;             // x of the inner points, m
  Eigen::SparseMatrix<double> stiffness;  // N/m per dx: divided by dx, K u = p
  Eigen::VectorXd mass;                   // m(x_i), kg/m

  /// Angular frequency of the fastest motion it can show.
  double highest_omega() const;
};

/// Throws ModelError unless the beam has two clamped or pinned ends, no inner supports, no shear
/// deformation, and at least 4 intervals.
DifferenceModel difference_model(const Beam& beam, int n_intervals);

/// Its eigenvectors as modes: normalised as (8.44), between the points a cubic spline whose ends
/// have no slope (clamped) or no curvature (simply supported).
BeamModes finite_difference_modes(const Beam& beam, const ModeOptions& options);

}  // namespace tread::structure
