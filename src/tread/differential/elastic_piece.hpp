#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/core/material.hpp"
#include "tread/core/observer.hpp"
#include "tread/fem/mesh.hpp"
#include "tread/profile/contact_search.hpp"

namespace tread::differential {

/// A piece cut out of an elastic wheel or rail around the place where they can touch: a mesh of
/// tetrahedra, fine where contact can be, whose displacements are fixed on the faces where it was
/// cut, and what is left of it for contact: how much the nodes of its fine surface move under
/// forces on them (H22 of the differential model, the inverse stiffness on these nodes).
///
/// S. Magheri, M. Malvezzi, E. Meli, A. Rindi, An innovative wheel-rail contact model for multibody
/// applications (2010), sections 5.2 to 5.4.
///
/// Axes of a piece: x forward, y to the right, z down, as a RIGHT wheel or rail.
///   rail    x = 0 in the middle of the piece; y and z are those of its profile
///   wheel   origin on the axle, under the profile's y = 0: the point (y_p, z_p) of the profile is
///           at ((r0 + z_p) sin a, y_p, (r0 + z_p) cos a), a = 0 in the middle of the piece

enum class ElementOrder { linear, quadratic };  // tetrahedra of 4 or 10 nodes

/// How a piece is cut and meshed. Lengths in m.
struct PieceSettings {
  double half_length = 0.04;  // along the track; of a wheel along its tape circle
  double depth = 0.05;        // from the profile's z = 0 into the body; beyond all of the profile
                              // that belongs to the piece
  /// Between which y of its profile the piece lies. Beyond the profile's ends: its sides are the
  /// body's own and free; otherwise they are cut and held.
  double lowest_y = -std::numeric_limits<double>::infinity();
  double highest_y = std::numeric_limits<double>::infinity();
  /// Where the surface is fine, and contact may be.
  double zone_lowest_y = -0.04;
  double zone_highest_y = 0.03;
  double zone_half_length = 0.014;
  double fine_size = 1.5e-3;  // of elements in the zone
  /// Elements of the zone are not larger than this share of the profile's radius of curvature: on a
  /// gauge corner of 13 mm a patch is 3 mm wide.
  double radius_share = 0.06;
  double coarse_size = 12e-3;  // on the faces of the cut
  ElementOrder order = ElementOrder::linear;
};

/// Throws ModelError with value, reason and remedy.
void check(const PieceSettings& settings);

/// The fine part of a piece's surface.
struct ContactSurface {
  Eigen::Matrix3Xd nodes;  // m, axes of the piece
  Eigen::MatrixXi faces;   // a face a row: 3 corners, of quadratic elements then 3 middles of sides
                           // (01, 12, 20); right-handed about the normal that leaves the body
  std::vector<int> mesh_nodes;  // numbers of the nodes in the mesh
};

struct ElasticPiece {
  PieceSettings settings;
  double radius = std::numeric_limits<double>::infinity();  // r0 of a wheel; infinite: a rail
  Material material = Material::rigid();
  fem::Mesh mesh;  // groups "body" (volume), "contact" (zone of the surface), "cut" (held)
  ContactSurface surface;
  /// m/N: displacements of the surface's nodes under forces on them, x y z node by node; exactly
  /// symmetric.
  Eigen::MatrixXd compliance;
};

/// Wheel and rail of a pair; one serves all wheels of a vehicle (left ones in the mirror).
struct ElasticPair {
  ElasticPiece wheel;
  ElasticPiece rail;
};

/// The zones are where S1002 and an inclined UIC60 can touch, whose gauge face is at y = -43 mm.
struct PairPieceSettings {
  PieceSettings wheel;
  PieceSettings rail = {.zone_lowest_y = -0.0432, .zone_highest_y = 0.02};
};

/// The observer asked to stop before the pieces were there: nothing is wrong.
class PreparationStopped : public Error {
 public:
  PreparationStopped() : Error("the preparation of the elastic pieces was stopped as asked") {}
};

/// Meshes both pieces with Gmsh, factorises their stiffness once and computes the compliance.
/// With a cache folder (may be empty: none) pieces are read from it when they are there, and
/// written to it otherwise: the same bits either way. A file is found by a digest of the profile,
/// the settings, the material and the format's version, and refused when its content does not fit
/// what it says, then made anew; `notes` (may be null) hears why. Throws ModelError: gmsh is
/// missing or fails (with the end of what it said), a folder that cannot be written, more memory
/// than 4 GiB a piece; PreparationStopped.
std::shared_ptr<const ElasticPair> prepare_pair(const profile::WheelRailPair& pair,
                                                const BodyPair& bodies,
                                                const PairPieceSettings& settings,
                                                const std::filesystem::path& cache,
                                                Observer* observer = nullptr,
                                                std::vector<std::string>* notes = nullptr);

}  // namespace tread::differential
