#pragma once

#include "tread/profile/profile.hpp"

namespace tread::profile {

/// Where the curve is highest (its smallest z), also between its points. One of its ends, if the
/// curve rises towards it.
ProfilePoint highest_point(const Profile& profile);

}  // namespace tread::profile
