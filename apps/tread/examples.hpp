#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// The examples of the source tree, carried inside the program.
namespace tread::app {

/// A file below examples/.
struct EmbeddedFile {
  std::string_view path;  // "studies/bases/bridge_15m.toml"
  std::string_view text;
};
std::span<const EmbeddedFile> embedded_files();

/// A case or study that runs as it is.
struct Example {
  std::string name;  // how it is asked for: the file's name, without extension where that is clear
  std::string kind;  // heading of the list: for whom it is
  std::string command;  // "run" or "sweep"
  std::string summary;  // the first sentence of its first comment
  const EmbeddedFile* file = nullptr;
};

/// By kind, then by name.
std::vector<Example> all_examples();

/// By its name, or its file's name. Throws ModelError with the nearest one if there is none.
Example find_example(const std::string& name);

/// The example's file and all files that it and they refer to, the example first.
std::vector<const EmbeddedFile*> files_of(const Example& example);

/// The case that `tread run` runs when none is given.
std::string_view demo_case();

}  // namespace tread::app
