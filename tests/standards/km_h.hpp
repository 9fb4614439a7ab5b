#pragma once

namespace tread::standards {

/// A speed given in km/h, in m/s.
constexpr double km_h(double speed) { return speed * 1000 / 3600; }

}  // namespace tread::standards
