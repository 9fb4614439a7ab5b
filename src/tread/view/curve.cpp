#include "tread/view/curve.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace tread::view {
namespace {

constexpr std::size_t k_rows_a_piece = CurveIndex::k_rows_a_piece;

/// Rows `begin` to `end`.
struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// Calls back with every piece of the rows: its first row and how many.
template <class Visit>
void by_pieces(const RowRange& rows, Visit&& visit) {
  for (std::size_t first = rows.begin; first < rows.end; first += k_rows_a_piece) {
    visit(first, std::min(k_rows_a_piece, rows.end - first));
  }
}

bool is_unbounded(const Window& window) { return std::isinf(window.from) && std::isinf(window.to); }

/// Which rows of a window have been seen: from the first row inside it to the last, and one more on
/// either side. Nothing inside: the two rows between which the curve crosses it, if it does.
class Sight {
 public:
  Sight(const Column& x, const Window& window) : x_(x), window_(window), rows_{x.n_rows, 0} {}

  bool has_rows() const { return rows_.begin < rows_.end; }
  RowRange rows() const { return has_rows() ? rows_ : RowRange{}; }

  /// @param before x of the row before the first one; nan: there is none
  /// @returns x of the last one
  double look_at(std::size_t first, std::size_t count, double before) {
    for (const double value : x_.read(first, count)) {
      if (is_inside(value)) see({back(first), std::min(first + 2, x_.n_rows)});
      if (crosses(before, value)) see({back(first), first + 1});
      before = value;
      ++first;
    }
    return before;
  }

  /// False: no row of the piece can be inside, and no line that ends in it crosses the window.
  bool may_touch(const CurveIndex::Piece& piece, double before) const {
    return (piece.lowest <= window_.to && piece.highest >= window_.from) ||
           crosses(before, piece.first);
  }

 private:
  static std::size_t back(std::size_t row) { return row - std::min<std::size_t>(row, 1); }
  bool is_inside(double x) const { return x >= window_.from && x <= window_.to; }
  bool crosses(double a, double b) const {
    return (a < window_.from && b > window_.to) || (b < window_.from && a > window_.to);
  }
  void see(const RowRange& rows) {
    rows_.begin = std::min(rows_.begin, rows.begin);
    rows_.end = std::max(rows_.end, rows.end);
  }

  const Column& x_;
  Window window_;
  RowRange rows_;
};

RowRange rows_of(const Column& x, const Window& window) {
  Sight sight(x, window);
  double before = std::numeric_limits<double>::quiet_NaN();
  by_pieces({0, x.n_rows}, [&](std::size_t first, std::size_t count) {
    before = sight.look_at(first, count, before);
  });
  return sight.rows();
}

/// The same, of the first and of the last piece that has some: what lies between them is part.
RowRange rows_of(const Column& x, const Window& window,
                 const std::vector<CurveIndex::Piece>& pieces) {
  Sight sight(x, window);
  const auto look_at = [&](std::size_t i) {
    const double before = i == 0 ? std::numeric_limits<double>::quiet_NaN() : pieces[i - 1].last;
    if (!sight.may_touch(pieces[i], before)) return false;
    const std::size_t first = i * k_rows_a_piece;
    const RowRange old = sight.rows();
    sight.look_at(first, std::min(k_rows_a_piece, x.n_rows - first), before);
    return sight.rows().size() > old.size();
  };
  std::size_t begin = 0;
  while (begin < pieces.size() && !look_at(begin)) ++begin;
  for (std::size_t end = pieces.size(); end > begin + 1 && !look_at(end - 1);) --end;
  return sight.rows();
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

/// Puts rows into buckets, in their order.
class Thinner {
 public:
  /// @param step buckets but the last end at rows that are multiples of it; it is no larger than
  /// a bucket.
  Thinner(const RowRange& rows, std::size_t n_buckets, std::size_t step)
      : rows_(rows), n_buckets_(n_buckets), step_(step), end_(end_of(0)) {
    curve_.x.reserve(2 * n_buckets + 2);
    curve_.y.reserve(2 * n_buckets + 2);
  }

  void add(std::size_t row, double x, double y) {
    for (; row >= end_; end_ = end_of(++current_)) bucket_.move_to(curve_, ends());
    bucket_.add(row, x, y);
  }

  void add(const Column& x, const Column& y, const RowRange& rows) {
    by_pieces(rows, [&](std::size_t first, std::size_t count) {
      const std::vector<double> xs = x.read(first, count);
      const std::vector<double> ys = y.read(first, count);
      for (std::size_t i = 0; i < count; ++i) add(first + i, xs[i], ys[i]);
    });
  }

  void add(const CurveIndex::Block& block, std::size_t first) {
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    constexpr std::uint32_t none = CurveIndex::Block::k_none;
    if (block.gap_row != none) add(first + block.gap_row, block.gap_x, gap);
    if (block.lowest_row == none) return;
    add(first + block.lowest_row, block.lowest_x, block.lowest_y);
    add(first + block.highest_row, block.highest_x, block.highest_y);
  }

  Curve finish() {
    bucket_.move_to(curve_, ends());
    return std::move(curve_);
  }

 private:
  /// Rows are fewer than 2^40 and buckets than 2^20: the product fits.
  std::size_t end_of(std::size_t bucket) const {
    if (bucket + 1 >= n_buckets_) return rows_.end;
    const std::size_t end = rows_.begin + (bucket + 1) * rows_.size() / n_buckets_;
    return end - end % step_;
  }

  Bucket::Ends ends() const {
    if (n_buckets_ == 1) return Bucket::Ends::both;
    if (current_ == 0) return Bucket::Ends::first;
    return current_ + 1 == n_buckets_ ? Bucket::Ends::last : Bucket::Ends::none;
  }

  RowRange rows_;
  std::size_t n_buckets_;
  std::size_t step_;
  std::size_t current_ = 0;
  std::size_t end_;
  Bucket bucket_;
  Curve curve_;
};

RowRange rows_in(const Column& x, const Window& window, const CurveIndex* index) {
  if (is_unbounded(window)) return {0, x.n_rows};
  return index == nullptr ? rows_of(x, window) : rows_of(x, window, index->pieces());
}

/// Blocks that lie in the rows as a whole are taken from the index; the first and the last, of
/// which both ends of the curve are part, are read.
Curve thinned_by_blocks(const Column& x, const Column& y, const RowRange& rows,
                        std::size_t n_buckets, const CurveIndex& index) {
  const std::size_t size = index.rows_a_block();
  const std::size_t begin = rows.begin / size + 1;
  const std::size_t end = (rows.end - 1) / size;
  Thinner thinner(rows, n_buckets, size);
  thinner.add(x, y, {rows.begin, begin * size});
  for (std::size_t i = begin; i < end; ++i) thinner.add(index.blocks()[i], i * size);
  thinner.add(x, y, {end * size, rows.end});
  return thinner.finish();
}

}  // namespace

Curve thinned(const Column& x, const Column& y, const Window& window, std::size_t points,
              const CurveIndex* index) {
  assert(x.n_rows == y.n_rows && points >= 2);
  const RowRange rows = rows_in(x, window, index);
  if (rows.size() <= points) {
    if (rows.size() == 0) return {};
    return {x.read(rows.begin, rows.size()), y.read(rows.begin, rows.size())};
  }
  const std::size_t n_buckets = points / 2;
  const std::size_t block = index == nullptr ? x.n_rows : index->rows_a_block();
  if (rows.size() >= 2 * block && rows.size() / n_buckets >= block) {
    return thinned_by_blocks(x, y, rows, n_buckets, *index);
  }
  Thinner thinner(rows, n_buckets, 1);
  thinner.add(x, y, rows);
  return thinner.finish();
}

}  // namespace tread::view
