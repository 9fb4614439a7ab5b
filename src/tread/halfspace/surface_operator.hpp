#pragma once

#include <span>

#include "tread/core/grid.hpp"
#include "tread/core/material.hpp"
#include "tread/core/thread_team.hpp"
#include "tread/halfspace/convolution.hpp"

namespace tread::halfspace {

enum class Direction { x, y, z };

/// u_i = sum over cells of A_ij p_j at all cell centres of a grid, by FFT: one of the nine
/// couplings between a traction component j and a displacement component i. The same as the direct
/// sum, to rounding.
class SurfaceOperator {
 public:
  /// @param line_datum > 0: plane strain on a grid of one row, see strip_influence.
  SurfaceOperator(const Grid& grid, const Compliance& compliance, Direction displacement,
                  Direction traction, double line_datum = 0);

  void apply(std::span<const double> traction, std::span<double> displacement, ThreadTeam& team);

 private:
  Convolution<double> convolution_;
};

/// Displacement in one direction at any surface point (x, y), by the direct sum over the loaded
/// cells.
double surface_displacement(double x, double y, const Grid& grid, const Compliance& compliance,
                            Direction displacement, Direction traction_direction,
                            std::span<const double> traction);

}  // namespace tread::halfspace
