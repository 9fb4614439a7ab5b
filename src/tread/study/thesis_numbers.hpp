#pragma once

namespace tread::study {

/// Numbers that chapters of the thesis have in common.
inline constexpr double k_thesis_gravity = 9.81;          // m/s²
inline constexpr double k_thesis_steel = 2e11;            // Young's modulus, Pa
inline constexpr double k_bridge_length = 20;             // m
inline constexpr double k_bridge_mass_per_length = 7900;  // kg/m

}  // namespace tread::study
