#include "tread/differential/contact_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/differential/elastic_contact.hpp"

namespace tread::differential {
namespace {

constexpr double k_strip = 1e-3;           // m along the profile
constexpr double k_slack = 5e-6;           // m: how much a strip can hide between its samples
constexpr int k_samples_of_strip = 2;      // intervals
constexpr double k_far = 1;                // m: beyond it nobody asks how far the wheel is up
constexpr double k_foot_accuracy = 1e-11;  // m along the profile
constexpr double k_edge_elements = 8;      // steps upstream that make two elements
constexpr double k_upstream_share = 0.25;  // of the size of elements: surely on the next face
/// Of the size of elements: narrow, so that most stations have the gradient of one face. Narrower
/// bands make forces steeper, and steady states harder to find.
constexpr double k_band_share = 0.2;

void add_share(std::vector<Share>& shares, const Share& share) {
  const auto known = std::find_if(shares.begin(), shares.end(),
                                  [&](const Share& other) { return other.node == share.node; });
  if (known == shares.end()) {
    shares.push_back(share);
    return;
  }
  known->shape += share.shape;
  known->along += share.along;
  known->across += share.across;
}

/// What the displacement at a place counts for: in that of a station, and in its derivative along
/// the track, 1/m.
struct PlaceShare {
  double shape = 0;
  double along = 0;
};

void add_place(const UnrolledSurface& surface, const FacePlace& place, const PlaceShare& share,
               std::vector<Share>& shares) {
  for (int a = 0; a < surface.nodes_per_face(); ++a) {
    const double shape = place.shape[static_cast<std::size_t>(a)];
    add_share(shares,
              {surface.faces()(place.face, a), share.shape * shape, share.along * shape, 0});
  }
}

void add_slopes(const UnrolledSurface& surface, const FacePlace& place,
                std::vector<Share>& shares) {
  for (int a = 0; a < surface.nodes_per_face(); ++a) {
    const auto i = static_cast<std::size_t>(a);
    add_share(shares, {surface.faces()(place.face, a), 0, place.along[i], place.across[i]});
  }
}

}  // namespace

ContactMap::ContactMap(const profile::WheelRailPair& pair, const ElasticPair& bodies)
    : search_(pair),
      radius_(pair.wheelset.nominal_radius),
      upstream_step_(k_upstream_share *
                     std::min(bodies.wheel.settings.fine_size, bodies.rail.settings.fine_size)),
      rail_band_(k_band_share * bodies.rail.settings.fine_size),
      zone_half_length_(
          std::min(bodies.wheel.settings.zone_half_length, bodies.rail.settings.zone_half_length)),
      wheel_zone_(bodies.wheel.settings.zone_lowest_y, bodies.wheel.settings.zone_highest_y),
      rail_zone_(bodies.rail.settings.zone_lowest_y, bodies.rail.settings.zone_highest_y),
      wheel_(bodies.wheel, pair.wheel),
      rail_(bodies.rail, pair.rail) {
  place_nodes(pair.wheel);
  weigh_nodes();
  look_upstream();
  fill_strips();
}

void ContactMap::place_nodes(const profile::Profile& profile) {
  zone_low_ = profile.length();
  for (int i = 0; i < wheel_.n_nodes(); ++i) {
    WheelNode node;
    const double angle = wheel_.node(i).x() / radius_;
    node.s = wheel_.node(i).y();
    const profile::ProfileSample sample = profile.at(node.s);
    const double r = radius_ + sample.z;
    const double sine = std::sin(angle);
    const double cosine = std::cos(angle);
    node.position = {r * sine, sample.y, r * cosine};
    node.along = {cosine, 0, -sine};
    node.across = {sample.slope_z * sine, sample.slope_y, sample.slope_z * cosine};
    node.y = sample.y;
    nodes_.push_back(std::move(node));
    zone_low_ = std::min(zone_low_, wheel_.node(i).y());
    zone_high_ = std::max(zone_high_, wheel_.node(i).y());
  }
}

/// A face under an even pressure has a third of its load on each of its stations.
void ContactMap::weigh_nodes() {
  const int first = wheel_.nodes_per_face() == 3 ? 0 : 3;
  for (int f = 0; f < static_cast<int>(wheel_.faces().rows()); ++f) {
    for (int a = first; a < first + 3; ++a) {
      WheelNode& node = nodes_[static_cast<std::size_t>(wheel_.faces()(f, a))];
      const double r = std::hypot(node.position.x(), node.position.z());
      node.weight += wheel_.area(f) * r / radius_ / 3;
      if (wheel_.at_edge(f)) node.at_edge = true;
      for (int b = first; b < first + 3; ++b) {
        if (b != a) node.neighbours.push_back(wheel_.faces()(f, b));
      }
    }
  }
}

void ContactMap::look_upstream() {
  for (int i = 0; i < wheel_.n_nodes(); ++i) {
    WheelNode& node = nodes_[static_cast<std::size_t>(i)];
    const double r = std::hypot(node.position.x(), node.position.z());
    for (const std::size_t forward : {0u, 1u}) {
      std::vector<Share>& shares = node.upstream[forward];
      shares.push_back({i, 1, 0, 0});
      const double step = forward == 1 ? upstream_step_ : -upstream_step_;
      FacePlace place;
      if (!wheel_.locate(wheel_.node(i).x() + step, wheel_.node(i).y(), place)) continue;
      add_slopes(wheel_, place, shares);
      for (Share& share : shares) share.along *= radius_ / r;  // from the tape circle's arc
    }
  }
}

void ContactMap::fill_strips() {
  const int n_strips = 1 + static_cast<int>((zone_high_ - zone_low_) / k_strip);
  for (int k = 0; k < n_strips; ++k) {
    const double low = zone_low_ + k * k_strip;
    strips_.push_back({low, std::min(low + k_strip, zone_high_), {}});
  }
  for (int i = 0; i < wheel_.n_nodes(); ++i) {
    const WheelNode& node = nodes_[static_cast<std::size_t>(i)];
    if (!(node.weight > 0)) continue;
    const auto strip = static_cast<std::size_t>((node.s - zone_low_) / k_strip);
    strips_[std::min(strip, strips_.size() - 1)].nodes.push_back(i);
  }
}

/// The place along the rail's profile that is nearest to (y, z), of the profile's axes.
double ContactMap::foot(double y, double z, double start) const {
  const profile::Profile& rail = search_.pair().rail;
  double s = start >= 0 ? start : place_along(rail, y);
  for (int turn = 0; turn < 20; ++turn) {
    const profile::ProfileSample at = rail.at(s);
    const double along = (y - at.y) * at.slope_y + (z - at.z) * at.slope_z;
    const double above = (y - at.y) * at.slope_z - (z - at.z) * at.slope_y;
    // The curve turns under the point: a distance above it stretches steps along it.
    const double step = along / std::max(0.3, 1 + above * at.curvature);
    s = std::clamp(s + step, 0.0, rail.length());
    if (std::abs(step) < k_foot_accuracy) break;
  }
  return s;
}

void ContactMap::refuse(double wheel_y, double rail_y, double x) const {
  const auto mm = [](double metres) { return 1e3 * metres + 0.0; };
  const bool is_long = std::abs(x) > zone_half_length_ - k_edge_elements * upstream_step_;
  throw LeavesFineZone(fmt::format(
      "contact leaves the finely meshed zone, or touches its outermost elements, at y = {:.2f} mm "
      "of the wheel's profile (its zone: {:.2f} to {:.2f} mm), {:.2f} mm of the rail's ({:.2f} to "
      "{:.2f} mm), x = {:.2f} mm ({:.2f} mm either way): make the zone {}",
      mm(wheel_y), mm(wheel_zone_.x()), mm(wheel_zone_.y()), mm(rail_y), mm(rail_zone_.x()),
      mm(rail_zone_.y()), mm(x), mm(zone_half_length_),
      is_long ? "longer (zone_half_length)" : "wider"));
}

/// Stations cannot tell of contact where there are none.
void ContactMap::refuse_beyond_wheel_zone() const {
  for (const profile::ContactPoint& point : maxima_) {
    if (!(point.penetration > 0)) break;
    const double s = place_along(search_.pair().wheel, point.wheel_y);
    if (s >= zone_low_ && s <= zone_high_) continue;
    refuse(point.wheel_y, point.rail_y, point.position.x());
  }
}

/// Whether any station of a strip can be nearer to the rail than the margin, and between which x:
/// the wheel is round, and rises from its lowest line as x^2/(2 r).
bool ContactMap::reaches(const profile::PosedWheel& wheel, const Strip& strip, double margin,
                         double& x_low, double& x_high) const {
  double depth = -k_far;
  x_low = k_far;
  x_high = -k_far;
  for (int k = 0; k <= k_samples_of_strip; ++k) {
    const double s = strip.s_low + (strip.s_high - strip.s_low) * k / k_samples_of_strip;
    const profile::Overlap overlap = search_.overlap(wheel, s);
    if (!overlap.exists) continue;
    depth = std::max(depth, overlap.depth);
    x_low = std::min(x_low, overlap.x);
    x_high = std::max(x_high, overlap.x);
  }
  // Depths are vertical, margins along the normal: on a steep flank they differ by its cosine.
  const double reach = 2.2 * radius_ * (depth + 3 * margin + k_slack);
  if (!(reach > 0)) return false;
  x_low -= std::sqrt(reach);
  x_high += std::sqrt(reach);
  return true;
}

bool ContactMap::place_station(const profile::PosedWheel& wheel, int number, bool forward,
                               double margin, Station& station) {
  WheelNode& node = nodes_[static_cast<std::size_t>(number)];
  const double y = station.position.y() - search_.rail_offset();
  const double z = station.position.z();
  node.rail_s = foot(y, z, node.rail_s);
  const profile::ProfileSample rail = search_.pair().rail.at(node.rail_s);
  station.gap = (y - rail.y) * rail.slope_z - (z - rail.z) * rail.slope_y;
  if (!(station.gap < margin)) return false;
  FacePlace place;
  FacePlace near;  // upstream: the ends of the band
  FacePlace far;
  const double x = station.position.x();
  const double middle = x + (forward ? upstream_step_ : -upstream_step_);
  const double band = forward ? rail_band_ : -rail_band_;
  if (!rail_.locate(x, node.rail_s, place) || !rail_.locate(middle - band / 2, node.rail_s, near) ||
      !rail_.locate(middle + band / 2, node.rail_s, far)) {
    if (station.gap < 0) refuse(node.y, rail.y, x);
    return false;
  }
  station.node = number;
  station.normal = {0, rail.slope_z, -rail.slope_y};
  station.across = {0, -rail.slope_y, -rail.slope_z};
  station.wheel_along = wheel.rotation() * node.along;
  station.wheel_across = wheel.rotation() * node.across;
  station.weight = node.weight;
  station.wheel_y = node.y;
  station.rail_y = rail.y;
  station.at_edge = node.at_edge || rail_.at_edge(place.face);
  station.wheel = node.upstream[forward ? 1 : 0];
  station.rail.clear();
  add_place(rail_, place, {1, 0}, station.rail);
  add_place(rail_, near, {0, -1 / band}, station.rail);
  add_place(rail_, far, {0, 1 / band}, station.rail);
  return true;
}

std::size_t ContactMap::find(const profile::WheelsetPose& pose, bool forward, double margin,
                             std::vector<Station>& stations) {
  const profile::PosedWheel wheel(search_.pair().wheelset, pose);
  search_.find(pose, k_far, maxima_);
  gap_ = maxima_.empty() ? k_far : -maxima_.front().penetration;
  refuse_beyond_wheel_zone();
  const Eigen::Vector3d offset(0, wheel.half_spacing(), 0);
  std::size_t count = 0;
  double x_low = 0;
  double x_high = 0;
  for (const Strip& strip : strips_) {
    if (!reaches(wheel, strip, margin, x_low, x_high)) continue;
    for (const int number : strip.nodes) {
      if (stations.size() == count) stations.emplace_back();
      Station& station = stations[count];
      station.position = wheel.to_track(nodes_[static_cast<std::size_t>(number)].position + offset);
      if (station.position.x() < x_low || station.position.x() > x_high) continue;
      if (place_station(wheel, number, forward, margin, station)) ++count;
    }
  }
  return count;
}

}  // namespace tread::differential
