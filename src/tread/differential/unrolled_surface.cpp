#include "tread/differential/unrolled_surface.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tread::differential {
namespace {

constexpr double k_outside = 1e-4;  // barycentric: a place this far beyond a face still counts

/// Faces with a corner on a side that belongs to one face alone.
std::vector<bool> faces_at_edge(const Eigen::MatrixXi& faces, std::size_t n_nodes) {
  std::map<std::pair<int, int>, int> sides;
  for (Eigen::Index f = 0; f < faces.rows(); ++f) {
    for (int a = 0; a < 3; ++a) {
      const int i = faces(f, a);
      const int j = faces(f, (a + 1) % 3);
      ++sides[{std::min(i, j), std::max(i, j)}];
    }
  }
  std::vector<bool> corners(n_nodes, false);
  for (const auto& [side, count] : sides) {
    if (count > 1) continue;
    corners[static_cast<std::size_t>(side.first)] = true;
    corners[static_cast<std::size_t>(side.second)] = true;
  }
  std::vector<bool> result(static_cast<std::size_t>(faces.rows()), false);
  for (Eigen::Index f = 0; f < faces.rows(); ++f) {
    for (int a = 0; a < 3; ++a) {
      if (corners[static_cast<std::size_t>(faces(f, a))])
        result[static_cast<std::size_t>(f)] = true;
    }
  }
  return result;
}

}  // namespace

double place_along(const profile::Profile& profile, double y) {
  return profile.place_of(std::clamp(y, profile.lowest_y(), profile.highest_y()));
}

UnrolledSurface::UnrolledSurface(const ElasticPiece& piece, const profile::Profile& profile)
    : faces_(piece.surface.faces) {
  const bool is_rail = std::isinf(piece.radius);
  for (Eigen::Index i = 0; i < piece.surface.nodes.cols(); ++i) {
    const Eigen::Vector3d node = piece.surface.nodes.col(i);
    const double along = is_rail ? node.x() : piece.radius * std::atan2(node.x(), node.z());
    nodes_.emplace_back(along, place_along(profile, node.y()));
  }
  for (Eigen::Index f = 0; f < faces_.rows(); ++f) {
    const Eigen::Vector2d third = node(faces_(f, 2));
    Eigen::Matrix2d sides;
    sides << node(faces_(f, 0)) - third, node(faces_(f, 1)) - third;
    triangles_.push_back({third, sides.inverse(), std::abs(sides.determinant()) / 2});
  }
  at_edge_ = faces_at_edge(faces_, nodes_.size());
  fill_bins();
}

void UnrolledSurface::fill_bins() {
  low_ = nodes_.front();
  Eigen::Vector2d high = low_;
  for (const Eigen::Vector2d& place : nodes_) {
    low_ = low_.cwiseMin(place);
    high = high.cwiseMax(place);
  }
  bin_size_ = std::sqrt((high - low_).prod() / static_cast<double>(faces_.rows()));
  const auto bins_over = [&](double length) { return 1 + static_cast<int>(length / bin_size_); };
  n_bins_along_ = bins_over(high.x() - low_.x());
  n_bins_across_ = bins_over(high.y() - low_.y());
  bins_.resize(static_cast<std::size_t>(n_bins_along_ * n_bins_across_));
  for (Eigen::Index f = 0; f < faces_.rows(); ++f) {
    Eigen::Vector2d least = node(faces_(f, 0));
    Eigen::Vector2d most = least;
    for (int a = 1; a < 3; ++a) {
      least = least.cwiseMin(node(faces_(f, a)));
      most = most.cwiseMax(node(faces_(f, a)));
    }
    const Eigen::Vector2i first = ((least - low_) / bin_size_).cast<int>();
    const Eigen::Vector2i last = ((most - low_) / bin_size_).cast<int>();
    for (int j = first.y(); j <= last.y(); ++j) {
      for (int i = first.x(); i <= last.x(); ++i) {
        bins_[static_cast<std::size_t>(j * n_bins_along_ + i)].push_back(static_cast<int>(f));
      }
    }
  }
}

void UnrolledSurface::set_shapes(const Triangle& triangle, const Eigen::Vector2d& local,
                                 FacePlace& place) const {
  const std::array<double, 3> l{local.x(), local.y(), 1 - local.sum()};
  const Eigen::Vector2d first = triangle.to_local.row(0);
  const Eigen::Vector2d second = triangle.to_local.row(1);
  const std::array<Eigen::Vector2d, 3> gradients{first, second, -first - second};
  const auto set = [&](std::size_t a, double value, const Eigen::Vector2d& slope) {
    place.shape[a] = value;
    place.along[a] = slope.x();
    place.across[a] = slope.y();
  };
  for (std::size_t a = 0; a < 3; ++a) {
    if (nodes_per_face() == 3) {
      set(a, l[a], gradients[a]);
      continue;
    }
    const std::size_t b = (a + 1) % 3;
    set(a, l[a] * (2 * l[a] - 1), (4 * l[a] - 1) * gradients[a]);
    set(a + 3, 4 * l[a] * l[b], 4 * (l[a] * gradients[b] + l[b] * gradients[a]));
  }
}

bool UnrolledSurface::locate(double along, double s, FacePlace& place) const {
  const int i = static_cast<int>(std::floor((along - low_.x()) / bin_size_));
  const int j = static_cast<int>(std::floor((s - low_.y()) / bin_size_));
  if (i < 0 || j < 0 || i >= n_bins_along_ || j >= n_bins_across_) return false;
  double best = -k_outside;
  Eigen::Vector2d best_local;
  place.face = -1;
  for (const int f : bins_[static_cast<std::size_t>(j * n_bins_along_ + i)]) {
    const Triangle& triangle = triangles_[static_cast<std::size_t>(f)];
    const Eigen::Vector2d local = triangle.to_local * (Eigen::Vector2d(along, s) - triangle.corner);
    const double inside = std::min({local.x(), local.y(), 1 - local.sum()});
    if (inside <= best) continue;
    best = inside;
    best_local = local;
    place.face = f;
    if (best >= 0) break;
  }
  if (place.face < 0) return false;
  set_shapes(triangles_[static_cast<std::size_t>(place.face)], best_local, place);
  return true;
}

}  // namespace tread::differential
