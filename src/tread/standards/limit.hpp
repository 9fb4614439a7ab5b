#pragma once

#include <string_view>

namespace tread::standards {

/// A number that a norm sets, and where it does. SI.
struct Limit {
  double value = 0;
  std::string_view clause;  // "EN 1990 A2.4.4.2.1(4)"
};

}  // namespace tread::standards
