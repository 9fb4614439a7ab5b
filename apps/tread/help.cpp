#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "command.hpp"
#include "command_text.hpp"
#include "console.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::app {
namespace {

constexpr const char* k_introduction =
    "tread computes how wheels and rails touch, and how trains and bridges shake each other: "
    "contact "
    "after Hertz and Kalker with friction and rolling, wheelsets and vehicles on real profiles, "
    "trains over beams, frames and solids. A case is a text file; results are tables, fields and a "
    "report for the browser.";

constexpr const char* k_first_steps = R"(Start here:
  tread run              the demonstration: a fast train crosses a bridge
  tread examples         cases to learn from; with a NAME it writes one
  tread run CASE.toml    your own case; its results and report go to out/CASE
)";

constexpr const char* k_ending = R"(Exit codes:
  0  done
  1  not converged, stopped or failed; what there is is kept and marked so
  2  bad input; nothing was written
  3  with `sweep --fail-on-check`: all is computed, but a check fails

`tread help COMMAND` tells more about a command, `tread keys` explains every key
of a case, `man tread` has it all on one page. Guides and theory: folder docs.
)";

/// Lines longer than that are hard to read, however wide the window.
std::size_t help_columns() {
  return static_cast<std::size_t>(std::clamp(terminal_columns(), 40, 100));
}

std::string hint_of(const std::string& word, const std::vector<std::string>& known) {
  // Of one letter every other is a neighbour.
  const std::string near = word.size() > 2 ? nearest(word, known) : "";
  return near.empty() ? "" : fmt::format("\n  hint: did you mean {}?", near);
}

const CLI::App* chosen_command(const CLI::App& program) {
  const std::vector<const CLI::App*> commands = program.get_subcommands(nullptr);
  const auto parsed = std::find_if(commands.begin(), commands.end(),
                                   [](const CLI::App* command) { return command->parsed(); });
  return parsed == commands.end() ? nullptr : *parsed;
}

std::string what_of_extras(const CLI::App& command, const std::string& word) {
  if (word.front() != '-') return fmt::format("unexpected argument: {}", word);
  // --thread=2 is about --thread.
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("unknown option: {}{}", name,
                     hint_of(name, names_of(text_of(command).options)));
}

}  // namespace

std::string program_help(const CLI::App& program) {
  const std::size_t columns = help_columns();
  const std::vector<CommandText> commands = commands_of(program);
  std::string text = wrapped(k_introduction, columns, 0) +
                     "\n\nUsage: tread COMMAND [OPTIONS]\n\n" + k_first_steps;
  for (const char* group : {k_group_cases, k_group_results, k_group_help}) {
    std::vector<OptionText> lines;
    for (const CommandText& command : commands) {
      if (command.group != group) continue;
      lines.push_back({.names = {command.name}, .value = {}, .doc = command.summary});
    }
    if (!lines.empty()) text += fmt::format("\n{}:\n{}", group, option_lines(lines, columns));
  }
  return text + "\nOptions:\n" + option_lines(options_of(program), columns) + "\n" + k_ending;
}

std::string command_help(const CLI::App& command) {
  const std::size_t columns = help_columns();
  const CommandText text = text_of(command);
  std::string help =
      fmt::format("{}\n\nUsage: {}\n", wrapped(text.summary, columns, 0), text.usage());
  if (!text.arguments.empty()) {
    help += "\nArguments:\n" + option_lines(text.arguments, columns);
  }
  help += "\nOptions:\n" + option_lines(text.options, columns);
  if (!text.examples.empty()) help += "\nExamples:\n" + text.examples + "\n";
  return help;
}

std::string usage_error(const CLI::App& program, const CLI::Error& error) {
  const CLI::App* command = chosen_command(program);
  const std::vector<std::string> rest = (command != nullptr ? *command : program).remaining();
  if (command != nullptr) {
    const std::string what =
        rest.empty() ? std::string(error.what()) : what_of_extras(*command, rest.front());
    return fmt::format("error: {}\n\nUsage: {}\nMore: tread help {}\n", what,
                       text_of(*command).usage(), command->get_name());
  }
  if (rest.empty()) return fmt::format("error: a command is required\n\n{}", program_help(program));
  const std::string what = rest.front().starts_with('-')
                               ? what_of_extras(program, rest.front())
                               : fmt::format("unknown command: {}{}", rest.front(),
                                             hint_of(rest.front(), names_of(commands_of(program))));
  return fmt::format("error: {}\n\nUsage: tread COMMAND [OPTIONS]\nMore: tread help\n", what);
}

const CLI::App& find_command(const CLI::App& program, const std::string& name) {
  for (const CLI::App* command : program.get_subcommands(nullptr)) {
    if (command->get_name() == name) return *command;
  }
  throw ModelError(
      fmt::format("there is no command {}{}", name, hint_of(name, names_of(commands_of(program)))));
}

}  // namespace tread::app
