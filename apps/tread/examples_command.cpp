#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "command_text.hpp"
#include "commands.hpp"
#include "examples.hpp"
#include "keep_files.hpp"
#include "tread/result/output_file.hpp"

namespace tread::app {
namespace {

namespace fs = std::filesystem;

struct ExamplesArguments {
  std::string name;
  std::string out = ".";
  bool force = false;
  bool json = false;
};

std::string list_for_people(Console& console) {
  constexpr std::size_t k_name_width = 27;
  const auto columns = static_cast<std::size_t>(std::max(60, terminal_columns()));
  std::string text;
  std::string kind;
  for (const Example& example : all_examples()) {
    if (example.kind != kind) {
      kind = example.kind;
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", console.painted(kind, Tone::heading));
    }
    text += fmt::format("  {:<{}} {}\n", example.name, k_name_width,
                        wrapped(example.summary, columns, k_name_width + 3));
  }
  return text + "\n`tread examples NAME` writes one of them with all files it needs.\n";
}

nlohmann::ordered_json entry_of(const Example& example) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const EmbeddedFile* file : files_of(example)) files.push_back(file->path);
  return {{"name", example.name},
          {"kind", example.kind},
          {"command", example.command},
          {"summary", example.summary},
          {"files", files}};
}

/// Where a file of the example goes, relative to the folder: beside it what lay beside it.
std::string place_of(const EmbeddedFile& file, const Example& example) {
  return fs::path(file.path)
      .lexically_relative(fs::path(example.file->path).parent_path())
      .string();
}

int write(const ExamplesArguments& arguments, Console& console) {
  const Example example = find_example(arguments.name);
  const std::vector<const EmbeddedFile*> files = files_of(example);
  const fs::path folder = arguments.out;
  if (!arguments.force) {
    for (const EmbeddedFile* file : files) refuse_to_overwrite(folder / place_of(*file, example));
  }
  std::vector<std::string> written;
  for (const EmbeddedFile* file : files) {
    const fs::path path = folder / place_of(*file, example);
    result::OutputBatch batch(path.parent_path().empty() ? fs::path(".") : path.parent_path());
    batch.add(path.filename().string(), [&](result::OutputFile& out) { out.write(file->text); });
    batch.commit();
    written.push_back(path.lexically_normal().string());
    console.detail("wrote " + written.back());
  }
  if (arguments.json) {
    fmt::print("{}\n",
               nlohmann::ordered_json{
                   {"name", example.name}, {"command", example.command}, {"files", written}}
                   .dump(2));
  } else if (!console.is_quiet()) {
    fmt::print("{}\n", fmt::join(written, "\n"));
    fmt::print("Run it: tread {} {}\n", example.command, written.front());
  }
  return k_done;
}

int examples(const ExamplesArguments& arguments, Console& console) {
  if (!arguments.name.empty()) return write(arguments, console);
  if (!arguments.json) {
    fmt::print("{}", list_for_people(console));
    return k_done;
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Example& example : all_examples()) list.push_back(entry_of(example));
  fmt::print("{}\n", list.dump(2));
  return k_done;
}

}  // namespace

void add_examples(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<ExamplesArguments>();
  CLI::App& command =
      *program.add_subcommand("examples", "List the built-in examples, or write one to work on");
  command.group(k_group_help);
  command.add_option("name", arguments->name, "Which one to write, with all files it refers to")
      ->type_name("EXAMPLE")
      ->check(not_empty);
  command.add_option("--out", arguments->out, "Folder to write to (default: this one)")
      ->type_name("FOLDER")
      ->check(not_empty);
  command.add_flag("--force", arguments->force, "Write over files that are there");
  command.add_flag("--json", arguments->json, "The list, or the files written, as JSON");
  command.footer(
      "  tread examples                               what there is\n"
      "  tread examples train_bridge --out first      first/train_bridge.toml");
  on_command(command, action, arguments, examples);
}

}  // namespace tread::app
