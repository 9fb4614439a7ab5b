#pragma once

#include "tread/core/solve_status.hpp"
#include "tread/elastodynamics/block.hpp"
#include "tread/elastodynamics/semi_discrete.hpp"

namespace tread::elastodynamics {

/// A rigid cylinder held at rest in the block: where a slow impact leads to. Staggered grid, fixed
/// sides.
struct StaticContact {
  SolveStatus status = SolveStatus::stalled;
  double force = 0;      // on the cylinder, N/m
  Vector surface_force;  // q, N/m
  Vector surface;        // s, m
  Vector u;
};

/// @param height of the cylinder's lowest point over the undeformed surface, m; < 0 presses it in.
/// Throws ModelError for an absorbing boundary, which cannot hold a load, and a collocated grid.
StaticContact solve_static_contact(const Block& block, double radius, double height);

}  // namespace tread::elastodynamics
