#include "tread/standards/running_limits.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "tread/standards/speed_band.hpp"

namespace tread::standards {

double prudhomme_force(double axle_load) { return 10e3 + axle_load / 3; }

Limit sum_of_lateral_forces_limit(double axle_load, VehicleKind kind) {
  const double k1 = kind == VehicleKind::freight ? 0.85 : 1;
  return {k1 * prudhomme_force(axle_load), "EN 14363, sum of Y, mean over 2 m (Prud'homme)"};
}

double nadal_limit(double flange_angle, double friction) {
  assert(flange_angle > 0 && flange_angle < std::numbers::pi / 2 && friction >= 0);
  const double slope = std::tan(flange_angle);
  return (slope - friction) / (1 + friction * slope);
}

Limit wheel_force_limit(double static_wheel_force, double speed) {
  const double cap = by_speed<4>(speed, {160, 200, 250, 300}, {200e3, 190e3, 180e3, 170e3, 160e3});
  return {std::min(90e3 + static_wheel_force, cap), "EN 14363, maximum wheel force Q"};
}

}  // namespace tread::standards
