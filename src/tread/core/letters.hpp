#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace tread {

/// The small letter of an ASCII capital, whatever the locale; anything else as it is.
inline char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lower_case_of(std::string_view word) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), lower_case);
  return lower;
}

}  // namespace tread
