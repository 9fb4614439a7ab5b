#include "tread/casefile/key_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tread/casefile/scenarios.hpp"
#include "tread/casefile/study_file.hpp"

namespace tread::casefile {
namespace {

bool choices_have_docs(const KeyInfo& key) {
  return std::any_of(key.choices.begin(), key.choices.end(),
                     [](const Choice& c) { return !c.doc.empty(); });
}

std::string choice_names(const KeyInfo& key) {
  std::vector<std::string> names;
  for (const Choice& c : key.choices) names.push_back(c.name);
  return either(names);
}

std::string kind_words(const KeyInfo& key) {
  const std::string_view si = info(key.dimension).si;
  switch (key.kind) {
    case Kind::truth:
      return "true or false";
    case Kind::whole_number:
      return "whole number";
    case Kind::number:
      return si.empty() ? "number" : std::string(si);
    case Kind::numbers:
      if (!key.unit_note.empty()) return fmt::format("list of {}: {}", key.count, key.unit_note);
      return si.empty() ? "list of numbers" : fmt::format("list of {}", si);
    case Kind::text:
      return "text";
    case Kind::file:
      return "file name";
    case Kind::choice:
      return choices_have_docs(key) ? "one of" : choice_names(key);
    case Kind::words:
      if (key.choices.empty()) return "list of names";
      return choices_have_docs(key) ? "list of" : "list of " + choice_names(key);
  }
  return "";
}

std::string value_words(const KeyInfo& key) {
  std::string words = kind_words(key);
  if (const std::string range = key.range.text(); !range.empty()) words += ", " + range;
  return words;
}

std::string fallback_words(const KeyInfo& key) {
  if (!key.required_for.empty()) {
    const bool is_always = key.condition.key.empty();
    const bool is_whenever_allowed = key.required_for == key.condition.values;
    return is_always || is_whenever_allowed ? "required"
                                            : "required for " + either(key.required_for);
  }
  return key.default_value ? value_text(*key.default_value) : "";
}

std::vector<std::string> remarks_on(const KeyInfo& key) {
  std::vector<std::string> remarks;
  if (!key.condition.key.empty()) {
    remarks.push_back(
        fmt::format("only for {} = {}", key.condition.key, either(key.condition.values)));
  }
  if (!key.not_with.empty()) remarks.push_back("not with " + either(key.not_with));
  if (!key.needs.empty()) remarks.push_back("needs " + either(key.needs));
  return remarks;
}

std::string unit_list(const DimensionInfo& dimension) {
  std::vector<std::string> suffixes;
  for (const Unit& unit : dimension.units) suffixes.push_back(fmt::format("_{}", unit.suffix));
  return fmt::format("for {}: {}", dimension.name, fmt::join(suffixes, " "));
}

std::string introduction() {
  std::vector<std::string> units;
  for (const DimensionInfo& dimension : all_dimensions()) {
    if (!dimension.units.empty()) units.push_back(unit_list(dimension));
  }
  return fmt::format(
      "A case is a TOML file. A number with a dimension is in the SI unit shown; with a unit "
      "behind the key it is in that unit (radius_mm = 300 for radius = 0.3). The units are, {}.",
      fmt::join(units, "; "));
}

std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t k_columns = 100;
  const std::string margin(indent, ' ');
  std::string result;
  std::string line = margin;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.size() > indent && line.size() + 1 + word.size() > k_columns) {
      result += line + '\n';
      line = margin;
    }
    if (line.size() > indent) line += ' ';
    line += word;
  }
  return result + line + '\n';
}

// ---- plain ----

std::string plain_key(const KeyInfo& key) {
  const std::string fallback = fallback_words(key);
  std::string text = fmt::format("  {:<21} {}", key.name, value_words(key));
  if (!fallback.empty()) {
    text += key.required_for.empty() ? fmt::format(" (default {})", fallback)
                                     : fmt::format(" ({})", fallback);
  }
  text += '\n' + wrapped(key.doc, 6);
  if (choices_have_docs(key)) {
    for (const Choice& c : key.choices) text += fmt::format("        {:<15} {}\n", c.name, c.doc);
  }
  for (const std::string& remark : remarks_on(key)) text += wrapped(remark, 6);
  return text;
}

std::string plain_table(const KeyTable& keys, const TableInfo& table) {
  std::string text = table.name.empty() ? "" : fmt::format("\n{}\n", table.header());
  if (!table.doc.empty()) text += wrapped(table.doc, 2);
  for (const KeyInfo& key : keys.keys) {
    if (key.table == table.name) text += plain_key(key);
  }
  return text;
}

// ---- markdown ----

std::string markdown_introduction() {
  return "# The keys of a case\n\nMade from the declarations in the program: do not edit.\n\n" +
         introduction() + "\n";
}

std::string markdown_choices(const KeyInfo& key) {
  std::vector<std::string> items;
  for (const Choice& c : key.choices) items.push_back(fmt::format("`{}` ({})", c.name, c.doc));
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string markdown_key(const KeyInfo& key) {
  std::string meaning = key.doc;
  if (choices_have_docs(key)) meaning += ": " + markdown_choices(key);
  for (const std::string& remark : remarks_on(key)) meaning += "; " + remark;
  return fmt::format("| `{}` | {} | {} | {} |\n", key.name, value_words(key), fallback_words(key),
                     meaning);
}

std::string markdown_table(const KeyTable& keys, const TableInfo& table) {
  std::string text = table.name.empty() ? "\n### Above the first table\n"
                                        : fmt::format("\n### `{}`\n", table.header());
  if (!table.doc.empty()) text += "\n" + table.doc + "\n";
  text += "\n| key | value | default | meaning |\n| --- | --- | --- | --- |\n";
  for (const KeyInfo& key : keys.keys) {
    if (key.table == table.name) text += markdown_key(key);
  }
  return text;
}

// ---- JSON ----

using Json = nlohmann::ordered_json;

std::string kind_name(Kind kind) {
  switch (kind) {
    case Kind::truth:
      return "truth";
    case Kind::whole_number:
      return "whole_number";
    case Kind::number:
      return "number";
    case Kind::numbers:
      return "numbers";
    case Kind::text:
      return "text";
    case Kind::choice:
      return "choice";
    case Kind::words:
      return "words";
    case Kind::file:
      return "file";
  }
  return "";
}

Json json_key(const KeyInfo& key) {
  Json choices = Json::array();
  for (const Choice& c : key.choices) choices.push_back({{"name", c.name}, {"doc", c.doc}});
  Json json{{"name", key.name},
            {"kind", kind_name(key.kind)},
            {"unit", key.unit_note.empty() ? std::string(info(key.dimension).si) : key.unit_note},
            {"range", key.range.text()},
            {"usual", key.usual ? key.usual->text() : ""},
            {"required", !key.required_for.empty()},
            {"default", nullptr},
            {"choices", choices},
            {"doc", key.doc}};
  if (key.default_value) {
    std::visit([&](const auto& value) { json["default"] = value; }, *key.default_value);
  }
  return json;
}

Json json_tables(const KeyTable& keys) {
  const auto json_table = [&](const TableInfo& table) {
    Json json{{"name", table.name},
              {"many", table.count == TableInfo::Count::many},
              {"doc", table.doc},
              {"keys", Json::array()}};
    for (const KeyInfo& key : keys.keys) {
      if (key.table == table.name) json["keys"].push_back(json_key(key));
    }
    return json;
  };
  Json tables = Json::array({json_table(TableInfo{})});
  for (const TableInfo& table : keys.tables) tables.push_back(json_table(table));
  return tables;
}

std::string json_reference() {
  Json json{{"scenarios", Json::array()}, {"study", {{"tables", json_tables(study_keys())}}}};
  for (const Scenario& scenario : scenarios()) {
    json["scenarios"].push_back({{"name", scenario.name.name},
                                 {"doc", scenario.name.doc},
                                 {"tables", json_tables(scenario.keys)}});
  }
  return json.dump(2) + "\n";
}

template <class TableWriter>
std::string all_tables(const KeyTable& keys, TableWriter&& write) {
  std::string text = write(keys, TableInfo{});
  for (const TableInfo& table : keys.tables) text += write(keys, table);
  return text;
}

}  // namespace

std::string key_reference(KeyReferenceFormat format) {
  if (format == KeyReferenceFormat::json) return json_reference();
  const bool is_plain = format == KeyReferenceFormat::plain;
  std::string text = is_plain ? wrapped(introduction(), 0) : markdown_introduction();
  for (const Scenario& scenario : scenarios()) {
    const auto& [name, doc] = scenario.name;
    text += is_plain ? fmt::format("\nscenario = \"{}\": {}\n\n", name, doc)
                     : fmt::format("\n## `scenario = \"{}\"`: {}\n", name, doc);
    text += is_plain ? all_tables(scenario.keys, plain_table)
                     : all_tables(scenario.keys, markdown_table);
  }
  constexpr std::string_view k_study = "A study (tread sweep): a base case, and what varies in it";
  text += is_plain ? fmt::format("\n{}\n\n", k_study) : fmt::format("\n## {}\n", k_study);
  text +=
      is_plain ? all_tables(study_keys(), plain_table) : all_tables(study_keys(), markdown_table);
  return text;
}

}  // namespace tread::casefile
