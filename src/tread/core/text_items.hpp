#pragma once

#include <algorithm>
#include <string_view>

namespace tread {

/// Lines of tables that people write, taken apart.

inline constexpr std::string_view k_blanks = " \t\r";

inline std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(k_blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(k_blanks) - begin + 1);
}

inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view k_mark = "\xEF\xBB\xBF";
  if (text.starts_with(k_mark)) text.remove_prefix(k_mark.size());
  return text;
}

/// Calls use(trimmed line, number) for the lines that are neither empty nor start with #; numbers
/// count from 1.
template <class Use>
void for_each_line(std::string_view text, Use&& use) {
  text = without_byte_order_mark(text);
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (!line.empty() && line.front() != '#') use(line, number);
  }
}

/// Calls use(item) for the items of a trimmed line until it returns false. The line's own mark
/// separates: comma, else semicolon, else blanks.
template <class Use>
void for_each_item(std::string_view line, Use&& use) {
  const bool has_comma = line.find(',') != std::string_view::npos;
  const bool has_semicolon = line.find(';') != std::string_view::npos;
  const std::string_view marks = has_comma ? "," : has_semicolon ? ";" : k_blanks;
  while (true) {
    const std::size_t end = line.find_first_of(marks);
    const bool is_last = end == std::string_view::npos;
    if (!use(trimmed(line.substr(0, end))) || is_last) return;
    line.remove_prefix(end + 1);
    if (marks == k_blanks) line = trimmed(line);
  }
}

}  // namespace tread
