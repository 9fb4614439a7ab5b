#include "tread/view/array_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "tread/view/curve.hpp"
#include "tread/view/refusal.hpp"

namespace tread::view {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are sent as they lie in memory");

using Info = OpenRun::Info;

constexpr std::size_t k_array_piece_bytes = 1024 * 1024;
constexpr std::size_t k_default_points = 2000;
constexpr std::size_t k_most_points = 100'000;

std::string known_path(const OpenRun& run, const Target& target, std::string_view name) {
  std::string path = target.get(name);
  if (!run.overview().arrays.contains(path)) {
    throw Refusal(404, fmt::format("no array '{}' in this result: its document names them", path));
  }
  return path;
}

std::size_t n_rows(const Info& info) { return info.shape.empty() ? 1 : info.shape.front(); }

std::string bytes_of_numbers(std::span<const double> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// Rows of an array, asked for.
struct AskedRows {
  std::string path;
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t per_row = 0;  // numbers

  std::size_t n_numbers() const { return count * per_row; }
  std::size_t row_bytes() const { return per_row * sizeof(double); }
};

/// The numbers of rows as bytes, read piece by piece.
class RowBytes {
 public:
  RowBytes(std::shared_ptr<const OpenRun> run, AskedRows rows, LargeRows& large_rows)
      : run_(std::move(run)), rows_(std::move(rows)), large_rows_(large_rows) {}

  std::size_t length() const { return rows_.n_numbers() * sizeof(double); }

  /// Reads the first piece: a file that fails is told with its status.
  void begin() { begin_ = read(0); }
  bool is_one_piece() const { return begin_.size() == length(); }

  std::string from(std::size_t offset) {
    if (offset == 0 && !begin_.empty()) return std::exchange(begin_, {});
    return read(offset);
  }

 private:
  std::string read(std::size_t offset) {
    const std::size_t number = offset / sizeof(double);
    std::string bytes =
        rows_.row_bytes() > k_array_piece_bytes ? part_of_row(number) : some_rows(number);
    bytes.erase(0, offset % sizeof(double));
    return bytes;
  }

  std::string some_rows(std::size_t number) const {
    const std::size_t a_piece = k_array_piece_bytes / rows_.row_bytes() * rows_.per_row;
    const std::size_t end = std::min(number - number % rows_.per_row + a_piece, rows_.n_numbers());
    return bytes_of_numbers(read_numbers(number, end - number));
  }

  std::string part_of_row(std::size_t number) {
    const std::size_t in_row = number % rows_.per_row;
    const std::size_t count =
        std::min(k_array_piece_bytes / sizeof(double), rows_.per_row - in_row);
    if (!keep_row(number - in_row)) return bytes_of_numbers(read_numbers(number, count));
    return bytes_of_numbers(std::span(row_).subspan(in_row, count));
  }

  /// False: there is no room.
  bool keep_row(std::size_t first) {
    if (!row_.empty() && first_in_row_ == first) return true;
    if (!room_) {
      // Long once: it may be somebody slow who has the room.
      const LargeRows::Patience& patience = large_rows_.patience();
      room_ = large_rows_.take(rows_.row_bytes(), has_waited_ ? patience.later : patience.first);
      has_waited_ = true;
    }
    if (!room_) return false;
    row_ = {};  // before the next one is there
    row_ = read_numbers(first, rows_.per_row);
    first_in_row_ = first;
    return true;
  }

  std::vector<double> read_numbers(std::size_t first, std::size_t count) const {
    return run_->numbers(rows_.path, rows_.first * rows_.per_row + first, count);
  }

  std::shared_ptr<const OpenRun> run_;
  AskedRows rows_;
  LargeRows& large_rows_;
  LargeRows::Room room_;
  bool has_waited_ = false;
  std::vector<double> row_;  // if there is room for it
  std::size_t first_in_row_ = 0;
  std::string begin_;  // until it is sent
};

AskedRows rows_asked_for(const Target& target, const Info& info) {
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
  const std::size_t most_rows =
      per_row == 0 ? all : std::max<std::size_t>(1, k_most_bytes / sizeof(double) / per_row);
  if (count > most_rows) {
    throw Refusal(413, fmt::format("'{}' has {} rows of {} numbers, and an answer at most 16 MB: "
                                   "ask for {} rows at a time with first and count",
                                   path, all, per_row, most_rows));
  }
  return {path, first, count, per_row};
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
  const Info info = run.info(path);
  if (info.shape.size() != 1) {
    throw Refusal(400,
                  fmt::format("'{}' is no column: it has {} dimensions", path, info.shape.size()));
  }
  return {info.shape.front(), [&run, path](std::size_t first, std::size_t count) {
            return run.numbers(path, first, count);
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

Response array_answer(RunList& runs, std::size_t number, const Target& target) {
  target.expect_only({"path", "first", "count"});
  const std::shared_ptr<const OpenRun> run = runs.open(number);
  const Info info = run->info(known_path(*run, target, "path"));
  AskedRows rows = rows_asked_for(target, info);
  Response response = numbers_response(shape_text(info, rows.count));
  if (rows.n_numbers() == 0) return response;
  const auto bytes = std::make_shared<RowBytes>(run, std::move(rows), runs.large_rows());
  bytes->begin();
  if (bytes->is_one_piece()) {
    response.body = bytes->from(0);
  } else {
    response.pieces = {bytes->length(),
                       [bytes](std::size_t offset) { return bytes->from(offset); }};
  }
  return response;
}

Response curve_answer(RunList& runs, std::size_t number, const Target& target) {
  target.expect_only({"x", "y", "from", "to", "points"});
  const std::shared_ptr<const OpenRun> run = runs.open(number);
  const std::string x_path = known_path(*run, target, "x");
  const std::string y_path = known_path(*run, target, "y");
  const Column x = column(*run, x_path);
  const Column y = column(*run, y_path);
  if (x.n_rows != y.n_rows) {
    throw Refusal(400, fmt::format("'x' has {} rows and 'y' {}: both must be of one table",
                                   x.n_rows, y.n_rows));
  }
  const std::size_t points = target.find_count("points", 2).value_or(k_default_points);
  if (points > k_most_points) {
    throw Refusal(400, fmt::format("'points' must be <= {}, got {}", k_most_points, points));
  }
  const Window window = window_of(target);
  std::shared_ptr<const CurveIndex> index;
  if (x.n_rows > CurveIndex::k_rows_a_piece) {  // shorter ones are read faster than looked up
    index = runs.curves().get({run->serial(), x_path, y_path}, [&] { return CurveIndex(x, y); });
  }
  const Curve curve = thinned(x, y, window, points, index.get());
  Response response = numbers_response(fmt::format("2,{}", curve.x.size()));
  response.body = bytes_of_numbers(curve.x) + bytes_of_numbers(curve.y);
  return response;
}

}  // namespace tread::view
