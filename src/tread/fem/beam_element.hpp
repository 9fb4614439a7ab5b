#pragma once

#include <Eigen/Core>
#include <limits>

#include "tread/fem/solid_elements.hpp"

namespace tread::fem {

/// A straight uniform beam between two nodes. Its own axes: x from the first to the second end, z
/// in the plane of x and the orientation vector, y = z x x. Rotations follow the right hand: w' =
/// -ry in bending along z, v' = rz in bending along y.
///
/// Inside, the deflection is the cubic that an unloaded beam takes,
///
///   w = c0 + c1 s + c2 s^2 + c3 s^3,   psi = w' + EI/GA w'''   (rotation of the section)
///
/// which is Hermite's without shear deformation. Displacements at nodes are then exact in statics
/// for loads at nodes, with and without shear, however slender the element is.
/// J. S. Przemieniecki, Theory of Matrix Structural Analysis (1968), 5.6 and 11.
struct BeamProperties {
  static constexpr double k_rigid = std::numeric_limits<double>::infinity();

  double axial_stiffness = 0;          // EA, N
  double bending_stiffness_y = 0;      // EI_y, N m2: about y, the beam deflects along z
  double bending_stiffness_z = 0;      // EI_z, N m2: about z, the beam deflects along y
  double torsional_stiffness = 0;      // GJ, N m2
  double shear_stiffness_y = k_rigid;  // G A_sy, N: along y; rigid: Euler-Bernoulli
  double shear_stiffness_z = k_rigid;  // G A_sz, N: along z
  double mass_per_length = 0;          // kg/m
  double rotary_inertia_y = 0;         // rho I_y, kg m; 0: left out
  double rotary_inertia_z = 0;         // rho I_z, kg m
  double polar_inertia = 0;            // rho (I_y + I_z), kg m: about x, for torsion
};

/// Section of a beam by its geometry. Shear areas of 0: no shear deformation.
struct BeamSection {
  double area = 0;              // m2
  double second_moment_y = 0;   // I_y = int z^2 dA, m4
  double second_moment_z = 0;   // I_z = int y^2 dA, m4
  double torsion_constant = 0;  // J, m4
  double shear_area_y = 0;      // m2
  double shear_area_z = 0;      // m2
};

enum class RotaryInertia { included, left_out };

BeamProperties beam_properties(const BeamSection& section, const SolidMaterial& material,
                               RotaryInertia rotary = RotaryInertia::included);

/// A solid rectangle, `width` along y and `height` along z, shear areas 5/6 of its area.
BeamSection rectangle(double width, double height);

/// Where the element lies: its ends are its nodes moved by rigid offsets.
struct BeamPlace {
  Eigen::Vector3d node_1 = Eigen::Vector3d::Zero();  // m
  Eigen::Vector3d node_2 = Eigen::Vector3d::Zero();
  Eigen::Vector3d orientation = Eigen::Vector3d::UnitZ();
  Eigen::Vector3d offset_1 = Eigen::Vector3d::Zero();  // from the node to the end, m
  Eigen::Vector3d offset_2 = Eigen::Vector3d::Zero();
};

using Matrix12d = Eigen::Matrix<double, 12, 12>;

/// Matrices of the nodes' displacements in global axes: ux uy uz rx ry rz of node 1, then of
/// node 2. A lumped mass is diagonal in the element's own axes at its ends.
Matrix12d beam_stiffness(const BeamPlace& place, const BeamProperties& beam);
Matrix12d beam_mass(const BeamPlace& place, const BeamProperties& beam,
                    MassKind kind = MassKind::consistent);

/// Displacement along `direction` of the beam's axis at s = 0 to 1 between its ends: row i times
/// (1, s, s^2, s^3) is the weight of displacement i.
Eigen::Matrix<double, 12, 4> beam_deflection(const BeamPlace& place, const BeamProperties& beam,
                                             const Eigen::Vector3d& direction);

double length_of(const BeamPlace& place);

}  // namespace tread::fem
