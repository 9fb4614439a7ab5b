#pragma once

#include "command.hpp"

// Every command of the program, one file each.
namespace tread::app {

void add_check(CLI::App& program, Action& action);
void add_completion(CLI::App& program, Action& action);
void add_convert(CLI::App& program, Action& action);
void add_examples(CLI::App& program, Action& action);
void add_help(CLI::App& program, Action& action);
void add_keys(CLI::App& program, Action& action);
void add_manual(CLI::App& program, Action& action);
void add_reproduce(CLI::App& program, Action& action);
void add_run(CLI::App& program, Action& action);
void add_sweep(CLI::App& program, Action& action);

}  // namespace tread::app
