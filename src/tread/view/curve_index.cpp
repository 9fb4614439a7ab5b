#include "tread/view/curve_index.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "tread/view/curve.hpp"

namespace tread::view {
namespace {

constexpr std::size_t k_least_rows_a_block = 64;
constexpr std::size_t k_most_blocks = 131'072;

void add(CurveIndex::Block& block, std::uint32_t row, double x, double y) {
  constexpr std::uint32_t none = CurveIndex::Block::k_none;
  if (std::isnan(y)) {
    if (block.gap_row != none) return;
    block.gap_row = row;
    block.gap_x = x;
    return;
  }
  if (block.lowest_row == none || y < block.lowest_y) {
    block.lowest_row = row;
    block.lowest_x = x;
    block.lowest_y = y;
  }
  if (block.highest_row == none || y > block.highest_y) {
    block.highest_row = row;
    block.highest_x = x;
    block.highest_y = y;
  }
}

}  // namespace

CurveIndex::CurveIndex(const Column& x, const Column& y)
    : rows_a_block_(std::max(k_least_rows_a_block, std::bit_ceil(x.n_rows / k_most_blocks))) {
  assert(x.n_rows == y.n_rows);
  pieces_.reserve(x.n_rows / k_rows_a_piece + 1);
  blocks_.reserve(x.n_rows / rows_a_block_ + 1);
  while (n_rows_ < x.n_rows) {
    const std::size_t count = std::min(k_rows_a_piece, x.n_rows - n_rows_);
    const std::vector<double> xs = x.read(n_rows_, count);
    add_piece(xs);
    add_blocks(xs, y.read(n_rows_, count));
    n_rows_ += count;
  }
}

void CurveIndex::add_piece(const std::vector<double>& x) {
  Piece piece;
  piece.first = x.front();
  piece.last = x.back();
  for (const double value : x) {
    if (value < piece.lowest) piece.lowest = value;
    if (value > piece.highest) piece.highest = value;
  }
  pieces_.push_back(piece);
}

void CurveIndex::add_blocks(const std::vector<double>& x, const std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t row = n_rows_ + i;
    if (row % rows_a_block_ == 0) blocks_.emplace_back();
    add(blocks_.back(), static_cast<std::uint32_t>(row % rows_a_block_), x[i], y[i]);
  }
}

std::size_t CurveIndex::n_bytes() const {
  return pieces_.capacity() * sizeof(Piece) + blocks_.capacity() * sizeof(Block);
}

}  // namespace tread::view
