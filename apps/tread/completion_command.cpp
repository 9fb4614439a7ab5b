#include <fmt/format.h>

#include "commands.hpp"
#include "completion.hpp"
#include "examples.hpp"
#include "tread/study/reproduce.hpp"
#include "tread/study/run_case.hpp"

namespace tread::app {
namespace {

struct CompletionArguments {
  std::string shell;
  const CLI::App* program = nullptr;
};

std::vector<CompletionWords> known_words(const std::vector<CommandText>& commands) {
  CompletionWords examples{"EXAMPLE", {}};
  for (const Example& example : all_examples()) examples.words.push_back(example.name);
  CompletionWords tables{"TABLE", {"all"}};
  for (const study::CatalogueEntry& entry : study::catalogue()) {
    if (entry.built()) tables.words.emplace_back(entry.name);
  }
  CompletionWords names{"COMMAND", {}};
  for (const CommandText& command : commands) names.words.push_back(command.name);
  return {examples, tables, names};
}

int completion(const CompletionArguments& arguments, Console& /*console*/) {
  const std::vector<CommandText> commands = commands_of(*arguments.program);
  const std::vector<CompletionWords> words = known_words(commands);
  fmt::print("{}", arguments.shell == "bash"  ? bash_completion(commands, words)
                   : arguments.shell == "zsh" ? zsh_completion(commands, words)
                                              : fish_completion(commands, words));
  return k_done;
}

int manual(const CompletionArguments& arguments, Console& /*console*/) {
  fmt::print("{}", man_page(commands_of(*arguments.program), options_of(*arguments.program),
                            study::program_version()));
  return k_done;
}

}  // namespace

void add_completion(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<CompletionArguments>();
  arguments->program = &program;
  CLI::App& command = *program.add_subcommand(
      "completion", "Print a script that completes tread's commands in your shell");
  command.group(k_group_help);
  command.add_option("shell", arguments->shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>{"bash", "zsh", "fish"}))
      ->option_text("bash|zsh|fish");
  command.footer(
      "  source <(tread completion bash)                                  in this bash\n"
      "  tread completion zsh > ~/.zfunc/_tread                           for zsh, with ~/.zfunc "
      "in fpath\n"
      "  tread completion fish > ~/.config/fish/completions/tread.fish    for fish");
  on_command(command, action, arguments, completion);
}

void add_manual(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<CompletionArguments>();
  arguments->program = &program;
  CLI::App& command = *program.add_subcommand("manual", "Print the man page");
  command.group("");  // for the build
  on_command(command, action, arguments, manual);
}

}  // namespace tread::app
