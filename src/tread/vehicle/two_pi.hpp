#pragma once

#include <numbers>

namespace tread::vehicle {

inline constexpr double k_two_pi = 2 * std::numbers::pi;

}  // namespace tread::vehicle
