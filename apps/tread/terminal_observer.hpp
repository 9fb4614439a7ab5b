#pragma once

#include <chrono>
#include <string>

#include "console.hpp"
#include "tread/core/observer.hpp"

namespace tread::app {

/// Progress with time left on standard error: one line that changes on a terminal, a line every
/// half minute in a log. Ctrl-C asks the run to stop.
class TerminalObserver : public Observer {
 public:
  explicit TerminalObserver(Console& console);
  ~TerminalObserver() override;

  void on_progress(double fraction, std::string_view what) override;
  bool stop_requested() override;

 private:
  Console& console_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_told_;
};

}  // namespace tread::app
