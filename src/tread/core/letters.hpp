#pragma once

namespace tread {

/// The small letter of an ASCII capital, whatever the locale; anything else as it is.
inline char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace tread
