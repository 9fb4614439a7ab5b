#pragma once

#include <string>

#include "tread/result/result.hpp"

namespace tread::result {

/// What the terminal shows of a result: how each case ended, its numbers in handy units, its notes.
/// UTF-8, ends with a newline.
std::string summary(const Result& result);

}  // namespace tread::result
