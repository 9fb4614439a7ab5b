#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <vector>

#include "tread/elastodynamics/block.hpp"

namespace tread::elastodynamics {

using Vector = Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;

enum class Symmetry { symmetric, unsymmetric };

/// Where a degree of freedom lives and which way it points.
struct DofPlace {
  enum class Direction { x, z };
  double x = 0;
  double z = 0;
  Direction direction = Direction::x;
};

/// The block after discretisation in space, still continuous in time:
///
///   M u'' + C u' + K u = V f - L q        s = P u - D q
///
/// u: displacements at all points that are not held. q >= 0: force that presses on each surface
/// point, N per m of length along y (pressure times surface_length). s: height of each surface
/// point, m, up. f: force per volume at the points of u.
///
/// Collocated: the rows of surface and absorbing points are boundary conditions without mass, K is
/// not symmetric and D = 0. Staggered: K is symmetric, L = P^T, and D > 0 is the flexibility of
/// the upper half of the cell below a surface point, whose mass was given to the row below
/// (H. B. Khenous, P. Laborde, Y. Renard, Eur. J. Mech. A 27 (2008) 918-932): a surface point
/// without mass follows the cylinder without bouncing on it.
struct SemiDiscrete {
  Symmetry symmetry = Symmetry::symmetric;
  Vector mass;     // M, kg/m; 0: no inertia
  Vector damping;  // C, N s/m²
  Vector volume;   // V, m²
  SparseMatrix stiffness;
  SparseMatrix load;     // L
  SparseMatrix observe;  // P
  Vector flexibility;    // D, m²/N
  std::vector<DofPlace> places;

  std::vector<double> surface_x;  // m
  double surface_length = 0;      // that carries the force of one point, m

  // Displacement along x of the surface points and the rows that hold their shear traction; only
  // the collocated grid has such points.
  SparseMatrix load_x;
  SparseMatrix observe_x;

  // Energies: u'^T energy_mass u'/2 + u^T energy_stiffness u/2 + q^T D q/2
  Vector energy_mass;
  SparseMatrix energy_stiffness;

  Eigen::Index n_dofs() const { return mass.size(); }
  Eigen::Index n_surface() const { return static_cast<Eigen::Index>(surface_x.size()); }
};

SemiDiscrete discretise(const Block& block);

/// The whole displacement from the degrees of freedom and the forces on the surface: at cell
/// centres for a staggered grid, at the nodes for a collocated one.
DisplacementField displacement_field(const Block& block, const SemiDiscrete& semi, const Vector& u,
                                     const Vector& surface_force);

}  // namespace tread::elastodynamics
