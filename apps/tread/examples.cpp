#include "examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_contact = "Contact of bodies";
constexpr const char* k_impact = "Falls and impacts";
constexpr const char* k_wheel_rail = "Wheels, rails and vehicles";
constexpr const char* k_bridges = "Trains on bridges";
constexpr const char* k_inp = "Input files of CONTACT";
constexpr const char* k_studies = "Studies of many cases (tread sweep)";
constexpr std::array k_kinds{k_contact, k_impact, k_wheel_rail, k_bridges, k_inp, k_studies};

std::string scenario_of(std::string_view text) {
  constexpr std::string_view k_key = "\nscenario = \"";
  const std::size_t begin = text.find(k_key);
  if (begin == std::string_view::npos) return "contact";
  text.remove_prefix(begin + k_key.size());
  return std::string(text.substr(0, text.find('"')));
}

std::string kind_of(const EmbeddedFile& file) {
  if (file.path.starts_with("studies/")) return k_studies;
  if (file.path.ends_with(".inp")) return k_inp;
  const std::string scenario = scenario_of(file.text);
  if (scenario == "contact") return k_contact;
  if (scenario == "drop" || scenario == "impact") return k_impact;
  return scenario == "wheelset" || scenario == "vehicle_run" ? k_wheel_rail : k_bridges;
}

/// The comment at the beginning up to the end of its first sentence.
std::string summary_of(std::string_view text) {
  std::string comment;
  while (text.starts_with('#') || text.starts_with('%')) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    line.remove_prefix(std::min(line.size(), line.find_first_not_of("#% ")));
    if (line.empty()) break;
    comment += comment.empty() ? std::string(line) : " " + std::string(line);
  }
  // "et al. (2010)" ends no sentence.
  for (std::size_t i = 0; i + 2 < comment.size(); ++i) {
    const bool ends = comment[i] == '.' || comment[i] == '?';
    if (ends && comment[i + 1] == ' ' && std::isupper(static_cast<unsigned char>(comment[i + 2]))) {
      comment.resize(i + 1);
    }
  }
  if (comment.ends_with('.')) comment.pop_back();
  return comment;
}

/// In the folders examples and studies lie what people run; deeper ones hold what these refer to.
bool is_example(const EmbeddedFile& file) {
  const fs::path path(file.path);
  const bool is_case = path.extension() == ".toml" || path.extension() == ".inp";
  return is_case && (path.parent_path().empty() || path.parent_path() == "studies");
}

const EmbeddedFile* find_file(const std::string& path) {
  const std::span<const EmbeddedFile> files = embedded_files();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const EmbeddedFile& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

/// Files named in quotes, relative to the file that names them, as keys of a case and lines of an
/// .inp do.
std::vector<const EmbeddedFile*> files_named_in(const EmbeddedFile& file) {
  std::vector<const EmbeddedFile*> named;
  const fs::path folder = fs::path(file.path).parent_path();
  for (const char quote : {'"', '\''}) {
    std::size_t begin = file.text.find(quote);
    while (begin != std::string_view::npos) {
      const std::size_t end = file.text.find_first_of(std::string{quote, '\n'}, begin + 1);
      if (end == std::string_view::npos) break;
      const fs::path name(file.text.substr(begin + 1, end - begin - 1));
      const bool is_closed = file.text[end] == quote;
      if (const EmbeddedFile* found = find_file((folder / name).lexically_normal().string());
          is_closed && found != nullptr) {
        named.push_back(found);
      }
      begin = file.text.find(quote, is_closed ? end + 1 : end);
    }
  }
  return named;
}

}  // namespace

std::vector<Example> all_examples() {
  std::vector<Example> examples;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!is_example(file)) continue;
    examples.push_back({.name = fs::path(file.path).stem().string(),
                        .kind = kind_of(file),
                        .command = file.path.starts_with("studies/") ? "sweep" : "run",
                        .summary = summary_of(file.text),
                        .file = &file});
  }
  const auto with_same_stem = [&](const std::string& stem) {
    return std::count_if(examples.begin(), examples.end(), [&](const Example& other) {
      return fs::path(other.file->path).stem() == stem;
    });
  };
  for (Example& example : examples) {
    if (with_same_stem(example.name) > 1) example.name = fs::path(example.file->path).filename();
  }
  const auto rank = [](const Example& example) {
    return std::find(k_kinds.begin(), k_kinds.end(), example.kind);
  };
  std::stable_sort(examples.begin(), examples.end(), [&](const Example& a, const Example& b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.name < b.name;
  });
  return examples;
}

Example find_example(const std::string& name) {
  std::vector<std::string> names;
  for (const Example& example : all_examples()) {
    const bool is_it = example.name == name || example.file->path == name ||
                       fs::path(example.file->path).filename() == name;
    if (is_it) return example;
    names.push_back(example.name);
  }
  const std::string near = nearest(name, names);
  throw ModelError(fmt::format(
      "there is no example {}\n  hint: {}", name,
      near.empty() ? "`tread examples` lists them" : fmt::format("did you mean {}?", near)));
}

std::vector<const EmbeddedFile*> files_of(const Example& example) {
  std::vector<const EmbeddedFile*> files{example.file};
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const EmbeddedFile* named : files_named_in(*files[i])) {
      if (std::find(files.begin(), files.end(), named) == files.end()) files.push_back(named);
    }
  }
  return files;
}

std::string_view demo_case() { return find_file("train_bridge.toml")->text; }

}  // namespace tread::app
