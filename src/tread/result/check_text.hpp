#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tread/result/result.hpp"

namespace tread::result {

/// Checks in words, for terminal and report.

/// "pass", "FAIL", "n/a": told apart without colours.
std::string_view word_of(Check::Verdict verdict);

/// Name for people.
std::string title_of(const Check& check);

/// Value and limit in one unit of handy size: "3.2" and "3.5 m/s2". Empty if it does not apply; the
/// limit says "at least" where it is a lower one.
struct CheckNumbers {
  std::string value;
  std::string limit;
};
CheckNumbers numbers_of(const Check& check);

/// "9 % left", "12 % too much", "4 % too little".
std::string margin_text(const Check& check);

/// "1 fails, 3 pass, 2 do not apply"
std::string tally(const std::vector<Check>& checks);

}  // namespace tread::result
