#include "tread/view/curve.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace tread::view {
namespace {

constexpr std::size_t k_rows_a_piece = 65536;

/// Rows `begin` to `end`.
struct Rows {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// Calls back with every piece of the rows: its first row and how many.
template <class Visit>
void by_pieces(const Rows& rows, Visit&& visit) {
  for (std::size_t first = rows.begin; first < rows.end; first += k_rows_a_piece) {
    visit(first, std::min(k_rows_a_piece, rows.end - first));
  }
}

bool is_unbounded(const Window& window) { return std::isinf(window.from) && std::isinf(window.to); }

/// From the first row inside the window to the last, and one more on either side. Nothing inside:
/// the two rows between which the curve crosses it, if it does.
Rows rows_of(const Column& x, const Window& window) {
  if (is_unbounded(window)) return {0, x.n_rows};
  Rows rows{x.n_rows, 0};
  double before = std::numeric_limits<double>::quiet_NaN();
  by_pieces({0, x.n_rows}, [&](std::size_t first, std::size_t count) {
    const std::vector<double> values = x.read(first, count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto [low, high] = std::minmax(before, values[i]);
      const bool inside = values[i] >= window.from && values[i] <= window.to;
      const bool crosses = low < window.from && high > window.to;
      const std::size_t row = first + i;
      if (inside || crosses) rows.begin = std::min(rows.begin, row - std::min<std::size_t>(row, 1));
      if (inside || crosses) rows.end = inside ? std::min(row + 2, x.n_rows) : row + 1;
      before = values[i];
    }
  });
  return rows.begin < rows.end ? rows : Rows{};
}

/// What stays of a bucket.
class Bucket {
 public:
  void add(std::size_t row, double x, double y) {
    const Point point{row, x, y};
    if (is_empty_) first_ = point;
    last_ = point;
    if (std::isnan(y)) {
      gap_ = has_gap_ ? gap_ : point;
      has_gap_ = true;
    } else {
      if (!has_values_ || y < lowest_.y) lowest_ = point;
      if (!has_values_ || y > highest_.y) highest_ = point;
      has_values_ = true;
    }
    is_empty_ = false;
  }

  enum class Ends { none, first, last, both };

  void move_to(Curve& curve, Ends ends) {
    if (is_empty_) return;
    std::array<const Point*, 5> kept{};
    std::size_t n = 0;
    if (ends == Ends::first || ends == Ends::both) kept[n++] = &first_;
    if (ends == Ends::last || ends == Ends::both) kept[n++] = &last_;
    if (has_gap_) kept[n++] = &gap_;
    if (has_values_) {
      kept[n++] = &lowest_;
      kept[n++] = &highest_;
    }
    std::sort(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(n),
              [](const Point* a, const Point* b) { return a->row < b->row; });
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0 && kept[i]->row == kept[i - 1]->row) continue;
      curve.x.push_back(kept[i]->x);
      curve.y.push_back(kept[i]->y);
    }
    *this = Bucket();
  }

 private:
  struct Point {
    std::size_t row = 0;
    double x = 0;
    double y = 0;
  };
  Point first_, last_, lowest_, highest_, gap_;
  bool is_empty_ = true;
  bool has_values_ = false;
  bool has_gap_ = false;
};

Bucket::Ends ends_of(std::size_t bucket, std::size_t n_buckets) {
  if (n_buckets == 1) return Bucket::Ends::both;
  if (bucket == 0) return Bucket::Ends::first;
  return bucket + 1 == n_buckets ? Bucket::Ends::last : Bucket::Ends::none;
}

}  // namespace

Curve thinned(const Column& x, const Column& y, const Window& window, std::size_t points) {
  assert(x.n_rows == y.n_rows && points >= 2);
  const Rows rows = rows_of(x, window);
  if (rows.size() <= points) {
    if (rows.size() == 0) return {};
    return {x.read(rows.begin, rows.size()), y.read(rows.begin, rows.size())};
  }
  const std::size_t n_buckets = points / 2;
  Curve curve;
  curve.x.reserve(points + 2);
  curve.y.reserve(points + 2);
  Bucket bucket;
  std::size_t current = 0;
  // Rows are fewer than 2^40 and buckets than 2^20: the product fits. Each has two rows or more.
  const auto end_of = [&](std::size_t i) { return rows.begin + (i + 1) * rows.size() / n_buckets; };
  std::size_t end = end_of(0);
  by_pieces(rows, [&](std::size_t first, std::size_t count) {
    const std::vector<double> xs = x.read(first, count);
    const std::vector<double> ys = y.read(first, count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = first + i;
      if (row == end) {
        bucket.move_to(curve, ends_of(current, n_buckets));
        end = end_of(++current);
      }
      bucket.add(row, xs[i], ys[i]);
    }
  });
  bucket.move_to(curve, ends_of(current, n_buckets));
  return curve;
}

}  // namespace tread::view
