#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "tread/differential/elastic_piece.hpp"
#include "tread/profile/profile.hpp"

namespace tread::differential {

/// The fine surface of a piece, unrolled into a plane: coordinates (along, s), s the length along
/// the profile, along the x of a rail or the length of the arc of a wheel's tape circle, m. There
/// faces are plane triangles, and shape functions are those of the triangle.

constexpr int k_most_face_nodes = 6;

/// A place on a surface in the terms of the face that it is on.
struct FacePlace {
  int face = -1;
  std::array<double, k_most_face_nodes> shape{};  // N_a
  std::array<double, k_most_face_nodes> along{};  // dN_a by the coordinates, 1/m
  std::array<double, k_most_face_nodes> across{};
};

class UnrolledSurface {
 public:
  UnrolledSurface(const ElasticPiece& piece, const profile::Profile& profile);

  int n_nodes() const { return static_cast<int>(nodes_.size()); }
  int nodes_per_face() const { return static_cast<int>(faces_.cols()); }
  const Eigen::MatrixXi& faces() const { return faces_; }
  const Eigen::Vector2d& node(int i) const { return nodes_[static_cast<std::size_t>(i)]; }
  double area(int face) const { return triangles_[static_cast<std::size_t>(face)].area; }
  /// Whether a corner of the face is on the edge of the surface.
  bool at_edge(int face) const { return at_edge_[static_cast<std::size_t>(face)]; }

  /// The face at a place; false: there is none.
  bool locate(double along, double s, FacePlace& place) const;

 private:
  struct Triangle {
    Eigen::Vector2d corner;    // the third
    Eigen::Matrix2d to_local;  // barycentric coordinates of the first two from place - corner
    double area = 0;
  };
  void fill_bins();
  void set_shapes(const Triangle& triangle, const Eigen::Vector2d& local, FacePlace& place) const;

  std::vector<Eigen::Vector2d> nodes_;
  Eigen::MatrixXi faces_;
  std::vector<Triangle> triangles_;
  std::vector<bool> at_edge_;
  Eigen::Vector2d low_;
  double bin_size_ = 1;
  int n_bins_along_ = 0;
  int n_bins_across_ = 0;
  std::vector<std::vector<int>> bins_;
};

/// Where a profile has this y, or the nearest that it has.
double place_along(const profile::Profile& profile, double y);

}  // namespace tread::differential
