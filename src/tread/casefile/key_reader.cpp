#include "tread/casefile/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tread::casefile {
namespace {

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string in_table(std::string_view table, std::string_view name) {
  return table.empty() ? std::string(name) : fmt::format("{}.{}", table, name);
}

std::string list_text(const std::vector<std::string>& items) {
  constexpr std::size_t k_shown = 8;
  const std::size_t n = std::min(items.size(), k_shown);
  return fmt::format("[{}{}]", fmt::join(items.begin(), items.begin() + static_cast<long>(n), ", "),
                     items.size() > n ? fmt::format(", ... {} in all", items.size()) : "");
}

/// A value of the file for a message.
std::string node_text(const TomlNode& node) {
  struct Shower {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(const std::string& value) const { return tread::quoted(value); }
    std::string operator()(const TomlDate& value) const { return one_line(value.text); }
    std::string operator()(const TomlTable&) const { return "a table"; }
    std::string operator()(const TomlArray& array) const {
      if (array.nodes.size() > 100) return fmt::format("a list of {}", array.nodes.size());
      std::vector<std::string> items;
      for (const TomlNode& item : array.nodes) {
        items.push_back(std::holds_alternative<TomlArray>(item.value) ? "a list" : node_text(item));
      }
      return list_text(items);
    }
  };
  return std::visit(Shower{}, node.value);
}

std::optional<double> as_number(const TomlNode& node) {
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) {
    return static_cast<double>(*whole);
  }
  if (const auto* real = std::get_if<double>(&node.value)) return *real;
  return std::nullopt;
}

/// Why a value cannot be used.
struct Complaint {
  std::string reason;
  std::string hint;
  std::string value = {};  // the part that is wrong; empty: all of it
};

/// Turns a node into the value of a key, or says why not.
class ValueReader {
 public:
  ValueReader(const KeyInfo& key, const Unit& unit) : key_(key), unit_(unit) {}

  std::variant<Value, Complaint> read(const TomlNode& node) const {
    switch (key_.kind) {
      case Kind::truth:
        return truth_of(node);
      case Kind::whole_number:
        return whole_number_of(node);
      case Kind::number:
        return number_of(node);
      case Kind::numbers:
        return numbers_of(node);
      case Kind::text:
      case Kind::file:
        return text_of(node);
      case Kind::choice:
        return choice_of(node);
      case Kind::words:
        return words_of(node);
    }
    return Complaint{};
  }

 private:
  using Outcome = std::variant<Value, Complaint>;

  static Outcome truth_of(const TomlNode& node) {
    if (const auto* value = std::get_if<bool>(&node.value)) return Value(*value);
    return Complaint{"must be true or false", ""};
  }

  Outcome whole_number_of(const TomlNode& node) const {
    const auto* value = std::get_if<std::int64_t>(&node.value);
    if (value == nullptr) return Complaint{"must be a whole number", ""};
    if (!key_.range.contains(static_cast<double>(*value))) return out_of_range();
    return Value(static_cast<long long>(*value));
  }

  Outcome number_of(const TomlNode& node) const {
    const std::optional<double> written = as_number(node);
    if (!written) {
      const bool is_text = std::holds_alternative<std::string>(node.value);
      return Complaint{"must be a number", is_text ? "write numbers without quotes" : ""};
    }
    if (!std::isfinite(*written)) return Complaint{"must be a finite number", ""};
    const double value = unit_.to_si(*written);
    if (!key_.range.contains(value)) return out_of_range();
    const DimensionInfo& dimension = info(key_.dimension);
    const double size = std::abs(value);
    if (size != 0 && !(size >= dimension.smallest && size <= dimension.largest)) {
      return Complaint{fmt::format("no {} of that size is computed with, only {} to {} {}",
                                   dimension.name, number_text(dimension.smallest),
                                   number_text(dimension.largest), dimension.si),
                       ""};
    }
    return Value(value);
  }

  Outcome numbers_of(const TomlNode& node) const {
    const auto* array = std::get_if<TomlArray>(&node.value);
    const bool is_count_wrong = array == nullptr || array->nodes.empty() ||
                                (key_.count > 0 && array->nodes.size() != key_.count);
    if (is_count_wrong) {
      return Complaint{key_.count > 0 ? fmt::format("must be a list of {} numbers", key_.count)
                                      : "must be a list of at least one number",
                       array == nullptr && as_number(node) && key_.count == 0
                           ? fmt::format("write [{}]", node_text(node))
                           : ""};
    }
    std::vector<double> values;
    values.reserve(array->nodes.size());
    for (std::size_t i = 0; i < array->nodes.size(); ++i) {
      Outcome item = number_of(array->nodes[i]);
      if (auto* complaint = std::get_if<Complaint>(&item)) {
        complaint->reason = fmt::format("number {} of the list {}", i + 1, complaint->reason);
        complaint->value = node_text(array->nodes[i]);
        return item;
      }
      values.push_back(std::get<double>(std::get<Value>(item)));
    }
    return Value(std::move(values));
  }

  static Outcome text_of(const TomlNode& node) {
    const auto* value = std::get_if<std::string>(&node.value);
    if (value == nullptr) return Complaint{"must be text in quotes", ""};
    const bool has_control = std::any_of(value->begin(), value->end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    });
    if (has_control) return Complaint{"must be one line without control characters", ""};
    constexpr std::size_t k_max_bytes = 1000;
    if (value->size() > k_max_bytes) {
      return Complaint{fmt::format("must be no longer than {} bytes", k_max_bytes), ""};
    }
    return Value(*value);
  }

  Outcome choice_of(const TomlNode& node) const {
    std::vector<std::string> names;
    std::vector<std::string> in_quotes;
    for (const Choice& c : key_.choices) {
      names.push_back(c.name);
      in_quotes.push_back(tread::quoted(c.name));
    }
    const auto* value = std::get_if<std::string>(&node.value);
    if (value != nullptr && contains(names, *value)) return Value(*value);
    const std::string close = value == nullptr ? "" : nearest(*value, names);
    const std::string question =
        close.empty() ? "" : fmt::format("did you mean {}?", tread::quoted(close));
    constexpr std::size_t k_most_listed = 12;
    if (!close.empty() && names.size() > k_most_listed) {
      return Complaint{fmt::format("must be one of {} names", names.size()),
                       question + " tread keys lists them all"};
    }
    return Complaint{"must be " + either(in_quotes), question};
  }

  Outcome words_of(const TomlNode& node) const {
    const auto* array = std::get_if<TomlArray>(&node.value);
    if (array == nullptr || array->nodes.empty()) {
      const bool is_text = std::holds_alternative<std::string>(node.value);
      return Complaint{"must be a list of at least one word",
                       is_text ? fmt::format("write [{}]", node_text(node)) : ""};
    }
    std::vector<std::string> values;
    for (std::size_t i = 0; i < array->nodes.size(); ++i) {
      Outcome item = key_.choices.empty() ? text_of(array->nodes[i]) : choice_of(array->nodes[i]);
      if (auto* complaint = std::get_if<Complaint>(&item)) {
        complaint->reason = fmt::format("word {} of the list {}", i + 1, complaint->reason);
        complaint->value = node_text(array->nodes[i]);
        return item;
      }
      values.push_back(std::get<std::string>(std::get<Value>(item)));
      if (std::count(values.begin(), values.end(), values.back()) > 1) {
        return Complaint{"must not name a word twice", "", node_text(array->nodes[i])};
      }
    }
    return Value(std::move(values));
  }

  Complaint out_of_range() const {
    const std::string_view si = info(key_.dimension).si;
    const bool is_unit_needed =
        !si.empty() && key_.range.text().find_first_of("123456789") != std::string::npos;
    return {fmt::format("must be {}{}{}", key_.range.text(), is_unit_needed ? " " : "",
                        is_unit_needed ? si : ""),
            key_.range_hint};
  }

  const KeyInfo& key_;
  const Unit& unit_;
};

bool is_stem_of(const KeyInfo& key, std::string_view written) {
  return written.size() > key.name.size() && written.starts_with(key.name) &&
         written[key.name.size()] == '_';
}

/// More tables of one name are no work of a human.
constexpr std::size_t k_max_tables = 1000;

const TomlNode* find_node(const TomlTable& table, std::string_view path) {
  const std::size_t dot = path.find('.');
  for (const TomlEntry& entry : table.entries) {
    if (entry.key != path.substr(0, dot)) continue;
    if (dot == std::string_view::npos) return &entry.node;
    const auto* inner = std::get_if<TomlTable>(&entry.node.value);
    return inner == nullptr ? nullptr : find_node(*inner, path.substr(dot + 1));
  }
  return nullptr;
}

bool is_list_of_tables(const TomlNode& node) {
  const auto* array = std::get_if<TomlArray>(&node.value);
  return array != nullptr && !array->nodes.empty() &&
         std::holds_alternative<TomlTable>(array->nodes.front().value);
}

/// The key as one of the n-th table.
KeyInfo key_of_nth(KeyInfo key, int n) {
  const std::string before = key.table + ".";
  key.table = nth_table(key.table, n);
  const auto rename = [&](std::string& name) {
    if (name.starts_with(before)) name = key.table + "." + name.substr(before.size());
  };
  rename(key.condition.key);
  for (std::string& name : key.not_with) rename(name);
  for (std::string& name : key.needs) rename(name);
  return key;
}

/// The declarations with a table of its own for each [[table]] of the file.
KeyTable expanded(const KeyTable& keys, const TomlTable& root) {
  KeyTable result;
  const auto add_keys = [&](const std::string& table, int n) {
    for (const KeyInfo& key : keys.keys) {
      if (key.table == table) result.keys.push_back(n > 0 ? key_of_nth(key, n) : key);
    }
  };
  add_keys("", 0);
  for (const TableInfo& table : keys.tables) {
    if (table.count == TableInfo::Count::one) {
      result.tables.push_back(table);
      add_keys(table.name, 0);
      continue;
    }
    const TomlNode* node = find_node(root, table.name);
    const auto* array = node == nullptr ? nullptr : std::get_if<TomlArray>(&node->value);
    if (array == nullptr || array->nodes.size() > k_max_tables) continue;
    if (keys.find(table.name) != nullptr && !is_list_of_tables(*node)) continue;
    for (int n = 1; n <= static_cast<int>(array->nodes.size()); ++n) {
      result.tables.push_back(table);
      result.tables.back().name = nth_table(table.name, n);
      add_keys(table.name, n);
    }
  }
  return result;
}

/// One pass over a file; see read_keys.
class KeyReader {
 public:
  KeyReader(const std::string& file, const KeyTable& declared, KeyTable keys, ProblemList& problems)
      : declared_(declared), keys_(std::move(keys)), problems_(problems), reading_(file, keys_) {
    for (const TableInfo& table : declared.tables) tables_.push_back(table.name);
  }

  Reading read(const TomlTable& root) && {
    read_table(root, "");
    for (const auto& [entry, path] : unknown_) report_unknown(*entry, path);
    for (const KeyInfo& key : keys_.keys) check_place(key);
    for (const KeyInfo& key : keys_.keys) check_conflicts(key);
    for (const KeyInfo& key : keys_.keys) check_needs(key);
    for (const KeyInfo& key : keys_.keys) note_excluded(key);
    for (const KeyInfo& key : keys_.keys) check_presence(key);
    return std::move(reading_);
  }

 private:
  void report(int line, std::string key, std::string reason, std::string value, std::string hint) {
    problems_.add({reading_.file(), line, std::move(key), std::move(reason), std::move(value),
                   std::move(hint)});
  }

  // ---- what stands in the file ----

  void read_table(const TomlTable& table, const std::string& path) {
    for (const TomlEntry& entry : table.entries) read_entry(entry, path);
  }

  void read_entry(const TomlEntry& entry, const std::string& path) {
    const std::string name = in_table(path, entry.key);
    const TableInfo* table = is_meant_as_key(entry, path) ? nullptr : find_table(declared_, name);
    if (table != nullptr && table->count == TableInfo::Count::many) {
      read_tables(entry, *table);
    } else if (table != nullptr) {
      read_known_table(entry, name);
    } else if (const KeyMatch match = find(path, entry.key); match.key != nullptr) {
      read_value(entry, match, in_table(path, one_line(entry.key)));
    } else if (std::holds_alternative<TomlTable>(entry.node.value)) {
      report_unknown_table(entry.line, name, fmt::format("[{}]", one_line(name)));
    } else if (is_list_of_tables(entry.node)) {
      report_unknown_table(line_of_first(entry), name, fmt::format("[[{}]]", one_line(name)));
    } else {
      unknown_.push_back({&entry, path});
    }
  }

  /// One name may be both that of a key and of a [[table]] (vehicle.mass): what is written decides.
  bool is_meant_as_key(const TomlEntry& entry, const std::string& path) const {
    return !std::holds_alternative<TomlTable>(entry.node.value) && !is_list_of_tables(entry.node) &&
           find(path, entry.key).key != nullptr;
  }

  static int line_of_first(const TomlEntry& entry) {
    return std::get<TomlArray>(entry.node.value).nodes.front().line;
  }

  void report_unknown_table(int line, const std::string& name, std::string written) {
    if (problems_.is_full()) return problems_.add({});
    const std::string close = nearest(name, tables_);
    report(line, std::move(written), "unknown table", "",
           close.empty() ? fmt::format("the tables are {}", fmt::join(tables_, ", "))
                         : fmt::format("did you mean {}?", find_table(declared_, close)->header()));
  }

  static const TableInfo* find_table(const KeyTable& keys, std::string_view name) {
    const auto found = std::find_if(keys.tables.begin(), keys.tables.end(),
                                    [&](const TableInfo& table) { return table.name == name; });
    return found == keys.tables.end() ? nullptr : &*found;
  }

  void read_tables(const TomlEntry& entry, const TableInfo& info) {
    const auto* array = std::get_if<TomlArray>(&entry.node.value);
    if (array == nullptr) {
      report(entry.line, info.name, "must be a list of tables", node_text(entry.node),
             fmt::format("write {} on a line of its own and its keys below", info.header()));
      return;
    }
    if (array->nodes.size() > k_max_tables) {
      report(entry.line, info.name, fmt::format("must be no more than {} tables", k_max_tables),
             fmt::format("{}", array->nodes.size()), "");
      return;
    }
    int n = 0;
    for (const TomlNode& node : array->nodes) {
      const std::string name = nth_table(info.name, ++n);
      reading_.add_table(name, node.line);
      if (const auto* table = std::get_if<TomlTable>(&node.value)) {
        read_table(*table, name);
      } else {
        report(node.line, name, "must be a table", node_text(node),
               fmt::format("write {} on a line of its own and its keys below", info.header()));
      }
    }
  }

  void read_known_table(const TomlEntry& entry, const std::string& name) {
    if (const auto* table = std::get_if<TomlTable>(&entry.node.value)) {
      reading_.add_table(name, entry.line);
      read_table(*table, name);
    } else {
      report(entry.line, name, "must be a table", node_text(entry.node),
             fmt::format("write [{}] on a line of its own and its keys below", name));
    }
  }

  KeyMatch find(std::string_view path, std::string_view written) const {
    return find_key(keys_, path, written);
  }

  void read_value(const TomlEntry& entry, const KeyMatch& match, const std::string& written) {
    const std::string name = match.key->full_name();
    if (const Given* other = reading_.given(name); other != nullptr) {
      const bool is_later = entry.line >= other->place.line;
      report(std::max(entry.line, other->place.line), is_later ? written : other->written,
             fmt::format("conflicts with {} of line {}", is_later ? other->written : written,
                         std::min(entry.line, other->place.line)),
             "", "give the value once, in the unit you like best");
      return;
    }
    Given given{written, {reading_.file(), entry.line}, node_text(entry.node), std::nullopt};
    auto outcome = ValueReader(*match.key, match.unit).read(entry.node);
    if (auto* value = std::get_if<Value>(&outcome)) {
      given.value = std::move(*value);
    } else {
      auto& complaint = std::get<Complaint>(outcome);
      report(entry.line, written, complaint.reason,
             complaint.value.empty() ? given.text : complaint.value, complaint.hint);
    }
    reading_.add(name, std::move(given));
  }

  // ---- unknown keys ----

  void report_unknown(const TomlEntry& entry, const std::string& path) {
    if (problems_.is_full())
      return problems_.add({});  // only counted: no need to look for what was meant
    std::vector<std::string> names;
    for (const KeyInfo& key : keys_.keys) {
      if (key.table == path) names.push_back(key.name);
    }
    // A unit of something else is a wrong unit. Otherwise a slip of one letter in the key itself
    // comes before a wrong unit, and that before anything that merely looks alike.
    const KeyInfo* stem = longest_stem(path, entry.key);
    const bool has_a_unit =
        stem != nullptr && is_unit(std::string_view(entry.key).substr(stem->name.size() + 1));
    const std::string slip = has_a_unit ? "" : nearest(entry.key, names, 1);
    if (!slip.empty()) stem = nullptr;
    const std::string close = slip.empty() ? nearest_spelling(entry.key, path) : slip;
    const std::string written = in_table(path, one_line(entry.key));
    if (stem != nullptr) {
      const std::string unit = entry.key.substr(stem->name.size() + 1);
      const DimensionInfo& dimension = info(stem->dimension);
      report(entry.line, written,
             has_a_unit && !dimension.units.empty()
                 ? fmt::format("{} is no unit of {}", tread::quoted(unit), dimension.name)
                 : fmt::format("unknown unit {}", tread::quoted(unit)),
             "", "write " + ways_to_write(*stem));
      take_as_meant(*stem, entry, written);
    } else {
      report(entry.line, written, "unknown key", "", hint_for_unknown(entry.key, close, path));
      const KeyMatch meant = find(path, close);
      if (meant.key != nullptr) take_as_meant(*meant.key, entry, written);
    }
  }

  /// So that a key which is there, if misspelt, is not called missing too.
  void take_as_meant(const KeyInfo& key, const TomlEntry& entry, const std::string& written) {
    if (reading_.given(key.full_name()) != nullptr) return;
    settled_.insert(key.full_name());
    reading_.add(key.full_name(),
                 {written, {reading_.file(), entry.line}, node_text(entry.node), std::nullopt});
  }

  std::string nearest_spelling(const std::string& word, const std::string& path) const {
    std::vector<std::string> spellings;
    for (const KeyInfo& key : keys_.keys) {
      if (key.table != path) continue;
      spellings.push_back(key.name);
      for (const Unit& unit : info(key.dimension).units) {
        spellings.push_back(fmt::format("{}_{}", key.name, unit.suffix));
      }
    }
    return nearest(word, spellings);
  }

  std::string hint_for_unknown(const std::string& word, const std::string& close,
                               const std::string& path) const {
    for (const KeyInfo& key : declared_.keys) {
      const bool is_elsewhere = !path.starts_with(key.table + "[") && key.table != path;
      if (is_elsewhere && key.name == word) {
        return key.table.empty() ? fmt::format("{} belongs above the first [table]", word)
                                 : fmt::format("{} belongs in {}", word,
                                               find_table(declared_, key.table)->header());
      }
    }
    return close.empty() ? "tread keys lists every key" : fmt::format("did you mean {}?", close);
  }

  const KeyInfo* longest_stem(std::string_view path, std::string_view written) const {
    const KeyInfo* best = nullptr;
    for (const KeyInfo& key : keys_.keys) {
      const bool is_stem = key.table == path && is_stem_of(key, written);
      if (is_stem && (best == nullptr || key.name.size() > best->name.size())) best = &key;
    }
    return best;
  }

  static std::string ways_to_write(const KeyInfo& key) {
    const DimensionInfo& dimension = info(key.dimension);
    if (dimension.units.empty()) return key.name + ", which has no unit";
    std::vector<std::string> ways{fmt::format("{} (in {})", key.name, dimension.si)};
    for (const Unit& unit : dimension.units.subspan(1)) {
      ways.push_back(fmt::format("{}_{}", key.name, unit.suffix));
    }
    return either(ways);
  }

  // ---- how the keys go together ----

  /// The value of the key that decides; empty: none, or an unusable one that has been reported.
  std::string deciding_value(const KeyInfo& key) const {
    const KeyInfo* decider = keys_.find(key.condition.key);
    assert(decider != nullptr);
    if (const Given* given = reading_.given(key.condition.key)) {
      return given->value ? value_text(*given->value) : "";
    }
    const bool counts = decider->default_value && holds(*decider, condition_value(*decider));
    return counts ? value_text(*decider->default_value) : "";
  }

  /// Empty for a key without condition.
  std::string condition_value(const KeyInfo& key) const {
    return key.condition.key.empty() ? "" : deciding_value(key);
  }

  static bool holds(const KeyInfo& key, const std::string& value) {
    return key.condition.key.empty() || contains(key.condition.values, value);
  }

  void check_place(const KeyInfo& key) {
    const Given* given = reading_.given(key.full_name());
    if (given == nullptr || key.condition.key.empty() || settled_.contains(key.full_name())) return;
    const std::string value = deciding_value(key);
    if (value.empty() || contains(key.condition.values, value)) return;
    settled_.insert(key.full_name());
    report(given->place.line, given->written,
           fmt::format("only for {} = {}, here it is {}", key.condition.key,
                       either(key.condition.values), value),
           "", "");
  }

  void check_conflicts(const KeyInfo& key) {
    const std::string name = key.full_name();
    const Given* given = reading_.given(name);
    if (given == nullptr || settled_.contains(name)) return;
    for (const std::string& other_name : key.not_with) {
      const Given* other = reading_.given(other_name);
      if (other == nullptr || settled_.contains(other_name)) continue;
      const bool is_later = given->place.line > other->place.line;
      const Given& later = is_later ? *given : *other;
      const Given& earlier = is_later ? *other : *given;
      report(later.place.line, later.written,
             fmt::format("conflicts with {} of line {}", earlier.written, earlier.place.line), "",
             "give only one of the two");
      conflicting_.insert(name);
      conflicting_.insert(other_name);
    }
  }

  void check_needs(const KeyInfo& key) {
    const std::string name = key.full_name();
    const Given* given = reading_.given(name);
    if (given == nullptr || settled_.contains(name) || conflicting_.contains(name)) return;
    if (!are_needs_met(key)) {
      report(given->place.line, given->written, "needs " + either(key.needs) + " as well", "", "");
    }
  }

  bool are_needs_met(const KeyInfo& key) const {
    return key.needs.empty() ||
           std::any_of(key.needs.begin(), key.needs.end(),
                       [&](const std::string& other) { return reading_.given(other) != nullptr; });
  }

  /// A default does not count beside a given key that excludes it.
  void note_excluded(const KeyInfo& key) {
    const bool is_given = reading_.given(key.full_name()) != nullptr;
    for (const std::string& other : key.not_with) {
      if (is_given) excluded_.insert(other);
      if (reading_.given(other) != nullptr) excluded_.insert(key.full_name());
    }
  }

  /// Fills in the default of a key that was left out, or complains that it must not be.
  void check_presence(const KeyInfo& key) {
    const std::string name = key.full_name();
    if (reading_.given(name) != nullptr) return;
    const std::string value = condition_value(key);
    if (!holds(key, value) || !is_table_in_force(key.table)) return;
    if (contains(key.required_for, KeyInfo::k_always) ||
        (!value.empty() && contains(key.required_for, value))) {
      problems_.add(reading_.problem(name, "is missing", hint_for_missing(key, value)));
    } else if (key.default_value && !excluded_.contains(name) && are_needs_met(key)) {
      reading_.use(name, *key.default_value);
    }
  }

  std::string hint_for_missing(const KeyInfo& key, const std::string& value) const {
    std::vector<std::string> names;
    for (const Choice& c : key.choices) names.push_back(tread::quoted(c.name));
    return fmt::format(
        "{} needs it: {}{}{}",
        value.empty() ? header_of(key.table) : fmt::format("{} = {}", key.condition.key, value),
        key.doc, names.empty() ? "" : ", ", either(names));
  }

  /// Of a table or of one of many: "[[structure.part]]".
  std::string header_of(const std::string& name) const {
    const TableInfo* table = find_table(declared_, name.substr(0, name.find('[')));
    return table == nullptr ? fmt::format("[{}]", name) : table->header();
  }

  bool is_table_in_force(const std::string& name) const {
    for (const TableInfo& table : keys_.tables) {
      if (table.name != name) continue;
      return table.presence == TableInfo::Presence::always || reading_.has_table(name);
    }
    return true;
  }

  const KeyTable& declared_;
  KeyTable keys_;
  ProblemList& problems_;
  Reading reading_;
  std::vector<std::string> tables_;
  std::vector<std::pair<const TomlEntry*, std::string>> unknown_;
  std::set<std::string, std::less<>>
      settled_;  // misplaced or misspelt, reported: no more is said of them
  std::set<std::string, std::less<>> conflicting_;
  std::set<std::string, std::less<>> excluded_;
};

}  // namespace

KeyMatch find_key(const KeyTable& keys, std::string_view table, std::string_view written) {
  for (const KeyInfo& key : keys.keys) {
    if (key.table == table && key.name == written) return {&key, {}};
  }
  for (const KeyInfo& key : keys.keys) {
    if (key.table != table || !is_stem_of(key, written)) continue;
    const Unit* unit = find_unit(key.dimension, written.substr(key.name.size() + 1));
    if (unit != nullptr) return {&key, *unit};
  }
  return {};
}

Reading read_keys(const TomlTable& root, const std::string& file, const KeyTable& keys,
                  ProblemList& problems) {
  return KeyReader(file, keys, expanded(keys, root), problems).read(root);
}

}  // namespace tread::casefile
