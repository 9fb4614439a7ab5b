#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread {

/// Words for problems of a file that somebody wrote.

/// The problems found so far. Beyond k_max_listed they are only counted, so that a hopeless file
/// costs no memory.
class ProblemList {
 public:
  static constexpr std::size_t k_max_listed = 100;

  void add(Problem problem);
  void add(const CaseError& error);
  bool empty() const { return n_found_ == 0; }
  bool is_full() const { return listed_.size() == k_max_listed; }

  /// What lies beyond the listed problems: counted, or not read because the list was full.
  enum class Rest { counted, unread };
  /// Throws CaseError: problems of main_file first, sorted by line.
  [[noreturn]] void throw_all(const std::string& main_file, Rest rest) const;
  void throw_if_any(const std::string& main_file) const {
    if (!empty()) throw_all(main_file, Rest::counted);
  }

 private:
  std::vector<Problem> listed_;
  std::size_t n_found_ = 0;
};

/// Text from a file fit for one line of a message: control characters and bytes that are no
/// UTF-8 escaped, cut (with ...) at about max_bytes.
std::string one_line(std::string_view text, std::size_t max_bytes = 60);

/// The same in double quotes.
std::string quoted(std::string_view text);

/// The shortest decimal text that reads back as the same number.
std::string number_text(double value);

/// "a, b or c".
std::string either(std::span<const std::string> words);

}  // namespace tread
