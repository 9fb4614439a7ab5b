#include "tread/casefile/tree_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tread::casefile {
namespace {

/// "coach[2]" as its name and 2; 0: no number.
struct Step {
  std::string name;
  int number = 0;
};

Step step_of(std::string_view text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos || !text.ends_with(']')) return {std::string(text), 0};
  const std::string_view digits = text.substr(bracket + 1, text.size() - bracket - 2);
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  // One way to write a number: coach[01] would be coach[1] in disguise.
  const bool is_number = error == std::errc() && !digits.starts_with('0') &&
                         end == digits.data() + digits.size() && number > 0;
  return is_number ? Step{std::string(text.substr(0, bracket)), number}
                   : Step{std::string(text), 0};
}

/// The entry of a table, made if it is missing.
TomlEntry& entry_of(TomlTable& table, const std::string& name, int line) {
  const auto found = std::ranges::find(table.entries, name, &TomlEntry::key);
  if (found != table.entries.end()) return *found;
  table.entries.push_back({name, line, {line, TomlTable{}}});
  return table.entries.back();
}

/// One step down; nullptr: there is no such table.
TomlTable* table_below(TomlTable& table, const Step& step, int line) {
  TomlNode* node = &entry_of(table, step.name, line).node;
  if (step.number > 0) {
    auto* array = std::get_if<TomlArray>(&node->value);
    const auto index = static_cast<std::size_t>(step.number) - 1;
    if (array == nullptr || index >= array->nodes.size()) return nullptr;
    node = &array->nodes[index];
  }
  return std::get_if<TomlTable>(&node->value);
}

void erase_key(TomlTable& table, const KeyTable& keys, const WrittenKey& written) {
  const KeyMatch match = written.declared_in(keys);
  std::erase_if(table.entries, [&](const TomlEntry& entry) {
    if (match.key == nullptr) return entry.key == written.name;
    return find_key(keys, match.key->table, entry.key).key == match.key;
  });
}

void unset_in_tree(TomlTable& root, const KeyTable& keys, const WrittenKey& written) {
  for (TomlEntry& entry : root.entries) {
    if (entry.key != written.table) continue;
    if (auto* table = std::get_if<TomlTable>(&entry.node.value)) erase_key(*table, keys, written);
  }
}

}  // namespace

WrittenKey::WrittenKey(std::string_view written) {
  const std::size_t dot = written.rfind('.');
  if (dot == std::string_view::npos) {
    name = written;
  } else {
    table = written.substr(0, dot);
    name = written.substr(dot + 1);
  }
}

KeyMatch WrittenKey::declared_in(const KeyTable& keys) const {
  return find_key(keys, step_of(table).name, name);
}

std::string set_in_tree(TomlTable& root, const KeyTable& keys, const WrittenKey& written,
                        TomlNode value) {
  TomlTable* table = &root;
  for (std::string_view rest = written.table; !rest.empty();) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    const Step step = step_of(rest.substr(0, dot));
    rest.remove_prefix(std::min(dot + 1, rest.size()));
    table = table_below(*table, step, value.line);
    if (table == nullptr) {
      return step.number > 0
                 ? fmt::format("the base case has no [[{}]] number {}", step.name, step.number)
                 : fmt::format("{} of the base case is no table", step.name);
    }
  }
  erase_key(*table, keys, written);
  const int line = value.line;
  table->entries.push_back({written.name, line, std::move(value)});
  return "";
}

void apply(const std::vector<CaseSetting>& settings, TomlTable& root, const KeyTable& keys) {
  for (const CaseSetting& setting : settings) {
    const WrittenKey written(setting.written);
    if (setting.value) {
      set_in_tree(root, keys, written, *setting.value);
    } else {
      unset_in_tree(root, keys, written);
    }
  }
}

}  // namespace tread::casefile
