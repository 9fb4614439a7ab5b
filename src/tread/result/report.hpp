#pragma once

#include <string>

#include "tread/result/result.hpp"

namespace tread::result {

/// The result for people: one static, self-contained HTML page, made from the Result alone. How
/// each case ended, its numbers in handy units, what was given, the pressure map, sections through
/// the point of largest pressure, the other fields, tables as curves, notes, and how it was
/// computed. No script, no outside resource; all text of users is escaped.
std::string report_html(const Result& result);

}  // namespace tread::result
