#pragma once

#include <string_view>

namespace tread {

/// Hears of the progress of long work and can stop it. The library itself prints nothing.
class Observer {
 public:
  virtual ~Observer() = default;

  /// @param fraction done so far, 0 to 1; @param what the work at hand, for people.
  virtual void on_progress([[maybe_unused]] double fraction,
                           [[maybe_unused]] std::string_view what) {}

  /// Asked between iterations; true ends the work with SolveStatus::stopped.
  virtual bool stop_requested() { return false; }
};

}  // namespace tread
