#include <fmt/format.h>

#include "commands.hpp"
#include "help.hpp"

namespace tread::app {
namespace {

struct HelpArguments {
  std::string command;
  const CLI::App* program = nullptr;
};

int help(const HelpArguments& arguments, Console& /*console*/) {
  fmt::print("{}", arguments.command.empty()
                       ? program_help(*arguments.program)
                       : command_help(find_command(*arguments.program, arguments.command)));
  return k_done;
}

}  // namespace

void add_help(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<HelpArguments>();
  arguments->program = &program;
  CLI::App& command =
      *program.add_subcommand("help", "Tell about the program, or about one command");
  command.group(k_group_help);
  command.add_option("command", arguments->command, "Name of a command")->type_name("COMMAND");
  on_command(command, action, arguments, help);
}

}  // namespace tread::app
