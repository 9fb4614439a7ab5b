#pragma once

#include <string>
#include <vector>

#include "tread/result/result.hpp"

namespace tread::result {

/// What was checked against norms, as a card of the report: verdicts in words and signs, so that
/// they are told apart on black and white paper too, and in colours. Empty for none.
std::string check_table(const std::vector<Check>& checks);

}  // namespace tread::result
