#pragma once

#include <string>
#include <string_view>

#include "console.hpp"

namespace tread::app {

/// A summary with its verdicts (pass, FAIL) and how each case ended in colours, where standard
/// output has them.
std::string paint_summary(std::string_view summary, const Console& console);

}  // namespace tread::app
