#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tread::sweep {

/// What came out of the cases of a study: a row a case, in the order of the cases, whatever the
/// order in which they were finished. Envelopes, checks and statistics are made from it alone.

/// A key that varies, and the values it takes.
struct Varied {
  std::string key;                      // as the case files call it, without suffix: "train.speed"
  std::string unit;                     // SI; empty: none, or words
  std::vector<std::string> labels;      // its values for people, as the study writes them: "300",
                                        // "HSLM-A3"
  std::vector<double> numbers;          // the same in SI; empty: words
  enum class Origin { listed, drawn };  // drawn: at random
  Origin origin = Origin::listed;
};

/// A number that cases tell.
struct Measure {
  std::string name;     // max_deflection
  std::string unit;     // SI
  std::string meaning;  // for people
};

struct CaseRow {
  enum class State { missing, done, failed };  // missing: not run yet, or stopped
  State state = State::missing;
  std::string status;                // "converged", "max_iterations", "refused" ...
  std::string message;               // why it failed
  std::vector<std::size_t> choices;  // which value of each Varied
  std::vector<double> values;        // one a Measure; NaN: this case does not tell it
};

struct CaseTable {
  std::vector<Varied> varied;
  std::vector<Measure> measures;
  std::vector<CaseRow> rows;

  /// The value of a measure in a row; NaN: there is none.
  double value(std::size_t i_row, std::string_view measure) const;
  /// The key that varies under that name; nullptr: none.
  const Varied* find_varied(std::string_view key) const;
};

}  // namespace tread::sweep
