#pragma once

namespace tread::study {

/// Of the load: the height of a wheel is looked for until the force is as exact, which asks for
/// pressures and tractions that are more so.
inline constexpr double k_load_tolerance = 1e-6;

}  // namespace tread::study
