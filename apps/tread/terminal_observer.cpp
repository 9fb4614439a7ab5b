#include "terminal_observer.hpp"

#include <fmt/format.h>
#include <unistd.h>

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

TerminalObserver::TerminalObserver()
    : visible_(isatty(STDERR_FILENO) == 1), begin_(std::chrono::steady_clock::now()) {
  if (!visible_) last_drawn_ = begin_;  // quick work leaves no lines
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

TerminalObserver::~TerminalObserver() {
  clear();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void TerminalObserver::on_progress(double fraction, std::string_view what) {
  const auto now = std::chrono::steady_clock::now();
  const auto interval = visible_ ? k_interval : k_interval_of_lines;
  if (now - last_drawn_ < interval) return;
  last_drawn_ = now;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const std::string left =
      fraction > 0.01 ? fmt::format(", {:.0f} s left", elapsed * (1 - fraction) / fraction) : "";
  if (visible_) {
    fmt::print(stderr, "\r\033[K{:3.0f} % {}{}", 100 * fraction, what, left);
    drawn_ = true;
  } else {
    fmt::print(stderr, "{:3.0f} % {}{}\n", 100 * fraction, what, left);
  }
}

bool TerminalObserver::stop_requested() { return g_stop != 0; }

void TerminalObserver::clear() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

}  // namespace tread::app
