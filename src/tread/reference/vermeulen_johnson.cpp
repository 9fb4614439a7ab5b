#include "tread/reference/vermeulen_johnson.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::reference {

double saturated_force_ratio(double linear_force_ratio) {
  const double b = linear_force_ratio;
  if (!(b >= 0)) {
    throw ModelError(fmt::format(
        "the ratio of the linear creep force to the friction limit must be >= 0, got {}", b));
  }
  return b < 3 ? b * (1 - b / 3 * (1 - b / 9)) : 1;
}

double stick_axis_ratio(double saturated_force_ratio) {
  if (!(saturated_force_ratio >= 0 && saturated_force_ratio <= 1)) {
    throw ModelError(fmt::format(
        "the ratio of a creep force to the friction limit must lie in 0 to 1, got {}: no creepage "
        "gives more than the limit",
        saturated_force_ratio));
  }
  return std::cbrt(1 - saturated_force_ratio);
}

double linear_force_ratio(double saturated_force_ratio) {
  const double s = stick_axis_ratio(saturated_force_ratio);
  return 3 * saturated_force_ratio / (1 + s * (1 + s));  // 3 (1 - s), without cancellation
}

}  // namespace tread::reference
