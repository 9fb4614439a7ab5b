#pragma once

#include "tread/result/output_file.hpp"
#include "tread/result/result.hpp"

namespace tread::result {

/// Comma-separated values in SI units: one header line of `name [unit]`, then one line a row; NaN
/// and infinity as nan and inf.

/// Every cell of the grid, x fastest: x, y and all fields. Nine significant digits: to look at and
/// to plot, at half the size of the full numbers, which the .vtu file holds.
void write_csv(const FieldSet& set, OutputFile& file);

/// A table, each number with the digits that give the same bits when read. Columns may differ in
/// length; missing ones stay empty.
void write_csv(const Table& table, OutputFile& file);

/// Fields over time: a row a cell and instant, which comes first.
void write_csv(const FieldHistory& history, OutputFile& file);

/// name, value, unit, meaning
void write_csv(const std::vector<Scalar>& scalars, OutputFile& file);

}  // namespace tread::result
