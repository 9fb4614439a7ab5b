#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "tread/differential/elastic_piece.hpp"
#include "tread/profile/contact_search.hpp"

namespace tread::differential {

/// Which places of the wheel's fine surface are over, or in, which places of the rail's, as
/// undeformed bodies: the contact map Phi, on the true surfaces.
///
/// A surface is unrolled: places on it have the coordinates (along, s), s the length along the
/// profile and along the angle of a wheel or the x of a rail. There faces are plane triangles, and
/// shape functions are those of the triangle.
///
/// Bodies meet at stations: the corners of the wheel's faces. What a station sees are means over
/// the faces around it, weighted with the hat function of the corner and taken at points of
/// quadrature x_i, so that pressures are continuous and meshes that do not match leave no marks.
/// Slips take their gradients from the faces where the material comes from, as upstream
/// differences do: means from both sides would not see displacements that alternate from node to
/// node.

constexpr int k_most_face_nodes = 6;

/// What a node's displacement has to do with a station.
struct Share {
  int node = 0;
  double shape = 0;   // mean of its shape function
  double along = 0;   // and of its derivatives upstream: along the track, 1/m
  double across = 0;  // along the profile, 1/m
};

struct Station {
  int node = 0;                                           // of the wheel's surface
  double gap = 0;                                         // m, along the normal
  Eigen::Vector3d position = Eigen::Vector3d::Zero();     // of the node, track frame, m
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();       // leaves the rail
  Eigen::Vector3d across = Eigen::Vector3d::Zero();       // normal, x and this are right-handed
  Eigen::Vector3d wheel_along = Eigen::Vector3d::Zero();  // unit tangents of the wheel, track axes
  Eigen::Vector3d wheel_across = Eigen::Vector3d::Zero();
  double weight = 0;   // m2
  double wheel_y = 0;  // m, in the profiles
  double rail_y = 0;
  bool at_edge = false;  // of the fine surface of wheel or rail
  std::vector<Share> wheel;
  std::vector<Share> rail;
};

class ContactMap {
 public:
  ContactMap(const profile::WheelRailPair& pair, const ElasticPair& bodies, int points_per_face);

  int n_wheel_nodes() const { return static_cast<int>(corners_.size()); }
  /// Corners that share a face with one of the wheel's.
  const std::vector<int>& neighbours(int node) const {
    return corners_[static_cast<std::size_t>(node)].neighbours;
  }

  /// All stations with a gap below `margin`. Throws ModelError when undeformed bodies overlap where
  /// one of them is not finely meshed.
  /// @param forward whether the wheel rolls towards +x
  /// @param stations cleared and filled; [0, returned number) are those found
  std::size_t find(const profile::WheelsetPose& pose, bool forward, double margin,
                   std::vector<Station>& stations);

  /// Least distance of the bodies of the pose asked about last, m; negative: they overlap.
  double gap() const { return gap_; }

  /// Throws the ModelError of contact that leaves the fine surfaces.
  [[noreturn]] void refuse(const profile::WheelsetPose& pose, double wheel_y, double rail_y,
                           double x) const;

 private:
  /// A place on a fine surface, in the terms of the face that it is on.
  struct FacePlace {
    int face = -1;
    std::array<double, 3> corner{};                  // barycentric
    std::array<double, k_most_face_nodes> shape{};   // N_a
    std::array<double, k_most_face_nodes> along{};   // dN_a by metres along the track, 1/m
    std::array<double, k_most_face_nodes> across{};  // dN_a by metres along the profile, 1/m
  };
  /// A place on the wheel's true surface, in axes of the wheelset but for the half spacing.
  struct WheelPlace {
    Eigen::Vector3d position, along, across;
    double y = 0;
    double s = 0;
  };
  struct WheelPoint {
    FacePlace place;
    WheelPlace at;
    double weight = 0;
    double rail_s = -1;  // the last foot on the rail
    double x = 0;        // of the pose asked about last
    double gap = 0;
    FacePlace on_rail;  // face -1: the rail's fine surface is not there
    bool rail_at_edge = false;
  };
  struct Corner {
    WheelPlace at;
    bool is_corner = false;
    bool at_edge = false;
    double rail_s = -1;
    std::vector<int> faces;  // around it
    std::vector<int> neighbours;
  };
  /// Corners whose s lies in a short piece of the wheel's profile.
  struct Strip {
    double s_low, s_high;
    std::vector<int> corners;
  };

  static void set_shapes(const std::array<double, 3>& l,
                         const std::array<Eigen::Vector2d, 3>& gradients, int n_nodes,
                         FacePlace& place);
  WheelPlace wheel_place(const profile::Profile& profile, double angle, double s) const;
  void place_points(const ElasticPiece& wheel, const profile::Profile& profile,
                    int points_per_face);
  void unroll_rail(const ElasticPiece& rail, const profile::Profile& profile);
  /// The face of the rail at (x, s); false: there is none.
  bool locate(double x, double s, FacePlace& place) const;
  double foot(double y, double z, double start) const;
  void refuse_beyond_wheel_zone(const profile::WheelsetPose& pose) const;
  void place_face(const profile::PosedWheel& wheel, int face);
  void make_station(const profile::WheelsetPose& pose, const profile::PosedWheel& wheel, int node,
                    bool forward, Station& station);

  profile::ContactSearch search_;
  double radius_;
  int nodes_per_face_;
  int points_per_face_;
  Eigen::MatrixXi wheel_faces_;
  Eigen::MatrixXi rail_faces_;
  std::vector<bool> rail_edge_;     // faces
  std::vector<WheelPoint> points_;  // those of a face together
  std::vector<Corner> corners_;     // of all nodes of the wheel's surface
  std::vector<Strip> strips_;
  double zone_low_ = 0;  // s of the wheel's fine surface
  double zone_high_ = 0;
  std::vector<int> placed_;  // faces: the call in which their points were placed
  int call_ = 0;

  struct RailFace {
    Eigen::Vector2d corner;    // (x, s) of the third corner
    Eigen::Matrix2d to_local;  // barycentric coordinates of the first two from (x, s) - corner
  };
  std::vector<RailFace> rail_triangles_;
  double bin_x0_ = 0, bin_s0_ = 0, bin_size_ = 1;
  int n_bins_x_ = 0, n_bins_s_ = 0;
  std::vector<std::vector<int>> bins_;
  std::vector<profile::ContactPoint> maxima_;
  double gap_ = 0;
};

}  // namespace tread::differential
