#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "tread/result/result.hpp"

namespace tread::sweep {

using Verdict = result::Check::Verdict;

inline result::Check named(const std::vector<result::Check>& checks, std::string_view name) {
  const auto found = std::ranges::find(checks, name, &result::Check::name);
  EXPECT_NE(found, checks.end()) << name;
  return found == checks.end() ? result::Check{} : *found;
}

}  // namespace tread::sweep
