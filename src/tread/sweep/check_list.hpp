#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tread/result/result.hpp"
#include "tread/sweep/case_table.hpp"
#include "tread/sweep/checks.hpp"

namespace tread::sweep {

/// What is held against what. NaN of value: the case does not tell it; of limit: it is not known.
struct CheckPlan {
  result::Check check;  // all but verdict, value, limit and decided_by
  /// Whether the norm asks for speeds up to 1.2 times that of the line.
  enum class Subject { bridge, vehicle };
  Subject subject = Subject::bridge;
  std::function<double(std::size_t)> value;  // of a row
  std::function<double(std::size_t)> limit;  // of a row
  /// The number of a case whose position_of_... belongs to the value; empty: it has no position.
  std::string number{};
  std::string no_value;    // why no case tells it
  std::string no_limit{};  // why the limit is not known
};

/// The plans read from table and settings, which must live as long.
std::vector<CheckPlan> check_plans(const CaseTable& table, const CheckSettings& settings);

/// m/s; of the case if speeds vary.
std::optional<double> speed_of(const CaseTable& table, const CaseRow& row,
                               const CheckSettings& settings);

/// Adds to the notes of a check; "" adds nothing.
void add_note(result::Check& check, const std::string& note);

}  // namespace tread::sweep
