#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tread::app {

enum class Verbosity { quiet, normal, verbose };
enum class Colour { automatic, always, never };

/// What the command line says about talking.
struct ConsoleSettings {
  Verbosity verbosity = Verbosity::normal;
  Colour colour = Colour::automatic;
};

/// What a piece of text is; colours follow from it.
enum class Tone { plain, heading, good, bad, caution, faint };

/// Talks to people: results go to standard output and are never coloured by this class unless asked
/// (`painted`); messages go to standard error. Colours only on a terminal that has them (NO_COLOR
/// and TERM=dumb are heard), or as --color says.
class Console {
 public:
  explicit Console(const ConsoleSettings& settings = {});

  /// "error: ...", "warning: ...": warnings are left out if quiet.
  void error(std::string_view text);
  void warning(std::string_view text);
  /// "path: warning" for each.
  void warnings_of(const std::string& path, const std::vector<std::string>& warnings);
  /// How a run ended that did not end well: "word: text", also if quiet.
  void failure(std::string_view word, std::string_view text);
  /// A line on standard error; left out if quiet.
  void note(std::string_view text);
  /// A line on standard error that only -v shows.
  void detail(std::string_view text);

  /// One line on standard error that changes in place. Any message removes it first.
  void draw_status(const std::string& line);
  void clear_status();

  /// The text in the colour of its tone, for standard output.
  std::string painted(std::string_view text, Tone tone) const;
  /// The same for standard error.
  std::string painted_error(std::string_view text, Tone tone) const;

  bool is_quiet() const { return settings_.verbosity == Verbosity::quiet; }
  bool is_verbose() const { return settings_.verbosity == Verbosity::verbose; }
  /// A status line can change in place.
  bool has_status_line() const { return has_status_line_; }

 private:
  ConsoleSettings settings_;
  bool out_has_colour_ = false;
  bool error_has_colour_ = false;
  bool has_status_line_ = false;
  bool status_drawn_ = false;
};

/// Columns of the terminal behind standard error, 80 if there is none.
int terminal_columns();

}  // namespace tread::app
