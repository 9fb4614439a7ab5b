#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/result.hpp"
#include "tread/study/run_case.hpp"

/// Cases of scenario train_bridge, written without the line that says so.
namespace tread::study::test {

inline casefile::CaseFile parse(const std::string& text, const std::string& folder = ".") {
  return casefile::parse_toml("scenario = \"train_bridge\"\n" + text, "case.toml", folder);
}

inline result::CaseResult run(const std::string& text, const std::string& folder = ".") {
  return run_case(parse(text, folder), {}).cases.at(0);
}

inline std::string error_of(const std::string& text, const std::string& folder = ".") {
  try {
    check_case(parse(text, folder));
  } catch (const CaseError& error) {
    return error.what();
  }
  return "no error";
}

inline const result::Table& table(const result::CaseResult& result, const std::string& name) {
  const auto found = std::ranges::find(result.tables, name, &result::Table::name);
  if (found == result.tables.end()) throw std::out_of_range("no table " + name);
  return *found;
}

}  // namespace tread::study::test
