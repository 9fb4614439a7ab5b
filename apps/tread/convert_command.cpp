#include "commands.hpp"
#include "convert_results.hpp"

namespace tread::app {
namespace {

struct ConvertArguments {
  std::string input;
  std::string out;
};

int convert(const ConvertArguments& arguments, Console&) {
  return convert_results(arguments.input, arguments.out);
}

}  // namespace

void add_convert(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App& command =
      *program.add_subcommand("convert", "Turn results into other programs' formats");
  command.group(k_group_results);
  command.add_option("in", arguments->input, "Folder of results, or the result.h5 in it")
      ->type_name("IN")
      ->required()
      ->check(not_empty);
  command
      .add_option("out", arguments->out,
                  "What to write: .mat, .h5, .pvd, or a folder for .csv files")
      ->type_name("OUT")
      ->required()
      ->check(not_empty);
  command.footer("  tread convert out/train_bridge train_bridge.mat");
  on_command(command, action, arguments, convert);
}

}  // namespace tread::app
