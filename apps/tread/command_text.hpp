#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// What the declarations of the commands say, as plain text. Help, shell completion and man page are
// made from it.
namespace tread::app {

struct OptionText {
  std::vector<std::string> names;  // "-v", "--verbose"; of an argument its one name, "case"
  std::string value;               // "FILE", "mm|m", "1..256"; empty: it takes none
  std::string doc;
  bool is_required = false;
  bool is_repeated = false;

  /// The words it can be, where they are known: of "mm|m" two.
  std::vector<std::string> choices() const;
};

struct CommandText {
  std::string name;
  std::string group;  // heading of the help; empty: not shown
  std::string summary;
  std::string examples;  // lines, as declared in the footer
  std::vector<OptionText> arguments;
  std::vector<OptionText> options;

  /// "tread run [OPTIONS] [case]"
  std::string usage() const;
};

CommandText text_of(const CLI::App& command);

/// The commands that people see, in the order of their declaration.
std::vector<CommandText> commands_of(const CLI::App& program);

/// The program's own options.
std::vector<OptionText> options_of(const CLI::App& program);

std::vector<std::string> names_of(const std::vector<OptionText>& options);
std::vector<std::string> names_of(const std::vector<CommandText>& commands);

/// The text in lines of at most `columns`, all but the first indented.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);

/// "--out FOLDER" and the like, in columns: the name, then what it means.
std::string option_lines(const std::vector<OptionText>& options, std::size_t columns);

}  // namespace tread::app
