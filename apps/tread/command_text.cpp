#include "command_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tread::app {
namespace {

OptionText option_text(const CLI::Option& option) {
  OptionText text;
  if (option.get_positional()) {
    text.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
  }
  const bool takes_value = option.get_items_expected_max() > 0;
  if (takes_value) {
    text.value =
        option.get_option_text().empty() ? option.get_type_name() : option.get_option_text();
  }
  text.doc = option.get_description();
  text.is_required = option.get_required();
  text.is_repeated = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
  return text;
}

std::string left_of(const OptionText& option) {
  const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
  const bool is_argument = option.names.front().front() != '-';
  return is_argument || option.value.empty() ? names : names + " " + option.value;
}

}  // namespace

std::vector<std::string> OptionText::choices() const {
  if (value.find('|') == std::string::npos) return {};
  return CLI::detail::split(value, '|');
}

std::string CommandText::usage() const {
  std::string text = fmt::format("tread {} [OPTIONS]", name);
  for (const OptionText& argument : arguments) {
    const std::string one = argument.names.front() + (argument.is_repeated ? "..." : "");
    text += argument.is_required ? " " + one : " [" + one + "]";
  }
  return text;
}

CommandText text_of(const CLI::App& command) {
  CommandText text{.name = command.get_name(),
                   .group = command.get_group(),
                   .summary = command.get_description(),
                   .examples = command.get_footer(),
                   .arguments = {},
                   .options = {}};
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    (option->get_positional() ? text.arguments : text.options).push_back(option_text(*option));
  }
  return text;
}

std::vector<CommandText> commands_of(const CLI::App& program) {
  std::vector<CommandText> commands;
  for (const CLI::App* command : program.get_subcommands(nullptr)) {
    if (!command->get_group().empty()) commands.push_back(text_of(*command));
  }
  return commands;
}

std::vector<OptionText> options_of(const CLI::App& program) { return text_of(program).options; }

std::vector<std::string> names_of(const std::vector<OptionText>& options) {
  std::vector<std::string> names;
  for (const OptionText& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<CommandText>& commands) {
  std::vector<std::string> names;
  for (const CommandText& command : commands) names.push_back(command.name);
  return names;
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string result;
  std::size_t used = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!result.empty()) {
      const bool fits = used + 1 + word.size() <= columns;
      result += fits ? " " : "\n" + std::string(indent, ' ');
      used = fits ? used + 1 : indent;
    }
    result += word;
    used += word.size();
  }
  return result;
}

std::string option_lines(const std::vector<OptionText>& options, std::size_t columns) {
  constexpr std::size_t k_widest = 24;
  std::size_t width = 0;
  for (const OptionText& option : options) {
    width = std::max(width, std::min(k_widest, left_of(option).size()));
  }
  std::string text;
  for (const OptionText& option : options) {
    const std::string left = left_of(option);
    const std::string gap = left.size() > width ? "\n" + std::string(width + 4, ' ')
                                                : std::string(width + 2 - left.size(), ' ');
    text += fmt::format("  {}{}{}\n", left, gap, wrapped(option.doc, columns, width + 4));
  }
  return text;
}

}  // namespace tread::app
