#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tread::casefile {

/// A TOML text as a tree in which everything knows its line. The TOML library stays behind this
/// door.

struct TomlEntry;
struct TomlNode;

struct TomlTable {
  std::vector<TomlEntry> entries;
};
struct TomlArray {
  std::vector<TomlNode> nodes;
};
struct TomlDate {  // a date or time of day: no key of ours takes one
  std::string text;
};
struct TomlNode {
  int line = 0;
  std::variant<bool, std::int64_t, double, std::string, TomlDate, TomlArray, TomlTable> value;
};
struct TomlEntry {
  std::string key;
  int line = 0;  // of the key; of the header for a [table]
  TomlNode node;
};

/// The largest case text that is read, and how deep its tables and lists may nest.
inline constexpr std::size_t k_max_case_bytes = 16'000'000;
inline constexpr int k_max_nesting = 32;

/// Throws CaseError with the line for anything that is not valid TOML or is nested beyond all use.
TomlTable parse_toml_document(std::string_view text, const std::string& file_name);

}  // namespace tread::casefile
