#pragma once

#include <string>
#include <string_view>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {

/// Line 1 of a train on a bridge.
inline const std::string k_train_bridge_head = "scenario = \"train_bridge\"\n";

inline ContactCase contact_of(std::string_view text) {
  return parse_toml(text, "case.toml", "").cases.at(0);
}

/// What a user is told about a text; empty if it is accepted.
inline std::string problems_of(std::string_view text, const std::string& base_dir = "") {
  try {
    parse_toml(text, "case.toml", base_dir);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

/// A text with the first place of a part in other words.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace tread::casefile
