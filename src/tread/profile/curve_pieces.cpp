#include "tread/profile/curve_pieces.hpp"

#include <algorithm>
#include <cmath>

namespace tread::profile {
namespace {

constexpr double k_finest = 1e-5;    // m
constexpr double k_coarsest = 3e-4;  // m
constexpr double k_growth = 1.25;    // of neighbouring spacings

/// Places from 0 to 1 with fine spacing at both ends.
std::vector<double> graded_places(double length) {
  std::vector<double> places{0.0};  // m, from one end to the middle or a little beyond
  double spacing = k_finest;
  while (places.back() < length / 2) {
    places.push_back(places.back() + spacing);
    spacing = std::min(spacing * k_growth, k_coarsest);
  }
  const double to_half = 0.5 / places.back();
  for (double& place : places) place *= to_half;
  for (std::size_t i = places.size() - 1; i-- > 0;) places.push_back(1 - places[i]);
  return places;
}

}  // namespace

CurvePiece line_piece(ProfilePoint from, ProfilePoint to) {
  return {std::hypot(to.y - from.y, to.z - from.z), [from, to](double t) {
            return ProfilePoint{from.y + t * (to.y - from.y), from.z + t * (to.z - from.z)};
          }};
}

CurvePiece arc_piece(ProfilePoint centre, double radius, double from_angle, double to_angle) {
  return {radius * std::abs(to_angle - from_angle), [=](double t) {
            const double angle = from_angle + t * (to_angle - from_angle);
            return ProfilePoint{centre.y + radius * std::cos(angle),
                                centre.z + radius * std::sin(angle)};
          }};
}

std::vector<ProfilePoint> points_on(const std::vector<CurvePiece>& pieces) {
  std::vector<ProfilePoint> points;
  for (const CurvePiece& piece : pieces) {
    for (const double t : graded_places(piece.length)) {
      if (t == 0 && !points.empty()) continue;  // the piece before ends there
      points.push_back(piece.at(t));
    }
  }
  return points;
}

std::vector<ProfilePoint> visible_from_top(std::vector<ProfilePoint> points) {
  constexpr double k_steepest = 1e-6;  // dy/ds below which a side counts as vertical
  const auto rises = [&](const ProfilePoint& a, const ProfilePoint& b) {
    return b.y - a.y > k_steepest * std::hypot(b.y - a.y, b.z - a.z);
  };
  const auto top = std::ranges::min_element(points, {}, &ProfilePoint::z);
  auto last = top;
  while (last + 1 != points.end() && rises(*last, *(last + 1))) ++last;
  auto first = top;
  while (first != points.begin() && rises(*(first - 1), *first)) --first;
  return {first, last + 1};
}

}  // namespace tread::profile
