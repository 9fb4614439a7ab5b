#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "tread/result/result.hpp"

namespace tread::study::test {

/// A number of a result by its name.
inline double scalar(const result::CaseResult& result, std::string_view name) {
  const auto found = std::ranges::find(result.scalars, name, &result::Scalar::name);
  if (found != result.scalars.end()) return found->value;
  ADD_FAILURE() << "no scalar " << name;
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tread::study::test
