#include "console.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace tread::app {
namespace {

bool is_dumb() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::string_view(term) == "dumb" || *term == '\0';
}

/// https://no-color.org: set and not empty.
bool colour_is_unwanted() {
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color != nullptr && *no_color != '\0') || is_dumb();
}

bool has_colour(Colour colour, int descriptor) {
  switch (colour) {
    case Colour::always:
      return true;
    case Colour::never:
      return false;
    case Colour::automatic:
      break;
  }
  return isatty(descriptor) == 1 && !colour_is_unwanted();
}

/// The 16 colours that every terminal has, so that a person's own choice of them holds.
std::string_view code_of(Tone tone) {
  switch (tone) {
    case Tone::plain:
      break;
    case Tone::heading:
      return "1";
    case Tone::good:
      return "32";
    case Tone::bad:
      return "1;31";
    case Tone::caution:
      return "33";
    case Tone::faint:
      return "2";
  }
  return "";
}

std::string paint(std::string_view text, Tone tone, bool in_colour) {
  const std::string_view code = code_of(tone);
  if (!in_colour || code.empty()) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

}  // namespace

Console::Console(const ConsoleSettings& settings)
    : settings_(settings),
      out_has_colour_(has_colour(settings.colour, STDOUT_FILENO)),
      error_has_colour_(has_colour(settings.colour, STDERR_FILENO)),
      has_status_line_(isatty(STDERR_FILENO) == 1 && !is_dumb()) {}

void Console::error(std::string_view text) {
  clear_status();
  fmt::print(stderr, "{} {}\n", painted_error("error:", Tone::bad), text);
}

void Console::warning(std::string_view text) {
  if (is_quiet()) return;
  clear_status();
  fmt::print(stderr, "{} {}\n", painted_error("warning:", Tone::caution), text);
}

void Console::warnings_of(const std::string& path, const std::vector<std::string>& warnings) {
  for (const std::string& text : warnings) warning(fmt::format("{}: {}", path, text));
}

void Console::failure(std::string_view word, std::string_view text) {
  clear_status();
  fmt::print(stderr, "{} {}\n", painted_error(fmt::format("{}:", word), Tone::bad), text);
}

void Console::note(std::string_view text) {
  if (is_quiet()) return;
  clear_status();
  fmt::print(stderr, "{}\n", text);
}

void Console::detail(std::string_view text) {
  if (!is_verbose()) return;
  clear_status();
  fmt::print(stderr, "{}\n", painted_error(text, Tone::faint));
}

void Console::draw_status(const std::string& line) {
  if (!has_status_line_ || is_quiet()) return;
  // The rest of the line is erased after the new text is there: nothing blinks.
  fmt::print(stderr, "\r{}\033[K", line);
  status_drawn_ = true;
}

void Console::clear_status() {
  if (status_drawn_) fmt::print(stderr, "\r\033[K");
  status_drawn_ = false;
}

std::string Console::painted(std::string_view text, Tone tone) const {
  return paint(text, tone, out_has_colour_);
}

std::string Console::painted_error(std::string_view text, Tone tone) const {
  return paint(text, tone, error_has_colour_);
}

int terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace tread::app
