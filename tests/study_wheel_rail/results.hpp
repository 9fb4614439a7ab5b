#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tread/core/errors.hpp"
#include "tread/result/result.hpp"

namespace tread::study::test {

inline double scalar(const result::CaseResult& c, const std::string& name) {
  const auto found = std::ranges::find(c.scalars, name, &result::Scalar::name);
  if (found != c.scalars.end()) return found->value;
  ADD_FAILURE() << "no scalar " << name;
  return std::numeric_limits<double>::quiet_NaN();
}

inline double component(const result::CaseResult& c, const std::string& name, std::size_t i) {
  const auto found = std::ranges::find(c.vectors, name, &result::Vector::name);
  if (found != c.vectors.end()) return found->components.at(i).value;
  ADD_FAILURE() << "no vector " << name;
  return std::numeric_limits<double>::quiet_NaN();
}

inline const result::Table& table(const result::CaseResult& c, const std::string& name) {
  const auto found = std::ranges::find(c.tables, name, &result::Table::name);
  if (found == c.tables.end()) throw Error("no table " + name);
  return *found;
}

inline const std::vector<double>& column(const result::CaseResult& c, const std::string& of,
                                         const std::string& name) {
  const result::Table& found = table(c, of);
  const auto one = std::ranges::find(found.columns, name, &result::Column::name);
  if (one == found.columns.end()) throw Error("no column " + name);
  return one->values;
}

/// Of a field over its grid, Pa times m2.
inline double integral(const result::CaseResult& c, const std::string& name) {
  const result::Field* field = result::find_field(*c.fields, name);
  double sum = 0;
  for (const double value : field->values) sum += value;
  return sum * c.fields->grid.cell_area();
}

}  // namespace tread::study::test
