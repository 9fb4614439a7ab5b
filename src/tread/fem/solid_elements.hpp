#pragma once

#include <Eigen/Core>
#include <string>

#include "tread/fem/mesh.hpp"

namespace tread::fem {

/// Stiffness and mass of isotropic elastic solids, displacements u = sum N_a(xi) u_a:
///
///   K_ab = int lambda g_a g_b' + mu (g_b g_a' + (g_a . g_b) 1) dV,   g_a = grad N_a   (3 x 3
///   blocks) M_ab = 1 int rho N_a N_b dV
///
/// Displacements are ordered node by node, x y z each; nodes as in mesh.hpp.
/// T. J. R. Hughes, The Finite Element Method (1987), ch. 2-3.
struct SolidMaterial {
  double young_modulus = 0;  // E, Pa
  double poisson_ratio = 0;  // -1 to 0.5, both excluded
  double density = 0;        // kg/m3
};

/// full: 2 x 2 x 2 Gauss points; too stiff in bending when elements are coarse or flat.
/// incompatible_modes: nine more displacements inside the element (the parabolas 1 - xi^2 ...),
/// condensed, which bend without locking. Their gradients use the Jacobian at the centre, so that a
/// distorted element still passes the patch test.
/// R. L. Taylor, P. J. Beresford, E. L. Wilson, Int. J. Numer. Methods Engrg. 10 (1976) 1211-1219.
enum class HexahedronFormulation { full, incompatible_modes };

/// lumped: row sums of the consistent mass; 10-node tetrahedra, whose corners would be negative,
/// and beams: its diagonal scaled to the element's mass. E. Hinton, T. Rock, O. C. Zienkiewicz,
/// Earthquake Engrg. Struct. Dyn. 4 (1976) 245-249.
enum class MassKind { consistent, lumped };

/// One column a node: 8 of a hexahedron, 4 or 10 of a tetrahedron. The element must not be
/// inverted. Exact for elements with plane faces that are parallelepipeds, and for tetrahedra with
/// straight edges; 10-node ones have 4 Gauss points for K and 14 (exact to the fifth degree) for M.
Eigen::MatrixXd solid_stiffness(ElementShape shape, const Eigen::Matrix3Xd& nodes,
                                const SolidMaterial& material,
                                HexahedronFormulation formulation = HexahedronFormulation::full);
Eigen::MatrixXd solid_mass(ElementShape shape, const Eigen::Matrix3Xd& nodes, double density,
                           MassKind kind = MassKind::consistent);

/// Stresses xx yy zz xy yz zx (Pa, tension positive) at an element's nodes, a column each, from the
/// displacements of its nodes (m, a column each), as its shape functions say.
using NodeStresses = Eigen::Matrix<double, 6, Eigen::Dynamic>;
NodeStresses solid_stress(ElementShape shape, const Eigen::Matrix3Xd& nodes,
                          const Eigen::Matrix3Xd& displacements, const SolidMaterial& material);

double solid_volume(ElementShape shape, const Eigen::Matrix3Xd& nodes);  // m3

/// Stresses at all nodes of a mesh: means over the elements of the group around each, weighted by
/// their volumes; zero at nodes of no element. Continuous, and of linear elements more exact than
/// what each has by itself.
NodeStresses mean_stresses(const Mesh& mesh, const std::string& group,
                           const Eigen::Matrix3Xd& displacements, const SolidMaterial& material);

/// det J over the product of the lengths of its columns, the least over Gauss points and corners: 1
/// for a brick, 0 where the element is flat, negative where it is turned inside out.
double worst_corner(ElementShape shape, const Eigen::Matrix3Xd& nodes);

/// Throws ModelError, with value, reason and remedy.
void check(const SolidMaterial& material);

}  // namespace tread::fem
