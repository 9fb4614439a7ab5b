#pragma once

#include <span>
#include <type_traits>
#include <utility>

#include "tread/result/result.hpp"

namespace tread::study {

/// A column of a table that is made from rows: what it is called, and where in a row its value is.
template <class Row>
struct RowColumn {
  const char* name;
  const char* unit;
  double (*get)(const Row&);
};

template <class Row>
result::Table row_table(const char* name, const char* title,
                        std::type_identity_t<std::span<const RowColumn<Row>>> columns,
                        std::span<const Row> rows) {
  result::Table table{name, title, {}};
  for (const RowColumn<Row>& column : columns) {
    result::Column values{column.name, column.unit, {}};
    for (const Row& row : rows) values.values.push_back(column.get(row));
    table.columns.push_back(std::move(values));
  }
  return table;
}

}  // namespace tread::study
