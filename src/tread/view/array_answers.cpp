#include "tread/view/array_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "tread/view/curve.hpp"
#include "tread/view/refusal.hpp"

namespace tread::view {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are sent as they lie in memory");

using Info = result::ResultFile::ArrayInfo;

constexpr std::size_t k_piece_bytes = 1024 * 1024;
constexpr std::size_t k_default_points = 2000;
constexpr std::size_t k_most_points = 100'000;

std::string known_path(const OpenRun& run, const Target& target, std::string_view name) {
  std::string path = target.get(name);
  if (!run.overview.arrays.contains(path)) {
    throw Refusal(404, fmt::format("no array '{}' in this result: its document names them", path));
  }
  return path;
}

std::size_t n_rows(const Info& info) { return info.shape.empty() ? 1 : info.shape.front(); }

void append(std::string& bytes, std::span<const double> values) {
  const std::size_t begin = bytes.size();
  bytes.resize(begin + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data() + begin, values.data(), values.size_bytes());
}

/// Rows of an array, in the order of bytes in which they are sent.
struct Rows {
  std::shared_ptr<const OpenRun> run;
  std::string path;
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t row_bytes = 0;

  std::string bytes_from(std::size_t offset) const {
    const std::size_t row = offset / row_bytes;
    const std::size_t wanted = std::max<std::size_t>(1, k_piece_bytes / row_bytes);
    const std::vector<double> values =
        run->file.read(path, first + row, std::min(wanted, count - row));
    if (values.empty()) throw IoError(fmt::format("{}: nothing could be read", path));
    std::string bytes;
    append(bytes, values);
    bytes.erase(0, offset % row_bytes);
    return bytes;
  }
};

Rows rows_asked_for(const std::shared_ptr<const OpenRun>& run, const Target& target,
                    const Info& info) {
  const std::string path = target.get("path");
  const std::size_t all = n_rows(info);
  const std::size_t first = target.find_count("first", 0).value_or(0);
  const bool starts_behind = first > 0 && first >= all;
  const std::size_t left = starts_behind ? 0 : all - first;
  const std::size_t count = target.find_count("count", 1).value_or(left);
  if (starts_behind || count > left) {
    throw Refusal(400, fmt::format("first {} and count {} go beyond the {} rows of '{}'", first,
                                   count, all, path));
  }
  const std::size_t per_row = info.values_per_row();
  const std::size_t most_rows = per_row == 0 ? all : k_most_bytes / sizeof(double) / per_row;
  if (count > most_rows) {
    throw Refusal(413, fmt::format("'{}' has {} rows of {} numbers, and an answer at most 16 MB: "
                                   "ask for {} rows at a time with first and count",
                                   path, all, per_row, most_rows));
  }
  return {run, path, first, count, per_row * sizeof(double)};
}

std::string shape_text(const Info& info, std::size_t count) {
  std::vector<std::size_t> shape = info.shape;
  if (shape.empty()) shape = {count};
  shape.front() = count;
  return fmt::format("{}", fmt::join(shape, ","));
}

Response numbers_response(const std::string& shape) {
  Response response;
  response.content_type = "application/octet-stream";
  response.headers.emplace_back("X-Tread-Shape", shape);
  return response;
}

Column column(const OpenRun& run, const std::string& path) {
  const Info info = run.file.info(path);
  if (info.shape.size() != 1) {
    throw Refusal(400,
                  fmt::format("'{}' is no column: it has {} dimensions", path, info.shape.size()));
  }
  return {info.shape.front(), [&run, path](std::size_t first, std::size_t count) {
            std::vector<double> values = run.file.read(path, first, count);
            if (values.size() != count) throw IoError(fmt::format("{}: is cut off", path));
            return values;
          }};
}

Window window_of(const Target& target) {
  Window window;
  window.from = target.find_number("from").value_or(window.from);
  window.to = target.find_number("to").value_or(window.to);
  if (window.from > window.to) {
    throw Refusal(400, fmt::format("'from' must not be larger than 'to', got {} and {}",
                                   window.from, window.to));
  }
  return window;
}

}  // namespace

Response array_answer(const std::shared_ptr<const OpenRun>& run, const Target& target) {
  target.expect_only({"path", "first", "count"});
  const Info info = run->file.info(known_path(*run, target, "path"));
  const Rows rows = rows_asked_for(run, target, info);
  Response response = numbers_response(shape_text(info, rows.count));
  const std::size_t length = rows.count * rows.row_bytes;
  if (length == 0) return response;
  // Fetched now: a file that fails is told with its status. Most answers are one piece.
  std::string begin = rows.bytes_from(0);
  if (begin.size() == length) {
    response.body = std::move(begin);
    return response;
  }
  response.pieces = {length, [rows, begin = std::move(begin)](std::size_t offset) {
                       return offset == 0 ? begin : rows.bytes_from(offset);
                     }};
  return response;
}

Response curve_answer(const std::shared_ptr<const OpenRun>& run, const Target& target) {
  target.expect_only({"x", "y", "from", "to", "points"});
  const Column x = column(*run, known_path(*run, target, "x"));
  const Column y = column(*run, known_path(*run, target, "y"));
  if (x.n_rows != y.n_rows) {
    throw Refusal(400, fmt::format("'x' has {} rows and 'y' {}: both must be of one table",
                                   x.n_rows, y.n_rows));
  }
  const std::size_t points = target.find_count("points", 2).value_or(k_default_points);
  if (points > k_most_points) {
    throw Refusal(400, fmt::format("'points' must be <= {}, got {}", k_most_points, points));
  }
  const Curve curve = thinned(x, y, window_of(target), points);
  Response response = numbers_response(fmt::format("2,{}", curve.x.size()));
  append(response.body, curve.x);
  append(response.body, curve.y);
  return response;
}

}  // namespace tread::view
