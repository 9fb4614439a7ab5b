#pragma once

#include <vector>

#include "tread/core/grid.hpp"
#include "tread/elastodynamics/wave_speeds.hpp"

namespace tread::elastodynamics {

/// How the block is held at its left, right and lower side.
enum class OuterBoundary {
  fixed,     // no displacement: waves come back
  absorbing  // dashpots rho c_p across and rho c_s along the side: waves that meet it squarely
             // leave
};

enum class Discretisation {
  collocated,  // all components at all nodes, as in the thesis (7.14)-(7.22)
  staggered,   // displacements and stresses on interleaved points: symmetric, keeps an energy
};

/// A rectangle of elastic ground in plane strain, everything per metre of length along y.
///
///   -width/2 < x < width/2,   -height < z < 0,   z up; the surface z = 0 is free but for contact
///
/// nodes_x x nodes_z nodes divide it into equal cells of dx = width/(nodes_x - 1) by
/// dz = height/(nodes_z - 1) (thesis section 7.2).
struct Block {
  ElasticSolid solid;
  double width = 0;   // m
  double height = 0;  // m
  int nodes_x = 0;
  int nodes_z = 0;
  Discretisation discretisation = Discretisation::staggered;
  OuterBoundary outer = OuterBoundary::fixed;

  double dx() const { return width / (nodes_x - 1); }
  double dz() const { return height / (nodes_z - 1); }
  int cells_x() const { return nodes_x - 1; }
  int cells_z() const { return nodes_z - 1; }
};

inline constexpr int k_min_nodes = 5;
inline constexpr int k_max_nodes = 4'000'000;

/// Throws ModelError unless sizes are positive and there are k_min_nodes each way and at most
/// k_max_nodes in all.
void check(const Block& block);

/// Displacement of the whole block: one value a cell of the grid, whose y stands for z.
struct DisplacementField {
  Grid grid;
  std::vector<double> x;  // m
  std::vector<double> z;  // m, up
};

}  // namespace tread::elastodynamics
