#include "tread/structure/stability.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "tread/core/errors.hpp"
#include "tread/integrate/stability.hpp"

namespace tread::structure {

void check_step(const integrate::SchemeSettings& scheme, double omega, double step,
                StepPolicy policy) {
  if (!(step > 0 && std::isfinite(step))) {
    throw ModelError(fmt::format("the time step must be positive and finite, got {} s", step));
  }
  if (policy == StepPolicy::allow_unstable) return;
  const std::optional<double> limit = integrate::largest_stable_step(scheme, omega);
  if (!limit || step <= *limit) return;
  if (*limit == 0) {
    throw ModelError(fmt::format(
        "{} makes an undamped beam grow with every step, also with {} s: use another scheme, or "
        "allow an unstable run to see it",
        scheme.name, step));
  }
  throw ModelError(fmt::format(
      "a step of {} s is unstable: {} needs {:.6g} s or less for the fastest motion of this beam "
      "({:.6g} rad/s); shorten the step, coarsen the grid, or allow an unstable run to see it",
      step, scheme.name, *limit, omega));
}

}  // namespace tread::structure
