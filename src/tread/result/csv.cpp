#include "tread/result/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tread::result {
namespace {

constexpr std::size_t k_block = 1 << 16;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string heading(const std::string& name, const std::string& unit) {
  return quoted(unit.empty() ? name : fmt::format("{} [{}]", name, unit));
}

void flush(fmt::memory_buffer& buffer, OutputFile& file) {
  file.write({buffer.data(), buffer.size()});
  buffer.clear();
}

void append(fmt::memory_buffer& buffer, std::string_view text) {
  buffer.append(text.data(), text.data() + text.size());
}

}  // namespace

void write_csv(const FieldSet& set, OutputFile& file) {
  const Grid& grid = set.grid;
  std::string header = fmt::format("x [m],{} [m]", set.y_name);
  for (const Field& field : set.fields) header += "," + heading(field.name, field.unit);
  file.write(header + '\n');

  std::vector<std::string> x;  // the same in every row
  for (int i = 0; i < grid.nx; ++i) x.push_back(fmt::format("{:.9g}", grid.x(i)));
  fmt::memory_buffer buffer;
  for (int j = 0; j < grid.ny; ++j) {
    const std::string y = fmt::format(",{:.9g}", grid.y(j));
    for (int i = 0; i < grid.nx; ++i) {
      append(buffer, x[static_cast<std::size_t>(i)]);
      append(buffer, y);
      for (const Field& field : set.fields) {
        const double value = field.values[grid.index(i, j)];
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

void write_csv(const Table& table, OutputFile& file) {
  fmt::memory_buffer buffer;
  std::size_t n_rows = 0;
  for (const Column& column : table.columns) {
    if (&column != &table.columns.front()) buffer.push_back(',');
    append(buffer, heading(column.name, column.unit));
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
