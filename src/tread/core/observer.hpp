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

/// Passes a stop on, and not the progress of each of many short pieces of work.
class StopOnly : public Observer {
 public:
  explicit StopOnly(Observer& outer) : outer_(outer) {}
  bool stop_requested() override { return outer_.stop_requested(); }

 private:
  Observer& outer_;
};

}  // namespace tread
