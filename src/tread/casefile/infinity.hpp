#pragma once

#include <limits>

namespace tread::casefile {

inline constexpr double k_infinity = std::numeric_limits<double>::infinity();

}  // namespace tread::casefile
