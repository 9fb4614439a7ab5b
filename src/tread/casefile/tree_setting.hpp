#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/toml_document.hpp"

namespace tread::casefile {

/// A key in two parts: "coach[2].length_mm" is length_mm of coach[2].
struct WrittenKey {
  std::string table;  // empty: above the first [table]
  std::string name;   // with its unit suffix

  explicit WrittenKey(std::string_view written);

  /// How it is declared: [[coach]] of which there may be many is declared once.
  KeyMatch declared_in(const KeyTable& keys) const;
};

/// Puts a value in place of what a case says of a key, in whatever unit; makes tables that are
/// missing. The value counts as written on its own line. Returns what is in the way (a table that
/// is none, a [[table]] that is not there); empty: done.
std::string set_in_tree(TomlTable& root, const KeyTable& keys, const WrittenKey& written,
                        TomlNode value);

/// One value of a key, to stand in a case.
struct CaseSetting {
  std::string written;            // "train.speed_km_h", "coach[2].length"
  std::optional<TomlNode> value;  // none: the case shall say nothing of it
};

/// Puts settings, of keys whose tables can be made, in place of what a case says.
void apply(const std::vector<CaseSetting>& settings, TomlTable& root, const KeyTable& keys);

}  // namespace tread::casefile
