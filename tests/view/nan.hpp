#pragma once

#include <limits>

namespace tread::view {

inline constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace tread::view
