#include "tread/profile/height_table.hpp"

#include <cmath>

namespace tread::profile {

HeightTable::HeightTable(const Profile& profile, double step)
    : lowest_(profile.lowest_y()), highest_(profile.highest_y()) {
  const auto n = static_cast<std::size_t>(std::ceil((highest_ - lowest_) / step));
  step_ = (highest_ - lowest_) / static_cast<double>(n);
  per_step_ = 1 / step_;
  pieces_.reserve(n);
  const auto slope_of = [](const ProfileSample& sample) { return sample.slope_z / sample.slope_y; };
  ProfileSample low = profile.at(0);
  for (std::size_t i = 1; i <= n; ++i) {
    const double y = i < n ? lowest_ + step_ * static_cast<double>(i) : highest_;
    const ProfileSample high = profile.at(profile.place_of(y));
    const double slope = slope_of(low);
    const double mean = (high.z - low.z) / step_;
    pieces_.push_back({low.z, slope, (3 * mean - 2 * slope - slope_of(high)) / step_,
                       (slope + slope_of(high) - 2 * mean) / (step_ * step_)});
    low = high;
  }
}

}  // namespace tread::profile
