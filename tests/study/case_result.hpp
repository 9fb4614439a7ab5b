#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
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

inline const result::Table& table(const result::CaseResult& result, const std::string& name) {
  const auto found = std::ranges::find(result.tables, name, &result::Table::name);
  if (found == result.tables.end()) throw std::out_of_range("no table " + name);
  return *found;
}

inline bool has_note(const result::CaseResult& result, const std::string& part) {
  return std::ranges::any_of(
      result.notes, [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

}  // namespace tread::study::test
