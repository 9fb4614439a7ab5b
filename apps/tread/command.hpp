#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "console.hpp"
#include "tread/casefile/inp_reader.hpp"

// How a command joins the program: its file has a function add_NAME that declares it (name,
// options, help, examples) and says what to do when it was asked for. The help, the shell
// completion and the man page are made from these declarations.
namespace tread::app {

/// Exit codes: 0 done; 1 the run did not converge, was stopped or failed (what it had is kept and
/// marked); 2 bad input (nothing written); 3 all was computed, but a check fails, for those who
/// asked for it.
constexpr int k_done = 0;
constexpr int k_failed = 1;
constexpr int k_bad_input = 2;
constexpr int k_check_fails = 3;

/// Does what a command promises and returns the exit code; bad input is thrown.
using Action = std::function<int(Console&)>;

// The headings of the help under which commands stand.
constexpr const char* k_group_cases = "Cases and studies";
constexpr const char* k_group_results = "Results and files";
constexpr const char* k_group_help = "Help";

/// `does(arguments, console)` becomes the program's action if this command is the one asked for.
template <class Arguments>
void on_command(CLI::App& command, Action& action, const std::shared_ptr<Arguments>& arguments,
                int (*does)(const Arguments&, Console&)) {
  command.callback([&action, arguments, does] {
    action = [arguments, does](Console& console) { return does(*arguments, console); };
  });
}

/// An empty name is a script's unset variable, and nothing that was left out on purpose.
std::string not_empty(const std::string& text);

/// The options that every command has: -v, -q and --color.
void add_talk(CLI::App& command, ConsoleSettings& settings);

/// The option --inp-units.
void add_inp_units(CLI::App& command, casefile::InpUnits& target);

/// The option --threads.
void add_threads(CLI::App& command, int& target, const std::string& what);

}  // namespace tread::app
