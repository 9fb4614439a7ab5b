#include "terminal_observer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>

namespace tread::app {
namespace {

constexpr std::chrono::milliseconds k_interval(100);
constexpr std::chrono::milliseconds k_interval_of_lines(30'000);
constexpr std::size_t k_bar_width = 24;

volatile std::sig_atomic_t g_stop = 0;

/// The second Ctrl-C ends the program at once, as usual.
extern "C" void on_interrupt(int signal) {
  g_stop = 1;
  std::signal(signal, SIG_DFL);
}

/// The first bytes of a UTF-8 text that take at most so many columns, each character one.
std::string cut(std::string_view text, std::size_t columns) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins_character = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (begins_character && n++ == columns) return std::string(text.substr(0, i));
  }
  return std::string(text);
}

std::string bar(double fraction) {
  const auto full = static_cast<std::size_t>(fraction * static_cast<double>(k_bar_width));
  std::string text(full, '=');
  if (full < k_bar_width) text += '>';
  text.resize(k_bar_width, ' ');
  return "[" + text + "]";
}

/// What stays the same while a phase lasts: the words before its numbers.
std::string_view phase_of(std::string_view what) {
  const std::size_t end = std::min(what.find_first_of("0123456789,:"), what.size());
  what = what.substr(0, end);
  while (what.ends_with(' ')) what.remove_suffix(1);
  return what;
}

double seconds_between(std::chrono::steady_clock::time_point a,
                       std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

std::string time_text(double seconds) {
  if (seconds < 59.5) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<long long>(std::min(seconds, 1e12) + 0.5);
  const long long hours = whole / 3600;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string progress_line(double fraction, double seconds_left, std::string_view what,
                          std::size_t columns) {
  fraction = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0;
  const std::string percent = fmt::format("{:3.0f} %", std::floor(100 * fraction));
  const std::string left =
      seconds_left < 0 ? "" : fmt::format("  {} left", time_text(seconds_left));
  constexpr std::size_t k_least_words = 20;
  std::string line = percent;
  if (columns >= percent.size() + k_bar_width + 3 + left.size() + k_least_words) {
    line += " " + bar(fraction);
  }
  line += left;
  if (!what.empty()) line += "  " + std::string(what);
  return cut(line, columns);
}

TerminalObserver::TerminalObserver(Console& console)
    : console_(console), begin_(Clock::now()), phase_begin_(begin_) {
  if (!console_.has_status_line()) last_told_ = begin_;  // quick work leaves no lines
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

TerminalObserver::~TerminalObserver() {
  end_phase(Clock::now());
  console_.clear_status();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void TerminalObserver::on_progress(double fraction, std::string_view what) {
  const Clock::time_point now = Clock::now();
  if (console_.is_verbose()) follow_phase(what, now);
  const bool in_place = console_.has_status_line();
  if (now - last_told_ < (in_place ? k_interval : k_interval_of_lines)) return;
  last_told_ = now;
  const double left = seconds_left(fraction, now);
  if (in_place) {
    // The last column stays free: some terminals go to the next line when it is written.
    const auto columns = static_cast<std::size_t>(std::max(20, terminal_columns()) - 1);
    console_.draw_status(progress_line(fraction, left, what, columns));
  } else {
    console_.note(fmt::format("{:3.0f} % {}{}", 100 * fraction, what,
                              left < 0 ? "" : ", " + time_text(left) + " left"));
  }
}

double TerminalObserver::seconds_left(double fraction, Clock::time_point now) const {
  if (!(fraction > 0.01)) return -1;
  return std::max(0.0, seconds_between(begin_, now) * (1 - fraction) / fraction);
}

void TerminalObserver::follow_phase(std::string_view what, Clock::time_point now) {
  if (phase_of(what) != phase_) {
    end_phase(now);
    phase_ = phase_of(what);
    phase_begin_ = now;
  }
  phase_detail_ = what;
}

void TerminalObserver::end_phase(Clock::time_point now) {
  if (phase_.empty()) return;
  console_.detail(fmt::format("{} ({:.2f} s)", phase_detail_, seconds_between(phase_begin_, now)));
  phase_.clear();
}

bool TerminalObserver::stop_requested() { return g_stop != 0; }

}  // namespace tread::app
