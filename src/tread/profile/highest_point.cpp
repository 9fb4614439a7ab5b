#include "tread/profile/highest_point.hpp"

#include <algorithm>
#include <cmath>

namespace tread::profile {

ProfilePoint highest_point(const Profile& profile) {
  const auto points = profile.points();
  const auto best = std::ranges::min_element(points, {}, &ProfilePoint::z);
  // The slope dz/ds changes its sign within the pieces beside the highest point.
  double low = profile.place_of(best == points.begin() ? best->y : (best - 1)->y);
  double high = profile.place_of(best + 1 == points.end() ? best->y : (best + 1)->y);
  if (profile.at(low).slope_z >= 0 || profile.at(high).slope_z <= 0) return *best;
  for (int i = 0; i < 100 && high - low > 1e-15; ++i) {
    const double middle = (low + high) / 2;
    (profile.at(middle).slope_z < 0 ? low : high) = middle;
  }
  const ProfileSample at = profile.at((low + high) / 2);
  return at.z < best->z ? ProfilePoint{at.y, at.z} : *best;
}

}  // namespace tread::profile
