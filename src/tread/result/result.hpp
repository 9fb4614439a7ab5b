#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tread/core/grid.hpp"

namespace tread::result {

/// A number with a name, a unit and a meaning. SI units, always.
struct Scalar {
  std::string name;  // as in result.json: normal_force
  double value = 0;
  std::string unit;     // "N"; empty: dimensionless
  std::string meaning;  // for people: "normal force"
};

struct Count {
  std::string name;  // contact, adhesion, slip
  long long value = 0;
};

struct Column {
  std::string name;
  std::string unit;
  std::vector<double> values;
};

struct Table {
  std::string name;   // file name stem
  std::string title;  // for people
  std::vector<Column> columns;
};

/// One value per cell of the grid it is stored with.
struct Field {
  std::string name;
  std::string unit;
  std::string meaning;
  std::vector<double> values;
};

struct FieldSet {
  Grid grid;
  std::vector<Field> fields;
};

/// The outcome of one case.
struct CaseResult {
  std::string title;
  std::string status;  // "converged", "no_contact", ... as to_string(SolveStatus)
  bool ok = false;     // false: what is here is the best that was reached, not a solution
  std::vector<Scalar> scalars;
  std::vector<Count> elements;
  int iterations = 0;
  double residual = 0;
  std::vector<std::string> notes;  // warnings and remarks for the reader
  std::optional<FieldSet> fields;
  std::vector<Table> tables;
};

/// What was given: key, value and unit as used, SI.
struct Echo {
  std::string key;
  std::string value;
  std::string unit;
};

struct Result {
  std::string program_version;
  std::string case_file;
  std::string units_note;
  std::vector<Echo> echo;
  double wall_seconds = 0;
  std::vector<CaseResult> cases;

  bool ok() const;
};

}  // namespace tread::result
