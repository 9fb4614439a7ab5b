#pragma once

#include <gtest/gtest.h>

#include <string>

namespace tread::fem::test {

inline bool has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  ADD_FAILURE() << "'" << part << "' is not in: " << text;
  return false;
}

}  // namespace tread::fem::test
