#include "tread/casefile/case_toml.hpp"

#include <algorithm>

#include "tread/casefile/contact_builder.hpp"
#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/drop_keys.hpp"
#include "tread/casefile/impact_keys.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/casefile/moving_load_keys.hpp"
#include "tread/casefile/scenarios.hpp"
#include "tread/casefile/text_file.hpp"
#include "tread/casefile/toml_document.hpp"
#include "tread/casefile/train_bridge_builder.hpp"
#include "tread/casefile/vehicle_run_builder.hpp"
#include "tread/casefile/wheelset_keys.hpp"

namespace tread::casefile {
namespace {

/// Which keys there are depends on the scenario: a wrong one is the only thing that can be told.
std::string scenario_of(const TomlTable& root, const std::string& file_name) {
  KeyTable only_scenario;
  only_scenario.keys.push_back(choice("scenario", scenario_choices(), ""));
  TomlTable only_entry;
  std::copy_if(root.entries.begin(), root.entries.end(), std::back_inserter(only_entry.entries),
               [](const TomlEntry& entry) { return entry.key == "scenario"; });
  ProblemList problems;
  const Reading reading = read_keys(only_entry, file_name, only_scenario, problems);
  problems.throw_if_any(file_name);
  const Value* scenario = reading.used("scenario");
  return scenario == nullptr ? scenario_choices().front().name : std::get<std::string>(*scenario);
}

/// Reads the keys of a scenario, builds its case and keeps the echo.
template <class Input, class Build>
auto read_scenario(const TomlTable& root, CaseFile& file, const KeyList<Input>& keys,
                   const std::filesystem::path& base_dir, Build build) {
  ProblemList problems;
  Reading reading = read_keys(root, file.path, keys.declarations(), problems);
  auto built = build(keys.fill(reading), base_dir, reading, problems);
  problems.throw_if_any(file.path);
  file.echo = reading.echo();
  file.warnings = reading.unusual();
  return built;
}

std::string indented(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "    ";
  }
  while (!result.empty() && (result.back() == ' ' || result.back() == '\n')) result.pop_back();
  return "    " + result;
}

}  // namespace

CaseFile parse_toml(std::string_view text, const std::string& file_name,
                    const std::filesystem::path& base_dir) {
  CaseFile file = case_of_tree(parse_toml_document(text, file_name), file_name, base_dir);
  file.text = text_to_keep(text);
  file.base_dir = base_dir;
  return file;
}

CaseFile case_with(const CaseFile& file, const std::vector<CaseSetting>& settings) {
  if (file.text.empty()) throw ModelError("the text of the case is too long to be kept");
  TomlTable root = parse_toml_document(file.text, file.path);
  apply(settings, root, keys_of_tree(root, file.path));
  CaseFile changed = case_of_tree(root, file.path, file.base_dir);
  changed.base_dir = file.base_dir;
  return changed;
}

KeyTable keys_of_tree(const TomlTable& root, const std::string& file_name) {
  const std::string name = scenario_of(root, file_name);
  for (Scenario& scenario : scenarios()) {
    if (scenario.name.name == name) return std::move(scenario.keys);
  }
  return {};
}

CaseFile case_of_tree(const TomlTable& root, const std::string& file_name,
                      const std::filesystem::path& base_dir) {
  if (root.entries.empty()) {
    throw CaseError(Problem{file_name, 0, "", "the case is empty", "",
                            "the smallest case is\n" + indented(k_smallest_case)});
  }
  if (std::ranges::find(root.entries, "vary", &TomlEntry::key) != root.entries.end()) {
    throw CaseError(
        Problem{file_name, 0, "", "this is a study of many cases", "", "tread sweep " + file_name});
  }
  CaseFile result;
  result.path = file_name;
  const std::string scenario = scenario_of(root, file_name);
  if (scenario == "impact") {
    const KeyList<ImpactCase> keys = impact_keys(scenario_choices());
    result.impact = read_scenario(
        root, result, keys, base_dir,
        [&](const ImpactCase&, const std::filesystem::path&, const Reading& reading,
            ProblemList& problems) { return build_impact_case(keys, reading, problems); });
  } else if (scenario == "moving_load") {
    const KeyList<MovingLoadCase> keys = moving_load_keys(scenario_choices());
    result.moving_load = read_scenario(
        root, result, keys, base_dir,
        [&](const MovingLoadCase&, const std::filesystem::path&, const Reading& reading,
            ProblemList& problems) { return build_moving_load_case(keys, reading, problems); });
  } else if (scenario == "train_bridge") {
    result.train_bridge = read_scenario(root, result, train_bridge_keys(scenario_choices()),
                                        base_dir, build_train_bridge_case);
  } else if (scenario == "vehicle_run") {
    result.vehicle_run = read_scenario(root, result, vehicle_run_keys(scenario_choices()), base_dir,
                                       build_vehicle_run_case);
  } else if (scenario == "wheelset") {
    result.wheelset = read_scenario(root, result, wheelset_keys(scenario_choices()), base_dir,
                                    build_wheelset_case);
  } else if (scenario == "drop") {
    result.drop =
        read_scenario(root, result, drop_keys(scenario_choices()), base_dir, build_drop_case);
  } else {
    result.cases.push_back(read_scenario(root, result, contact_keys(scenario_choices()), base_dir,
                                         build_contact_case));
  }
  return result;
}

CaseFile read_toml(const std::filesystem::path& path) {
  const std::string text = read_text_file(path, k_max_case_bytes);
  const std::filesystem::path folder = path.parent_path();
  return parse_toml(text, path.string(), folder.empty() ? "." : folder);
}

}  // namespace tread::casefile
