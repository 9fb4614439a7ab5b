#pragma once

#include <string>

#include "tread/casefile/case_toml.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/result.hpp"
#include "tread/study/run_case.hpp"

/// Cases of scenario train_bridge, written without the line that says so.
namespace tread::study::test {

/// The bridge of Yang and Yau, J. Struct. Eng. 123 (1997).
inline const std::string k_yang_yau_bridge =
    "[bridge]\nlength = 25\nyoung_modulus_GPa = 2.87\nsecond_moment = 2.9\nmass_per_length = "
    "2303\n";

/// Wheels on the line of the bridge alone, as references have it.
inline const std::string k_bare_line = "[rail]\nover_joints = 0\n";

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

}  // namespace tread::study::test
