#pragma once

#include <chrono>
#include <string>

#include "console.hpp"
#include "tread/core/observer.hpp"

namespace tread::app {

/// "    42 % |=====>     | 1:23 left  rolling, step 30 of 70" in at most `columns` columns; what is
/// going on is cut first, then the bar is left out.
/// @param seconds_left below 0: not known
std::string progress_line(double fraction, double seconds_left, std::string_view what,
                          std::size_t columns);

/// "12 s", "1:23", "1:02:03".
std::string time_text(double seconds);

/// Progress with time left on standard error: a bar that changes in place on a terminal, a line
/// every half minute in a log. With -v the phases of the work are told as they end, with their
/// times. Ctrl-C asks the run to stop.
class TerminalObserver : public Observer {
 public:
  explicit TerminalObserver(Console& console);
  ~TerminalObserver() override;
  TerminalObserver(const TerminalObserver&) = delete;
  TerminalObserver& operator=(const TerminalObserver&) = delete;

  void on_progress(double fraction, std::string_view what) override;
  bool stop_requested() override;

 private:
  using Clock = std::chrono::steady_clock;

  void follow_phase(std::string_view what, Clock::time_point now);
  void end_phase(Clock::time_point now);
  double seconds_left(double fraction, Clock::time_point now) const;

  Console& console_;
  Clock::time_point begin_;
  Clock::time_point last_told_;
  std::string phase_;  // the words before the numbers; empty: none has begun
  std::string phase_detail_;
  Clock::time_point phase_begin_;
};

}  // namespace tread::app
