#pragma once

#include <string>

namespace tread::casefile {

/// Where a value of a case was written.
struct Place {
  std::string file;
  int line = 0;
};

}  // namespace tread::casefile
