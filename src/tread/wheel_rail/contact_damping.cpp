#include "tread/wheel_rail/contact_damping.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::wheel_rail {

void check_normal_damping(double normal_damping) {
  if (normal_damping >= 0 && std::isfinite(normal_damping)) return;
  throw ModelError(
      fmt::format("the damping along the normal must be >= 0 and finite, got {} s/m; {} is usual",
                  normal_damping, k_usual_normal_damping));
}

}  // namespace tread::wheel_rail
