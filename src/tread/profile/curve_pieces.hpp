#pragma once

#include <functional>
#include <vector>

#include "tread/profile/profile.hpp"

namespace tread::profile {

/// Curves put together from pieces, and points on them for a cubic spline.

/// Lines and arcs where z is a function of y, or any other function.
struct CurvePiece {
  double length = 0;                       // m, or about so
  std::function<ProfilePoint(double)> at;  // 0 to 1
};

CurvePiece line_piece(ProfilePoint from, ProfilePoint to);

/// Centre + radius (cos angle, sin angle).
CurvePiece arc_piece(ProfilePoint centre, double radius, double from_angle, double to_angle);

/// Points on the pieces, one after the other, their ends among them. The curvature may jump where
/// pieces meet, and a natural spline has none at its ends: points crowd there, from k_finest up to
/// k_coarsest, so that the spline keeps to the pieces within about 1e-9 m.
std::vector<ProfilePoint> points_on(const std::vector<CurvePiece>& pieces);

/// The part around the first point with the smallest z where y rises (a profile's visible part):
/// ends that are vertical or hang over are cut off.
std::vector<ProfilePoint> visible_from_top(std::vector<ProfilePoint> points);

}  // namespace tread::profile
