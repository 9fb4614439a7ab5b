#pragma once

#include "tread/profile/raw_profile.hpp"

namespace tread::profile {

/// Brings what a file holds into our convention: unit, mirrors, order, what can be seen of it,
/// origin; then checks it. Complaints are thrown.
ReadProfile settle_profile(RawProfile raw, const ProfileReadOptions& options,
                           Complaints& complaints);

}  // namespace tread::profile
