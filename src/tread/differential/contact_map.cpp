#include "tread/differential/contact_map.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>

#include "tread/core/errors.hpp"

namespace tread::differential {
namespace {

constexpr double k_strip = 1e-3;       // m along the profile
constexpr double k_slack = 30e-6;      // m: how much a strip can hide between its samples
constexpr double k_outside = 1e-4;     // barycentric: a place this far beyond a face still counts
constexpr double k_far = 1;            // m: beyond it nobody asks how far the wheel is up
constexpr int k_samples_of_strip = 4;  // intervals
constexpr double k_foot_accuracy = 1e-11;  // m along the profile

struct Barycentric {
  std::array<double, 3> l;
  double weight;  // of the face's area
};

/// Rules on the triangle that are exact up to degrees 1, 2 and 4. D. A. Dunavant, Int. J. Numer.
/// Methods Engrg. 21 (1985) 1129-1148.
std::vector<Barycentric> triangle_rule(int n) {
  const auto turns = [](double a, double weight) {
    const double b = 1 - 2 * a;
    return std::vector<Barycentric>{{{a, a, b}, weight}, {{a, b, a}, weight}, {{b, a, a}, weight}};
  };
  if (n == 1) return {{{1. / 3, 1. / 3, 1. / 3}, 1}};
  if (n == 3) return turns(1. / 6, 1. / 3);
  std::vector<Barycentric> rule = turns(0.445948490915965, 0.223381589678011);
  for (const Barycentric& point : turns(0.091576213509771, 0.109951743655322))
    rule.push_back(point);
  return rule;
}

/// A triangle in the plane: its area, and the gradients of its barycentric coordinates.
struct PlaneTriangle {
  std::array<Eigen::Vector2d, 3> corners;
  std::array<Eigen::Vector2d, 3> gradients;
  double area;

  explicit PlaneTriangle(const std::array<Eigen::Vector2d, 3>& places) : corners(places) {
    const Eigen::Vector2d a = corners[0] - corners[2];
    const Eigen::Vector2d b = corners[1] - corners[2];
    const double twice = a.x() * b.y() - a.y() * b.x();
    area = std::abs(twice) / 2;
    gradients[0] = Eigen::Vector2d(b.y(), -b.x()) / twice;
    gradients[1] = Eigen::Vector2d(-a.y(), a.x()) / twice;
    gradients[2] = -gradients[0] - gradients[1];
  }

  Eigen::Vector2d at(const std::array<double, 3>& l) const {
    return l[0] * corners[0] + l[1] * corners[1] + l[2] * corners[2];
  }
};

/// Corners of edges that belong to one face alone.
std::vector<bool> corners_at_edge(const Eigen::MatrixXi& faces, Eigen::Index n_nodes) {
  std::map<std::pair<int, int>, int> edges;
  for (Eigen::Index f = 0; f < faces.rows(); ++f) {
    for (int a = 0; a < 3; ++a) {
      const int i = faces(f, a);
      const int j = faces(f, (a + 1) % 3);
      ++edges[{std::min(i, j), std::max(i, j)}];
    }
  }
  std::vector<bool> result(static_cast<std::size_t>(n_nodes), false);
  for (const auto& [edge, count] : edges) {
    if (count > 1) continue;
    result[static_cast<std::size_t>(edge.first)] = true;
    result[static_cast<std::size_t>(edge.second)] = true;
  }
  return result;
}

std::vector<bool> faces_at_edge(const Eigen::MatrixXi& faces, Eigen::Index n_nodes) {
  const std::vector<bool> corners = corners_at_edge(faces, n_nodes);
  std::vector<bool> result(static_cast<std::size_t>(faces.rows()), false);
  for (Eigen::Index f = 0; f < faces.rows(); ++f) {
    for (int a = 0; a < 3; ++a) {
      if (corners[static_cast<std::size_t>(faces(f, a))])
        result[static_cast<std::size_t>(f)] = true;
    }
  }
  return result;
}

/// Where a node of a surface is along its profile; nodes lie on it to rounding.
double place_along(const profile::Profile& profile, double y) {
  return profile.place_of(std::clamp(y, profile.lowest_y(), profile.highest_y()));
}

}  // namespace

ContactMap::ContactMap(const profile::WheelRailPair& pair, const ElasticPair& bodies,
                       int points_per_face)
    : search_(pair),
      radius_(pair.wheelset.nominal_radius),
      nodes_per_face_(static_cast<int>(bodies.wheel.surface.faces.cols())),
      points_per_face_(points_per_face),
      wheel_faces_(bodies.wheel.surface.faces),
      rail_faces_(bodies.rail.surface.faces),
      rail_edge_(faces_at_edge(rail_faces_, bodies.rail.surface.nodes.cols())) {
  if (wheel_faces_.cols() != rail_faces_.cols()) {
    throw ModelError(
        "the elements of wheel and rail are of different orders: mesh both with linear or both "
        "with quadratic tetrahedra");
  }
  place_points(bodies.wheel, pair.wheel, points_per_face);
  unroll_rail(bodies.rail, pair.rail);
}

/// Shape functions and their derivatives by the plane's two coordinates, from barycentric
/// coordinates and their gradients.
void ContactMap::set_shapes(const std::array<double, 3>& l,
                            const std::array<Eigen::Vector2d, 3>& gradients, int n_nodes,
                            FacePlace& place) {
  const auto set = [&](std::size_t a, double value, const Eigen::Vector2d& slope) {
    place.shape[a] = value;
    place.along[a] = slope.x();
    place.across[a] = slope.y();
  };
  place.corner = l;
  for (std::size_t a = 0; a < 3; ++a) {
    if (n_nodes == 3) {
      set(a, l[a], gradients[a]);
      continue;
    }
    const std::size_t b = (a + 1) % 3;
    set(a, l[a] * (2 * l[a] - 1), (4 * l[a] - 1) * gradients[a]);
    set(a + 3, 4 * l[a] * l[b], 4 * (l[a] * gradients[b] + l[b] * gradients[a]));
  }
}

ContactMap::WheelPlace ContactMap::wheel_place(const profile::Profile& profile, double angle,
                                               double s) const {
  const profile::ProfileSample sample = profile.at(s);
  const double r = radius_ + sample.z;
  const double sine = std::sin(angle);
  const double cosine = std::cos(angle);
  return {{r * sine, sample.y, r * cosine},
          {cosine, 0, -sine},
          {sample.slope_z * sine, sample.slope_y, sample.slope_z * cosine},
          sample.y,
          s};
}

void ContactMap::place_points(const ElasticPiece& wheel, const profile::Profile& profile,
                              int points_per_face) {
  const ContactSurface& surface = wheel.surface;
  const std::vector<bool> at_edge = corners_at_edge(surface.faces, surface.nodes.cols());
  std::vector<Eigen::Vector2d> unrolled;  // angle, s
  zone_low_ = profile.length();
  zone_high_ = 0;
  for (Eigen::Index i = 0; i < surface.nodes.cols(); ++i) {
    const Eigen::Vector3d node = surface.nodes.col(i);
    unrolled.emplace_back(std::atan2(node.x(), node.z()), place_along(profile, node.y()));
    Corner corner;
    corner.at = wheel_place(profile, unrolled.back().x(), unrolled.back().y());
    corner.at_edge = at_edge[static_cast<std::size_t>(i)];
    corners_.push_back(std::move(corner));
    zone_low_ = std::min(zone_low_, unrolled.back().y());
    zone_high_ = std::max(zone_high_, unrolled.back().y());
  }
  const std::vector<Barycentric> rule = triangle_rule(points_per_face);
  for (Eigen::Index f = 0; f < surface.faces.rows(); ++f) {
    const auto corner = [&](int a) {
      return unrolled[static_cast<std::size_t>(surface.faces(f, a))];
    };
    for (int a = 0; a < 3; ++a) {
      Corner& at = corners_[static_cast<std::size_t>(surface.faces(f, a))];
      at.is_corner = true;
      at.faces.push_back(static_cast<int>(f));
      at.neighbours.push_back(surface.faces(f, (a + 1) % 3));
      at.neighbours.push_back(surface.faces(f, (a + 2) % 3));
    }
    const PlaneTriangle triangle({corner(0), corner(1), corner(2)});
    for (const Barycentric& at : rule) {
      WheelPoint point;
      const Eigen::Vector2d place = triangle.at(at.l);
      point.at = wheel_place(profile, place.x(), place.y());
      const double r = std::hypot(point.at.position.x(), point.at.position.z());
      point.place.face = static_cast<int>(f);
      set_shapes(at.l, triangle.gradients, nodes_per_face_, point.place);
      for (double& slope : point.place.along) slope /= r;  // from angles to metres
      point.weight = at.weight * triangle.area * r;
      points_.push_back(point);
    }
  }
  const int n_strips = 1 + static_cast<int>((zone_high_ - zone_low_) / k_strip);
  for (int k = 0; k < n_strips; ++k) {
    const double low = zone_low_ + k * k_strip;
    strips_.push_back({low, std::min(low + k_strip, zone_high_), {}});
  }
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    if (!corners_[i].is_corner) continue;
    const auto strip = static_cast<std::size_t>((corners_[i].at.s - zone_low_) / k_strip);
    strips_[std::min(strip, strips_.size() - 1)].corners.push_back(static_cast<int>(i));
  }
  placed_.assign(static_cast<std::size_t>(surface.faces.rows()), 0);
}

void ContactMap::unroll_rail(const ElasticPiece& rail, const profile::Profile& profile) {
  const ContactSurface& surface = rail.surface;
  std::vector<Eigen::Vector2d> unrolled;  // x, s
  for (Eigen::Index i = 0; i < surface.nodes.cols(); ++i) {
    const Eigen::Vector3d node = surface.nodes.col(i);
    unrolled.emplace_back(node.x(), place_along(profile, node.y()));
  }
  Eigen::Vector2d low = unrolled.front();
  Eigen::Vector2d high = low;
  for (const Eigen::Vector2d& place : unrolled) {
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
  const double n_faces = static_cast<double>(surface.faces.rows());
  bin_size_ = std::sqrt((high - low).prod() / n_faces);
  bin_x0_ = low.x();
  bin_s0_ = low.y();
  n_bins_x_ = 1 + static_cast<int>((high.x() - low.x()) / bin_size_);
  n_bins_s_ = 1 + static_cast<int>((high.y() - low.y()) / bin_size_);
  bins_.resize(static_cast<std::size_t>(n_bins_x_ * n_bins_s_));
  for (Eigen::Index f = 0; f < surface.faces.rows(); ++f) {
    const auto corner = [&](int a) {
      return unrolled[static_cast<std::size_t>(surface.faces(f, a))];
    };
    const Eigen::Vector2d a = corner(0), b = corner(1), c = corner(2);
    RailFace face;
    face.corner = c;
    Eigen::Matrix2d sides;
    sides << a - c, b - c;
    face.to_local = sides.inverse();
    rail_triangles_.push_back(face);
    const Eigen::Vector2d least = a.cwiseMin(b).cwiseMin(c);
    const Eigen::Vector2d most = a.cwiseMax(b).cwiseMax(c);
    const auto bin = [&](double value, double start, int n) {
      return std::clamp(static_cast<int>((value - start) / bin_size_), 0, n - 1);
    };
    for (int j = bin(least.y(), bin_s0_, n_bins_s_); j <= bin(most.y(), bin_s0_, n_bins_s_); ++j) {
      for (int i = bin(least.x(), bin_x0_, n_bins_x_); i <= bin(most.x(), bin_x0_, n_bins_x_);
           ++i) {
        bins_[static_cast<std::size_t>(j * n_bins_x_ + i)].push_back(static_cast<int>(f));
      }
    }
  }
}

bool ContactMap::locate(double x, double s, FacePlace& place) const {
  const int i = static_cast<int>(std::floor((x - bin_x0_) / bin_size_));
  const int j = static_cast<int>(std::floor((s - bin_s0_) / bin_size_));
  if (i < 0 || j < 0 || i >= n_bins_x_ || j >= n_bins_s_) return false;
  double best = -k_outside;
  for (const int f : bins_[static_cast<std::size_t>(j * n_bins_x_ + i)]) {
    const RailFace& face = rail_triangles_[static_cast<std::size_t>(f)];
    const Eigen::Vector2d local = face.to_local * (Eigen::Vector2d(x, s) - face.corner);
    const double inside = std::min({local.x(), local.y(), 1 - local.sum()});
    if (inside <= best) continue;
    best = inside;
    const Eigen::Matrix2d& to_local = face.to_local;
    place.face = f;
    set_shapes({local.x(), local.y(), 1 - local.sum()},
               {to_local.row(0).transpose(), to_local.row(1).transpose(),
                -(to_local.row(0) + to_local.row(1)).transpose()},
               nodes_per_face_, place);
    if (best >= 0) break;
  }
  return best > -k_outside;
}

/// The place along the rail's profile that is nearest to (y, z), of the profile's axes.
double ContactMap::foot(double y, double z, double start) const {
  const profile::Profile& rail = search_.pair().rail;
  double s = start >= 0 ? start : place_along(rail, y);
  for (int turn = 0; turn < 20; ++turn) {
    const profile::ProfileSample at = rail.at(s);
    const double along = (y - at.y) * at.slope_y + (z - at.z) * at.slope_z;
    const double above = (y - at.y) * at.slope_z - (z - at.z) * at.slope_y;
    // The curve turns under the point: distance above it stretches what a step along it is worth.
    const double step = along / std::max(0.3, 1 + above * at.curvature);
    s = std::clamp(s + step, 0.0, rail.length());
    if (std::abs(step) < k_foot_accuracy) break;
  }
  return s;
}

void ContactMap::refuse(const profile::WheelsetPose& pose, double wheel_y, double rail_y,
                        double x) const {
  throw ModelError(fmt::format(
      "contact leaves the finely meshed zone at y = {:.2f} mm of the wheel's profile, {:.2f} mm of "
      "the rail's, x = {:.2f} mm, with the wheelset at {:.2f} mm and {:.2f} mrad of yaw: make the "
      "zone wider",
      1e3 * wheel_y, 1e3 * rail_y, 1e3 * x, 1e3 * pose.lateral, 1e3 * pose.yaw));
}

/// The wheel's points cannot tell of contact where there are none.
void ContactMap::refuse_beyond_wheel_zone(const profile::WheelsetPose& pose) const {
  for (const profile::ContactPoint& point : maxima_) {
    if (!(point.penetration > 0)) break;
    const double s = place_along(search_.pair().wheel, point.wheel_y);
    if (s >= zone_low_ && s <= zone_high_) continue;
    refuse(pose, point.wheel_y, point.rail_y, point.position.x());
  }
}

/// Where the points of a face are over the rail.
void ContactMap::place_face(const profile::PosedWheel& wheel, int face) {
  if (placed_[static_cast<std::size_t>(face)] == call_) return;
  placed_[static_cast<std::size_t>(face)] = call_;
  const Eigen::Vector3d offset(0, wheel.half_spacing(), 0);
  for (int k = 0; k < points_per_face_; ++k) {
    WheelPoint& point = points_[static_cast<std::size_t>(face * points_per_face_ + k)];
    const Eigen::Vector3d position = wheel.to_track(point.at.position + offset);
    const double y = position.y() - search_.rail_offset();
    point.rail_s = foot(y, position.z(), point.rail_s);
    const profile::ProfileSample rail = search_.pair().rail.at(point.rail_s);
    point.x = position.x();
    point.gap = (y - rail.y) * rail.slope_z - (position.z() - rail.z) * rail.slope_y;
    if (!locate(position.x(), point.rail_s, point.on_rail)) point.on_rail.face = -1;
  }
}

namespace {

void add_share(std::vector<Share>& shares, int node, double shape, double along, double across) {
  for (Share& share : shares) {
    if (share.node != node) continue;
    share.shape += shape;
    share.along += along;
    share.across += across;
    return;
  }
  shares.push_back({node, shape, along, across});
}

}  // namespace

void ContactMap::make_station(const profile::WheelsetPose& pose, const profile::PosedWheel& wheel,
                              int node, bool forward, Station& station) {
  Corner& corner = corners_[static_cast<std::size_t>(node)];
  const Eigen::Vector3d offset(0, wheel.half_spacing(), 0);
  station.node = node;
  station.position = wheel.to_track(corner.at.position + offset);
  station.wheel_along = wheel.rotation() * corner.at.along;
  station.wheel_across = wheel.rotation() * corner.at.across;
  const double y = station.position.y() - search_.rail_offset();
  corner.rail_s = foot(y, station.position.z(), corner.rail_s);
  const profile::ProfileSample rail = search_.pair().rail.at(corner.rail_s);
  station.normal = {0, rail.slope_z, -rail.slope_y};
  station.across = {0, -rail.slope_y, -rail.slope_z};
  station.wheel_y = corner.at.y;
  station.rail_y = rail.y;
  station.at_edge = corner.at_edge;

  station.gap = 0;
  station.weight = 0;
  station.wheel.clear();
  station.rail.clear();
  double upstream = 0;
  for (const int face : corner.faces) {
    std::size_t a = 0;
    while (wheel_faces_(face, static_cast<Eigen::Index>(a)) != node) ++a;
    for (int k = 0; k < points_per_face_; ++k) {
      const WheelPoint& point = points_[static_cast<std::size_t>(face * points_per_face_ + k)];
      if (point.on_rail.face < 0) {
        if (point.gap < 0) refuse(pose, point.at.y, rail.y, point.x);
        station.gap = k_far;
        return;
      }
      if (rail_edge_[static_cast<std::size_t>(point.on_rail.face)]) station.at_edge = true;
      const double weight = point.weight * point.place.corner[a];
      const bool is_upstream = (point.x > station.position.x()) == forward;
      station.gap += weight * point.gap;
      station.weight += weight;
      if (is_upstream) upstream += weight;
      const double flow = is_upstream ? weight : 0;
      for (int b = 0; b < nodes_per_face_; ++b) {
        const auto i = static_cast<std::size_t>(b);
        add_share(station.wheel, wheel_faces_(face, b), weight * point.place.shape[i],
                  flow * point.place.along[i], flow * point.place.across[i]);
        add_share(station.rail, rail_faces_(point.on_rail.face, b), weight * point.on_rail.shape[i],
                  flow * point.on_rail.along[i], flow * point.on_rail.across[i]);
      }
    }
  }
  station.gap /= station.weight;
  for (std::vector<Share>* shares : {&station.wheel, &station.rail}) {
    for (Share& share : *shares) {
      share.shape /= station.weight;
      share.along = upstream > 0 ? share.along / upstream : 0;
      share.across = upstream > 0 ? share.across / upstream : 0;
    }
  }
}

std::size_t ContactMap::find(const profile::WheelsetPose& pose, bool forward, double margin,
                             std::vector<Station>& stations) {
  const profile::PosedWheel wheel(search_.pair().wheelset, pose);
  ++call_;
  search_.find(pose, k_far, maxima_);
  gap_ = maxima_.empty() ? k_far : -maxima_.front().penetration;
  refuse_beyond_wheel_zone(pose);
  const Eigen::Vector3d offset(0, wheel.half_spacing(), 0);
  std::size_t count = 0;
  for (const Strip& strip : strips_) {
    double depth = -k_far;
    double x_low = k_far;
    double x_high = -k_far;
    for (int k = 0; k <= k_samples_of_strip; ++k) {
      const double s = strip.s_low + (strip.s_high - strip.s_low) * k / k_samples_of_strip;
      const profile::Overlap overlap = search_.overlap(wheel, s);
      if (!overlap.exists) continue;
      depth = std::max(depth, overlap.depth);
      x_low = std::min(x_low, overlap.x);
      x_high = std::max(x_high, overlap.x);
    }
    const double reach = 2 * radius_ * (depth + margin + k_slack);
    if (!(reach > 0)) continue;
    const double half_length = 1.05 * std::sqrt(reach);
    for (const int node : strip.corners) {
      const Corner& corner = corners_[static_cast<std::size_t>(node)];
      const double x = wheel.to_track(corner.at.position + offset).x();
      if (x < x_low - half_length || x > x_high + half_length) continue;
      for (const int face : corner.faces) place_face(wheel, face);
      if (stations.size() == count) stations.emplace_back();
      make_station(pose, wheel, node, forward, stations[count]);
      if (stations[count].gap < margin) ++count;
    }
  }
  return count;
}

}  // namespace tread::differential
