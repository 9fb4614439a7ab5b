#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tread/core/grid.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/result/svg.hpp"

namespace tread::study {

/// A table or figure of a document computed again: its numbers beside ours, and why they differ.

struct ReproducedRow {
  std::string what;             // the quantity, for people
  std::optional<double> paper;  // as printed in the document; none: it prints no number
  double ours = 0;              // either is infinite where an iteration does not converge
  std::string unit;             // "N"; empty: dimensionless
  std::string why;              // where the number comes from, or what explains the difference

  /// (ours - paper)/|paper|; none without a printed number, when that is zero, or
  /// when either is infinite.
  std::optional<double> difference() const;
};

/// One line of a plot. Curves with the same labels belong into one plot.
struct ReproducedCurve {
  std::string name;
  std::string x_label;  // with unit: "approach [m]"
  std::string y_label;
  std::vector<double> x;
  std::vector<double> y;
  result::Mark mark = result::Mark::line;
  result::Scale y_scale = result::Scale::linear;  // of the plot: the first curve of it decides
  std::vector<double> y_high{};                   // as many as y: a band from y to here
};

/// A field or a matrix, one value a cell of the grid, as a picture of its own.
struct ReproducedMap {
  std::string name;
  std::string x_label;  // with unit, as the length on the grid
  std::string y_label;
  std::string quantity;  // with unit
  Grid grid;
  std::vector<double> values;
};

struct Reproduction {
  std::string name;
  std::string title;
  SolveStatus status = SolveStatus::converged;  // anything else: no rows, curves or maps
  std::vector<ReproducedRow> rows;
  std::vector<ReproducedCurve> curves;
  std::vector<ReproducedMap> maps{};
};

/// No rows: a run has not come to its end.
Reproduction ended(SolveStatus status);

/// A JSON array with one object a row: what (with its unit in brackets), paper, ours, difference
/// (both null where there is none), why.
std::string to_json(std::span<const ReproducedRow> rows);

/// The same for several at once, all rows in one array; what then begins with the name.
std::string to_json(std::span<const Reproduction> reproductions);

/// For the terminal: title, then a line a row with its reason below it, wrapped at the width.
std::string to_table(const Reproduction& reproduction, std::size_t width = 100);

}  // namespace tread::study
