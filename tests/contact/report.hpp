#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

/// Rows of the tables in docs/verification.md: a test prints what it measured, scripts/verification
/// gathers the lines.
namespace tread::contact::test {

template <class... Values>
void report_row(const char* table, const Values&... values) {
  std::fputs(fmt::format("verification {} ", table).c_str(), stdout);
  (std::fputs(fmt::format("| {} ", values).c_str(), stdout), ...);
  std::fputs("|\n", stdout);
}

inline std::string digits(double value, int n = 3) { return fmt::format("{:.{}g}", value, n); }
inline std::string percent(double value) { return fmt::format("{:.2g} %", 100 * value); }

}  // namespace tread::contact::test
