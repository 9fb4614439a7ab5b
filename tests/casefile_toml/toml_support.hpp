#pragma once

#include <string>
#include <string_view>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {

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

}  // namespace tread::casefile
