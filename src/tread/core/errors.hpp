#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tread {

/// Base of everything tread throws on purpose. Bugs are asserts, not-converged is a status.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One thing that is wrong with an input file, told so that its author can mend it.
struct Problem {
  std::string file;
  int line = 0;        // 1-based; 0: the file as a whole
  std::string key;     // empty: not about one key
  std::string reason;  // "must be > 0"
  std::string value;   // as written; empty: none to show
  std::string hint;    // empty: none

  /// `file:line: key: reason, got VALUE`, and the hint indented on a line of its own.
  std::string text() const;
};

/// A case or data file that cannot be used. Carries all that was found wrong with it, never only
/// the first.
class CaseError : public Error {
 public:
  explicit CaseError(std::vector<Problem> problems);
  explicit CaseError(Problem problem) : CaseError(std::vector<Problem>{std::move(problem)}) {}
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// Values that are readable but describe nothing physical or solvable (two rigid bodies, a contact
/// that leaves its grid).
class ModelError : public Error {
 public:
  using Error::Error;
};

/// A file that cannot be opened, read or written.
class IoError : public Error {
 public:
  using Error::Error;
};

}  // namespace tread
