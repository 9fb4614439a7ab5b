#pragma once

#include <string>
#include <vector>

#include "tread/result/result.hpp"

namespace tread::result {

/// Names of the files written for each case, in the order of Result::cases; empty if nothing was
/// written.
using CaseFiles = std::vector<std::vector<std::string>>;

/// The result for programs: one JSON object, SI units.
///
///   { "status", "version", "case_file", "units", "case": [{key, value, unit}],
///     "results": [ { "title", "status", <every scalar by its name>, "elements": {contact, ...},
///                    "iterations", "residual", "notes": [], "files": [] } ] }
///
/// Numbers are written so that reading them gives the same bits; NaN and infinity become null, and
/// bytes that are not UTF-8 become U+FFFD, so that the text is valid JSON whatever the result
/// holds. It ends with a newline.
std::string to_json(const Result& result, const CaseFiles& files = {});

}  // namespace tread::result
