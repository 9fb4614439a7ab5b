#include <fmt/format.h>

#include "commands.hpp"
#include "tread/casefile/key_reference.hpp"

namespace tread::app {
namespace {

struct KeysArguments {
  bool markdown = false;
  bool json = false;
};

int keys(const KeysArguments& arguments, Console& /*console*/) {
  fmt::print("{}",
             casefile::key_reference(arguments.json       ? casefile::KeyReferenceFormat::json
                                     : arguments.markdown ? casefile::KeyReferenceFormat::markdown
                                                          : casefile::KeyReferenceFormat::plain));
  return k_done;
}

}  // namespace

void add_keys(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<KeysArguments>();
  CLI::App& command =
      *program.add_subcommand("keys", "Every key a case can have: unit, range, default, meaning");
  command.group(k_group_help);
  command.add_flag("--markdown", arguments->markdown, "As a page of documentation");
  command.add_flag("--json", arguments->json, "As JSON, for programs")->excludes("--markdown");
  command.footer("  tread keys | less");
  on_command(command, action, arguments, keys);
}

}  // namespace tread::app
