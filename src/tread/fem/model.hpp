#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tread/core/piecewise_linear.hpp"
#include "tread/fem/beam_element.hpp"
#include "tread/fem/mesh.hpp"
#include "tread/fem/solid_elements.hpp"
#include "tread/structure/beam.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::fem {

/// A structure of finite elements, as data: a mesh and what its groups are made of, how they are
/// held, where wheels run. assemble() makes its matrices.
///
/// A node has displacements x y z and rotations rx ry rz (right hand) in global axes, but only
/// those that something at it uses: solids x y z, beams as their kind says, a spring those along
/// which it pulls. Nodes are indices into Mesh::nodes.

/// Volume elements of a group.
struct SolidPart {
  std::string group;
  SolidMaterial material;
  HexahedronFormulation formulation = HexahedronFormulation::incompatible_modes;
};

/// spatial: all six. plane: frames in the x-z plane, x z ry. bending: along x, z ry alone (the
/// axial stiffness is not used).
enum class BeamKind { spatial, plane, bending };

/// 2-node lines of a group.
struct BeamPart {
  std::string group;
  BeamProperties properties;
  BeamKind kind = BeamKind::spatial;
  Eigen::Vector3d orientation = Eigen::Vector3d::UnitZ();  // see BeamPlace
  Eigen::Vector3d offset_1 = Eigen::Vector3d::Zero();      // m, rigid, from node to axis
  Eigen::Vector3d offset_2 = Eigen::Vector3d::Zero();
};

constexpr int k_ground = -1;

enum class ConnectorKind { translation, rotation };

/// What pulls between two nodes, one of which may be k_ground. Its elongation is e = d . (u(to) -
/// u(from)), with rotations instead of displacements for ConnectorKind::rotation.
struct Connector {
  std::string name;
  int from = k_ground;
  int to = k_ground;
  ConnectorKind kind = ConnectorKind::translation;
  std::optional<Eigen::Vector3d> direction;  // d, made a unit; none: from `from` to `to`
};

/// A spring and damper side by side.
struct Spring {
  Connector connector;
  double stiffness = 0;  // N/m or N m/rad
  double damping = 0;    // N s/m or N m s/rad
};

/// A spring with a piecewise linear force (N or N m) over its elongation: gaps, stops.
struct NonlinearSpring {
  Connector connector;
  PiecewiseLinear law;
};

/// Mass in a node, for those displacements the node has.
struct PointMass {
  int node = 0;
  double mass = 0;                                    // kg
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();  // about global x y z through the node, kg m2
};

/// Slaves move with the master as one rigid body: u_s = u_m + theta_m x r, theta_s = theta_m. Their
/// displacements are eliminated. A slave may be the master of others.
struct RigidLink {
  int master = 0;
  std::vector<int> slaves;
};

/// Nodes that are held, or moved as `motion` says, in each of the directions named.
struct Support {
  std::string group;                                            // empty: the nodes below
  std::vector<int> nodes;                                       // used if there is no group
  std::array<bool, 6> fixed{};                                  // x y z rx ry rz
  std::function<structure::SupportMotion(double time)> motion;  // empty: at rest
};

/// shape_functions: what the elements say; between linear elements the line has kinks, which hammer
/// wheels with mass. smooth: structure::smoothed().
enum class LineInterpolation { shape_functions, smooth };

/// Where wheels run: the lines of a group or nodes in order, along edges of elements; or the faces
/// of a group where a straight line crosses them (seen along `up`). Pieces that end where others
/// begin (spans that are not joined) make one line. The track coordinate is the length along it.
struct TrackLine {
  std::string group;                                     // empty: the nodes below
  std::vector<int> nodes;                                // in the order in which wheels pass
  std::optional<Eigen::Vector3d> point;                  // of the straight line over faces
  Eigen::Vector3d direction = Eigen::Vector3d::UnitX();  // in which x grows
  double start = 0;                                      // m, x where the line begins
  LineInterpolation interpolation = LineInterpolation::shape_functions;

  bool is_empty() const { return group.empty() && nodes.empty(); }
};

struct Model {
  Mesh mesh;
  std::vector<SolidPart> solids;
  std::vector<BeamPart> beams;
  std::vector<Spring> springs;
  std::vector<NonlinearSpring> nonlinear_springs;
  std::vector<PointMass> masses;
  std::vector<RigidLink> links;
  std::vector<Support> supports;
  TrackLine line;  // may be empty
  Eigen::Vector3d up = Eigen::Vector3d::UnitZ();
  structure::RayleighDamping damping;  // of all mass and linear stiffness; dampers come on top
  MassKind mass = MassKind::consistent;
};

/// The structure's matrices, exactly symmetric, its load line, springs with laws and reactions
/// ("node 17 z"). Free displacements are numbered in the order of nodes. Throws ModelError, with
/// value, reason and remedy, as check() does and for a line that is no simple path. Whether the
/// structure is held is not asked: check_supported().
structure::ElasticStructure assemble(const Model& model);

/// Throws ModelError: groups that are missing, elements that are inverted, flat or in two parts
/// (which), masses, densities and stiffnesses that are negative.
void check(const Model& model);

/// The node with this label; throws ModelError if there is none.
int node_with_label(const Mesh& mesh, long long label);

}  // namespace tread::fem
