#pragma once

namespace tread::profile {

inline constexpr double k_mm = 1e-3;  // m

}  // namespace tread::profile
