#pragma once

#include <string>
#include <vector>

namespace tread::profile {

/// What is said of a profile, one after the other.
using Words = std::vector<std::string>;

}  // namespace tread::profile
