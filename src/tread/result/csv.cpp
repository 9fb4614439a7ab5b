#include "tread/result/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tread::result {
namespace {

constexpr std::size_t k_block = 1 << 16;

std::string csv_quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string column_heading(const std::string& name, const std::string& unit) {
  return csv_quoted(unit.empty() ? name : fmt::format("{} [{}]", name, unit));
}

void flush(fmt::memory_buffer& buffer, OutputFile& file) {
  file.write({buffer.data(), buffer.size()});
  buffer.clear();
}

void append(fmt::memory_buffer& buffer, std::string_view text) {
  buffer.append(text.data(), text.data() + text.size());
}

void write_header(const std::string& before, const std::string& y_name,
                  const std::vector<Field>& fields, OutputFile& file) {
  std::string header = fmt::format("{}x [m],{} [m]", before, y_name);
  for (const Field& field : fields) header += "," + column_heading(field.name, field.unit);
  file.write(header + '\n');
}

/// One row a cell.
/// @param before what each row begins with
/// @param first_value of the frame in each field
void write_cell_rows(const Grid& grid, const std::vector<Field>& fields, const std::string& before,
                     std::size_t first_value, OutputFile& file) {
  std::vector<std::string> x;  // the same in every row
  for (int i = 0; i < grid.nx; ++i) x.push_back(fmt::format("{}{:.9g}", before, grid.x(i)));
  fmt::memory_buffer buffer;
  for (int j = 0; j < grid.ny; ++j) {
    const std::string y = fmt::format(",{:.9g}", grid.y(j));
    for (int i = 0; i < grid.nx; ++i) {
      append(buffer, x[static_cast<std::size_t>(i)]);
      append(buffer, y);
      for (const Field& field : fields) {
        const double value = field.values[first_value + grid.index(i, j)];
        if (value == 0) {
          append(buffer, ",0");  // most of a pressure field
        } else {
          fmt::format_to(fmt::appender(buffer), ",{:.9g}", value);
        }
      }
      buffer.push_back('\n');
      if (buffer.size() >= k_block) flush(buffer, file);
    }
  }
  flush(buffer, file);
}

}  // namespace

void write_csv(const FieldSet& set, OutputFile& file) {
  write_header("", set.y_name, set.fields, file);
  write_cell_rows(set.grid, set.fields, "", 0, file);
}

void write_csv(const FieldHistory& history, OutputFile& file) {
  write_header(column_heading(history.time_name, history.time_unit) + ",", history.y_name,
               history.fields, file);
  for (std::size_t i = 0; i < history.n_frames(); ++i) {
    write_cell_rows(history.grid, history.fields, fmt::format("{},", history.times[i]),
                    i * history.grid.n_cells(), file);
  }
}

void write_csv(const std::vector<Scalar>& scalars, OutputFile& file) {
  std::string text = "name,value,unit,meaning\n";
  for (const Scalar& scalar : scalars) {
    text += fmt::format("{},{},{},{}\n", csv_quoted(scalar.name), scalar.value,
                        csv_quoted(scalar.unit), csv_quoted(scalar.meaning));
  }
  file.write(text);
}

void write_csv(const Table& table, OutputFile& file) {
  fmt::memory_buffer buffer;
  std::size_t n_rows = 0;
  for (const Column& column : table.columns) {
    if (&column != &table.columns.front()) buffer.push_back(',');
    append(buffer, column_heading(column.name, column.unit));
    n_rows = std::max(n_rows, column.values.size());
  }
  buffer.push_back('\n');
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (const Column& column : table.columns) {
      if (&column != &table.columns.front()) buffer.push_back(',');
      if (row < column.values.size())
        fmt::format_to(fmt::appender(buffer), "{}", column.values[row]);
    }
    buffer.push_back('\n');
    if (buffer.size() >= k_block) flush(buffer, file);
  }
  flush(buffer, file);
}

}  // namespace tread::result
