#pragma once

#include "tread/profile/profile_file.hpp"

namespace tread::profile {

/// Options that say nothing but the kind.
inline ProfileReadOptions as(ProfileKind kind) {
  ProfileReadOptions options;
  options.kind = kind;
  return options;
}

}  // namespace tread::profile
