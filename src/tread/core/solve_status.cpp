#include "tread/core/solve_status.hpp"

namespace tread {

std::string_view to_string(SolveStatus status) {
  switch (status) {
    case SolveStatus::converged:
      return "converged";
    case SolveStatus::max_iterations:
      return "max_iterations";
    case SolveStatus::stalled:
      return "stalled";
    case SolveStatus::blew_up:
      return "blew_up";
    case SolveStatus::stopped:
      return "stopped";
  }
  return "unknown";
}

}  // namespace tread
