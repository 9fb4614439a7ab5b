#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tread::view {

struct Column;

/// What one pass over a long curve notes, so that later looks at any part of it read little: where
/// its pieces lie along x, and the extremes of y in blocks of rows. At most some 8 MB, for a
/// million rows 1 MB.
class CurveIndex {
 public:
  /// Reads all of both, which have as many rows.
  CurveIndex(const Column& x, const Column& y);

  static constexpr std::size_t k_rows_a_piece = 65536;

  /// x of a piece of rows. Without any number (but nan): lowest > highest.
  struct Piece {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
    double first = 0;
    double last = 0;
  };
  const std::vector<Piece>& pieces() const { return pieces_; }

  /// The first of the smallest, of the largest and of the missing y (nan) of some rows.
  struct Block {
    static constexpr std::uint32_t k_none = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t lowest_row = k_none;  // counted from the first of the block
    std::uint32_t highest_row = k_none;
    std::uint32_t gap_row = k_none;
    double lowest_x = 0;
    double lowest_y = 0;
    double highest_x = 0;
    double highest_y = 0;
    double gap_x = 0;
  };
  const std::vector<Block>& blocks() const { return blocks_; }
  std::size_t rows_a_block() const { return rows_a_block_; }

  std::size_t n_bytes() const;

 private:
  void add_piece(const std::vector<double>& x);
  void add_blocks(const std::vector<double>& x, const std::vector<double>& y);

  std::size_t rows_a_block_;  // a power of two, and whole blocks make up a piece or the reverse
  std::vector<Piece> pieces_;
  std::vector<Block> blocks_;
  std::size_t n_rows_ = 0;  // so far
};

}  // namespace tread::view
