#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "tread/differential/elastic_piece.hpp"
#include "tread/profile/contact_search.hpp"

namespace tread::differential {

/// Which points of the wheel's fine surface are over, or in, which points of the rail's, as
/// undeformed bodies: the contact map Phi, on the true surfaces.
///
/// A surface is unrolled: places on it have the coordinates (along, s), s the length along the
/// profile and along the angle of a wheel or the x of a rail. There faces are plane triangles, and
/// shape functions are those of the triangle.

constexpr int k_most_face_nodes = 6;

/// A place on a fine surface, in the terms of the face that it is on.
struct FacePlace {
  int face = -1;
  std::array<double, k_most_face_nodes> shape{};   // N_a
  std::array<double, k_most_face_nodes> along{};   // dN_a by metres along the track, 1/m
  std::array<double, k_most_face_nodes> across{};  // dN_a by metres along the profile, 1/m
};

/// A contact point: x_i on the wheel and Phi(x_i) on the rail.
struct ContactPair {
  int point = 0;  // number of the point of quadrature
  const FacePlace* on_wheel = nullptr;
  FacePlace on_rail;
  double gap = 0;                                         // m, along the normal
  Eigen::Vector3d position = Eigen::Vector3d::Zero();     // of x_i, track frame, m
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();       // leaves the rail
  Eigen::Vector3d across = Eigen::Vector3d::Zero();       // normal, x and this are right-handed
  Eigen::Vector3d wheel_along = Eigen::Vector3d::Zero();  // unit tangents of the wheel, track axes
  Eigen::Vector3d wheel_across = Eigen::Vector3d::Zero();
  double weight = 0;  // m2
  double wheel_y = 0;
  double rail_y = 0;
};

class ContactMap {
 public:
  ContactMap(const profile::WheelRailPair& pair, const ElasticPair& bodies, int points_per_face);

  int n_points() const { return static_cast<int>(points_.size()); }
  int nodes_per_face() const { return nodes_per_face_; }
  const Eigen::MatrixXi& wheel_faces() const { return wheel_faces_; }
  const Eigen::MatrixXi& rail_faces() const { return rail_faces_; }

  /// All contact points with a gap below `margin`. Throws ModelError when undeformed bodies overlap
  /// where one of them is not finely meshed.
  void find(const profile::WheelsetPose& pose, double margin, std::vector<ContactPair>& pairs);

  /// Least distance of the bodies of the pose asked about last, m; negative: they overlap.
  double gap() const { return gap_; }

  /// Throws ModelError when faces of a pair are at the edge of their fine surfaces: contact there
  /// is about to leave them.
  void refuse_edge(const profile::WheelsetPose& pose, const ContactPair& pair) const;

 private:
  struct WheelPoint {
    FacePlace place;
    Eigen::Vector3d position, along, across;  // axes of the wheelset, but for the half spacing
    double weight, y;
    double rail_s;  // the last foot on the rail
  };
  /// Points whose s lies in a short piece of the wheel's profile.
  struct Strip {
    double s_low, s_high;
    std::vector<int> points;
  };
  void place_points(const ElasticPiece& wheel, const profile::Profile& profile,
                    int points_per_face);
  void unroll_rail(const ElasticPiece& rail, const profile::Profile& profile);
  /// The face of the rail at (x, s); false: there is none.
  bool locate(double x, double s, FacePlace& place) const;
  double foot(double y, double z, double start) const;
  [[noreturn]] void refuse(const profile::PosedWheel& wheel, const char* body, double wheel_y,
                           double rail_y, double x) const;
  void refuse_beyond_wheel_zone(const profile::PosedWheel& wheel) const;

  profile::ContactSearch search_;
  double radius_;
  int nodes_per_face_;
  Eigen::MatrixXi wheel_faces_;
  Eigen::MatrixXi rail_faces_;
  std::vector<bool> wheel_edge_;
  std::vector<bool> rail_edge_;
  std::vector<WheelPoint> points_;
  std::vector<Strip> strips_;
  double zone_low_ = 0;  // s of the wheel's fine surface
  double zone_high_ = 0;

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
