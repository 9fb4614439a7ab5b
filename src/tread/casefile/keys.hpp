#pragma once

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/toml_document.hpp"
#include "tread/casefile/units.hpp"
#include "tread/core/problem_text.hpp"

namespace tread::casefile {

/// The keys of a case, each declared once.
///
/// A declaration (KeyInfo) says in which table a key lives, what it may hold, its dimension, range
/// and default, what it excludes or needs, and what it means. Reading, checking, the key reference
/// and the echo in results are all made from it. A KeyList adds where in a plain struct the value
/// goes. A dimensional key is SI as it stands (radius) or carries a unit of its dimension as suffix
/// (radius_mm); values are SI from here on.

/// A value as used: SI for a dimensional one.
using Value = std::variant<bool, long long, double, std::string, std::vector<double>,
                           std::vector<std::string>>;

/// true, 3, 0.25, text, [0, 1] or [x, z]: for messages, echo and reference.
std::string value_text(const Value& value);

enum class Kind { truth, whole_number, number, numbers, text, choice, words, file };

/// Allowed values, in SI. Numbers are finite in any case.
struct Range {
  enum class Bounds { closed, open_below, all_but_zero };
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  Bounds bounds = Bounds::closed;

  bool contains(double value) const;
  std::string text() const;  // "> 0", "0 to 0.5"; empty: no limits
};
Range any_value();
Range not_zero();
Range positive();
Range at_least(double low);
Range above(double low, double high);
Range between(double low, double high);

/// One of the words a choice can be.
struct Choice {
  std::string name;
  std::string doc;
};

/// The units of a dimension, where a key names one.
std::vector<Choice> unit_choices(Dimension dimension);

/// A key counts only where another key has one of these values: axis only where shape.type is
/// cylinder.
struct Condition {
  std::string key;  // full name; empty: always
  std::vector<std::string> values;
};

struct KeyInfo {
  static constexpr std::string_view k_always = "always";

  std::string table;  // "shape"; empty: above the first [table]
  std::string name;   // "radius", without unit suffix
  Kind kind = Kind::number;
  Dimension dimension = Dimension::none;
  Range range;
  std::string range_hint;      // said to those who leave the range
  std::optional<Range> usual;  // what engineers write: a value outside is used, with a warning
  std::string doc;
  std::string unit_note;  // unit for the reference where one dimension does not say it
  std::size_t count = 0;  // of numbers: exactly so many; 0: at least one
  std::vector<Choice> choices;
  std::optional<Value> default_value;
  Condition condition;
  std::vector<std::string> required_for;  // of the condition's values, or k_always
  std::vector<std::string> not_with;      // full names: giving one of them too is a conflict
  std::vector<std::string> needs;         // full names: one of them must be given too

  // Said after the fact: number("force", ...).excludes({"load.approach"}).
  KeyInfo defaults_to(Value value) const;
  KeyInfo only_for(std::string key, std::vector<std::string> values) const;
  KeyInfo is_required() const;
  KeyInfo is_required_for(std::vector<std::string> values) const;
  KeyInfo hints(std::string text) const;
  KeyInfo usually(Range values) const;
  KeyInfo excludes(std::vector<std::string> keys) const;
  KeyInfo needs_one_of(std::vector<std::string> keys) const;

  std::string full_name() const { return table.empty() ? name : table + "." + name; }
};

KeyInfo truth(std::string name, std::string doc);
KeyInfo whole_number(std::string name, Range range, std::string doc);
KeyInfo number(std::string name, Dimension dimension, Range range, std::string doc);
KeyInfo numbers(std::string name, Dimension dimension, Range range, std::string doc);
KeyInfo plain_numbers(std::string name, std::size_t count, std::string unit_note, std::string doc);
KeyInfo text(std::string name, std::string doc);
KeyInfo choice(std::string name, std::vector<Choice> choices, std::string doc);
/// A list of some of the choices, none twice.
KeyInfo words(std::string name, std::vector<Choice> choices, std::string doc);
/// A list of words that the file makes up, none twice.
KeyInfo names(std::string name, std::string doc);
KeyInfo file(std::string name, std::string doc);

struct TableInfo {
  enum class Presence {
    always,
    if_written
  };  // if_written: its defaults count only where the table is in the file
  std::string name;
  Presence presence = Presence::always;
  std::string doc;
  /// many: [[name]], any number of tables with these keys. The n-th is called name[n] from 1 on, in
  /// messages, echo and Reading.
  enum class Count { one, many };
  Count count = Count::one;

  std::string header() const;  // "[shape]", "[[structure.part]]"
};

/// All keys of one scenario, in the order of the reference.
struct KeyTable {
  std::vector<TableInfo> tables;
  std::vector<KeyInfo> keys;

  const KeyInfo* find(std::string_view full_name) const;
};

/// A declaration and the unit, as named by what stands in a file.
struct KeyMatch {
  const KeyInfo* key = nullptr;  // nullptr: no key is called so
  Unit unit;
};

/// @param written with its unit suffix, if it has one: "speed_km_h" of the table "train"
KeyMatch find_key(const KeyTable& keys, std::string_view table, std::string_view written);

/// A key as found in the file.
struct Given {
  std::string written;  // with table and suffix: "shape.radius_mm"
  Place place;
  std::string text;            // the value, for messages
  std::optional<Value> value;  // SI; empty: unusable, and already reported
};

/// What a file says about the declared keys.
class Reading {
 public:
  Reading(std::string file, KeyTable keys)
      : file_(std::move(file)), keys_(std::make_shared<const KeyTable>(std::move(keys))) {}

  const std::string& file() const { return file_; }
  /// How the key was given; nullptr: it was not.
  const Given* given(std::string_view full_name) const;
  /// The value that counts, given or default; nullptr: there is none.
  const Value* used(std::string_view full_name) const;
  bool has_table(std::string_view table) const;
  int table_line(std::string_view table) const;  // 0: it is not in the file
  /// How many there are of a table of which there may be many.
  int n_tables(std::string_view table) const;

  /// A problem placed at the key if it was given, else at its table; or at a table.
  Problem problem(std::string_view full_name, std::string reason, std::string hint = "") const;

  void add_table(std::string table, int line) { table_lines_.emplace(std::move(table), line); }
  void add(std::string full_name, Given given);
  /// A value that follows from others (the modulus of a named material), to appear in the echo.
  void use(std::string_view full_name, Value value);

  /// Values that are legal and unusual, as a mass in the wrong unit is: a line each, with the usual
  /// range.
  std::vector<std::string> unusual() const;

  std::map<std::string, Place> places() const;
  std::vector<EchoEntry> echo() const;

 private:
  std::string file_;
  std::shared_ptr<const KeyTable> keys_;  // with name[1], name[2] ... for [[name]]
  std::map<std::string, int, std::less<>> table_lines_;
  std::map<std::string, Given, std::less<>> given_;
  std::map<std::string, Value, std::less<>> used_;
};

/// Reads the tree against the declarations. Everything wrong goes to problems: unknown keys, tables
/// and units, types, ranges, conflicts, what is missing. Defaults are filled in where they count.
Reading read_keys(const TomlTable& root, const std::string& file, const KeyTable& keys,
                  ProblemList& problems);

/// "structure.part[2]": the second [[structure.part]] counts from 1.
std::string nth_table(std::string_view table, int n);

/// Where a value goes: at(&Input::load, &LoadInput::force) leads to input.load.force.
template <class Member>
auto at(Member member) {
  return [member](auto& input) -> auto& { return input.*member; };
}
template <class Table, class Member>
auto at(Table table, Member member) {
  return [ table, member ](auto& input) -> auto& { return (input.*table).*member; };
}

template <class Input>
class KeyList {
 public:
  void table(TableInfo info) { table_.tables.push_back(std::move(info)); }

  /// Declares a key of the table named last; its value goes to the place that `where` leads to.
  template <class Where>
  void add(KeyInfo info, Where where) {
    if (!table_.tables.empty()) info.table = table_.tables.back().name;
    table_.keys.push_back(std::move(info));
    stores_.push_back([where](Input& input, const Value& value) { store(where(input), value); });
  }

  /// Takes over tables of another list, whose values go to the part of the input that `where` leads
  /// to. `change` sees each key and may alter it, or leave it out by returning nothing; `presence`
  /// stands for that of the tables if it is given.
  template <class Part, class Where, class Change>
  void adopt(const KeyList<Part>& other, const std::vector<std::string>& tables, Where where,
             Change change, std::optional<TableInfo::Presence> presence = std::nullopt) {
    for (const TableInfo& info : other.table_.tables) {
      if (std::find(tables.begin(), tables.end(), info.name) == tables.end()) continue;
      table_.tables.push_back(info);
      table_.tables.back().presence = presence.value_or(info.presence);
      for (std::size_t i = 0; i < other.stores_.size(); ++i) {
        if (other.table_.keys[i].table != info.name) continue;
        std::optional<KeyInfo> key = change(other.table_.keys[i]);
        if (!key) continue;
        table_.keys.push_back(std::move(*key));
        stores_.push_back(nullptr);
        if (!other.stores_[i]) continue;
        stores_.back() = [where, store = other.stores_[i]](Input& input, const Value& value) {
          store(where(input), value);
        };
      }
      for (const auto& [table, fill_list] : other.lists_) {
        if (table != info.name) continue;
        lists_.push_back({table, [where, fill_list](Input& input, const Reading& reading) {
                            fill_list(where(input), reading);
                          }});
      }
    }
  }

  /// Takes over the table of another list as one of which there may be many; each goes to the end
  /// of the vector that `where` leads to.
  template <class Part, class Where>
  void add_each(const KeyList<Part>& other, Where where) {
    assert(other.table_.tables.size() == 1);
    TableInfo info = other.table_.tables.front();
    info.count = TableInfo::Count::many;
    table_.tables.push_back(info);
    for (const KeyInfo& key : other.table_.keys) {
      table_.keys.push_back(key);
      stores_.push_back(nullptr);
    }
    lists_.push_back({info.name, [other, where](Input& input, const Reading& reading) {
                        const std::string& table = other.table_.tables.front().name;
                        for (int n = 1; n <= reading.n_tables(table); ++n) {
                          where(input).push_back(other.filled(reading, nth_table(table, n)));
                        }
                      }});
  }

  const KeyTable& declarations() const { return table_; }

  Input fill(const Reading& reading) const {
    Input input;
    for (std::size_t i = 0; i < stores_.size(); ++i) {
      if (!stores_[i]) continue;
      const Value* value = reading.used(table_.keys[i].full_name());
      if (value != nullptr) stores_[i](input, *value);
    }
    for (const List& list : lists_) list.fill(input, reading);
    return input;
  }

 private:
  template <class>
  friend class KeyList;

  /// One of many tables, by the name it goes by.
  Input filled(const Reading& reading, const std::string& table) const {
    Input input;
    for (std::size_t i = 0; i < stores_.size(); ++i) {
      const Value* value = reading.used(table + "." + table_.keys[i].name);
      if (value != nullptr) stores_[i](input, *value);
    }
    return input;
  }

  template <class T>
  static void store(std::optional<T>& target, const Value& value) {
    store(target.emplace(), value);
  }
  template <class T>
  static void store(T& target, const Value& value) {
    if constexpr (std::is_same_v<T, int>) {
      target = static_cast<int>(std::get<long long>(value));
    } else {
      target = std::get<T>(value);
    }
  }

  struct List {
    std::string table;
    std::function<void(Input&, const Reading&)> fill;
  };

  KeyTable table_;
  std::vector<std::function<void(Input&, const Value&)>> stores_;  // empty: of [[tables]]
  std::vector<List> lists_;
};

}  // namespace tread::casefile
