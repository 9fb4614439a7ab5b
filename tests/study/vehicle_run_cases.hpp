#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "study/case_result.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/run_case.hpp"

/// Cases of scenario vehicle_run as text, for tests.
namespace tread::study::test {

inline casefile::CaseFile parse_vehicle_run(const std::string& text) {
  return casefile::parse_toml("scenario = \"vehicle_run\"\n" + text, "case.toml", "");
}

inline result::CaseResult run_vehicle(const std::string& text) {
  return run_case(parse_vehicle_run(text), {}).cases.at(0);
}

inline std::string vehicle_run_error(const std::string& text) {
  try {
    check_case(parse_vehicle_run(text));
  } catch (const CaseError& error) {
    return error.what();
  }
  return "no error";
}

inline const std::vector<double>& named_column(const result::CaseResult& result,
                                               const std::string& name,
                                               const std::string& column_name) {
  const result::Table& t = table(result, name);
  const auto found = std::ranges::find(t.columns, column_name, &result::Column::name);
  if (found == t.columns.end()) throw std::out_of_range("no column " + column_name);
  return found->values;
}

}  // namespace tread::study::test
