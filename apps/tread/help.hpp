#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tread::app {

/// What `tread --help` and `tread help` say.
std::string program_help(const CLI::App& program);

/// What `tread COMMAND --help` and `tread help COMMAND` say.
std::string command_help(const CLI::App& command);

/// What is wrong with the command line, the nearest that would be right, and how to go on.
std::string usage_error(const CLI::App& program, const CLI::Error& error);

/// Throws ModelError with the nearest name if there is no such command.
const CLI::App& find_command(const CLI::App& program, const std::string& name);

}  // namespace tread::app
