#include "tread/contact/tell_iteration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tread::contact {

void tell_iteration(Observer& observer, std::string_view what, double residual, double tolerance,
                    int iteration) {
  const double fraction =
      tolerance < 1 && residual > 0 ? std::log(residual) / std::log(tolerance) : 0;
  observer.on_progress(
      std::clamp(fraction, 0.0, 1.0),
      fmt::format("{}, iteration {}, residual {:.1e}", what, iteration + 1, residual));
}

}  // namespace tread::contact
