#include "terminal_observer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

namespace tread::app {
namespace {

volatile std::sig_atomic_t g_stop = 0;

/// The second Ctrl-C ends the program at once, as usual.
extern "C" void on_interrupt(int signal) {
  g_stop = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

TerminalObserver::TerminalObserver()
    : visible_(isatty(STDERR_FILENO) == 1), begin_(std::chrono::steady_clock::now()) {
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
  if (!visible_ || now - last_drawn_ < std::chrono::milliseconds(100)) return;
  last_drawn_ = now;
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const std::string left =
      fraction > 0.01 ? fmt::format(", {:.0f} s left", elapsed * (1 - fraction) / fraction) : "";
  fmt::print(stderr, "\r\033[K{:3.0f} % {}{}", 100 * fraction, what, left);
}

bool TerminalObserver::stop_requested() { return g_stop != 0; }

void TerminalObserver::clear() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

}  // namespace tread::app
