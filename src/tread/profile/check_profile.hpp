#pragma once

#include <span>
#include <string>
#include <vector>

#include "tread/profile/profile.hpp"

namespace tread::profile {

/// Looks over the points of a profile in our convention (profile.hpp) before a curve is drawn
/// through them. An error is what no curve can be drawn through, or what cannot be a wheel or rail;
/// a warning is what may be meant but mostly is not.
///
///   errors    too few points; not a number; a width that is none of 5 to 500 mm; y falls back (a
///             loop, a zig-zag, two points in one place); a turn by more than 120 degrees; upside
///             down
///   warnings  kinks, zig-zags; a wheel without flange or flange back; a rail that ends before its
///             gauge face is at the gauge height, or that looks like a left one
struct ProfileFinding {
  std::string text;
  std::size_t point = 0;  // index; the number of points: the profile as a whole
};

struct ProfileFindings {
  std::vector<ProfileFinding> errors;
  std::vector<ProfileFinding> warnings;
};

struct ProfileLimits {
  double kink = 0.35;           // rad, turn from one pair of points to the next that is told: 20°
  double spike = 2.1;           // rad, turn that is refused: 120°
  double gauge_height = 0.014;  // m, below the rail's top
  double least_width = 0.005;   // m
  double most_width = 0.5;      // m
};

ProfileFindings check_profile(ProfileKind kind, std::span<const ProfilePoint> points,
                              const ProfileLimits& limits = {});

}  // namespace tread::profile
