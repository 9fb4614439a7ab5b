#include "tread/result/mat.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/document_parts.hpp"
#include "tread/result/mat_variable.hpp"
#include "tread/result/output_file.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

/// The format counts the bytes of a variable with 32 bits.
constexpr std::size_t k_largest_bytes = 2'000'000'000;

/// Numbers by name, and beside them a struct `units` with the same names.
class Quantities {
 public:
  void add(std::string_view name, MatVariable value, const std::string& unit) {
    units_.add(values_.add(name, std::move(value)), mat_text(unit));
  }

  MatVariable variable() && {
    values_.add("units", std::move(units_).variable());
    return std::move(values_).variable();
  }

 private:
  MatStruct values_;
  MatStruct units_;
};

MatVariable scalars_of(const CaseResult& c) {
  Quantities all;
  for (const Scalar& scalar : c.scalars) {
    all.add(scalar.name, mat_number(scalar.value), scalar.unit);
  }
  return std::move(all).variable();
}

MatVariable vectors_of(const CaseResult& c) {
  MatStruct all;
  for (const Vector& vector : c.vectors) {
    std::vector<double> values;
    for (const Vector::Component& component : vector.components) values.push_back(component.value);
    all.add(vector.name, mat_matrix(values, 1, values.size()));
  }
  return std::move(all).variable();
}

MatVariable elements_of(const CaseResult& c) {
  MatStruct all;
  for (const Count& count : c.elements) {
    all.add(count.name, mat_number(static_cast<double>(count.value)));
  }
  return std::move(all).variable();
}

void add_axes(const Grid& grid, const std::string& y_name, Quantities& all) {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < grid.nx; ++i) x.push_back(grid.x(i));
  for (int j = 0; j < grid.ny; ++j) y.push_back(grid.y(j));
  all.add("x", mat_column(x), "m");
  all.add(y_name, mat_column(y), "m");
}

MatVariable fields_of(const CaseResult& c) {
  if (!c.fields) return mat_matrix({}, 0, 0);
  Quantities all;
  add_axes(c.fields->grid, c.fields->y_name, all);
  for (const Field& field : c.fields->fields) {
    all.add(field.name,
            mat_matrix(field.values, as_size(c.fields->grid.ny), as_size(c.fields->grid.nx)),
            field.unit);
  }
  return std::move(all).variable();
}

MatVariable histories_of(const CaseResult& c) {
  MatStruct all;
  for (const FieldHistory& history : c.histories) {
    Quantities one;
    one.add(history.time_name, mat_column(history.times), history.time_unit);
    add_axes(history.grid, history.y_name, one);
    for (const Field& field : history.fields) {
      one.add(field.name,
              mat_matrix(field.values, as_size(history.grid.ny), as_size(history.grid.nx),
                         history.n_frames()),
              field.unit);
    }
    all.add(history.name, std::move(one).variable());
  }
  return std::move(all).variable();
}

MatVariable solids_of(const CaseResult& c) {
  MatStruct all;
  for (const SolidFields& solid : c.solids) {
    Quantities one;
    const std::size_t n_nodes = solid.points.size() / 3;
    one.add("points", mat_matrix(solid.points, n_nodes, 3), "m");
    std::vector<double> cells;  // Matlab counts from 1
    for (const int node : solid.cells) cells.push_back(node + 1);
    const std::size_t n = as_size(solid.nodes_per_cell);
    one.add("cells", mat_matrix(cells, cells.size() / n, n), "");
    for (const SolidFields::PointField& field : solid.fields) {
      one.add(field.name, mat_matrix(field.values, n_nodes, as_size(field.n_components)),
              field.unit);
    }
    all.add(solid.name, std::move(one).variable());
  }
  return std::move(all).variable();
}

MatVariable tables_of(const CaseResult& c) {
  MatStruct all;
  for (const Table& table : c.tables) {
    Quantities one;
    for (const Column& column : table.columns) {
      one.add(column.name, mat_column(column.values), column.unit);
    }
    all.add(table.name, std::move(one).variable());
  }
  return std::move(all).variable();
}

MatVariable checks_of(const CaseResult& c) {
  std::vector<MatStruct> all;
  for (const Check& check : c.checks) {
    const bool applies = check.verdict != Check::Verdict::not_applicable;
    MatStruct one;
    one.add("name", mat_text(check.name));
    one.add("clause", mat_text(check.clause));
    one.add("verdict", mat_text(name_of(check.verdict)));
    one.add("value", mat_number(applies ? check.value : std::nan("")));
    one.add("limit", mat_number(applies ? check.limit : std::nan("")));
    one.add("unit", mat_text(check.unit));
    one.add("decided_by", mat_text(check.decided_by));
    one.add("note", mat_text(check.note));
    all.push_back(std::move(one));
  }
  return MatStruct::array(std::move(all));
}

MatVariable animation_of(const CaseResult& c) {
  if (!c.animation) return mat_matrix({}, 0, 0);
  const BridgeAnimation& animation = *c.animation;
  std::vector<double> times;
  std::vector<double> deflections;
  std::vector<double> wheels;
  for (const BridgeAnimation::Frame& frame : animation.frames) {
    times.push_back(frame.time);
    deflections.insert(deflections.end(), frame.deflections.begin(), frame.deflections.end());
    wheels.insert(wheels.end(), frame.wheels.begin(), frame.wheels.end());
  }
  Quantities all;
  all.add("time", mat_column(times), "s");
  all.add("places", mat_column(animation.places), "m");
  all.add("supports", mat_column(animation.supports), "m");
  all.add("deflections", mat_matrix(deflections, times.size(), animation.places.size()), "m");
  all.add("wheels", mat_matrix(wheels, times.size(), animation.vehicle_of_wheel.size()), "m");
  return std::move(all).variable();
}

MatStruct case_of(const CaseResult& c) {
  MatStruct one;
  one.add("title", mat_text(c.title));
  one.add("status", mat_text(c.status));
  one.add("ok", mat_logical(c.ok));
  one.add("iterations", c.iterations ? mat_number(*c.iterations) : mat_matrix({}, 0, 0));
  one.add("residual", c.residual ? mat_number(*c.residual) : mat_matrix({}, 0, 0));
  one.add("notes", mat_texts(c.notes));
  one.add("scalars", scalars_of(c));
  one.add("vectors", vectors_of(c));
  one.add("elements", elements_of(c));
  one.add("fields", fields_of(c));
  one.add("histories", histories_of(c));
  one.add("solids", solids_of(c));
  one.add("tables", tables_of(c));
  one.add("checks", checks_of(c));
  one.add("animation", animation_of(c));
  return one;
}

MatVariable variable_of(const Result& result) {
  MatStruct root;
  root.add("program_version", mat_text(result.program_version));
  root.add("case_file", mat_text(result.case_file));
  root.add("case_text", mat_text(result.case_text));
  root.add("description", mat_text(result.description));
  root.add("units_note", mat_text(result.units_note));
  root.add("wall_seconds", mat_number(result.wall_seconds));
  root.add("status", mat_text(result.status()));
  root.add("ok", mat_logical(result.ok()));
  std::vector<MatStruct> cases;
  for (const CaseResult& c : result.cases) cases.push_back(case_of(c));
  root.add("cases", MatStruct::array(std::move(cases)));
  return std::move(root).variable();
}

/// Walks through a result and counts the numbers of its arrays.
class NumberCount {
 public:
  std::size_t n_numbers = 0;

  void value(const char*, const auto&) {}
  void added(const char*, const auto&) {}
  void words(const char*, const auto&) {}
  void choice(const char*, const auto&, std::initializer_list<std::string_view>) {}
  void derived(const char*, const auto&) {}
  void require(bool, const char*) {}

  void list(const char*, const auto& parts, const auto& describe_one) {
    for (const auto& part : parts) describe_one(*this, part);
  }
  void list(const char*, const auto& parts) {
    for (const auto& part : parts) describe(*this, part);
  }

  void part(const char*, const auto& part) { describe(*this, part); }
  template <class Part>
  void part(const char*, const std::optional<Part>& part) {
    if (part) describe(*this, *part);
  }

  void array(const char*, std::string_view, std::vector<std::size_t>, const auto& values,
             std::string_view, std::string_view) {
    n_numbers += values.size();
  }
  void frames(const BridgeAnimation& animation) {
    n_numbers +=
        animation.frames.size() * (1 + animation.places.size() + animation.vehicle_of_wheel.size());
  }
};

void check_size(const Result& result, const fs::path& file) {
  NumberCount count;
  describe(count, result);
  const std::size_t n_bytes = count.n_numbers * sizeof(double);
  if (n_bytes <= k_largest_bytes) return;
  throw IoError(
      fmt::format("cannot write '{}': the result has {:.1f} GB of numbers, and a Matlab file at "
                  "most 2 GB\n  hint: Matlab also reads HDF5: h5read on result.h5",
                  file.string(), static_cast<double>(n_bytes) * 1e-9));
}

/// The library does not tell of a disk that is full. The one variable says how long it is: its
/// length stands after the header of 128 bytes and a kind of 4.
void check_complete(const fs::path& file) {
  constexpr std::size_t k_before = 136;
  std::array<char, k_before> begin{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(begin.data(), begin.size());
  std::uint32_t length = 0;
  std::memcpy(&length, begin.data() + 132, sizeof length);
  std::error_code error;
  if (stream && length > 0 && fs::file_size(file, error) == k_before + length) return;
  throw IoError(fmt::format(
      "cannot write '{}': not all of it reached the disk\n  hint: is it full?", file.string()));
}

void write_variable(const Result& result, const fs::path& file) {
  const std::string header =
      fmt::format("MATLAB 5.0 MAT-file, written by tread {}", result.program_version);
  struct Close {
    void operator()(mat_t* mat) const { Mat_Close(mat); }
  };
  std::unique_ptr<mat_t, Close> mat(Mat_CreateVer(file.c_str(), header.c_str(), MAT_FT_MAT5));
  if (!mat) throw IoError(fmt::format("cannot write '{}': it cannot be made", file.string()));
  const MatVariable variable = variable_of(result);
  variable->name = ::strdup("result");  // freed with the variable
  const int error = Mat_VarWrite(mat.get(), variable.get(), MAT_COMPRESSION_ZLIB);
  const int close_error = Mat_Close(mat.release());
  if (error != 0 || close_error != 0) {
    throw IoError(
        fmt::format("cannot write '{}': error {} of the matio library\n  hint: is the "
                    "disk full?",
                    file.string(), error != 0 ? error : close_error));
  }
  check_complete(file);
}

}  // namespace

void write_mat(const Result& result, const fs::path& file) {
  check_size(result, file);
  OutputBatch batch(file.parent_path());
  batch.add_at(file.filename().string(),
               [&result](const fs::path& temporary) { write_variable(result, temporary); });
  batch.commit();
}

}  // namespace tread::result
