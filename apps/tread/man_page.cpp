#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "completion.hpp"

namespace tread::app {
namespace {

/// Text as roff takes it: backslashes and hyphens have a meaning, and a dot or quote that begins a
/// line.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      const bool begins_line = result.empty() || result.back() == '\n';
      if (begins_line && (c == '.' || c == '\'')) result += "\\&";
      result += c;
    }
  }
  return result;
}

std::string option_entry(const OptionText& option) {
  std::string names;
  for (const std::string& name : option.names) {
    if (!names.empty()) names += ", ";
    names += fmt::format("\\fB{}\\fR", roff(name));
  }
  const bool is_argument = option.names.front().front() != '-';
  if (is_argument) names = fmt::format("\\fI{}\\fR", roff(option.names.front()));
  const std::string value =
      is_argument || option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.value));
  return fmt::format(".TP\n{}{}\n{}\n", names, value, roff(option.doc));
}

/// The lines as they stand.
std::string literal(const std::string& lines) {
  return fmt::format(".PP\n.nf\n{}\n.fi\n", roff(lines));
}

/// Those of the program hold for every command and are told once.
std::string command_section(const CommandText& command,
                            const std::vector<OptionText>& program_options) {
  const auto is_common = [&](const OptionText& option) {
    return std::any_of(program_options.begin(), program_options.end(),
                       [&](const OptionText& other) { return other.names == option.names; });
  };
  std::string text = fmt::format(".SS {}\n{}.\n.PP\n\\fB{}\\fR\n", roff(command.name),
                                 roff(command.summary), roff(command.usage()));
  for (const OptionText& option : command.arguments) text += option_entry(option);
  for (const OptionText& option : command.options) {
    if (!is_common(option)) text += option_entry(option);
  }
  if (!command.examples.empty()) text += literal(command.examples);
  return text;
}

}  // namespace

std::string man_page(const std::vector<CommandText>& commands,
                     const std::vector<OptionText>& program_options, const std::string& version) {
  std::string text = fmt::format(
      ".\\\" Made from the declarations in the program: do not edit.\n"
      ".TH TREAD 1 \"\" \"tread {}\" \"User Commands\"\n"
      ".SH NAME\ntread \\- wheel\\-rail contact and train\\-bridge dynamics\n"
      ".SH SYNOPSIS\n.B tread\n.I COMMAND\n.RI [ OPTIONS ]\n"
      ".SH DESCRIPTION\n"
      "tread computes how wheels and rails touch, and how trains and bridges shake each other. A "
      "case is a text file (TOML, or an .inp file of the program CONTACT); results are tables, "
      "fields and a report for the browser. Without a case\n.B tread run\nruns a built\\-in "
      "demonstration;\n.B tread examples\nlists cases to begin with;\n.B tread keys\nexplains "
      "every key that a case can have.\n",
      roff(version));
  text += ".SH OPTIONS\n";
  for (const OptionText& option : program_options) text += option_entry(option);
  text += ".SH COMMANDS\n";
  for (const CommandText& command : commands) text += command_section(command, program_options);
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\nDone.\n"
      ".TP\n1\nNot converged, stopped or failed; what there is is kept and marked so.\n"
      ".TP\n2\nBad input; nothing was written.\n"
      ".TP\n3\nWith \\fBsweep \\-\\-fail\\-on\\-check\\fR: all is computed, and a check against a "
      "norm fails.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n\\fBNO_COLOR\\fR\nSet and not empty: no colours.\n"
      ".TP\n\\fBTERM\\fR\ndumb: no colours, and progress as lines.\n"
      ".TP\n\\fBXDG_CACHE_HOME\\fR\nWhere compliances of elastic bodies are kept "
      "(~/.cache if not set).\n"
      ".SH SIGNALS\nCtrl\\-C or SIGTERM stops a run between iterations: what was computed is "
      "written and marked as incomplete. A second one ends the program at once.\n";
  return text;
}

}  // namespace tread::app
