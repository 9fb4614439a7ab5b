#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tread/sweep/case_table.hpp"

namespace tread::sweep {

inline double km_h(double speed) { return speed * 1000 / 3600; }

inline Varied trains(std::vector<std::string> types) {
  return {.key = "train.type", .unit = "", .labels = std::move(types), .numbers = {}};
}

inline Varied numbers(std::string key, std::string unit, std::vector<double> values) {
  Varied varied{.key = std::move(key), .unit = std::move(unit), .labels = {}, .numbers = values};
  for (const double value : values) varied.labels.push_back(std::to_string(value));
  return varied;
}

inline Varied speeds_km_h(std::vector<double> speeds) {
  for (double& speed : speeds) speed = km_h(speed);
  return numbers("train.speed", "m/s", speeds);
}

/// All combinations, the last key fastest; every case finished and without numbers.
inline CaseTable product_of(std::vector<Varied> varied) {
  CaseTable table;
  table.varied = std::move(varied);
  table.rows.assign(1, {.state = CaseRow::State::done,
                        .status = "converged",
                        .message = "",
                        .choices = {},
                        .values = {}});
  for (const Varied& key : table.varied) {
    std::vector<CaseRow> rows;
    for (const CaseRow& row : table.rows) {
      for (std::size_t i = 0; i < key.labels.size(); ++i) {
        rows.push_back(row);
        rows.back().choices.push_back(i);
      }
    }
    table.rows = std::move(rows);
  }
  return table;
}

/// Adds a number, one value a case.
inline void tell(CaseTable& table, std::string name, std::string unit,
                 const std::vector<double>& values) {
  table.measures.push_back({std::move(name), std::move(unit), ""});
  for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].values.push_back(values.at(i));
}

inline const double k_not_told = std::nan("");

}  // namespace tread::sweep
