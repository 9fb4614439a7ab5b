#include "terminal_observer.hpp"

#include <fmt/format.h>

#include <csignal>

namespace tread::app {
namespace {

constexpr std::chrono::milliseconds k_interval(100);
constexpr std::chrono::milliseconds k_interval_of_lines(30'000);

volatile std::sig_atomic_t g_stop = 0;

/// The second Ctrl-C ends the program at once, as usual.
extern "C" void on_interrupt(int signal) {
  g_stop = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

TerminalObserver::TerminalObserver(Console& console)
    : console_(console), begin_(std::chrono::steady_clock::now()) {
  if (!console_.has_status_line()) last_told_ = begin_;  // quick work leaves no lines
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

TerminalObserver::~TerminalObserver() {
  console_.clear_status();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void TerminalObserver::on_progress(double fraction, std::string_view what) {
  const auto now = std::chrono::steady_clock::now();
  const bool in_place = console_.has_status_line();
  if (now - last_told_ < (in_place ? k_interval : k_interval_of_lines)) return;
  last_told_ = now;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const std::string left =
      fraction > 0.01 ? fmt::format(", {:.0f} s left", elapsed * (1 - fraction) / fraction) : "";
  const std::string line = fmt::format("{:3.0f} % {}{}", 100 * fraction, what, left);
  if (in_place) {
    console_.draw_status(line);
  } else {
    console_.note(line);
  }
}

bool TerminalObserver::stop_requested() { return g_stop != 0; }

}  // namespace tread::app
