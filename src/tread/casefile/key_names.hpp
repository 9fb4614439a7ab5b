#pragma once

#include <string>
#include <vector>

namespace tread::casefile {

/// Names of keys, or of choices that a key has.
using Names = std::vector<std::string>;

}  // namespace tread::casefile
