#pragma once

#include <string_view>

namespace tread {

/// How an iteration ended. Anything but converged is an outcome to report, not an exception.
enum class SolveStatus {
  converged,
  max_iterations,  // the iteration limit came first; the last iterate is kept
  stalled,         // no further progress is possible in double precision
  blew_up,         // numbers are no longer finite
  stopped,         // the observer asked to stop
};

std::string_view to_string(SolveStatus status);

}  // namespace tread
